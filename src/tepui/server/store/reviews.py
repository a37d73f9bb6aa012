"""Reviews of finished games on disk, one for each seat: in no language, made once."""

import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Select, insert, select
from sqlalchemy.engine import Connection

from tepui.coach.review import SeatReview, luck_of, marks_of, play_of
from tepui.server.store import schema
from tepui.server.store.contract import ReviewSum
from tepui.server.store.results import newest
from tepui.server.store.rows import Rows, written


class Reviews(Rows):
    def of(self, room: str, version: str) -> dict[int, SeatReview]:
        """By seat, those of this version; in a thread, for they are long."""
        at = schema.reviews.c
        query = select(at.seat, at.review).where(at.room == room, at.version == version)
        found = {}
        for seat, packed in self._store.rows(query):
            with suppress(zlib.error, TypeError, msgspec.MsgspecError):  # damaged, or of another version: made again
                found[int(seat)] = msgspec.json.decode(zlib.decompress(packed), type=SeatReview)
        return found

    @written
    def keep(self, connection: Connection, room: str, version: str, one: SeatReview) -> None:
        values = {
            "room": room,
            "seat": one.seat,
            "version": version,
            "unit": one.unit,
            "summed": int(one.summed),
            "luck": round(100 * luck_of(one)),
            "play": round(100 * play_of(one)),
            "marks": msgspec.json.encode(marks_of(one)).decode(),
            "review": zlib.compress(msgspec.json.encode(one)),
        }
        at, there = schema.reviews.c, select(schema.results.c.seat).where(schema.results.c.room == room).limit(1)
        connection.execute(schema.reviews.delete().where(at.room == room, at.seat == one.seat))
        if connection.scalar(there) is not None:
            connection.execute(insert(schema.reviews).values(**values))  # else the table is deleted meanwhile

    def newest_of(self, device: str, most: int) -> list[ReviewSum]:
        """Of as many games of this device, those that ended last."""
        return self.sums_of(device, newest(device, most))

    def sums_of(self, device: str, rooms: Select[Any] | Sequence[str]) -> list[ReviewSum]:
        """Of the seats of this device's people at these tables; in a thread, for it may be long."""
        at, result = schema.reviews.c, schema.results.c
        columns: Sequence[str] = ReviewSum.__struct_fields__
        query = select(*(at[name] for name in columns)).join(
            schema.results, (result.room == at.room) & (result.seat == at.seat)
        )
        found = []
        for row in self._store.rows(query.where(result.device == device, at.room.in_(rooms))):
            with suppress(ValueError, TypeError):
                room, seat, version, unit, summed, luck, play, marks = row
                counts = msgspec.json.decode(marks, type=dict[str, int])
                found.append(ReviewSum(room, seat, version, unit, bool(summed), luck / 100, play / 100, counts))
        return found
