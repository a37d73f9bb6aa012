"""The core: random play compiled and interpreted, a move at a table and how it grows with seats, the start of `tepui`.

Compiled and interpreted are two processes that take turns; the table shows medians of five, CPU time.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

TURNS = 5
STEPS = 1_000_000

CHILD = """
import hashlib, json, sys, time
from itertools import count
from tepui import _switch
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.playout import Rng, play_out, step
from tepui.core.position import zeros
from tepui.core.table import Table
from tepui.core.position import packed

game, out, weights = find.game("forehead"), zeros(256), zeros(256)

def play(seconds):
    rng, setting, steps = Rng(1), game.setting(4), 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in range(100):
            steps += play_out(game.start(setting), rng, out, weights)
    return steps / spent

def table(seats, dealt, seconds):
    "Microseconds a move: told to every seat, the audience and the dealer, the table's own moves included."
    setting, moves, spent = game.setting(seats), 0, 0.0
    chance = Dealer("bench").choose if dealt else lambda occasion, codes, weights: codes[0]
    while spent < seconds:
        begin = time.process_time()
        one = Table(game, setting, chance)
        while not one.over:
            one.play_code(one.to_act[0], 0)
        spent += time.process_time() - begin
        moves += len(one.moves)
    return spent / moves * 1e6

def checksum(steps):
    rng, total, done = Rng(2026), hashlib.sha256(), 0
    while done < steps:
        for seats in game.seats:
            position = game.start(game.setting(seats))
            while step(position, rng, out, weights):
                done += 1
            total.update(repr((done, packed(position), [position.score(s) for s in range(seats)])).encode())
    return total.hexdigest()

print(json.dumps({"kind": "interpreted" if _switch.why else "compiled"}), flush=True)
for line in sys.stdin:
    name, *values = json.loads(line)
    print(json.dumps(globals()[name](*values)), flush=True)
"""


class Worker:
    """Rules in a process of their own, compiled or interpreted."""

    def __init__(self, **more: str) -> None:
        env = {**{name: value for name, value in os.environ.items() if name != "TEPUI_INTERPRETED"}, **more}
        command = [sys.executable, "-c", CHILD]
        self.process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.kind = self._answer()["kind"]

    def ask(self, name: str, values: tuple[float, ...]) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, *values]) + "\n")
        self.process.stdin.flush()
        return float(self._answer())

    def checksum(self, steps: int) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(["checksum", steps]) + "\n")
        self.process.stdin.flush()
        return str(self._answer())

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())


def start_seconds(words: list[str]) -> float:
    """CPU seconds of a command, from its first instruction to its end."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "tepui.cli", *words], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def both(ask: Callable[[Worker], float], fast: Worker, slow: Worker) -> tuple[float, float, float]:
    """Medians of both, and of their ratio, turn by turn."""
    ask(fast), ask(slow)
    pairs = [(ask(fast), ask(slow)) for _ in range(TURNS)]
    return median(f for f, _ in pairs), median(s for _, s in pairs), median(f / s for f, s in pairs)


def main() -> int:
    fast, slow = Worker(), Worker(TEPUI_INTERPRETED="1")
    if fast.kind != "compiled":
        print("the rules are not compiled here (`python3 dev.py setup` compiles them): both columns are interpreted")
    good = []
    print(f"{'':48}{'compiled':>12}{'interpreted':>14}{'ratio':>9}   goal")
    quick, plain, ratio = both(partial(Worker.ask, name="play", values=(0.3,)), fast, slow)
    good.append(ratio >= 25)
    print(f"{'random play of Forehead, steps/s':48}{quick:12,.0f}{plain:14,.0f}{ratio:8.0f}x   at least 25x")
    for seats, dealt in ((2, 0), (3, 0), (4, 0), (5, 0), (4, 1)):
        quick, plain, ratio = both(partial(Worker.ask, name="table", values=(seats, dealt, 0.2)), fast, slow)
        goal = "at most 25 and 60 us" if seats == 4 else ""
        if goal:
            good.append(quick <= 25 and plain <= 60)
        name = f"Table, {seats} seats and audience{', verifiable' if dealt else ''}, us a move"
        print(f"{name:48}{quick:12.1f}{plain:14.1f}{1 / ratio:8.1f}x   {goal}")
    same = fast.checksum(STEPS) == slow.checksum(STEPS)
    good.append(same)
    print(f"{f'{STEPS:,} steps, one checksum':48}{'the same' if same else 'DIFFERENT':>12}")
    seconds = median(start_seconds(["--help"]) for _ in range(TURNS))
    good.append(seconds < 0.25)
    print(f"{'tepui --help, CPU seconds':48}{seconds:12.3f}{'':23}   under 0.25 s")
    heavy = "import sys, tepui.cli; print(*({'numpy', 'starlette', 'uvicorn', 'asyncio'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True).stdout.strip()
    good.append(not loaded)
    print(f"{'loaded by importing tepui':47}{loaded or 'nothing heavy':>13}{'':23}   no numpy, no web server")
    print("all goals reached" if all(good) else "NOT ALL GOALS REACHED")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
