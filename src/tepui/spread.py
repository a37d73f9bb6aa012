"""One task for many seeds on many cores or machines: the standard pool, or Ray's, by the same call."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from tepui.core.refusal import Refusal

Seed = TypeVar("Seed")
Found = TypeVar("Found")


class Broken(Refusal):
    """The processes that did the work are gone, or could not be had."""


def spread(
    task: Callable[[Seed], Found], seeds: Sequence[Seed], jobs: int = 1, ray: str | None = None
) -> Iterator[Found]:
    """The results in the order of their seeds. One job works in this process."""
    if ray is not None:
        yield from on_ray(task, seeds, jobs, ray)
    elif jobs == 1:
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


def on_ray(  # pragma: no cover (tests/proofs/ray.py runs it, on a Ray head of its own)
    task: Callable[[Seed], Found], seeds: Sequence[Seed], jobs: int, address: str
) -> Iterator[Found]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        from ray.util.multiprocessing import Pool
    except ImportError:
        raise Broken("--ray needs Ray. Install it with `pip install 'tepui[ray]'`, here and on every machine") from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise Broken(f"no Ray head answers at {address} ({str(error).splitlines()[0]}). Check the address") from None
    pool: Any = Pool(processes=jobs)
    try:
        # A task costs Ray a few milliseconds, so each worker gets a few dozen of them and no more.
        yield from pool.imap(task, seeds, chunksize=max(1, len(seeds) // (jobs * 32)))
    finally:
        pool.terminate()
        ray.shutdown()
