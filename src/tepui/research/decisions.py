"""One game, decision by decision: who is asked, what they see, and what they may answer (docs/research/README.md)."""

from collections.abc import Collection, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from tepui.bots import contract
from tepui.core.game import Game, Setting
from tepui.core.table import Chance, Table
from tepui.core.view import View
from tepui.research.lanes import utility


def chance_of(rng: Random) -> Chance:
    return lambda occasion, codes, weights: rng.choices(codes, weights)[0]


def seen_by(view: View, size: int) -> NDArray[np.int16]:
    """What a view shows as so many numbers; what a game says beyond them is left out."""
    row, seen = np.zeros(size, np.int16), view.observation()[:size]
    row[: len(seen)] = seen
    return row


def mask_of(view: View) -> NDArray[np.bool_]:
    """What a view offers; the last is passing an interrupt."""
    mask = np.zeros(view.game.codes + 1, np.bool_)
    mask[view.offered()] = True
    mask[-1] = not view.must_act
    return mask


class Decisions:
    """A game at a table of its own. Whoever is in `silent` is asked only where they must act."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        chance: Chance,
        silent: Collection[int] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        self.table = Table(game, setting, chance, names)
        self.size = sum(game.layout(setting).values())
        self.silent = silent
        self.let_pass: set[int] = set()  # seats that were asked at this moment and let it pass
        self.seat = self.next_asked()
        """Who is asked now; None: the game is over."""

    def next_asked(self) -> int | None:
        """Of those who may still interrupt the next clockwise, then the lowest seat of those who must act."""
        table = self.table
        if table.over:
            return None
        must = table.to_act
        quiet = {*must, *self.let_pass, *self.silent}
        may = (seat for seat in contract.asking_order(table.look(must[0])) if seat not in quiet)
        return next((seat for seat in may if table.look(seat).offered()), must[0])

    def answer(self, code: int) -> None:
        """Of the seat that is asked: one of its codes, or the one after the game's own, which lets it pass."""
        assert self.seat is not None
        if code == self.table.game.codes:
            self.let_pass.add(self.seat)
        else:
            self.table.play_code(self.seat, code)
            self.let_pass.clear()
        self.seat = self.next_asked()

    def ask(self, players: Sequence[contract.Bot], seconds: float, rng: Random) -> int:
        """What the bot at the seat that is asked answers."""
        seat = self.seat
        assert seat is not None
        pick = contract.choose(players[seat], self.table.view(seat), seconds, rng)
        return self.table.game.codes if pick is None else self.table.look(seat).offered()[pick]

    def play_on(self, players: Sequence[contract.Bot], seconds: float, rng: Random) -> None:
        """To the end of the game, by bots alone."""
        while self.seat is not None:
            self.answer(self.ask(players, seconds, rng))

    def observation(self, seat: int) -> NDArray[np.int16]:
        return seen_by(self.table.look(seat), self.size)

    def mask(self, seat: int) -> NDArray[np.bool_]:
        return mask_of(self.table.look(seat))

    def worth(self, by_place: bool) -> list[float]:
        """What the finished game is worth to each seat."""
        seats = self.table.setting.seats
        return [float(utility(self.table.truth, seat, seats, by_place)) for seat in range(seats)]
