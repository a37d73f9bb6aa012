"""Is the server behind? Then it refuses at the door, before any work: whoever is served is served soon.

The event loop is meant to come round every 50 ms. How late it is now tells how long everyone waits. What is refused
costs a fraction of what it would have cost, so the loop catches up within a beat or two, and goes on as before.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tepui.server.refusals import Refused
from tepui.server.threads import TOO_MUCH

BEAT = 0.05
LATE = 0.25  # seconds; then requests and new pages are refused
VERY_LATE = 1.0  # then every message of a page is
A_BIT_LATE = 0.02  # then those of a page that has sent more meanwhile
MOST_AHEAD = 4  # messages that a page may have sent meanwhile
MOST_CHANGES = 1000  # that wait for the disk
MOST_REQUESTS = 500  # that are being answered


class Load:
    def __init__(self, on: bool, changes: Callable[[], int], clock: Callable[[], float]) -> None:
        self.on = on
        self.changes = changes
        self.clock = clock
        self.requests = 0
        self.refused = 0  # requests, pages and messages, because there was too much to do
        self._due = float("inf")
        self._was_late = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        now = self.clock()
        self._was_late = max(0.0, now - self._due)
        self._due = now + BEAT
        self._timer = asyncio.get_running_loop().call_later(BEAT, self.start)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def behind(self) -> float:
        """Seconds: at the last beat, or by now."""
        return max(self._was_late, self.clock() - self._due)

    def check(self) -> None:
        """May another request or page come in?"""
        if self.on and (self.behind > LATE or self.changes() > MOST_CHANGES or self.requests > MOST_REQUESTS):
            self.refused += 1
            raise Refused("busy", TOO_MUCH)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """A request that only waits is no work."""
        self.requests -= 1
        try:
            yield
        finally:
            self.requests += 1

    def refuses_message(self, ahead: int) -> bool:
        """Is this message of a page too much now? `ahead`: so many it has sent after it already.

        Where many pages send more than can be dealt with, the loop is hardly late, but each page's messages pile up.
        """
        if not self.on:
            return False
        late = A_BIT_LATE if ahead >= MOST_AHEAD else VERY_LATE
        refuses = self.behind > late or self.changes() > MOST_CHANGES
        self.refused += refuses
        return refuses
