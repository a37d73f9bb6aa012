"""What is kept on disk: one writer, group commit, on disk before `await` returns.

Everything that changes goes to one thread, which writes whatever is waiting in one transaction
(SQLite, WAL, synchronous FULL). While one group is written the next one gathers, so that under load
many moves share one transaction, and a lone one waits for nothing. A transaction that fails is written
again change by change, so that one bad change does not take its neighbours with it; whoever waits hears
of its own failure only.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec
from sqlalchemy import Engine, Select, create_engine, event, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from tepui.core.words import N_
from tepui.server import schema
from tepui.server.no import No

FILE = "tepui.sqlite"
log = logging.getLogger("tepui.store")

Move = tuple[str, int, int, bytes]
Change = Callable[[Connection], object] | list[Move]  # moves alone are so many that they have a way of their own
Waiting = list[tuple[Change, "asyncio.Future[Any]"]]
Settled = tuple["asyncio.Future[Any]", BaseException | None]
MOST_AT_ONCE = 200  # moves in one statement
MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"


class Saved(msgspec.Struct, frozen=True):
    """A room as it stands on disk, without its moves."""

    id: str
    code: str
    game: str
    rules: int
    seats: int
    options: str
    parts: str | None
    seed: str
    state: str
    listed: int
    phase: int  # 0 before the start, 1 running, 2 over
    created: int
    changed: int


def trouble(error: BaseException) -> No:
    """What to tell a person when the disk refuses."""
    text = str(getattr(error, "orig", error)).lower()
    if "full" in text:
        return No("trouble", N_("The disk of this server is full, so nothing was saved; ask the host to make room."))
    if "readonly" in text or "read-only" in text:
        return No("trouble", N_("The data folder of this server is read-only, so nothing was saved; ask the host."))
    return No("trouble", N_("This server could not save it, so nothing was done; try again in a moment."))


def engine_for(path: Path) -> Engine:
    engine = create_engine(f"sqlite+pysqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 5})

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=1000"):
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


class Store:
    """The one small door to the disk."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.engine = engine_for(self.path)
        with self.engine.connect() as connection, connection.begin():
            schema.migrate(connection)
        self.path.chmod(0o600)
        self.written = 0
        self.commits = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gathered: Waiting = []  # the next group; only the loop's thread looks at it
        self._writing = False  # a group is on its way to the disk, or is about to be
        self._groups: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="tepui-writer", daemon=True)
        self._reader = self.engine.connect()
        self._reader_lock = threading.Lock()

    # ---- changes: on disk when the await returns

    def change(self, what: Change) -> asyncio.Future[Any]:
        """Hands a change to the writer; the future is done when it is on disk."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._thread.start()
        future: asyncio.Future[Any] = self._loop.create_future()
        self._gathered.append((what, future))
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._hand_over)  # together with whatever else has just been heard
        return future

    def _hand_over(self) -> None:
        """The group that has gathered goes to the writer."""
        self._writing = bool(self._gathered)
        if self._gathered:
            self._groups.put(self._gathered)
            self._gathered = []

    def append(self, room: str, first: int, rows: Sequence[tuple[int, bytes]]) -> asyncio.Future[Any]:
        """Moves of a room, numbered from `first`; (room, number) can be written only once."""
        return self.change([(room, first + i, who, action) for i, (who, action) in enumerate(rows)])

    def append_and_save(
        self, room: str, first: int, rows: Sequence[tuple[int, bytes]], fields: dict[str, Any]
    ) -> asyncio.Future[Any]:
        """Moves that also change the room (the first, the last): both or neither."""
        values = [(room, first + i, who, action) for i, (who, action) in enumerate(rows)]

        def what(connection: Connection) -> None:
            if values:
                connection.exec_driver_sql(MOVE, values)
            connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**fields))

        return self.change(what)

    def create(self, room: Saved, guests: Iterable[str]) -> asyncio.Future[Any]:
        def what(connection: Connection) -> None:
            connection.execute(insert(schema.rooms).values(**msgspec.structs.asdict(room)))
            _seat(connection, room.id, guests)

        return self.change(what)

    def save(self, room: str, fields: dict[str, Any], guests: Iterable[str] | None = None) -> asyncio.Future[Any]:
        """A room's changed fields; `guests`: who sits there now."""

        def what(connection: Connection) -> None:
            connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**fields))
            if guests is not None:
                _seat(connection, room, guests)

        return self.change(what)

    def say(self, room: str, number: int, guest: str | None, line: str, keep: int) -> asyncio.Future[Any]:
        """A line of chat; only the last `keep` stay."""

        def what(connection: Connection) -> None:
            values = {"room": room, "number": number, "guest": guest, "line": line}
            connection.execute(insert(schema.lines).values(**values))
            old = schema.lines.c.number <= number - keep
            connection.execute(schema.lines.delete().where(schema.lines.c.room == room, old))

        return self.change(what)

    def note(self, room: str, seat: int, guest: str, marks: bytes) -> asyncio.Future[Any]:
        def what(connection: Connection) -> None:
            here = (schema.notes.c.room == room, schema.notes.c.seat == seat)
            connection.execute(schema.notes.delete().where(*here))
            values = {"room": room, "seat": seat, "guest": guest, "marks": marks}
            connection.execute(insert(schema.notes).values(**values))

        return self.change(what)

    def greet(self, guest: str, name: str, now: int) -> asyncio.Future[Any]:
        """A person and the name they go by."""

        def what(connection: Connection) -> None:
            known = update(schema.guests).where(schema.guests.c.id == guest).values(name=name, seen=now)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(schema.guests).values(id=guest, name=name, seen=now))

        return self.change(what)

    def forget(self, guest: str) -> asyncio.Future[Any]:
        """Everything that names this person outside the rooms' own state."""

        def what(connection: Connection) -> None:
            for table in (schema.lines, schema.notes, schema.sitters):
                connection.execute(table.delete().where(table.c.guest == guest))
            connection.execute(schema.guests.delete().where(schema.guests.c.id == guest))

        return self.change(what)

    # ---- looking things up: short, by key, from the page cache

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        with self._reader_lock:
            try:
                found = self._reader.execute(query).all()
                self._reader.rollback()
                return found
            except SQLAlchemyError as error:
                self._reader.rollback()
                log.error("cannot read", extra={"error": type(error).__name__})
                raise trouble(error) from None

    def room(self, room: str) -> Saved | None:
        found = self.rows(select(schema.rooms).where(schema.rooms.c.id == room))
        return Saved(*found[0]) if found else None

    def room_of_code(self, code: str, since: int) -> str | None:
        at = schema.rooms.c
        query = select(at.id).where(at.code == code, at.changed >= since).order_by(at.changed.desc()).limit(1)
        found = self.rows(query)
        return str(found[0][0]) if found else None

    def moves(self, room: str) -> list[tuple[int, int, bytes]]:
        at = schema.moves.c
        found = self.rows(select(at.number, at.who, at.action).where(at.room == room).order_by(at.number))
        return [(number, who, bytes(action)) for number, who, action in found]

    def lines(self, room: str) -> list[tuple[int, str | None, str]]:
        at = schema.lines.c
        found = self.rows(select(at.number, at.guest, at.line).where(at.room == room).order_by(at.number))
        return [(number, guest, line) for number, guest, line in found]

    def notes(self, room: str) -> dict[int, tuple[str, bytes]]:
        at = schema.notes.c
        found = self.rows(select(at.seat, at.guest, at.marks).where(at.room == room))
        return {seat: (guest, bytes(marks)) for seat, guest, marks in found}

    def lobby(self, limit: int = 50) -> list[Saved]:
        at = schema.rooms.c
        query = select(schema.rooms).where(at.listed == 1, at.phase < 2).order_by(at.changed.desc()).limit(limit)
        return [Saved(*row) for row in self.rows(query)]

    def rooms_of(self, guest: str, limit: int = 50) -> list[Saved]:
        at = schema.rooms.c
        mine = select(schema.sitters.c.room).where(schema.sitters.c.guest == guest)
        query = select(schema.rooms).where(at.id.in_(mine)).order_by(at.changed.desc()).limit(limit)
        return [Saved(*row) for row in self.rows(query)]

    def name_of(self, guest: str) -> str | None:
        found = self.rows(select(schema.guests.c.name).where(schema.guests.c.id == guest))
        return str(found[0][0]) if found else None

    # ---- the writer

    def _write(self) -> None:
        connection = self.engine.connect()
        while (work := self._groups.get()) is not None:
            self._settle(self._moves_alone(connection, work) or self._together(connection, work))
        connection.close()

    def _moves_alone(self, connection: Connection, work: Waiting) -> list[Settled]:
        """The same as `_together` for what is nearly all that is ever written; nothing, if it is not that or fails."""
        values: list[Move] = []
        for what, _ in work:
            if not isinstance(what, list):
                return []
            values += what
        if not 0 < len(values) <= MOST_AT_ONCE:
            return []
        raw: Any = connection.connection.driver_connection
        try:  # one statement is a transaction of its own, and one wait for the interpreter's lock instead of many
            raw.execute(MOVE + ", (?, ?, ?, ?)" * (len(values) - 1), list(chain.from_iterable(values)))
        except sqlite3.Error:  # nothing of it is written: once more, change by change, with an error for each
            return []
        self.commits += 1
        self.written += len(work)
        return [(future, None) for _, future in work]

    def _together(self, connection: Connection, work: Waiting) -> list[Settled]:
        try:
            with connection.begin():
                for what, _ in work:
                    if isinstance(what, list):
                        connection.exec_driver_sql(MOVE, what)
                    else:
                        what(connection)
            self.commits += 1
            self.written += len(work)
            return [(future, None) for _, future in work]
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

    def _settle(self, settled: list[Settled]) -> None:
        def tell() -> None:
            self._hand_over()
            for future, error in settled:
                if future.cancelled():
                    continue
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop has been closed: nobody waits any more
            return

    def close(self) -> None:
        """Writes what is waiting, then closes the file."""
        if self._thread.is_alive():
            self._hand_over()
            self._groups.put(None)
            self._thread.join(timeout=10)
        self._reader.close()
        self.engine.dispose()


def _plain(error: SQLAlchemyError) -> str:
    """SQLite's own words, without the statement and its values (those could be anybody's)."""
    return str(error.orig) if isinstance(error, DatabaseError) else type(error).__name__


def _seat(connection: Connection, room: str, guests: Iterable[str]) -> None:
    connection.execute(schema.sitters.delete().where(schema.sitters.c.room == room))
    there = [{"guest": guest, "room": room} for guest in dict.fromkeys(guests)]
    if there:
        connection.execute(insert(schema.sitters), there)
