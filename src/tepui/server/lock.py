"""One change of a room at a time."""

from __future__ import annotations

import asyncio


class Lock(asyncio.Lock):
    def take(self) -> bool:
        """Acquired now, without waiting; or not at all."""
        if self.locked():
            return False
        acquiring = self.acquire()
        try:
            acquiring.send(None)
        except StopIteration:
            return True
        acquiring.close()  # somebody waits for it already
        return False
