"""Tables that were set up and never played at, and since when: for those that are cleared away."""

from sqlalchemy import insert, literal, select
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.rows import Rows, written


class Unplayed(Rows):
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
