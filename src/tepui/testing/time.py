"""A clock that a test moves by hand."""

import asyncio
from typing import Any

BEGUN = 1_790_000_000.0  # some morning in September 2026


class HandTime:
    """A clock that a test moves by hand: a week passes in no time, and nothing waits for a real second."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.midnight = BEGUN  # what the time of day is counted from: someone may set it again
        self._moved = asyncio.Event()
        self._known: dict[asyncio.Task[Any], tuple[asyncio.Event, float] | None] = {}  # who ever waited: for what now

    def monotonic(self) -> float:
        return self.seconds

    def time(self) -> float:
        return self.midnight + self.seconds

    def advance(self, seconds: float) -> None:
        """While nothing runs; otherwise let it pass."""
        self.seconds += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def passed(self, seconds: float) -> None:
        """So much time has passed when everyone waits again: what was due meanwhile is done, and on disk.

        A turn of the loop is no measure of that, for the disk has threads of its own.
        """
        self.advance(seconds)
        await self.waits()

    async def waits(self, people: int = 1) -> None:
        """Until everyone waits, and so many at least."""
        while not (self._asleep() == len(self._known) >= people):
            await asyncio.sleep(0.002)

    def _asleep(self) -> int:
        self._known = {task: what for task, what in self._known.items() if not task.done()}
        return sum(what is not None and not self._is_over(*what) for what in self._known.values())

    def _is_over(self, event: asyncio.Event, until: float) -> bool:
        return self.seconds >= until or event.is_set()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        me = asyncio.current_task()
        assert me is not None
        what = self._known[me] = event, self.seconds + seconds
        try:
            while not self._is_over(*what):
                either = [asyncio.ensure_future(one.wait()) for one in (event, self._moved)]
                try:
                    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for one in either:
                        one.cancel()
        finally:
            self._known[me] = None
