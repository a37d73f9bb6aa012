"""What is said and written down at each table, on disk: lines of chat, and marks beside a seat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.engine import Connection

from tepui.server.storage import schema

if TYPE_CHECKING:
    from tepui.server.storage.store import Store

KEPT_NOTES = 4  # of people who have had one seat


def hold(connection: Connection, room: str) -> None:
    """Nobody else adds to this room until this change is made; SQLite has one writer, and nothing is said to it."""
    if connection.dialect.name != "sqlite":
        connection.execute(select(schema.rooms.c.id).where(schema.rooms.c.id == room).with_for_update())


class Talk:
    def __init__(self, store: Store) -> None:
        self._store = store

    def say(self, room: str, guest: str | None, line: str, keep: int) -> asyncio.Future[None]:
        """A line of chat; only the last `keep` stay."""

        def what(connection: Connection) -> None:
            at = schema.lines.c
            hold(connection, room)
            number = 1 + (connection.scalar(select(func.max(at.number)).where(at.room == room)) or 0)
            values = {"room": room, "number": number, "guest": guest, "line": line}
            connection.execute(insert(schema.lines).values(**values))
            connection.execute(schema.lines.delete().where(at.room == room, at.number <= number - keep))
            self._store.announce(connection, f"talk {room}")

        return self._store.change(what)

    def note(self, room: str, seat: int, guest: str, marks: bytes) -> asyncio.Future[None]:
        """Somebody's marks at a seat; those of others who sat there stay, the oldest go."""

        def what(connection: Connection) -> None:
            at = schema.notes.c
            here = (at.room == room, at.seat == seat)
            hold(connection, room)
            number = 1 + (connection.scalar(select(func.max(at.number)).where(*here)) or 0)
            connection.execute(schema.notes.delete().where(*here, at.guest == guest))
            values = {"room": room, "seat": seat, "guest": guest, "marks": marks, "number": number}
            connection.execute(insert(schema.notes).values(**values))
            newest = select(at.guest).where(*here).order_by(at.number.desc()).limit(KEPT_NOTES)
            connection.execute(schema.notes.delete().where(*here, at.guest.not_in(newest)))
            self._store.announce(connection, f"talk {room}")

        return self._store.change(what)

    def lines(self, room: str) -> list[tuple[int, str | None, str]]:
        at = schema.lines.c
        found = self._store.rows(select(at.number, at.guest, at.line).where(at.room == room).order_by(at.number))
        return msgspec.convert([tuple(row) for row in found], list[tuple[int, str | None, str]])

    def notes(self, room: str) -> dict[tuple[int, str], bytes]:
        at = schema.notes.c
        found = self._store.rows(select(at.seat, at.guest, at.marks).where(at.room == room).order_by(at.number))
        told = msgspec.convert([tuple(row) for row in found], list[tuple[int, str, bytes]], builtin_types=(bytes,))
        return {(seat, guest): marks for seat, guest, marks in told}
