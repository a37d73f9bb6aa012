"""Work that may take long runs in a few threads, so that the event loop goes on; how long anybody waits is limited.

Few, because every busy thread takes its turns from the loop: two of them delay a move by some 10 ms, forty by 200 ms.
A thread cannot be stopped. Whoever has waited too long is refused, and while the threads are busy others are refused
too, instead of a queue that grows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from tepui.core.words import N_
from tepui.server.refusals import Refused

Made = TypeVar("Made")
TOO_MUCH = N_("The server has too much to do now; try again in a moment.")


class Threads:
    def __init__(self, name: str, size: int, seconds: float, queue: int = 100) -> None:
        self.seconds = seconds
        self.most = size + queue
        self._pool = ThreadPoolExecutor(size, thread_name_prefix=f"tepui-{name}")
        self._unfinished: set[Future[Any]] = set()

    async def run(self, work: Callable[[], Made]) -> Made:
        """What `work` returns; refused if too many wait already, or when it took too long."""
        if len(self._unfinished) >= self.most:
            raise Refused("busy", TOO_MUCH)
        made = self._pool.submit(work)
        self._unfinished.add(made)
        made.add_done_callback(self._unfinished.discard)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(made)
        except TimeoutError:
            raise Refused("busy", TOO_MUCH) from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
