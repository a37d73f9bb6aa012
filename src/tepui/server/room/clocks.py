"""Whose move it is at one table, how much time each seat has left, and whose clock runs (decision 16).

Times are milliseconds that the server has run (`server/uptime.py`). `Clocks` never changes; each function gives the
next one, which counts once it is on disk.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.room.session import BACK, GameSession, Row
from tepui.server.room.state import RoomState
from tepui.server.store.contract import TurnRow
from tepui.server.uptime import Uptime
from tepui.server.wire.messages import ClockLimit

DAY: Final = 24 * 3600
SLOW: Final = 3600  # seconds; who has so long does not sit before the page
HOLIDAY: Final = 21  # days that everyone has in a slow game
SHORTEST, LONGEST = 5, 30 * DAY
RECONNECT: Final = 30_000  # for whoever's connection is lost when the time is up, once in a decision
PRESETS: Final = {
    "quick": ClockLimit(kind="bank", seconds=300, increment=10),
    "relaxed": ClockLimit(kind="bank", seconds=1200, increment=30),
    "move": ClockLimit(kind="move", seconds=120, increment=0),
    "day": ClockLimit(kind="move", seconds=DAY, increment=0),
    "three_days": ClockLimit(kind="move", seconds=3 * DAY, increment=0),
    "week": ClockLimit(kind="move", seconds=7 * DAY, increment=0),
}
WRITTEN: Final = re.compile(r"([0-9]{1,7})([smhd])(?:(/move)|\+([0-9]{1,7})([smhd]))?")
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": DAY}
BAD: Final = N_(
    "A clock is none, quick, relaxed, move, day, three_days or week, or written like 10m+15s or 2m/move, "
    "from 5 seconds to 30 days."
)


class Clocks(msgspec.Struct, frozen=True):
    """By seat."""

    left: tuple[int, ...]  # when its clock last stopped; 0: its time was up
    since: tuple[int | None, ...]  # when it began to run, or will; None: it stands
    graced: tuple[int, ...] = ()  # seats that have had the time to reconnect
    away: tuple[int, ...] = ()  # until when it is on holiday; before that its clock does not run
    reminded: tuple[int, ...] = ()  # seats that were called again, for little time is left
    holiday: tuple[int, ...] = ()  # how much of that it has left in this game
    most: tuple[int, ...] = ()  # moves of its that have ever stood


def parse(said: str) -> ClockLimit | None:
    """A clock as someone asks for it: a name, or written out."""
    said = said.strip().lower()
    if said in ("", "none"):
        return None
    if said in PRESETS:
        return PRESETS[said]
    found = WRITTEN.fullmatch(said)
    if found is None:
        raise Refused("unclear", BAD)
    seconds = int(found[1]) * UNITS[found[2]]
    increment = int(found[4]) * UNITS[found[5]] if found[4] else 0
    if not SHORTEST <= seconds <= LONGEST or increment > LONGEST:
        raise Refused("unclear", BAD)
    return ClockLimit(kind="move" if found[3] else "bank", seconds=seconds, increment=increment)


def begun(limit: ClockLimit, seats: int) -> Clocks:
    holiday = HOLIDAY * DAY * 1000 if limit.seconds >= SLOW else 0
    return Clocks((limit.seconds * 1000,) * seats, (None,) * seats, away=(0,) * seats, holiday=(holiday,) * seats)


def remaining(clocks: Clocks, seat: int, now: int) -> int:
    left, since = clocks.left[seat], clocks.since[seat]
    return left if since is None else max(0, left - max(0, now - since))


def advanced(
    clocks: Clocks,
    limit: ClockLimit,
    now: int,
    waiting: Collection[int],
    moved: Collection[int],
    stand: Mapping[int, int],
) -> Clocks:
    """After a move, or after someone came or went: `waiting` must decide now, `moved` have just decided.

    `stand`: how many moves of each seat stand. Time is given for each once: a move that takes the place of one that was
    taken back earns nothing again, and time that was spent stays spent.
    """
    left, since = list(clocks.left), list(clocks.since)
    graced, reminded = set(clocks.graced), set(clocks.reminded)
    most = list(clocks.most or (0,) * len(left))
    for seat in range(len(left)):
        new = stand.get(seat, 0) - most[seat]
        if since[seat] is not None and (seat in moved or seat not in waiting):
            left[seat], since[seat] = 0 if seat in graced else remaining(clocks, seat, now), None
            graced.discard(seat)
            reminded.discard(seat)
            if seat in moved and new > 0:
                left[seat] += limit.increment * 1000
                most[seat] += new
        if seat in waiting and since[seat] is None:
            if left[seat] == 0:
                left[seat] = returning(limit)
            elif limit.kind == "move" and new >= (seat in moved):
                left[seat] = limit.seconds * 1000
            since[seat] = max(now, clocks.away[seat])
    return replace(
        clocks,
        left=tuple(left),
        since=tuple(since),
        graced=tuple(sorted(graced)),
        reminded=tuple(sorted(reminded)),
        most=tuple(most),
    )


def returning(limit: ClockLimit) -> int:
    """What someone has whose time was up, and who is back."""
    return 1000 * (limit.seconds if limit.kind == "move" else max(limit.increment, limit.seconds // 10, SHORTEST))


def expired(clocks: Clocks, now: int) -> list[int]:
    return [seat for seat, since in enumerate(clocks.since) if since is not None and not remaining(clocks, seat, now)]


def reconnecting(clocks: Clocks, seat: int, now: int) -> Clocks:
    """Its connection is lost just now: it has a little longer, once in this decision."""
    return replace(put(clocks, seat, left=RECONNECT, since=now), graced=(*clocks.graced, seat))


def go_away(clocks: Clocks, seat: int, now: int, days: int) -> Clocks:
    """On holiday for so many days from now; 0: back, and what was not needed is there for another time."""
    spare = clocks.holiday[seat] + max(0, clocks.away[seat] - now)
    wanted = days * DAY * 1000
    if not 0 <= wanted <= spare:
        raise Refused("unclear", N_("You have {n} days of holiday left in this game."), n=spare // (DAY * 1000))
    left, since, until = clocks.left[seat], clocks.since[seat], now + wanted if days else 0
    if since is not None:
        left, since = remaining(clocks, seat, now), max(now, until)
    return put(clocks, seat, left=left, since=since, away=until, holiday=spare - wanted)


def put(clocks: Clocks, seat: int, **values: int | None) -> Clocks:
    """With these values at that seat."""
    now = {name: list(getattr(clocks, name)) for name in values}
    for name, value in values.items():
        now[name][seat] = value
    return replace(clocks, **{name: tuple(by_seat) for name, by_seat in now.items()})


def reminder(clocks: Clocks, limit: ClockLimit, seat: int) -> int | None:
    """When someone in a slow game is called again: a quarter of the time is left, and not before they were asked."""
    since, quarter = clocks.since[seat], limit.seconds * 250
    if since is None or limit.seconds < SLOW or seat in clocks.reminded or clocks.left[seat] <= quarter:
        return None
    return since + clocks.left[seat] - quarter


def due(clocks: Clocks, limit: ClockLimit) -> int | None:
    """When the next time is up, or someone is to be reminded."""
    ends = [since + left for since, left in zip(clocks.since, clocks.left, strict=True) if since is not None]
    reminders = (reminder(clocks, limit, seat) for seat in range(len(clocks.left)))
    return min([*ends, *(one for one in reminders if one is not None)], default=None)


# ---- whose move it is


class Turn(msgspec.Struct, frozen=True):
    """Which people must decide now, and their clocks; nothing is known of a table that has not begun."""

    waiting: tuple[int, ...] | None = None
    clocks: Clocks | None = None
    stamp: int = 0
    due: int | None = None  # when something is to be done there

    def row(self) -> TurnRow:
        clocks = None if self.clocks is None else msgspec.json.encode(self.clocks).decode()
        return TurnRow(",".join(map(str, self.waiting or ())), self.due, self.stamp, clocks)


def turn_of(row: Any) -> Turn:
    """As it is on disk; ValueError if this is no such row."""
    if row is None:
        return Turn()
    clocks = None if row.clocks is None else msgspec.json.decode(row.clocks, type=Clocks)
    if clocks is not None and not clocks.away:  # written before there were holidays
        none = (0,) * len(clocks.left)
        clocks = replace(clocks, away=none, holiday=none)
    return Turn(seats_of(row.waiting), clocks, int(row.stamp), row.due)


def seats_of(waiting: str) -> tuple[int, ...]:
    return tuple(int(seat) for seat in waiting.split(",") if seat)


def next_turn(
    before: Turn, state: RoomState, session: GameSession, rows: Sequence[Row], time: Uptime, given: Clocks | None = None
) -> Turn | None:
    """After these rows, or in this new state of the room, or with clocks that were changed; None: all is as it was."""
    waiting, limit = waits_for(state, session), state.clock
    if limit is None:
        return None if waiting == before.waiting else Turn(waiting)
    known, now = given or before.clocks or begun(limit, len(state.chairs)), time.now()
    moved = {who for who, _ in rows}
    stand = Counter(who for who, _ in session.table.moves)
    clocks = advanced(known, limit, now, waiting, () if BACK in moved else moved, stand)
    same = waiting == before.waiting and clocks == before.clocks
    return None if same else Turn(waiting, clocks, now, due(clocks, limit))


def waits_for(state: RoomState, session: GameSession) -> tuple[int, ...]:
    """The people who must decide now."""
    if session.over or state.banned is not None:
        return ()
    people = (seat for seat, chair in enumerate(state.chairs) if chair.guest is not None and chair.bot is None)
    return tuple(seat for seat in people if session.look(seat).must_act)


def seconds_left(turn: Turn, seats: Collection[int], now: int) -> int | None:
    """Of the first of these clocks to run out."""
    if turn.clocks is None or not seats:
        return None
    return min(remaining(turn.clocks, seat, now) for seat in seats) // 1000
