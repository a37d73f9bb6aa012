"""What a page learns about the installed games: options, lessons, rules to read, printed parts."""

from typing import Any

import msgspec

from tepui.coach.lessons.messages import LessonInfo
from tepui.coach.moments import Depth
from tepui.core.game import Value
from tepui.core.text import Block


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    about: str
    default: Value
    choices: list[Value]
    seats: list[int]  # the numbers of players it is meant for; none: all


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games: one of the installed games."""

    game: str
    title: str
    about: str
    seats: list[int]
    minutes: int
    alone: int  # minutes against bots
    languages: list[str]
    options: list[OptionInfo]
    bots: list[str]
    rules: bool
    parts: bool  # can its printed numbers be replaced by those of one's own box?
    lessons: list[LessonInfo]
    puzzles: bool  # is there a puzzle of the day?
    companion: list[Depth]  # how a companion can keep it at a real table (docs/companion.md)


class HowToPlay(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/GAME/rules: how it is played, to read."""

    title: str
    blocks: list[Block]
    turn: list[Block]  # a turn in one look, for somebody in the middle of one; empty if the game brings none
    lessons: bool


class PartsFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/games/GAME/parts: printed numbers to be read and checked, as `NewRoom.parts` takes them."""

    parts: str | None = None


class PartsRead(msgspec.Struct, frozen=True, kw_only=True):
    """What these parts print, in the game's own structure; or why they cannot be, and where.

    A game that brings no such structure prints null: then only an empty `sentence` says that the file is good.
    """

    printed: Any
    sentence: str = ""
    reason: str = ""  # the same without its line, for whoever wrote none
    line: int = 0
    where: str = ""


class OwnParts(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games/GAME/parts: the game's own printed numbers, as a file to be copied and changed."""

    text: str
