"""A room follows the disk: opened from its moves, and read again where another process was first."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

import msgspec

from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms import departures, dice, timing
from tepui.server.rooms.game_session import Damaged, GameSession
from tepui.server.rooms.room_state import RoomState
from tepui.server.storage.saved_room import News
from tepui.server.storage.writer import trouble

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

log = logging.getLogger("tepui.room")
OTHER_RULES = N_("This game was begun under other rules than are installed now, so it cannot go on.")
DAMAGED = N_("The moves of this table are damaged, so it cannot go on; the host can run tepui doctor.")
ABSENT = N_("There is no such table; check the link or ask for a new one.")


async def open_room(room: Room) -> None:
    """Stands where the moves on disk lead; called once, before anybody looks."""
    if room.rooms.store.shared:  # all of it as it stands together: others may be playing here just now
        async with room.lock:
            await follow(room)
    elif room.state.started:
        await _open_table(room)
        room.show_all()
    else:
        async with room.lock:
            await dice.woken(room)


async def _open_table(room: Room) -> None:
    store = room.rooms.store
    try:
        session = await room.new_session(room.state)
        await room.rooms.slow.run(lambda: session.replay(store.moves(room.id)))
        row = await store.read(store.turns.of, room.id)
        room.turn, room.noted = timing.read(row), row is not None
    except (Damaged, Refusal, ValueError) as error:
        _damaged(room, error)
        return
    room.session = session
    if room.saved.rules != room.game.rules and not room.state.over:
        room.trouble = OTHER_RULES
        session.offer()
        return
    if room.state.phase != 2:
        await room.append(session, session.resume(), room.state)
        room.rooms.calls.follow(room)
    session.offer()


async def not_saved(room: Room, error: BaseException) -> NoReturn:
    """The table is ahead of the disk: open it again from what is there."""
    room.session = None
    try:
        if room.rooms.store.shared:
            await follow(room)
        else:
            await _open_table(room)
    except Refusal:  # the disk cannot even be read: out of memory with it; pages come back and try again
        room.rooms.loaded.pop(room.id, None)
        room.stop()
        for page in room.audience.pages:
            page.close(1012)
    if isinstance(error, Refused) or not isinstance(error, Exception):
        raise error
    log.error("a move was not saved", extra={"room": room.tag, "error": type(error).__name__})
    raise trouble(error) from None


async def catch_up(room: Room, talk: bool = False) -> None:
    """Another process has changed something here."""
    async with room.lock:
        if room.rooms.loaded.get(room.id) is not room:
            return
        if talk:
            await _hear_talk(room)
        if room.newest > room.version or talk:
            await follow(room)


async def follow(room: Room) -> None:
    """As it stands on disk, and everybody here is told. The lock is held."""
    session, before, store = room.session, room.state, room.rooms.store
    news = await store.read(store.since, room.id, 0 if session is None else session.turn)
    if news is None:
        _gone(room)
    if news.room.version == room.version and session is not None and not news.moves:
        return
    room.saved, room.version = news.room, news.room.version
    room.newest = max(room.newest, room.version)
    state = msgspec.json.decode(news.room.state, type=RoomState)
    room.become(state)
    if state.started:
        await _follow_game(room, session, news)
    departures.dismiss_who_left(room, before)
    departures.stop_if_shut(room)
    room.rooms.calls.follow(room)
    if state == before and session is not None:
        room.show_all()
    else:
        room.tell_everything()
    if not state.started:
        await dice.followed(room)


async def _follow_game(room: Room, session: GameSession | None, news: News) -> None:
    same = room.saved.rules == room.game.rules
    try:
        if session is None or not session.follow(news.moves):
            session = await room.new_session(room.state)
            await room.rooms.slow.run(partial(session.replay, await _all_moves(room, news)))
            if same and room.state.phase != 2 and session.resume():
                raise Damaged("the table's own moves are missing")
            session.offer()
        room.turn, room.noted = timing.read(news.turn), True
    except (Damaged, Refusal, ValueError) as error:
        _damaged(room, error)
        return
    if news.moves:
        room.moved = monotonic()
    room.session = session
    if not same and not room.state.over:
        room.trouble = OTHER_RULES
    room.rooms.deadlines.expect(room.turn.due)


async def _all_moves(room: Room, news: News) -> list[tuple[int, int, bytes]]:
    """From the first on, up to those that are new."""
    if not news.moves or news.moves[0][0] == 1:
        return news.moves
    store = room.rooms.store
    found = await store.read(store.moves, room.id)
    return found[: news.moves[-1][0]]


async def _hear_talk(room: Room) -> None:
    before = dict(room.notes)
    with suppress(ValueError):
        await room.read_talk()
    for page in room.audience.pages:
        marks = room.notes_of(page)
        if page.seat is not None and marks is not None and marks != before.get((page.seat, page.guest)):
            page.show_notes(page.seat, marks)
            room.show(page)
    room.tell_room()


def neighbours_changed(room: Room) -> None:
    """Somebody came to this table in another process, or left it there."""
    room.tell_room()
    dice.expect(room)
    if room.with_bots:
        room.bot_turns.wake()


def _damaged(room: Room, error: Exception) -> None:
    """The table cannot go on, unless it was only the disk that refused."""
    if isinstance(error, Refused):
        raise error
    log.error("a damaged room", extra={"room": room.tag, "error": str(error)})
    room.trouble = DAMAGED


def _gone(room: Room) -> NoReturn:
    room.rooms.loaded.pop(room.id, None)
    room.stop()
    room.dismiss([*room.audience.pages], ABSENT)
    raise Refused("absent", ABSENT)
