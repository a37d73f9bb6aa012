"""Tables that share their chance with others: is the inside of the game still a secret, who may look, what may be done.

Whatever tells of games asks here. While other tables may still play with the same chance a table is only for those who
sit at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tepui.core.words import N_
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused
from tepui.server.room.state import RoomState
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.room.room import Room

SEALED = N_("Other tables play with the same dice and cards. Replay, review and record open when the last one is over.")


def is_sealed(room: Room) -> bool:
    """Until the seed of its series is published; nobody's own chance is ever sealed.

    Told by memory, and on the safe side: a table is open from when this process has read that the seed is published
    (`series.py`), and never becomes sealed again.
    """
    return room.state.series is not None and not room.published


def sealed_on_disk(store: Any, states: dict[str, RoomState]) -> set[str]:
    """The same of tables that nobody has opened, by room; it reads, so it is for a thread."""
    series = {room: state.series for room, state in states.items() if state.series is not None}
    published = store.published_of(set(series.values()))
    return {room for room, one in series.items() if one not in published}


def require_unsealed(room: Room) -> None:
    """For whatever tells a game again, be it to its own players."""
    if is_sealed(room):
        raise Refused("forbidden", SEALED)


# ---- who may come in, and what may be done there


PLAYERS_ONLY = N_(
    "Other tables play with the same dice and cards. Only those who sit here may look until the last one is over."
)
TIMED_OUT = N_("This table was not finished in time, so it is closed.")
NOT_HERE = N_("That is not possible where other tables play with the same dice and cards.")
NO_TAKE_BACK = N_("No move can be taken back where other tables play with the same dice and cards.")
STAY = N_("The daily table waits for you. Just close the page, and come back in time.")

REFUSED: dict[type[messages.In], str] = {
    **dict.fromkeys((messages.TakeBack, messages.Answer), NO_TAKE_BACK),
    **dict.fromkeys((messages.CommitWord, messages.Open, messages.Start, messages.Rematch), NOT_HERE),
    **dict.fromkeys((messages.AddBot, messages.InviteBot, messages.RevokeBot, messages.FreeSeat), NOT_HERE),
    **dict.fromkeys((messages.Kick, messages.Replace, messages.GiveLink, messages.HelpAtMost), NOT_HERE),
    **dict.fromkeys((messages.AskLook, messages.LetLook), NOT_HERE),
}


def sits(state: RoomState, guest: str) -> bool:
    """Has this device a seat here, also one that a bot keeps?"""
    return any(chair.device == device_of(guest) for chair in state.chairs)


def shut_to(room: Room, guest: str) -> bool:
    """Would this person learn here what chance gives elsewhere?"""
    return room.state.series is not None and not sits(room.state, guest) and is_sealed(room)


def require_seat(room: Room, guest: str) -> None:
    if shut_to(room, guest):
        raise Refused("forbidden", PLAYERS_ONLY)


def require_allowed(series: str, message: messages.In) -> None:
    """What people may say at such a table: they play there as they were seated."""
    no = REFUSED.get(type(message))
    if no is None and isinstance(message, messages.Leave) and kind_of(series) == "daily":
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
        closed=room.sealed,
        ended=room.state.timed_out,
        page=f"/daily/{first}/{second}" if kind == "daily" else f"/evening/{first}",
    )
