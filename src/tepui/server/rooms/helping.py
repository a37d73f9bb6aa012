"""Help for a seat's own sheet, at the level its player chose up to the host's highest; no byte of it to others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tepui.core.help import LEVELS, Help, Level
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms import seating
from tepui.server.rooms.game_session import GameSession
from tepui.server.rooms.seating import RoomState
from tepui.server.wire import messages
from tepui.server.wire.page import Line, encode

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

log = logging.getLogger("tepui.help")


def level_at(state: RoomState, seat: int) -> Level:
    """What this seat has switched on, as far as the table allows it."""
    own, most = state.chairs[seat].help, state.help
    return own if own == most or LEVELS.index(own) < LEVELS.index(most) else most


class Kept:
    """What a seat was last shown, and all that it was made from."""

    def __init__(self, turn: int, level: Level, marks: bytes, pencil: Any, text: bytes) -> None:
        self.turn = turn
        self.level = level
        self.marks = marks
        self.pencil = pencil  # the marks, read
        self.text = text  # the message, as it is sent


class Helping:
    """The help of one table; `notes` are the room's own: by seat, who wrote them, and the marks."""

    def __init__(self, help: Help | None, notes: dict[int, tuple[str, bytes]], tag: str) -> None:
        self.help = help
        self.notes = notes
        self.levels: list[Level] = []  # by seat
        self._tag = tag
        self._kept: dict[int, Kept] = {}  # by seat

    def text(self, session: GameSession, seat: int) -> bytes | None:
        """What goes with a view to a page that looks through a seat's eyes."""
        if self.help is None:
            return None
        level, marks, turn = self.levels[seat], self._marks(seat), session.turn
        kept = self._kept.get(seat)
        if kept is None or kept.turn != turn or kept.level != level or kept.marks != marks:
            pencil = kept.pencil if kept is not None and kept.marks == marks else msgspec.json.decode(marks)
            shown = None if session.over else self.shown(session.look(seat), level, pencil)
            text = encode(messages.Helped(turn=turn, level=level, shown=shown))
            kept = self._kept[seat] = Kept(turn, level, marks, pencil, text)
        return kept.text

    def of_try(self, seat: int, view: View) -> Any:
        """The same for a view that this seat only tries out."""
        return self.shown(view, self.levels[seat], msgspec.json.decode(self._marks(seat)))

    def shown(self, view: View, level: Level, pencil: Any) -> Any:
        if self.help is None:
            return None
        try:
            return self.help.shown(view, level, pencil)
        except Exception:  # a game's mistake costs its help, never the game
            log.exception("the help of a game failed", extra={"room": self._tag})
            return None

    def _marks(self, seat: int) -> bytes:
        return self.notes[seat][1] if seat in self.notes else b"null"


async def choose(room: Room, line: Line, message: messages.HelpMe) -> None:
    async with room.lock:
        seat = room.seat(line)
        if LEVELS.index(message.level) > LEVELS.index(room.state.help):
            raise Refused("forbidden", N_("The host allows less help at this table; choose a lower level."))
        chair = replace(room.state.chairs[seat], help=message.level)
        await room.save(seating.put(room.state, seat, chair))
        room.tell_everything()


async def limit(room: Room, line: Line, message: messages.HelpAtMost) -> None:
    async with room.lock:
        seating.only_host(room.state, line.guest)
        await room.save(replace(room.state, help=message.level))
        room.tell_everything()


async def why(room: Room, line: Line, message: messages.Why) -> None:
    async with room.lock:
        seat, help = room.seat(line), room.helping.help
        if help is None or room.session is None:
            raise Refused("forbidden", N_("There is nothing to prove at this table."))
        if room.helping.levels[seat] != "teacher":
            raise Refused("forbidden", N_("Proofs are the teacher's; choose that level of help first."))
        lines = help.why(room.session.look(seat), message.claim, line.language)
        line.tell(messages.Because(id=message.id, lines=lines))
