"""What bots say at one table: what they had forgotten, once the game is over; and a master's reasons, to a pupil.

Both are made by the processes that think for bots, so that a bot that cannot tell delays nobody.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from tepui.bots import levels
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.people.identity import person_of
from tepui.server.refusals import Refused
from tepui.server.reviews.messages import BotSaid, Weighed
from tepui.server.room.replays import is_over
from tepui.server.room.room import Room
from tepui.server.room.sealed import require_unsealed

SAID: WeakKeyDictionary[Room, dict[tuple[object, ...], list[str]]] = WeakKeyDictionary()  # while a room is in memory


async def forgot(room: Room, guest: str, language: str) -> list[BotSaid]:
    """Of every bot that sits here; refused while the game runs, for it would tell how to beat them."""
    async with room.lock:
        require_unsealed(room)
        session = room.session
        if session is None or not is_over(room, guest):
            raise Refused("forbidden", N_("Bots tell what they had forgotten when the game is over."))
        asked = [
            (seat, chair.bot or "", session.table.view(seat))
            for seat, chair in enumerate(room.state.chairs)
            if chair.kind == "bot" and chair.bot in room.bots
        ]
    return [BotSaid(seat=seat, lines=await said(room, bot, view, "forgot", language)) for seat, bot, view in asked]


async def weigh(room: Room, guest: str, person: int | None, language: str) -> Weighed:
    """The best few actions of this person's own view, as a master values them; asked once for each turn."""
    async with room.lock:
        require_unsealed(room)
        guest = person_of(guest, person or 1)
        seat, session = room.audience.seat(guest, person), room.session
        bot = levels.TEACHER if levels.TEACHER in room.bots else None
        if seat is None or session is None or bot is None:
            raise Refused("forbidden", N_("There is nobody here whom you could ask for reasons."))
        if room.helping.help is None or room.helping.levels[seat] != "teacher":
            raise Refused("forbidden", N_("A master's reasons are the teacher's. Choose that level of help first."))
        view, turn = session.table.view(seat), session.turn
        if not view.codes():
            raise Refused("forbidden", N_("There is nothing for you to decide now."))
    return Weighed(lines=await said(room, bot, view, "explain", language, turn))


async def said(room: Room, bot: str, view: View, what: str, language: str, turn: int = 0) -> list[str]:
    """Asked once."""
    here, key = SAID.setdefault(room, {}), (what, bot, view.eye, language, turn)
    if key not in here:
        here[key] = await room.rooms.bot_pool.say(bot, view, what, language, room=room.tag)
    return here[key]
