"""How long this server has run, over all its starts: the clocks at the tables go by it.

Neither a night with the server off nor a time of day that is set anew is charged to anybody. After a crash the count
goes on from what was last on disk: a few seconds are given back to everybody, never taken.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Protocol


class Time(Protocol):
    """A clock that only goes forward, and waiting by it; tests bring one that they move by hand."""

    def monotonic(self) -> float: ...

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Until the event is set, or so many seconds are over."""


class SystemTime:
    def monotonic(self) -> float:
        return monotonic()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)


class Uptime:
    def __init__(self, time: Time, before: int) -> None:
        self.time = time
        self._zero = time.monotonic() - before / 1000

    def now(self) -> int:
        """Milliseconds."""
        return int((self.time.monotonic() - self._zero) * 1000)
