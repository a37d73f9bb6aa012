"""How changes reach the disk: one at a time, in groups, and on it before anybody is told.

Whatever has gathered since the last time is written in one transaction (SQLite, WAL, synchronous FULL), so that under
load many moves share one, and a lone one waits for nothing. Moves go to a disk that answers quickly on the spot: to
wake another thread and to be woken by it costs more than to write. All else, and everything while the disk is slow or
somebody else has locked the file, goes to a thread, and the server goes on meanwhile. A transaction that fails is
written again change by change, so that one bad change does not take its neighbours with it; whoever waits hears of its
own failure only.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Any, NamedTuple

from sqlalchemy import Engine
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from tepui.core.words import N_
from tepui.server.refusals import Refused

log = logging.getLogger("tepui.store")

Move = tuple[str, int, int, bytearray]


class Moves(NamedTuple):
    """So much of what is written is this that it has a way of its own, straight to SQLite."""

    rows: list[Move]
    also: tuple[str, tuple[object, ...]] | None = None  # a statement that becomes true with them: the game is over


Change = Callable[[Connection], object] | Moves
Done = Callable[[BaseException | None], None]  # it is on disk, or it is not, and why
Waiting = list[tuple[Change, Done]]
Settled = tuple[Done, BaseException | None]
MOST_AT_ONCE = 200  # moves in one statement
MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"

QUICK = 0.005  # seconds: a disk that answers within this is written to on the spot
PATIENCE = 25  # so many groups go by the thread after one for which everybody had to wait
TIDY = 400  # changes after which the thread carries the log over into the file


def trouble(error: BaseException) -> Refused:
    """What to tell a person when the disk refuses."""
    text = str(getattr(error, "orig", error)).lower()
    if "full" in text:
        return Refused(
            "trouble", N_("The disk of this server is full, so nothing was saved; ask the host to make room.")
        )
    if "readonly" in text or "read-only" in text:
        return Refused(
            "trouble", N_("The data folder of this server is read-only, so nothing was saved; ask the host.")
        )
    return Refused("trouble", N_("This server could not save it, so nothing was done; try again in a moment."))


class Writer:
    """The only one that changes the file."""

    def __init__(self, engine: Engine) -> None:
        self.written = 0
        self.commits = 0
        self._engine = engine
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gathered: Waiting = []  # the next group; only the loop's thread looks at it
        self._writing = False  # a group is on its way to the disk, or is about to be
        self._untidy = 0  # changes on the spot since the log was carried over
        self._slow = PATIENCE  # groups to go until the disk may be tried on the spot
        self._connection = engine.connect()
        self._here = raw(self._connection)  # the loop's own; it waits for no lock, and leaves the tidying to the thread
        for line in ("busy_timeout=0", "wal_autocheckpoint=0"):
            self._here.execute(f"PRAGMA {line}")
        self._carried = False  # most of the log is in the file
        self._jobs: SimpleQueue[Callable[[Connection], None] | None] = SimpleQueue()
        self._scribe = threading.Thread(target=self._work, name="tepui-writer", daemon=True)

    def change(self, what: Change, done: Done) -> None:
        """Hands over a change; `done` is called in the loop when it is on disk, or cannot be."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._scribe.start()
        self._gathered.append((what, done))
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._hand_over)  # together with whatever else has just been heard

    def _hand_over(self) -> None:
        """The group that has gathered is written."""
        work, self._gathered = self._gathered, []
        self._writing = bool(work)
        if not work:
            return
        if self._slow <= 0:
            settled = self._on_the_spot(work)
            if settled:
                self._writing = False
                self._tidy()
                tell(settled)
                return
        self._jobs.put(partial(self._write_group, work))

    def _on_the_spot(self, work: Waiting) -> list[Settled]:
        begin = monotonic()
        settled = self._moves_alone(self._here, work)
        if monotonic() - begin > QUICK:
            self._slow = PATIENCE
        self._untidy += len(settled)
        return settled

    def _tidy(self) -> None:
        """The log is carried over into the file: most of it while moves go on, then the rest while they wait.

        Only a log that is carried over whole begins anew; carried over in one go it would keep them waiting longer.
        """
        if self._untidy >= TIDY:
            self._untidy = 0
            self._jobs.put(self._carry_over)
        elif self._carried:
            self._carried = False
            self._writing = True
            self._jobs.put(self._carry_the_rest)

    # ---- the thread

    def _work(self) -> None:
        connection = self._engine.connect()
        while (job := self._jobs.get()) is not None:
            job(connection)
        connection.close()

    def _write_group(self, work: Waiting, connection: Connection) -> None:
        begin = monotonic()
        settled = self._moves_alone(raw(connection), work) or self._together(connection, work)
        self._slow = PATIENCE if monotonic() - begin > QUICK else self._slow - 1
        self._settle(settled)

    def _carry_over(self, connection: Connection) -> None:
        checkpoint(connection)
        self._carried = True

    def _carry_the_rest(self, connection: Connection) -> None:
        checkpoint(connection)
        self._settle([])

    def _settle(self, settled: list[Settled]) -> None:
        def told() -> None:
            if self._slow > 0:  # the thread has work while the others are told
                self._hand_over()
                tell(settled)
            else:
                tell(settled)
                self._hand_over()

        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(told)
        except RuntimeError:  # the loop has been closed: nobody waits any more
            return

    # ---- a transaction

    def _moves_alone(self, sqlite: sqlite3.Connection, work: Waiting) -> list[Settled]:
        """The same as `_together` for what is nearly all that is ever written; nothing, if it is not that or fails."""
        values: list[object] = []
        also = []
        for what, _ in work:
            if not isinstance(what, Moves):
                return []
            for row in what.rows:
                values += row
            if what.also is not None:
                also.append(what.also)
        if not 0 < len(values) <= 4 * MOST_AT_ONCE:
            return []
        insert = MOVE + ", (?, ?, ?, ?)" * (len(values) // 4 - 1)
        try:
            if also:
                sqlite.execute("BEGIN IMMEDIATE")
                sqlite.execute(insert, values)
                for statement, said in also:
                    sqlite.execute(statement, said)
                sqlite.execute("COMMIT")
            else:  # a transaction of its own, and one wait for the interpreter's lock instead of many
                sqlite.execute(insert, values)
        except sqlite3.Error:  # nothing of it is written: once more, change by change, with an error for each
            if sqlite.in_transaction:
                sqlite.execute("ROLLBACK")
            return []
        self.commits += 1
        self.written += len(work)
        return [(done, None) for _, done in work]

    def _together(self, connection: Connection, work: Waiting) -> list[Settled]:
        try:
            with connection.begin():
                for what, _ in work:
                    if isinstance(what, Moves):
                        if what.rows:
                            connection.exec_driver_sql(MOVE, what.rows)
                        if what.also is not None:
                            connection.exec_driver_sql(*what.also)
                    else:
                        what(connection)
            self.commits += 1
            self.written += len(work)
            return [(done, None) for _, done in work]
        except SQLAlchemyError as error:
            if len(work) > 1:
                return [settled for one in work for settled in self._together(connection, [one])]
            log.error("cannot write", extra={"error": type(error).__name__, "sqlite": _plain(error)})
            return [(work[0][1], error if isinstance(error, IntegrityError) else trouble(error))]
        except Exception as error:  # a bug in one change must not end the writer
            if len(work) > 1:
                return [settled for one in work for settled in self._together(connection, [one])]
            log.exception("a change failed")
            return [(work[0][1], trouble(error))]

    def close(self) -> None:
        """Writes what is waiting."""
        if self._scribe.is_alive():
            self._slow = PATIENCE
            self._hand_over()
            self._jobs.put(None)
            self._scribe.join(timeout=10)
        self._connection.close()


def raw(connection: Connection) -> Any:
    """SQLite's own connection, which begins no transaction of its own accord."""
    return connection.connection.driver_connection


def checkpoint(connection: Connection) -> None:
    try:
        raw(connection).execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.Error as error:  # a full disk, say: every move is in the log, and it is tried again
        log.error("the log could not be carried over", extra={"sqlite": str(error)})


def tell(settled: list[Settled]) -> None:
    for done, error in settled:
        try:
            done(error)
        except Exception:  # one who stumbles over the news does not keep it from the others
            log.exception("a change was saved, and whoever waited for it failed")


def _plain(error: SQLAlchemyError) -> str:
    """SQLite's own words, without the statement and its values (those could be anybody's)."""
    return str(error.orig) if isinstance(error, DatabaseError) else type(error).__name__
