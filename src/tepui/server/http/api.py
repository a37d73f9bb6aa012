"""The addresses that answer in JSON: games, rooms, lists, records, replays, and forgetting a person."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.core import find, lessons
from tepui.core.find import Failed
from tepui.core.game import Game
from tepui.core.reading import blocks
from tepui.core.refusal import BadParts
from tepui.core.words import N_
from tepui.server.http import companion, guests, http_guard, learn, qr_code
from tepui.server.http.site import Site, site_of
from tepui.server.refusals import Refused
from tepui.server.rooms import replays
from tepui.server.rooms.handlers import sentence
from tepui.server.wire.games import GameInfo, HowToPlay, OptionInfo, OwnParts, PartsFile, PartsRead
from tepui.server.wire.lobby import Join, NewRoom, RoomLink, Vacation, VacationTaken
from tepui.server.wire.people import Me

encode = msgspec.json.Encoder().encode


def answer(thing: Any, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")


def game_info(game: Game, language: str) -> GameInfo:
    told = {option.name: game.option_in(option, language) for option in game.options}
    return GameInfo(
        game=game.name,
        title=game.title,
        about=game.about_in(language),
        seats=list(game.seats),
        minutes=game.minutes,
        languages=list(game.languages),
        options=[
            OptionInfo(
                name=option.name,
                title=told[option.name][0],
                about=told[option.name][1],
                default=option.default,
                choices=list(option.choices),
            )
            for option in game.options
        ],
        bots=list(find.bots(game.name)),
        rules=game.how_to_play is not None,
        parts=game.own_parts is not None,
        lessons=[learn.lesson_info(lesson, language) for lesson in lessons.of(game).values()],
        puzzles=game.puzzles is not None and game.daily is not None and game.daily.is_file(),
        companion=companion.depths_of(game),
    )


def installed() -> list[Game]:
    return [game for game in find.games() if not isinstance(game, Failed)]


async def games(request: Request) -> Response:
    return answer([game_info(game, http_guard.language_of(request)) for game in installed()])


async def rules(request: Request) -> Response:
    return answer(how_to_play(request))


def how_to_play(request: Request) -> HowToPlay:
    game = find.game(request.path_params["game"])
    if game.how_to_play is None:
        raise Refused("absent", N_("This game brings no rules to read; ask whoever wrote it."))
    language = http_guard.language_of(request)
    turn = "" if game.turn_summary is None else game.turn_summary(language)
    return HowToPlay(
        title=game.title, blocks=blocks(game.how_to_play(language)), turn=blocks(turn), lessons=bool(lessons.of(game))
    )


async def parts(request: Request) -> Response:
    """GET: a game's own printed numbers as a file. POST: reads such a file as a table would, and keeps nothing."""
    site = site_of(request)
    game = find.game(request.path_params["game"])
    if game.own_parts is None:
        raise Refused("absent", N_("This game has no printed numbers that could be replaced."))
    if request.method != "POST":
        return answer(OwnParts(text=game.own_parts()))
    http_guard.require_same_origin(request, site.settings.url)
    asked: PartsFile = await http_guard.read(request, PartsFile)
    try:
        parts = await site.rooms.parts_reader.run(partial(game.read_parts, asked.parts))
        return answer(PartsRead(printed=None if game.printed is None else game.printed(parts)))
    except BadParts as bad:  # that was the question: an answer, not a failure
        told = sentence(bad, http_guard.language_of(request))
        return answer(PartsRead(printed=None, sentence=told, line=bad.line, where=bad.where))


