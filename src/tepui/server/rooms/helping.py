"""Help for a seat's own sheet, at the level its player chose up to the host's highest; no byte of it to others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core.help import LEVELS, Help, Level
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms import room_state, seating
from tepui.server.rooms.room_state import RoomState
from tepui.server.wire import messages
from tepui.server.wire.page import Page, encode

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.wire.moments import Story

log = logging.getLogger("tepui.help")
NOTHING = b"null"  # nobody has written any marks


def level_at(state: RoomState, seat: int) -> Level:
    """What this seat has switched on, as far as the table allows it."""
    own, most = state.chairs[seat].help, state.help
    return own if own == most or LEVELS.index(own) < LEVELS.index(most) else most


class Helping:
    """The help of one table; `notes` are the room's own: the marks, by seat and who wrote them."""

    def __init__(self, help: Help | None, notes: dict[tuple[int, str], bytes], tag: str) -> None:
        self.help = help
        self.notes = notes
        self.levels: list[Level] = []  # by seat
        self.guests: list[str | None] = []  # by seat
        self._tag = tag
        self._made: dict[int, tuple[tuple[int, Level, bytes], bytes]] = {}  # by seat: what from, and the text

    def marks(self, seat: int) -> bytes:
        """Of whoever sits there now."""
        guest = self.guests[seat]
        return NOTHING if guest is None else self.notes.get((seat, guest), NOTHING)

    def text(self, story: Story, seat: int) -> bytes | None:
        """What goes with a view to a page that looks through a seat's eyes."""
        if self.help is None:
            return None
        key = story.turn, self.levels[seat], self.marks(seat)
        made = self._made.get(seat)
        if made is None or made[0] != key:
            made = self._made[seat] = key, self._text(story.view, seat)
        return made[1]

    def _text(self, view: View, seat: int) -> bytes:
        level, marks = self.levels[seat], msgspec.json.decode(self.marks(seat))
        shown = None
        if self.help is not None and not view.over:
            try:
                shown = self.help.shown(view, level, marks)
            except Exception:  # a game's mistake costs its help, never the game
                log.exception("the help of a game failed", extra={"room": self._tag})
        return encode(messages.HelpShown(level, shown))

    def of_try(self, view: View, seat: int) -> bytes | None:
        """The same for a view that this seat only tries out."""
        return None if self.help is None else self._text(view, seat)


async def choose(room: Room, page: Page, message: messages.HelpMe) -> None:
    async with room.lock:
        seat = room.seat(page)
        if LEVELS.index(message.level) > LEVELS.index(room.state.help):
            raise Refused("forbidden", N_("The host allows less help at this table; choose a lower level."))
        chair = replace(room.state.chairs[seat], help=message.level)
        await room.save(room_state.put(room.state, seat, chair))
        room.tell_everything()


async def limit(room: Room, page: Page, message: messages.HelpAtMost) -> None:
    async with room.lock:
        seating.only_host(room.state, page.guest)
        await room.save(replace(room.state, help=message.level))
        room.tell_everything()


async def why(room: Room, page: Page, message: messages.Why) -> None:
    async with room.lock:
        seat, help = room.seat(page), room.helping.help
        if help is None or room.session is None:
            raise Refused("forbidden", N_("There is nothing to prove at this table."))
        if room.helping.levels[seat] != "teacher":
            raise Refused("forbidden", N_("“Why?” needs the help level Teacher; choose it first."))
        lines = help.why(room.session.look(seat), message.claim, page.language)
        page.tell(messages.Because(id=message.id, lines=lines))
