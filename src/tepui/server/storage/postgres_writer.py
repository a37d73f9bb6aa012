"""How changes reach PostgreSQL: by one thread for each process; moves that have gathered go in one statement.

Moves are never spread over a pool of connections: NOTIFY holds a lock of the whole database until the commit is on
disk, so that many small commits wait for each other (eight connections: a quarter of the commits of one that groups).
Everything else is rare, and is a transaction of its own: so nobody holds two rooms but the one statement below, which
takes them in order, and no two processes wait for each other.
"""

from __future__ import annotations

import logging
import select as system
from collections.abc import Sequence
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tepui.server.storage import results, schema, turns
from tepui.server.storage.writer import Job, Result, Stale, Unsure, Writer, away, failure

log = logging.getLogger("tepui.store")
CHANNEL = "tepui"
PATIENCE = 5.0  # seconds in which a database that is away may come back, before who waits is told
PAUSE = 0.1
MOST = 200  # moves of so many rooms in one statement

# If one of the rooms has another version by now, the statement divides by zero, and nothing of it was done.
TOGETHER = """
WITH new AS (
    SELECT * FROM unnest(%(room)s::text[], %(version)s::bigint[], %(waiting)s::text[], %(due)s::bigint[],
        %(stamp)s::bigint[], %(clocks)s::text[]) AS new(room, version, waiting, due, stamp, clocks)),
held AS (SELECT id, version FROM rooms WHERE id = ANY(%(room)s::text[]) ORDER BY id FOR UPDATE),
fits AS (SELECT held.id FROM held JOIN new ON new.room = held.id AND new.version = held.version),
bumped AS (UPDATE rooms SET version = rooms.version + 1 FROM fits WHERE rooms.id = fits.id),
put AS (
    INSERT INTO moves (room, number, who, action)
    SELECT * FROM unnest(%(at)s::text[], %(number)s::bigint[], %(who)s::bigint[], %(action)s::bytea[])),
turned AS (
    INSERT INTO turns (room, waiting, due, stamp, clocks)
    SELECT room, waiting, due, stamp, clocks FROM new WHERE waiting IS NOT NULL
    ON CONFLICT (room) DO UPDATE SET waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp,
        clocks = excluded.clocks),
fine AS (SELECT 1 / (CASE WHEN (SELECT count(*) FROM fits) = (SELECT count(*) FROM new) THEN 1 ELSE 0 END) AS one)
SELECT pg_notify('tepui', 'room ' || new.room || ' ' || (new.version + fine.one)) FROM new, fine
"""


def announce(connection: Connection, said: str) -> None:
    connection.execute(select(func.pg_notify(CHANNEL, said[:7900])))


class Append:
    """Moves of one room; and what else changes with them."""

    def __init__(
        self,
        room: str,
        values: list[tuple[int, int, bytes]],
        fields: dict[str, Any] | None,
        turn: dict[str, Any] | None,
        ended: Sequence[results.Result] | None,
        version: int,
    ) -> None:
        self.room, self.values, self.fields, self.turn, self.version = room, values, fields, turn, version
        self.ended = ended

    def __call__(self, connection: Connection) -> None:
        at = schema.rooms.c
        change = schema.rooms.update().where(at.id == self.room, at.version == self.version)
        if connection.execute(change.values(version=at.version + 1, **(self.fields or {}))).rowcount == 0:
            raise Stale
        rows = [{"room": self.room, "number": n, "who": who, "action": action} for n, who, action in self.values]
        try:
            if rows:
                connection.execute(insert(schema.moves), rows)
        except IntegrityError:
            raise Stale from None
        turns.put(connection, self.room, self.turn)
        if self.ended is not None:
            results.put(connection, self.room, self.ended)
        announce(connection, f"room {self.room} {self.version + 1}")


