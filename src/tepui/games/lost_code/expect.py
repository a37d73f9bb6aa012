"""What a decision is worth on average, over all codes that a seat holds possible.

Every code is equally likely (see belief.py) unless somebody weighs them, so a worth is a sum over codes: tables of how
many codes put which number on which stone, for each sum of the dice. A stone's worth is what its final guess would
bring if it were written now.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from tepui.core.view import View
from tepui.games.lost_code.ahead import Ahead
from tepui.games.lost_code.belief import possible_codes, the_game, times_of
from tepui.games.lost_code.parts import Parts
from tepui.games.lost_code.possible import Codes

Table = NDArray[np.float64]

NUMBERS = 9
ROOM = 6**6  # X-Race begins with this many codes


class Expect:
    """One seat's own codes, and what follows from them."""

    counts_later = True  # what an answer teaches counts, not only the points of the moment

    def __init__(self, view: View, codes: Codes | None = None) -> None:
        self.weights: NDArray[np.int64] | None = None  # by code; None: all alike
        position = self.position = the_game(view)
        parts = self.parts = position.parts
        self.eye = view.eye
        self.colours: int = parts.colours
        self.codes = possible_codes(view) if codes is None else codes  # some know less
        self.stones = listed(self.codes, self.colours)  # by colour: its number in every code
        self.n = self.stones.shape[1]
        self.hits = np.array([parts.worth(n, True, False) for n in (1, 2, 3)], dtype=float)
        self.miss = float(parts.worth(1, False, False))
        # The numbers fixed with a token, as a row of nine weights per colour; none where nothing is fixed.
        self.fixed: dict[int, Table] = {}
        for colour in range(self.colours):
            if position.with_token(view.eye, colour):
                self.fixed[colour] = weights(position.final_guess(view.eye, colour))
        self.open = [colour for colour in range(self.colours) if position.left >> colour & 1]
        self.fresh = [self.fresh_worth(colour) for colour in range(self.colours)]

    @cached_property
    def ahead(self) -> Ahead:
        """The same measure, compiled: for many looks at wheels and dice."""
        ahead = Ahead(self.parts)
        for colour in range(self.colours):
            ahead.fresh[colour] = self.fresh[colour]
        for colour in self.fixed:
            ahead.fixed[colour] = self.position.final_guess(self.eye, colour)
        ahead.ask(self.position, self.eye)
        if self.weights is not None:
            ahead.weights = vec[i64](self.weights.tolist())
        return ahead

    def weigh(self, weights: NDArray[np.int64]) -> None:
        """Some codes are likelier than others: before anything is asked."""
        self.weights = weights
        self.n = int(weights.sum())

    # ---- tables of codes ----

    @cached_property
    def tally(self) -> Table:
        """By colour, by number: how many of the codes have it."""
        return np.array([np.bincount(stone, self.weights, NUMBERS) for stone in self.stones], dtype=float)

    def tally_by(self, keys: NDArray[np.int64], rows: int) -> Table:
        """The same for every value of a key that each code has: by key, by colour, by number."""
        places = keys * NUMBERS
        tables = [np.bincount(places + stone, self.weights, rows * NUMBERS) for stone in self.stones]
        return np.stack([table.reshape(rows, NUMBERS) for table in tables], axis=1).astype(float)

    # ---- what final guesses are worth, summed over codes ----

    def worth(self, tally: Table) -> Table:
        """Tables (..., colour, number) -> (..., colour): the points of the best final guess, times the codes."""
        n = tally[..., 0, :].sum(axis=-1)[..., None]
        best = np.cumsum(-np.sort(-tally, axis=-1)[..., :3], axis=-1)
        found: Table = ((self.hits - self.miss) * best).max(axis=-1) + self.miss * n
        for colour, numbers in self.fixed.items():
            hits = tally[..., colour, :] @ numbers
            hit, miss = self.points(int(numbers.sum()), True)
            found[..., colour] = hit * hits + miss * (n[..., 0] - hits)
        return found

    def fresh_worth(self, colour: int) -> float:
        """The final guess for a stone just drawn from this pile: any number not seen, but the one that goes."""
        unseen = int(self.position.fresh(colour))
        if colour in self.fixed:
            numbers = self.fixed[colour]
            covered = weights(self.position.covered >> 9 * colour & 511)
            share = float((numbers * covered).sum() / (unseen + 1))
            hit, miss = self.points(int(numbers.sum()), True)
            return hit * share + miss * (1 - share)
        return fresh_worth(self.parts, unseen)

    # ---- the decisions ----

    def guess(self, dice: Sequence[int]) -> list[float]:
        """By wheel and setting (wheel * 25 + low): points now, knowledge after the answer, the stone a miss costs."""
        self.ahead.look(self.codes, times_of(dice))
        return [float(value) for value in self.ahead.values]

    def best_guess(self, dice: Sequence[int], taken: int) -> float:
        """The best that can be done with these dice and the wheels that are not taken."""
        return float(self.ahead.best(self.codes, times_of(dice), taken))

    def exchange(self, colour: int) -> float:
        """What all stones are worth after this one has been shown and replaced."""
        others = [other for other in range(self.colours) if other != colour]
        known = self.worth(self.tally_by(self.stones[colour], NUMBERS))[:, others].sum()
        return float(known / self.n) + self.fresh[colour]

    def write(self, colour: int, numbers: int, token: bool = False) -> float:
        """A final guess of this set of numbers, written now."""
        share = float(self.tally[colour] @ weights(numbers) / self.n)
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


def weights(numbers: int) -> Table:
    return np.array([numbers >> number & 1 for number in range(NUMBERS)], dtype=float)


def listed(codes: Codes, colours: int) -> NDArray[np.int64]:
    """Every possible code: one column each, one row per colour."""
    found = codes.list_all(ROOM)
    packed = np.array([codes.listed[i] for i in range(found)], dtype=np.int64)
    return packed >> 4 * np.arange(colours)[:, None] & 15
