"""What chance gave a seat of The Lost Code: the value after it spoke, and the mean of all that it could have said.

The same reckoning serves both, so luck is zero on average whatever the reckoning is. A value is what the final guesses
would bring if they were written now, and points.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from math import log2

from tepui.games.lost_code import codes
from tepui.games.lost_code.belief import times_of
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.tables import Tables

FACES = 6


def worth(tables: Tables) -> float:
    """The sum of the best final guesses, if the code is one of these."""
    return sum(int(tables.worth(colour)) for colour in range(int(tables.colours))) / max(1, int(tables.n))


class Answers:
    """A guess about to be checked: every answer that it can get, and what it would be worth."""

    def __init__(self, expect: Expect, guess: int) -> None:
        wheel = guess // codes.LOWS
        self.tables, self.dice, self.codes = expect.tables, expect.dice, expect.answers(guess)
        self.points = float(expect.parts.points[wheel])
        self.miss = float(expect.position.miss(expect.eye, wheel))
        self.stones: dict[int, float] = {}  # by answer: what the stones are then worth
        self.costs: dict[int, float] = {}  # ... and what the exchange after a miss takes of it
        self.values: dict[int, float] = {}
        for answer, which in self.codes.items():
            left = expect.tables.only(self.dice, *which)
            if left.n:
                self.weigh(expect, answer, left)

    def weigh(self, expect: Expect, answer: int, left: Tables) -> None:
        now, cost = self.points, 0.0
        if answer != codes.RIGHT:  # 9.2: a stone goes, the one that is missed least
            now = self.miss
            stones = {colour: int(left.worth(colour)) / int(left.n) for colour in expect.open}
            cost = min((stones[colour] - expect.fresh[colour] for colour in expect.open), default=0.0)
        self.stones[answer], self.costs[answer] = worth(left), cost
        self.values[answer] = self.stones[answer] - cost + now

    def parts(self) -> tuple[float, float, float]:
        """The mean in three parts: points now, what the stones are worth after the answer, the stone at stake."""
        chances = self.chances(None)
        hit = chances.get(codes.RIGHT, 0.0)
        known = sum(chance * self.stones[answer] for answer, chance in chances.items())
        return (
            hit * self.points + (1 - hit) * self.miss,
            known,
            -sum(chance * self.costs[answer] for answer, chance in chances.items()),
        )

    def bits(self) -> float:
        return -sum(chance * log2(chance) for chance in self.chances(None).values())

    def left(self, answer: int, among: Tables | None = None) -> int:
        """How many codes fit this answer, or their weights."""
        return int((among or self.tables).count(self.dice, *self.codes[answer]))

    def chances(self, among: Tables | None) -> dict[int, float]:
        """By answer; with weights some codes are likelier than others."""
        total = float((among or self.tables).n)
        return {answer: self.left(answer, among) / total for answer in self.values}

    def mean(self, among: Tables | None) -> float:
        return sum(chance * self.values[answer] for answer, chance in self.chances(among).items())


class Rolls:
    """Before a roll: what each of the 56 rolls is worth, all wheels free; the roller may turn a die."""

    def __init__(self, expect: Expect, rolls: bool) -> None:
        self.expect, self.rolls = expect, rolls
        self.known: dict[tuple[int, ...], float] = {}

    def best(self, dice: Sequence[int]) -> float:
        key = tuple(sorted(dice))
        if key not in self.known:
            self.known[key] = self.expect.best_guess(key, 0)
        return self.known[key]

    def value(self, dice: tuple[int, ...]) -> float:
        """Red dice of the introductory game become whatever suits best (6.2); the roller may turn one die (6.1)."""
        colours = self.expect.colours
        outside = [die for die in dice if die >= colours]
        if outside:
            kept = [die for die in dice if die < colours]
            return max(self.best([*kept, *new]) for new in combinations_with_replacement(range(colours), len(outside)))
        if not self.rolls:
            return self.best(dice)
        turned = [(*dice[:at], new, *dice[at + 1 :]) for at in range(3) for new in range(colours)]
        return max(self.best(one) for one in turned)

    def mean(self) -> float:
        """Over 216 rolls."""
        kinds = combinations_with_replacement(range(FACES), 3)
        return sum(len(set(permutations(dice))) * self.value(dice) for dice in kinds) / FACES**3


class Draws:
    """Another log is about to get a stone of this colour, which this seat will see."""

    def __init__(self, expect: Expect, colour: int) -> None:
        self.tables, self.stone = expect.tables, times_of([colour])
        covered = int(expect.position.covered) >> 9 * colour & 511
        self.weights = {v: self.without(v) for v in range(9) if covered >> v & 1}

    def without(self, number: int) -> int:
        """How many codes have another number there."""
        return int(self.tables.count(self.stone, number, number + 1, False))

    def value(self, number: int) -> float:
        return worth(self.tables.only(self.stone, number, number + 1, False))

    def mean(self) -> float:
        """Each number as likely as there are codes without it."""
        total = sum(self.weights.values())
        return sum(n * self.value(number) for number, n in self.weights.items() if n) / total


def written(expect: Expect) -> float:
    """What the final guesses that are written down are worth on average."""
    position, total = expect.position, 0.0
    for colour in range(expect.colours):
        numbers = int(position.final_guess(expect.eye, colour))
        total += expect.write(colour, numbers, bool(position.with_token(expect.eye, colour)))
    return total
