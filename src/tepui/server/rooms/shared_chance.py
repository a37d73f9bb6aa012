"""Tables that share their chance with others: who may come in, and what may be done there.

While `closed.py` says that the inside of the game is a secret, a table is only for those who sit at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tepui.core.words import N_
from tepui.server.http.guests import device_of
from tepui.server.refusals import Refused
from tepui.server.rooms.closed import closed
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.rooms.room_state import RoomState

SHUT = N_(
    "Other tables play with the same dice and cards. Only those who sit here may look until the last one is over."
)
ENDED = N_("This table was not finished in time, so it is closed.")
NOT_HERE = N_("That is not possible where other tables play with the same dice and cards.")
NO_TAKE_BACK = N_("No move can be taken back where other tables play with the same dice and cards.")
STAY = N_("The daily table waits for you. Just close the page, and come back in time.")

REFUSED: dict[type[messages.In], str] = {
    messages.TakeBack: NO_TAKE_BACK,
    messages.Answer: NO_TAKE_BACK,
    **dict.fromkeys(
        (
            messages.Commit,
            messages.Open,
            messages.AddBot,
            messages.InviteBot,
            messages.RevokeBot,
            messages.FreeSeat,
            messages.Start,
            messages.Kick,
            messages.Look,
            messages.LetLook,
            messages.Replace,
            messages.GiveLink,
            messages.HelpAtMost,
            messages.Rematch,
        ),
        NOT_HERE,
    ),
}


def sits(state: RoomState, guest: str) -> bool:
    """Has this device a seat here, also one that a bot keeps?"""
    return any(chair.device == device_of(guest) for chair in state.chairs)


def shut_to(room: Room, guest: str) -> bool:
    """Would this person learn here what chance gives elsewhere?"""
    return room.state.series is not None and not sits(room.state, guest) and closed(room)


def require_seat(room: Room, guest: str) -> None:
    if shut_to(room, guest):
        raise Refused("forbidden", SHUT)


def require_allowed(room: Room, message: messages.In) -> None:
    """What people may say at such a table: they play there as they were seated."""
    if room.state.series is None:
        return
    no = REFUSED.get(type(message))
    if no is None and isinstance(message, messages.Leave) and kind_of(room.state.series) == "daily":
        no = STAY
    if no is not None:
        raise Refused("forbidden", no)


def kind_of(series: str) -> str:
    return series.partition(" ")[0]


def shared_message(room: Room) -> messages.Shared | None:
    """What the page of such a table says about it."""
    series = room.state.series
    if series is None:
        return None
    kind, first, second = series.split(" ")
    return messages.Shared(
        kind="daily" if kind == "daily" else "evening",
        closed=room.secret,
        ended=room.state.ended,
        page=f"/daily/{first}/{second}" if kind == "daily" else f"/evening/{first}",
    )
