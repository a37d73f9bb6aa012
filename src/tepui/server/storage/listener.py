"""Hears what other processes tell by PostgreSQL's NOTIFY: in a thread, by a connection that does nothing else.

Nothing is kept for who was away. So whenever it has begun to listen, first or again, it says so, and whatever this
process holds is read anew.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from sqlalchemy import Engine, func, select

log = logging.getLogger("tepui.listener")
SERVING = 0x7E9F3
PAUSE = 0.2  # seconds between tries to connect
WAKE = 1.0
SILENCE = 20.0  # seconds without any word, our own beat included: the line is dead


class Listener(threading.Thread):
    def __init__(
        self, engine: Engine, loop: asyncio.AbstractEventLoop, heard: Callable[[str], None], again: Callable[[], None]
    ) -> None:
        super().__init__(name="tepui-listener", daemon=True)
        self._engine = engine
        self._loop = loop
        self._heard = heard
        self._again = again
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except Exception as error:  # whatever a lost line looks like: it is tried again
                log.info("not listening", extra={"error": type(error).__name__})
            self._ended.wait(PAUSE)

    def _listen(self) -> None:
        with self._engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("LISTEN tepui")
            connection.execute(select(func.pg_advisory_lock_shared(SERVING)))  # nothing is restored while we serve
            line: Any = connection.connection.driver_connection
            self._call(self._again)
            try:
                last = monotonic()
                while not self._ended.is_set() and monotonic() - last < SILENCE:
                    for told in line.notifies(timeout=WAKE):
                        last = monotonic()
                        self._call(self._heard, told.payload)
            finally:
                connection.invalidate()  # it still listens: nobody else may have it

    def _call(self, what: Callable[..., None], *words: str) -> None:
        with suppress(RuntimeError):  # the loop has been closed
            self._loop.call_soon_threadsafe(what, *words)

    def close(self) -> None:
        self._ended.set()
        self.join(timeout=5)
