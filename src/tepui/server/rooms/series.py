"""Chance for several tables: opened, noted when a table is over, and published when the last one is.

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
from tepui.server.rooms import shared_chance
from tepui.server.rooms.daily import Daily
from tepui.server.rooms.evenings import Evenings
from tepui.server.storage.series import Kind, Result, Series, Taken

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
        found = store.of(id)
        if found is None:
            with suppress(Taken):
                await store.open(Series(id, kind, game, new_seed(), self.now(), 0))
            found = store.of(id)
        assert found is not None
        return found

    async def note(self, room: Room) -> None:
        """A table is over. If it cannot be written down now, it is when we look next."""
        session = room.session
        if session is None or not session.over:
            return
        scores, places = session.result()
        result = Result(
            names=list(room.state.names),
            devices=[chair.device for chair in room.state.chairs],
            scores=scores,
            places=places,
        )
        try:
            await self.rooms.store.series.note(room.id, result)
        except Refused as refused:
            log.warning("a result waits for the disk", extra={"room": room.tag, "error": str(refused)})
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
        for one in self.rooms.store.series.secret():
            await (self.daily if one.kind == "daily" else self.evenings).settle(one)
        for room in list(self.rooms.loaded.values()):
            if room.shut and not shared_chance.closed(room):
                async with room.lock:
                    room.become(room.state)
                    room.tell_everything()

    async def note_missed(self, one: Series) -> None:
        """Results that a crash kept from being noted: the table itself knows."""
        for table in await self.rooms.slow.run(partial(self.rooms.store.series.unnoted, one.id)):
            room = await self._room(table.room)
            if room is not None:
                async with room.lock:
                    await self.note(room)

    async def end_all(self, one: Series) -> None:
        """Tables that are not over end here, and count for nothing."""
        for table in await self.rooms.slow.run(partial(self.rooms.store.series.running, one.id, 100_000)):
            room = await self._room(table.room)
            if room is None:
                continue
            async with room.lock:
                if not room.state.over:
                    await room.save(replace(room.state, ended=True))
                    room.tell_everything()

    async def forget(self, device: str) -> None:
        """Nobody knows any more who played these tables."""
        await self.rooms.store.series.forget(device)
        await self.evenings.forget(device)

    async def publish(self, one: Series) -> None:
        await self.rooms.store.series.publish(one.id, self.now())
        log.info("a seed is published", extra={"series": one.id})
        self._news.set()  # the pages at its tables are told

    async def _room(self, id: str) -> Room | None:
        try:
            return await self.rooms.room(id)
        except Refused as refused:  # damaged: `tepui doctor` names it, and the others do not wait for it
            if refused.why == "trouble" and self.rooms.store.room(id) is None:
                raise
            return None
