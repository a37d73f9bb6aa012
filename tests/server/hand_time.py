"""A clock that a test moves by hand: a week passes in no time, and nothing waits for a real second."""

import asyncio


class HandTime:
    def __init__(self) -> None:
        self.seconds = 1000.0
        self._moved = asyncio.Event()

    def monotonic(self) -> float:
        return self.seconds

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        until = self.seconds + seconds
        while self.seconds < until and not event.is_set():
            either = [asyncio.ensure_future(one.wait()) for one in (event, self._moved)]
            try:
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in either:
                    one.cancel()
