"""All that a page ever gets of a game, from a table, a lesson or a puzzle: moments, choices, what its help shows."""

from typing import Any, Literal

import msgspec

from tepui.coach.help import HelpLevel

Eye = int | Literal["audience", "all"]
Depth = Literal["sheet", "referee"]


class Choice(msgspec.Struct, frozen=True):
    """One legal action; its place in the list is what a page sends."""

    action: Any
    label: str


class Entry(msgspec.Struct, frozen=True):
    """One move as these eyes saw it."""

    by: int | Literal["table"]
    action: Any
    text: str


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game after move `n`, and that move. Without a picture it is a line of the journal."""

    n: int
    entry: Entry | None = None
    prompt: str | None = None
    to_act: list[int] | None = None
    scores: list[int] | None = None
    result: list[str] | None = None  # the game is over: how it ended, a line for each side
    picture: Any = None


class HelpShown(msgspec.Struct, frozen=True):
    """What a seat's own sheet may show at its level of help; to this seat only."""

    level: HelpLevel
    shown: Any


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view", kw_only=True, omit_defaults=True):
    """What is new to a page; what it holds from the first of these moments on is void."""

    turn: int
    eye: Eye
    moments: list[Moment]
    legal: list[Choice]
    watched: bool = False
    places: list[int] | None = None
    printed: dict[str, Any] | None = None
    help: HelpShown | None = None
