"""Wakes each table when someone's time is up there, in memory or not; and notes how long the server has run."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from tepui.core.refusal import Refusal
from tepui.server.people.identity import tag_of
from tepui.server.refusals import Refused
from tepui.server.room import absence
from tepui.server.store.contract import OtherOwner

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.clocks")
NOTED = 15_000  # milliseconds: what a crash gives back to everyone at most
RETRY = 5.0  # seconds, when the disk is in trouble
SOME = 100  # tables at a time
MOMENT = 0.5  # seconds


class Deadlines:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._sooner = asyncio.Event()
        self._next: int | None = None
        self._noted = 0

    def expect(self, due: int) -> None:
        """A table will need us then."""
        if self._next is None or due < self._next:
            self._next = due
            self._sooner.set()

    async def run(self) -> None:
        uptime, store, time = self.rooms.uptime, self.rooms.store, self.rooms.time
        while True:
            try:
                self._sooner.clear()
                self._next = await store.read(store.turns.next_due)
                now = uptime.now()
                if self._next is None:
                    await time.wait(self._sooner, NOTED / 1000 if uptime.is_shared else 3600)
                    continue
                if now - self._noted >= NOTED and not uptime.is_shared:
                    await store.turns.note_uptime(now)
                    self._noted = now
                    continue  # it is later now
                if self._next > now:
                    await time.wait(self._sooner, min(self._next - now, NOTED) / 1000)
                    continue
                due = await store.read(store.due_here, now, SOME)  # ours, or nobody's
                for id in due:
                    await self._wake(id, now)
                if not due:
                    await time.wait(self._sooner, MOMENT)
            except Refusal as refusal:
                log.warning("the clocks wait for the disk", extra={"error": str(refusal)})
                await time.wait(asyncio.Event(), RETRY)

    async def _wake(self, id: str, now: int) -> None:
        try:
            room = await self.rooms.room(id)
        except OtherOwner:
            return  # another process was faster
        except Refused as refused:
            if refused.why == "trouble" and await self.rooms.store.read(self.rooms.store.room, id) is None:
                raise
            log.warning("a table with a clock cannot be opened", extra={"room": tag_of(id)})
            await self.rooms.store.turns.stop(id, now)
            return
        if room.trouble is not None:
            await self.rooms.store.turns.stop(id, now)
        else:
            await room.do(absence.time_is_up)