class PostgresWriter(Writer):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._alone: Connection | None = None  # for transactions of several statements
        self._line: Connection | None = None  # for the one statement, which is a transaction by itself

    def _open(self) -> None:
        """Connections are made when they are needed: the database may be away just now."""

    def _close(self) -> None:
        for connection in (self._alone, self._line):
            if connection is not None:
                connection.close()

    def _write_group(self, group: list[Job]) -> list[Result]:
        moves: list[Job] = []
        others: list[Job] = []
        for job in group:
            alike = isinstance(job.change, Append) and job.change.fields is None and job.change.turn != {}
            (moves if alike else others).append(job)
        found = []
        for first in range(0, len(moves), MOST):
            found += self._together(moves[first : first + MOST])
        return found + [self._by_itself(job) for job in others]

    def _together(self, moves: list[Job]) -> list[Result]:
        appends = sorted((job.change for job in moves if isinstance(job.change, Append)), key=lambda one: one.room)
        flat = [(one.room, *row) for one in appends for row in one.values]
        turn = [one.turn or {"waiting": None, "due": None, "stamp": None, "clocks": None} for one in appends]
        values = {
            "room": [one.room for one in appends],
            "version": [one.version for one in appends],
            **{name: [each[name] for each in turn] for name in ("waiting", "due", "stamp", "clocks")},
            "at": [row[0] for row in flat],
            "number": [row[1] for row in flat],
            "who": [row[2] for row in flat],
            "action": [row[3] for row in flat],
        }
        try:
            self._line = self._connected(self._line, "AUTOCOMMIT")
        except SQLAlchemyError as error:
            return [(job.done, self._unreached(error)) for job in moves]
        try:
            self._line.exec_driver_sql(TOGETHER, values)
        except DBAPIError as error:
            if error.connection_invalidated:  # the statement may have been done, and its answer lost
                self._lost(error)
                return [(job.done, Unsure()) for job in moves]
            return [self._by_itself(job) for job in moves]  # one of them is stale; which, they find out themselves
        finally:
            self._tidy(self._line)
        self.commits += 1
        self.written += len(moves)
        return [(job.done, None) for job in moves]

    def _by_itself(self, job: Job) -> Result:
        for last in (False, True):
            try:
                connection = self._alone = self._connected(self._alone)
            except SQLAlchemyError as error:
                return job.done, self._unreached(error)
            committing = False
            try:
                with connection.begin():
                    job.change(connection)
                    committing = True
                self.commits += 1
                self.written += 1
                return job.done, None
            except DBAPIError as error:
                if error.connection_invalidated:
                    self._lost(error)
                    if committing:
                        return job.done, Unsure()
                elif not isinstance(error, IntegrityError) and not collided(error):
                    return job.done, failure(error)
                if last:  # twice the same row, or a line that is lost again and again
                    return job.done, failure(error) if isinstance(error, IntegrityError) else away()
            except Exception as error:  # a change that declines, or a bug in it: neither may end the writer
                return job.done, failure(error)
            finally:
                self._tidy(connection)
        raise AssertionError

    def _connected(self, connection: Connection | None, isolation: str | None = None) -> Connection:
        """One that is alive, as far as one can know without asking; a database that is away has a few seconds."""
        if connection is not None and not connection.closed and not connection.invalidated:
            if not hung_up(connection):
                return connection
            connection.invalidate()
            connection.close()
        until = monotonic() + PATIENCE
        while True:
            try:
                made = self._engine.connect()
                return made.execution_options(isolation_level=isolation) if isolation else made
            except SQLAlchemyError:
                if monotonic() > until or self.closing:
                    raise
                sleep(PAUSE)

    def _tidy(self, connection: Connection) -> None:
        try:
            if connection.in_transaction():
                connection.rollback()
        except SQLAlchemyError:
            connection.invalidate()

    def _lost(self, error: DBAPIError) -> None:
        log.warning("the database was lost while writing", extra={"error": type(error.orig).__name__})

    def _unreached(self, error: SQLAlchemyError) -> Exception:
        log.error("the database cannot be reached", extra={"error": type(error).__name__})
        return away()


def collided(error: DBAPIError) -> bool:
    """Two transactions waited for each other, and this one was ended: it can be tried again."""
    return getattr(error.orig, "sqlstate", None) in ("40P01", "40001", "55P03")


def hung_up(connection: Connection) -> bool:
    """A database that ends says so before it goes: something to read where nothing was asked."""
    try:
        line = connection.connection.driver_connection.fileno()  # type: ignore[union-attr]
        return bool(system.select([line], [], [], 0)[0])
    except (OSError, ValueError, AttributeError, SQLAlchemyError):
        return True
    except Exception:  # psycopg's own, of a connection that is closed
        return True
