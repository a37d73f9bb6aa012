"""Looking after the data: `tepui backup` and `tepui restore`."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from tepui.core.cli_args import Parser
from tepui.core.refusal import Refusal
from tepui.server.settings import data_folder
from tepui.server.storage.key import FILE as KEY
from tepui.server.storage.key import write_whole
from tepui.server.storage.sqlite_file import FILE


class BadBackup(Refusal):
    """This file or folder cannot be used so: the sentence says what to do."""


def parser_of(name: str, about: str) -> Parser:
    words = Parser(name, about)
    words.add_argument("--data", type=Path, help="the data folder (or the variable TEPUI_DATA)")
    words.add_argument(
        "--database",
        default=os.environ.get("TEPUI_DATABASE", ""),
        metavar="ADDRESS",
        help="a PostgreSQL instead, like postgresql://user:password@host/database (or the variable TEPUI_DATABASE)",
    )
    return words


def _there(folder: Path) -> Path:
    path = folder / FILE
    if not path.exists():
        raise BadBackup(f"there is no {FILE} in {folder}; name the right folder with --data")
    return path


# ---- backup and restore: also while the server runs


def backup(words: list[str]) -> int:
    parser = parser_of("backup", "Copy all rooms and the key into one file; the server may run meanwhile.")
    parser.add_argument("file", type=Path, help="where to write it (it holds secrets: only you can read it)")
    said = parser.parse_args(words)
    if said.file.exists():
        raise BadBackup(f"{said.file} is there already; choose another name")
    write(said.file, said.data or data_folder(), said.database)
    print(f"tepui: {said.file} holds everything, with the key: keep it where only you can read it")
    return 0


def write(file: Path, folder: Path, database: str) -> None:
    """The whole backup, or none."""
    path = None if database else _there(folder)
    os.umask(0o077)
    try:
        with tempfile.TemporaryDirectory(dir=file.absolute().parent) as beside:
            copy, key = Path(beside) / FILE, folder / KEY
            if path is None:
                key = Path(beside) / KEY
                text = transfer().into_file(database, copy)
                if text is not None:
                    key.write_text(text + "\n")
            else:
                with (
                    contextlib.closing(sqlite3.connect(path)) as source,
                    contextlib.closing(sqlite3.connect(copy)) as to,
                ):
                    source.backup(to)
            unfinished = Path(beside) / "backup"
            new = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "wb") as out, tarfile.open(fileobj=out, mode="w:gz") as tar:
                tar.add(copy, FILE)
                if key.exists():
                    tar.add(key, KEY)
            unfinished.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BadBackup(f"cannot write {file} ({error}); choose a folder with room and permission") from None


def transfer() -> ModuleType:
    """Between the two databases; only where it is needed, for the driver of the second is an extra."""
    from tepui.server.storage import transfer

    return transfer


def restore(words: list[str]) -> int:
    parser = parser_of("restore", "Put a backup back. Stop the server first.")
    parser.add_argument("file", type=Path)
    said = parser.parse_args(words)
    folder = said.data or data_folder()
    try:
        with tarfile.open(said.file, "r:gz") as tar:
            parts = {name: tar.extractfile(name) for name in (FILE, KEY) if name in tar.getnames()}
            found = {name: part.read() for name, part in parts.items() if part is not None}
    except (OSError, tarfile.TarError, EOFError, zlib.error) as error:
        raise BadBackup(f"cannot read {said.file} ({error}); choose a file that `tepui backup` wrote") from None
    if FILE not in found:
        raise BadBackup(f"{said.file} is no backup of Tepui; choose a file that `tepui backup` wrote")
    if said.database:
        return _into_database(said.file, found, said.database)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(folder):
        old = folder / f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}"
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", KEY):
            if (folder / name).exists():
                old.mkdir(exist_ok=True, mode=0o700)
                (folder / name).rename(old / name)
        for name, data in found.items():
            write_whole(folder / name, data)
    print(f"tepui: restored into {folder}" + (f"; what was there is in {old}" if old.exists() else ""))
    return 0


def _into_database(file: Path, found: dict[str, bytes], database: str) -> int:
    """What was there goes into a backup of its own first."""
    old = file.absolute().with_name(f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}")
    if not transfer().is_empty(database):
        write(old, file.parent, database)
    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside) / FILE
        write_whole(copy, found[FILE])
        transfer().from_file(copy, found.get(KEY, b"").decode("ascii", "replace").strip(), database)
    print("tepui: restored into the database" + (f"; what was there is in {old}" if old.exists() else ""))
    return 0


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One server, or one restore, at a time over one folder."""
    try:
        import fcntl
    except ImportError:  # Windows: the database itself is locked there while it is open
        yield
        return
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadBackup(
                f"a Tepui server uses {folder}; stop it first, or choose another folder with --data"
            ) from None
        yield
