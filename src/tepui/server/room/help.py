"""Help for a seat's own sheet, at the level its player chose up to the host's highest; no byte of it to others."""

import logging

import msgspec

from tepui.coach.help import LEVELS, Help, HelpLevel
from tepui.coach.moments import HelpShown
from tepui.coach.story import Story
from tepui.core.view import View
from tepui.server.room.page import encode
from tepui.server.room.state import RoomState

log = logging.getLogger("tepui.help")
NOTHING = b"null"  # nobody has written any marks


def level_at(state: RoomState, seat: int) -> HelpLevel:
    """What this seat has switched on, as far as the table allows it."""
    own, most = state.chairs[seat].help, state.help
    return own if own == most or LEVELS.index(own) < LEVELS.index(most) else most


class Helping:
    """The help of one table; `notes` are the room's own: the marks, by seat and who wrote them."""

    def __init__(self, help: Help | None, notes: dict[tuple[int, str], bytes], tag: str) -> None:
        self.help = help
        self.notes = notes
        self.levels: list[HelpLevel] = []  # by seat
        self.guests: list[str | None] = []  # by seat
        self._tag = tag
        self._made: dict[int, tuple[tuple[int, HelpLevel, bytes], bytes]] = {}  # by seat: what from, and the text

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
        return encode(HelpShown(level, shown))

    def of_try(self, view: View, seat: int) -> bytes | None:
        """The same for a view that this seat only tries out."""
        return None if self.help is None else self._text(view, seat)
