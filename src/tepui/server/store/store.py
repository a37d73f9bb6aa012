"""What is kept on disk, and how it is looked up again; what changes goes through the one writer (writer.py).

Rooms, their moves and who sits there are kept here; what else belongs to them has modules of its own, which the store
names: `turns`, `unplayed`, `results`, `reviews`. The rows of a feature lie with the feature, over the same store.

This is the store of one process over one SQLite file. `postgres.py` is the same for several processes, and says what
is different there: a room lives in one of them at a time, and reading may take long. So whoever changes a room says
under which number (`epoch`) they have it, and gets `Fenced` if it is another's; what serves people reads by `read`.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Engine, Select, create_engine, event, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tepui.server.outside import SYSTEM_TIME, Time
from tepui.server.refusals import Refused
from tepui.server.store import results, reviews, schema, turns
from tepui.server.store.contract import Commit, Declined, Peer, Saved, unreadable
from tepui.server.store.rows import written
from tepui.server.store.writer import Writer, put_sitters

FILE = "tepui.sqlite"
UNWELL = 60.0  # seconds for which a failed read counts
log = logging.getLogger("tepui.store")
OF_A_ROOM = [table for table in schema.metadata.sorted_tables if "room" in table.c]

T = TypeVar("T")
Change = Callable[[Connection], None]


def engine_for(path: Path) -> Engine:
    engine = create_engine(f"sqlite+pysqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 5})

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        try:
            for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=1000"):
                connection.execute(f"PRAGMA {line}")
        except UnicodeDecodeError:  # SQLite quotes the damaged line of its schema
            raise OSError("its schema is damaged") from None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def make_private(path: Path) -> None:
    """For its owner only before SQLite opens it: the log and the index beside it get the same mode from the file."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        with suppress(FileNotFoundError):
            path.with_name(name).chmod(0o600)


def whole(rows: Sequence[Any]) -> list[Saved]:
    """Those that are not damaged: `tepui doctor` names the others. SQLite keeps a value of any type in any column."""
    found = []
    for row in rows:
        with suppress(ValueError):
            found.append(msgspec.convert(row, Saved, from_attributes=True))
    return found


def unread(error: Exception) -> Refused:
    log.error("cannot read", extra={"error": type(error).__name__})
    return unreadable()


def read_newest(connection: Connection) -> None:
    """The moves of the table that was changed last."""
    at = schema.rooms.c
    newest = connection.scalar(select(at.id).order_by(at.changed.desc()).limit(1))
    connection.execute(select(schema.moves).where(schema.moves.c.room == newest)).all()


class CodeTaken(Declined):
    """Another table has this code; take another one."""


class Beat(NamedTuple):
    """What the database said about the time, and what our own clock said before and after."""

    ran: int
    asked: float
    heard: float
    lapsed: bool  # we were silent for so long that others may have taken our rooms


