"""Tables in lists: the public ones, those of one device, the one with a code; and a holiday from all slow ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tepui.core import find
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.room import clocks
from tepui.server.room.state import RoomState
from tepui.server.rooms import table_codes
from tepui.server.rooms.messages import RoomLink, RoomSummary
from tepui.server.store.contract import Saved

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

MOST = 800  # of a device's tables that are not over, in its list


class Lobby:
    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.others: list[Callable[[str], Awaitable[str]]] = []  # what else has such a code: its path, or nothing

    async def join(self, code: str, base: str) -> RoomLink:
        tidy = table_codes.tidy_code(code)
        since = self._rooms.now() - table_codes.VALID
        for id, changed in await self._rooms.store.read(self._rooms.store.rooms_of_code, tidy) if tidy else ():
            if changed >= since or await self._rooms.is_awake(id):  # someone is there now, whatever the time says
                return RoomLink(room=id, code=tidy, link=f"{base}/t/{id}")
        for path_of in self.others if tidy else ():
            if path := await path_of(tidy):
                return RoomLink(room="", code=tidy, link=base + path)
        raise Refused(
            "absent", N_("There is no table with this code. Table codes expire after a day. Ask for the link.")
        )

    def summary(self, saved: Saved, guest: str | None, base: str, row: Any) -> RoomSummary:
        room = self._rooms.loaded.get(saved.id)
        turn = clocks.turn_of(row) if room is None else room.turn
        state = room.state if room is not None else msgspec.json.decode(saved.state, type=RoomState)
        try:
            title = find.game(saved.game).title
        except Refusal:
            title = saved.game
        seats = [] if guest is None or state.phase == 2 else set(state.seats_at(guest)).intersection(turn.waiting or ())
        return RoomSummary(
            room=saved.id,
            link=f"{base}/t/{saved.id}",
            game=saved.game,
            title=title,
            names=[chair.name for chair in state.chairs if chair.name],
            free=len(state.free),
            started=state.started,
            over=state.phase == 2,
            your_move=bool(seats),
            slow=state.clock is not None and state.clock.seconds >= clocks.SLOW and state.phase == 1,
            left=clocks.seconds_left(turn, seats, self._rooms.uptime.now()),
            changed=saved.changed,
            series=(state.series or "").partition(" ")[0],
        )

    async def public(self, guest: str | None, base: str) -> list[RoomSummary]:
        return self._summaries(await self._rooms.store.read(self._rooms.store.lobby), guest, base, {})

    async def mine(self, guest: str, base: str) -> list[RoomSummary]:
        found, turns = await self._rooms.slow.run(
            lambda: (self._rooms.store.rooms_of(guest, most=MOST), self._rooms.store.turns.of_device(guest))
        )
        unknown = [saved for saved in found if saved.phase == 1 and saved.id not in turns]
        for saved in unknown[:20]:  # of a version that did not note whose move it is: only the table knows
            with suppress(Refused):  # a table that cannot be opened does not spoil the list
                await self._rooms.room(saved.id)
        return await self._rooms.slow.run(lambda: self._summaries(found, guest, base, turns))

    async def holiday(self, device: str, days: int) -> int:
        """At every slow table of this device; one that cannot be opened, or has too little left, does not stop it."""
        tables = 0
        for saved in await self._rooms.slow.run(partial(self._rooms.store.rooms_of, device, 0)):
            if saved.phase != 1:
                continue
            with suppress(Refused):
                tables += await self._rooms.at(saved.id, "holiday", device, days)
        return tables

    def _summaries(self, found: list[Saved], guest: str | None, base: str, turns: dict[str, Any]) -> list[RoomSummary]:
        """Without the damaged ones: `tepui doctor` names those."""
        listed = []
        for saved in found:
            with suppress(ValueError, RecursionError):
                listed.append(self.summary(saved, guest, base, turns.get(saved.id)))
        return listed
