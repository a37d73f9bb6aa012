"""What is kept on disk, and how it is looked up again; what changes goes through the one writer (writer.py).

Rooms, their moves and who sits there are kept here; what else belongs to them has modules of its own, which the store
names: `turns`, `talk`, `unplayed`, `series`, `devices`, `results`, `reviews`, `subscriptions`.

This is the store of one process over one SQLite file. `postgres.py` is the same for several processes, and says what
is different there: other processes change the same rooms, and reading may take long. So whoever changes a room says
which version of it they know, and gets `Stale` if there is a newer one; and what serves people reads by `read`.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Select, insert, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tepui.server.storage import devices, results, reviews, schema, series, subscriptions, talk, turns, unplayed
from tepui.server.storage.saved_room import News, Saved, checked, whole
from tepui.server.storage.sqlite_file import FILE, engine_for, make_private
from tepui.server.storage.writer import Declined, Stale, Writer, unreadable

UNWELL = 60.0  # seconds for which a failed read counts
GONE = 1 << 40  # a version that no room has
MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"
log = logging.getLogger("tepui.store")
OF_A_ROOM = (
    schema.moves,
    schema.lines,
    schema.notes,
    schema.sitters,
    schema.unplayed,
    schema.turns,
    schema.results,
    schema.reviews,
    schema.series_tables,
)

T = TypeVar("T")
Rows = Sequence[tuple[int, bytes]]  # who, and the action as it is written down


class CodeTaken(Declined):
    """Another table has this code; take another one."""


class Store:
    """The one small door to the disk."""

    shared = False  # do other processes change the same rooms?

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        make_private(self.path)
        self.engine = engine_for(self.path)
        with self.engine.connect() as connection, connection.begin():
            schema.migrate(connection)
        self._serve(Writer(self.engine))
        self._reader = self.engine.connect()
        self._reader_lock = threading.Lock()

    def _serve(self, writer: Writer) -> None:
        self._writer = writer
        self.change = writer.change  # the future is done when the change is on disk
        self._failed = -UNWELL  # when something could not be read
        self.turns = turns.Turns(self)
        self.talk = talk.Talk(self)
        self.unplayed = unplayed.Unplayed(self)
        self.subscriptions = subscriptions.Subscriptions(self)
        self.series = series.SeriesStore(self)
        self.devices = devices.Devices(self)
        self.results = results.Results(self)
        self.reviews = reviews.Reviews(self)

    @property
    def commits(self) -> int:
        return self._writer.commits

    @property
    def written(self) -> int:
        return self._writer.written

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    # ---- changes: on disk when the await returns

    def append(
        self,
        room: str,
        first: int,
        rows: Rows,
        fields: dict[str, Any] | None = None,
        turn: dict[str, Any] | None = None,
        ended: Sequence[results.Result] | None = None,
        version: int | None = None,
    ) -> asyncio.Future[None]:
        """Moves of a room, numbered from `first`; (room, number) can be written only once, or it is `Stale`.

        With `fields` they change the room too (the first, the last), with `turn` whose move it is, with `ended` how
        the game ended: all or nothing.
        `version`: of the room that they follow from; here nobody else can have changed it.
        """
        values = [(room, number, who, action) for number, (who, action) in enumerate(rows, first)]

        def what(connection: Connection) -> None:
            try:
                if values:
                    connection.exec_driver_sql(MOVE, values)
            except IntegrityError:
                raise Stale from None
            turns.put(connection, room, turn)
            if fields is not None:
                connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**fields))
            if ended is not None:
                results.put(connection, room, ended)

        return self.change(what)

    def create(
        self, room: Saved, guests: Iterable[str], since: int = 0, shares: tuple[str, str] | None = None
    ) -> asyncio.Future[None]:
        """A new table; refused with `CodeTaken` if another one has its code that is not over, or was changed since.

        `shares`: the series whose chance it plays with, and its mark there (`series.Taken` if that has a table).
        """
        return self.change(self._creating(room, guests, since, shares))

    def _creating(
        self, room: Saved, guests: Iterable[str], since: int, shares: tuple[str, str] | None = None
    ) -> Callable[[Connection], None]:
        at = schema.rooms.c
        other = select(at.id).where(at.code == room.code, or_(at.phase < 2, at.changed >= since)).limit(1)

        def what(connection: Connection) -> None:
            if connection.scalar(other) is not None:
                raise CodeTaken
            series.seat(connection, room.id, shares)
            connection.execute(insert(schema.rooms).values(**msgspec.structs.asdict(room)))
            _seat(connection, room.id, guests)

        return what

    def save(
        self,
        room: str,
        fields: dict[str, Any],
        guests: Iterable[str] | None = None,
        turn: dict[str, Any] | None = None,
        version: int | None = None,
    ) -> asyncio.Future[None]:
        """A room's changed fields; `guests`: who sits there now; `turn`: whose move it is.

        `version`: of the room as whoever changes it knows it; `Stale` if there is a newer one.
        """

        def what(connection: Connection) -> None:
            next_version(connection, room, version, fields)
            if guests is not None:
                _seat(connection, room, guests)
            turns.put(connection, room, turn)
            self.announce(connection, f"room {room} {(version or 0) + 1}")

        return self.change(what)

    def greet(self, guest: str, name: str, now: int) -> asyncio.Future[None]:
        """A person and the name they go by."""

        def what(connection: Connection) -> None:
            known = update(schema.guests).where(schema.guests.c.id == guest).values(name=name, seen=now)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(schema.guests).values(id=guest, name=name, seen=now))
            self.announce(connection, f"name {guest}")

        return self.change(what)

    def forget(self, device: str) -> asyncio.Future[None]:
        """Everything that names this person, or another at the same device, outside the rooms' own state."""

        def what(connection: Connection) -> None:
            for table in (schema.lines, schema.notes, schema.sitters, schema.subscriptions):
                connection.execute(table.delete().where(schema.at_device(device, table.c.guest)))
            connection.execute(schema.guests.delete().where(schema.at_device(device, schema.guests.c.id)))
            results.forget(connection, device)
            devices.forget(connection, device)
            self.announce(connection, f"forgot {device}")

        return self.change(what)

    def delete(self, rooms: Sequence[str]) -> asyncio.Future[None]:
        """These tables and all that was said at them."""

        def what(connection: Connection) -> None:
            for table in OF_A_ROOM:
                connection.execute(table.delete().where(table.c.room.in_(rooms)))
            connection.execute(schema.rooms.delete().where(schema.rooms.c.id.in_(rooms)))
            for room in rooms:
                self.announce(connection, f"room {room} {GONE}")

        return self.change(what)

    # ---- other processes: here there are none

    def alone(self) -> bool:
        """Does no other process serve? Asked before we listen."""
        return True

    def listen(self, heard: Callable[[str], None], again: Callable[[], None]) -> None:
        """`heard` gets what other processes tell; `again`: something may have been missed."""

    def tell(self, text: str) -> None:
        """To all processes, this one too."""

    def announce(self, connection: Connection, text: str) -> None:
        """The same with a change, if it is made."""

    def beat(self, time: Callable[[], float]) -> asyncio.Future[tuple[int, float, float]] | None:
        """How long the server has run, in all its processes, and what `time` said before and after; None: we know."""
        return None

    # ---- looking things up

    async def read(self, work: Callable[..., T], *words: Any) -> T:
        """What `work` reads: here at once, for it comes from the page cache."""
        return work(*words)

    def since(self, room: str, number: int) -> News | None:
        """The room, its moves after that number, and whose move it is, as they stand together; None: it is gone."""
        found = self.room(room)
        return None if found is None else News(found, self.moves(room, number), self.turns.of(room))

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        """Something short, by key, from the page cache: on the event loop."""
        with self._reader_lock:
            return self._read(self._reader, query)

    def long_rows(self, query: Select[Any]) -> Sequence[Any]:
        """Something that may be long: in a thread, by a connection of its own, so that nothing short waits for it."""
        with self.engine.connect() as connection:
            return self._read(connection, query)

    def _read(self, connection: Connection, query: Select[Any]) -> Sequence[Any]:
        try:
            return connection.execute(query).all()
        except (SQLAlchemyError, TypeError, ValueError) as error:  # the last two: a value of another type
            self._failed = monotonic()
            log.error("cannot read", extra={"error": type(error).__name__})
            raise unreadable() from None
        finally:
            with suppress(SQLAlchemyError):
                connection.rollback()

    def room(self, room: str) -> Saved | None:
        found = self.rows(select(schema.rooms).where(schema.rooms.c.id == room))
        return checked(found[0]) if found else None

    def rooms_of_code(self, code: str) -> list[tuple[str, int]]:
        """The tables that ever had this code and when each was last changed; a living one first, then the newest."""
        at = schema.rooms.c
        query = select(at.id, at.changed).where(at.code == code).order_by(at.phase == 2, at.changed.desc())
        return [(str(id), changed) for id, changed in self.rows(query.limit(20))]

    def moves(self, room: str, after: int = 0) -> list[tuple[int, int, bytes]]:
        at = schema.moves.c
        query = select(at.number, at.who, at.action).where(at.room == room).order_by(at.number)
        found = self.long_rows(query.where(at.number > after) if after else query)
        return [(number, who, action) for number, who, action in found]

    def lobby(self, limit: int = 50) -> list[Saved]:
        at = schema.rooms.c
        found: list[Saved] = []
        for phase in (0, 1):  # each is read in order from the index, however many there are
            query = select(schema.rooms).where(at.listed == 1, at.phase == phase).order_by(at.changed.desc())
            found += whole(self.rows(query.limit(limit)))
        return sorted(found, key=lambda room: room.changed, reverse=True)[:limit]

    def rooms_of(self, device: str, over: int = 50, most: int = 5000) -> list[Saved]:
        """The tables at which somebody of this device has a seat, the newest first; of those that are over, a few."""
        at = schema.rooms.c
        mine = select(schema.sitters.c.room).where(schema.at_device(device, schema.sitters.c.guest))
        query = select(schema.rooms).where(at.id.in_(mine))
        found = self.long_rows(query.where(at.phase < 2).limit(most))  # SQLite would sort whole rows, and take long
        if over:
            found = [*found, *self.long_rows(query.where(at.phase == 2).order_by(at.changed.desc()).limit(over))]
        return sorted(whole(found), key=lambda room: room.changed, reverse=True)

    def name_of(self, guest: str) -> str | None:
        found = self.rows(select(schema.guests.c.name).where(schema.guests.c.id == guest))
        return str(found[0][0]) if found else None

    def check(self) -> None:
        """Refuses if the file does not give back what a table needs, now or within the last minute.

        It is opened anew, because a connection that has been open answers from what it remembers.
        """
        if monotonic() - self._failed < UNWELL or not self.path.exists():
            raise unreadable()
        fresh = engine_for(self.path)
        at = schema.rooms.c
        try:
            with fresh.connect() as connection:
                for table in schema.metadata.sorted_tables:
                    connection.execute(select(table).limit(1)).all()
                newest = connection.scalar(select(at.id).order_by(at.changed.desc()).limit(1))
                connection.execute(select(schema.moves).where(schema.moves.c.room == newest)).all()
        except (SQLAlchemyError, TypeError, ValueError) as error:
            log.error("cannot read", extra={"error": type(error).__name__})
            raise unreadable() from None
        finally:
            fresh.dispose()

    # ---- facts about the server itself, before it serves anybody

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
        self._writer.close()
        self._reader.close()
        self.engine.dispose()


def next_version(connection: Connection, room: str, version: int | None, fields: dict[str, Any]) -> None:
    """The room changes, if it is still the one that was known."""
    at = schema.rooms.c
    change = update(schema.rooms).where(at.id == room).values(version=at.version + 1, **fields)
    if version is not None:
        change = change.where(at.version == version)
    if connection.execute(change).rowcount == 0 and version is not None:
        raise Stale


def _seat(connection: Connection, room: str, guests: Iterable[str]) -> None:
    connection.execute(schema.sitters.delete().where(schema.sitters.c.room == room))
    there = [{"guest": guest, "room": room} for guest in dict.fromkeys(guests)]
    if there:
        connection.execute(insert(schema.sitters), there)
