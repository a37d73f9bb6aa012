"""`tepui doctor`: what is wrong with the data, as far as replaying every room with its seed can tell.

It reads a file that may be damaged anywhere, so nothing it reads is trusted: every failure becomes a sentence about the
room it was found in, and the next room is looked at.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tepui import machine
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.position import TABLE_BIT
from tepui.core.refusal import Refusal
from tepui.core.replay import given_by, possible
from tepui.core.table import Table
from tepui.core.words import clean
from tepui.progress import counted
from tepui.server import exposed
from tepui.server.backup import parser_of
from tepui.server.room.chat import Said
from tepui.server.room.session import Damaged, follow
from tepui.server.room.state import RoomState
from tepui.server.settings import data_folder
from tepui.server.store import key, schema
from tepui.server.store.contract import Saved
from tepui.server.store.key import ADMIN as TOKEN
from tepui.server.store.store import FILE

LOW = 200 * 1024 * 1024  # bytes of free disk below which a host should act
RESTORE = "Restore a backup"
ROOM = "room "  # so begins what is said of one table, with its address


def command(words: list[str]) -> int:
    parser = parser_of(
        "doctor", "Looks for problems: disk, permissions, damaged tables. Exit code 1 says there are some."
    )
    instead = parser.add_mutually_exclusive_group()
    machine_help = "look at this machine instead: which rules run, and why"
    instead.add_argument("--machine", action="store_true", help=machine_help)
    stranger_help = "look at a server as a stranger does: TLS, headers, limits, open doors"
    instead.add_argument("--exposed", metavar="URL", help=stranger_help)
    sbom_help = "print what this Tepui is made of, for programs that look for known faults (CycloneDX)"
    instead.add_argument("--sbom", action="store_true", help=sbom_help)
    parser.add_json()
    asked = parser.parse_args(words)
    folder = asked.data or data_folder()
    if asked.sbom:
        print(machine.parts(), end="")
        return 0
    if asked.exposed:
        where, found = f"at {asked.exposed}", exposed.findings(asked.exposed)
    elif asked.machine:
        where, found = "here", machine.findings()
    elif asked.database:
        where, found = "in the database", in_database(asked.database)
    else:
        where, found = f"in {folder}", findings(folder)
    troubles, seen = 0, []
    for what, trouble in found:
        if not asked.json:
            print(f"{'wrong' if trouble else 'fine '}  {what}" + (f": {trouble}" if trouble else ""))
        seen.append({"what": what, "fine": not trouble, "trouble": trouble})
        troubles += bool(trouble)
    if asked.json:
        print(json.dumps({"troubles": troubles, "findings": seen}, ensure_ascii=False))
    else:
        print(f"tepui: {troubles or 'no'} {'problem' if troubles == 1 else 'problems'} found {where}")
    return 1 if troubles else 0


def findings(folder: Path) -> Iterator[tuple[str, str]]:
    """(what was looked at, what is wrong with it or nothing)."""
    if not folder.is_dir():
        yield "the data folder", f"{folder} is not there. `tepui serve` makes it, or name the right one with --data"
        return
    yield (
        "the data folder",
        "" if os.access(folder, os.W_OK | os.X_OK) else "it cannot be written to. Fix its permissions",
    )
    free = shutil.disk_usage(folder).free
    yield "space on the disk", "" if free > LOW else f"only {free // 2**20} MB are free. Make room"
    yield from _private(folder)
    yield "the key", _key(folder)
    path = folder / FILE
    if not path.exists():
        yield "the rooms", f"there is no {FILE}. The next start makes one"
        return
    yield from _database(path)


def in_database(address: str) -> Iterator[tuple[str, str]]:
    """The same of a PostgreSQL: it is copied as it stands now, and the copy is looked at."""
    from tepui.server.store import transfer  # the driver is an extra

    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside) / FILE
        try:
            text = transfer.into_file(address, copy)
        except Refusal as refusal:
            yield "PostgreSQL", str(refusal)
            return
        yield "PostgreSQL", ""
        (Path(beside) / key.FILE).write_text(text or "")
        yield "the key", "" if text is None else _key(Path(beside))
        yield from _database(copy)


def _private(folder: Path) -> Iterator[tuple[str, str]]:
    """Files that only their owner may read."""
    for name in (key.FILE, TOKEN, FILE, f"{FILE}-wal", f"{FILE}-shm"):
        path = folder / name
        if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
            yield name, f"others can read it. Run chmod 600 {path}"


def _key(folder: Path) -> str:
    path = folder / key.FILE
    if not path.exists():
        return "it is not there. The next start makes a new one, and people lose their seats"
    try:
        ours = key.fingerprint(key.read_key(path))
    except key.BadKey as bad:
        return str(bad)
    with contextlib.suppress(sqlite3.Error, ValueError), _opened(folder / FILE) as connection:
        known = connection.execute("SELECT value FROM facts WHERE name = 'key'").fetchone()
        if known is not None and shown(known[0]) != ours:
            return f"it does not belong to these rooms. {key.AGAIN}"
    return ""  # also of an older file, or of a damaged one: that is another finding


def _opened(path: Path) -> contextlib.closing[sqlite3.Connection]:
    """For reading only. Text comes as bytes, because it may not be text any more."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = bytes
    return contextlib.closing(connection)


