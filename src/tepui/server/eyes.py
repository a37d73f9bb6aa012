"""A view as a page gets it: the picture, the legal list and the journal of one pair of eyes, in one language."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from tepui.core.game import PlainWords, Words
from tepui.core.position import AUDIENCE, DEALER, TABLE
from tepui.core.view import View
from tepui.server import messages

log = logging.getLogger("tepui.eyes")
encode = msgspec.json.Encoder().encode
PLAIN = PlainWords()
MOST_BUTTONS = 4000


def eye_name(eye: int) -> messages.Eye:
    return "audience" if eye == AUDIENCE else "all" if eye == DEALER else eye


def seats_in(who: int, seats: int) -> list[int]:
    return [seat for seat in range(seats) if who >> seat & 1]


class Journal:
    """The moves as one pair of eyes saw them, told in one language; each is told once and kept.

    A sentence belongs to the position before its move, and a view keeps no past: so this follows
    the view with a position of its own.
    """

    def __init__(self, view: View, language: str, names: tuple[str, ...]) -> None:
        self.view = view
        self.language = language
        self.names = names
        self.position = view.game.start(view.setting)
        self.told: list[bytes] = []

    def catch_up(self) -> list[bytes]:
        moves = self.view.moves
        for by, code in moves[len(self.told) :]:
            self.told.append(encode(self.entry(by, code)))
        return self.told

    def entry(self, by: int, code: int) -> messages.Entry:
        game, position = self.view.game, self.position
        action = game.say(position, by, code)
        text = speak(game.words, "journal", position, by, action, self.names, self.language)
        position.apply(by, code)
        return messages.Entry(len(self.told) + 1, "table" if by == TABLE else by, action, text)


def speak(words: Words, what: str, *said: Any) -> str:
    """A sentence of the game; where its author made a mistake, a plain one: the game goes on."""
    try:
        text: str = getattr(words, what)(*said)
        return text
    except Exception:
        log.exception("the words of a game failed", extra={"what": what})
        plain: str = getattr(PLAIN, what)(*said)
        return plain


Buttons = dict[Any, bytes]
MADE: dict[tuple[str, str], Buttons] = {}  # by game and language: what is the same in every position


def choices(view: View, language: str, names: tuple[str, ...], made: Buttons | None = None) -> list[bytes]:
    """The legal list, each choice as it goes over the line; `made` keeps those that are the same in every position."""
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


def raw_list(parts: list[bytes]) -> Any:
    return msgspec.Raw(b"[" + b",".join(parts) + b"]")


def last_own(view: View, seat: int) -> int:
    """After how many moves this seat last moved itself."""
    moves = view.moves
    for n in range(len(moves), 0, -1):
        if moves[n - 1][0] == seat:
            return n
    return 0


def message(
    view: View,
    *,
    room: str,
    turn: int,
    language: str,
    names: tuple[str, ...],
    journal: list[bytes],
    made: Buttons | None = None,
) -> messages.View:
    """The whole view, ready to be sent."""
    position, eye, seats = view.position, view.eye, view.setting.seats
    who = position.to_act()
    legal = choices(view, language, names, made)
    must = view.must_act
    return messages.View(
        room=room,
        turn=turn,
        eye=eye_name(eye),
        prompt=speak(view.game.words, "prompt", position, eye, names, language),
        must_act=must,
        may_act=bool(legal) and not must,
        to_act=seats_in(who, seats),
        legal=raw_list(legal),
        over=who == 0,
        scores=[position.score(seat) for seat in range(seats)],
        places=[position.place(seat) for seat in range(seats)],
        names=list(names),
        since=last_own(view, eye),
        picture=view.picture(),
        journal=raw_list(journal),
    )


class Readers:
    """All eyes that look at one table, each in its language: every view is made once, however many look."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.turn = -1
        self.names: tuple[str, ...] = ()
        self._journals: dict[tuple[int, str], Journal] = {}
        self._texts: dict[tuple[int, str], str] = {}

    def follow(self, turn: int, names: tuple[str, ...]) -> None:
        """Where the table stands now; if it has changed, or somebody's name, nothing made before is sent again."""
        if names != self.names:
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
            found = self._journals[key] = Journal(view, language, self.names)
        return found

    def text(self, view: View, language: str) -> str:
        """The message for these eyes, as it goes over the line."""
        key = view.eye, language
        found = self._texts.get(key)
        if found is None:
            whole = self._whole(view, language, self.journal(view, language).catch_up())
            found = self._texts[key] = encode(whole).decode()
        return found

    def tried(self, view: View, picks: list[int], language: str, id: int | None) -> messages.Tried:
        """What these picks would do, on a copy."""
        twin = view.try_out(picks)
        journal = self.journal(view, language)
        journal.catch_up()
        then = Journal(twin, language, self.names)
        then.position = journal.position.clone()
        then.told = journal.told[:]
        told = then.catch_up()[len(journal.told) :]
        whole = self._whole(twin, language, told)
        return messages.Tried(id=id, picks=picks, view=whole)

    def _whole(self, view: View, language: str, journal: list[bytes]) -> messages.View:
        steady = getattr(view.game.words, "steady_buttons", False)
        return message(
            view,
            room=self.room,
            turn=self.turn,
            language=language,
            names=self.names,
            journal=journal,
            made=MADE.setdefault((view.game.name, language), {}) if steady else None,
        )
