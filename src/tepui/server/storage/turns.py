"""Whose move it is at each table, on disk: for lists of tables, and for clocks that run while nobody looks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, update
from sqlalchemy.engine import Connection

from tepui.server.storage import schema

if TYPE_CHECKING:
    from tepui.server.storage.store import Store

PUT = (
    "INSERT INTO turns (room, waiting, due, stamp, clocks) VALUES (?, ?, ?, ?, ?) ON CONFLICT (room) DO UPDATE SET "
    "waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp, clocks = excluded.clocks"
)


PUT_POSTGRES = PUT.replace("?", "%s")


def put(connection: Connection, room: str, turn: dict[str, Any] | None) -> None:
    """In the transaction of the moves that led there; an empty one: it is not known any more."""
    if turn == {}:
        connection.execute(schema.turns.delete().where(schema.turns.c.room == room))
    elif turn is not None:
        say = PUT if connection.dialect.name == "sqlite" else PUT_POSTGRES
        connection.exec_driver_sql(say, (room, turn["waiting"], turn["due"], turn["stamp"], turn["clocks"]))


class Turns:
    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, room: str) -> Any:
        found = self._store.rows(select(schema.turns).where(schema.turns.c.room == room))
        return found[0] if found else None

    def of_device(self, device: str) -> dict[str, Any]:
        """By room, for all tables at which somebody of this device has a seat: in a thread, for it may be long."""
        mine = select(schema.sitters.c.room).where(schema.at_device(device, schema.sitters.c.guest))
        found = self._store.long_rows(select(schema.turns).where(schema.turns.c.room.in_(mine)))
        return {row.room: row for row in found}

    def next_due(self) -> int | None:
        found = self._store.rows(select(func.min(schema.turns.c.due)))[0][0]
        return None if found is None else int(found)

    def due(self, now: int, limit: int) -> list[str]:
        at = schema.turns.c
        return [str(room) for (room,) in self._store.rows(select(at.room).where(at.due <= now).limit(limit))]

    def note(self, turns: list[tuple[str, dict[str, Any]]]) -> asyncio.Future[None]:
        """Of tables that leave memory."""

        def what(connection: Connection) -> None:
            for room, turn in turns:
                put(connection, room, turn)

        return self._store.change(what)

    def stop(self, room: str) -> asyncio.Future[None]:
        """Nobody can play there: its clock is of no use."""
        at = schema.turns.c

        def what(connection: Connection) -> None:
            connection.execute(update(schema.turns).where(at.room == room).values(due=None))

        return self._store.change(what)

    def uptime(self) -> int:
        """How long the server has run when it last said so, or wrote a move down."""
        newest = self._store.rows(select(func.max(schema.turns.c.stamp)))[0][0]
        return max(int(self._store.fact("ran") or 0), int(newest or 0))

    def note_uptime(self, now: int) -> asyncio.Future[None]:
        return self._store.change(lambda connection: schema.remember(connection, "ran", str(now)))
