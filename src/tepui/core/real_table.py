"""What a game may bring for the companion on a real table: how to ask for a thing, judge an answer, doubt an entry.

All of it works from one pair of eyes' own position, so it can say no more than those eyes see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

Names = tuple[str, ...]
Told = Sequence[tuple[int, Any]]  # (by, action)


class Suspect(NamedTuple):
    """A move that can be the one mistake, and how likely it is the culprit."""

    move: int  # its place among the moves, from 0
    share: float


class Opening(NamedTuple):
    """Who can be told of next; `prepare` sets a position to that step first (None: it stands there)."""

    by: int
    prepare: Callable[[Any], None] | None = None
    codes: tuple[int, ...] | None = None  # only these; None: all that the rules offer there


class SheetOnly(Protocol):
    """The companion without a referee: only what bears on one's own sheet is asked for, in the rules' own steps.

    It leads a position of the ordinary rules from step to step, and leaves out those that it does not need.
    """

    actions: tuple[type[Any], ...]  # what is told here beside the game's own actions

    def start(self, view: Any) -> None:
        """Sets a fresh view to its first step."""

    def openings(self, view: Any) -> list[Opening]:
        """What can be told next. A single one with a single answer is told by itself."""

    def say(self, position: Any, by: int, code: int) -> Any:
        """As the game's own."""

    def hear(self, position: Any, by: int, action: Any) -> int:
        """As the game's own."""

    def take(self, view: Any, by: int, code: int) -> None:
        """A move reaches the sheet."""

    def journal(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the game's own, without what only a referee could know."""

    def question(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""

    def label(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""

    def group(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""


class RealTable(Protocol):
    """Words for things that lie on a table, and what can be wrong with what somebody typed."""

    setup: tuple[type[Any], ...]  # actions that are typed in before the first move, and read back once
    sheet: SheetOnly | None

    def question(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """What to read off the table, asked before a move like this one; "": the game's prompt says it."""

    def label(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """A short name of what can be told: "7", "blue", "lower"."""

    def group(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """In a long list: what is tapped first, "7-wheel"; "" if it stands alone."""

    def judged(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """What these eyes see about an answer to somebody else: "Ben's sum is 12: right."; else ""."""

    def refused(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """Why this cannot have happened now, where the game can say more than that it is not on offer; else ""."""

    def doubt(self, view: Any, told: Told) -> Sequence[Suspect]:
        """If what this seat was told cannot all be true: the moves that can be the mistake, the likeliest first.

        `told` are the moves of the view in the players' own words.
        """

    def elsewhere(self, position: Any, action: Any, told: Told) -> Sequence[tuple[Any, int]]:
        """Things of the kind of this action that cannot be told, because a move has shown them elsewhere: that move."""


class PlainTable:
    """For a game that brings none: its own buttons and sentences."""

    setup: tuple[type[Any], ...] = ()
    sheet: SheetOnly | None = None

    def question(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """The game's own prompt."""
        return ""

    def label(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """The game's own button or sentence."""
        return ""

    def group(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """One list."""
        return ""

    def judged(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """Nothing."""
        return ""

    def refused(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """Nothing."""
        return ""

    def doubt(self, view: Any, told: Told) -> Sequence[Suspect]:
        """Nobody knows."""
        return ()

    def elsewhere(self, position: Any, action: Any, told: Told) -> Sequence[tuple[Any, int]]:
        """Nobody knows."""
        return ()
