"""A game as one pair of eyes saw it, moment by moment: all that a page ever gets of a game, live or again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from copy import copy
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from tepui.coach import help
from tepui.coach import moments as wire
from tepui.coach.help import HelpLevel
from tepui.coach.moments import Moment
from tepui.core.game import Game, PlainWords, Setting, Words
from tepui.core.position import AUDIENCE, DEALER, TABLE
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.teams import result_lines
from tepui.core.view import View

log = logging.getLogger("tepui.moments")
encode = msgspec.json.Encoder().encode
PLAIN = PlainWords()
PICTURES = 40  # in one message at most; the longest ending of our games has 37 moments
MOST_CHOICES = 20_000  # kept encoded, of all games and languages together

Moves = list[tuple[int, int]]
CHOICES: dict[Any, Raw] = {}  # by game, language, code and all else that decides a choice: each is encoded once


def eye_name(eye: int) -> Any:
    """As `moments.Eye` has it."""
    if eye == AUDIENCE:
        return "audience"
    return "all" if eye == DEALER else eye


def speak(words: Words, what: str, *said: Any) -> str:
    """A sentence of the game; where its author made a mistake, a plain one: the game goes on."""
    try:
        text: str = getattr(words, what)(*said)
    except Exception:
        log.exception("the words of a game failed", extra={"words": what})
        text = getattr(PLAIN, what)(*said)
    return text


def help_shown(view: View, level: HelpLevel, marks: Any) -> bytes | None:
    """What these eyes' own sheet shows at this level, encoded; None where there is nothing to help with."""
    own = help.of(view.game)
    return None if own is None or view.over else encode(wire.HelpShown(level, own.shown(view, level, marks)))


