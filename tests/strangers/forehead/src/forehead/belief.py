"""What number could be on my forehead? Any that I do not see, all equally likely."""

import math
from collections.abc import Hashable
from random import Random

from forehead.rules import DEAL, NUMBERS, Forehead
from tepui.core.position import UNKNOWN
from tepui.core.view import View


class Numbers:
    """A world is the row of numbers that these eyes do not see."""

    def __init__(self, view: View) -> None:
        position = view.position
        assert isinstance(position, Forehead)
        dealt = position.turn if position.phase == DEAL else position.seats
        self.hidden = [seat for seat in range(dealt) if position.numbers[seat] == UNKNOWN]
        self.numbers = list(position.numbers)
        self.free = [number for number in range(NUMBERS) if number not in self.numbers]

    def worlds(self) -> int:
        return math.perm(len(self.free), len(self.hidden))

    def world(self, truth: Forehead) -> Hashable:
        return tuple(truth.numbers[seat] for seat in self.hidden)

    def likelihood(self, world: tuple[int, ...]) -> float:
        fits = len(set(world)) == len(self.hidden) and set(world) <= set(self.free)
        return 1 / self.worlds() if fits else 0.0

    def sample(self, rng: Random) -> tuple[int, ...]:
        return tuple(rng.sample(self.free, len(self.hidden)))

    def marginals(self) -> list[list[float]]:
        known = [[float(number == value) for value in range(NUMBERS)] for number in self.numbers]
        chance = [1 / len(self.free) if number in self.free else 0.0 for number in range(NUMBERS)]
        return [chance if seat in self.hidden else row for seat, row in enumerate(known)]

    def things(self) -> list[str]:
        return [f"the number of seat {seat}" for seat in range(len(self.numbers))]

    def values(self) -> list[str]:
        return [str(number) for number in range(NUMBERS)]


def belief(view: View) -> Numbers:
    return Numbers(view)
