"""Everything from PostgreSQL into a file of SQLite, and back: what `tepui backup`, `restore` and `doctor` are made of.

The file is the same that a server with SQLite keeps, in its newest version, so a backup of one is a backup for both.
What differs is where the key lies (a file beside SQLite's, a fact in PostgreSQL), and how the time is kept.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, Table, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tepui.server.store import key, schema
from tepui.server.store.postgres import ANYBODY, SCHEMA_LOCK, BadDatabase, engine_for, reason, shown
from tepui.server.store.store import engine_for as file_engine

SOME = 1000  # rows at a time
NEWER = "{} was written by a newer Tepui. Update Tepui"


@contextmanager
def opened(address: str) -> Iterator[Engine]:
    engine = engine_for(address)
    try:
        yield engine
    except DBAPIError as error:
        raise BadDatabase(
            f"cannot use {shown(address)} ({reason(error)}). Start PostgreSQL, or correct --database"
        ) from None
    finally:
        engine.dispose()


def tables() -> list[Table]:
    return [table for table in schema.metadata.sorted_tables if table is not schema.version]


def copy_rows(source: Connection, target: Connection) -> None:
    for table in tables():
        found = source.execute(select(table))
        while some := found.fetchmany(SOME):
            target.execute(insert(table), [dict(row._mapping) for row in some])


def into_file(address: str, path: Path) -> str | None:
    """All that the database holds at one moment; returns the key, if there is one."""
    with opened(address) as engine, engine.connect() as source:
        source = source.execution_options(isolation_level="REPEATABLE READ", stream_results=True)
        have = version_of(source)
        if have is None:
            raise BadDatabase(f"there are no rooms in {shown(address)}. Name the right one with --database")
        if have > len(schema.VERSIONS):
            raise BadDatabase(NEWER.format(shown(address)))
        if have < len(schema.VERSIONS):
            raise BadDatabase(f"{shown(address)} is of version {have}. The next `tepui serve` brings it up to date")
        file = file_engine(path)
        try:
            with file.connect() as target, target.begin():
                schema.migrate(target)
                copy_rows(source, target)
                return _as_in_a_file(target)
        finally:
            file.dispose()


def from_file(path: Path, key_text: str | None, address: str) -> None:
    """Instead of all that the database holds; all or nothing, and not while a server uses it."""
    file = file_engine(path)
    try:
        with file.connect() as source, source.begin():
            schema.migrate(source)
        with opened(address) as engine, file.connect() as source, engine.connect() as target, target.begin():
            target.exec_driver_sql("SET LOCAL statement_timeout = 0")
            target.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))  # a server that begins now waits
            schema.migrate(target)
            if target.exec_driver_sql(ANYBODY).scalar():
                raise BadDatabase(f"a Tepui server uses {shown(address)}. Stop it first, or wait until it is gone")
            target.exec_driver_sql("UPDATE owners SET process = '', epoch = epoch + 1")  # one that hangs comes too late
            for table in tables():
                target.execute(table.delete())
            copy_rows(source, target)
            if key_text:
                schema.remember(target, key.FACT, key_text)
    except schema.TooNew:
        raise BadDatabase(NEWER.format("this backup, or the database,")) from None
    except (SQLAlchemyError, schema.BadVersion) as error:
        raise BadDatabase(f"this backup cannot be read ({reason(error)}). Choose another") from None
    finally:
        file.dispose()


def is_empty(address: str) -> bool:
    with opened(address) as engine, engine.connect() as connection:
        return version_of(connection) is None or connection.scalar(select(schema.rooms.c.id).limit(1)) is None


def version_of(connection: Connection) -> int | None:
    """None: there is nothing of Tepui in it."""
    if connection.scalar(select(func.to_regclass("tepui_schema"))) is None:
        return None
    found = connection.scalar(select(schema.version.c.version))
    return int(found or 0)


def _as_in_a_file(file: Connection) -> str | None:
    """The key goes beside the file, and the time is noted as one process notes it."""
    at = schema.facts.c
    found = {str(name): str(value) for name, value in file.execute(select(at.name, at.value))}
    file.execute(schema.facts.delete().where(at.name.in_([key.FACT, "clock", "key"])))
    if "clock" in found:
        schema.remember(file, "ran", found["clock"].split()[0])
    return found.get(key.FACT)
