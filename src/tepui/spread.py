"""One task for many seeds on many cores, by one call."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from tepui.core.refusal import Refusal

Seed = TypeVar("Seed")
Found = TypeVar("Found")


class Broken(Refusal):
    """The processes that did the work are gone, or could not be had."""


def spread(task: Callable[[Seed], Found], seeds: Sequence[Seed], jobs: int = 1) -> Iterator[Found]:
    """The results in the order of their seeds. One job works in this process."""
    if jobs == 1:
        yield from map(task, seeds)
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn"), begin_worker, (os.getpid(),)) as pool:
            try:
                yield from pool.map(task, seeds)
            except BrokenProcessPool:
                raise Broken("a worker process was ended (no memory left?). Start again with fewer --jobs") from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def begin_worker(parent: int) -> None:
    """Ctrl-C reaches all processes of a terminal, and the first of them ends the others; without it they go too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def end_with(parent: int) -> None:
    """A pool's workers would wait for ever if the process that gives them work was killed."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)
