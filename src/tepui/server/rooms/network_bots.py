"""The address at which a network bot asks what is next: `POST /api/rooms/ROOM/bot`, with its token in a header."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tepui.bots import network
from tepui.bots.network import Said, TokenInUse
from tepui.core.refusal import BotFailed
from tepui.core.words import N_, clean
from tepui.server.people.asker import Asker
from tepui.server.people.identity import tidy_name
from tepui.server.refusals import Refused
from tepui.server.room import seats
from tepui.server.room import state as room_state
from tepui.server.room.change import NOTHING, Change, change_to
from tepui.server.room.room import Room
from tepui.server.web.address import post

NO_SEAT = N_("This token plays no seat at this table: it is wrong, or was withdrawn. Ask the host for a new one.")


async def bot(at: Asker, said: Said) -> Response:
    room, seat = await admitted(at)
    visitor = room.network.visitor(room.state.chairs[seat].token)
    if at.site.rates.on and not visitor.allowance.take(at.rooms.time.monotonic()):
        raise Refused("busy", N_("Too many requests with this token. Slow down."))
    await room.do(introduce, seat, said)
    return Response(await next_for(at, room, seat, said), media_type="application/json")


async def admitted(at: Asker) -> tuple[Room, int]:
    """The table, and the seat that the token plays; whoever tries tokens may try few."""
    token = network.bearer(at.headers.get("authorization", ""))
    try:
        room = await at.rooms.room(at.path_params["room"])
        seats.require_not_banned(room.state)
        seat = seat_of(room.state, token)
        if seat is None:
            raise Refused("forbidden", NO_SEAT)
    except Refused as no:
        if no.why in ("forbidden", "absent"):
            at.check("token")
        raise
    return room, seat


def introduce(room: Room, seat: int, said: Said) -> Change:
    """What it is called, as people choose a name, and what its owner says it is, for everyone at the table to read."""
    chair = room.state.chairs[seat]
    name = chair.name if said.name is None else seats.own_name(room.state, tidy_name(said.name), seat)
    about = chair.about if said.about is None else " ".join(clean(said.about).split())[: network.ABOUT]
    if chair.bot != room_state.NETWORK or (name, about) == (chair.name, chair.about):
        return NOTHING
    if name != chair.name:
        room.change_name()
    chair = msgspec.structs.replace(chair, name=name, about=about)
    tell = "room" if name == room.state.chairs[seat].name else "all"
    return change_to(room, room_state.put(room.state, seat, chair), tell=tell)


def seat_of(state: room_state.RoomState, token: str) -> int | None:
    """Whose seat this token plays."""
    far = [seat for seat, chair in enumerate(state.chairs) if chair.bot == room_state.NETWORK]
    return next((seat for seat in far if network.fits(token, state.chairs[seat].token)), None)


async def next_for(at: Asker, room: Room, seat: int, said: Said) -> bytes:
    """The open question, or the next; after a while nothing, and the bot asks again."""
    session, visitor = room.session, room.network.visitor(room.state.chairs[seat].token)
    came, visitor.here, visitor.late = not visitor.here, True, False
    if came:
        await room.do(lambda room: Change(tell="room"))
    try:
        waiting = visitor.line.hear(said)
    except BotFailed as failed:
        text = N_("Your answer cannot be played ({what}). A house bot has moved for you.")
        raise Refused("unclear", text, what=failed.why) from None
    if room.state.over and session is not None:
        visitor.line.leave(waiting)
        return network.over(*session.result())
    gone, answer = asyncio.create_task(left(at)), asyncio.wrap_future(waiting)
    first: set[asyncio.Future[Any]] = {answer, gone}
    try:
        with at.site.load.resting():
            await asyncio.wait(first, timeout=network.HOLD, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        if visitor.line.leave(waiting) and gone.done():
            visitor.here = False
            await room.do(lambda room: Change(tell="room"))
        return network.NOTHING
    except TokenInUse:
        raise Refused("stale", N_("Another program uses this token now, so this one must end.")) from None
    finally:
        gone.cancel()
        answer.cancel()


async def left(request: Request) -> None:
    """Until the line is lost."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


ROUTES = [post("/api/rooms/{room}/bot", bot, Said, by_token=True)]
