"""A view as a page gets it: the picture, the legal list and the journal of one pair of eyes, in one language."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.strings import BytesWriter

from tepui.core.position import AUDIENCE, DEALER, TABLE
from tepui.core.view import View
from tepui.server.rooms.game_session import GameSession
from tepui.server.wire import messages
from tepui.server.wire.journal import Journal, speak
from tepui.server.wire.pen import number, numbers, truth

encode = msgspec.json.Encoder().encode
MOST_BUTTONS = 4000
MOST_LISTS = 1000
NOTHING = b"[]"


def eye_name(eye: int) -> Any:
    """As `messages.Eye` has it."""
    if eye == AUDIENCE:
        return "audience"
    return "all" if eye == DEALER else eye


def seats_in(who: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if who >> seat & 1]


EYES: dict[int, bytes] = {eye: encode(eye_name(eye)) for eye in (*range(TABLE), AUDIENCE, DEALER)}
Buttons = dict[Any, bytes]
MADE: dict[tuple[str, str], Buttons] = {}  # by game and language: what is the same in every position
LISTS: dict[Any, bytes] = {}  # by all that such a list is made of


def legal_text(view: View, language: str, names: tuple[str, ...]) -> bytes:
    """The legal list, as it goes over the line.

    If a button's text depends on its action alone, each is made once; if the game says what names an action beside its
    code, a whole list is made once, for every seat of every table that will ever be offered these codes.
    """
    game, codes = view.game, view.offered()
    if not codes:
        return NOTHING
    steady = getattr(game.words, "steady_buttons", False)
    if not steady or game.naming is None:
        return joined(choices(view, language, names, MADE.setdefault((game.name, language), {}) if steady else None))
    key = game.name, language, game.naming(view.position, view.eye), *codes
    found = LISTS.get(key)
    if found is None:
        found = joined(choices(view, language, names, MADE.setdefault((game.name, language), {})))
        if len(LISTS) >= MOST_LISTS:
            LISTS.clear()
        LISTS[key] = found
    return found


def choices(view: View, language: str, names: tuple[str, ...], made: Buttons | None = None) -> list[bytes]:
    """Each choice as it goes over the line; `made` keeps those that are the same in every position."""
    game, position, eye = view.game, view.position, view.eye
    found = []
    for action in view.legal():
        choice = None if made is None else made.get(action)
        if choice is None:
            label = speak(game.words, "button", position, eye, action, names, language)
            choice = encode(messages.Choice(action, label))
            if made is not None and len(made) < MOST_BUTTONS:
                made[action] = choice
        found.append(choice)
    return found


def joined(parts: list[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"


def last_own(view: View, seat: int) -> int:
    """After how many moves this seat last moved itself."""
    moves = view.moves
    for n in range(len(moves), 0, -1):
        if moves[n - 1][0] == seat:
            return n
    return 0


class Readers:
    """All eyes that look at one table, each in its language: every view is made once, however many look."""

    def __init__(self, room: str) -> None:
        self.turn = -1
        self.names: tuple[str, ...] = ()
        self._begin = b'{"type":"view","room":%b,"turn":' % encode(room)
        self._names = encode(self.names)
        self._audience: View | None = None
        self._journals: dict[tuple[int, str], Journal] = {}
        self._texts: dict[tuple[int, str], list[bytes]] = {}

    def follow(self, session: GameSession, names: tuple[str, ...]) -> None:
        """Where the table stands now; if it has changed, or somebody's name, nothing made before is sent again."""
        turn, self._audience = session.turn, session.look(AUDIENCE)
        if names != self.names:
            self._names = encode(names)
            self._journals.clear()
        if turn != self.turn or names != self.names:
            self._texts.clear()
        self.turn, self.names = turn, names

    def forget(self) -> None:
        """The moves themselves are other ones now (a move was taken back)."""
        self._journals.clear()
        self._texts.clear()

    def journal(self, view: View, language: str) -> Journal:
        key = view.eye, language
        found = self._journals.get(key)
        if found is None or found.view is not view:
            public: Journal | None = None
            audience = self._audience
            if audience is not None and view is not audience and getattr(view.game.words, "open_journal", False):
                public = self.journal(audience, language)
            found = self._journals[key] = Journal(view, language, self.names, public)
        return found

    def text(self, view: View, language: str) -> list[bytes]:
        """The message for these eyes, as it goes over the line, in pieces."""
        key = view.eye, language
        found = self._texts.get(key)
        if found is None:
            journal = self.journal(view, language).pieces()
            found = self._texts[key] = self._whole(view, language, journal)
        return found

    def tried(self, view: View, picks: list[int], language: str, id: int | None) -> messages.Tried:
        """What these picks would do, on a copy."""
        twin = view.try_out(picks)
        journal = self.journal(view, language).ahead(twin)
        text: Any = msgspec.Raw(b"".join(self._whole(twin, language, journal)))
        return messages.Tried(id=id, picks=picks, view=text)

    def _whole(self, view: View, language: str, journal: list[bytes]) -> list[bytes]:
        """The message `View`, byte for byte as it goes over the line, in pieces: nearly all of it is bytes already."""
        position, eye, seats, names = view.position, view.eye, view.setting.seats, self.names
        who = position.to_act()
        must_act = view.must_act
        legal = legal_text(view, language, names)
        out = BytesWriter()
        out.write(self._begin)
        number(out, self.turn)
        out.write(b',"eye":')
        out.write(EYES[eye])
        out.write(b',"prompt":')
        out.write(encode(speak(view.game.words, "prompt", position, eye, names, language)))
        out.write(b',"must_act":')
        truth(out, must_act)
        out.write(b',"may_act":')
        truth(out, not must_act and legal != NOTHING)
        out.write(b',"to_act":')
        numbers(out, seats_in(who, seats))
        out.write(b',"legal":')
        rest = BytesWriter()
        rest.write(b',"over":')
        truth(rest, who == 0)
        rest.write(b',"scores":')
        numbers(rest, [position.score(seat) for seat in range(seats)])
        rest.write(b',"places":')
        numbers(rest, [position.place(seat) for seat in range(seats)])
        rest.write(b',"names":')
        rest.write(self._names)
        rest.write(b',"since":')
        number(rest, last_own(view, eye))
        rest.write(b',"picture":')
        return [out.getvalue(), legal, rest.getvalue(), encode(view.picture()), b',"journal":[', *journal, b"]}"]
