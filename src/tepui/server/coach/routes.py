"""Lessons, puzzles and companions over HTTP: the coach folds each answer again, beside the loop. Nothing is stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tepui.coach.companion import answers as companion
from tepui.coach.companion import messages as wire
from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.messages import LessonAnswer, LessonStep
from tepui.coach.lessons.step import taken
from tepui.coach.puzzles import asked as puzzles
from tepui.coach.puzzles.messages import OwnPuzzles, PuzzleAsked, PuzzleTold, PuzzleTry
from tepui.coach.what_if import WhatIfAsked, WhatIfShown, begun, shown
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.server.people.identity import tag_of
from tepui.server.refusals import Refused
from tepui.server.room import replays
from tepui.server.threads import TOO_MUCH
from tepui.server.web import qr as qr_code
from tepui.server.web.address import File, get, post

if TYPE_CHECKING:
    from tepui.server.people.asker import Asker

# ---- lessons


async def step(at: Asker, asked: LessonAnswer) -> Callable[[], LessonStep]:
    lesson = lessons.lesson(at.game, at.path_params["lesson"]).played_by(await at.rooms.name_of(at.guest))
    return partial(taken, lesson, asked, at.language)


# ---- the companion


def kept(what: Callable[..., Any]) -> Callable[..., Any]:
    """What the coach says of the entries."""

    async def said(at: Asker, asked: wire.CompanionAsked) -> Callable[[], Any]:
        return partial(what, at.game, asked, await parts_of(at, asked), at.language)

    return said


async def record(at: Asker, asked: wire.CompanionAsked) -> Callable[[], File]:
    """The game as a file, finished or not; the page saves it."""
    game, parts, name = at.game, await parts_of(at, asked), f"tepui-{at.game.name}-companion.jsonl"
    return lambda: File(companion.written(game, asked, parts, at.language), "application/x-ndjson", name)


async def review(at: Asker, asked: wire.CompanionAsked) -> Callable[[], wire.CompanionReview]:
    """Made by the processes that think for bots, as other reviews are: it takes long."""
    whole = partial(companion.whole_game, at.game, asked, await parts_of(at, asked), at.language)
    view = await at.site.coach.run(whole)
    try:
        found = await at.rooms.bot_pool.review(view, room=tag_of(at.network))
    except BotFailed:  # none of those that sit at tables: it took too long
        raise Refused("busy", TOO_MUCH) from None
    return partial(companion.looked_back, view, found, at.language)


async def parts_of(at: Asker, asked: wire.CompanionAsked) -> Any:
    """The printed numbers of one's own box, if they came with the entries."""
    if asked.parts is None:
        return None
    return await at.rooms.parts_reader.run(partial(at.game.read_parts, asked.parts))


async def qr(at: Asker) -> File:
    """The way to this page, for a phone: the page of printed sheets shows it."""
    return qr_code.file(f"{at.base}/companion/{at.game.name}")


# ---- puzzles: of a day, and those of a finished game


async def puzzle(at: Asker) -> Callable[[], PuzzleAsked]:
    posed, today = await posing(at), at.site.today()
    return lambda: puzzles.asked_of(posed(), today, at.language)


async def try_puzzle(at: Asker, answer: PuzzleTry) -> Callable[[], PuzzleTold]:
    posed = await posing(at)
    return lambda: puzzles.answered(posed(), answer, at.language)


async def try_day(at: Asker, answer: PuzzleTry) -> Callable[[], PuzzleTold]:
    """Whoever is done reads how others did, and is counted the first time."""
    told, tries = await at.site.coach.run(await try_puzzle(at, answer)), at.site.tries
    if tries is None or (not told.right and answer.do != "show"):
        return lambda: told
    puzzle = f"{at.game.name} {at.asked('date') or at.site.today()}"
    if answer.tries is not None:
        await tries.add(puzzle, answer.tries if told.right else 0)
    return lambda: replace(told, others=tries.of(puzzle))


async def posing(at: Asker) -> Callable[[], puzzles.Posed]:
    if "room" in at.path_params:
        return partial(puzzles.of_game, await finished(at), at.asked("move"), at.asked("kind"))
    return partial(puzzles.of_day, at.game, at.asked("date"), at.site.today())


async def own_puzzles(at: Asker) -> Callable[[], OwnPuzzles]:
    return partial(puzzles.all_of_game, await finished(at), at.language)


async def what_if(at: Asker, asked: WhatIfAsked) -> Callable[[], WhatIfShown]:
    """A finished game played on from one of its moments: a bot's decision at a time, so that others have their turn."""
    game = await finished(at)
    on = await at.site.coach.run(partial(begun, game, asked))
    steps = on.steps(asked.line)
    while not await at.site.coach.run(partial(next, steps, True)):
        pass
    return partial(shown, on, game, asked.tries, at.language)


async def finished(at: Asker) -> View:
    """The game of this room as the seat saw it that is asked for, or one's own."""
    room = await at.room()
    async with room.lock:
        session = replays.over(room, at.guest)
        eye = replays.eye_for(room, at.guest, at.person, at.asked("seat"))
        return session.table.view(eye if eye < TABLE else 0)


coach_get, coach_post = partial(get, limit="coach", slow="coach"), partial(post, limit="coach", slow="coach")
ROUTES = [
    coach_post("/api/games/{game}/lessons/{lesson}", step, LessonAnswer),
    get("/companion/{game}/qr.svg", qr),
    coach_post("/api/games/{game}/companion", kept(companion.state), wire.CompanionAsked),
    coach_post("/api/games/{game}/companion/why", kept(companion.proof), wire.CompanionAsked),
    coach_post("/api/games/{game}/companion/record", record, wire.CompanionAsked),
    coach_post("/api/games/{game}/companion/review", review, wire.CompanionAsked),
    coach_get("/api/games/{game}/puzzle", puzzle),
    coach_post("/api/games/{game}/puzzle", try_day, PuzzleTry),
    coach_get("/api/rooms/{room}/puzzles", own_puzzles),
    coach_get("/api/rooms/{room}/puzzle", puzzle),
    coach_post("/api/rooms/{room}/what-if", what_if, WhatIfAsked, thread=1500),
    coach_post("/api/rooms/{room}/puzzle", try_puzzle, PuzzleTry),
]
