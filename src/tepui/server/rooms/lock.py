"""One change of a room at a time."""

from __future__ import annotations

import asyncio


class Lock(asyncio.Lock):
    _locked: bool

    def take(self) -> bool:
        """Acquired now, without waiting; or not at all, if somebody has it or waits for it already."""
        if self._locked or self._waiters:
            return False
        self._locked = True
        return True
