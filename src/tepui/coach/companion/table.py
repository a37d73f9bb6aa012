"""What a game may bring as `companion`, for a real table: how to ask for a thing, judge an answer, doubt an entry.

All of it works from one pair of eyes' own position, so it can say no more than those eyes see.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tepui.core.game import Game, members

Names = tuple[str, ...]
Entries = Sequence[tuple[int, Any]]  # (by, action)


class Suspect(NamedTuple):
    """A move that can be the one mistake, and how likely it is the culprit."""

    move: int  # its place among the moves, from 0
    share: float


class Opening(NamedTuple):
    """Whose move can be entered next; `prepare` sets a position to that step first (None: it stands there)."""

    by: int
    prepare: Callable[[Any], None] | None = None
    codes: tuple[int, ...] | None = None  # only these; None: all that the rules offer there


class Brought:
    """The functions of a game's module, over those here, which serve where it has none."""

    def __init__(self, own: Any = None) -> None:
        for name in members(type(self)):
            if hasattr(own, name):
                setattr(self, name, getattr(own, name))


class SheetOnly(Brought):
    """The companion without a referee: only what bears on one's own sheet is asked for, in the rules' own steps.

    It leads a position of the ordinary rules from step to step, and leaves out those that it does not need.
    """

    actions: tuple[type[Any], ...] = ()  # what is entered here beside the game's own actions
    say: Callable[[Any, int, int], Any] | None = None  # (position, by, code) -> action; None: the game's own

    def start(self, view: Any) -> None:
        """Sets a fresh view to its first step."""

    def openings(self, view: Any) -> list[Opening]:
        """What can be entered next. A single one with a single answer is entered by itself."""
        raise NotImplementedError

    def take(self, view: Any, by: int, code: int) -> None:
        """A move reaches the sheet."""
        view.observe(by, code)

    def journal(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the game's own, without what only a referee could know."""
        raise NotImplementedError

    def question(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""
        return ""

    def label(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""
        return ""

    def group(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """As the table's own; "": that one."""
        return ""


class RealTable(Brought):
    """Words for things that lie on a table, and what can be wrong with what someone typed.

    A game's module `companion` has those of these functions that it needs; for the rest its buttons and sentences do.
    """

    setup: tuple[type[Any], ...] = ()  # actions that are typed in before the first move, and read back once
    sheet: Any = None  # the module of a `SheetOnly`; None: there is none

    def question(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """What to read off the table, asked before a move like this one; "": the game's prompt says it."""
        return ""

    def label(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """A short name of what can be entered: "7", "blue", "lower"; "": the game's button or sentence."""
        return ""

    def group(self, position: Any, by: int, action: Any, names: Names, language: str) -> str:
        """In a long list: what is tapped first, "7-wheel"; "" if it stands alone."""
        return ""

    def judged(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """What these eyes see about an answer to someone else: "Ben's sum is 12: right."; else ""."""
        return ""

    def refused(self, position: Any, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        """Why this cannot have happened now, where the game can say more than that it is not on offer; else ""."""
        return ""

    def doubt(self, view: Any, entries: Entries) -> Sequence[Suspect]:
        """If what this seat entered cannot all be true: the moves that can be the mistake, the likeliest first.

        `entries` are the moves of the view in the players' own words.
        """
        return ()

    def elsewhere(self, position: Any, action: Any, entries: Entries) -> Sequence[tuple[Any, int]]:
        """Things like this action that cannot be entered, because a move has shown them elsewhere: that move."""
        return ()


def of(game: Game) -> RealTable:
    """What this game knows of a real table."""
    return RealTable(game.brought("companion", object))
