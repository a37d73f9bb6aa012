"""How far a long command is, on standard error: one line that changes in a terminal, nothing in a pipe."""

import io
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from pathlib import Path
from typing import TypeVar

WIDTH = 24
SILENT = 1.0  # seconds before it is shown: what is quicker needs no bar
Thing = TypeVar("Thing")
Progress = Callable[[int, int], None]  # (done, of all)


def progress(what: str) -> Progress:
    """Told how many are done of how many, it shows a bar and the time that is left."""
    began, shown = time.monotonic(), 0

    def show(done: int, of: int) -> None:
        nonlocal shown
        passed = time.monotonic() - began
        if not sys.stderr.isatty() or (passed < SILENT and not shown):
            return
        full = WIDTH * done // max(of, 1)
        left = f", {duration(passed / done * (of - done))} left" if done else ""
        line = f"{what}: [{'#' * full}{'.' * (WIDTH - full)}] {done} of {of}{left}"
        end = "" if done < of else "\r" + " " * max(shown, len(line)) + "\r"
        print("\r" + line.ljust(shown) + end, end="", file=sys.stderr, flush=True)
        shown = len(line)

    return show


def counted(things: Iterable[Thing], what: str, of: int | None = None) -> Iterator[Thing]:
    """The same things one by one, with a bar beside them."""
    total = of if of is not None else len(things) if isinstance(things, Sized) else 0
    show = progress(what)
    for done, thing in enumerate(things):
        show(done, total)
        yield thing
    show(total, total)


class Reading(io.BufferedReader):
    """A file that is read with a bar beside it."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(io.FileIO(path))
        self.size, self.show = path.stat().st_size, progress(what)

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.show(self.tell(), self.size)
        return data


def duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
