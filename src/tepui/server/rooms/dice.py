"""How a game begins: everybody's word for the dice is bound, the list is closed, all words are opened.

1. Every page sends the hash of a word that it has made (`commit`), one for each seat.
2. The host starts. When every person has a hash the list is closed: the first line of the record stands, and its
   hash, the promise, is shown to all.
3. Every page opens its word (`open`). When all are open the game begins; this is the only way in which one does.

Whatever goes wrong in between (somebody does not open in time, comes, goes, or the server restarts) ends in the
same way: all words are made anew, and the room's log says so. A word is never used under two promises.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core.dealer import VERSION, commitment, new_word
from tepui.core.record import Header, promise_line, tag_of
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.http.guests import device_of
from tepui.server.refusals import Refused
from tepui.server.rooms.room_state import Chair, Closed, RoomState, put
from tepui.server.storage.writer import Stale

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

log = logging.getLogger("tepui.dice")
HASH = 64  # hexadecimal digits
WORD = 200  # characters, with the salt that a page adds
LATE = N_("{names} did not open in time: all words for the dice are made anew, and the host can start again.")
CHANGED = N_("Somebody came, went or changed while the words for the dice were opened: all are made anew.")
RESTARTED = N_("The server was started anew while a game was about to begin: all words for the dice are made anew.")
REPEATED = N_(
    "This table promises its dice once more (promise number {n}): nobody can choose them, but a host could try again."
)
AWAY = N_("{names} did not come, and the host is away: bots keep the seats, and the game begins.")
WITHOUT = N_("{name} has a page without scripts, and so no word for the dice.")


# ---- what a room's state becomes


def commit(state: RoomState, guest: str, hash: str) -> RoomState:
    """The hash of somebody's word; another one replaces it until the list is closed."""
    if state.started:
        raise Refused("forbidden", N_("The game has begun already."))
    seat = state.seat_of(guest)
    if seat is None:
        raise Refused("forbidden", N_("You have no seat at this table; sit down first."))
    if state.closed is not None and state.chairs[seat].commitment != hash:
        raise Refused("forbidden", N_("The list of words for the dice is closed; open yours."))
    return put(state, seat, replace(state.chairs[seat], commitment=hash, plain=False))


def without_scripts(state: RoomState, device: str) -> RoomState:
    """Whoever plays there has a page that cannot make a word."""
    for seat in state.seats_at(device):
        if not state.chairs[seat].commitment:
            state = put(state, seat, replace(state.chairs[seat], plain=True))
    return state


def close(state: RoomState, header: Header) -> RoomState:
    """No word is added from here on: names, order, options and the seed are promised."""
    salts = tuple(new_word() for _ in state.chairs)
    names = state.names
    promised = replace(
        header,
        bots=tuple(chair.bot for chair in state.chairs),
        commitments=tuple(chair.commitment or None for chair in state.chairs) if committed(state) else (),
        tags=tuple(tag_of(name, salt) for name, salt in zip(names, salts, strict=True)),
    )
    guests = tuple(chair.guest for chair in state.chairs)
    closed = Closed(line=promise_line(promised).decode(), names=names, salts=salts, guests=guests)
    return replace(state, closed=closed, rounds=state.rounds + 1)


def anew(state: RoomState, starting: bool = False) -> RoomState:
    """All words are made anew."""
    chairs = tuple(replace(chair, commitment="", word="") for chair in state.chairs)
    return replace(state, chairs=chairs, closed=None, starting=starting)


def begun(state: RoomState) -> RoomState:
    """All words are open: the game begins."""
    words = tuple(chair.word for chair in state.chairs) if committed(state) else ()
    chairs = tuple(replace(chair, word="", plain=False) for chair in state.chairs)
    return replace(state, chairs=chairs, started=True, starting=False, words=words, dealer=VERSION)


def settled(before: RoomState, state: RoomState) -> RoomState:
    """What else changes when somebody comes or goes before the game has begun."""
    if state.started or not (state.starting or state.closed):
        return state
    if state.closed is not None and before.closed is not None and seated(state) != seated(before):
        return anew(state)
    if any(chair.kind == "free" for chair in state.chairs):
        return replace(state, starting=False)
    return state


def seated(state: RoomState) -> list[tuple[str | None, str, str | None, str]]:
    return [(chair.guest, chair.name, chair.bot, chair.commitment) for chair in state.chairs]


def committed(state: RoomState) -> list[int]:
    return [seat for seat, chair in enumerate(state.chairs) if has_word(chair)]


def has_word(chair: Chair) -> bool:
    return chair.kind == "person" and bool(chair.commitment)


def promise(closed: Closed | None) -> str | None:
    return None if closed is None else commitment(closed.line)


def header_of(state: RoomState) -> Header | None:
    """As it stands in the record; none of a game that began before there were promises."""
    if state.closed is None:
        return None
    header = msgspec.json.decode(state.closed.line, type=Header)
    return replace(header, names=state.closed.names, salts=state.closed.salts, words=state.words)


# ---- what a room does; its lock is held


