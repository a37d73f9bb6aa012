"""What someone does to a room: decided, and not done yet. `Room.commit` saves it, and tells everyone.

A command reads the room, refuses or gives such a change, and does nothing itself. What else follows from a state is
decided here, before it is saved: so what a command asks to be saved is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.room import watching
from tepui.server.room.chat import Said
from tepui.server.room.clocks import Clocks
from tepui.server.room.page import Page
from tepui.server.room.session import GameSession, Row
from tepui.server.room.state import RoomState, put
from tepui.server.store.contract import Marks

if TYPE_CHECKING:
    from tepui.server.room.room import Room

Line = tuple[str | None, Said]  # of the chat: by someone, or by the room itself
FORGOTTEN = N_("Your data has been deleted.")
CHANGED = N_("Someone came, went or changed while the words for the dice were opened: all are made again.")


class Dismissal(NamedTuple):
    """Pages that hear why, and are closed for good."""

    pages: Callable[[Page], bool]
    text: str
    things: dict[str, str]


class Change(NamedTuple):
    state: RoomState | None = None  # None: as it is
    lines: tuple[Line, ...] = ()  # to be said in the room's chat
    tell: Literal["all", "room", "game", "own", "nobody"] = "all"  # own: the pages of the seat that asks
    page: Page | None = None  # the one that asked, if it gets
    answer: msgspec.Struct | None = None
    rows: Sequence[Row] | None = None  # moves, made on the table and not on disk yet
    session: GameSession | None = None  # the game that begins with them
    clocks: Clocks | None = None  # changed by someone, not by a move
    note: Marks | None = None
    forgets: str | None = None  # a guest, with all they have said and written down here
    dismisses: Dismissal | None = None
    new_bot: int | None = None  # another one plays that seat now
    begins: bool = False  # the game may begin (`start.py`)


NOTHING = Change(tell="nobody")


def notice(text: str, **things: str) -> Line:
    """The room's own line."""
    return None, Said(0, text, things=things)


def change_to(room: Room, wanted: RoomState, *notices: Line, **effects: Any) -> Change:
    """The state that someone wants, with what follows from it."""
    state, more = with_consequences(room.state, wanted, room.rooms.uptime.now())
    return Change(state, (*more, *notices), **effects)


def with_consequences(before: RoomState, wanted: RoomState, now: int) -> tuple[RoomState, list[Line]]:
    """What else changes, and what the room says about it."""
    state = with_looks(with_words(before, wanted))
    for seat, chair in enumerate(state.chairs):  # since when a bot keeps a seat; whoever is back is not replaced
        was = before.chairs[seat]
        if chair.kind == "kept" and (was.kind != "kept" or was.guest != chair.guest):
            state = put(state, seat, replace(chair, kept_since=now))
        if chair.orders and (chair.kind != "person" or chair.guest != was.guest):  # they were that person's
            ended = (replace(one, why=one.why or "bot") for one in chair.orders if chair.guest == was.guest)
            state = put(state, seat, replace(state.chairs[seat], orders=tuple(ended)))
    kept = tuple(one for one in state.replacing if state.chairs[one.seat].kind == "kept" and not state.over)
    if kept != state.replacing:
        state = replace(state, replacing=kept)
    notices = [notice(CHANGED)] if wanted.promise is not None and state.promise is None else []
    return state, [*notices, *(notice(text, **things) for text, things in watching.notices(before, state))]


def with_words(before: RoomState, state: RoomState) -> RoomState:
    """When someone comes or goes before the game has begun, a promise is void, and a game may have to wait."""
    if state.started or not (state.starting or state.promise):
        return state
    if state.promise is not None and before.promise is not None and seated(state) != seated(before):
        return anew(state)
    if any(chair.kind == "free" for chair in state.chairs):
        return replace(state, starting=False)
    return state


def with_looks(state: RoomState) -> RoomState:
    """Whoever looks now has looked."""
    for look in state.looks:
        if not look.looked and watching.granted(state, look):
            state = watching.put(state, replace(look, looked=True))
    return state


def seated(state: RoomState) -> list[tuple[str | None, str, str | None, str]]:
    return [(chair.guest, chair.name, chair.bot, chair.commitment) for chair in state.chairs]


def anew(state: RoomState, starting: bool = False) -> RoomState:
    """All words for the dice are made again."""
    chairs = tuple(replace(chair, commitment="", word="") for chair in state.chairs)
    return replace(state, chairs=chairs, promise=None, starting=starting)
