"""Somebody who is gone for long: the others agree to give the seat to whoever comes, or they are on holiday.

A bot keeps the seat meanwhile, so the game goes on either way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.http.guests import device_of
from tepui.server.refusals import Refused
from tepui.server.rooms import clocks, seating
from tepui.server.rooms.room_state import Chair, Replacing, RoomState, chair_at, put
from tepui.server.wire import messages
from tepui.server.wire.page import Page

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

LONG = 5 * 60_000  # milliseconds that a bot has kept the seat
LONG_SLOW = 3 * clocks.DAY * 1000
GIVEN = N_("{name} was gone for long, and everyone agreed: whoever comes can have the seat.")
AWAY = N_("{name} is on holiday for {n} days; that clock stands still.")
BACK = N_("{name} is back from holiday.")


def settled(before: RoomState, state: RoomState, now: int) -> RoomState:
    """Notes since when a bot keeps a seat; whoever is back is not replaced."""
    for seat, chair in enumerate(state.chairs):
        was = before.chairs[seat]
        if chair.kind == "kept" and (was.kind != "kept" or was.guest != chair.guest):
            state = put(state, seat, replace(chair, kept_since=now))
    kept = tuple(one for one in state.replacing if state.chairs[one.seat].kind == "kept" and not state.over)
    return state if kept == state.replacing else replace(state, replacing=kept)


def is_gone(state: RoomState, seat: int, now: int) -> bool:
    """Long enough to be replaced."""
    chair = state.chairs[seat]
    slow = state.clock is not None and state.clock.seconds >= clocks.SLOW
    long = now - chair.kept_since >= (LONG_SLOW if slow else LONG)
    return chair.kind == "kept" and state.started and not state.over and long


def agreed_at(state: RoomState, seat: int) -> list[int] | None:
    """The seats whose people have said yes; None: nobody asks."""
    found = next((one for one in state.replacing if one.seat == seat), None)
    if found is None:
        return None
    return [at for at, chair in enumerate(state.chairs) if chair.guest in found.agreed and chair.kind == "person"]


def answer(state: RoomState, guest: str, seat: int, yes: bool, now: int) -> RoomState:
    """A player's wish to give this seat away, or their answer to it; a no ends the question."""
    chair = chair_at(state, seat)
    if state.seat_of(guest) is None or chair.device == device_of(guest):
        raise Refused("forbidden", N_("Only the others who play here can decide that."))
    if not is_gone(state, seat, now):
        raise Refused("forbidden", N_("Nobody there has been gone for long; wait a little."))
    asked = next((one for one in state.replacing if one.seat == seat), Replacing(seat))
    others = tuple(one for one in state.replacing if one.seat != seat)
    if not yes:
        return replace(state, replacing=others)
    asked = replace(asked, agreed=tuple(sorted({*asked.agreed, guest})))
    people = {one.guest for one in state.chairs if one.kind == "person"}
    if not people <= set(asked.agreed):
        return replace(state, replacing=(*others, asked))
    bot = Chair(None, seating.bot_name(state, seat), chair.bot, open=True, link=chair.link + 1)
    return replace(put(state, seat, bot), replacing=others)


async def replace_player(room: Room, page: Page, message: messages.Replace) -> None:
    async with room.lock:
        name = chair_at(room.state, message.seat).name
        now = room.rooms.uptime.now()
        await room.save(answer(room.state, page.guest, message.seat, message.yes, now))
        if room.state.chairs[message.seat].open:
            await room.log(GIVEN, name=name)
        room.tell_everything()


async def holiday(room: Room, page: Page, message: messages.Holiday) -> None:
    async with room.lock:
        await take_holiday(room, room.seat(page), message.days)


async def take_holiday(room: Room, seat: int, days: int) -> None:
    """The lock is held."""
    told, limit = room.turn.clocks, room.state.clock
    if told is None or limit is None or limit.seconds < clocks.SLOW:
        raise Refused("forbidden", N_("A holiday is for slow games, which have a clock of an hour or more."))
    now = room.rooms.uptime.now()
    if days == 0 and told.away[seat] <= now:
        return
    await room.save(room.state, clocks.go_away(told, seat, now, days))
    await room.log(AWAY if days else BACK, name=room.state.names[seat], n=str(days))
    room.tell_everything()
