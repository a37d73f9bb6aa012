"""Help for a seat's own sheet, at the level its player chose up to the host's highest; no byte of it to others."""

from __future__ import annotations

import logging
import weakref
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tepui.core.help import LEVELS, Help, Level
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server import chairs, messages
from tepui.server.chairs import State
from tepui.server.line import Line, encode
from tepui.server.no import No

if TYPE_CHECKING:
    from tepui.server.room import Room

log = logging.getLogger("tepui.help")


def level_at(state: State, seat: int) -> Level:
    """What this seat has switched on, as far as the table allows it."""
    own, most = state.chairs[seat].help, state.help
    return own if own == most or LEVELS.index(own) < LEVELS.index(most) else most


class Kept(msgspec.Struct, frozen=True):
    """What a seat was last shown, and all that it was made from."""

    turn: int
    level: Level
    marks: bytes
    pencil: Any  # the marks, read
    text: bytes  # the message, as it is sent


class Helping:
    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)  # a room that leaves memory is gone at once, without a search for rings
        self._kept: dict[int, Kept] = {}  # by seat

    @property
    def room(self) -> Room:
        room = self._room()
        assert room is not None
        return room

    @property
    def game(self) -> Help | None:
        return self.room.game.help

    def for_line(self, line: Line) -> bytes | None:
        """What goes with a view to a page that looks through a seat's eyes."""
        room, seat = self.room, line.seat
        if seat is None or room.game.help is None or room.tabled is None:
            return None
        level = level_at(room.state, seat)
        marks = room.notes[seat][1] if seat in room.notes else b"null"
        turn, kept = room.tabled.turn, self._kept.get(seat)
        if kept is None or kept.marks != marks or kept.level != level or kept.turn != turn:
            pencil = kept.pencil if kept is not None and kept.marks == marks else msgspec.json.decode(marks)
            shown = None if room.state.over else self._shown(room.tabled.look(seat), level, pencil)
            text = encode(messages.Helped(turn=turn, level=level, shown=shown))
            kept = self._kept[seat] = Kept(turn, level, marks, pencil, text)
        return kept.text

    def of_try(self, seat: int, view: View) -> Any:
        """The same for a view that this seat only tries out."""
        if self.game is None:
            return None
        pencil = msgspec.json.decode(self.room.notes[seat][1]) if seat in self.room.notes else None
        return self._shown(view, level_at(self.room.state, seat), pencil)

    def _shown(self, view: View, level: Level, pencil: Any) -> Any:
        assert self.game is not None
        try:
            return self.game.shown(view, level, pencil)
        except Exception:  # a game's mistake costs its help, never the game
            log.exception("the help of a game failed", extra={"room": self.room.tag})
            return None

    async def choose(self, line: Line, message: messages.HelpMe) -> None:
        room = self.room
        async with room.lock:
            seat = room.seat(line)
            if LEVELS.index(message.level) > LEVELS.index(room.state.help):
                raise No("forbidden", N_("The host allows less help at this table; choose a lower level."))
            chair = replace(room.state.chairs[seat], help=message.level)
            await room.save(chairs.put(room.state, seat, chair))
            room.tell_everything()

    async def limit(self, line: Line, message: messages.HelpAtMost) -> None:
        room = self.room
        async with room.lock:
            chairs.only_host(room.state, line.guest)
            await room.save(replace(room.state, help=message.level))
            room.tell_everything()

    async def why(self, line: Line, message: messages.Why) -> None:
        room = self.room
        async with room.lock:
            seat = room.seat(line)
            if self.game is None or room.tabled is None:
                raise No("forbidden", N_("There is nothing to prove at this table."))
            if level_at(room.state, seat) != "teacher":
                raise No("forbidden", N_("Proofs are the teacher's; choose that level of help first."))
            lines = self.game.why(room.tabled.look(seat), message.claim, line.language)
            line.tell(messages.Because(id=message.id, lines=lines))
