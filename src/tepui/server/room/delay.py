"""What watchers see some time later, if the host wishes so: who plays and looks at a stream learns nothing from it.

All of the game is later: moves, scores, result, record, what is said. They get no clocks. It is kept in memory: after a
restart they begin at the first move, and never see one too early.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import inf
from typing import NamedTuple
from weakref import WeakMethod

from tepui.core.table import Table
from tepui.core.words import N_
from tepui.server.outside import Time
from tepui.server.room.session import GameSession

SECONDS = (0, 15, 60, 300, 900)  # that a host may choose
CHANGED = {
    0: N_("Watchers see everything at once from now on."),
    15: N_("Watchers see everything 15 seconds later from now on."),
    60: N_("Watchers see everything one minute later from now on."),
    300: N_("Watchers see everything 5 minutes later from now on."),
    900: N_("Watchers see everything 15 minutes later from now on."),
}


class Stop(NamedTuple):
    """A table after so many of its moves and lines of the chat, and since when it stood like that."""

    at: float
    table: Table
    moves: int
    turn: int
    lines: int
    over: bool


class Delay:
    def __init__(self, time: Time, show: Callable[[], None]) -> None:
        self.seconds = 0  # 0: watchers see what everyone sees
        self._time = time
        self._show = WeakMethod(show)  # a method of the room, which is gone at once when it leaves memory
        self._stops: list[Stop] = []  # what watchers see now, then what they will see
        self._task: asyncio.Task[None] | None = None

    @property
    def now(self) -> Stop | None:
        """What watchers see; None: the game has not begun."""
        while len(self._stops) > 1 and self._stops[1].at + self.seconds <= self._time.monotonic():
            del self._stops[0]
        return self._stops[0] if self._stops else None

    def change(self, seconds: int, session: GameSession | None, lines: int) -> None:
        """What watchers have seen already they go on seeing."""
        if seconds == self.seconds:
            return
        seen = self.now
        if self.seconds == 0 and session is not None:
            seen = stop_of(session, -inf, lines)
        self._stops = [] if seen is None else [seen._replace(at=-inf), *self._stops[1:]]
        self.seconds = seconds
        self.stop()
        self._wait()

    def note(self, session: GameSession, lines: int) -> None:
        """Something is new at the table, and will be for watchers."""
        if not self._stops:
            self._stops.append(Stop(-inf, session.table, 0, 0, 0, False))
        self._stops.append(stop_of(session, self._time.monotonic(), lines))
        self._wait()

    def _wait(self) -> None:
        if self._task is None and self.seconds and len(self._stops) > 1:
            self._task = asyncio.get_running_loop().create_task(self._pass())

    async def _pass(self) -> None:
        while len(self._stops) > 1:
            await self._time.wait(asyncio.Event(), self._stops[1].at + self.seconds - self._time.monotonic())
            show = self._show()
            if self.now is not None and show is not None:
                show()
        self._task = None

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None


def stop_of(session: GameSession, at: float, lines: int) -> Stop:
    return Stop(at, session.table, len(session.table.moves), session.turn, lines, session.over)
