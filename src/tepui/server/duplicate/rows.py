"""Chance that several tables share, on disk: its seed, the tables that play with it, and how each of them ended."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Select, Update, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from tepui.server.store import schema
from tepui.server.store.contract import Declined, Result, unreadable
from tepui.server.store.rows import Rows, written

Kind = Literal["daily", "evening"]


class Taken(Declined):
    """It is not as whoever asks has known it; nothing was changed."""


TAKEN = (Taken, IntegrityError)  # the latter: there is one of that name already


class Series(msgspec.Struct, frozen=True):
    """Chance for several tables; `published`: when its seed was opened to all, 0 while it is a secret."""

    id: str
    kind: Kind
    game: str
    seed: str
    opened: int
    published: int


class SharedTable(msgspec.Struct, frozen=True):
    """One of the tables of a series: its mark is the device whose daily table it is, or its number in an evening."""

    room: str
    series: str
    mark: str
    phase: int
    results: list[Result]  # by seat; none: it is not over


class SeriesStore(Rows):
    # ---- changes

    @written
    def open(self, connection: Connection, one: Series) -> None:
        """New chance; whoever comes second (`TAKEN`) finds the first there."""
        connection.execute(insert(schema.series).values(**msgspec.structs.asdict(one)))

    async def publish(self, id: str, now: int) -> bool:
        """For ever, and once: of several processes one learns that it has done so. No table is begun any more."""
        at = schema.series.c
        with suppress(Taken):
            await self._update(update(schema.series).where(at.id == id, at.published == 0).values(published=now))
            return True
        return False

    @written
    def _update(self, connection: Connection, known: Update) -> None:
        if connection.execute(known).rowcount == 0:
            raise Taken

    @written
    def forget(self, connection: Connection, device: str) -> None:
        """The tables stay, and nobody knows any more whose they were."""
        at = schema.series_tables.c
        for (room,) in connection.execute(select(at.room).where(at.mark == device)).all():
            connection.execute(update(schema.series_tables).where(at.room == room).values(mark=f"- {room}"))

    @written
    def open_evening(self, connection: Connection, code: str, state: str, now: int) -> None:
        connection.execute(insert(schema.evenings).values(code=code, state=state, changed=now))

    async def save_evening(self, code: str, before: str, state: str, now: int) -> None:
        """The next state of an evening, if it still is as it was `before`; otherwise `Taken`: look again."""
        at = schema.evenings.c
        known = update(schema.evenings).where(at.code == code, at.state == before)
        await self._update(known.values(state=state, changed=now))

    # ---- looking things up

    def of(self, id: str) -> Series | None:
        found = self._series(select(schema.series).where(schema.series.c.id == id))
        return found[0] if found else None

    def secret(self) -> list[Series]:
        """Those whose seed is a secret."""
        at = schema.series.c
        return self._series(select(schema.series).where(at.published == 0).limit(500))

    def published(self, kind: Kind, game: str, limit: int) -> list[Series]:
        """The newest first."""
        at = schema.series.c
        query = select(schema.series).where(at.kind == kind, at.game == game, at.published > 0)
        return self._series(query.order_by(at.opened.desc()).limit(limit))

    def tables(self, id: str) -> list[SharedTable]:
        """All of them, each with where it stands: it may be long."""
        return self._tables(schema.series_tables.c.series == id)

    def several(self, ids: Sequence[str]) -> dict[str, tuple[Series, list[SharedTable]]]:
        """By id: each of these with its tables, in three questions however many there are."""
        found = self._series(select(schema.series).where(schema.series.c.id.in_(ids)))
        of = {one.id: (one, list[SharedTable]()) for one in found}
        for table in self._tables(schema.series_tables.c.series.in_(ids)):
            of[table.series][1].append(table)
        return of

    def running(self, id: str, limit: int = 100) -> list[SharedTable]:
        return self._tables(schema.series_tables.c.series == id, schema.rooms.c.phase < 2, limit=limit)

    def table(self, id: str, mark: str) -> SharedTable | None:
        at = schema.series_tables.c
        found = self._tables(at.series == id, at.mark == mark)
        return found[0] if found else None

    def counted(self, id: str) -> tuple[int, int]:
        """How many tables there are, and how many of them have a result."""
        at, of = schema.series_tables.c, schema.results.c
        query: Any = select(func.count(at.room), func.count(of.room)).where(at.series == id)
        query = query.outerjoin_from(schema.series_tables, schema.results, (of.room == at.room) & (of.seat == 0))
        [(tables, results)] = self._store.rows(query)
        return tables, results

    def best(self, id: str, limit: int) -> Sequence[Any]:
        """Mark, room, name, points and place of those in the first seat who did best; nobody who was forgotten."""
        at, of = schema.series_tables.c, schema.results.c
        query = select(at.mark, at.room, of.name, of.score, of.place).where(at.series == id, of.device.is_not(None))
        query = query.join_from(schema.series_tables, schema.results, (of.room == at.room) & (of.seat == 0))
        return self._store.rows(query.order_by(of.score.desc(), of.place, func.lower(of.name)).limit(limit))

    def _series(self, query: Select[Any]) -> list[Series]:
        try:
            return msgspec.convert(self._store.rows(query), list[Series], from_attributes=True)
        except ValueError:  # SQLite keeps a value of any type in any column
            raise unreadable() from None

    def _tables(self, *which: ColumnElement[bool], limit: int | None = None) -> list[SharedTable]:
        """With the results that were written with their last moves."""
        at, room = schema.series_tables.c, schema.rooms.c
        joined = schema.series_tables.join(schema.rooms, at.room == room.id)
        query = select(at.room, at.series, at.mark, room.phase).select_from(joined).where(*which)
        rows = self._store.rows(query.limit(limit))
        ended = self._store.results.of_rooms([row.room for row in rows])
        return [SharedTable(row.room, row.series, row.mark, row.phase, ended.get(row.room, [])) for row in rows]

    def evenings_of(self, device: str) -> list[str]:
        """Where this device is host or has a seat; rare, and asked for by whoever wants to be forgotten."""
        at = schema.evenings.c
        return [str(code) for (code,) in self._store.rows(select(at.code).where(at.state.contains(device)))]

    def evening(self, code: str) -> tuple[str | None, int]:
        """Its state, and when it was last changed."""
        at = schema.evenings.c
        found = self._store.rows(select(at.state, at.changed).where(at.code == code))
        return (str(found[0][0]), int(found[0][1])) if found else (None, 0)


def seat(connection: Connection, room: str, series: str, mark: str) -> None:
    """A new table of a series under its mark, in the transaction that makes it; a mark has one table.

    None is begun with a seed that is published, not even at the same moment: the row is held until this one is there.
    """
    known = select(schema.series.c.published).where(schema.series.c.id == series)
    if connection.scalar(known.with_for_update(read=True)):
        raise Taken
    connection.execute(insert(schema.series_tables).values(room=room, series=series, mark=mark))
