"""The same store for several processes: one PostgreSQL, and every table lives in one of them at a time.

A process renews its lease every few seconds. Who is asked for a table that no living process has takes it: the table
gets a new number (`owners.epoch`), and every change of it names the number under which it was decided. Whoever was
believed dead and is not, or has a change still on its way, finds another number there: `Fenced`, and nothing was
changed. So a table that is taken too early costs its pages a reconnection, and never a move.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy import Engine, Select, create_engine, func, select, text
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME, Chance, Time
from tepui.server.store import schema
from tepui.server.store.contract import OtherOwner, Peer, Saved, away
from tepui.server.store.postgres_writer import PostgresWriter
from tepui.server.store.store import UNWELL, Beat, Store, log, read_newest
from tepui.server.threads import Threads

T = TypeVar("T")
SCHEMA_LOCK = 0x7E9F1  # several processes begin at once: one of them brings the tables up to date
CODE_LOCK = 0x7E9F2  # two tables are set up at once: not under one code
GAP = 15_000  # milliseconds without a beat of any process: the server did not run
LEASE = 15_000  # milliseconds after its last beat in which a process is believed to live
NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"  # nobody's clock but the database's
ANYBODY = "SELECT count(*) FROM processes WHERE until > NOW".replace("NOW", NOW)
PEER = f"p.id <> %(me)s AND p.until > {NOW} AND NOT p.id || ' ' || p.until = ANY(%(void)s)"  # it lives, and is not us
PEERS = "SELECT p.id, p.address, p.id || ' ' || p.until FROM processes p WHERE PEER".replace("PEER", PEER)
OWNER = " AND ".join([PEERS, "p.id = (SELECT process FROM owners WHERE room = %(room)s)"])
OWN = """
INSERT INTO owners AS had (room, process, epoch) SELECT id, %(me)s, 1 FROM rooms WHERE id = %(room)s
ON CONFLICT (room) DO UPDATE SET process = %(me)s, epoch = had.epoch + 1
WHERE NOT EXISTS (SELECT FROM processes p WHERE p.id = had.process AND PEER) RETURNING epoch
""".replace("PEER", PEER)
DUE = """
SELECT turns.room FROM turns WHERE due <= %(now)s AND NOT EXISTS (
    SELECT FROM owners had JOIN processes p ON p.id = had.process WHERE had.room = turns.room AND PEER)