class Store:
    """The one small door to the disk."""

    shared = False  # do other processes change the same rooms?
    process = ""  # which of several we are

    def __init__(self, folder: Path, time: Time = SYSTEM_TIME, writer: Callable[[Engine], Writer] = Writer) -> None:
        self.time = time
        self.path = folder / FILE
        make_private(self.path)
        self.engine = engine_for(self.path)
        with self.engine.connect() as connection, connection.begin():
            schema.migrate(connection)
        self._serve(writer(self.engine))

    def _serve(self, writer: Writer) -> None:
        self.writer = writer
        self.change = writer.change  # the future is done when the change is on disk
        self.commit: Callable[[Commit], asyncio.Future[None]] = writer.change  # `Fenced` if another process has it
        self._failed = -UNWELL  # when something could not be read
        self.turns = turns.Turns(self)
        self.unplayed = turns.Unplayed(self)
        self.results = results.Results(self)
        self.reviews = reviews.Reviews(self)

    # ---- changes: on disk when the await returns

    @written
    def create(
        self, connection: Connection, room: Saved, guests: Iterable[str], since: int = 0, also: Change | None = None
    ) -> None:
        """A new table; refused with `CodeTaken` if another one has its code that is not over, or was changed since.

        `also`: what else is written with it, or declines it.
        """
        self.own_new(connection, room)
        at = schema.rooms.c
        other = select(at.id).where(at.code == room.code, or_(at.phase < 2, at.changed >= since)).limit(1)
        if connection.scalar(other) is not None:
            raise CodeTaken
        if also is not None:
            also(connection)
        connection.execute(insert(schema.rooms).values(**msgspec.structs.asdict(room)))
        put_sitters(connection, room.id, guests)

    @written
    def greet(self, connection: Connection, guest: str, name: str, now: int) -> None:
        """A person and the name they go by."""
        known = update(schema.guests).where(schema.guests.c.id == guest).values(name=name, seen=now)
        if connection.execute(known).rowcount == 0:
            connection.execute(insert(schema.guests).values(id=guest, name=name, seen=now))

    @written
    def forget(self, connection: Connection, device: str, also: Change) -> None:
        """Everything that names this person, or another at the same device, outside the rooms' own state."""
        for table in (schema.lines, schema.notes, schema.sitters, schema.subscriptions):
            connection.execute(table.delete().where(schema.at_device(device, table.c.guest)))
        connection.execute(schema.guests.delete().where(schema.at_device(device, schema.guests.c.id)))
        results.forget(connection, device)
        also(connection)

    @written
    def delete(self, connection: Connection, rooms: Sequence[str]) -> None:
        """These tables and all that was said at them."""
        for table in OF_A_ROOM:
            connection.execute(table.delete().where(table.c.room.in_(rooms)))
        connection.execute(schema.rooms.delete().where(schema.rooms.c.id.in_(rooms)))
        self.disown(connection, rooms)

    # ---- other processes: here there are none

    async def own(self, room: str, void: Collection[str] = ()) -> int | None:
        """The number under which this process has the room from now on; None: there is no such room.

        `OtherOwner` if another process has it, and its lease is not one of those that are `void`. Asked again, it is
        another number: whatever of ours is still on its way to the disk comes too late.
        """
        return 0

    def own_new(self, connection: Connection, room: Saved) -> None:
        """One that is just being set up, under a code that nobody else takes at this moment."""

    def owner(self, room: str) -> Peer | None:
        """The other process that has it."""
        return None

    def peers(self) -> list[Peer]:
        """The other processes that live."""
        return []

    def ours(self) -> dict[str, int]:
        """The rooms that we have, and under which number."""
        return {}

    def release(self, rooms: dict[str, int]) -> None:
        """These have left our memory, and under which number we had them: whoever is asked next may have them."""

    def disown(self, connection: Connection, rooms: Sequence[str]) -> None:
        """They are gone: whoever still has one finds out at its next change."""

    def due_here(self, now: int, limit: int) -> list[str]:
        """Rooms in which something is due, and that are ours, or nobody's."""
        return self.turns.due(now, limit)

    async def beat(self, time: Callable[[], float], address: str) -> Beat | None:
        """We live, and are called there. How long the server has run, in all its processes; None: we know."""
        return None

    # ---- looking things up

    async def read(self, work: Callable[..., T], *words: Any) -> T:
        """What `work` reads: here at once, for it comes from the page cache."""
        return work(*words)

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        """On the event loop what is short, by key, from the page cache; what may be long in a thread."""
        try:
            with self.engine.connect() as connection:
                return connection.execute(query).all()
        except (SQLAlchemyError, TypeError, ValueError) as error:  # the last two: a value of another type
            self._failed = self.time.monotonic()
            raise unread(error) from None

    def room(self, room: str) -> Saved | None:
        """ValueError if it is damaged."""
        found = self.rows(select(schema.rooms).where(schema.rooms.c.id == room))
        return msgspec.convert(found[0], Saved, from_attributes=True) if found else None

    def is_published(self, room: str) -> bool:
        """The seed that this room shares with others (`duplicate/`)."""
        at, of = schema.series.c, schema.series_tables.c
        query = select(at.published).join_from(schema.series, schema.series_tables, at.id == of.series)
        found = self.rows(query.where(of.room == room))
        return bool(found) and found[0][0] > 0

    def published_of(self, ids: Collection[str]) -> set[str]:
        """Those among these series whose seed everyone knows."""
        at = schema.series.c
        return {str(id) for (id,) in self.rows(select(at.id).where(at.id.in_(ids), at.published > 0))}

    def rooms_of_code(self, code: str) -> list[tuple[str, int]]:
        """The tables that ever had this code and when each was last changed; a living one first, then the newest."""
        at = schema.rooms.c
        query = select(at.id, at.changed).where(at.code == code).order_by(at.phase == 2, at.changed.desc())
        return [(str(id), changed) for id, changed in self.rows(query.limit(20))]

    def lines(self, room: str) -> list[tuple[int, str | None, str]]:
        """What was said there, and by whom."""
        at = schema.lines.c
        found = self.rows(select(at.number, at.guest, at.line).where(at.room == room).order_by(at.number))
        return msgspec.convert([tuple(row) for row in found], list[tuple[int, str | None, str]])

    def notes(self, room: str) -> dict[tuple[int, str], bytes]:
        """The marks beside its seats, by seat and who wrote them there."""
        at = schema.notes.c
        found = self.rows(select(at.seat, at.guest, at.marks).where(at.room == room).order_by(at.number))
        rows = msgspec.convert([tuple(row) for row in found], list[tuple[int, str, bytes]], builtin_types=(bytes,))
        return {(seat, guest): marks for seat, guest, marks in rows}

    def moves(self, room: str, after: int = 0) -> list[tuple[int, int, bytes]]:
        at = schema.moves.c
        query = select(at.number, at.who, at.action).where(at.room == room).order_by(at.number)
        found = self.rows(query.where(at.number > after) if after else query)
        return [(number, who, action) for number, who, action in found]

    def lobby(self, limit: int = 50) -> list[Saved]:
        at = schema.rooms.c
        found: list[Saved] = []
        for phase in (0, 1):  # each is read in order from the index, however many there are
            query = select(schema.rooms).where(at.listed == 1, at.phase == phase).order_by(at.changed.desc())
            found += whole(self.rows(query.limit(limit)))
        return sorted(found, key=lambda room: room.changed, reverse=True)[:limit]

    def rooms_of(self, device: str, over: int = 50, most: int = 5000) -> list[Saved]:
        """The tables at which someone of this device has a seat, the newest first; of those that are over, a few."""
        at = schema.rooms.c
        query = select(schema.rooms).where(at.id.in_(schema.tables_of(device)))
        found = self.rows(query.where(at.phase < 2).limit(most))  # SQLite would sort whole rows, and take long
        if over:
            found = [*found, *self.rows(query.where(at.phase == 2).order_by(at.changed.desc()).limit(over))]
        return sorted(whole(found), key=lambda room: room.changed, reverse=True)

    def room_of_seed(self, device: str, seed: str) -> str | None:
        """The finished table of this device that was played with this seed."""
        at = schema.rooms.c
        found = self.rows(select(at.id).where(at.id.in_(schema.tables_of(device)), at.seed == seed, at.phase == 2))
        return str(found[0][0]) if found else None

    def name_of(self, guest: str) -> str | None:
        found = self.rows(select(schema.guests.c.name).where(schema.guests.c.id == guest))
        return str(found[0][0]) if found else None

    def check(self) -> None:
        """Refuses if the file does not give back what a table needs, now or within the last minute.

        It is opened again, because a connection that has been open answers from what it remembers.
        """
        if self.time.monotonic() - self._failed < UNWELL or not self.path.exists():
            raise unreadable()
        fresh = engine_for(self.path)
        try:
            with fresh.connect() as connection:
                for table in schema.metadata.sorted_tables:
                    connection.execute(select(table).limit(1)).all()
                read_newest(connection)
        except (SQLAlchemyError, TypeError, ValueError) as error:
            raise unread(error) from None
        finally:
            fresh.dispose()

    # ---- facts about the server itself, before it serves anyone

    def fact(self, name: str) -> str | None:
        found = self.rows(select(schema.facts.c.value).where(schema.facts.c.name == name))
        return str(found[0][0]) if found else None

    def remember(self, name: str, value: str) -> None:
        with self.engine.connect() as connection, connection.begin():
            schema.remember(connection, name, value)

    def once(self, name: str, value: str) -> str:
        """A fact that is decided once: the first who comes decides it for all."""
        try:
            with self.engine.connect() as connection, connection.begin():
                connection.execute(insert(schema.facts).values(name=name, value=value))
        except IntegrityError:
            return self.fact(name) or value
        return value

    def close(self) -> None:
        """Writes what is waiting, then closes the file."""
        self.writer.close()
        self.engine.dispose()
