"""The journal of one pair of eyes in one language: every move is told once, encoded once, and kept."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec

from tepui.core.game import PlainWords, Words
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.server.wire import messages
from tepui.server.wire.pen import digits

log: Final = logging.getLogger("tepui.eyes")
encode: Final = msgspec.json.Encoder().encode
PLAIN: Final = PlainWords()
MOST_PIECES: Final = 8  # of a journal: with more of them they are joined into one


def speak(words: Words, what: str, *said: Any) -> str:
    """A sentence of the game; where its author made a mistake, a plain one: the game goes on."""
    try:
        text: str = getattr(words, what)(*said)
        return text
    except Exception:
        return plainly(what, *said)


def plainly(what: str, *said: Any) -> str:
    """Instead of a sentence that has just failed."""
    log.exception("the words of a game failed", extra={"what": what})
    text: str = getattr(PLAIN, what)(*said)
    return text


class Journal:
    """The moves as one pair of eyes saw them, told in one language; each is told once and kept.

    A sentence belongs to the position before its move, and a view keeps no past: so this follows the view with a
    position of its own, and with a second one where the words compare before and after. Where the game's words allow
    it, a move that the audience saw just so is taken from the audience's journal: that was made from the audience's
    view alone, so it can tell nobody anything that everybody may not know.
    """

    def __init__(
        self, view: View, language: str, names: tuple[str, ...], audience: Journal | None = None, first: int = 0
    ) -> None:
        self.view = view
        self.language = language
        self.names = names
        self.position = view.game.start(view.setting)
        self.first = first  # how many moves are left out at the beginning
        self.told: list[bytes] = []
        self._audience = audience
        self._at = first  # moves that its position has made
        self._pieces: list[bytes] = []
        self._joined_up_to = 0
        self._say = view.game.say
        self._sentence_before = view.game.words.journal
        self._sentence_after: Any = getattr(view.game.words, "told", None)
        self._second = None if self._sentence_after is None else view.game.start(view.setting)

    def catch_up(self) -> list[bytes]:
        moves, told, at = self.view.moves, self.told, self.first + len(self.told)
        if at == len(moves):
            return told
        shared: list[bytes] = []
        public: list[tuple[int, int]] = []
        if self._audience is not None:
            shared, public = self._audience.catch_up(), self._audience.view.moves
        while at < len(moves):
            by, code = moves[at]
            if at < len(shared) and public[at] == moves[at]:
                told.append(shared[at])
            else:
                self._follow(at)
                told.append(self._line(by, code))
            at += 1
        return told

    def _follow(self, upto: int) -> None:
        """The position before the move at that place; it lags behind while others tell the moves."""
        moves = self.view.moves
        while self._at < upto:
            by, code = moves[self._at]
            self.position.apply(by, code)
            if self._second is not None:
                self._second.apply(by, code)
            self._at += 1

    def entry(self, by: int, code: int) -> messages.Entry:
        action, text = self._tell(by, code)
        who: Any = "table" if by == TABLE else by
        return messages.Entry(self._at, who, action, text)

    def _line(self, by: int, code: int) -> bytes:
        """The entry, as it goes over the line."""
        action, text = self._tell(by, code)
        who = b'"table"' if by == TABLE else digits(by)
        n, said, sentence = digits(self._at), encode(action), encode(text)
        return b"".join([b'{"n":', n, b',"by":', who, b',"action":', said, b',"text":', sentence, b"}"])

    def _tell(self, by: int, code: int) -> tuple[Any, str]:
        """The next move's action and sentence; the position has made it then."""
        before, after, names, language = self.position, self._second, self.names, self.language
        action = self._say(before, by, code)
        if after is None:
            try:
                text = self._sentence_before(before, by, action, names, language)
            except Exception:
                text = plainly("journal", before, by, action, names, language)
        else:
            after.apply(by, code)
            try:
                text = self._sentence_after(before, after, by, action, names, language)
            except Exception:
                text = plainly("told", before, after, by, action, names, language)
        before.apply(by, code)
        self._at += 1
        return action, text

    def pieces(self) -> list[bytes]:
        """All of it, as it goes over the line, in a few pieces; the last is the newest."""
        told, pieces, done = self.catch_up(), self._pieces, self._joined_up_to
        if done < len(told):
            newest = b",".join(told[done:])
            pieces.append(b"," + newest if done else newest)
            self._joined_up_to = len(told)
            if len(pieces) > MOST_PIECES:
                self._pieces = pieces = [b"".join(pieces)]
        return pieces

    def ahead(self, twin: View) -> list[bytes]:
        """What would be told of the moves that `twin` has made beyond this view."""
        self.catch_up()
        self._follow(self.first + len(self.told))
        then = Journal(twin, self.language, self.names, None, self.first + len(self.told))
        then.position = self.position.clone()
        if then._second is not None:
            then._second = self.position.clone()
        return then.pieces()
