"""What is done at a table, or in a whole process, for someone who was asked elsewhere: where the table lives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

from tepui.server.people.identity import device_of
from tepui.server.room import absence, commands
from tepui.server.room import seats as seating
from tepui.server.room.change import Change, change_to

if TYPE_CHECKING:
    from tepui.server.room.room import Room
    from tepui.server.rooms.rooms import Rooms

Errand = Callable[..., Awaitable[Any]]  # of a room


async def forget(room: Room, device: str) -> None:
    for one in [one for one in room.state.guests if device_of(one) == device]:
        await room.do(commands.forget, one)


async def holiday(room: Room, device: str, days: int) -> int:
    """At how many seats."""
    seats = room.state.seats_at(device)
    await room.do(absence.holiday, seats, days)
    return len(seats)


def end_links(room: Room, guest: str) -> Change:
    return change_to(room, seating.end_links(room.state, guest), tell="nobody")


async def here(room: Room) -> list[str]:
    """The devices with a page at this table."""
    return sorted(room.devices_here)


AT_A_TABLE: dict[str, Errand] = {"forget": forget, "holiday": holiday, "here": here}
COMMANDS: dict[str, Callable[..., Change]] = {
    "end_links": end_links,
    "end": commands.time_out,
    "let_bot": commands.let_bot,
    "shut": commands.ban,
}


class Errands:
    """By name, those of the rooms; the app adds those of features."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.at_a_table = dict(AT_A_TABLE)
        self.in_a_process: dict[str, Callable[[str], object]] = {"forgotten": rooms.forgotten}

    async def run(self, id: str, errand: str, arguments: Iterable[Any]) -> Any:
        """At that table, or, without one, in this process."""
        if not id:
            return self.in_a_process[errand](*arguments)
        room = await self._rooms.room(id)
        if errand in COMMANDS:
            return await room.do(COMMANDS[errand], *arguments)
        return await self.at_a_table[errand](room, *arguments)
