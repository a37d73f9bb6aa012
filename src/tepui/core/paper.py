"""Where `legal`, `odds` and `pack` write. A sheet is taken from the pile and laid back, and nothing on it is kept.

Whoever writes holds it alone, in whatever thread; if one is not laid back (a mistake in a game), another is made.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.position import WIDTH


class Paper:
    def __init__(self) -> None:
        self.out: vec[i64] = vec[i64]([0] * WIDTH)
        self.weights: vec[i64] = vec[i64]([0] * WIDTH)
        self.pack: vec[i64] = vec[i64]([0] * 4096)


PILE: Final[list[Paper]] = []


def take() -> Paper:
    try:
        return PILE.pop()
    except IndexError:
        return Paper()


def lay_back(paper: Paper) -> None:
    PILE.append(paper)


def as_list(written: vec[i64], n: i64) -> list[int]:
    """The first n of what was written."""
    found = [0] * n
    for at in range(n):
        found[at] = written[at]
    return found
