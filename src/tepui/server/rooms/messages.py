"""Tables in lists: setting one up, finding it by its code, one's own tables, and a holiday from them."""

import msgspec

from tepui.bots.names import Colour, Emblem
from tepui.core.game import Value


class NewRoom(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/rooms: what to set up. `bots` sit down at once; `start` begins when every seat is taken."""

    game: str
    seats: int | None = None
    options: dict[str, Value] = {}
    parts: str | None = None
    public: bool = False
    watching: bool = True
    sharing: bool = True
    sit: bool = True
    emblem: Emblem | None = None
    colour: Colour | None = None
    bots: list[str] = []
    start: bool = False
    pace: int | None = None
    clock: str | None = None


class SentRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/records: a finished game of a device that had no line, as its record has it."""

    record: str


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/join: a table code, as people say it."""

    code: str


class RoomLink(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table is."""

    room: str
    code: str
    link: str


class RoomSummary(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/lobby and GET /api/mine: a table in a list."""

    room: str
    link: str
    game: str
    title: str
    names: list[str]
    free: int
    started: bool
    over: bool
    your_move: bool
    left: int | None
    slow: bool
    changed: int
    series: str  # "daily" or "evening": whose dice and cards it shares


class Vacation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/holiday: at all slow tables of this device; 0: back."""

    days: int


class VacationTaken(msgspec.Struct, frozen=True, kw_only=True):
    """At how many tables."""

    tables: int
