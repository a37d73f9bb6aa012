"""How changes reach PostgreSQL: by one thread for each process; moves that have gathered go in one statement.

Every change of a room names the number (`epoch`) under which this process has it, and holds that number until it is
made. Everything but moves is rare, and is a transaction of its own.
"""

import logging
import select as system
import threading
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tepui.server.outside import Time
from tepui.server.store.contract import UNKNOWN, Commit, Fenced, TurnRow, Unsure, away
from tepui.server.store.writer import Done, Job, Writer, failure, make

log = logging.getLogger("tepui.store")
PATIENCE = 5.0  # seconds in which a database that is away may come back, before people hear of it
PAUSE = 0.1
MOST = 200  # moves of so many rooms in one statement
FENCE = "SELECT FROM owners WHERE room = %s AND epoch = %s FOR SHARE"
LAST = "SELECT coalesce(max(number), 0) FROM moves WHERE room = %s"
LOST = "the database was lost while writing"
TOGETHER = Path(__file__).with_name("moves.sql").read_text("utf-8")


def fence(connection: Connection, commit: Commit) -> None:
    """Nobody can take the room until this change is made; `Fenced` if someone has."""
    if connection.exec_driver_sql(FENCE, (commit.room, commit.epoch)).first() is None:
        raise Fenced
    if commit.rows and connection.exec_driver_sql(LAST, (commit.room,)).scalar() != commit.first - 1:
        raise Fenced  # moves that were acknowledged are gone: a copy of the database that was behind serves now


def is_a_move(commit: Commit) -> bool:
    """And nothing else but whose move it is then."""
    others = (commit.fields, commit.guests, commit.ended, commit.note)
    return bool(commit.rows) and not commit.lines and others == (None,) * 4


class PostgresWriter(Writer):
    def __init__(self, engine: Engine, time: Time) -> None:
        super().__init__(engine)
        self._time = time
        # Made when they are needed: the database may be away just now.
        self._alone: Connection | None = None  # for transactions of several statements
        self._line: Connection | None = None  # for the one statement, which is a transaction by itself

    def _close(self) -> None:
        for connection in (self._alone, self._line):
            if connection is not None:
                connection.close()

    def _write_group(self, group: list[Job]) -> list[Done]:
        moves = [(job, job.change) for job in group if isinstance(job.change, Commit) and is_a_move(job.change)]
        others = [job for job in group if not (isinstance(job.change, Commit) and is_a_move(job.change))]
        found = []
        for first in range(0, len(moves), MOST):
            found += self._together(moves[first : first + MOST])
        return found + [self._by_itself(job) for job in others]

    def _together(self, moves: list[tuple[Job, Commit]]) -> list[Done]:
        commits = [commit for _, commit in moves]
        turns = [commit.turn or UNKNOWN for commit in commits]
        rows = [
            (nth, number, *row) for nth, one in enumerate(commits, 1) for number, row in enumerate(one.rows, one.first)
        ]
        values = {
            "room": [one.room for one in commits],
            "epoch": [one.epoch for one in commits],
            "first": [one.first for one in commits],
            **{name: [getattr(turn, name) for turn in turns] for name in TurnRow._fields},
            **{name: [row[at] for row in rows] for at, name in enumerate(("nth", "number", "who", "action"))},
        }
        try:
            self._line = self._connected(self._line, "AUTOCOMMIT")
        except SQLAlchemyError as error:
            return [(job.done, unreached(error)) for job, _ in moves]
        try:
            held = {nth for (nth,) in self._line.exec_driver_sql(TOGETHER, values)}
        except DBAPIError as error:
            if error.connection_invalidated:  # the statement may have been done, and its answer lost
                log.warning(LOST, extra={"error": type(error.orig).__name__})
                return [(job.done, Unsure()) for job, _ in moves]
            return [self._by_itself(job) for job, _ in moves]  # which of them cannot be written, they find out
        finally:
            self._tidy(self._line)
        self.commits += 1
        self.written += len(moves)
        return [(job.done, None if nth in held else Fenced()) for nth, (job, _) in enumerate(moves, 1)]

    def _by_itself(self, job: Job) -> Done:
        for last in (False, True):
            try:
                connection = self._alone = self._connected(self._alone)
            except SQLAlchemyError as error:
                return job.done, unreached(error)
            committing = False
            try:
                with connection.begin():
                    if isinstance(job.change, Commit):
                        fence(connection, job.change)
                    make(job.change, connection)
                    committing = True
                self.commits += 1
                self.written += 1
                return job.done, None
            except DBAPIError as error:
                if error.connection_invalidated:
                    log.warning(LOST, extra={"error": type(error.orig).__name__})
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
        until = self._time.monotonic() + PATIENCE
        while True:
            try:
                made = self._engine.connect()
                return made.execution_options(isolation_level=isolation) if isolation else made
            except SQLAlchemyError:
                if self._time.monotonic() > until or self.closing:
                    raise
                threading.Event().wait(PAUSE)

    def _tidy(self, connection: Connection) -> None:
        try:
            if connection.in_transaction():
                connection.rollback()
        except SQLAlchemyError:
            connection.invalidate()


def unreached(error: SQLAlchemyError) -> Exception:
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
    except Exception:  # the system's, SQLAlchemy's, or psycopg's own, of a connection that is closed
        return True