class Story:
    """Follows `moves`, the moves that one pair of eyes saw, and puts each into words and a picture.

    It holds a view of its own, made from these moves alone, and goes on only when they are on disk.
    """

    def __init__(
        self, game: Game, setting: Setting, eye: int, names: tuple[str, ...], language: str, moves: Moves
    ) -> None:
        self.view = View(game, setting, eye, names)
        self.eye = eye_name(eye)
        self.language = language if language in game.languages else "en"
        self.reader = language  # for what the core says, which speaks all languages
        self.moves = moves
        self.turn = 0
        self.entries: list[Any] = []  # each encoded once
        self.news: list[Moment] = []  # what the last `advance` brought
        self.now = self._moment()
        self._texts: dict[Any, bytes] = {}  # the messages made since then: many watchers get the same one

    @classmethod
    def standing(cls, view: View, rows: list[wire.Entry], language: str) -> Story:
        """The same of a view that was told elsewhere, with its journal (a companion's)."""
        story = cls(view.game, view.setting, view.eye, view.names, language, [])
        story.view = view
        story.entries = [Raw(encode(row)) for row in rows]
        story.now = story._moment()
        return story

    def advance(self, turn: int = 0, pictures: int = 1, upto: int | None = None) -> list[Moment]:
        """Goes on to the newest move (or the one numbered `upto`); the last moments have pictures, that many."""
        moves = self.moves[len(self.entries) : upto]
        if moves or turn != self.turn:
            self.turn = turn
            self._texts.clear()
        if not moves:
            return []
        whole = len(moves) - pictures
        self.news = [self._step(by, code, at >= whole) for at, (by, code) in enumerate(moves)]
        if pictures and self.news[-1].prompt is None:  # it speaks only with the next one, but here the game stands
            self.news[-1] = self._moment()
        self.now = self.news[-1]
        return self.news

    def _step(self, by: int, code: int, picture: bool) -> Moment:
        view = self.view
        action = view.game.say(view.position, by, code)
        text = speak(view.game.words, "journal", view.position, by, action, view.names, self.language)
        self.entries.append(Raw(encode(wire.Entry("table" if by == TABLE else by, action, text))))
        view.observe(by, code)
        return self._moment() if picture and text else Moment(n=len(self.entries), entry=self.entries[-1])

    def _moment(self) -> Moment:
        """Where it stands, whole."""
        view, position = self.view, self.view.position
        acting = position.to_act()
        return Moment(
            n=len(self.entries),
            entry=self.entries[-1] if self.entries else None,
            prompt=speak(view.game.words, "prompt", position, view.eye, view.names, self.language),
            to_act=[seat for seat in range(view.setting.seats) if acting >> seat & 1],
            scores=view.scores(),
            result=None if acting else result_lines(view, self.reader),
            picture=Raw(encode(without(view.picture(), view.game.constants))),
        )

    def since(self, n: int, motion: bool, seen: int = -1) -> list[Moment]:
        """What is new to a page that holds `n` moves; it gets the journal and where it stands if it holds none (-1).

        `seen`: so many it has shown, through other eyes; what came then it shows with motion.
        """
        newest = len(self.entries)
        if n == newest:
            return []
        shown = self.news if motion and self.news and max(n, seen) == newest - len(self.news) else [self.now]
        first, last = max(0, n), newest - len(shown)
        return [*(Moment(n=at, entry=one) for at, one in enumerate(self.entries[first:last], first + 1)), *shown]

    def text(self, n: int, motion: bool, help: bytes | None, watched: bool = False, seen: int = -1) -> bytes:
        """The message for a page that holds `n` moves, as it goes over the wire."""
        watched = watched and isinstance(self.eye, int)
        key = n, motion, help, watched, seen
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = encode(self.message(self.since(n, motion, seen), n < 0, help, watched))
        return found

    def message(
        self, moments: list[Moment], whole: bool = False, help: bytes | None = None, watched: bool = False
    ) -> wire.View:
        """Whoever only watches through these eyes is offered nothing, and told nothing to do."""
        view, position = self.view, self.view.position
        if watched and moments:
            prompt = speak(view.game.words, "prompt", position, AUDIENCE, view.names, self.language)
            moments = [*moments[:-1], replace(moments[-1], prompt=prompt)]
        return wire.View(
            turn=self.turn,
            eye=self.eye,
            moments=moments,
            legal=[] if watched else self.legal(),
            watched=watched,
            places=view.places() if view.over else None,
            printed=self.printed() if whole else None,
            help=None if help is None else Raw(help),  # type: ignore[arg-type]
        )

    def printed(self) -> dict[str, Any]:
        """What never changes in this game: sent once, with a whole view."""
        picture, constants = self.view.picture(), self.view.game.constants
        return {name: picture[name] if isinstance(picture, dict) else getattr(picture, name) for name in constants}

    def legal(self) -> list[Any]:
        """What the seat behind these eyes may do; a choice is encoded once, if the game says what decides it."""
        view, game = self.view, self.view.game
        codes = view.offered()
        if not codes or game.naming is None:
            return [self.choice(code) for code in codes]
        named = game.naming(view.position, view.eye)
        found = []
        for code in codes:
            key = game.name, self.language, named, code
            choice = CHOICES.get(key)
            if choice is None:
                if len(CHOICES) >= MOST_CHOICES:
                    CHOICES.clear()
                choice = CHOICES[key] = Raw(encode(self.choice(code)))
            found.append(choice)
        return found

    def choice(self, code: int) -> wire.Choice:
        view = self.view
        action = view.game.say(view.position, view.eye, code)
        label = speak(view.game.words, "button", view.position, view.eye, action, view.names, self.language)
        return wire.Choice(action, label)

    def tried(self, picks: Sequence[int]) -> tuple[Story, list[Moment]]:
        """The story as it would go on after these picks, up to the table's next move; tells nobody."""
        twin = copy(self)
        twin.view, twin.moves, twin.entries, twin._texts = self.view.copy(), self.moves[:], self.entries[:], {}
        for pick in picks:
            codes = twin.view.codes()
            if not 0 <= pick < len(codes):
                raise IllegalMove(NOT_ON_OFFER)
            twin.moves.append((twin.view.eye, codes[pick]))
            twin.advance(self.turn)
        return twin, twin.since(len(self.entries), motion=False)


def without(picture: Any, constants: tuple[str, ...]) -> Any:
    """The picture without what a page was sent already."""
    if not constants:
        return picture
    if isinstance(picture, dict):
        return {name: value for name, value in picture.items() if name not in constants}
    return replace(picture, **dict.fromkeys(constants, UNSET))


def replayed(
    game: Game, setting: Setting, eye: int, names: tuple[str, ...], language: str, moves: Moves, first: int, last: int
) -> tuple[list[Moment], dict[str, Any]]:
    """The moments from `first` to `last`, all with pictures, and what is printed: a finished or running game again."""
    story = Story(game, setting, eye, names, language, moves)
    before = [story.now] if first == 0 else []
    story.advance(upto=max(0, first - 1))
    return [*before, *story.advance(pictures=last, upto=last)], story.printed()
