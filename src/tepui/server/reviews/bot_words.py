"""What bots say at one table: what they had forgotten, once the game is over; and a master's reasons, to a pupil.

Both are made by the processes that think for bots, so that a bot that cannot tell delays nobody.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from tepui.bots import levels
from tepui.core.words import N_
from tepui.server.people.identity import person_of
from tepui.server.refusals import Refused
from tepui.server.reviews import messages as wire
from tepui.server.room.bot_turns import OfRoom
from tepui.server.room.room import Room
from tepui.server.room.sealed import require_unsealed


class BotWords(OfRoom):
    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._forgot: dict[tuple[str, int, str], list[str]] = {}  # by language, seat and bot
        self._weighed: dict[int, tuple[tuple[int, str], list[str]]] = {}  # by seat: for which turn, in which language

    async def forgot(self, language: str) -> list[wire.BotSaid]:
        """Of every bot that sits here; refused while the game runs, for it would tell how to beat them."""
        room = self.room
        async with room.lock:
            require_unsealed(room)
            session = room.session
            if session is None or not room.state.over:
                raise Refused("forbidden", N_("Bots tell what they had forgotten when the game is over."))
            asked = [
                (seat, chair.bot or "", session.table.view(seat))
                for seat, chair in enumerate(room.state.chairs)
                if chair.kind == "bot" and chair.bot in room.bots
            ]
        found = []
        for seat, bot, view in asked:
            key = language, seat, bot
            lines = self._forgot.get(key)
            if lines is None:
                lines = await room.rooms.bot_pool.say(bot, view, "forgot", language, room=room.tag)
                self._forgot[key] = lines
            found.append(wire.BotSaid(seat=seat, lines=lines))
        return found

    async def weigh(self, guest: str, person: int | None, language: str) -> wire.Weighed:
        """The best few actions of this person's own view, as a master values them; asked once for each turn."""
        room = self.room
        async with room.lock:
            require_unsealed(room)
            guest = person_of(guest, person or 1)
            seat, session = room.audience.seat(guest, person), room.session
            bot = levels.TEACHER if levels.TEACHER in room.bots else None
            if seat is None or session is None or bot is None:
                raise Refused("forbidden", N_("There is nobody here whom you could ask for reasons."))
            if room.helping.help is None or room.helping.levels[seat] != "teacher":
                raise Refused("forbidden", N_("A master's reasons are the teacher's. Choose that level of help first."))
            view, key = session.table.view(seat), (session.turn, language)
            if not view.codes():
                raise Refused("forbidden", N_("There is nothing for you to decide now."))
        made = self._weighed.get(seat)
        if made is None or made[0] != key:
            lines = await room.rooms.bot_pool.say(bot, view, "explain", language, room=room.tag)
            made = self._weighed[seat] = key, lines
        return wire.Weighed(lines=made[1])


WORDS: WeakKeyDictionary[Room, BotWords] = WeakKeyDictionary()


def words_at(room: Room) -> BotWords:
    """Kept as long as the room is in memory."""
    return WORDS.setdefault(room, BotWords(room))
