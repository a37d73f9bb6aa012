"""Work that may take long runs in a few threads, so that the event loop goes on; how long anyone waits is limited.

Few, because every busy thread takes its turns from the loop: two of them delay a move by some 10 ms, forty by 200 ms.
A thread cannot be stopped. Whoever has waited too long is refused, and while the threads are busy others are refused
too, instead of a queue that grows. Networks take turns: one that asks for much keeps itself waiting, nobody else.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from threading import Lock
from typing import Any, Generic, TypeVar

from tepui.core.words import N_
from tepui.server.refusals import Refused

T = TypeVar("T")
Made = TypeVar("Made")
TOO_MUCH = N_("The server has too much to do now. Try again in a moment.")
SHARE = 4  # a network may fill a quarter of the queue
ASKING = ContextVar("tepui_asking", default="")  # the network for which a request or a page is answered


class FairQueue(Generic[T]):
    """Whoever asks for much keeps itself waiting: round robin between them, in two classes."""

    def __init__(self) -> None:
        self._first: dict[str, deque[T]] = {}  # by who asks, whose turn is next first
        self._others: dict[str, deque[T]] = {}

    def put(self, item: T, asker: str, first: bool = False) -> None:
        (self._first if first else self._others).setdefault(asker, deque()).append(item)

    def __len__(self) -> int:
        return sum(map(len, [*self._first.values(), *self._others.values()]))

    def get(self) -> T | None:
        for askers in (self._first, self._others):
            for asker in askers:
                waiting = askers.pop(asker)
                item = waiting.popleft()
                if waiting:
                    askers[asker] = waiting  # behind the others
                return item
        return None


class Threads:
    def __init__(self, name: str, size: int, seconds: float, queue: int = 100, each: int | None = None) -> None:
        self.seconds = seconds
        self.most = size + queue
        self._each = each or size + queue // SHARE
        self._pool = ThreadPoolExecutor(size, thread_name_prefix=f"tepui-{name}")
        self._unfinished: Counter[str] = Counter()  # by network, "" for the server's own
        self._waiting: FairQueue[tuple[str, Future[Any], Callable[[], Any]]] = FairQueue()
        self._lock = Lock()

    async def run(self, work: Callable[[], Made], network: str | None = None) -> Made:
        """What `work` returns; refused if too many wait already, or when it took too long."""
        network = ASKING.get() if network is None else network
        if self._unfinished.total() >= self.most or (network and self._unfinished[network] >= self._each):
            raise Refused("busy", TOO_MUCH)
        made: Future[Made] = Future()
        with self._lock:
            self._unfinished[network] += 1
            self._waiting.put((network, made, work), network)
        self._pool.submit(self._do_next)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(made)
        except TimeoutError:
            raise Refused("busy", TOO_MUCH) from None

    def _do_next(self) -> None:
        with self._lock:
            found = self._waiting.get()
        assert found is not None
        network, made, work = found
        try:
            if made.set_running_or_notify_cancel():
                made.set_result(work())
        except BaseException as error:
            made.set_exception(error)
        finally:
            with self._lock:
                self._unfinished[network] -= 1
                if not self._unfinished[network]:
                    del self._unfinished[network]

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
