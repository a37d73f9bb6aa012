"""Looking after the data: `tepui backup`, `tepui restore`, `tepui doctor`."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tepui.core import find
from tepui.core.cli_args import Parser
from tepui.core.dealer import Dealer
from tepui.core.refusal import Refusal
from tepui.server.rooms.game_session import Damaged, GameSession
from tepui.server.rooms.seating import RoomState
from tepui.server.settings import data_folder
from tepui.server.storage import schema
from tepui.server.storage.store import FILE, Saved

KEY = "key"
LOW = 200 * 1024 * 1024  # bytes of free disk below which a host should act


class BadBackup(Refusal):
    """This file or folder cannot be used so: the sentence says what to do."""


def _parser(name: str, about: str) -> Parser:
    words = Parser(name, about)
    words.add_argument("--data", type=Path, help="the data folder (or the variable TEPUI_DATA)")
    return words


def _there(folder: Path) -> Path:
    path = folder / FILE
    if not path.exists():
        raise BadBackup(f"there is no {FILE} in {folder}; name the right folder with --data")
    return path


# ---- backup and restore: also while the server runs


def backup(words: list[str]) -> int:
    parser = _parser("backup", "Copy all rooms and the key into one file; the server may run meanwhile.")
    parser.add_argument("file", type=Path, help="where to write it (it holds secrets: only you can read it)")
    said = parser.parse_args(words)
    folder = said.data or data_folder()
    path = _there(folder)
    if said.file.exists():
        raise BadBackup(f"{said.file} is there already; choose another name")
    try:
        with tempfile.TemporaryDirectory(dir=said.file.absolute().parent) as beside:
            copy = Path(beside) / FILE
            with contextlib.closing(sqlite3.connect(path)) as source, contextlib.closing(sqlite3.connect(copy)) as into:
                source.backup(into)
            unfinished = Path(beside) / "backup"
            new = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "wb") as file, tarfile.open(fileobj=file, mode="w:gz") as tar:
                tar.add(copy, FILE)
                if (folder / KEY).exists():
                    tar.add(folder / KEY, KEY)
            unfinished.rename(said.file)
    except (OSError, sqlite3.Error) as error:
        raise BadBackup(f"cannot write {said.file} ({error}); choose a folder with room and permission") from None
    print(f"tepui: {said.file} holds everything, with the key: keep it where only you can read it")
    return 0


def restore(words: list[str]) -> int:
    parser = _parser("restore", "Put a backup back. Stop the server first.")
    parser.add_argument("file", type=Path)
    said = parser.parse_args(words)
    folder = said.data or data_folder()
    try:
        with tarfile.open(said.file, "r:gz") as tar:
            parts = {name: tar.extractfile(name) for name in (FILE, KEY) if name in tar.getnames()}
            found = {name: part.read() for name, part in parts.items() if part is not None}
    except (OSError, tarfile.TarError, EOFError) as error:
        raise BadBackup(f"cannot read {said.file} ({error}); choose a file that `tepui backup` wrote") from None
    if FILE not in found:
        raise BadBackup(f"{said.file} is no backup of Tepui; choose a file that `tepui backup` wrote")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(folder):
        old = folder / f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}"
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", KEY):
            if (folder / name).exists():
                old.mkdir(exist_ok=True, mode=0o700)
                (folder / name).rename(old / name)
        for name, data in found.items():
            new = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "wb") as file:
                shutil.copyfileobj(io.BytesIO(data), file)
                file.flush()
                os.fsync(file.fileno())
    print(f"tepui: restored into {folder}" + (f"; what was there is in {old}" if old.exists() else ""))
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


# ---- the doctor


def doctor(words: list[str]) -> int:
    parser = _parser("doctor", "Look for what is wrong: disk, permissions, damaged rooms.")
    folder = parser.parse_args(words).data or data_folder()
    troubles = 0
    for what, trouble in findings(folder):
        print(f"{'wrong' if trouble else 'fine '}  {what}" + (f": {trouble}" if trouble else ""))
        troubles += bool(trouble)
    print(f"tepui: {troubles or 'nothing'} to mend in {folder}")
    return 1 if troubles else 0


def findings(folder: Path) -> Iterator[tuple[str, str]]:
    """(what was looked at, what is wrong with it or nothing)."""
    if not folder.is_dir():
        yield "the data folder", f"{folder} is not there; `tepui serve` makes it, or name the right one with --data"
        return
    yield (
        "the data folder",
        "" if os.access(folder, os.W_OK | os.X_OK) else "it cannot be written to; mend its permissions",
    )
    free = shutil.disk_usage(folder).free
    yield "room on the disk", "" if free > LOW else f"only {free // 2**20} MB are free; make room"
    key = folder / KEY
    if not key.exists():
        yield "the key", "it is not there; the next start makes a new one, and people lose their seats"
    elif os.name == "posix" and key.stat().st_mode & 0o077:
        yield "the key", f"others can read it; chmod 600 {key}"
    else:
        try:
            yield "the key", "" if len(bytes.fromhex(key.read_text().strip())) >= 16 else "it is too short; restore it"
        except (ValueError, OSError):
            yield "the key", "it cannot be read; restore it from a backup"
    path = folder / FILE
    if not path.exists():
        yield "the rooms", f"there is no {FILE}; the next start makes one"
        return
    yield from _database(path)


def _database(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            yield "the database", "" if said == "ok" else f"{said}; restore a backup"
            version = connection.execute("SELECT version FROM tepui_schema").fetchone()
            newest = len(schema.VERSIONS)
            if version is None or version[0] > newest:
                yield "its version", "it was written by a newer Tepui; update Tepui"
                return
            if version[0] < newest:
                yield "its version", f"{version[0]}, will be {newest} at the next start"
                return
            columns = ", ".join(Saved.__struct_fields__)
            count, bad = 0, 0
            for row in connection.execute(f"SELECT {columns} FROM rooms"):  # noqa: S608
                saved = Saved(*row)
                count += 1
                wrong = _room(connection, saved)
                if wrong:
                    bad += 1
                    yield f"room {saved.id}", wrong
            yield f"{count} rooms", f"{bad} cannot go on" if bad else ""
    except (sqlite3.Error, OSError) as error:
        yield "the database", f"it cannot be read ({error}); restore a backup"


def _room(connection: sqlite3.Connection, saved: Saved) -> str:
    """What is wrong with this room, or nothing."""
    try:
        state = msgspec.json.decode(saved.state, type=RoomState)
        game = find.game(saved.game)
        if not state.started:
            return ""
        setting = game.setting(saved.seats, msgspec.json.decode(saved.options), saved.parts)
        session = GameSession(game, setting, Dealer(saved.seed, state.words).choose, state.names)
        rows = connection.execute("SELECT number, who, action FROM moves WHERE room = ? ORDER BY number", [saved.id])
        session.replay([(number, who, bytes(action)) for number, who, action in rows])
    except (msgspec.MsgspecError, Damaged) as error:
        return f"it is damaged ({error}); restore a backup"
    except Refusal as refusal:
        return str(refusal)
    if saved.rules != game.rules and not state.over:
        return f"it was begun under rules {saved.rules}, installed are rules {game.rules}"
    if session.over != state.over or not session.table.moves:  # a game begins with the table's own moves
        return "its last moves are missing; restore a backup"
    return ""
