"""What a page and the puzzles say to each other: a board with a question there, an answer back, and its verdict."""

from typing import Any, Literal

import msgspec

from tepui.coach.moments import View
from tepui.coach.puzzles import Form


class PuzzleAsked(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/GAME/puzzle and /api/rooms/ROOM/puzzle: the table as one seat saw it, and what is asked."""

    game: str
    title: str  # of the game
    name: str  # of the puzzle, in two or three words that spoil nothing
    question: str
    level: int  # 1 easy, 2 medium, 3 hard
    kind: str
    form: Form
    seat: int
    move: int
    names: list[str]
    marks: Any  # what the sheet has marked already
    date: str | None  # of the puzzle of a day
    today: str  # by the clock of the server, in UTC
    first: str | None  # the day of the first puzzle
    missed: bool  # in one's own game something else was done
    view: View


class PuzzleTry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST to the same address: an answer, a look at what a chain of moves would lead to, or the wish to be shown."""

    do: Literal["answer", "try", "show"] = "answer"
    picks: list[int] = []
    claim: Any = None
    tries: int | None = None  # at the puzzle of a day, once: with this one it is solved in so many; 0: it is shown


class PuzzleTold(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of it."""

    right: bool
    lines: list[str]  # why it is wrong, without the solution; or the solution and why
    picks: list[int]  # the solution, once it is found or shown
    claim: Any
    view: View | None  # of a try
    others: list[int] = []  # of a day, once it is found or shown: so many people had it shown, needed 1 try, 2, ...


class OwnPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """One of the puzzles in a finished game."""

    seat: int
    move: int
    kind: str
    name: str
    level: int
    missed: bool


class OwnPuzzles(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/puzzles: those of one seat, what was missed first."""

    game: str
    title: str
    seat: int
    puzzles: list[OwnPuzzle]
