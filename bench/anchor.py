"""How speeds are measured: ours and an anchor in turn, in one run, CPU time, the median of five ratios.

A figure alone says more about the machine than about the program; a ratio to something that anybody can install says
what it should. The anchor for play is OpenSpiel's hanabi: C++ rules, C++ random bots.
"""

import time
from collections.abc import Callable
from random import Random
from statistics import median

Run = Callable[[], int]  # does its work once and returns how many steps that was


def speed(run: Run, seconds: float = 0.4) -> float:
    """Steps a second of CPU time."""
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += run()
    return steps / spent


def against(anchor: Run, ours: Run, turns: int = 5) -> tuple[float, float, float]:
    """The speed of the anchor, ours (medians), and the median of the ratios ours / anchor."""
    speed(anchor, 0.05), speed(ours, 0.05)  # once for the caches
    pairs = [(speed(anchor), speed(ours)) for _ in range(turns)]
    return median(a for a, _ in pairs), median(o for _, o in pairs), median(o / a for a, o in pairs)


def per_second(value: float) -> str:
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}/s"
    return f"{value:.3g} /s"


def row(name: str, anchor: Run, ours: Run) -> float:
    """Measure, print one line, return the ratio."""
    theirs, mine, ratio = against(anchor, ours)
    print(f"{name:48} anchor {per_second(theirs):>11}   ours {per_second(mine):>11}   ratio {ratio:6.2f}", flush=True)
    return ratio


def hanabi_inside() -> Run:
    """OpenSpiel plays hanabi with its own random bots, all of it in C++: as fast as OpenSpiel goes."""
    import pyspiel

    game = pyspiel.load_game("hanabi")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = iter(range(10**9))

    def run() -> int:
        steps = 0
        for _ in range(100):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            steps += state.move_number()
        return steps

    return run


def hanabi_stepped() -> Run:
    """OpenSpiel's hanabi, each step chosen and applied from Python."""
    import pyspiel

    game = pyspiel.load_game("hanabi")
    rng = Random(1)

    def run() -> int:
        steps = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                steps += 1
        return steps

    return run