async def create(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    site.rates.check("room", http_guard.address_of(request))
    new: NewRoom = await http_guard.read(request, NewRoom)
    room = await site.rooms.create(site.guest(request), new)
    base = site.base(request)
    return answer(RoomLink(room=room.id, code=room.code, link=f"{base}/t/{room.id}"), 201)


async def join(request: Request) -> Response:
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    site.rates.check("join", http_guard.address_of(request))
    asked: Join = await http_guard.read(request, Join)
    return answer(await site.rooms.lobby.join(asked.code, site.base(request)))


async def lobby(request: Request) -> Response:
    site = site_of(request)
    return answer(await site.rooms.lobby.public(site.guest(request), site.base(request)))


async def mine(request: Request) -> Response:
    site = site_of(request)
    return answer(await site.rooms.lobby.mine(site.guest(request), site.base(request)))


async def holiday(request: Request) -> Response:
    """The same holiday at all slow tables of this device; how many there are."""
    site = site_of(request)
    http_guard.require_same_origin(request, site.settings.url)
    asked: Vacation = await http_guard.read(request, Vacation)
    return answer(VacationTaken(tables=await site.rooms.lobby.holiday(site.guest(request), asked.days)))


async def me(request: Request) -> Response:
    site = site_of(request)
    guest = site.guest(request)
    if request.method == "GET":
        return answer(Me(name=await site.rooms.name_of(guest)))
    http_guard.require_same_origin(request, site.settings.url)
    if request.method == "DELETE":
        return await forget(site, guest)
    said: Me = await http_guard.read(request, Me)
    name = guests.tidy_name(said.name)
    await site.rooms.rename(guest, name)
    return answer(Me(name=name))


async def forget(site: Site, guest: str) -> Response:
    await site.rooms.forget(guest)
    response = answer(Me(name=""))
    response.delete_cookie(guests.COOKIE)
    return response


async def record(request: Request) -> Response:
    site = site_of(request)
    room = await site.room(request)
    data = await site.rooms.slow.run(partial(replays.record, room))
    name = f"tepui-{room.game.name}-{room.code.lower()}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/x-ndjson", headers=headers)


async def replay(request: Request) -> Response:
    site = site_of(request)
    room = await site.room(request)
    try:
        first = int(request.query_params.get("from", "0"))
        last = int(request.query_params.get("to", str(first + replays.MOMENTS - 1)))
    except ValueError:
        raise Refused("unclear", N_("A replay goes from one number to another.")) from None
    eye, person = request.query_params.get("eye", ""), guests.asked_person(request.query_params.get("person"))
    async with room.lock:
        made = replays.replay(room, site.guest(request), person, eye, first, last, http_guard.language_of(request))
    return await site.rooms.slow.run(lambda: answer(made()))


async def review(request: Request) -> Response:
    """GET: a finished game looked at again through one seat's eyes, as far as it is done. DELETE: stop."""
    site = site_of(request)
    room = await site.room(request)
    if request.method == "DELETE":
        http_guard.require_same_origin(request, site.settings.url)
        room.reviewing.stop()
        return Response(status_code=204)
    eye, person = request.query_params.get("seat", ""), guests.asked_person(request.query_params.get("person"))
    language = http_guard.language_of(request)
    return answer(await room.reviewing.tell(site.guest(request), person, eye, language))


async def forgot(request: Request) -> Response:
    site = site_of(request)
    room = await site.room(request)
    return answer(await room.said.forgot(http_guard.language_of(request)))


async def weigh(request: Request) -> Response:
    site = site_of(request)
    room = await site.room(request)
    person = guests.asked_person(request.query_params.get("person"))
    return answer(await room.said.weigh(site.guest(request), person, http_guard.language_of(request)))


async def qr(request: Request) -> Response:
    site = site_of(request)
    room = await site.room(request)
    return Response(qr_code.as_svg(f"{site.base(request)}/t/{room.id}"), media_type="image/svg+xml")


ROUTES = [
    Route("/api/games", games),
    Route("/api/games/{game}/rules", rules),
    Route("/api/games/{game}/parts", parts, methods=["GET", "POST"]),
    Route("/api/games/{game}/lessons/{lesson}", learn.step, methods=["POST"]),
    Route("/api/rooms", create, methods=["POST"]),
    Route("/api/join", join, methods=["POST"]),
    Route("/api/lobby", lobby),
    Route("/api/mine", mine),
    Route("/api/holiday", holiday, methods=["POST"]),
    Route("/api/me", me, methods=["GET", "POST", "DELETE"]),
    Route("/api/rooms/{room}/record", record),
    Route("/api/rooms/{room}/replay", replay),
    Route("/api/rooms/{room}/review", review, methods=["GET", "DELETE"]),
    Route("/api/rooms/{room}/forgot", forgot),
    Route("/api/rooms/{room}/weigh", weigh),
    Route("/t/{room}/qr.svg", qr),
]
