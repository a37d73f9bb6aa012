"""Who watches through one seat's eyes: only when everyone who has a seat agrees, and never again as a player here.

In The Lost Code each player sees what another may not know, so someone who has looked could whisper. Every change
stands in the room's log; nothing opens by waiting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused

if TYPE_CHECKING:
    from tepui.server.room.state import RoomState

MOST = 50  # watchers who have asked, so that a room on disk stays small


class Look(msgspec.Struct, frozen=True):
    """A watcher's wish to see what a seat sees, and what became of it."""

    device: str
    name: str
    seat: int | None  # None: no longer
    agreed: tuple[str, ...] = ()  # guests; whoever sits down later has not agreed
    refused: bool = False  # a player said no: the question is not put again
    looked: bool = False  # ever: this device may not sit down here


def granted(state: RoomState, look: Look) -> bool:
    """Has everyone who has a seat said yes? Someone whose seat a bot keeps has one too."""
    players = state.guests
    running = state.started and not state.over and state.watching
    return running and look.seat is not None and bool(players) and all(guest in look.agreed for guest in players)


def ask(state: RoomState, guest: str, name: str, seat: int | None) -> RoomState:
    """A watcher would like to look through this seat's eyes, or (None) does not want to any more."""
    device = device_of(guest)
    look = of(state, device)
    if seat is None:
        return state if look is None else put(state, replace(look, seat=None, agreed=()))
    if not state.started or state.over:
        raise Refused("forbidden", N_("There is nothing to see before the game begins or after its end."))
    if any(chair.device == device for chair in state.chairs):
        raise Refused("forbidden", N_("You have a seat in this game. You see what that seat sees."))
    if not state.watching:
        raise Refused("forbidden", N_("The game is on, and this table is not for watching."))
    if not 0 <= seat < len(state.chairs):
        raise Refused("unclear", N_("There is no such seat at this table. Choose one that is there."))
    if not state.guests:
        raise Refused("forbidden", N_("Only bots sit here, and nobody can agree for them."))
    if look is not None and look.refused:
        raise Refused("forbidden", N_("The players would rather not show more than everyone may see."))
    if look is None and len(state.looks) >= MOST:
        raise Refused("busy", N_("Too many people have asked that here. Watch as the audience."))
    if look is not None and look.seat == seat:
        return state
    return put(state, Look(device, name, seat, looked=look is not None and look.looked))


def answer(state: RoomState, guest: str, device: str, yes: bool) -> RoomState:
    """A player's answer, now or later: a no ends what a yes has opened."""
    look = of(state, device)
    if look is None or look.seat is None:
        raise Refused("forbidden", N_("Nobody asks that any more."))
    if not yes:
        return put(state, replace(look, seat=None, agreed=(), refused=True))
    return put(state, replace(look, agreed=tuple(sorted({*look.agreed, guest}))))


def alive(state: RoomState) -> list[Look]:
    """Wishes that wait for an answer, and those that came true."""
    return [] if state.over else [look for look in state.looks if look.seat is not None]


def of(state: RoomState, device: str) -> Look | None:
    return next((look for look in state.looks if look.device == device), None)


def put(state: RoomState, look: Look) -> RoomState:
    others = tuple(other for other in state.looks if other.device != look.device)
    return replace(state, looks=(*others, look))


def require_not_looked(state: RoomState, guest: str) -> None:
    look = of(state, device_of(guest))
    if look is not None and look.looked:
        raise Refused("forbidden", N_("You have seen what a player sees in this game, so you can only watch it."))


def notices(before: RoomState, after: RoomState) -> list[tuple[str, dict[str, str]]]:
    """What the room's log says about the change from one state to the next."""
    found = []
    for look in after.looks:
        old = of(before, look.device)
        was = old is not None and granted(before, old)
        if granted(after, look) and not (was and old is not None and old.seat == look.seat):
            assert look.seat is not None
            now = N_("{name} now sees what {other} sees: everyone at the table agreed.")
            found.append((now, {"name": look.name, "other": after.names[look.seat]}))
        elif was and not granted(after, look) and not after.over:
            found.append((N_("{name} is back to seeing only what everyone may see."), {"name": look.name}))
        elif look.refused and old is not None and not old.refused:
            found.append((N_("Not everyone agrees: {name} sees only what everyone may see."), {"name": look.name}))
    return found
