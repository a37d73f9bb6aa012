"""A door of Tepui and how it is tried: case after case, each from a seed of its own, until the time is over.

What goes wrong is noted once for each place where it goes wrong, with the seed that shows it, and the next case
follows. A case that breaks a promise raises `Finding`, or whatever escaped: nothing may escape.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from time import monotonic, process_time


class Finding(Exception):
    """A promise was broken; the sentence says which."""


class Door:
    name = ""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()  # what the cases were, and how they were answered
        self.closing = ExitStack()

    def try_case(self, rng: Random) -> None:
        raise NotImplementedError

    def last_look(self) -> None:
        """What can be said only at the end."""

    def close(self) -> None:
        self.closing.close()


class Report:
    def __init__(self, door: Door) -> None:
        self.door = door
        self.cases = 0
        self.seconds = 0.0
        self.slowest = 0.0, ""  # CPU seconds of a case, and its seed
        self.findings: dict[str, str] = {}  # where: how to see it again

    def note(self, error: BaseException, seed: str) -> None:
        place = str(error) if isinstance(error, Finding) else f"{type(error).__name__} at {where(error)}: {error}"
        key = place if isinstance(error, Finding) else f"{type(error).__name__} at {where(error)}"
        if key not in self.findings:
            self.findings[key] = f"{place[:600]}  [seed {seed}]"
            print(f"  found: {self.findings[key]}", flush=True)

    def lines(self) -> list[str]:
        told = ", ".join(f"{what} {n:,}" for what, n in sorted(self.door.count.items()))
        first = f"{self.door.name}: {self.cases:,} cases in {self.seconds:.0f} s, {len(self.findings)} findings"
        slowest, seed = self.slowest
        return [first, f"  {told}", f"  longest case {slowest:.2f} s of CPU [seed {seed}]"]


def where(error: BaseException) -> str:
    """The innermost line of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/tepui/" in frame.filename] or frames
    frame = ours[-1]
    return f"{frame.filename.rpartition('/tepui/')[2]}:{frame.lineno}"


def try_door(make: Callable[[], Door], seconds: float, seed: str, first: int = 0, most: int | None = None) -> Report:
    """Case after case for so long; `first` and `most` show a single one again."""
    door = make()
    report = Report(door)
    begun = monotonic()
    number = first
    try:
        while monotonic() - begun < seconds and (most is None or number < first + most):
            name, cpu = f"{seed}:{number}", process_time()
            try:
                door.try_case(Random(f"{door.name} {name}"))
            except Exception as error:
                report.note(error, name)
            spent = process_time() - cpu
            if spent > report.slowest[0]:
                report.slowest = spent, name
            number += 1
            report.cases += 1
        try:
            door.last_look()
        except Exception as error:
            report.note(error, "at the end")
    finally:
        report.seconds = monotonic() - begun
        door.close()
    return report
