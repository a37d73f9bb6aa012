"""Observed games for learners: ours against OpenSpiel's and PettingZoo's, two processes, and plain C.

All steps are decisions with their observation and mask, random policy, CPU time, ours and the anchor in turn. What is
not installed is left out. `python bench/research.py --plot docs/pictures/research-speed.svg` draws what it measured.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np
import others
from anchor import Run, against, per_second

from tepui import _switch, research
from tepui.core import find
from tepui.core.playout import Rng, play_out
from tepui.core.position import zeros

TABLES = (("roll-and-write", 2), ("lost-code", 3), ("kryptx", 3))
FIXTURE = Path(__file__).parent / "fixtures" / "roll_and_write.c"
TURNS = 5
QUIET = 0.5  # load below which the clock can be trusted


def spiel(name: str) -> Run:
    """OpenSpiel from Python: at every decision the observation's tensor and the mask as arrays."""
    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)

    def run() -> int:
        steps = 0
        for _ in range(5):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    codes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(codes, chances)[0])
                    continue
                np.array(state.observation_tensor(state.current_player()), np.float32)
                offered = np.flatnonzero(np.array(state.legal_actions_mask(), np.bool_))
                state.apply_action(int(offered[int(rng.random() * len(offered))]))
                steps += 1
        return steps

    return run


def zoo(make: Callable[[], Any]) -> Run:
    """PettingZoo: `last` and `step`, by the mask."""
    env, rng = make(), Random(1)
    seeds = iter(range(10**9))

    def run() -> int:
        steps = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            codes = np.flatnonzero(seen["action_mask"])
            env.step(int(codes[int(rng.random() * len(codes))]))
            steps += 1
        return steps

    return run


def rolled_out(name: str, seats: int) -> Run:
    seeds = iter(range(10**9))
    return lambda: len(research.rollouts(name, seats=seats, games=100, seed=next(seeds)).code)


def vectorised(name: str, seats: int) -> Run:
    env = research.VectorEnv(name, n=256, seats=seats, interrupts=False)
    env.reset(1)

    def run() -> int:
        for _ in range(10):
            env.step(env.random_codes())
        return 10 * env.n

    return run


def compared(title: str, anchor: Run, ours: Run, goal: float | None) -> tuple[str, float, float, bool]:
    theirs, mine, ratio = against(anchor, ours, TURNS)
    good = goal is None or ratio >= goal
    wanted = "" if goal is None else f"   at least {goal:g}: {'yes' if good else 'NO'}"
    print(
        f"{title:52} anchor {per_second(theirs):>11}   ours {per_second(mine):>11}   {ratio:7.1f}x{wanted}", flush=True
    )
    return title, mine, ratio, good


def worked(pid: int) -> float:
    """Seconds of CPU time of a process, as Linux counts them."""
    return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[0]) / 1e9


def two_processes(games: int = 8000) -> tuple[float, float]:
    """How much faster `jobs=2` is than `jobs=1`: by the clock, and by the CPU time of the busier of the two."""

    def once(jobs: int) -> tuple[float, float]:
        pids = [os.getpid(), *(child.pid or 0 for child in active_children())]
        before, begin = [worked(pid) for pid in pids], time.perf_counter()
        research.rollouts("roll-and-write", seats=2, games=games, jobs=jobs)
        spent = time.perf_counter() - begin
        here, *there = (worked(pid) - had for pid, had in zip(pids, before, strict=True))
        return spent, here + max(there)

    for jobs in (2, 1, 2):  # the first call starts the processes
        research.rollouts("roll-and-write", seats=2, games=games, jobs=jobs)
    turns = [(once(1), once(2)) for _ in range(3 * TURNS)]
    return median(one[0] / two[0] for one, two in turns), median(one[1] / two[1] for one, two in turns)


def against_c(seats: int, games: int = 4000) -> tuple[float, float]:
    """Our steps a second and the ratio to plain C, with the same checksum."""
    game = find.game("roll-and-write")
    setting = game.setting(seats)
    start, out, weights = game.start(setting), zeros(256), zeros(256)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "roll_and_write"
        subprocess.run([shutil.which("cc") or "cc", "-O3", "-march=native", "-o", program, FIXTURE], check=True)
        words = [program, seats, games, 7, setting.parts.arrows, setting.parts.artefacts]
        pairs = []
        for _ in range(TURNS):
            rng, total, moves = Rng(7), 0, 0
            begin = time.process_time()
            for _ in range(games):
                position = start.clone()
                moves += play_out(position, rng, out, weights)
                for seat in range(seats):
                    total = (total * 31 + position.score(seat) + 1000) % 1000000007
            mine = time.process_time() - begin
            told = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True).stdout.split()
            assert (moves, total) == (int(told[0]), int(told[1])), "C plays other games than we do"
            pairs.append((moves / mine, float(told[2]) / mine))
    return median(speed for speed, _ in pairs), median(ratio for _, ratio in pairs)


