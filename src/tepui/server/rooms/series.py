"""Chance for several tables: opened before the first of them begins, published when the last one is over.

A day's tables and the rounds of an evening differ in when they are over (`daily.py`, `evenings.py`); everything else
they have in common is here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core.dealer import new_seed
from tepui.core.refusal import Refusal
from tepui.server.refusals import Refused
from tepui.server.rooms.daily import Daily
from tepui.server.rooms.evenings import Evenings
from tepui.server.storage.series import Kind, Series, Taken

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.series")
LOOK = 10.0  # seconds between looking whether something is over


class SharedChance:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.now: Callable[[], int] = lambda: int(time())  # of day: a day's table ends at midnight, UTC
        self.daily = Daily(self)
        self.evenings = Evenings(self)
        self._news = asyncio.Event()

    async def opened(self, kind: Kind, id: str, game: str) -> Series:
        """The chance of that name; made now if nobody has asked before."""
        store = self.rooms.store.series
        found = await self.rooms.store.read(store.of, id)
        if found is None:
            with suppress(Taken):
                await store.open(Series(id, kind, game, new_seed(), self.now(), 0))
            found = await self.rooms.store.read(store.of, id)
        assert found is not None
        return found

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
        for one in await store.read(store.series.secret):
            try:
                await (self.daily if one.kind == "daily" else self.evenings).settle(one)
            except Refusal as refusal:  # the others do not wait for it
                log.warning("a table that shares its chance waits", extra={"series": one.id, "error": str(refusal)})
        secret = [room for room in self.rooms.loaded.values() if room.secret]
        known = await store.read(store.series.published_of, {room.state.series for room in secret}) if secret else ()
        for room in secret:
            if room.state.series in known:
                async with room.lock:
                    room.published = True
                    room.become(room.state)
                    room.tell_everything()

    async def end_all(self, one: Series) -> None:
        """Tables that are not over end here, and count for nothing."""
        for table in await self.rooms.slow.run(partial(self.rooms.store.series.running, one.id, 100_000)):
            room = await self._room(table.room)
            if room is None:
                continue
            await room.decide(partial(end, room))

    async def forget(self, device: str) -> None:
        """Nobody knows any more whose tables these were."""
        await self.rooms.store.series.forget(device)
        await self.evenings.forget(device)

    async def publish(self, one: Series) -> None:
        """By whichever process is first; all of them hear of it, and tell the pages at its tables."""
        if await self.rooms.store.series.publish(one.id, self.now()):
            log.info("a seed is published", extra={"series": one.id})
            await self.end_all(one)  # a table that was begun while the others were ended
        self.look()

    async def _room(self, id: str) -> Room | None:
        try:
            return await self.rooms.room(id)
        except Refused as refused:  # damaged: `tepui doctor` names it, and the others do not wait for it
            if refused.why == "trouble" and await self.rooms.store.read(self.rooms.store.room, id) is None:
                raise
            return None


async def end(room: Room) -> None:
    async with room.lock:
        if room.state.phase != 2:
            await room.save(replace(room.state, ended=True))
            room.tell_everything()
