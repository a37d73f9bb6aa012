"""What an evening is on disk, and what becomes of it when somebody sits down, leaves, or a round is over."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tepui.core.game import Value
from tepui.core.words import N_
from tepui.server.refusals import Refused

RUNNING = N_("The round is running; wait until it is over.")


class Sitter(msgspec.Struct, frozen=True):
    device: str
    name: str


Plan = tuple[tuple[Sitter | None, ...], ...]  # by table and seat


class EveningState(msgspec.Struct, frozen=True, kw_only=True):
    """An evening as it stands on disk; its rounds' results lie with their tables."""

    game: str
    seats: int
    options: dict[str, Value]
    parts: str | None
    bot: str
    host: str  # a device
    host_name: str
    plan: Plan
    round: int = 0  # how many have begun
    running: bool = False  # the last of them


def placed(state: EveningState, table: int, seat: int, who: Sitter | None) -> EveningState:
    rows = list(map(list, state.plan))
    rows[table][seat] = who
    return replace(state, plan=tuple(map(tuple, rows)))


def seat_of(state: EveningState, device: str) -> tuple[int, int] | None:
    for table, row in enumerate(state.plan):
        for seat, who in enumerate(row):
            if who is not None and who.device == device:
                return table, seat
    return None


def sit(state: EveningState, who: Sitter, table: int, seat: int) -> EveningState:
    """A free place at one of the tables; whoever has another leaves it."""
    if state.running:
        raise Refused("forbidden", RUNNING)
    if not (0 <= table < len(state.plan) and 0 <= seat < state.seats):
        raise Refused("unclear", N_("There is no such seat; choose one that is there."))
    if state.plan[table][seat] not in (None, who):
        raise Refused("forbidden", N_("That seat is taken; choose a free one."))
    return placed(leave(state, who.device), table, seat, who)


def leave(state: EveningState, device: str) -> EveningState:
    if state.running:
        raise Refused("forbidden", RUNNING)
    at = seat_of(state, device)
    return state if at is None else placed(state, *at, None)


def next_round(state: EveningState) -> EveningState:
    """Everybody moves on by one seat at the same table, so that nobody sits in one place all evening."""
    return replace(state, running=False, plan=tuple((*row[1:], row[0]) for row in state.plan))


def forgotten(state: EveningState, device: str) -> EveningState:
    at = seat_of(state, device)
    state = state if at is None else placed(state, *at, None)
    return replace(state, host="", host_name="?") if state.host == device else state
