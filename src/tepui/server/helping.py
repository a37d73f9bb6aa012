"""Help for a seat's own sheet, at the level its player chose up to the host's highest; no byte of it to others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tepui.core.help import LEVELS, Help, Level
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server import chairs, messages
from tepui.server.chairs import State
from tepui.server.line import Line
from tepui.server.no import No

if TYPE_CHECKING:
    from tepui.server.room import Room

log = logging.getLogger("tepui.help")


def lower(one: Level, other: Level) -> Level:
    return one if LEVELS.index(one) <= LEVELS.index(other) else other


def level_at(state: State, seat: int) -> Level:
    """What this seat has switched on, as far as the table allows it."""
    return lower(state.chairs[seat].help, state.help)


class Helping:
    def __init__(self, room: Room) -> None:
        self.room = room
        self._kept: dict[int, tuple[Any, messages.Helped]] = {}  # by seat: what it was made from

    @property
    def game(self) -> Help | None:
        return self.room.game.help

    def show(self, line: Line) -> None:
        """After a view, to a page that looks through a seat's eyes."""
        if line.seat is not None and self.game is not None and self.room.tabled is not None:
            line.show_help(self.for_seat(line.seat))

    def for_seat(self, seat: int) -> messages.Helped:
        room = self.room
        assert room.tabled is not None
        level = level_at(room.state, seat)
        marks = room.notes.get(seat, ("", b"null"))[1]
        made_from = room.tabled.turn, level, marks
        kept = self._kept.get(seat)
        if kept is None or kept[0] != made_from:
            shown = None if room.state.over else self._shown(room.tabled.look(seat), level, marks)
            kept = made_from, messages.Helped(turn=room.tabled.turn, level=level, shown=shown)
            self._kept[seat] = kept
        return kept[1]

    def of_try(self, seat: int, view: View) -> Any:
        """The same for a view that this seat only tries out."""
        if self.game is None:
            return None
        return self._shown(view, level_at(self.room.state, seat), self.room.notes.get(seat, ("", b"null"))[1])

    def _shown(self, view: View, level: Level, marks: bytes) -> Any:
        assert self.game is not None
        try:
            return self.game.shown(view, level, msgspec.json.decode(marks))
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
