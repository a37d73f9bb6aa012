"""Someone who is gone: their time is up, they are on holiday, or the others agree to give the seat to whoever comes.

A bot keeps the seat meanwhile, so the game goes on either way.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused
from tepui.server.room import clocks, seats
from tepui.server.room.change import NOTHING, Change, change_to, notice
from tepui.server.room.state import Chair, Replacing, RoomState, chair_at, put

if TYPE_CHECKING:
    from tepui.server.room.room import Room

LONG = 5 * 60_000  # milliseconds that a bot has kept the seat
LONG_SLOW = 3 * clocks.DAY * 1000
UP = N_("The time of {name} is up: a bot plays until {name} is back.")
GIVEN = N_("{name} was gone for long, and everyone agreed: the next player can have the seat.")
AWAY = N_("{name} is on holiday for {n} days. That clock stands still.")
BACK = N_("{name} is back from holiday.")


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
        raise Refused("forbidden", N_("Nobody there has been gone for long. Wait a little."))
    asked = next((one for one in state.replacing if one.seat == seat), Replacing(seat))
    others = tuple(one for one in state.replacing if one.seat != seat)
    if not yes:
        return replace(state, replacing=others)
    asked = replace(asked, agreed=tuple(sorted({*asked.agreed, guest})))
    people = {one.guest for one in state.chairs if one.kind == "person"}
    if not people <= set(asked.agreed):
        return replace(state, replacing=(*others, asked))
    bot = Chair(None, seats.bot_name(state, seat), chair.bot, open=True, link=chair.link + 1)
    return replace(put(state, seat, bot), replacing=others)


def holiday(room: Room, seats: list[int], days: int) -> Change:
    """The people at these seats are away for so many days; 0: back."""
    left, limit, now = room.turn.clocks, room.state.clock, room.rooms.uptime.now()
    if seats and (left is None or limit is None or limit.seconds < clocks.SLOW):
        raise Refused("forbidden", N_("A holiday is for slow games, which have a clock of an hour or more."))
    notices = []
    for seat in seats:
        if left is not None and (days or left.away[seat] > now):
            left = clocks.go_away(left, seat, now, days)
            notices.append(notice(AWAY if days else BACK, name=room.state.names[seat], n=str(days)))
    return Change(lines=tuple(notices), clocks=left) if notices else NOTHING


def time_is_up(room: Room) -> Change:
    """A bot plays for whoever has no time left, until they are back; a lost connection gives them a little longer."""
    state, left, limit, now = room.state, room.turn.clocks, room.state.clock, room.rooms.uptime.now()
    if left is None or limit is None:
        return NOTHING
    here = room.devices_here
    late = [seat for seat in range(len(left.left)) if (clocks.reminder(left, limit, seat) or now + 1) <= now]
    left = replace(left, reminded=(*left.reminded, *late))
    fallen = []
    for seat in clocks.expired(left, now):
        lost = state.chairs[seat].device not in here and limit.seconds < clocks.SLOW
        if lost and seat not in left.graced:
            left = clocks.reconnecting(left, seat, now)
        else:
            fallen.append(seat)
            state = seats.vacate(state, seat, standby(room))
    return change_to(room, state, *(notice(UP, name=state.names[seat]) for seat in fallen), clocks=left)


def standby(room: Room) -> str:
    """A bot as strong as those who play here; a friendly one among people."""
    playing = Counter(chair.bot for chair in room.state.chairs if chair.kind == "bot")
    usual = next((bot for bot, _ in playing.most_common() if bot in room.bots), None)
    return usual or room.friend
