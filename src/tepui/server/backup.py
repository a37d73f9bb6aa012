"""Looking after the data: `tepui backup` and `tepui restore`."""

import contextlib
import os
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from tepui.cli_args import Parser
from tepui.core.refusal import Refusal
from tepui.progress import Reading
from tepui.server.outside import stamp
from tepui.server.settings import data_folder
from tepui.server.store.key import FILE as KEY
from tepui.server.store.key import write_whole
from tepui.server.store.store import FILE

MEMBERS = 20  # of an archive that are looked at
BIGGEST = 2 * 1024**3  # bytes of a database that is put back: it is read into memory


class BadBackup(Refusal):
    """This file or folder cannot be used so: the sentence says what to do."""


def parser_of(name: str, about: str) -> Parser:
    words = Parser(name, about)
    words.add_storage()
    return words


# ---- backup and restore: also while the server runs


def backup(words: list[str]) -> int:
    parser = parser_of("backup", "Copies all tables and the key into one file. The server may run meanwhile.")
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="where to write it (it holds secrets: only you can read it)"
    )
    said = parser.parse_args(words)
    if said.file.exists():
        raise BadBackup(f"{said.file} is there already. Choose another name")
    write(said.file, said.data or data_folder(), said.database)
    print(f"tepui: {said.file} holds everything, with the key: keep it where only you can read it")
    return 0


def write(file: Path, folder: Path, database: str) -> None:
    """The whole backup, or none."""
    path = folder / FILE
    if not database and not path.exists():
        raise BadBackup(f"there is no {FILE} in {folder}. Name the right folder with --data")
    os.umask(0o077)
    try:
        with tempfile.TemporaryDirectory(dir=file.absolute().parent) as beside:
            copy, key = Path(beside) / FILE, folder / KEY
            if database:
                from tepui.server.store import transfer  # the driver is an extra

                key = Path(beside) / KEY
                text = transfer.into_file(database, copy)
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
                with Reading(copy, "bytes") as whole:
                    tar.addfile(tar.gettarinfo(copy, FILE), whole)
                if key.exists():
                    tar.add(key, KEY)
            unfinished.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BadBackup(
            f"cannot write {file} ({getattr(error, 'strerror', None) or error}). Choose a folder where you may write"
        ) from None


def restore(words: list[str]) -> int:
    parser = parser_of("restore", "Puts a backup back. Stop the server first.")
    parser.add_argument("file", type=Path, metavar="FILE", help="what `tepui backup` wrote")
    said = parser.parse_args(words)
    folder = said.data or data_folder()
    try:
        with tarfile.open(said.file, "r:gz") as tar:
            found = read_parts(tar)
    except (OSError, tarfile.TarError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise BadBackup(f"cannot read {said.file} ({why}). Choose a file that `tepui backup` wrote") from None
    if FILE not in found or not is_database(found[FILE]):
        raise BadBackup(f"{said.file} is no backup of Tepui. Choose a file that `tepui backup` wrote")
    if said.database:
        return _into_database(said.file, found, said.database)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(folder):
        old = folder / f"before-restore-{stamp()}"
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", KEY):
            if (folder / name).exists():
                old.mkdir(exist_ok=True, mode=0o700)
                (folder / name).rename(old / name)
        for name, data in found.items():
            write_whole(folder / name, data)
    print(f"tepui: restored into {folder}" + (f". What was there is in {old}" if old.exists() else ""))
    return 0


def read_parts(tar: tarfile.TarFile) -> dict[str, bytes]:
    """The database and the key: the first two plain files of their names, if they are not too big to be read."""
    found: dict[str, bytes] = {}
    for _ in range(MEMBERS):
        member = tar.next()
        if member is None:
            break
        if member.name in (FILE, KEY) and member.isreg():
            if member.size > (BIGGEST if member.name == FILE else 1000):
                raise tarfile.TarError(f"{member.name} is too big")
            part = tar.extractfile(member)
            found.setdefault(member.name, part.read() if part is not None else b"")
    return found


def is_database(data: bytes) -> bool:
    """SQLite itself reads all of it, before anything takes the place of what is there."""
    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside) / FILE
        write_whole(copy, data)
        try:
            with contextlib.closing(sqlite3.connect(copy)) as connection:
                return bool(connection.execute("PRAGMA quick_check").fetchone()[0] == "ok")
        except (sqlite3.Error, UnicodeError):  # what it says of what is damaged may be no text
            return False


def _into_database(file: Path, found: dict[str, bytes], database: str) -> int:
    """What was there goes into a backup of its own first."""
    from tepui.server.store import transfer

    old = file.absolute().with_name(f"before-restore-{stamp()}")
    if not transfer.is_empty(database):
        write(old, file.parent, database)
    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside) / FILE
        write_whole(copy, found[FILE])
        transfer.from_file(copy, found.get(KEY, b"").decode("ascii", "replace").strip(), database)
    print("tepui: restored into the database" + (f". What was there is in {old}" if old.exists() else ""))
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
                f"a Tepui server uses {folder}. Stop it first, or choose another folder with --data"
            ) from None
        yield
