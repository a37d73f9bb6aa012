"""The same store for several processes: one PostgreSQL, and every process serves every table.

A change of a room is one transaction that carries the version it follows from: whoever comes second gets `Stale`, reads
again and decides anew. With the commit PostgreSQL tells all processes (NOTIFY) which room has a new version; whoever
holds that room reads what is new by number. Nothing told is trusted to arrive: after a lost connection everything that
is held is read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Engine, Select, create_engine, func, select, text
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from tepui.core.refusal import Refusal
from tepui.server.storage import schema
from tepui.server.storage.listener import SERVING, Listener
from tepui.server.storage.postgres_writer import Append, PostgresWriter, announce
from tepui.server.storage.results import Result
from tepui.server.storage.saved_room import News, Saved, checked
from tepui.server.storage.store import UNWELL, Rows, Store, log
from tepui.server.storage.writer import away
from tepui.server.threads import Threads

T = TypeVar("T")
SCHEMA_LOCK = 0x7E9F1  # several processes begin at once: one of them brings the tables up to date
CODE_LOCK = 0x7E9F2  # two tables are set up at once: not under one code
GAP = 15_000  # milliseconds without a beat of any process: the server did not run
CONNECTING: dict[str, Any] = {  # a line that is dead is noticed within seconds, not after the two hours of TCP
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c statement_timeout=20000 -c idle_in_transaction_session_timeout=20000 -c lock_timeout=10000",
}
HOW = "like postgresql://user:password@host/database"


class BadDatabase(Refusal):
    """This database cannot be used: the sentence says what to do."""


def engine_for(address: str) -> Engine:
    """For an address as PostgreSQL's own programs take it."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadDatabase(f"--database takes an address {HOW}") from None
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise BadDatabase(f"--database takes an address {HOW}; without it the rooms lie in a file (--data)")
    try:
        import psycopg  # noqa: F401  the extra `postgres`
    except ImportError:
        raise BadDatabase("PostgreSQL needs psycopg; install it: pip install 'tepui[postgres]'") from None
    more = {name: value for name, value in CONNECTING.items() if name not in url.query}
    return create_engine(
        url.set(drivername="postgresql+psycopg"), connect_args=more, pool_size=6, max_overflow=4, pool_timeout=10
    )


def shown(address: str) -> str:
    """The address without its password."""
    try:
        return make_url(address).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "this database"


def reason(error: BaseException) -> str:
    """PostgreSQL's own words on one line, without our statement."""
    said = str(getattr(error, "orig", None) or error)
    return " ".join(said.split())[:300]


