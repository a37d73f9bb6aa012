"""Whose piece has which emblem and colour: no two people at a table have the same of either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from msgspec.structs import replace

from tepui.core import bot_names
from tepui.core.pieces import COLOURS, EMBLEMS, Colour, Emblem, Plant
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms.room_state import RoomState, put

Shown = tuple[Emblem | Plant, Colour | Literal["lichen"]]
Name = TypeVar("Name", bound=str)


def pieces(state: RoomState) -> list[Shown]:
    """Emblem and colour of every seat: what its person chose, a bot's plant, or whatever nobody else has."""
    emblems: list[Emblem | Plant | None] = [chair.emblem for chair in state.chairs]
    colours: list[Colour | None] = [chair.colour for chair in state.chairs]
    shown: list[Shown] = []
    for seat, chair in enumerate(state.chairs):
        if chair.kind == "bot":
            plant = bot_names.emblem(chair.name)
            emblems[seat] = None if plant in emblems else plant
    for seat, chair in enumerate(state.chairs):
        emblem = emblems[seat] = emblems[seat] or _left(EMBLEMS, emblems, seat)
        if chair.kind == "bot":
            shown.append((emblem, "lichen"))
        else:
            colour = colours[seat] = colours[seat] or _left(COLOURS, colours, _own(emblem))
            shown.append((emblem, colour))
    return shown


def free(state: RoomState, seat: int, emblem: Emblem | None, colour: Colour | None) -> tuple[Emblem, Colour]:
    """What somebody gets who sits down there with this wish; an emblem comes with its own colour where that is free."""
    others = [piece for at, piece in enumerate(pieces(state)) if at != seat and state.chairs[at].kind != "free"]
    emblems, colours = [one for one, _ in others], [one for _, one in others]
    if emblem is None or emblem in emblems:
        emblem = _left(EMBLEMS, emblems, seat)
    if colour is None or colour in colours:
        colour = _left(COLOURS, colours, _own(emblem))
    return emblem, colour


def choose(state: RoomState, guest: str, emblem: Emblem, colour: Colour) -> RoomState:
    """A person takes another piece; nobody takes somebody else's."""
    seat = next((at for at, chair in enumerate(state.chairs) if chair.guest == guest), None)
    if seat is None:
        raise Refused("forbidden", N_("You have no seat at this table; sit down first."))
    for at, theirs in enumerate(pieces(state)):
        chair = state.chairs[at]
        if at != seat and chair.kind != "free" and (theirs[0] == emblem or theirs[1] == colour):
            raise Refused("forbidden", N_("That emblem or colour belongs to {name}; choose another."), name=chair.name)
    return put(state, seat, replace(state.chairs[seat], emblem=emblem, colour=colour))


def _own(emblem: str) -> int:
    """The place of the colour that belongs to this emblem."""
    return next((at for at, one in enumerate(EMBLEMS) if one == emblem), 0)


def _left(names: Sequence[Name], taken: Sequence[str | None], first: int) -> Name:
    """The first that is left, beginning there; with more seats than names they begin again."""
    first %= len(names)
    return next((one for one in (*names[first:], *names[:first]) if one not in taken), names[first])
