"""Other processes over the same database: that we live is renewed every few seconds, and what concerns all reaches all.

Nothing here is about one room: that lives in one process (`Rooms.room`), and whoever else is asked for it hands it on
(`inner.py`). With SQLite there is one process, and nobody to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tepui.core.refusal import Refusal
from tepui.server.store.contract import OtherOwner, Peer

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

BEAT = 5.0  # seconds
LOOK = 4  # beats


class Neighbours:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.looks: list[Callable[[], Awaitable[None]]] = []  # at what another may have changed without reaching us
        self._beats = 0

    async def beat_for_ever(self) -> None:
        alive = True
        while alive:
            await asyncio.sleep(BEAT)
            with suppress(Refusal):
                alive = await self.beat()

    async def beat(self) -> bool:
        """Time goes by the database's clock, which is the same for all; False: there is nobody else."""
        uptime = self.rooms.uptime
        beat = await self.rooms.store.beat(self.rooms.time.monotonic, self.rooms.inner.address)
        if beat is None:
            return False
        uptime.set_by(beat.ran, beat.asked, beat.heard)
        self._beats += 1
        if beat.lapsed or self._beats % LOOK == 0:  # we may have been believed dead
            await self.rooms.leave_lost()
            for look in self.looks:
                await look()
        return True

    async def tell(self, errand: str, *arguments: Any) -> bool:
        """Every other process does this errand; were all of them reached? Who was not looks by itself, later."""

        async def one(peer: Peer) -> bool:
            with suppress(Refusal):
                done, _ = await self.rooms.inner.errand(OtherOwner("", peer), errand, arguments)
                return done or peer.lease in self.rooms.inner.dead
            return False

        peers = await self.rooms.store.read(self.rooms.store.peers)
        return all(await asyncio.gather(*map(one, peers)))