class PostgresStore(Store):
    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine = engine_for(address)
        try:
            with self.engine.connect() as connection, connection.begin():
                connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
                schema.migrate(connection)
        except DBAPIError as error:
            raise BadDatabase(
                f"cannot open {shown(address)} ({reason(error)}); start PostgreSQL, or mend the address in --database"
            ) from None
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._threads = Threads("reader", size=4, seconds=30, queue=1000)
        self._listener: Listener | None = None
        self._serve(PostgresWriter(self.engine))

    # ---- changes

    def append(
        self,
        room: str,
        first: int,
        rows: Rows,
        fields: dict[str, Any] | None = None,
        turn: dict[str, Any] | None = None,
        ended: Sequence[Result] | None = None,
        version: int | None = None,
    ) -> asyncio.Future[None]:
        values = [(number, who, action) for number, (who, action) in enumerate(rows, first)]
        return self.change(Append(room, values, fields, turn, ended, version or 0))

    def create(
        self, room: Saved, guests: Iterable[str], since: int = 0, shares: tuple[str, str] | None = None
    ) -> asyncio.Future[None]:
        lock = select(func.pg_advisory_xact_lock(CODE_LOCK, func.hashtext(room.code)))
        making = self._creating(room, guests, since, shares)

        def what(connection: Connection) -> None:
            connection.execute(lock)
            making(connection)

        return self.change(what)

    # ---- other processes

    def alone(self) -> bool:
        with self.engine.begin() as connection:
            return bool(connection.scalar(select(func.pg_try_advisory_xact_lock(SERVING))))

    def listen(self, heard: Callable[[str], None], again: Callable[[], None]) -> None:
        self._listener = Listener(self.engine, asyncio.get_running_loop(), heard, again)
        self._listener.start()

    def tell(self, said: str) -> None:
        done = self.change(lambda connection: self.announce(connection, said))
        done.add_done_callback(lambda done: done.cancelled() or done.exception())

    def announce(self, connection: Connection, said: str) -> None:
        announce(connection, said)

    def beat(self, time: Callable[[], float]) -> asyncio.Future[tuple[int, float, float]]:
        """Time goes on while at least one process beats; a night without any is not charged to anybody."""
        told: asyncio.Future[tuple[int, float, float]] = asyncio.get_running_loop().create_future()
        found: list[tuple[int, float, float]] = []

        def what(connection: Connection) -> None:
            at = schema.facts.c
            kept = connection.scalar(select(at.value).where(at.name == "clock").with_for_update())
            asked = time()
            now = int(connection.scalar(text("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)")) or 0)
            heard = time()
            ran, last = map(int, kept.split()) if kept else (self.turns.uptime(), now)
            ran += now - last if 0 <= now - last <= GAP else 0
            schema.remember(connection, "clock", f"{ran} {now}")
            found.append((ran, asked, heard))

        def done(change: asyncio.Future[None]) -> None:
            if told.cancelled():
                return
            if change.cancelled() or change.exception() is not None:
                told.set_exception(change.exception() or asyncio.CancelledError())
            else:
                told.set_result(found[-1])

        self.change(what).add_done_callback(done)
        return told

    # ---- reading: in a thread, by any connection that is free

    async def read(self, work: Callable[..., T], *words: Any) -> T:
        return await self._threads.run(lambda: work(*words))

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        return self.long_rows(query)

    def long_rows(self, query: Select[Any]) -> Sequence[Any]:
        return self._tried(lambda connection: connection.execute(query).all(), self._reading)

    def since(self, room: str, number: int) -> News | None:
        at, had = schema.rooms.c, schema.moves.c

        def together(connection: Connection) -> News | None:
            found = connection.execute(select(schema.rooms).where(at.id == room)).all()
            if not found:
                return None
            query = select(had.number, had.who, had.action).where(had.room == room, had.number > number)
            moves = [(n, who, bytes(action)) for n, who, action in connection.execute(query.order_by(had.number))]
            turn = connection.execute(select(schema.turns).where(schema.turns.c.room == room)).first()
            return News(checked(found[0]), moves, turn)

        return self._tried(together, self.engine.execution_options(isolation_level="REPEATABLE READ"))

    def _tried(self, work: Callable[[Connection], T], engine: Engine) -> T:
        """Reading changes nothing: by a connection that was lost meanwhile it is tried once more."""
        for last in (False, True):
            try:
                with engine.connect() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                if isinstance(error, DBAPIError) and error.connection_invalidated and not last:
                    continue
                self._failed = monotonic()
                log.error("cannot read", extra={"error": type(error).__name__, "said": reason(error)})
                raise away() from None
        raise AssertionError

    def check(self) -> None:
        """Can it be reached now?"""
        at = schema.rooms.c

        def look(connection: Connection) -> None:
            newest = connection.scalar(select(at.id).order_by(at.changed.desc()).limit(1))
            connection.execute(select(schema.moves).where(schema.moves.c.room == newest).limit(1)).all()

        self._tried(look, self._reading)
        self._failed = -UNWELL

    def close(self) -> None:
        self._writer.close()
        if self._listener is not None:
            self._listener.close()
        self._threads.close()
        with suppress(SQLAlchemyError):
            self.engine.dispose()
