"""Who must leave a room, and what of them is deleted: a moved seat, somebody forgotten, a table that was shut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.http.guests import device_of
from tepui.server.refusals import Refused
from tepui.server.rooms import room_state, seating, shared_chance
from tepui.server.rooms.room_state import RoomState
from tepui.server.wire.page import CLOSED

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room


# ---- a seat moves to another device


async def move_seat(room: Room, seat: int, number: int, guest: str) -> None:
    """A private link was opened on another device."""
    await room.decide(lambda: _move_seat(room, seat, number, guest))


async def _move_seat(room: Room, seat: int, number: int, guest: str) -> None:
    async with room.lock:
        if room.state.series is not None:
            raise Refused("forbidden", shared_chance.NOT_HERE)
        chair = room_state.chair_at(room.state, seat)
        old, hosted = chair.guest, chair.guest == room.state.host
        await room.save(seating.move_seat(room.state, seat, number, guest))
        if old != guest and old is not None:
            marks = room.notes.get((seat, old))
            if marks is not None and chair.own_link:
                # they wanted to go on elsewhere; the host's link gives no notes
                await room.keep_notes(seat, guest, marks)
            text = N_("The seat of {name}, the host, was taken over on another device.")
            if not hosted:
                text = N_("The seat of {name} was taken over on another device.")
            await room.log(text, name=chair.name)
            _moved_away(room, old)
        room.tell_everything()


def _moved_away(room: Room, old: str) -> None:
    others = room.state.seats_at(device_of(old))  # who share the old device and play on there
    room.dismiss(
        [page for page in room.audience.pages if page.guest == old and (page.person or not others)],
        N_("This seat has moved to another device."),
    )


def dismiss_who_left(room: Room, before: RoomState) -> None:
    """Another process sent somebody away, or moved a seat to another device."""
    room.dismiss([page for page in room.audience.pages if room.state.is_kicked(page.guest)], seating.SENT_AWAY)
    for was, chair in zip(before.chairs, room.state.chairs, strict=True):
        if was.guest is not None and chair.guest is not None and was.guest != chair.guest:
            _moved_away(room, was.guest)


# ---- somebody is forgotten


async def forget(room: Room, guest: str) -> None:
    """A person wants to be forgotten: a bot plays on, the name is gone."""
    await room.decide(lambda: _forget(room, guest))


async def _forget(room: Room, guest: str) -> None:
    async with room.lock:
        await room.save(seating.forget(room.state, guest, room.friend))
        forget_words(room, guest)
        dismiss_forgotten(room, guest)
        room.tell_everything()


def forget_words(room: Room, guest: str) -> None:
    """What they wrote and said, also where they only watched."""
    for key in [key for key in room.notes if key[1] == guest]:
        del room.notes[key]
    room.chat.forget(guest)


def dismiss_forgotten(room: Room, guest: str) -> None:
    gone = [page for page in room.audience.pages if page.guest == guest]
    room.dismiss(gone, N_("Your data has been deleted."))


# ---- a table is shut


async def shut(room: Room, why: str | None) -> None:
    """Whoever runs the server closes this table, and everybody there is told; None: it is open again.

    Nothing is lost and nothing is told of the game: neither its seed nor its moves.
    """

    async def work() -> None:
        async with room.lock:
            await room.save(replace(room.state, shut=why))
            stop_if_shut(room)

    await room.decide(work)


def stop_if_shut(room: Room) -> None:
    """Bots stop, and every page of this process is told why and closed. The lock is held."""
    try:
        seating.require_open(room.state)
    except Refused as no:
        room.stop()
        for page in room.audience.pages:
            page.close(CLOSED, no.sentence(page.language))
        room.audience.pages.clear()
