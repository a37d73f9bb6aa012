"""How long this server has run, over all its starts: the clocks at the tables go by it.

Neither a night with the server off nor a time of day that is set anew is charged to anybody. After a crash the count
goes on from what was last on disk: a few seconds are given back to everybody, never taken.

Several processes go by the database's clock (`follow`): they agree, and while the database is away time stands still.
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


LONGEST = 15.0  # seconds that are counted after the database last told the time


class Uptime:
    def __init__(self, time: Time, before: int) -> None:
        self.time = time
        self._zero = time.monotonic() - before / 1000
        self._until: float | None = None

    def follow(self, ran: int, asked: float, told: float) -> None:
        """So long had the server run, in all its processes, at some moment between these two of our own clock.

        What we have counted ourselves stays as far as it can be true: an answer that was long on its way moves nothing.
        """
        latest, earliest = asked - ran / 1000, told - ran / 1000
        if self._until is None:
            self._zero = (latest + earliest) / 2
        self._zero = min(max(self._zero, latest), earliest)
        self._until = told + LONGEST

    def now(self) -> int:
        """Milliseconds."""
        here = self.time.monotonic()
        if self._until is not None:
            here = min(here, self._until)
        return int((here - self._zero) * 1000)
