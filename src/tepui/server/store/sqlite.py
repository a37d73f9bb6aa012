"""The SQLite file of one process: where it lies, who may read it, and how careful its connections are."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import Connection

FILE = "tepui.sqlite"


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
