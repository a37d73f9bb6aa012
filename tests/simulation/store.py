"""The disk of one process, and the database of several: slow, full, away, or lost in the very moment of a commit.

Several processes run the product's own store for PostgreSQL, statement by statement, over one SQLite in memory: what
only PostgreSQL understands is translated (`said_otherwise`). Left out is the one statement that writes the moves of
many tables at once; here each is written by itself, as after a collision.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from simulation.loop import WHO, Loop
from tepui.server.store import postgres, schema
from tepui.server.store.contract import Commit, away
from tepui.server.store.postgres import PostgresStore
from tepui.server.store.postgres_writer import PATIENCE, PostgresWriter
from tepui.server.store.store import Store
from tepui.server.store.writer import Done, Job, Writer, settle

FULL = "database or disk is full"


class Disk:
    """How it does now; what happens to the next change is drawn for each."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.slow = 0.003  # seconds that a change takes, on average
        self.full = False
        self.refuses = False
        self.away: dict[str, None] = {}  # who cannot reach the database: processes by name, "*" is everybody
        self.lost_before = 0.0  # how likely a line is lost at a commit that is then not made
        self.lost_after = 0.0  # and at one that is
        self.fate = ""  # of the change that is being made
        self.written: Callable[[Commit | None], None] = lambda commit: None  # whoever looks at what has changed
        self.counts = {"lost before": 0, "lost after": 0, "full": 0, "refused": 0, "away": 0}

    def is_away(self, name: str) -> bool:
        return "*" in self.away or name in self.away

    def pause(self) -> float:
        return self.rng.expovariate(1 / self.slow)

    def draw(self) -> None:
        at = self.rng.random()
        self.fate = "full" if self.full else "refused" if self.refuses else ""
        if not self.fate and at < self.lost_before + self.lost_after:
            self.fate = "lost before" if at < self.lost_before else "lost after"
        if self.fate:
            self.counts[self.fate] += 1

    def watch(self, engine: Engine) -> None:
        """Whatever is in store for it happens at the commit."""

        @event.listens_for(engine, "commit")
        def committing(connection: Any) -> None:
            fate, self.fate = self.fate, ""
            if fate:
                connection.connection.driver_connection.execute("COMMIT" if fate == "lost after" else "ROLLBACK")
            if fate in ("full", "refused"):
                what = FULL if fate == "full" else "attempt to write a readonly database"
                raise OperationalError("COMMIT", None, Exception(what))
            if fate:
                raise OperationalError("COMMIT", None, Exception("the line is lost"), connection_invalidated=True)


class InTurn:
    """One change after the other, each after a while, in whose context it is made."""

    def __init__(self, loop: Loop, disk: Disk, write: Callable[[Job], Done | None], own: bool) -> None:
        self.loop, self.disk, self.write = loop, disk, write
        self.jobs: deque[tuple[Job, Context]] = deque()
        self.busy = False
        self.own = own  # made by the process itself: what it has not made when it ends is never made

    def put(self, job: Job) -> None:
        from contextvars import copy_context

        self.jobs.append((job, copy_context()))
        if not self.busy:
            self.busy = True
            self._later()

    def _later(self) -> None:
        # A change that was sent is made, whatever becomes of the process; what it has not sent is lost with it.
        self.loop.call_later(self.disk.pause(), self._make, context=self.jobs[0][1] if self.own else Context())

    def _make(self) -> None:
        job, context = self.jobs[0]
        body = context.get(WHO)
        if body is not None and body.stopped:  # so does its writer; what it holds it sends when it goes on
            self.loop.call_later(0.1, self._make, context=Context())
            return
        result = self.write(job)
        made = isinstance(job.change, Commit) and result is not None and result[1] is None
        self.disk.written(job.change if made else None)
        if result is None:  # the database is away, and may come back
            self.loop.call_later(0.1, self._make, context=Context())
            return
        self.loop.call_later(self.disk.pause(), self._settled, result, context=context)

    def _settled(self, result: Done) -> None:
        self.jobs.popleft()
        settle([result])
        if self.jobs:
            self._later()
        else:
            self.busy = False


# ---- one process, one file


