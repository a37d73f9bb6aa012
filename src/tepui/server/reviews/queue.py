"""Reviews that nobody has asked for yet: of people's seats, after their game, one at a time and behind everything else.

They are made by a process of their own with the lowest priority, so that no bot at a live table waits for one, however
many games end at the same time. It is started when there is something to do, and ended when there is nothing.
"""

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress

from tepui.core.refusal import Refusal
from tepui.server.bots.pool import BotPool
from tepui.server.reviews.review import review_at
from tepui.server.room.room import Room
from tepui.server.room.sealed import is_sealed
from tepui.server.rooms.rooms import Rooms
from tepui.server.store.contract import OtherOwner

log = logging.getLogger("tepui.reviews")
MOST = 2000  # games that wait; the oldest go, and come back when someone looks at their statistics
NICE = 19
SECONDS = 300.0  # for one seat: on a busy machine it gets hardly any time
REST = 30.0  # seconds without work, then the process is ended


class ReviewQueue:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._waiting: dict[str, None] = {}  # by room, in the order in which they came
        self._failed: set[str] = set()  # not tried again before the next start
        self._news = asyncio.Event()
        self._pool: BotPool | None = None

    def waiting(self, among: Iterable[str]) -> int:
        """How many of these are still to be done."""
        return sum(room in self._waiting for room in among)

    async def review(self, room: Room) -> None:
        """Another process was asked for it."""
        self.add([room.id])

    def add(self, rooms: Iterable[str]) -> None:
        if not self.rooms.settings.reviews:
            return
        for room in rooms:
            if room not in self._failed:
                self._waiting[room] = None
        for room in list(self._waiting)[: max(0, len(self._waiting) - MOST)]:
            del self._waiting[room]
        self._news.set()

    async def run(self) -> None:
        while True:
            self._news.clear()
            if not self._waiting:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), REST)
                if not self._waiting:
                    await self._rest()
                    await self._news.wait()
            room = next(iter(self._waiting))
            try:
                try:
                    await self._review(room)
                except OtherOwner:
                    await self.rooms.at(room, "review")  # by the process that has it
            except (Refusal, ValueError) as error:  # the disk, a damaged table, a game that is gone, a reviewer
                self._give_up(room, str(error))
            except Exception as error:  # a bug in one review does not end all the others
                log.error("a review failed", exc_info=error)
                self._give_up(room, type(error).__name__)
            self._waiting.pop(room, None)

    async def _review(self, id: str) -> None:
        room = await self.rooms.room(id)
        if not room.game.has("review") or not room.state.over or room.session is None or is_sealed(room):
            return
        kept, table = await review_at(room).found(), room.session.table
        for seat, chair in enumerate(room.state.chairs):
            if chair.kind == "person" and seat not in kept:
                self._pool = self._pool or self.rooms.bot_pool.beside(1, NICE)
                await review_at(room).keep(await self._pool.review(table.view(seat), room=room.tag, seconds=SECONDS))

    def _give_up(self, room: str, why: str) -> None:
        log.warning("a game could not be reviewed", extra={"error": why})
        if len(self._failed) < MOST:
            self._failed.add(room)

    async def _rest(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.close()

    async def close(self) -> None:
        self._waiting.clear()
        await self._rest()
