"""Whose move it is at a room's table, as it stands on disk, and what happens when somebody's time is up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.rooms import clocks, seating
from tepui.server.rooms.clocks import Clocks
from tepui.server.rooms.game_session import BACK, GameSession, Row
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.rooms.room_state import RoomState

UP = N_("The time of {name} is up: a bot plays until {name} is back.")


class Turn(msgspec.Struct, frozen=True):
    """Which people must decide now, and their clocks; nothing is known of a table that has not begun."""

    waiting: tuple[int, ...] | None = None
    clocks: Clocks | None = None
    stamp: int = 0
    due: int | None = None  # when something is to be done there

    def row(self) -> dict[str, Any]:
        """As it is written down; `waiting` can be read without decoding anything else."""
        return {
            "waiting": ",".join(map(str, self.waiting or ())),
            "due": self.due,
            "stamp": self.stamp,
            "clocks": None if self.clocks is None else msgspec.json.encode(self.clocks).decode(),
        }


def read(row: Any) -> Turn:
    """ValueError if this is no such row."""
    if row is None:
        return Turn()
    told = None if row.clocks is None else msgspec.json.decode(row.clocks, type=Clocks)
    if told is not None and not told.away:  # written before there were holidays
        none = (0,) * len(told.left)
        told = replace(told, away=none, holiday=none)
    return Turn(seats_of(row.waiting), told, int(row.stamp), row.due)


def seats_of(waiting: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in waiting.split(",") if seat)


def next_turn(
    room: Room, state: RoomState, session: GameSession | None, rows: list[Row], told: Clocks | None = None
) -> Turn | None:
    """After these rows, or in this new state of the room, or with clocks that were changed; None: all is as it was."""
    before, limit = room.turn, state.clock
    shared = room.rooms.store.shared
    if session is None or not state.started or (limit is None and not room.noted and not shared):
        return None  # most moves by far: nobody asks whose turn it is before the table leaves memory
    waiting = waits_for(state, session)
    if limit is None:
        return None if waiting == before.waiting else Turn(waiting)
    now = room.rooms.uptime.now()
    known = told or before.clocks or clocks.begun(limit, len(state.chairs))
    back = any(who == BACK for who, _ in rows)
    moved = () if back else {who for who, _ in rows}
    told = clocks.advanced(known, limit, now, waiting, moved, back)
    return (
        None
        if waiting == before.waiting and told == before.clocks
        else Turn(waiting, told, now, clocks.due(told, limit))
    )


def seconds_left(turn: Turn, seats: Collection[int], now: int) -> int | None:
    """Of the first of these clocks to run out."""
    if turn.clocks is None or not seats:
        return None
    return min(clocks.remaining(turn.clocks, seat, now) for seat in seats) // 1000


def waits_for(state: RoomState, session: GameSession) -> tuple[int, ...]:
    """The people who must decide now."""
    if session.over or state.shut is not None:
        return ()
    return tuple(seat for seat in people(state) if session.look(seat).must_act)


def present(room: Room) -> Turn:
    """Of a table in memory; only with a clock is it followed from move to move."""
    if room.turn.clocks is not None or room.session is None:
        return room.turn
    return Turn(waits_for(room.state, room.session))


def row_to_write(room: Room, turn: Turn | None) -> dict[str, Any] | None:
    """With the moves that led there, if there is a clock. Otherwise it is noted when the table leaves memory, and until
    then the disk knows nothing of it: one statement less for every move."""
    if turn is None:
        return None
    if turn.clocks is not None or room.rooms.store.shared:  # other processes ask too
        return turn.row()
    return {} if room.noted else None


def people(state: RoomState) -> list[int]:
    return [seat for seat, chair in enumerate(state.chairs) if chair.kind == "person"]


async def time_is_up(room: Room) -> None:
    """A bot plays for whoever has no time left, until they are back; a lost connection gives them a little longer."""
    async with room.lock:
        state, told, limit, now = room.state, room.turn.clocks, room.state.clock, room.rooms.uptime.now()
        if told is None or limit is None:
            return
        here = room.devices_here
        late = [seat for seat in range(len(told.left)) if (clocks.reminder(told, limit, seat) or now + 1) <= now]
        told = replace(told, reminded=(*told.reminded, *late))
        fallen = []
        for seat in clocks.expired(told, now):
            lost = state.chairs[seat].device not in here and limit.seconds < clocks.SLOW
            if lost and seat not in told.graced:
                told = clocks.reconnecting(told, seat, now)
            else:
                fallen.append(seat)
                state = seating.vacate(state, seat, standby(room))
        await room.save(state, told)
        for seat in late:
            if seat not in fallen and room.state.chairs[seat].device not in here:
                room.rooms.calls.call(room, seat)
        for seat in fallen:
            await room.log(UP, name=state.names[seat])
        room.tell_everything()


def standby(room: Room) -> str:
    """A bot as strong as those who play here; a friendly one among people."""
    playing = Counter(chair.bot for chair in room.state.chairs if chair.kind == "bot")
    usual = next((bot for bot, _ in playing.most_common() if bot in room.bots), None)
    return usual or room.friend


def clock_message(room: Room) -> messages.Clock:
    """For everybody, watchers too; made when it is sent, so that no time on the way is charged."""
    told, now = room.turn.clocks, room.rooms.uptime.now()
    assert told is not None
    seats = people(room.state)
    return messages.Clock(
        left=[clocks.remaining(told, seat, now) if seat in seats else None for seat in range(len(told.left))],
        running=[seat for seat, since in enumerate(told.since) if since is not None and since <= now],
        away=[max(0, until - now) // 1000 for until in told.away],
        holiday=[spare // (clocks.DAY * 1000) for spare in told.holiday],
    )
