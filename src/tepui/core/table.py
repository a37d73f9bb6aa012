"""One game in progress, and the only holder of the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tepui.core.dealer import NUMBERED
from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, DEALER, TABLE, TABLE_BIT, Position, odds_of
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove
from tepui.core.view import View

Chance = Callable[[int, list[int], list[int]], int]
"""(event, codes, weights) -> one of the codes: the dealer, or a generator in a simulation."""


class Table:
    """Keeps one view per pair of eyes; asks `seen` of the truth, then tells each what it saw.

    Without `chance` it is a replay: it is told every move and chooses none.

    >>> from tepui import Dealer, Table, game
    >>> lost_code = game("lost-code")
    >>> table = Table(lost_code, lost_code.setting(3), Dealer("a seed").choose, names=("Anna", "Ben", "Cleo"))
    >>> table.to_act, table.over
    ([0], False)
    >>> table.pick(0, 0)  # the first of Anna's legal actions
    """

    def __init__(self, game: Game, setting: Setting, chance: Chance | None = None, names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.setting = setting
        self.chance = chance
        self.names = names or tuple(f"Player {seat + 1}" for seat in range(setting.seats))
        eyes = (*range(setting.seats), AUDIENCE, DEALER)
        self._views = {eye: View(game, setting, eye, self.names) for eye in eyes}
        self._open = self._views[DEALER]  # sees every move whole
        self._truth = self._open.position
        self._cut = [self._views[eye] for eye in eyes if eye != DEALER]
        self._drawn: dict[int, list[int]] = {}  # what chance has given under each occasion
        self._counted = 0  # so many moves are in it
        self._asked = -1  # after how many moves `event` was last asked
        self._occasion: int | None = None  # and what it found; None: nothing was left to chance
        if chance is not None:
            self._run()

    @property
    def truth(self) -> Position:
        """The dealer's position: for the record and the laws, never for a player or a bot."""
        return self._truth

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Every move so far, open: for the record, never for a player."""
        return self._open.moves

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._truth.to_act() == 0

    @property
    def to_act(self) -> list[int]:
        """The seats that owe a decision."""
        who = self._truth.to_act()
        return [seat for seat in range(self.setting.seats) if who >> seat & 1]

    def view(self, eye: int) -> View:
        """A copy: whoever gets it may think ahead in it."""
        return self._views[eye].copy()

    def look(self, eye: int) -> View:
        """The table's own view of these eyes, for reading only (a picture, a legal list)."""
        return self._views[eye]

    def play(self, seat: int, action: Any) -> None:
        """A player's move, in the players' words."""
        self._commit(seat, self._views[seat].hear(action))

    def pick(self, seat: int, index: int) -> None:
        """A player's move, as an index into that seat's own legal list."""
        codes = self._views[seat].offered()
        if not 0 <= index < len(codes):
            raise IllegalMove(NOT_ON_OFFER)
        self._commit(seat, codes[index])

    def play_code(self, seat: int, code: int) -> None:
        """A player's move, as a code of the rules (simulations)."""
        if not self._views[seat].may(code):
            raise IllegalMove(NOT_ON_OFFER)
        self._commit(seat, code)

    def scores(self) -> list[int]:
        """Everybody's points as they stand, by seat."""
        return self._open.scores()

    def places(self) -> list[int]:
        """Everybody's place, by seat: 1 is first, equal places share it; 0 while the game runs."""
        return self._open.places()

    def replay(self, by: int, code: int) -> None:
        """A move that has happened: a record is told whole, the table's moves included, and nothing is chosen."""
        self._tell(by, code)

    def replayed(self, moves: Iterable[tuple[int, int]]) -> Table:
        """Another table like this one, where these moves have happened."""
        table = Table(self.game, self.setting, names=self.names)
        for by, code in moves:
            table.replay(by, code)
        return table

    def resume(self, chance: Chance) -> None:
        """After a replay: from here the table moves again."""
        self.chance = chance
        self._run()

    def event(self) -> tuple[list[int], list[int], int]:
        """What the table can do now, how likely each is, and the name of this event for the dealer.

        Different things of weight one are drawn under the bare occasion: one shuffled row, alike at two tables. Where
        equal things are on offer, or something comes back, the draw gets its number under this occasion as well: a
        draw of its own, so that equal things do not follow each other more often than they should.
        """
        codes, weights = odds_of(self._truth)
        if self._counted < len(self.moves):
            self._count_again()
        self._asked = len(self.moves)
        self._occasion = None
        if len(codes) < 2:
            return codes, weights, 0
        occasion = int(self._truth.occasion())
        self._occasion = occasion
        drawn = self._drawn.get(occasion, [])
        if max(weights) > 1 or any(code in drawn for code in codes):
            return codes, weights, occasion + NUMBERED * (1 + len(drawn))
        return codes, weights, occasion

    def _count_again(self) -> None:
        """After a replay: what chance has given so far."""
        position = self.game.start(self.setting)
        self._drawn = {}
        for by, code in self.moves:
            if by == TABLE and len(odds_of(position)[0]) > 1:
                self._drawn.setdefault(int(position.occasion()), []).append(code)
            position.apply(by, code)
        self._counted = len(self.moves)

    def _commit(self, seat: int, code: int) -> None:
        self._tell(seat, code)
        self._run()

    def _run(self) -> None:
        """The table moves until a player must act."""
        truth, chance = self._truth, self.chance
        if chance is None:
            raise RuntimeError("a replayed table needs resume before it is played at")
        while truth.to_act() & TABLE_BIT:
            codes, weights, event = self.event()
            self._tell(TABLE, codes[0] if len(codes) == 1 else chance(event, codes, weights))

    def _tell(self, by: int, code: int) -> None:
        truth, views, before = self._truth, self._cut, len(self.moves)
        if self._counted == before and (by != TABLE or self._asked == before):
            self._counted = before + 1
            if by == TABLE and self._occasion is not None:
                self._drawn.setdefault(self._occasion, []).append(code)
        seen = [truth.seen(code, by, view.eye) for view in views]  # all of them before anything moves
        for at in range(len(views)):
            views[at].observe(by, seen[at])
        self._open.observe(by, code)
