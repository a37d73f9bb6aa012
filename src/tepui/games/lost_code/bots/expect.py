"""What a decision is worth on average, over all codes that a seat holds possible.

Every code is equally likely (see belief.py) unless someone weighs them, so a worth is a sum over codes: tables of how
many codes put which number on which stone, for each sum of the dice. A stone's worth is what its final guess would
bring if it were written now.
"""

from collections.abc import Sequence
from functools import cached_property

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.view import View
from tepui.games.lost_code.belief import possible_codes, the_game, times_of
from tepui.games.lost_code.belief.worlds import NUMBERS, SUMS, Codes
from tepui.games.lost_code.bots.ahead import Ahead
from tepui.games.lost_code.bots.tables import Tables, listed
from tepui.games.lost_code.codes import HIGHER, LOWER, LOWS, RIGHT, WRONG
from tepui.games.lost_code.parts import Parts

Range = tuple[int, int, bool]  # of the sum of the dice: from, up to, and whether it lies inside


class Expect:
    """One seat's own codes, and what follows from them."""

    counts_later = True  # what an answer teaches counts, not only the points of the moment

    def __init__(self, view: View, codes: Codes | None = None) -> None:
        position = self.position = the_game(view)
        parts = self.parts = position.parts
        self.eye = view.eye
        self.colours: int = parts.colours
        self.codes = possible_codes(view) if codes is None else codes  # some know less
        # By colour: the numbers fixed with a token; 0 where nothing is fixed.
        self.fixed = [
            int(position.final_guess(view.eye, colour)) if position.with_token(view.eye, colour) else 0
            for colour in range(self.colours)
        ]
        self.tables = Tables(parts, listed(self.codes), vec[i64](self.fixed))
        self.open = [colour for colour in range(self.colours) if position.left >> colour & 1]
        self.fresh = [self.fresh_worth(colour) for colour in range(self.colours)]

    @property
    def n(self) -> int:
        """How many codes there are, or the sum of their weights."""
        return int(self.tables.n)

    @property
    def tally(self) -> list[list[int]]:
        """By colour, by number: how many of the codes have it."""
        counts = [int(one) for one in self.tables.tally]
        return [counts[at : at + NUMBERS] for at in range(0, len(counts), NUMBERS)]

    @cached_property
    def ahead(self) -> Ahead:
        """The same measure, compiled: for many looks at wheels and dice."""
        ahead = Ahead(self.parts)
        for colour in range(self.colours):
            ahead.fresh[colour] = self.fresh[colour]
            ahead.fixed[colour] = self.fixed[colour]
        ahead.ask(self.position, self.eye)
        ahead.weights = self.tables.weights
        return ahead

    def weigh(self, weights: list[int]) -> None:
        """Some codes are likelier than others: before anything is asked."""
        self.tables.weigh(vec[i64](weights))

    # ---- what final guesses are worth ----

    def worth(self, colour: int) -> float:
        """The points of the best final guess as known now."""
        return int(self.tables.worth(colour)) / self.n

    def fresh_worth(self, colour: int) -> float:
        """The final guess for a stone just drawn from this pile: any number not seen, but the one that goes."""
        unseen = int(self.position.fresh(colour))
        if numbers := self.fixed[colour]:
            covered = int(self.position.covered) >> 9 * colour & 511
            share = (numbers & covered).bit_count() / (unseen + 1)
            hit, miss = self.points(numbers.bit_count(), True)
            return hit * share + miss * (1 - share)
        return fresh_worth(self.parts, unseen)

    # ---- the decisions ----

    @property
    def dice(self) -> int:
        """How often the dice show each colour."""
        return times_of([int(self.position.die(die)) for die in range(3)])

    def answers(self, guess: int) -> dict[int, Range]:
        """By answer: the codes that fit it."""
        wheel, low = divmod(guess, LOWS)
        high = low + int(self.parts.sizes[wheel])
        if self.parts.blunt(wheel):
            return {RIGHT: (low, high, True), WRONG: (low, high, False)}
        return {RIGHT: (low, high, True), LOWER: (0, low, True), HIGHER: (high, SUMS, True)}

    def guess(self, dice: Sequence[int]) -> list[float]:
        """By wheel and setting (wheel * 25 + low): points now, knowledge after the answer, the stone a miss costs."""
        self.ahead.look(self.codes, times_of(dice))
        return [float(value) for value in self.ahead.values]

    def best_guess(self, dice: Sequence[int], taken: int) -> float:
        """The best that can be done with these dice and the wheels that are not taken."""
        return float(self.ahead.best(self.codes, times_of(dice), taken))

    def exchange(self, colour: int) -> float:
        """What all stones are worth after this one has been shown and replaced."""
        return int(self.tables.after_showing(colour)) / self.n + self.fresh[colour]

    def write(self, colour: int, numbers: int, token: bool = False) -> float:
        """A final guess of this set of numbers, written now."""
        share = int(self.tables.share(colour, numbers)) / self.n
        hit, miss = self.points(numbers.bit_count(), token)
        return hit * share + miss * (1 - share)

    def points(self, numbers: int, token: bool) -> tuple[int, int]:
        """What a final guess of so many numbers brings: a hit, a miss."""
        miss = int(self.parts.worth(numbers, False, token))
        return (int(self.parts.worth(numbers, True, token)) if numbers else miss), miss


def fresh_worth(parts: Parts, unseen: int) -> float:
    """The best final guess for a stone that is equally likely any of so many numbers."""
    miss = int(parts.worth(1, False, False))
    return max((int(parts.worth(n, True, False)) - miss) * min(n / unseen, 1.0) for n in (1, 2, 3)) + miss
