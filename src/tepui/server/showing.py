"""What every page at one table is shown: through whose eyes it looks, its view, and the help that goes with it."""

from __future__ import annotations

from tepui.core.position import AUDIENCE, DEALER
from tepui.server.chairs import State
from tepui.server.eyes import Readers
from tepui.server.helping import Helping, level_at
from tepui.server.line import Line
from tepui.server.tabled import Tabled


class Showing:
    def __init__(self, room: str, helping: Helping) -> None:
        self.lines: set[Line] = set()
        self.readers = Readers(room)
        self.helping = helping
        self.sitting: dict[str, int] = {}  # by guest
        self._names: tuple[str, ...] = ()
        self._watching: int | None = None  # the eyes of those without a seat, if they may look at all

    def follow(self, state: State) -> None:
        """Who sits where now, and what each of them may see."""
        self._names = state.names
        self.sitting = {guest: seat for guest in state.guests if (seat := state.seat_of(guest)) is not None}
        self._watching = DEALER if state.over else AUDIENCE if state.watching else None
        self.helping.levels = [level_at(state, seat) for seat in range(len(state.chairs))]

    def eye(self, line: Line) -> int | None:
        """Whose eyes this page looks through: its seat's, the audience's, all when the game is over; or none."""
        line.seat = self.sitting.get(line.guest)
        return self._watching if line.seat is None else line.seat

    def show(self, tabled: Tabled, line: Line) -> None:
        """This page's own view."""
        self.readers.follow(tabled, self._names)
        self._show(tabled, line)

    def show_all(self, tabled: Tabled) -> None:
        """Everybody's own view."""
        self.readers.follow(tabled, self._names)
        for line in self.lines:
            self._show(tabled, line)

    def _show(self, tabled: Tabled, line: Line) -> None:
        eye = self.eye(line)
        if eye is not None:
            view = self.readers.text(tabled.look(eye), line.language)
            line.show(view, None if line.seat is None else self.helping.text(tabled, line.seat))
