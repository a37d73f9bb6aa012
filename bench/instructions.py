"""Work counted in instructions, not by the clock: the same on a busy machine, so a change of 2 % is seen.

    python3 dev.py bench --instructions            compares with bench/fixtures/instructions.json
    python3 dev.py bench --instructions --write    keeps what is counted now, after a change that was meant

valgrind counts what a program does; each work is done once and three times, and the difference is two of it, without
the start of Python. What is kept is the ratio to an anchor, a plain loop of Python in the same run. It holds for one
Python, to the last figure of its version, its compiler and its machine; for another one nothing is compared.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

KEPT = Path(__file__).parent / "fixtures" / "instructions.json"
MOST = 0.02  # of change, up or down


def loop() -> int:
    total = 0
    for number in range(200_000):
        total += number & 7
    return total


def games(name: str, seats: int, count: int) -> Callable[[], int]:
    """Whole games by everyone's random bot, the rules compiled."""
    from random import Random

    from tepui.core import find
    from tepui.core.dealer import Dealer
    from tepui.core.table import Table

    game = find.game(name)

    def play() -> int:
        moves = 0
        for seed in range(count):
            rng = Random(seed)
            table = Table(game, game.setting(seats), Dealer(f"instructions {seed}").choose)
            while not table.over:
                seat = table.to_act[0]
                table.pick(seat, rng.randrange(len(table.look(seat).codes())))
                moves += 1
        return moves

    return play


def belief() -> Callable[[], int]:
    """What a seat of The Lost Code can know, at every tenth move of one game."""
    from random import Random

    from tepui.core import find
    from tepui.core.dealer import Dealer
    from tepui.core.table import Table

    game = find.game("lost-code")
    assert game.belief is not None

    def believe() -> int:
        assert game.belief is not None
        rng, table = Random(1), Table(game, game.setting(3), Dealer("instructions").choose)
        moves = 0
        while not table.over and moves < 60:
            seat = table.to_act[0]
            if moves % 10 == 0:
                game.belief(table.look(seat)).marginals()
            table.pick(seat, rng.randrange(len(table.look(seat).codes())))
            moves += 1
        return moves

    return believe


WORKS: dict[str, Callable[[], Callable[[], int]]] = {
    "anchor: a loop of Python": lambda: loop,
    "whole games of The Lost Code": lambda: games("lost-code", 3, 4),
    "whole games of Roll & Write": lambda: games("roll-and-write", 3, 4),
    "whole games of Kryptx": lambda: games("kryptx", 3, 4),
    "beliefs of The Lost Code": belief,
}


def counted(work: str, times: int) -> int:
    """The instructions of a Python that does this work so many times."""
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/out"]
        command = [*tool, sys.executable, __file__, "--do", work, str(times)]
        env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "malloc"}
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if found is None:
        raise SystemExit(f"valgrind could not count {work}:\n{done.stderr[-2000:]}")
    return int(found[1].replace(",", ""))


def main(words: list[str]) -> int:
    if words[:1] == ["--do"]:
        do = WORKS[words[1]]()
        for _ in range(int(words[2])):
            do()
        return 0
    if shutil.which("valgrind") is None:
        print("valgrind is missing, so nothing is counted; `apt install valgrind` as root brings it")
        return 0
    from tepui import _switch

    rules = "interpreted" if _switch.why else "compiled"
    here = f"Python {platform.python_version()}, {platform.python_compiler()}, {platform.machine()}, rules {rules}"
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    before = kept.get(here, {})
    print(here if before else f"{here}: nothing is kept for it (there is for {'; '.join(kept) or 'none'})", flush=True)
    now: dict[str, float] = {}
    anchor, changed = 0.0, []
    for work in WORKS:
        spent = (counted(work, 3) - counted(work, 1)) / 2
        anchor = anchor or spent
        now[work] = round(spent / anchor, 4)
        was = before.get(work)
        change = now[work] / was - 1 if was else 0.0
        if abs(change) > MOST:
            changed.append(work)
        told = f"{100 * change:+.1f} %" if was else "nothing to compare with"
        print(f"{work:36} {spent / 1e6:10.1f} M instructions   ratio {now[work]:9.4f}   {told}", flush=True)
    if "--write" in words:
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps({**kept, here: now}, indent=1) + "\n", "utf-8")
        return 0
    return int(bool(changed))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
