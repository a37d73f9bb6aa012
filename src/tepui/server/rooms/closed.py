"""Is the inside of a game still a secret? The one place that says so: whatever tells of games asks here.

It is while other tables may still play with the same chance (`shared_chance.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms.room_state import RoomState

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.storage.store import Store

CLOSED = N_("Other tables play with the same dice and cards. Replay, review and record open when the last one is over.")


def closed(store: Store, state: RoomState) -> bool:
    """Until the seed of its series is published; nobody's own chance is ever closed."""
    return state.series is not None and not store.series.is_published(state.series)


def require_open(room: Room) -> None:
    """For whatever tells a game again, be it to its own players."""
    if closed(room.rooms.store, room.state):
        raise Refused("forbidden", CLOSED)
