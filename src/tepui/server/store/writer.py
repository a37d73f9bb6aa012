"""How changes reach the disk: by one thread, in groups, and on it before anyone hears of them.

Whatever has gathered while the last group was written goes into one transaction (SQLite, WAL, synchronous FULL), so
that under load many moves share one, and a lone one waits for nothing. A transaction that fails is written again
change by change, so that one bad change does not take its neighbours with it; whoever waits hears of its own failure
only.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from queue import SimpleQueue
from typing import NamedTuple

from sqlalchemy import Engine, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from tepui.server.refusals import Refused
from tepui.server.store import results, schema
from tepui.server.store.contract import KEPT_LINES, KEPT_NOTES, Commit, Declined, Marks, trouble

log = logging.getLogger("tepui.store")
MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"
TURN = (
    "INSERT INTO turns (room, waiting, due, stamp, clocks) VALUES (?, ?, ?, ?, ?) ON CONFLICT (room) DO UPDATE SET "
    "waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp, clocks = excluded.clocks"
)


Change = Commit | Callable[[Connection], object]


class Job(NamedTuple):
    change: Change
    done: asyncio.Future[None]


Done = tuple[asyncio.Future[None], Exception | None]


class Writer:
    """The only one that changes the file."""

    def __init__(self, engine: Engine) -> None:
        self.written = 0
        self.commits = 0
        self._engine = engine
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = False
        self._thread = threading.Thread(target=self._work, name="tepui-writer", daemon=True)

    def change(self, change: Change) -> asyncio.Future[None]:
        """The future is done when the change is on disk."""
        if self._thread.ident is None:
            self._thread.start()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(change, done))
        return done

    @property
    def waiting(self) -> int:
        """Changes that the thread has not taken up yet."""
        return self._jobs.qsize()

    def close(self) -> None:
        """Writes what is waiting."""
        self.closing = True
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join(timeout=10)

    # ---- the thread

    def _work(self) -> None:
        closing = False
        while not closing:
            group = [self._jobs.get()]
            while not self._jobs.empty():
                group.append(self._jobs.get())
            closing = None in group
            results = self._write_group([job for job in group if job is not None])
            with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                if results:
                    results[0][0].get_loop().call_soon_threadsafe(settle, results)
        self._close()

    @cached_property
    def _connection(self) -> Connection:
        return self._engine.connect()

    def _close(self) -> None:
        self._connection.close()

    def _write_group(self, group: list[Job]) -> list[Done]:
        """One transaction; where it fails, each change in one of its own."""
        if not group:
            return []
        try:
            with self._connection.begin():
                for job in group:
                    make(job.change, self._connection)
            self.commits += 1
            self.written += len(group)
            return [(job.done, None) for job in group]
        except Exception as error:  # the disk, or a bug in one change: neither may end the writer
            if len(group) > 1:
                return [result for job in group for result in self._write_group([job])]
            return [(group[0].done, failure(error))]


def make(change: Change, connection: Connection) -> None:
    if isinstance(change, Commit):
        write(change, connection)
    else:
        change(connection)


def failure(error: Exception) -> Exception:
    if isinstance(error, IntegrityError | Declined | Refused):
        return error
    if isinstance(error, SQLAlchemyError):
        # SQLite's own words, without the statement and its values: those could be anyone's.
        said = str(error.orig) if isinstance(error, DatabaseError) else type(error).__name__
        log.error("cannot write", extra={"error": type(error).__name__, "sqlite": said})
    else:
        log.error("a change failed", exc_info=error)
    return trouble(error)


def settle(results: list[Done]) -> None:
    for done, error in results:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


# ---- what changes of one room: in one transaction, all or nothing


def write(commit: Commit, connection: Connection) -> None:
    room = commit.room
    if commit.rows:
        values = [(room, number, who, action) for number, (who, action) in enumerate(commit.rows, commit.first)]
        connection.exec_driver_sql(MOVE if connection.dialect.name == "sqlite" else MOVE.replace("?", "%s"), values)
    if commit.turn is not None:
        turn = TURN if connection.dialect.name == "sqlite" else TURN.replace("?", "%s")
        connection.exec_driver_sql(turn, (room, *commit.turn))
    if commit.fields is not None:
        connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**commit.fields))
    if commit.guests is not None:
        put_sitters(connection, room, commit.guests)
    if commit.ended is not None:
        results.put(connection, room, commit.ended)
    for guest, line in commit.lines:
        put_line(connection, room, guest, line)
    if commit.note is not None:
        put_note(connection, room, commit.note)


def put_sitters(connection: Connection, room: str, guests: Iterable[str]) -> None:
    connection.execute(schema.sitters.delete().where(schema.sitters.c.room == room))
    there = [{"guest": guest, "room": room} for guest in dict.fromkeys(guests)]
    if there:
        connection.execute(insert(schema.sitters), there)


def put_line(connection: Connection, room: str, guest: str | None, line: str) -> None:
    """Only the last ones stay."""
    at = schema.lines.c
    number = 1 + (connection.scalar(select(func.max(at.number)).where(at.room == room)) or 0)
    connection.execute(insert(schema.lines).values(room=room, number=number, guest=guest, line=line))
    connection.execute(schema.lines.delete().where(at.room == room, at.number <= number - KEPT_LINES))


def put_note(connection: Connection, room: str, note: Marks) -> None:
    """Those of others who sat there stay, the oldest go."""
    at = schema.notes.c
    here = (at.room == room, at.seat == note.seat)
    number = 1 + (connection.scalar(select(func.max(at.number)).where(*here)) or 0)
    connection.execute(schema.notes.delete().where(*here, at.guest == note.guest))
    connection.execute(insert(schema.notes).values(room=room, number=number, **note._asdict()))
    newest = select(at.guest).where(*here).order_by(at.number.desc()).limit(KEPT_NOTES)
    connection.execute(schema.notes.delete().where(*here, at.guest.not_in(newest)))