def awaited(room: Room) -> list[int]:
    """Who is still to send a hash: everybody but those whose page has no scripts; nobody where chance is shared."""
    if room.state.series is not None:
        return []
    return [
        seat
        for seat, chair in enumerate(room.state.chairs)
        if chair.kind == "person" and not chair.commitment and not chair.plain
    ]


async def advance(room: Room) -> None:
    """As far towards the first move as the words allow."""
    state = room.state
    expect(room)
    if state.started or not state.starting or (state.closed is None and awaited(room)):
        return
    if state.closed is None:
        await _close(room)
    if all(room.state.chairs[seat].word for seat in committed(room.state)):
        await room.begin(begun(room.state))
        stop(room)


def expect(room: Room) -> None:
    """Whoever is away is not waited for without end, if the host is away too and cannot decide it (a rematch)."""
    state = room.state
    if room.arriving is not None or state.started or not state.starting or state.closed is not None:
        return
    if not room.audience.pages or not awaited(room):
        return
    loop = asyncio.get_running_loop()

    def over() -> None:
        room.arriving = None
        room.expiring = loop.create_task(_without(room))

    room.arriving = loop.call_later(room.rooms.settings.arriving, over)


async def _without(room: Room) -> None:
    """Bots keep the seats of who did not come; a bot's seat is taken back by sitting down."""
    try:
        async with room.lock:
            state = room.state
            here = room.devices_here
            if not here:
                return  # whoever comes next begins to wait anew
            if device_of(state.host) not in here and here & {chair.device for chair in state.chairs}:
                away = [seat for seat in awaited(room) if state.chairs[seat].device not in here]
                if away and state.starting and not state.started and state.closed is None:
                    for seat in away:
                        state = put(state, seat, replace(state.chairs[seat], bot=room.friend))
                    await room.save(state)
                    await room.log(AWAY, names=", ".join(state.chairs[seat].name for seat in away))
                    room.tell_room()
            await advance(room)
    except Refusal as refusal:  # the disk: it is tried again when somebody comes
        log.warning("a game could not begin", extra={"room": room.tag, "error": str(refusal)})


async def _close(room: Room) -> None:
    saved, state = room.saved, room.state
    header = Header(
        game=room.game.name,
        rules=saved.rules,
        seats=saved.seats,
        options=room.options,
        parts=saved.parts,
        commitment=room.commitment,
    )
    await room.save(close(state, header))
    for chair in state.chairs:
        if chair.kind == "person" and not chair.commitment:
            await room.log(WITHOUT, name=chair.name)
    if room.state.rounds > 1:
        await room.log(REPEATED, n=str(room.state.rounds))
    room.tell_room()
    _limit(room)


def _limit(room: Room) -> None:
    """Until when all words must be open."""
    loop = asyncio.get_running_loop()
    rounds = room.state.rounds

    def over() -> None:
        room.limit = None
        room.expiring = loop.create_task(_too_late(room, rounds))

    room.limit = loop.call_later(room.rooms.settings.opening, over)


async def opened(room: Room, seat: int, word: str) -> None:
    """Somebody's word, which must be the one they had bound themselves to; said twice (two pages) it counts once."""
    chair, closed = room.state.chairs[seat], room.state.closed
    if room.state.started and word in room.state.words:
        return
    if room.state.started or closed is None:
        raise Refused("forbidden", N_("No word for the dice is asked for now."))
    if commitment(word) != chair.commitment:
        raise Refused("forbidden", N_("This is not the word whose hash you had sent."))
    if not chair.word:
        await room.save(put(room.state, seat, replace(chair, word=word)))
    await advance(room)


async def _too_late(room: Room, rounds: int) -> None:
    try:
        async with room.lock:
            state = room.state
            if state.started or state.closed is None or state.rounds != rounds:
                return
            late = [state.chairs[seat].name for seat in committed(state) if not state.chairs[seat].word]
            await _again(room, anew(state), LATE, names=", ".join(late))
    except Refusal as refusal:  # the disk: pages and the limit of the next list try again
        log.warning("words could not be made anew", extra={"room": room.tag, "error": str(refusal)})


async def _again(room: Room, state: RoomState, text: str, **things: str) -> None:
    stop(room)
    await room.save(state)
    await room.log(text, **things)
    room.tell_room()


async def followed(room: Room) -> None:
    """Another process brought the game nearer to its beginning: whichever sees that all is there begins it."""
    if room.state.closed is None:
        stop(room)
    elif room.limit is None:
        _limit(room)
    with suppress(Stale):
        await advance(room)


async def woken(room: Room) -> None:
    """A room comes from the disk: whatever was opened is forgotten, and nobody's word is used again.

    Where there are several processes another one may be gathering the words just now, and this one joins it.
    """
    state = room.state
    if room.rooms.store.shared:
        await followed(room)
    elif not state.started and (state.starting or state.closed is not None):
        if state.closed is not None:
            await _again(room, anew(state, starting=True), RESTARTED)
        else:
            await room.save(anew(state, starting=True))
        await advance(room)


def stop(room: Room) -> None:
    """Nobody is waited for any more."""
    for timer in (room.limit, room.arriving):
        if timer is not None:
            timer.cancel()
    room.limit = room.arriving = None
