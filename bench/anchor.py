"""How speeds are measured: ours and an anchor in turn, in one run, CPU time, the median of five ratios.

A figure alone says more about the machine than about the program; a ratio to something that anybody can install says
what it should. The anchor for play is OpenSpiel's hanabi: C++ rules, C++ random bots.
"""

import time
from collections.abc import Callable
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
