"""What a store takes and gives, and how it fails: values, for which no database is needed.

`store.py` keeps them in SQLite, `postgres.py` for several processes, and `tepui.local` on a player's own device.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tepui.coach.review import VERSION, of
from tepui.core.game import Game
from tepui.core.words import N_
from tepui.server.refusals import Refused

KEPT_LINES: Final = 100  # of a table's chat
KEPT_NOTES: Final = 4  # of people who have had one seat

# ---- a room


class Saved(msgspec.Struct, frozen=True):
    """A room as it stands on disk, without its moves."""

    id: str
    code: str
    game: str
    rules: int
    seats: int
    options: str
    parts: str | None
    seed: str
    state: str
    listed: int
    phase: int  # 0 before the start, 1 running, 2 over
    created: int
    changed: int


class Result(msgspec.Struct, frozen=True, array_like=True):
    """One seat of a finished game."""

    room: str
    seat: int
    game: str
    ended: int
    seats: int
    sides: int  # 1: all played together
    device: str | None
    person: int
    name: str
    bot: str | None  # who played there at the end
    place: int
    score: int


def by_room(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Those of one table together, in the order in which they come."""
    found: dict[str, list[Result]] = {}
    for one in results:
        found.setdefault(one.room, []).append(one)
    return found


def version_of(game: Game) -> str:
    """Of these rules, this game's reviewer and this reckoning: a review that says another one is made again."""
    return f"{VERSION}.{game.rules}.{getattr(of(game), 'VERSION', 1)}"


class ReviewSum(msgspec.Struct, frozen=True):
    """What statistics ask of a review."""

    room: str
    seat: int
    version: str
    unit: str
    summed: bool
    luck: float
    play: float
    marks: dict[str, int]  # how many of each kind


# ---- what changes of it

Rows = Sequence[tuple[int, bytes]]  # who, and the action as it is written down


class TurnRow(NamedTuple):
    """Whose move it is, as it is written down; `waiting` can be read without decoding anything else."""

    waiting: str | None
    due: int | None = None
    stamp: int = 0
    clocks: str | None = None


UNKNOWN: Final = TurnRow(None)  # nobody has written it down


class Marks(NamedTuple):
    """Someone's marks at a seat."""

    seat: int
    guest: str
    marks: bytes


class Commit(msgspec.Struct, frozen=True):
    """What changes of a room. `epoch`: under which number we have it (`postgres.py`)."""

    room: str
    epoch: int = 0
    rows: Rows = ()  # moves
    first: int = 1  # the number of the first of them
    fields: dict[str, Any] | None = None  # the room's own
    guests: Iterable[str] | None = None  # who sits there now
    turn: TurnRow | None = None
    ended: Sequence[Result] | None = None  # how the game ended
    lines: Sequence[tuple[str | None, str]] = ()  # by whom, and what was said
    note: Marks | None = None


# ---- how it fails


class Declined(Exception):
    """A change that found out itself that it must not be made; whoever asked for it knows what to do."""


class Fenced(Refused):
    """This room is another process's by now: nothing was changed, and what we hold of it is of the past."""

    def __init__(self) -> None:
        super().__init__("trouble", N_("This table was just opened again. Look at it and choose once more."))


class Peer(NamedTuple):
    """Another process over the same database: where it is called, and the lease by which it is believed to live."""

    process: str
    address: str
    lease: str


class OtherOwner(Refused):
    """Another process has this room: whatever is asked is handed on to it."""

    def __init__(self, room: str, peer: Peer) -> None:
        super().__init__("trouble", N_("This table is being moved. Try again in a moment."))
        self.room, self.peer = room, peer


class Unsure(Refused):
    """The connection was lost in the very moment of the change: only reading again tells whether it was made."""

    def __init__(self) -> None:
        super().__init__("stale", N_("The server lost its database for a moment. Look whether that was done."))


def trouble(error: BaseException) -> Refused:
    """What to tell a person when the disk refuses."""
    text = str(getattr(error, "orig", error)).lower()
    if "full" in text:
        sentence = N_("The disk of this server is full, so nothing was saved. Ask the person who runs it to make room.")
    elif "readonly" in text or "read-only" in text:
        sentence = N_("The data folder of this server is read-only, so nothing was saved. Ask the person who runs it.")
    else:
        sentence = N_("This server could not save it, so nothing was done. Try again in a moment.")
    return Refused("trouble", sentence)


def unreadable() -> Refused:
    """What to tell a person when the disk does not give back what is on it."""
    sentence = N_("This server could not read its disk. Try again in a moment, or ask the host to run tepui doctor.")
    return Refused("trouble", sentence)


def away() -> Refused:
    """What to tell a person when the database cannot be reached; the front end comes back by itself."""
    return Refused("trouble", N_("This server cannot reach its database now. Try again in a moment."))
