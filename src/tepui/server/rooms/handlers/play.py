"""What a page says about the game: picks, tries, notes, chat, and taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core.refusal import IllegalMove
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms.game_session import GameSession, Row
from tepui.server.wire import messages
from tepui.server.wire.page import Line

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room


async def hello(room: Room, line: Line, message: messages.Hello) -> None:
    async with room.lock:
        line.language = message.language
        room.show_whole(line)


async def pick(room: Room, line: Line, message: messages.Pick) -> None:
    async with room.lock:
        seat, _ = room.playing(line)
        await room.play(seat, message.turn, message.picks)


async def try_out(room: Room, line: Line, message: messages.Try) -> None:
    if len(message.picks) > messages.CHAIN:
        raise Refused("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
    async with room.lock:
        seat, session = room.playing(line)
        session.current(seat, message.turn)
        view = session.look(seat)
        tried = room.readers.tried(view, message.picks, line.language, message.id)
        if message.help:
            tried = replace(tried, shown=room.helping.of_try(seat, view.try_out(message.picks)))
        line.tell(tried)


async def note(room: Room, line: Line, message: messages.Note) -> None:
    marks = msgspec.json.encode(message.marks)
    if len(marks) > messages.NOTES:
        raise Refused("unclear", N_("Your notes are too long to be kept; shorten them."))
    async with room.lock:
        seat = room.seat(line)
        await room.rooms.store.note(room.id, seat, line.guest, marks)
        room.notes[seat] = (line.guest, marks)
        if room.session is not None:
            line.show_help(room.helping.text(room.session, seat))
        for other in room.lines:
            if other is not line and room.audience.seat(other.guest, other.person) == seat:
                other.tell(messages.Notes(seat=seat, marks=message.marks))


async def say(room: Room, line: Line, message: messages.Say) -> None:
    async with room.lock:
        if room.state.is_muted(line.guest):
            raise Refused("forbidden", N_("The host has muted you at this table."))
        seat = room.audience.seat(line.guest, line.person)
        name = line.name if seat is None else room.state.chairs[seat].name
        await room.chat.say(line.guest, name, seat, message.text)
        room.tell_room()


async def take_back(room: Room, line: Line, message: messages.TakeBack) -> None:
    """At once if nobody has learned from the move; otherwise the other people are asked."""
    async with room.lock:
        seat, session = room.playing(line)
        try:
            rows = session.take_back(seat, agreed=False)
        except IllegalMove:
            room.asked = messages.Asked(seat=seat, agreed=[seat])
            await if_agreed(room, session)
            return
        await taken_back(room, session, seat, rows)


async def answer(room: Room, line: Line, message: messages.Answer) -> None:
    async with room.lock:
        seat, session = room.playing(line)
        if room.asked is None:
            raise Refused("forbidden", N_("Nobody has asked anything."))
        if not message.yes:
            room.asked = None
            await room.log(N_("{name} would rather play on."), name=room.state.names[seat])
            room.tell_room()
            return
        room.asked = replace(room.asked, agreed=sorted({*room.asked.agreed, seat}))
        await if_agreed(room, session)


async def if_agreed(room: Room, session: GameSession) -> None:
    """Everybody who sits here has said yes; bots never mind."""
    assert room.asked is not None
    asker = room.asked.seat
    people = {seat for seat, chair in enumerate(room.state.chairs) if chair.kind == "person"}
    if people <= set(room.asked.agreed):
        room.asked = None
        await taken_back(room, session, asker, session.take_back(asker, agreed=True))
    else:
        room.tell_room()


async def taken_back(room: Room, session: GameSession, seat: int, rows: list[Row]) -> None:
    room.asked = None
    await room.written(session, rows)
    room.readers.forget()
    await room.log(N_("{name} has taken a move back."), name=room.state.names[seat])
    room.tell_everything()


async def ping(room: Room, line: Line, message: messages.Ping) -> None:
    line.tell(messages.Pong(id=message.id))
