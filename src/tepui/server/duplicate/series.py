"""Chance for several tables: opened before the first of them begins, published when the last one is over.

A day's tables and the rounds of an evening differ in when they are over (`daily_table.py`, `evenings.py`); all else
they have in common is here.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from tepui.core import find
from tepui.core.game import Setting
from tepui.core.refusal import Refusal
from tepui.server.duplicate.daily_table import Daily
from tepui.server.duplicate.evenings import Evenings
from tepui.server.duplicate.rows import TAKEN, Kind, Series, SeriesStore, seat
from tepui.server.refusals import Refused
from tepui.server.room.room import Room
from tepui.server.room.state import RoomState
from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.series")
LOOK = 10.0  # seconds between looking whether something is over


class SharedChance:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.now: Callable[[], int] = rooms.now  # of day: a day's table ends at midnight, UTC
        self.rows = SeriesStore(rooms.store)
        self.daily = Daily(self)
        self.evenings = Evenings(self)
        self._news = asyncio.Event()

    async def opened(self, kind: Kind, id: str, game: str) -> Series:
        """The chance of that name; made now if nobody has asked before."""
        store = self.rows
        found = await self.rooms.store.read(store.of, id)
        if found is None:
            with suppress(*TAKEN):
                await store.open(Series(id, kind, game, self.rooms.chance.seed(), self.now(), 0))
            found = await self.rooms.store.read(store.of, id)
        assert found is not None
        return found

    async def create(self, series: Series, mark: str, setting: Setting, state: RoomState) -> Room:
        """A table that plays with this chance; `TAKEN` if there is one for this mark."""
        state, also = replace(state, series=series.id), partial(seat, series=series.id, mark=mark)
        for guest in state.guests:
            await self.rooms.rename(guest, await self.rooms.name_of(guest))
        return await self.rooms.set_up(find.game(series.game), setting, state, True, series.seed, also)

    def over(self, room: Room) -> None:
        if room.state.series is not None:
            self.look()

    def look(self) -> None:
        """A table is over: perhaps it was the last one."""
        self._news.set()

    async def run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK)
            self._news.clear()
            try:
                await self.tick()
            except Refusal as refusal:
                log.warning("shared chance waits for the disk", extra={"error": str(refusal)})

    async def tick(self) -> None:
        """Publishes what is over, and tells the tables in memory, whoever has published it."""
        store = self.rooms.store
        for one in await store.read(self.rows.secret):
            try:
                await (self.daily if one.kind == "daily" else self.evenings).settle(one)
            except Refusal as refusal:  # the others do not wait for it
                log.warning("a table that shares its chance waits", extra={"series": one.id, "error": str(refusal)})
        secret = [room for room in self.rooms.loaded.values() if room.sealed]
        known = await store.read(store.published_of, {room.state.series for room in secret}) if secret else ()
        for room in secret:
            if room.state.series in known:
                async with room.lock:
                    room.published = True
                    room.adopt(room.state)
                    room.tell_everything()

    async def end_all(self, one: Series) -> None:
        """Tables that are not over end here, and count for nothing."""
        for table in await self.rooms.slow.run(partial(self.rows.running, one.id, 100_000)):
            try:
                await self.rooms.at(table.room, "end")
            except Refused as refused:  # damaged: `tepui doctor` names it, and the others do not wait for it
                if refused.why == "trouble" and await self.rooms.store.read(self.rooms.store.room, table.room) is None:
                    raise

    async def forget(self, device: str) -> None:
        """Nobody knows any more whose tables these were."""
        await self.rows.forget(device)
        await self.evenings.forget(device)

    async def publish(self, one: Series) -> None:
        """By whichever process is first; all of them look, and tell the pages at their tables."""
        if await self.rows.publish(one.id, self.now()):
            log.info("a seed is published", extra={"series": one.id})
            await self.end_all(one)  # a table that was begun while the others were ended
        self.look()
