"""A game looked at again: its review, its moments, and what a bot or a master says about it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tepui.coach.moments import Eye, Moment
from tepui.coach.review.words import Told


class BotSaid(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/forgot: what a bot had forgotten or overlooked, when the game is over; maybe nothing."""

    seat: int
    lines: list[str]


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/weigh: what a master would weigh in your place now, for a pupil of the teacher."""

    lines: list[str]


class ReviewTotal(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's game in one line."""

    seat: int
    result: float
    line: str


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/review: a finished game looked at again. While it is `working`, ask again for the rest."""

    state: Literal["working", "done", "stopped"]
    done: int  # of so many seats
    seats: int
    seat: int  # through whose eyes
    told: Told | None  # not done yet
    totals: list[ReviewTotal]
    began: int = 0  # when the table was opened, in seconds since 1970
    trouble: str = ""  # why it was stopped, if nobody stopped it


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/rooms/ROOM/replay: some moments of a game as one pair of eyes saw them, each with its picture."""

    room: str
    eye: Eye
    names: list[str]
    moves: int
    moments: list[Moment]
    printed: dict[str, Any]
