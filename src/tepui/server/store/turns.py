"""Whose move it is at each table, on disk: for lists of tables, and for clocks that run while nobody looks."""

from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.rows import Rows, written


class Turns(Rows):
    def of(self, room: str) -> Any:
        found = self._store.rows(select(schema.turns).where(schema.turns.c.room == room))
        return found[0] if found else None

    def of_device(self, device: str) -> dict[str, Any]:
        """By room, for all tables at which somebody of this device has a seat: in a thread, for it may be long."""
        mine = schema.turns.c.room.in_(schema.tables_of(device))
        found = self._store.long_rows(select(schema.turns).where(mine))
        return {row.room: row for row in found}

    def next_due(self) -> int | None:
        found = self._store.rows(select(func.min(schema.turns.c.due)))[0][0]
        return None if found is None else int(found)

    def due(self, now: int, limit: int) -> list[str]:
        at = schema.turns.c
        return [str(room) for (room,) in self._store.rows(select(at.room).where(at.due <= now).limit(limit))]

    @written
    def stop(self, connection: Connection, room: str, now: int) -> None:
        """Nobody can play there: its clock, which has run out by now, is of no use."""
        at = schema.turns.c
        connection.execute(update(schema.turns).where(at.room == room, at.due <= now).values(due=None))

    def uptime(self) -> int:
        """How long the server has run when it last said so, or wrote a move down."""
        newest = self._store.rows(select(func.max(schema.turns.c.stamp)))[0][0]
        return max(int(self._store.fact("ran") or 0), int(newest or 0))

    @written
    def note_uptime(self, connection: Connection, now: int) -> None:
        schema.remember(connection, "ran", str(now))
