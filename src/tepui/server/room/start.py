"""How a game begins: everyone's word for the dice is bound, the list is closed, all words are opened.

1. Every page sends the hash of a word that it has made (`commit`), one for each seat.
2. The host starts. When every person has a hash the list is closed: the first line of the record stands, and its
   hash, the promise, is shown to all.
3. Every page opens its word (`open`). When all are open the game begins; this is the only way in which one does.

Whatever goes wrong in between (someone does not open in time, comes, goes, or the server restarts) ends in the
same way: all words are made again, and the room's log says so. A word is never used under two promises.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from tepui.core.dealer import SEED_BYTES, VERSION, commitment
from tepui.core.record import Header, promise_line, tag_of
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.outside import Chance
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused
from tepui.server.room.change import NOTHING, Change, anew, change_to, notice
from tepui.server.room.state import Promise, RoomState, put

if TYPE_CHECKING:
    from tepui.server.room.room import Room

log = logging.getLogger("tepui.dice")
HASH = 64  # hexadecimal digits
WORD = 200  # characters, with the salt that a page adds
LATE = N_("{names} did not open in time: all words for the dice are made again, and the host can start again.")
RESTARTED = N_("The server was restarted while a game was about to begin: all words for the dice are made again.")
REPEATED = N_(
    "This table promises its dice once more (promise number {n}): nobody can choose them, but a host could try again."
)
AWAY = N_("{names} did not come, and the host is away: bots keep the seats, and the game begins.")
WITHOUT = N_("{name} has a page without scripts, and so no word for the dice.")


# ---- what a room's state becomes


def commit(state: RoomState, guest: str, hash: str) -> RoomState:
    """The hash of someone's word; another one replaces it until the list is closed."""
    seat = state.seat_of(guest)
    if seat is not None and state.chairs[seat].commitment == hash:
        return state  # another page of theirs was faster
    if state.started:
        raise Refused("forbidden", N_("The game has begun already."))
    if seat is None:
        raise Refused("forbidden", N_("You have no seat at this table. Sit down first."))
    if state.promise is not None:
        raise Refused("forbidden", N_("The list of words for the dice is closed. Open yours."))
    return put(state, seat, replace(state.chairs[seat], commitment=hash, plain=False))


def without_scripts(state: RoomState, device: str) -> RoomState:
    """Whoever plays there has a page that cannot make a word."""
    for seat in state.seats_at(device):
        if not state.chairs[seat].commitment:
            state = put(state, seat, replace(state.chairs[seat], plain=True))
    return state


def close(state: RoomState, header: Header, chance: Chance) -> RoomState:
    """No word is added from here on: names, order, options and the seed are promised."""
    salts = tuple(chance.hex(SEED_BYTES) for _ in state.chairs)
    names = state.names
    promised = replace(
        header,
        bots=tuple(chair.bot for chair in state.chairs),
        commitments=tuple(chair.commitment or None for chair in state.chairs) if committed(state) else (),
        tags=tuple(tag_of(name, salt) for name, salt in zip(names, salts, strict=True)),
        tries=state.rounds + 1,
    )
    guests = tuple(chair.guest for chair in state.chairs)
    promise = Promise(line=promise_line(promised).decode(), names=names, salts=salts, guests=guests)
    return replace(state, promise=promise, rounds=state.rounds + 1)


def begun(state: RoomState) -> RoomState:
    """All words are open: the game begins."""
    words = tuple(chair.word for chair in state.chairs) if committed(state) else ()
    chairs = tuple(replace(chair, word="", plain=False) for chair in state.chairs)
    return replace(state, chairs=chairs, started=True, starting=False, words=words, dealer=VERSION)


def open_word(state: RoomState, seat: int, word: str) -> RoomState:
    """Someone's word, which must be the one they had bound themselves to; said twice (two pages) it counts once."""
    chair = state.chairs[seat]
    if state.started and word in state.words:
        return state
    if state.started or state.promise is None:
        raise Refused("forbidden", N_("No word for the dice is asked for now."))
    if commitment(word) != chair.commitment:
        raise Refused("forbidden", N_("This is not the word whose hash you had sent."))
    return put(state, seat, replace(chair, word=word))


def committed(state: RoomState) -> list[int]:
    return [seat for seat, chair in enumerate(state.chairs) if chair.kind == "person" and chair.commitment]


def hash_of(promise: Promise | None) -> str | None:
    """What is shown to all."""
    return None if promise is None else commitment(promise.line)


