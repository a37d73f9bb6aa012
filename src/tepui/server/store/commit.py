"""How what changes of one room is written: in one transaction, all or nothing."""

from collections.abc import Iterable

from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection

from tepui.server.store import results, schema
from tepui.server.store.contract import KEPT_LINES, KEPT_NOTES, Commit, Marks

MOVE = "INSERT INTO moves (room, number, who, action) VALUES (?, ?, ?, ?)"
TURN = (
    "INSERT INTO turns (room, waiting, due, stamp, clocks) VALUES (?, ?, ?, ?, ?) ON CONFLICT (room) DO UPDATE SET "
    "waiting = excluded.waiting, due = excluded.due, stamp = excluded.stamp, clocks = excluded.clocks"
)


def write(commit: Commit, connection: Connection) -> None:
    room = commit.room
    if commit.rows:
        values = [(room, number, who, action) for number, (who, action) in enumerate(commit.rows, commit.first)]
        connection.exec_driver_sql(MOVE if connection.dialect.name == "sqlite" else MOVE.replace("?", "%s"), values)
    if commit.turn is not None:
        turn = TURN if connection.dialect.name == "sqlite" else TURN.replace("?", "%s")
        connection.exec_driver_sql(turn, (room, *commit.turn))
    if commit.fields is not None:
        connection.execute(update(schema.rooms).where(schema.rooms.c.id == room).values(**commit.fields))
    if commit.guests is not None:
        put_sitters(connection, room, commit.guests)
    if commit.ended is not None:
        results.put(connection, room, commit.ended)
    for guest, line in commit.lines:
        put_line(connection, room, guest, line)
    if commit.note is not None:
        put_note(connection, room, commit.note)


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
