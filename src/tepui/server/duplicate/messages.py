"""Tables that share their chance: the table of the day, and evenings with their rounds and standings."""

from typing import Literal

import msgspec

from tepui.core.game import Value


class DailyOwn(msgspec.Struct, frozen=True, kw_only=True):
    """This device's own table of a day."""

    room: str
    over: bool
    ended: bool
    points: int | None
    place: int | None


class DailyStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a day's standings."""

    place: int
    name: str
    points: int
    at_table: int
    room: str
    you: bool


class DailyTable(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/daily (a list), GET /api/daily/GAME, GET /api/daily/GAME/DATE: a day's table of a game."""

    game: str
    title: str
    date: str
    today: bool
    seats: int
    bot: str
    hash: str
    seed: str | None
    ends: int
    closes: int
    begun: int
    finished: int
    yours: DailyOwn | None
    standings: list[DailyStanding]
    days: list[str]


class NewEvening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/evenings: what to play, at how many tables."""

    game: str
    seats: int | None = None
    options: dict[str, Value] = {}
    parts: str | None = None
    tables: int = 2
    bot: str = "casual"


class EveningAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/evenings/CODE: take a seat or leave it; of the host: start or end a round, a bot for who is away."""

    do: Literal["sit", "leave", "start", "end", "let_bot"]
    table: int = 0
    seat: int = 0


class EveningSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a seat in a round, and how it went."""

    name: str
    bot: bool
    away: bool = False
    points: int | None = None
    difference: float | None = None


class EveningTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round; `room` is for its own players, and for all when the round is over."""

    number: int
    room: str | None
    yours: bool
    over: bool
    ended: bool
    seats: list[EveningSeat]


class EveningRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round: the hash of its seed at once, the seed when its last table is over."""

    number: int
    hash: str
    seed: str | None
    tables: list[EveningTable]


class EveningStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Someone's differences, added up."""

    place: int
    name: str
    difference: float
    rounds: int
    you: bool


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/evenings/CODE: how an evening stands, as this device may know it."""

    code: str
    link: str
    game: str
    title: str
    options: dict[str, Value]
    bot: str
    host_name: str
    host: bool
    name: str
    round: int
    running: bool
    plan: list[list[str | None]]
    your_table: int | None
    your_seat: int | None
    your_room: str | None
    rounds: list[EveningRound]
    standings: list[EveningStanding]
