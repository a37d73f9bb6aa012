"""What a page says about the game: picks, tries, notes, chat, and taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core.refusal import IllegalMove
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms.game_session import GameSession, Row
from tepui.server.rooms.room_state import Asking
from tepui.server.wire import messages
from tepui.server.wire.page import Page

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room


async def hello(room: Room, page: Page, message: messages.Hello) -> None:
    """The first word of a page, and again when its reader wants another language, or motion."""
    async with room.lock:
        page.language, page.motion, page.ready = message.language, message.motion, True
        room.show_whole(page)


async def pick(room: Room, page: Page, message: messages.Pick) -> None:
    while True:
        await room.bot_turns.have_answered()
        async with room.lock:
            if room.bot_turns.come_first:
                continue  # another pick has been faster, and bots were asked
            seat, _ = room.playing(page)
            await room.play(seat, message.turn, message.picks)
            return


async def try_out(room: Room, page: Page, message: messages.Try) -> None:
    if len(message.picks) > messages.CHAIN:
        raise Refused("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
    async with room.lock:
        seat, session = room.playing(page)
        session.check_current(seat, message.turn)
        story, moments = room.audience.story(session, seat, page.language).tried(message.picks)
        help = room.helping.of_try(story.view, seat) if message.help else None
        page.tell(messages.Tried(id=message.id, picks=message.picks, view=story.message(moments, help=help)))


async def note(room: Room, page: Page, message: messages.Note) -> None:
    marks = msgspec.json.encode(message.marks)
    if len(marks) > messages.NOTES:
        raise Refused("unclear", N_("Your notes are too long to be kept; shorten them."))
    async with room.lock:
        seat = room.seat(page)
        await room.keep_notes(seat, page.guest, marks)
        for other in room.audience.pages:
            if room.audience.seat(other.guest, other.person) == seat:
                if other is not page:
                    other.show_notes(seat, marks)
                room.show(other)


async def say(room: Room, page: Page, message: messages.Say) -> None:
    async with room.lock:
        if room.state.is_muted(page.guest):
            raise Refused("forbidden", N_("The host has muted you at this table."))
        if not room.hears(page.guest):
            raise Refused("forbidden", N_("This table is not for watching; sit down before you talk."))
        seat = room.audience.seat(page.guest, page.person)
        name = page.name if seat is None else room.state.chairs[seat].name
        await room.chat.say(page.guest, name, seat, message.text)
        room.tell_room()


async def take_back(room: Room, page: Page, message: messages.TakeBack) -> None:
    """At once if nobody has learned from the move; otherwise the other people are asked."""
    async with room.lock:
        seat, session = room.playing(page)
        try:
            rows = session.take_back(seat, agreed=False)
        except IllegalMove:
            await if_agreed(room, session, Asking(seat, session.turn, (seat,)))
            return
        await taken_back(room, session, seat, rows)


async def answer(room: Room, page: Page, message: messages.Answer) -> None:
    async with room.lock:
        seat, session = room.playing(page)
        asked = room.state.asked
        if asked is None or room.asked is None:
            raise Refused("forbidden", N_("Nobody has asked anything."))
        if not message.yes:
            await room.save(replace(room.state, asked=None))
            await room.log(N_("{name} would rather play on."), name=room.state.names[seat])
            room.tell_room()
            return
        await if_agreed(room, session, replace(asked, agreed=tuple(sorted({*asked.agreed, seat}))))


async def if_agreed(room: Room, session: GameSession, asked: Asking) -> None:
    """Everybody who sits here has said yes; bots never mind."""
    people = {seat for seat, chair in enumerate(room.state.chairs) if chair.kind == "person"}
    if people <= set(asked.agreed):
        await taken_back(room, session, asked.seat, session.take_back(asked.seat, agreed=True))
    else:
        await room.save(replace(room.state, asked=asked))
        room.tell_room()


async def taken_back(room: Room, session: GameSession, seat: int, rows: list[Row]) -> None:
    await room.write(session, rows)
    await room.log(N_("{name} has taken a move back."), name=room.state.names[seat])
    room.tell_everything()


async def ping(room: Room, page: Page, message: messages.Ping) -> None:
    page.tell(messages.Pong(id=message.id))
