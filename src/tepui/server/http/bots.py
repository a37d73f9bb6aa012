"""The address at which a network bot asks what is next: `POST /api/rooms/ROOM/bot`, with its token in a header."""

from __future__ import annotations

import asyncio
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tepui.core import bot_network
from tepui.core.bot_network import Elsewhere, Said
from tepui.core.refusal import BotFailed
from tepui.core.words import N_, clean
from tepui.server.http import http_guard
from tepui.server.http.guests import tidy_name
from tepui.server.http.site import Site, site_of
from tepui.server.refusals import Refused
from tepui.server.rooms import network_bots, room_state, seating
from tepui.server.rooms.network_bots import soon
from tepui.server.rooms.room import Room

NO_SEAT = N_("This token plays no seat at this table: it is wrong, or was withdrawn. Ask the host for a new one.")


def is_for(path: str) -> bool:
    """Is this our address? It has limits of its own: a quick bot asks more often than a person presses."""
    return path.startswith("/api/rooms/") and path.endswith("/bot")


async def bot(request: Request) -> Response:
    site = site_of(request)
    room, seat = await admitted(site, request)
    visitor = room.network.visitor(room.state.chairs[seat])
    if site.rates.on and not visitor.allowance.take():
        raise Refused("busy", N_("Too many requests with this token; slow down."))
    said = await said_in(request)
    await room.decide(partial(introduce, room, seat, said))
    return Response(await next_for(site, request, room, seat, said), media_type="application/json")


async def admitted(site: Site, request: Request) -> tuple[Room, int]:
    """The table, and the seat that the token plays; whoever tries tokens may try few."""
    token = bot_network.bearer(request.headers.get("authorization", ""))
    try:
        room = await site.rooms.room(request.path_params["room"])
        seating.require_open(room.state)
        seat = network_bots.seat_of(room.state, token)
        if seat is None:
            raise Refused("forbidden", NO_SEAT)
    except Refused as no:
        if no.why in ("forbidden", "absent"):
            site.rates.check("token", http_guard.address_of(request))
        raise
    return room, seat


async def said_in(request: Request) -> Said:
    body = await http_guard.body_of(request)
    try:
        return msgspec.json.decode(body or b"{}", type=Said)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("unclear", N_("That is not what this address expects ({what})."), what=str(error)[:200]) from None


async def introduce(room: Room, seat: int, said: Said) -> None:
    """What it is called, as people choose a name, and what its owner says it is, for everyone at the table to read."""
    wanted = None if said.name is None else tidy_name(said.name)
    async with room.lock:
        chair = room.state.chairs[seat]
        name = chair.name if wanted is None else seating.own_name(room.state, wanted, seat)
        about = chair.about if said.about is None else " ".join(clean(said.about).split())[: bot_network.ABOUT]
        if chair.bot != room_state.NETWORK or (name, about) == (chair.name, chair.about):
            return
        if name != chair.name:
            room.change_name()
        await room.save(room_state.put(room.state, seat, msgspec.structs.replace(chair, name=name, about=about)))
        room.tell_everything() if name != chair.name else room.tell_room()


async def next_for(site: Site, request: Request, room: Room, seat: int, said: Said) -> bytes:
    """The open question, or the next; after a while nothing, and the bot asks again."""
    session, visitor = room.session, room.network.visitor(room.state.chairs[seat])
    came, visitor.here, visitor.late = not visitor.here, True, False
    if came:
        async with room.lock:
            room.tell_room()
            room.rooms.elsewhere.announce(room)
    if bytes(said.answer) and not visitor.line.is_open(said.question):
        room.rooms.elsewhere.pass_on(room, seat, said)  # another process may have asked
    try:
        waiting = visitor.line.hear(said)
    except BotFailed as failed:
        text = N_("Your answer cannot be played ({what}). A house bot has moved for you.")
        raise Refused("unclear", text, what=failed.why) from None
    if room.state.over and session is not None:
        visitor.line.leave(waiting)
        return bot_network.over(*session.result())
    gone = asyncio.create_task(left(request))
    try:
        with site.load.resting():
            told = asyncio.create_task(soon(waiting, bot_network.HOLD))
            await asyncio.wait({told, gone}, return_when=asyncio.FIRST_COMPLETED)
        if told.done():
            return await told
        told.cancel()
        if visitor.line.leave(waiting):
            visitor.here = False
            async with room.lock:
                room.tell_room()
                room.rooms.elsewhere.announce(room)
    except TimeoutError:
        visitor.line.leave(waiting)
    except Elsewhere:
        raise Refused("stale", N_("Another program uses this token now, so this one must end.")) from None
    finally:
        gone.cancel()
    return bot_network.NOTHING


async def left(request: Request) -> None:
    """Until the line is lost."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


ROUTES = [Route("/api/rooms/{room}/bot", bot, methods=["POST"])]
