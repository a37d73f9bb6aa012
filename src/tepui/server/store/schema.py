"""What is on disk, and how an older file becomes a newer one.

A version is a script of statements that lead to it from the version before (`schema.sql`, each below a comment). What
has been released is never edited: a change is a new version at the end.
"""

import re
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    or_,
    select,
    text,
)
from sqlalchemy.engine import Connection
from sqlalchemy.types import TypeEngine

SCRIPTS = Path(__file__).with_suffix(".sql").read_text("utf-8")
VERSIONS: tuple[str, ...] = tuple(re.split(r"(?:^--.*\n)+", SCRIPTS, flags=re.M)[1:])

metadata = MetaData()
version = Table("tepui_schema", metadata, Column("version", Integer, nullable=False))


def table(name: str, keys: str, others: str = "") -> Table:
    """What statements need to know of it, its columns in the order of the script: texts, numbers (#) and bytes (*)."""
    kinds: dict[str, TypeEngine[Any]] = {"#": BigInteger(), "*": LargeBinary()}
    columns = [(one, one in keys.split()) for one in f"{keys} {others}".split()]
    return Table(
        name, metadata, *(Column(one.strip("#*"), kinds.get(one[-1], Text()), primary_key=key) for one, key in columns)
    )


rooms = table("rooms", "id", "code game rules# seats# options parts seed state listed# phase# created# changed#")
moves = table("moves", "room number#", "who# action*")
lines = table("lines", "room number#", "guest line")
notes = table("notes", "room seat# guest", "marks* number#")
sitters = table("sitters", "guest room")
guests = table("guests", "id", "name seen#")
facts = table("facts", "name", "value")
unplayed = table("unplayed", "room", "changed# since#")
turns = table("turns", "room", "waiting due# stamp# clocks")
subscriptions = table("subscriptions", "number#", "endpoint guest p256dh auth language device")
results = table("results", "room seat#", "game ended# seats# sides# device person# name bot place# score#")
reviews = table("reviews", "room seat#", "version unit summed# luck# play# marks review*")  # luck, play: in hundredths
devices = table("devices", "id", "guest before label added# revoked#")
device_links = table("device_links", "guest", "hash made#")
series = table("series", "id", "kind game seed opened# published#")
series_tables = table("series_tables", "room", "series mark")
evenings = table("evenings", "code", "state changed#")
puzzle_tries = table("puzzle_tries", "puzzle tries#", "people#")


def remember(connection: Connection, name: str, value: str) -> None:
    """A fact about the server itself. Its row stays: another process may wait for it, and would find none."""
    put = (
        "INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    )
    connection.execute(text(put), {"name": name, "value": value})


def at_device(device: str, guest: ColumnElement[Any]) -> ColumnElement[bool]:
    """Someone who plays at this device (`people/identity.py`: `person_of`)."""
    return or_(guest == device, guest.between(f"{device}.", f"{device}.~"))


def tables_of(device: str) -> Select[Any]:
    """Where someone of this device has a seat."""
    return select(sitters.c.room).where(at_device(device, sitters.c.guest))


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
        for statement in filter(str.strip, script.split(";")):
            connection.exec_driver_sql(spoken(statement) if postgres else statement)
    if have < len(versions):
        connection.execute(version.delete())
        connection.execute(version.insert().values(version=len(versions)))
    return have
