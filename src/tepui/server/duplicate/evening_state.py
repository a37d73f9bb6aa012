"""An evening as a value: what becomes of it when someone sits down, leaves, or a round is over, and how people did.

They are compared with the same seat at the other tables, and that is added up over the rounds.
"""

from statistics import fmean

import msgspec
from msgspec.structs import replace

from tepui.core.game import Value
from tepui.core.words import N_
from tepui.server.duplicate import messages as wire
from tepui.server.refusals import Refused
from tepui.server.store.contract import Result

MOST_ROUNDS = 50
RUNNING = N_("The round is running. Wait until it is over.")


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
        raise Refused("unclear", N_("There is no such seat. Choose one that is there."))
    if state.plan[table][seat] not in (None, who):
        raise Refused("forbidden", N_("That seat is taken. Choose a free one."))
    return placed(leave(state, who.device), table, seat, who)


def leave(state: EveningState, device: str) -> EveningState:
    if state.running:
        raise Refused("forbidden", RUNNING)
    at = seat_of(state, device)
    return state if at is None else placed(state, *at, None)


def start(state: EveningState, number: int) -> EveningState:
    """This round begins."""
    if state.running or state.round != number - 1:
        raise Refused("forbidden", RUNNING)
    if not any(who for row in state.plan for who in row):
        raise Refused("forbidden", N_("Nobody has a seat yet. Choose one, or wait for someone."))
    if state.round >= MOST_ROUNDS:
        raise Refused("forbidden", N_("An evening has {n} rounds at most. Open a new one."), n=MOST_ROUNDS)
    return replace(state, round=number, running=True)


def next_round(state: EveningState) -> EveningState:
    """Everyone moves on by one seat at the same table, so that nobody sits in one place all evening."""
    return replace(state, running=False, plan=tuple((*row[1:], row[0]) for row in state.plan))


def forgotten(state: EveningState, device: str) -> EveningState:
    at = seat_of(state, device)
    state = state if at is None else placed(state, *at, None)
    return replace(state, host="", host_name="?") if state.host == device else state


# ---- how people did


Tables = list[list[Result]]  # by table and seat; of one that is not over there are none


def compared(tables: Tables) -> list[list[float | None]]:
    """By table and seat: points minus the average of those who had the same seat at other tables that are over."""
    found = []
    for table in tables:
        others = [other for other in tables if other and other is not table]
        found.append(
            [
                one.score - fmean(other[seat].score for other in others) if others else None
                for seat, one in enumerate(table)
            ]
        )
    return found


def standings(rounds: list[Tables], device: str) -> list[wire.EveningStanding]:
    """Everyone's differences added up over the rounds, the best first; equals share a place. Bots are not in it."""
    names: dict[str, str] = {}
    found: dict[str, list[float]] = {}
    for tables in rounds:
        for table, differences in zip(tables, compared(tables), strict=True):
            for one, difference in zip(table, differences, strict=True):
                if one.device is not None and difference is not None:
                    names[one.device] = one.name
                    found.setdefault(one.device, []).append(difference)
    rounded = {who: round(sum(differences), 6) for who, differences in found.items()}
    return [
        wire.EveningStanding(
            place=1 + sum(other > points for other in rounded.values()),
            name=names[who],
            difference=points,
            rounds=len(found[who]),
            you=who == device,
        )
        for who, points in sorted(rounded.items(), key=lambda one: (-one[1], names[one[0]].casefold()))
    ]
