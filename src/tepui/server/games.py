"""The addresses of the installed games: what each is, its rules to read, and its printed numbers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tepui.coach.companion.answers import depths_of
from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.messages import LessonInfo
from tepui.coach.lessons.step import lesson_info
from tepui.coach.moments import Depth
from tepui.coach.puzzles import of_the_day
from tepui.core import find
from tepui.core.find import Failed
from tepui.core.game import Game, Option, Parts
from tepui.core.refusal import BadParts
from tepui.core.text import Block, blocks, to_read
from tepui.core.words import N_
from tepui.server.refusals import Refused, sentence
from tepui.server.web.address import get, post

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/games: one of the installed games."""

    game: str
    title: str
    about: str
    seats: list[int]
    minutes: int
    alone: int  # minutes against bots
    languages: list[str]
    options: list[Option]
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
    turn: list[Block]  # a turn in one look, for someone in the middle of one; empty if the game brings none
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


# ---- answering


def game_info(game: Game, language: str) -> GameInfo:
    return GameInfo(
        game=game.name,
        title=game.title,
        about=game.about_in(language),
        seats=list(game.seats),
        minutes=game.minutes,
        alone=game.alone or game.minutes,
        languages=list(game.languages),
        options=game.options_in(language),
        bots=list(find.bots(game.name)),
        rules=game.has("how_to_play"),
        parts=game.has("parts_file"),
        lessons=[lesson_info(lesson, language) for lesson in lessons.of(game).values()],
        puzzles=of_the_day.has_list(game),
        companion=depths_of(game),
    )


def installed() -> list[Game]:
    return [game for game in find.games() if not isinstance(game, Failed)]


async def games(at: Asker) -> list[GameInfo]:
    return [game_info(game, at.language) for game in installed()]


def how_to_play(at: Asker) -> HowToPlay:
    game = at.game
    text, turn = to_read(game, "how_to_play", at.language), to_read(game, "turn", at.language)
    if text is None:
        raise Refused("absent", N_("This game brings no rules to read. Ask its author."))
    return HowToPlay(title=game.title, blocks=blocks(text), turn=blocks(turn or ""), lessons=bool(lessons.of(game)))


async def own_parts(at: Asker) -> OwnParts:
    """A game's own printed numbers as a file."""
    return OwnParts(text=with_parts(at.game).own_text())


async def read_parts(at: Asker, asked: PartsFile) -> PartsRead:
    """Reads such a file as a table would, and keeps nothing."""
    game = at.game
    with_parts(game)
    try:
        parts = await at.rooms.parts_reader.run(partial(game.read_parts, asked.parts))
        return PartsRead(printed=game.printed(parts))
    except BadParts as bad:  # that was the question: an answer, not a failure
        reason, language = bad.bare(at.language), at.language
        return PartsRead(printed=None, sentence=sentence(bad, language), reason=reason, line=bad.line, where=bad.where)


def with_parts(game: Game) -> Parts:
    if game.parts is None:
        raise Refused("absent", N_("This game has no printed numbers that could be replaced."))
    return game.parts


ROUTES = [
    get("/api/games", games),
    get("/api/games/{game}/rules", how_to_play),
    get("/api/games/{game}/parts", own_parts),
    post("/api/games/{game}/parts", read_parts, PartsFile),
]
