"""Puzzles over HTTP: the one of a day, and those of one's own finished games. Nothing is stored.

What is asked is folded from what one seat saw. The solution leaves the server with a right answer or when somebody
asks to be shown, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.core import daily, find
from tepui.core.help import Level
from tepui.core.position import TABLE
from tepui.core.puzzle import Answer, Puzzle
from tepui.core.puzzles import at_move, judged, missed_first, picks_of, puzzler_of
from tepui.core.puzzles import find as find_in
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.http import guests, http_guard
from tepui.server.http.site import site_of
from tepui.server.refusals import Refused
from tepui.server.rooms import replays
from tepui.server.wire import messages
from tepui.server.wire import puzzles as wire
from tepui.server.wire.moments import Story

LEVEL: Level = "referee"  # the sheet shows what was seen; what follows from it is what is asked
MOST_PICKS = 64
NOT_HERE = N_("There is no such puzzle in this game; look at the list of its puzzles.")
NONE_HERE = N_("This game brings no puzzles; its replay shows how it went.")
encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Posed:
    """A puzzle, the view of its moment, and of which day it is if it is one of a day."""

    puzzle: Puzzle
    view: View
    day: date | None = None
    first: date | None = None


# ---- the puzzle of a day ----


async def of_day(request: Request) -> Response:
    site = site_of(request)
    game = find.game(request.path_params["game"])
    asked, today = request.query_params.get("date", ""), site.today()

    def posed() -> Posed:
        found = daily.list_of(game)
        day = daily.day_of(asked) if asked else today
        one = daily.daily(game, day, today)
        return Posed(one.puzzle, one.view(game), day, found.head.first)

    return await told(request, posed)


# ---- those of a finished game ----


async def of_room(request: Request) -> Response:
    """Of these the list."""
    site = site_of(request)
    view = await room_view(request)
    language = http_guard.language_of(request)

    def made() -> bytes:
        puzzler = puzzler_of(view.game)
        return encode(
            wire.OwnPuzzles(
                game=view.game.name,
                title=view.game.title,
                seat=view.eye,
                puzzles=[
                    wire.OwnPuzzle(
                        seat=one.seat,
                        move=one.move,
                        kind=one.kind,
                        name=puzzler.title(one, language),
                        level=one.level,
                        missed=one.missed,
                    )
                    for one in missed_first(find_in(view))
                ],
            )
        )

    return Response(await site.rooms.slow.run(made), media_type="application/json")


async def one_of_room(request: Request) -> Response:
    view = await room_view(request)
    move, kind = request.query_params.get("move", ""), request.query_params.get("kind", "")

    def posed() -> Posed:
        for one in find_in(view):
            if str(one.move) == move and one.kind == kind:
                return Posed(one, at_move(view, one.move))
        raise Refused("absent", NOT_HERE)

    return await told(request, posed)


async def room_view(request: Request) -> View:
    """The finished game as the seat saw it that is asked for, or one's own."""
    site = site_of(request)
    room = await site.room(request)
    person = guests.asked_person(request.query_params.get("person"))
    async with room.lock:
        session = replays.over(room)
        if room.game.puzzles is None:
            raise Refused("absent", NONE_HERE)
        eye = replays.eye_for(room, site.guest(request), person, request.query_params.get("seat", ""))
        return session.table.view(eye if eye < TABLE else 0)


# ---- both ----


async def told(request: Request, posed: Callable[[], Posed]) -> Response:
    """GET: what is asked. POST: what becomes of an answer. Found and judged beside the event loop."""
    site, language = site_of(request), http_guard.language_of(request)
    if request.method == "GET":
        today = site.today()
        made = await site.rooms.slow.run(lambda: encode(asked_of(posed(), today, language)))
        return Response(made, media_type="application/json")
    http_guard.require_same_origin(request, site.settings.url)
    answer: wire.PuzzleTry = await http_guard.read(request, wire.PuzzleTry)
    if len(answer.picks) > MOST_PICKS:
        raise Refused("unclear", N_("That is too long for this server; shorten it."))
    made = await site.rooms.slow.run(lambda: encode(answered(posed(), answer, language)))
    return Response(made, media_type="application/json")


def asked_of(posed: Posed, today: date, language: str) -> wire.PuzzleAsked:
    puzzle, view = posed.puzzle, posed.view
    puzzler = puzzler_of(view.game)
    marks, form = puzzler.marks(view, puzzle), puzzler.forms[puzzle.kind]
    story = story_of(view, language)
    message = story.message(story.since(-1, False), whole=True, help=helped(view, marks))
    if form == "claim":  # nothing is to be moved
        message = msgspec.structs.replace(message, legal=[])
    return wire.PuzzleAsked(
        game=view.game.name,
        title=view.game.title,
        name=puzzler.title(puzzle, language),
        question=puzzler.question(view, puzzle, language),
        level=puzzle.level,
        kind=puzzle.kind,
        form=form,
        seat=view.eye,
        move=puzzle.move,
        names=list(view.names),
        marks=marks,
        date=None if posed.day is None else posed.day.isoformat(),
        today=today.isoformat(),
        first=None if posed.first is None else posed.first.isoformat(),
        missed=puzzle.missed,
        view=message,
    )


def answered(posed: Posed, answer: wire.PuzzleTry, language: str) -> wire.PuzzleTold:
    puzzle, view = posed.puzzle, posed.view
    puzzler = puzzler_of(view.game)
    if answer.do == "try":
        twin, moments = story_of(view, language).tried(answer.picks)
        return wire.PuzzleTold(right=False, lines=[], picks=[], claim=None, view=twin.message(moments))
    if answer.do == "show":
        right, lines = False, puzzler.explain(view, puzzle, language)
    else:
        verdict = judged(view, puzzle, Answer(answer.picks, answer.claim), language)
        right, lines = verdict.right, verdict.lines
        if not right:
            return wire.PuzzleTold(right=False, lines=lines, picks=[], claim=None, view=None)
    picks, claim = solution(view, puzzle)
    return wire.PuzzleTold(right=right, lines=lines, picks=picks, claim=claim, view=None)


def solution(view: View, puzzle: Puzzle) -> tuple[list[int], Any]:
    puzzler = puzzler_of(view.game)
    if puzzler.forms[puzzle.kind] == "moves":
        return picks_of(view, puzzle.answer), None
    for _label, claim in puzzler.claims(view, puzzle, "en"):
        if puzzler.hear(view, puzzle, claim) == puzzle.answer:
            return [], claim
    raise IllegalMove(NOT_HERE)


def story_of(view: View, language: str) -> Story:
    story = Story(view.game, view.setting, view.eye, view.names, language, view.moves)
    story.advance(turn=1)
    return story


def helped(view: View, marks: Any) -> bytes | None:
    help = view.game.help
    return None if help is None else encode(messages.HelpShown(LEVEL, help.shown(view, LEVEL, marks)))


ROUTES = [
    Route("/api/games/{game}/puzzle", of_day, methods=["GET", "POST"]),
    Route("/api/rooms/{room}/puzzles", of_room),
    Route("/api/rooms/{room}/puzzle", one_of_room, methods=["GET", "POST"]),
]
