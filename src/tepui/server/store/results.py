"""How games ended, seat by seat, on disk: written with the last move, so that a history opens no table."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Select, func, insert, select, tuple_, update
from sqlalchemy.engine import Connection

from tepui.server.store import schema
from tepui.server.store.contract import Result, by_room
from tepui.server.store.rows import Rows, written

SOME = 500  # tables in one question
NOBODY = "?"  # the name of someone who is forgotten


def newest(device: str, most: int) -> Select[Any]:
    """So many tables of this device whose games ended last."""
    at = schema.results.c
    found = select(at.room).where(at.device == device)
    return found.group_by(at.room, at.ended).order_by(at.ended.desc(), at.room.desc()).limit(most)


def put(connection: Connection, room: str, results: Sequence[Result]) -> None:
    """In the transaction of the last move."""
    connection.execute(schema.results.delete().where(schema.results.c.room == room))
    if results:
        connection.execute(insert(schema.results), [msgspec.structs.asdict(one) for one in results])


def forget(connection: Connection, device: str) -> None:
    """What others keep does not name this device's people any more; their reviews go."""
    at, review = schema.results.c, schema.reviews.c
    theirs = at.device == device
    seat = select(at.room).where(theirs, at.room == review.room, at.seat == review.seat)
    connection.execute(schema.reviews.delete().where(seat.exists()))
    connection.execute(update(schema.results).where(theirs).values(device=None, person=1, name=NOBODY))


class Results(Rows):
    @written
    def forget(self, connection: Connection, device: str) -> None:
        forget(connection, device)

    def page(self, device: str, game: str, before: tuple[int, str] | None, limit: int) -> list[list[Result]]:
        """Games of this device, the newest first, all seats of each; `before`: when and which was the last one listed.

        In a thread, as all of these: it may be long.
        """
        at = schema.results.c
        query = select(at.ended, at.room).distinct().where(at.device == device)
        if game:
            query = query.where(at.game == game)
        if before is not None:
            query = query.where(tuple_(at.ended, at.room) < before)  # by the index, wherever the page begins
        found = self._store.rows(query.order_by(at.ended.desc(), at.room.desc()).limit(limit))
        games = self.of_rooms([room for _, room in found])
        return [games.get(room, []) for _, room in found]

    def of_device(self, device: str, most: int) -> list[Result]:
        """All seats of its newest games, the oldest of them first."""
        mine = newest(device, most)
        at = schema.results.c
        return self._read(select(schema.results).where(at.room.in_(mine)).order_by(at.ended, at.room, at.seat))

    def count(self, device: str) -> dict[str, int]:
        """How many games, by game."""
        at = schema.results.c
        query = select(at.game, func.count(at.room.distinct())).where(at.device == device).group_by(at.game)
        return {str(game): int(n) for game, n in self._store.rows(query)}

    def alone(self, device: str) -> list[str]:
        """Its finished games in which nobody else played, bots aside."""
        at, other = schema.results.c, schema.results.alias().c
        others = select(other.room).where(other.room == at.room, other.device.is_not(None), other.device != device)
        query = select(at.room).distinct().where(at.device == device, ~others.exists())
        return [str(room) for (room,) in self._store.rows(query)]

    def of_rooms(self, rooms: Sequence[str]) -> dict[str, list[Result]]:
        """All seats of each of these tables whose game is over."""
        at, found = schema.results.c, list[Result]()
        for first in range(0, len(rooms), SOME):
            some = select(schema.results).where(at.room.in_(rooms[first : first + SOME])).order_by(at.room, at.seat)
            found += self._read(some)
        return by_room(found)

    def states(self, rooms: Sequence[str]) -> dict[str, str]:
        """The state of each of these tables, as it is written down."""
        at = schema.rooms.c
        found = self._store.rows(select(at.id, at.state).where(at.id.in_(rooms))) if rooms else ()
        return {str(id): str(state) for id, state in found}

    def _read(self, query: Any) -> list[Result]:
        """Without what is damaged: SQLite keeps a value of any type in any column."""
        found, rows = [], [tuple(row) for row in self._store.rows(query)]
        with suppress(ValueError):
            return msgspec.convert(rows, list[Result])
        for row in rows:
            with suppress(ValueError):
                found.append(msgspec.convert(row, Result))
        return found