def header_of(state: RoomState) -> Header | None:
    """As it stands in the record; none of a game that began before there were promises."""
    if state.promise is None:
        return None
    header = msgspec.json.decode(state.promise.line, type=Header)
    return replace(header, names=state.promise.names, salts=state.promise.salts, words=state.words)


# ---- what a room does; its lock is held


def awaited(state: RoomState) -> list[int]:
    """Who is still to send a hash: everyone but those whose page has no scripts; nobody where chance is shared."""
    if state.series is not None:
        return []
    return [
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.kind == "person" and not chair.commitment and not chair.plain
    ]


async def advance(room: Room) -> None:
    """As far towards the first move as the words allow."""
    expect(room)
    state = room.state
    if state.started or not state.starting or (state.promise is None and awaited(state)):
        return
    if state.promise is None:
        await room.commit(promise_dice(room))
        _after(room, "limit", room.rooms.settings.opening, partial(too_late, rounds=room.state.rounds))
    state = room.state
    if all(state.chairs[seat].word for seat in committed(state)):
        state = begun(state)
        session = await room.new_session(state)
        await room.commit(Change(state, rows=session.resume(), session=session))
        stop(room)


def page_without_scripts(room: Room, device: str) -> Change:
    if room.state.started:
        return NOTHING
    return change_to(room, without_scripts(room.state, device), begins=True, tell="nobody")


def expect(room: Room) -> None:
    """Whoever is away is not waited for without end, if the host is away too and cannot decide it (a rematch)."""
    state = room.state
    waits = state.starting and not state.started and state.promise is None
    if waits and room.arriving is None and room.audience.pages and awaited(state):
        _after(room, "arriving", room.rooms.settings.arriving, without_absent)


def _after(room: Room, timer: Literal["limit", "arriving"], seconds: float, decide: Callable[[Room], Change]) -> None:
    loop = asyncio.get_running_loop()

    def over() -> None:
        setattr(room, timer, None)
        room.expiring = loop.create_task(_expire(room, decide))

    setattr(room, timer, loop.call_later(seconds, over))


async def _expire(room: Room, decide: Callable[[Room], Change]) -> None:
    try:
        await room.do(decide)
    except Refusal as refusal:  # the disk: it is tried again when someone comes
        log.warning("a game could not begin", extra={"room": room.tag, "error": str(refusal)})


def without_absent(room: Room) -> Change:
    """Bots keep the seats of who did not come; a bot's seat is taken back by sitting down."""
    state, here = room.state, room.devices_here
    if not here:
        return NOTHING  # whoever comes next begins to wait again
    if device_of(state.host) not in here and here & {chair.device for chair in state.chairs}:
        away = [seat for seat in awaited(state) if state.chairs[seat].device not in here]
        if away and state.starting and not state.started and state.promise is None:
            for seat in away:
                state = put(state, seat, replace(state.chairs[seat], bot=room.friend))
            names = ", ".join(state.chairs[seat].name for seat in away)
            return change_to(room, state, notice(AWAY, names=names), begins=True, tell="room")
    return NOTHING._replace(begins=True)


def promise_dice(room: Room) -> Change:
    """The list is closed: the first line of the record stands."""
    saved, state = room.saved, room.state
    header = Header(
        game=room.game.name,
        rules=saved.rules,
        seats=saved.seats,
        options=room.options,
        parts=saved.parts,
        commitment=room.commitment,
    )
    without = [chair for chair in state.chairs if chair.kind == "person" and not chair.commitment]
    notices = [notice(WITHOUT, name=chair.name) for chair in without]
    if state.rounds:
        notices.append(notice(REPEATED, n=str(state.rounds + 1)))
    return change_to(room, close(state, header, room.rooms.chance), *notices, tell="room")


def too_late(room: Room, rounds: int) -> Change:
    state = room.state
    if state.started or state.promise is None or state.rounds != rounds:
        return NOTHING
    late = ", ".join(state.chairs[seat].name for seat in committed(state) if not state.chairs[seat].word)
    return change_to(room, anew(state), notice(LATE, names=late), tell="room")


def after_restart(room: Room) -> Change:
    """A room comes from the disk: whatever was opened is forgotten, and nobody's word is used again."""
    state = room.state
    if state.started or not (state.starting or state.promise is not None):
        return NOTHING
    notices = [] if state.promise is None else [notice(RESTARTED)]
    return change_to(room, anew(state, starting=True), *notices, tell="room", begins=True)


def stop(room: Room) -> None:
    """Nobody is waited for any more."""
    for timer in (room.limit, room.arriving):
        if timer is not None:
            timer.cancel()
    room.limit = room.arriving = None
