"""All tables as whoever runs the server may see them: how many sit there and since when, and nothing of the game.

Neither the address of a table (it is an invitation), nor a name, a move, a seed or a line of chat is read for it.
"""

from hashlib import sha256
from typing import Literal

import msgspec
from sqlalchemy import func, select

from tepui.server.people.identity import tag_of
from tepui.server.room.state import RoomState
from tepui.server.rooms.rooms import Rooms
from tepui.server.store import schema

MOST = 100  # on one page
Phase = Literal["waiting", "running", "over", "closed", "damaged"]
PHASES: tuple[Phase, ...] = ("waiting", "running", "over")


class TableRow(msgspec.Struct, frozen=True):
    mark: str  # names it in a form
    tag: str  # names it in the log
    game: str
    code: str
    phase: Phase
    people: int
    bots: int
    free: int
    pages: int  # that are open now, in this process
    clock: bool
    created: int
    changed: int


def mark_of(room: str) -> str:
    """Nobody finds the address of a table from it."""
    return sha256(b"admin " + room.encode()).hexdigest()[:24]


def counted(rooms: Rooms) -> dict[str, int]:
    """How many tables wait, run and are over."""
    at = schema.rooms.c
    found = rooms.store.rows(select(at.phase, func.count()).group_by(at.phase))
    counts = dict(tuple(row) for row in found)
    return {name: counts.get(phase, 0) for phase, name in enumerate(PHASES)}


def listed(rooms: Rooms, phase: str, oldest: bool, start: int) -> list[TableRow]:
    """Those of one phase, or all that are not over; by when something last happened there."""
    at = schema.rooms.c
    query = select(at.id, at.game, at.code, at.state, at.created, at.changed)
    query = query.where(at.phase == PHASES.index(phase)) if phase in PHASES else query.where(at.phase < 2)
    query = query.order_by(at.changed if oldest else at.changed.desc(), at.id).limit(MOST).offset(start)
    return [row_of(rooms, *row) for row in rooms.store.rows(query)]


def row_of(rooms: Rooms, id: str, game: str, code: str, saved: str, created: int, changed: int) -> TableRow:
    loaded = rooms.loaded.get(id)
    row = TableRow(mark_of(id), tag_of(id), game, code, "damaged", 0, 0, 0, 0, False, created, changed)
    try:
        state = loaded.state if loaded is not None else msgspec.json.decode(saved, type=RoomState)
    except (ValueError, RecursionError):
        return row
    kinds = [chair.kind for chair in state.chairs]
    return msgspec.structs.replace(
        row,
        phase=PHASES[state.phase] if state.banned is None else "closed",
        people=kinds.count("person"),
        bots=kinds.count("bot") + kinds.count("kept"),
        free=kinds.count("free"),
        pages=0 if loaded is None else len(loaded.audience.pages),
        clock=state.clock is not None,
    )


def find(rooms: Rooms, mark: str) -> str | None:
    """The table that a form names."""
    ids = (str(id) for (id,) in rooms.store.rows(select(schema.rooms.c.id)))
    return next((id for id in ids if mark_of(id) == mark), None)
