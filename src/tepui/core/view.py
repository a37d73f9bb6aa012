"""The game as one pair of eyes sees it: replayed by the rules themselves from what those eyes saw."""

from __future__ import annotations

from typing import Any

from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, Position, as_list, borrow, give_back, legal_codes
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove


class View:
    """A position with holes, the moves as these eyes saw them, and their notebook.

    Nothing was removed from it, because nothing secret ever went in. Whoever holds one
    (browser, terminal, bot, learner, companion) answers with an index into `legal`.

    >>> from tepui import Dealer, Table, game
    >>> lost_code = game("lost-code")
    >>> table = Table(lost_code, lost_code.setting(3), Dealer("a seed").choose)
    >>> view = table.view(0)
    >>> view.must_act, view.legal()[0]
    (True, Keep())
    """

    __slots__ = ("_notebook", "_offered", "eye", "game", "moves", "names", "position", "setting")

    def __init__(
        self, game: Game, setting: Setting, eye: int, names: tuple[str, ...] = (), position: Position | None = None
    ) -> None:
        self.game = game
        self.setting = setting
        self.eye = eye
        self.names = names
        self.moves: list[tuple[int, int]] = []
        self._offered: list[int] | None = None  # until the next move reaches these eyes
        self._notebook: Any = None
        if position is None:
            position = game.start(setting)
            if game.notebook is not None and eye < TABLE:
                self._notebook = game.notebook(setting)
        self.position = position

    @property
    def notebook(self) -> Any:
        """A seat's from the start; that of those who only watch from when it is first asked for, which may be never."""
        if self._notebook is None and self.game.notebook is not None:
            notebook, position = self.game.notebook(self.setting), self.game.start(self.setting)
            for by, code in self.moves:
                notebook.note(position, by, code)
                position.apply(by, code)
            self._notebook = notebook
        return self._notebook

    def observe(self, by: int, code: int) -> None:
        """A move reaches these eyes."""
        if self._notebook is not None:
            self._notebook.note(self.position, by, code)
        self.position.apply(by, code)
        self.moves.append((by, code))
        self._offered = None

    def copy(self) -> View:
        """The same view, to think ahead in."""
        notebook = self.notebook  # made once here, not in every copy
        twin = View(self.game, self.setting, self.eye, self.names, self.position.clone())
        twin.moves = self.moves[:]
        twin._notebook = None if notebook is None else notebook.copy()
        return twin

    def past(self, upto: int) -> View:
        """The view as it was after so many moves, told anew from the start."""
        past = View(self.game, self.setting, self.eye, self.names)
        for by, code in self.moves[:upto]:
            past.observe(by, code)
        return past

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.position.to_act() == 0

    @property
    def must_act(self) -> bool:
        """Does the seat behind these eyes owe a decision?"""
        return self.eye < TABLE and bool(self.position.to_act() >> self.eye & 1)

    def scores(self) -> list[int]:
        """Everybody's points as they stand, by seat."""
        return [self.position.score(seat) for seat in range(self.setting.seats)]

    def places(self) -> list[int]:
        """Everybody's place, by seat: 1 is first, equal places share it; 0 while the game runs."""
        return [self.position.place(seat) for seat in range(self.setting.seats)]

    def codes(self) -> list[int]:
        """What this seat may play, as codes; empty for whoever has no seat."""
        return legal_codes(self.position, self.eye) if self.eye < TABLE else []

    def offered(self) -> list[int]:
        """The same for a view that only follows its table: made once per move, one list for all who ask, to be read.

        Whoever thinks ahead in its position asks for `codes`.
        """
        found = self._offered
        if found is None:
            found = self._offered = self.codes()
        return found

    def may(self, code: int) -> bool:
        """Is it one of those offered?"""
        return any(one == code for one in self.offered())  # compiled to a loop over numbers, which `in` is not

    def legal(self) -> list[Any]:
        """What this seat may play, in the players' own words: a list of the game's action Structs."""
        say, position, eye = self.game.say, self.position, self.eye
        return [say(position, eye, code) for code in self.codes()]

    def hear(self, action: Any) -> int:
        """The code of an action that this seat may play now; IllegalMove, with its sentence, of any other."""
        try:
            code = self.game.hear(self.position, self.eye, action)
            if code in self.codes():
                return code
            why = NOT_ON_OFFER
        except IllegalMove as refusal:
            why = str(refusal)
        raise IllegalMove((self.game.refuse(self.position, self.eye, action) if self.game.refuse else "") or why)

    def picture(self) -> Any:
        """What a board draws of it: the game's own data, with `None` for whatever these eyes do not see."""
        return self.game.picture(self)

    def observation(self) -> list[int]:
        """What a learner reads of it; `game.layout(setting)` says what the numbers are."""
        scratch = borrow()
        found = as_list(scratch.pack, self.game.observe(self.position, self.eye, scratch.pack))
        give_back(scratch)
        return found

    def try_out(self, picks: list[int]) -> View:
        """The view as it would be after these picks, up to the table's next move; tells nobody."""
        twin = self.copy()
        for pick in picks:
            codes = twin.codes()
            if not 0 <= pick < len(codes):
                raise IllegalMove(NOT_ON_OFFER)
            twin.observe(twin.eye, codes[pick])
        return twin