LIMIT %(limit)s
""".replace("PEER", PEER)
RELEASE = """
UPDATE owners SET process = '' FROM unnest(%s::text[], %s::bigint[]) AS idle(room, epoch)
WHERE owners.room = idle.room AND owners.epoch = idle.epoch AND owners.process = %s
"""
RENEW = """
INSERT INTO processes (id, address, until) VALUES (%s, %s, %s) ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
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
        raise BadDatabase(f"--database takes an address {HOW}. Without it the rooms lie in a file (--data)")
    try:
        import psycopg  # noqa: F401  the extra `postgres`
    except ImportError:
        raise BadDatabase("PostgreSQL needs psycopg. Install it: pip install 'tepui[postgres]'") from None
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

    def __init__(self, address: str, time: Time = SYSTEM_TIME, chance: Chance = SYSTEM_CHANCE) -> None:
        self.address = address
        self.time = time
        self.engine = engine_for(address)
        try:
            with self.engine.connect() as connection, connection.begin():
                connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
                schema.migrate(connection)
        except DBAPIError as error:
            raise BadDatabase(
                f"cannot open {shown(address)} ({reason(error)}). Start PostgreSQL, or correct --database"
            ) from None
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._threads = Threads("reader", size=4, seconds=30, queue=1000)
        self.process = chance.hex(8)  # another one at every start
        self._serve(PostgresWriter(self.engine, time))

    # ---- other processes

    def own_new(self, connection: Connection, room: Saved) -> None:
        connection.execute(select(func.pg_advisory_xact_lock(CODE_LOCK, func.hashtext(room.code))))
        connection.exec_driver_sql("INSERT INTO owners VALUES (%s, %s, 1)", (room.id, self.process))

    async def own(self, room: str, void: Collection[str] = ()) -> int | None:
        """By any connection that is free, each statement by itself: many are taken at once when a process has died."""

        def what(connection: Connection) -> int | None:
            words = {"room": room, "me": self.process, "void": [*void]}
            for _ in range(2):  # another may have been asked at the same moment
                if found := connection.exec_driver_sql(OWNER, words).first():  # first: taking it would lock its row
                    raise OtherOwner(room, Peer(*found))
                if taken := connection.exec_driver_sql(OWN, words).first():
                    return int(taken[0])
            return None

        return await self.read(self._tried, what, self._reading)

    def owner(self, room: str) -> Peer | None:
        found = self._asked(OWNER, room=room)
        return Peer(*found[0]) if found else None

    def peers(self) -> list[Peer]:
        return [Peer(*row) for row in self._asked(PEERS)]

    def ours(self) -> dict[str, int]:
        return dict(map(tuple, self._asked("SELECT room, epoch FROM owners WHERE process = %(me)s")))

    def due_here(self, now: int, limit: int) -> list[str]:
        return [str(room) for (room,) in self._asked(DUE, now=now, limit=limit)]

    def _asked(self, query: str, **words: Any) -> Sequence[Any]:
        words |= {"me": self.process, "void": []}
        return self._tried(lambda connection: connection.exec_driver_sql(query, words).all(), self._reading)

    def release(self, rooms: dict[str, int]) -> None:
        words = ([*rooms], [*rooms.values()], self.process)
        done = self.change(lambda connection: connection.exec_driver_sql(RELEASE, words))
        done.add_done_callback(lambda done: done.cancelled() or done.exception())

    def disown(self, connection: Connection, rooms: Sequence[str]) -> None:
        connection.exec_driver_sql("DELETE FROM owners WHERE room = ANY(%s)", ([*rooms],))

    async def beat(self, time: Callable[[], float], address: str) -> Beat | None:
        """Time goes on while at least one process beats; a night without any is not charged to anyone."""
        beats: list[Beat] = []

        def what(connection: Connection) -> None:
            at = schema.facts.c
            kept = connection.scalar(select(at.value).where(at.name == "clock").with_for_update())
            asked = time()
            now = int(connection.scalar(text(f"SELECT {NOW}")) or 0)
            heard = time()
            ran, last = map(int, kept.split()) if kept else (self.turns.uptime(), now)
            ran += now - last if 0 <= now - last <= GAP else 0
            schema.remember(connection, "clock", f"{ran} {now}")
            until = connection.exec_driver_sql("SELECT until FROM processes WHERE id = %s", (self.process,)).scalar()
            connection.exec_driver_sql(RENEW, (self.process, address, now + LEASE))
            connection.exec_driver_sql("DELETE FROM processes WHERE until < %s", (now - LEASE,))
            beats.append(Beat(ran, asked, heard, until is None or until < now))

        await self.change(what)
        return beats[-1]

    # ---- reading: in a thread, by any connection that is free

    async def read(self, work: Callable[..., T], *words: Any) -> T:
        return await self._threads.run(lambda: work(*words))

    def rows(self, query: Select[Any]) -> Sequence[Any]:
        return self._tried(lambda connection: connection.execute(query).all(), self._reading)

    def _tried(self, work: Callable[[Connection], T], engine: Engine) -> T:
        """Reading changes nothing: by a connection that was lost meanwhile it is tried once more."""
        for last in (False, True):
            try:
                with engine.connect() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                if isinstance(error, DBAPIError) and error.connection_invalidated and not last:
                    continue
                self._failed = self.time.monotonic()
                log.error("cannot read", extra={"error": type(error).__name__, "said": reason(error)})
                raise away() from None
        raise AssertionError

    def check(self) -> None:
        """Can it be reached now?"""
        self._tried(read_newest, self._reading)
        self._failed = -UNWELL

    def close(self) -> None:
        with suppress(RuntimeError):  # there is a loop: we have served
            gone = "DELETE FROM processes WHERE id = %s"
            self.change(lambda connection: connection.exec_driver_sql(gone, (self.process,)))
        self.writer.close()
        self._threads.close()
        with suppress(SQLAlchemyError):
            self.engine.dispose()
