"""What every page at one table is shown: through whose eyes it looks, its view, and the help that goes with it."""

from __future__ import annotations

from tepui.core.position import AUDIENCE, DEALER
from tepui.server.http.guests import device_of
from tepui.server.rooms.game_session import GameSession
from tepui.server.rooms.helping import Helping, level_at
from tepui.server.rooms.seating import RoomState
from tepui.server.wire.eyes import Readers
from tepui.server.wire.page import Line


class Audience:
    def __init__(self, room: str, helping: Helping) -> None:
        self.lines: set[Line] = set()
        self.readers = Readers(room)
        self.helping = helping
        self.sitting: dict[str, int] = {}  # by guest
        self._names: tuple[str, ...] = ()
        self._watching: int | None = None  # the eyes of those without a seat, if they may look at all
        self._devices: set[str] = set()  # at which somebody plays
        self._shared: frozenset[str] = frozenset()  # at which several people play now
        self._screen = AUDIENCE  # the eyes of a device that belongs to players, and looks through nobody's

    def follow(self, state: RoomState) -> None:
        """Who sits where now, and what each of them may see."""
        self._names = state.names
        self.sitting = {guest: seat for guest in state.guests if (seat := state.seat_of(guest)) is not None}
        self._devices = {device_of(guest) for guest in self.sitting}
        self._shared = state.shared
        self._screen = DEALER if state.over else AUDIENCE
        self._watching = self._screen if state.over or state.watching else None
        self.helping.levels = [level_at(state, seat) for seat in range(len(state.chairs))]

    def seat(self, guest: str, person: int | None) -> int | None:
        """The seat that somebody plays who said they are this person.

        None's for a screen (0); and while several play at one device, none's for whoever has not said who they are: the
        device lies on the table, and who looks at it is not known.
        """
        if person == 0 or (person is None and guest in self._shared):
            return None
        return self.sitting.get(guest)

    def plays(self, guest: str) -> bool:
        """Does anybody at this person's device have a seat? Then it may see what the audience sees."""
        return device_of(guest) in self._devices

    def eye(self, line: Line) -> int | None:
        """Whose eyes this page looks through: its seat's, the audience's, all when the game is over; or none."""
        line.seat = seat = self.seat(line.guest, line.person)
        if seat is not None:
            return seat
        return self._screen if self.plays(line.guest) else self._watching

    def show(self, session: GameSession, line: Line) -> None:
        """This page's own view."""
        self.readers.follow(session, self._names)
        self._show(session, line)

    def show_all(self, session: GameSession) -> None:
        """Everybody's own view."""
        self.readers.follow(session, self._names)
        for line in self.lines:
            self._show(session, line)

    def _show(self, session: GameSession, line: Line) -> None:
        eye = self.eye(line)
        if eye is not None:
            view = self.readers.text(session.look(eye), line.language)
            line.show(view, None if line.seat is None else self.helping.text(session, line.seat))