def _database(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with _opened(path) as connection:
            said = shown(connection.execute("PRAGMA integrity_check").fetchone()[0])
            yield "the database", "" if said == "ok" else f"{' '.join(said.split())}. {RESTORE}"
            version = connection.execute("SELECT version FROM tepui_schema").fetchone()
            newest = len(schema.VERSIONS)
            if version is None or not isinstance(version[0], int):
                yield "its version", f"it does not say which it is. {RESTORE}"
                return
            if version[0] > newest:
                yield "its version", "it was written by a newer Tepui. Update Tepui"
                return
            if version[0] < newest:
                yield "its version", f"{version[0]}, will be {newest} at the next start"
                return
            yield from _rooms(connection)
    except (sqlite3.Error, OSError, ValueError) as error:  # the last: names that are no text any more
        yield "the database", f"it cannot be read ({error}). {RESTORE}"


def _rooms(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    columns = ", ".join(Saved.__struct_fields__)
    (count,) = connection.execute("SELECT count(*) FROM rooms").fetchone()
    rows = connection.execute(f"SELECT {columns} FROM rooms")  # noqa: S608
    looked = [(shown(row[0]), _room(connection, row)) for row in counted(rows, "rooms", count)]
    bad = [(f"{ROOM}{name}", wrong) for name, wrong in looked if wrong]
    yield from bad
    yield f"{len(looked)} rooms", f"{len(bad)} cannot go on" if bad else ""
    lost = connection.execute(
        "SELECT count(DISTINCT room) FROM moves WHERE room NOT IN (SELECT id FROM rooms)"
    ).fetchone()[0]
    if lost:
        yield "the moves", f"those of {lost} rooms are there without their room. {RESTORE}"


def _room(connection: sqlite3.Connection, row: tuple[Any, ...]) -> str:
    """What is wrong with this room, or nothing."""
    try:
        fields = zip(Saved.__struct_fields__, row, strict=True)
        return _trouble(connection, msgspec.convert({name: _text(one) for name, one in fields}, Saved))
    except Damaged as error:
        return f"it is damaged ({clean(error)}). {RESTORE}"
    except Refusal as refusal:
        return str(refusal)
    except Exception as error:  # whatever else rubbish can do to whoever reads it
        return f"it is damaged ({type(error).__name__}: {' '.join(str(error).split())}). {RESTORE}"


def _trouble(connection: sqlite3.Connection, saved: Saved) -> str:
    state = msgspec.json.decode(saved.state, type=RoomState)
    game = find.game(saved.game)
    setting = game.setting(saved.seats, msgspec.json.decode(saved.options), saved.parts)
    if len(state.chairs) != saved.seats:
        return f"it is damaged ({saved.seats} seats, but {len(state.chairs)} chairs). {RESTORE}"
    if (saved.phase, saved.listed) != (state.phase, int(state.public)):
        return f"it is damaged (its row and its state disagree whether it has begun or is listed). {RESTORE}"
    _words_and_notes(connection, saved)
    moves = connection.execute(
        "SELECT number, who, typeof(action), action FROM moves WHERE room = ? ORDER BY number", [saved.id]
    ).fetchall()
    if not state.started:
        return f"it is damaged (moves of a game that has not begun). {RESTORE}" if moves else ""
    for seat, chair in enumerate(state.chairs):
        if chair.kind == "free":
            return f"it is damaged (nobody sits on chair {seat + 1} of a game that has begun). {RESTORE}"
    if saved.rules != game.rules:
        # Other rules give other rolls: nothing can be said about the moves of such a game.
        return "" if state.over else f"it was begun under rules {saved.rules}, installed are rules {game.rules}"
    for number, _, kind, _ in moves:
        if kind != b"blob":
            raise Damaged(f"move {number} is {shown(kind)}, not an action")
    dealer = Dealer(saved.seed, state.words, state.dealer)
    rows = [(n, who, raw) for n, who, _, raw in moves]
    table = follow(Table(game, setting), rows, possible, given_by(dealer.choose))
    # The table's own next move is always written with the move before it.
    if table.over != state.over or not table.moves or table.truth.to_act() & TABLE_BIT:
        return f"its last moves are missing. {RESTORE}"
    return ""


def _words_and_notes(connection: sqlite3.Connection, saved: Saved) -> None:
    """What was said and written down there: a room that cannot read them cannot be opened."""
    for query, kind, where in (
        ("SELECT number, line FROM lines WHERE room = ?", Said, "line {} of its chat"),
        ("SELECT seat, marks FROM notes WHERE room = ?", Any, "the notes at seat {}"),
    ):
        for number, text in connection.execute(query, [saved.id]):
            try:
                msgspec.json.decode(text, type=kind)
            except Exception:  # bytes of any kind
                raise Damaged(f"{where.format(number)} cannot be read") from None


def _text(one: Any) -> Any:
    """A text of the file; what is none is refused."""
    if not isinstance(one, bytes):
        return one
    try:
        return one.decode()
    except UnicodeDecodeError:
        raise Damaged("it holds bytes that are no text") from None


def shown(one: Any) -> str:
    """Anything from the file, fit to be printed."""
    return one.decode(errors="backslashreplace") if isinstance(one, bytes) else str(one)