class FileWriter(Writer):
    def __init__(self, engine: Engine, loop: Loop, disk: Disk) -> None:
        super().__init__(engine)
        self.disk = disk
        self.line = InTurn(loop, disk, self._one, own=True)

    def change(self, change: Callable[[Any], object]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.line.put(Job(change, done))
        return done

    def _one(self, job: Job) -> Done:
        self.disk.draw()
        [result] = self._write_group([job])
        self.disk.fate = ""
        return result

    @property
    def waiting(self) -> int:
        return len(self.line.jobs)

    def close(self) -> None:
        """What is waiting is written, as at a goodbye."""
        for job, _ in self.line.jobs:
            self._write_group([job])
            self.disk.written(None)
        self.line.jobs.clear()
        self._close()


def file_store(folder: Path, loop: Loop, disk: Disk, time: Any) -> Store:
    def writer(engine: Engine) -> FileWriter:
        disk.watch(engine)
        return FileWriter(engine, loop, disk)

    return Store(folder, time, writer)


# ---- several processes, one database


class Database:
    """One for all of them; only its clock is ever compared."""

    def __init__(self, loop: Loop, disk: Disk) -> None:
        self.loop, self.disk = loop, disk
        self.engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        self.writing: Any = None  # the connection of the change that is being made

        @event.listens_for(self.engine, "connect")
        def connected(raw: Any, _: object) -> None:
            raw.isolation_level = None
            raw.create_function("now_ms", 0, lambda: int(1.79e12 + 1000 * self.loop.now))
            raw.create_function("hashtext", 1, lambda text: sum(text.encode()))
            raw.create_function("pg_advisory_xact_lock", -1, lambda *_: None)

        @event.listens_for(self.engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN")

        @event.listens_for(self.engine, "before_cursor_execute", retval=True)
        def before(connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
            return said_otherwise(statement), in_json(parameters)

        disk.watch(self.engine)
        with self.engine.connect() as connection, connection.begin():
            schema.migrate(connection)

    def close(self) -> None:
        """As with the disk: its listeners stay."""
        self.engine.dispose()
        del self.loop


TRANSLATED: dict[str, str] = {}
WORDS = (
    (postgres.NOW, "now_ms()"),
    (
        "NOT p.id || ' ' || p.until = ANY(%(void)s)",
        "NOT p.id || ' ' || p.until IN (SELECT value FROM json_each(:void))",
    ),
    ("= ANY(%s)", "IN (SELECT value FROM json_each(?))"),
    (" FOR SHARE", ""),
    ("SELECT FROM", "SELECT 1 FROM"),
)
RELEASED = """
UPDATE owners SET process = '' WHERE EXISTS (SELECT 1 FROM json_each(?) idle JOIN json_each(?) epoch ON idle.key =
epoch.key WHERE owners.room = idle.value AND owners.epoch = epoch.value) AND owners.process = ?
"""


def said_otherwise(statement: str) -> str:
    """The same for SQLite."""
    found = TRANSLATED.get(statement)
    if found is None:
        found = RELEASED if statement == postgres.RELEASE else statement
        for theirs, ours in WORDS:
            found = found.replace(theirs, ours)
        for name in ("room", "me", "void", "now", "limit"):
            found = found.replace(f"%({name})s", f":{name}")
        found = TRANSLATED[statement] = found.replace("%s", "?")
    return found


def in_json(parameters: Any) -> Any:
    if isinstance(parameters, dict):
        return {name: json.dumps(one) if isinstance(one, list) else one for name, one in parameters.items()}
    if isinstance(parameters, tuple):
        return tuple(json.dumps(one) if isinstance(one, list) else one for one in parameters)
    return parameters


class SharedWriter(PostgresWriter):
    def __init__(self, database: Database, time: Any, name: str) -> None:
        super().__init__(database.engine, time)
        self.database, self.name = database, name
        self.line = InTurn(database.loop, database.disk, self._one, own=False)
        self._waited: float | None = None

    def change(self, change: Callable[[Any], object]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.line.put(Job(change, done))
        return done

    def _one(self, job: Job) -> Done | None:
        database = self.database
        if database.disk.is_away(self.name):
            database.disk.counts["away"] += 1
            self._waited = self._waited or database.loop.now
            if database.loop.now - self._waited < PATIENCE:
                return None
            self._waited = None
            return job.done, away()
        self._waited = None
        database.disk.draw()
        try:
            return self._by_itself(job)
        finally:
            database.writing, database.disk.fate = None, ""

    def _connected(self, connection: Any, isolation: str | None = None) -> Any:
        if self._alone is None:
            self._alone = self._engine.connect()
        self.database.writing = self._alone
        return self._alone

    @property
    def waiting(self) -> int:
        return len(self.line.jobs)

    def close(self) -> None:
        """What is on its way is made."""


class SharedStore(PostgresStore):
    def __init__(self, database: Database, name: str, time: Any, chance: Any) -> None:
        self.database, self.name, self.time = database, name, time
        self.address = "in memory"
        self.engine = self._reading = database.engine
        self.process = chance.hex(8)
        self._serve(SharedWriter(database, time, name))

    async def read(self, work: Callable[..., Any], *words: Any) -> Any:
        await asyncio.sleep(self.database.disk.pause())
        return work(*words)

    def _tried(self, work: Callable[[Any], Any], engine: Engine) -> Any:
        if self.database.writing is not None:  # somebody reads within a change
            return work(self.database.writing)
        if self.database.disk.is_away(self.name):
            self._failed = self.time.monotonic()
            raise away()
        with engine.connect() as connection:
            made = work(connection)
            connection.commit()
            return made

    def close(self) -> None:
        gone = "DELETE FROM processes WHERE id = %s"
        self.change(lambda connection: connection.exec_driver_sql(gone, (self.process,)))


def held_by(body: Any) -> Context:
    """A context in which everything is done by this body."""
    context = Context()
    context.run(WHO.set, body)
    return context
