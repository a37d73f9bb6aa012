"""Scratch buffers: where `legal`, `odds` and `pack` write, for a caller that wants plain lists.

A buffer is borrowed and given back, so that it is not made anew for every list. Whoever borrows one holds it alone, in
whatever thread; if one is not given back (a mistake in a game), another is made.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.position import WIDTH


class Scratch:
    def __init__(self) -> None:
        self.out: vec[i64] = vec[i64]([0] * WIDTH)
        self.weights: vec[i64] = vec[i64]([0] * WIDTH)
        self.pack: vec[i64] = vec[i64]([0] * 4096)


UNUSED: Final[list[Scratch]] = []


def borrow() -> Scratch:
    try:
        return UNUSED.pop()
    except IndexError:
        return Scratch()


def give_back(scratch: Scratch) -> None:
    UNUSED.append(scratch)


def as_list(written: vec[i64], n: i64) -> list[int]:
    """The first n of what was written."""
    found = [0] * n
    for at in range(n):
        found[at] = written[at]
    return found
