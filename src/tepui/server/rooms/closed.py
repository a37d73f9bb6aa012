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


def closed(room: Room) -> bool:
    """Until the seed of its series is published; nobody's own chance is ever closed.

    Told by memory, and on the safe side: a table is open from when this process has read that the seed is published
    (`series.py`), and never becomes closed again.
    """
    return room.state.series is not None and not room.published


def closed_on_disk(store: Store, state: RoomState) -> bool:
    """The same of a table that nobody has opened; it reads, so it is for a thread."""
    return state.series is not None and not store.series.published_of([state.series])


def require_open(room: Room) -> None:
    """For whatever tells a game again, be it to its own players."""
    if closed(room):
        raise Refused("forbidden", CLOSED)
