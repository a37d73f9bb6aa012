"""What is on disk, and how an older file becomes a newer one.

A version is a script of statements that lead to it from the version before. What has been released is never edited:
a change is a new version at the end.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Integer, LargeBinary, MetaData, String, Table, Text, or_, text
from sqlalchemy.engine import Connection

VERSIONS: tuple[str, ...] = (
    """
    CREATE TABLE rooms (
        id VARCHAR(32) NOT NULL PRIMARY KEY, code VARCHAR(24) NOT NULL, game VARCHAR(64) NOT NULL,
        rules INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, parts TEXT, seed VARCHAR(64) NOT NULL,
        state TEXT NOT NULL, listed INTEGER NOT NULL, phase INTEGER NOT NULL, created INTEGER NOT NULL,
        changed INTEGER NOT NULL);
    CREATE INDEX rooms_by_code ON rooms (code);
    CREATE INDEX rooms_in_lobby ON rooms (listed, phase, changed);
    CREATE TABLE moves (
        room VARCHAR(32) NOT NULL, number INTEGER NOT NULL, who INTEGER NOT NULL, action BLOB NOT NULL,
        PRIMARY KEY (room, number));
    CREATE TABLE lines (
        room VARCHAR(32) NOT NULL, number INTEGER NOT NULL, guest VARCHAR(32), line TEXT NOT NULL,
        PRIMARY KEY (room, number));
    CREATE TABLE notes (
        room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(32) NOT NULL, marks BLOB NOT NULL,
        PRIMARY KEY (room, seat));
    CREATE TABLE sitters (
        guest VARCHAR(32) NOT NULL, room VARCHAR(32) NOT NULL, PRIMARY KEY (guest, room));
    CREATE INDEX sitters_by_room ON sitters (room);
    CREATE TABLE guests (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(64) NOT NULL, seen INTEGER NOT NULL)
    """,
    # Notes belong to whoever wrote them, not to whoever sits there now; and some facts about the server itself.
    """
    CREATE TABLE own_notes (
        room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(64) NOT NULL, marks BLOB NOT NULL,
        PRIMARY KEY (room, seat, guest));
    INSERT INTO own_notes SELECT room, seat, guest, marks FROM notes;
    DROP TABLE notes;
    ALTER TABLE own_notes RENAME TO notes;
    CREATE TABLE facts (name VARCHAR(16) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE unplayed (room VARCHAR(32) NOT NULL PRIMARY KEY, changed INTEGER NOT NULL, since INTEGER NOT NULL)
    """,
    # Whose move it is, and the clocks: times are milliseconds that the server has run.
    """
    CREATE TABLE turns (
        room VARCHAR(32) NOT NULL PRIMARY KEY, waiting VARCHAR(64) NOT NULL, due BIGINT, stamp BIGINT NOT NULL,
        clocks TEXT);
    CREATE INDEX turns_by_due ON turns (due);
    CREATE INDEX turns_by_stamp ON turns (stamp)
    """,
    # Browsers that are called when it is somebody's move.
    """
    CREATE TABLE subscriptions (
        number INTEGER NOT NULL PRIMARY KEY, endpoint VARCHAR(1000) NOT NULL UNIQUE, guest VARCHAR(32) NOT NULL,
        p256dh VARCHAR(200) NOT NULL, auth VARCHAR(200) NOT NULL, language VARCHAR(2) NOT NULL);
    CREATE INDEX subscriptions_by_guest ON subscriptions (guest)
    """,
    # How each game ended, seat by seat, so that a history opens no table; reviews, language-free; and the devices that
    # share a person: each holds a secret of its own, of which only a hash, its id, is kept.
    """
    CREATE TABLE results (
        room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, game VARCHAR(64) NOT NULL, ended BIGINT NOT NULL,
        seats INTEGER NOT NULL, sides INTEGER NOT NULL, device VARCHAR(32), person INTEGER NOT NULL,
        name VARCHAR(64) NOT NULL, bot VARCHAR(64), place INTEGER NOT NULL, score BIGINT NOT NULL,
        PRIMARY KEY (room, seat));
    CREATE INDEX results_by_device ON results (device, ended, room);
    CREATE TABLE reviews (
        room VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, version VARCHAR(32) NOT NULL, unit VARCHAR(8) NOT NULL,
        summed INTEGER NOT NULL, luck BIGINT NOT NULL, play BIGINT NOT NULL, marks TEXT NOT NULL, review BLOB NOT NULL,
        PRIMARY KEY (room, seat));
    CREATE TABLE devices (
        id VARCHAR(32) NOT NULL PRIMARY KEY, guest VARCHAR(32) NOT NULL, before VARCHAR(80) NOT NULL,
        label VARCHAR(64) NOT NULL, added BIGINT NOT NULL, revoked INTEGER NOT NULL);
    CREATE INDEX devices_by_guest ON devices (guest);
    CREATE TABLE device_links (
        guest VARCHAR(32) NOT NULL PRIMARY KEY, hash VARCHAR(64) NOT NULL, made BIGINT NOT NULL);
    CREATE UNIQUE INDEX device_links_by_hash ON device_links (hash);
    ALTER TABLE subscriptions ADD COLUMN device VARCHAR(32) NOT NULL DEFAULT ''
    """,
    # Whoever changes a room says which version of it they know; and notes are kept in an order of their own.
    """
    ALTER TABLE rooms ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE notes ADD COLUMN number INTEGER NOT NULL DEFAULT 0
    """,
    # Chance that several tables share: of a day, of a round of an evening; and those tables, each once for its mark.
    """
    CREATE TABLE series (
        id VARCHAR(100) NOT NULL PRIMARY KEY, kind VARCHAR(8) NOT NULL, game VARCHAR(64) NOT NULL,
        seed VARCHAR(64) NOT NULL, opened BIGINT NOT NULL, published BIGINT NOT NULL);
    CREATE INDEX series_by_published ON series (published);
    CREATE TABLE series_tables (
        room VARCHAR(32) NOT NULL PRIMARY KEY, series VARCHAR(100) NOT NULL, mark VARCHAR(32) NOT NULL);
    CREATE UNIQUE INDEX series_tables_by_mark ON series_tables (series, mark);
    CREATE TABLE evenings (code VARCHAR(24) NOT NULL PRIMARY KEY, state TEXT NOT NULL, changed BIGINT NOT NULL)
    """,
    # A table lives in one process at a time (PostgreSQL): which processes live, and which of them has which table. A
    # process of an older Tepui, which would not ask, cannot change a room any more.
    """
    CREATE TABLE processes (id VARCHAR(16) NOT NULL PRIMARY KEY, address VARCHAR(300) NOT NULL, until BIGINT NOT NULL);
    CREATE TABLE owners (room VARCHAR(32) NOT NULL PRIMARY KEY, process VARCHAR(16) NOT NULL, epoch BIGINT NOT NULL);
    CREATE INDEX owners_by_process ON owners (process);
    ALTER TABLE rooms DROP COLUMN version
    """,
)

metadata = MetaData()
version = Table("tepui_schema", metadata, Column("version", Integer, nullable=False))
rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("code", String(24), nullable=False),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("parts", Text),
    Column("seed", String(64), nullable=False),
    Column("state", Text, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("phase", Integer, nullable=False),
    Column("created", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
)
moves = Table(
    "moves",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", Integer, nullable=False),
    Column("action", LargeBinary, nullable=False),
)
lines = Table(
    "lines",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest", String(32)),
    Column("line", Text, nullable=False),
)
notes = Table(
    "notes",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("marks", LargeBinary, nullable=False),
    Column("number", Integer, nullable=False, server_default="0"),
)
sitters = Table(
    "sitters",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("room", String(32), primary_key=True),
)
guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("seen", Integer, nullable=False),
)
facts = Table(
    "facts",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)
unplayed = Table(
    "unplayed",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("changed", Integer, nullable=False),
    Column("since", Integer, nullable=False),
)

turns = Table(
    "turns",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("waiting", String(64), nullable=False),
    Column("due", BigInteger),
    Column("stamp", BigInteger, nullable=False),
    Column("clocks", Text),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("endpoint", String(1000), nullable=False),
    Column("guest", String(32), nullable=False),
    Column("p256dh", String(200), nullable=False),
    Column("auth", String(200), nullable=False),
    Column("language", String(2), nullable=False),
    Column("device", String(32), nullable=False),  # which of a person's devices (`devices`)
)

results = Table(
    "results",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("sides", Integer, nullable=False),  # 1: all played together
    Column("device", String(32)),  # of a person; nobody's when they are forgotten
    Column("person", Integer, nullable=False),  # who of those at that device
    Column("name", String(64), nullable=False),
    Column("bot", String(64)),  # who played there at the end
    Column("place", Integer, nullable=False),  # of its side
    Column("score", BigInteger, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", String(32), nullable=False),
    Column("unit", String(8), nullable=False),
    Column("summed", Integer, nullable=False),
    Column("luck", BigInteger, nullable=False),  # in hundredths, as the next
    Column("play", BigInteger, nullable=False),
    Column("marks", Text, nullable=False),
    Column("review", LargeBinary, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guest", String(32), nullable=False),
    Column("before", String(80), nullable=False),  # who it was, and will be again when it is revoked
    Column("label", String(64), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("revoked", Integer, nullable=False),
)

device_links = Table(
    "device_links",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)

series = Table(
    "series",
    metadata,
    Column("id", String(100), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("game", String(64), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("published", BigInteger, nullable=False),
)
series_tables = Table(
    "series_tables",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("series", String(100), nullable=False),
    Column("mark", String(32), nullable=False),
)
evenings = Table(
    "evenings",
    metadata,
    Column("code", String(24), primary_key=True),
    Column("state", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
)


def remember(connection: Connection, name: str, value: str) -> None:
    """A fact about the server itself. Its row stays: another process may wait for it, and would find none."""
    put = (
        "INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    )
    connection.execute(text(put), {"name": name, "value": value})


def at_device(device: str, guest: ColumnElement[Any]) -> ColumnElement[bool]:
    """Somebody who plays at this device (`people/identity.py`: `person_of`)."""
    return or_(guest == device, guest.between(f"{device}.", f"{device}.~"))


def spoken(statement: str) -> str:
    """As PostgreSQL says it: SQLite's integers are wide, its texts of any length and compared byte by byte; so here."""
    statement = statement.replace("BLOB", "BYTEA").replace("INTEGER", "BIGINT")
    return re.sub(r"VARCHAR\(\d+\)|\bTEXT\b", 'TEXT COLLATE "C"', statement)


class TooNew(Exception):
    """The file was written by a newer Tepui."""


class BadVersion(OSError):
    """The file was damaged: nobody knows who wrote it."""


def migrate(connection: Connection, versions: tuple[str, ...] = VERSIONS) -> int:
    """Brings the file to the newest version, all of it or nothing; returns the version it had."""
    postgres = connection.dialect.name == "postgresql"
    version.create(connection, checkfirst=True)
    have = connection.scalar(version.select()) or 0
    if not isinstance(have, int) or have < 0:
        raise BadVersion("it does not say which version it is")
    if have > len(versions):
        raise TooNew
    for script in versions[have:]:
        for statement in script.split(";"):
            connection.exec_driver_sql(spoken(statement) if postgres else statement)
    if have < len(versions):
        connection.execute(version.delete())
        connection.execute(version.insert().values(version=len(versions)))
    return have