def draw(path: Path, rows: list[tuple[str, float]]) -> None:
    """Bars on a logarithmic scale."""
    lines, width, step = [], 860, 26
    low, high = 3.0, 8.0
    for at, (name, speed) in enumerate(rows):
        x = 330 + (np.log10(speed) - low) / (high - low) * 430
        y = 30 + step * at
        ours = name.startswith("Tepui")
        lines.append(f'<text x="320" y="{y + 14}" font-size="13" text-anchor="end">{name}</text>')
        lines.append(
            f'<rect x="330" y="{y}" width="{x - 330:.0f}" height="18" fill="{"#2e7d5b" if ours else "#b9a27a"}"/>'
        )
        lines.append(f'<text x="{x + 6:.0f}" y="{y + 14}" font-size="13">{per_second(speed)}</text>')
    height = 44 + step * len(rows)
    body = "\n".join(lines)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
        f'<rect width="{width}" height="{height}" fill="#fffdf7"/>\n'
        f'<text x="330" y="18" font-size="13">observed steps a second, one core, logarithmic</text>\n{body}\n</svg>\n',
        "utf-8",
    )


def main() -> int:
    warnings.simplefilter("ignore")
    print(f"rules {'interpreted: ' + _switch.why if _switch.why else 'compiled'}")
    found: list[tuple[str, float, float, bool]] = []
    bars: list[tuple[str, float]] = []
    anchor = spiel("hanabi")
    for name, seats in TABLES:
        for way, ours in (("rollouts", rolled_out(name, seats)), ("VectorEnv", vectorised(name, seats))):
            found.append(compared(f"{way}, {name}, {seats} players / OpenSpiel hanabi", anchor, ours, 20))
            bars.append((f"Tepui {name}, {way}", found[-1][1]))
    try:
        from pettingzoo.classic import hanabi_v5

        theirs = zoo(lambda: hanabi_v5.env(players=2))
        for name, seats in TABLES:
            title = f"AEC, {name}, {seats} players / PettingZoo hanabi"
            found.append(compared(title, theirs, zoo(lambda n=name, s=seats: research.aec(n, seats=s)), 5))  # type: ignore[misc]
            bars.append((f"Tepui {name}, PettingZoo AEC", found[-1][1]))
        bars.append(("PettingZoo hanabi", against(theirs, theirs, 1)[0]))
    except ImportError as missing:
        print(f"PettingZoo's hanabi is left out: {missing}")
    for name, seats in TABLES[:2]:
        ours = spiel(str(research.openspiel(name, seats=seats)))
        found.append(compared(f"our OpenSpiel adapter, {name} / OpenSpiel hanabi", anchor, ours, None))
        bars.append((f"Tepui {name}, OpenSpiel adapter", found[-1][1]))
    for game in ("leduc_poker", "backgammon"):
        found.append(
            compared(f"rollouts, roll-and-write / OpenSpiel {game}", spiel(game), rolled_out("roll-and-write", 2), None)
        )
        bars.append((f"OpenSpiel {game}", found[-1][1] / found[-1][2]))
    bars.append(("OpenSpiel hanabi", against(anchor, anchor, 1)[0]))
    for title, make in (("RLCard leduc-holdem", others.rlcard), ("Pgx backgammon", others.pgx)):
        try:
            theirs = make()
        except (ImportError, subprocess.SubprocessError) as missing:  # RLCard runs pip when it is imported
            print(f"{title} is left out: {missing}")
            continue
        found.append(compared(f"rollouts, roll-and-write / {title}", theirs, rolled_out("roll-and-write", 2), None))
        bars.append((title, found[-1][1] / found[-1][2]))
    good = [row[3] for row in found]
    load = os.getloadavg()[0]
    clock, cpu = two_processes()
    verdict = f"not judged: {load:.1f} programs were running before"  # they take time, and caches too
    if load < QUIET:
        good.append(clock >= 1.8)
        verdict = "yes" if good[-1] else "NO"
    told = f"{clock:.2f}x by the clock, {cpu:.2f}x by CPU time   at least 1.8 by the clock: {verdict}"
    print(f"{'rollouts, jobs=2 / jobs=1':52} {told}", flush=True)
    if shutil.which("cc"):
        for seats in (2, 5):
            speed, ratio = against_c(seats)
            good.append(ratio >= 0.25)
            told = f"random play, {seats} players / plain C, equal checksum"
            print(
                f"{told:52} ours {per_second(speed)}   {ratio:.3f}   goal 0.25: {'yes' if good[-1] else 'NO'}",
                flush=True,
            )
    if sys.argv[1:2] == ["--plot"]:
        draw(Path(sys.argv[2]), sorted(bars, key=lambda bar: -bar[1]))
    print("all goals that could be judged are reached" if all(good) else "NOT ALL GOALS REACHED")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
