"""What changes of one room, and how it is written: in one transaction, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection

from tepui.server.store import results, schema

KEPT_LINES: Final = 100  # of a table's chat
KEPT_NOTES: Final = 4  # of people who have had one seat
MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"
TURN = (
    "INSERT INTO turns (room, waiting, due, stamp, clocks) VALUES (?, ?, ?, ?, ?) ON CONFLICT (room) DO UPDATE SET "
    "waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp, clocks = excluded.clocks"
)

Rows = Sequence[tuple[int, bytes]]  # who, and the action as it is written down


class TurnRow(NamedTuple):
    """Whose move it is, as it is written down; `waiting` can be read without decoding anything else."""

    waiting: str | None
    due: int | None = None
    stamp: int = 0
    clocks: str | None = None


UNKNOWN: Final = TurnRow(None)  # the disk does not know it any more


class Marks(NamedTuple):
    """Somebody's marks at a seat."""

    seat: int
    guest: str
    marks: bytes


class Commit(msgspec.Struct, frozen=True):
    """What changes of a room. `epoch`: under which number we have it (`postgres.py`)."""

    room: str
    epoch: int = 0
    rows: Rows = ()  # moves
    first: int = 1  # the number of the first of them
    fields: dict[str, Any] | None = None  # the room's own
    guests: Iterable[str] | None = None  # who sits there now
    turn: TurnRow | None = None
    ended: Sequence[results.Result] | None = None  # how the game ended
    lines: Sequence[tuple[str | None, str]] = ()  # by whom, and what was said
    note: Marks | None = None

    def __call__(self, connection: Connection) -> None:
        room = self.room
        if self.rows:
            values = [(room, number, who, action) for number, (who, action) in enumerate(self.rows, self.first)]
            connection.exec_driver_sql(MOVE if connection.dialect.name == "sqlite" else MOVE.replace("?", "%s"), values)
        if self.turn is not None:
            put_turn(connection, room, self.turn)
        if self.fields is not None:
            connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**self.fields))
        if self.guests is not None:
            put_sitters(connection, room, self.guests)
        if self.ended is not None:
            results.put(connection, room, self.ended)
        for guest, line in self.lines:
            put_line(connection, room, guest, line)
        if self.note is not None:
            put_note(connection, room, self.note)


def put_turn(connection: Connection, room: str, turn: TurnRow) -> None:
    if turn == UNKNOWN:
        connection.execute(schema.turns.delete().where(schema.turns.c.room == room))
    else:
        connection.exec_driver_sql(
            TURN if connection.dialect.name == "sqlite" else TURN.replace("?", "%s"), (room, *turn)
        )


def put_sitters(connection: Connection, room: str, guests: Iterable[str]) -> None:
    connection.execute(schema.sitters.delete().where(schema.sitters.c.room == room))
    there = [{"guest": guest, "room": room} for guest in dict.fromkeys(guests)]
    if there:
        connection.execute(insert(schema.sitters), there)


def put_line(connection: Connection, room: str, guest: str | None, line: str) -> None:
    """Only the last ones stay."""
    at = schema.lines.c
    number = 1 + (connection.scalar(select(func.max(at.number)).where(at.room == room)) or 0)
    connection.execute(insert(schema.lines).values(room=room, number=number, guest=guest, line=line))
    connection.execute(schema.lines.delete().where(at.room == room, at.number <= number - KEPT_LINES))


def put_note(connection: Connection, room: str, note: Marks) -> None:
    """Those of others who sat there stay, the oldest go."""
    at = schema.notes.c
    here = (at.room == room, at.seat == note.seat)
    number = 1 + (connection.scalar(select(func.max(at.number)).where(*here)) or 0)
    connection.execute(schema.notes.delete().where(*here, at.guest == note.guest))
    connection.execute(insert(schema.notes).values(room=room, number=number, **note._asdict()))
    newest = select(at.guest).where(*here).order_by(at.number.desc()).limit(KEPT_NOTES)
    connection.execute(schema.notes.delete().where(*here, at.guest.not_in(newest)))
