"""A game that was played on a device without a line: its record makes a finished table here, or a sentence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from tepui.core import find
from tepui.core.record import FIRST_FORMAT, EndLine, Record, parse, promise_line
from tepui.core.verify import verify
from tepui.core.words import N_
from tepui.server.people import identity
from tepui.server.refusals import Refused
from tepui.server.room.change import Change
from tepui.server.room.room import Room
from tepui.server.room.session import BACK, Back, Row
from tepui.server.room.state import Chair, Promise, RoomState

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

UNFINISHED = N_("Only a finished game with a person in it can be sent. Play it to its end first.")


async def take(rooms: Rooms, guest: str, text: str) -> Room:
    """The table of this record; the same one, if it was sent before, or is being sent twice."""
    record = await rooms.parts_reader.run(lambda: proven(text))  # it may bring printed numbers of its own
    assert record.end is not None
    return await rooms.once(f"{guest} {record.end.seed}", partial(table_of, rooms, guest, record, record.end))


async def table_of(rooms: Rooms, guest: str, record: Record, end: EndLine) -> Room:
    header = record.header
    if again := await rooms.slow.run(lambda: rooms.store.room_of_seed(guest, end.seed)):
        return await rooms.room(again)
    game = find.game(header.game)
    setting = await rooms.setting(game, header.seats, header.options, header.parts)
    state = state_of(record, guest)
    rows: list[Row] = [
        (BACK, msgspec.json.encode(Back(step.back))) if step.back is not None else (step.by, bytes(step.move))
        for step in record.steps
    ]
    room = await rooms.set_up(game, setting, state, seed=end.seed)
    session = await room.new_session(state)
    await rooms.slow.run(lambda: session.replay([(n, *row) for n, row in enumerate(rows, 1)]))
    await room.do(lambda room: Change(session=session, rows=rows, tell="nobody"))
    return room


def proven(text: str) -> Record:
    record = parse(text.encode())
    header, bots = record.header, find.bots(record.header.game)
    people = [bot for bot in header.bots if bot is None]
    if record.end is None or header.tepui == FIRST_FORMAT or not 0 < len(people) <= identity.MOST_PEOPLE:
        raise Refused("unclear", UNFINISHED)
    if not {*header.bots} <= {*bots, None} or len(header.bots) != len(header.names):
        raise Refused("unclear", N_("There is no such bot for this game. Choose one of the list."))
    verify(record, find.game(header.game))
    return record


def state_of(record: Record, guest: str) -> RoomState:
    """The people of the record are those of this device, in their order."""
    header, people, chairs = record.header, iter(range(1, identity.MOST_PEOPLE + 1)), []
    for name, bot in zip(header.names, header.bots, strict=True):
        who = None if bot is not None else identity.person_of(guest, next(people))
        chairs.append(Chair(guest=who, name=identity.tidy_name(name), bot=bot))
    promise = Promise(
        line=promise_line(header).decode(),
        names=header.names,
        salts=header.salts,
        guests=tuple(chair.guest for chair in chairs),
    )
    return RoomState(
        chairs=tuple(chairs), host=guest, promise=promise, started=True, words=header.words, dealer=header.dealer
    )
