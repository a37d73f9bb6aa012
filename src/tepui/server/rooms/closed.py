"""May a finished game be looked at already? The one place that says so: replay, review, record and history ask here."""

from __future__ import annotations

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms.room_state import RoomState

CLOSED = N_("Others still play with the same dice. This game can be looked at again when the last of them is done.")


def closed(state: RoomState) -> bool:
    """Is this game over here, while its chance is still a secret elsewhere? No table has shared chance yet."""
    return False


def require_open(state: RoomState) -> None:
    if closed(state):
        raise Refused("forbidden", CLOSED)
