"""Whose move it is at each table, on disk, for lists and clocks; and since when nobody has played at one that waits."""

from typing import Any

from sqlalchemy import func, insert, literal, select, update
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.rows import Rows, written


class Turns(Rows):
    def of(self, room: str) -> Any:
        found = self._store.rows(select(schema.turns).where(schema.turns.c.room == room))
        return found[0] if found else None

    def of_device(self, device: str) -> dict[str, Any]:
        """By room, for all tables at which someone of this device has a seat: in a thread, for it may be long."""
        mine = schema.turns.c.room.in_(schema.tables_of(device))
        found = self._store.rows(select(schema.turns).where(mine))
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


class Unplayed(Rows):
    """Tables that were set up and never played at: for those that are cleared away."""

    @written
    def age(self, connection: Connection, seconds: int, now: int | None = None) -> None:
        """The server has run for so much longer: notes since when each table that was never played at is as it is.

        The time of day has no say here, because a clock that is wrong once would delete what is young. `now`: how long
        all processes together have run; then only the first of them says it.
        """
        at = schema.facts.c
        known = connection.scalar(select(at.value).where(at.name == "uptime").with_for_update())
        if now is not None:
            last = connection.scalar(select(at.value).where(at.name == "aged"))
            if last is not None and now - int(last) < 900 * seconds:
                return
            schema.remember(connection, "aged", str(now))
        up = int(known or 0) + seconds
        schema.remember(connection, "uptime", str(up))
        room, noted = schema.rooms.c, schema.unplayed.c
        same = select(room.id).where(room.id == noted.room, room.phase == 0, room.changed == noted.changed)
        connection.execute(schema.unplayed.delete().where(~same.exists()))
        new = select(room.id, room.changed, literal(up))
        new = new.where(room.phase == 0, room.id.not_in(select(noted.room)))
        connection.execute(insert(schema.unplayed).from_select(["room", "changed", "since"], new))

    def idle_for(self, seconds: int, limit: int = 500) -> list[str]:
        """Tables at which no game has begun, and nobody has done anything while the server ran for so long."""
        at = schema.unplayed.c
        up = int(self._store.fact("uptime") or 0)
        return [str(id) for (id,) in self._store.rows(select(at.room).where(at.since <= up - seconds).limit(limit))]
