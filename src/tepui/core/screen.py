"""A table on a small screen: how text is laid side by side and painted, and what fits into 80 columns and 24 lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

COLUMNS: Final = 80
LINES: Final = 24
GAP: Final = 3
PAINTED: Final = re.compile(r"\x1b\[[0-9;]*m")

# (colour, text) -> the text in that colour. What is painted also says its colour by a letter or a word.
Paint = Callable[[str, str], str]


def unpainted(colour: str, text: str) -> str:
    """For eyes, files and terminals without colours."""
    return text


def long(text: str) -> int:
    """Columns that a text takes; paint takes none."""
    return len(PAINTED.sub("", text))


def padded(text: str, width: int) -> str:
    return text + " " * (width - long(text))


def side_by_side(left: Sequence[str], right: Sequence[str], width: int | None = None) -> list[str]:
    """Two blocks of lines; the second begins `width` columns in, or right of the first."""
    inset = max(map(long, left), default=0) + GAP if width is None else width
    rows = max(len(left), len(right))
    whole = zip([*left, *[""] * (rows - len(left))], [*right, *[""] * (rows - len(right))], strict=True)
    return [(padded(one, inset) + other).rstrip() if other else one for one, other in whole]


def flowing(things: Iterable[str], width: int, joint: str = " · ", inset: str = "") -> list[str]:
    """Things one after the other, in as many lines as they need; none is broken unless it is wider than a line."""
    lines: list[str] = []
    for thing in things:
        if lines and long(lines[-1]) + long(joint) + long(thing) <= width:
            lines[-1] += joint + thing
        else:
            lines.append((inset if lines else "") + thing)
    return lines


def called(names: Sequence[str], most: int = 14) -> list[str]:
    """Names as short as a column needs them: bots without their level, nothing longer than `most`, all different."""
    short = [name.partition(" (")[0] or name for name in names]
    short = [name if len(name) <= most else name[: most - 1] + "…" for name in short]
    if len(set(short)) == len(short):
        return short
    return [f"{name[: most - 2]} {seat}" for seat, name in enumerate(short, 1)]
