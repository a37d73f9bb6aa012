"""Finished games of a device, and what they say together."""

import msgspec


class HistorySeat(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat of a finished game ended, the first place first."""

    name: str
    bot: str | None
    place: int
    score: int
    yours: bool


class HistoryGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of this device."""

    room: str
    game: str
    title: str
    ended: int
    sides: int
    closed: bool
    review: bool
    seats: list[HistorySeat]


class HistoryCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many finished games of one game there are."""

    game: str
    title: str
    games: int


class History(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/history: finished games of this device, the newest first, some at a time."""

    games: list[HistoryGame]
    next: str
    counts: list[HistoryCount]


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean, and what it may be off by."""

    value: float
    off: float


class StatisticsPerson(msgspec.Struct, frozen=True, kw_only=True):
    """One of the people at this device."""

    person: int
    name: str
    games: int


class StatisticsPoint(msgspec.Struct, frozen=True, kw_only=True):
    """One game, as a small picture shows it."""

    room: str
    ended: int
    place: int
    sides: int
    score: int
    luck: float | None
    play: float | None


class StatisticsGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Games against bots of one level with one number of players."""

    level: str
    seats: int
    games: int
    places: list[int]


class MarkCount(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of decision that recurs, in the game's own words."""

    text: str
    times: int
    games: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One game, as one person has played it."""

    game: str
    title: str
    games: int
    wins: int
    places: list[int]
    longest: int
    running: int
    groups: list[StatisticsGroup]
    recent: list[StatisticsPoint]
    reviewable: bool
    reviewed: int
    unit: str
    summed: bool
    luck: Mean | None
    play: Mean | None
    marks: list[MarkCount]


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/statistics: what the finished games of one person at this device say together."""

    person: int
    people: list[StatisticsPerson]
    games: int
    wins: int
    longest: int
    enough: int
    reviewing: int
    of: list[GameStatistics]
