"""What knowledge is worth: points to expect from a set of codes, in the rounds to come and in the final guess.

A *sight* is a list of equally likely codes. Knowing more is worth more twice: each round pays by how narrow a wheel one
dares, and the end pays by how few numbers one writes. Both are expectations over all that can be, not samples.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.games.lost_code.parts import Parts
from tepui.games.lost_code.possible import NUMBERS, SUMS

Counts = NDArray[np.float64]
Numbers = NDArray[np.int64]


@cache
def rolls(colours: int) -> tuple[Numbers, Counts]:
    """Every roll of three dice as how often each colour shows, and how likely it is."""
    times, weights = [], []
    for roll in combinations_with_replacement(range(colours), 3):
        shown = [roll.count(colour) for colour in range(colours)]
        times.append(shown)
        ways = 6
        for n in shown:
            ways //= factorial(n)
        weights.append(ways / colours**3)
    return np.array(times, dtype=np.int64), np.array(weights)


class Prospects:
    """Values sights for one seat in one game."""

    def __init__(self, parts: Parts, *, fixed: dict[int, int], rounds_left: int) -> None:
        self.colours, self.numbers = int(parts.colours), int(parts.numbers)
        self.sizes = [int(size) for size in parts.sizes]
        self.points = [int(points) for points in parts.points]
        self.top = int(parts.top)
        self.miss = int(parts.miss)
        self.hits = [self.miss, *(int(parts.worth(n, True, False)) for n in (1, 2, 3))]  # by how many are written
        self.factor = int(parts.token_factor)
        self.fixed = fixed  # colour -> the numbers written for a token, as a mask
        self.rounds_left = rounds_left
        self.times, self.weights = rolls(self.colours)

    def value(self, tally: Counts, sums: Counts) -> Counts:
        """Points to come. `tally` is (..., colour, number), `sums` (..., roll, sum), both as counts of codes."""
        return self.final(tally) + self.rounds_left * self.round(sums)

    def final(self, tally: Counts) -> Counts:
        """The final guess at its best."""
        total = np.maximum(tally.sum(axis=-1, keepdims=True), 1e-12)
        shares = tally / total
        likely = -np.sort(-shares, axis=-1)
        best: Any = np.full(shares.shape[:-1], -np.inf)
        for n in (1, 2, 3):
            hit = likely[..., :n].sum(axis=-1)
            best = np.maximum(best, hit * self.hits[n] + (1 - hit) * self.miss)
        for colour, mask in self.fixed.items():
            written = [number for number in range(NUMBERS) if mask >> number & 1]
            hit = shares[..., colour, written].sum(axis=-1)
            best[..., colour] = self.factor * (hit * self.hits[len(written)] + (1 - hit) * self.miss)
        result: Counts = best.sum(axis=-1)
        return result

    def round(self, sums: Counts) -> Counts:
        """The next round at its best, over all rolls."""
        total = np.maximum(sums.sum(axis=-1, keepdims=True), 1e-12)
        upto = np.concatenate([np.zeros((*sums.shape[:-1], 1)), np.cumsum(sums / total, axis=-1)], axis=-1)
        best: Any = np.zeros(sums.shape[:-1])
        for size, points in zip(self.sizes, self.points, strict=True):
            chance = upto[..., size:] - upto[..., :-size]
            best = np.maximum(best, points * chance.max(axis=-1))
        result: Counts = best @ self.weights
        return result

    def joint(self, codes: Numbers, by: Numbers, groups: int) -> tuple[Counts, Counts]:
        """Counts of a sight split into groups (`by` gives each code's): (group, colour, number), (group, roll, sum)."""
        n = len(codes)
        columns = by[:, None] * self.colours + np.arange(self.colours)
        tally = np.bincount((columns * NUMBERS + codes).ravel(), minlength=groups * self.colours * NUMBERS)
        sums = codes @ self.times.T  # (code, roll)
        cells = (by[:, None] * len(self.times) + np.arange(len(self.times))) * SUMS + sums
        spread = np.bincount(cells.ravel(), minlength=groups * len(self.times) * SUMS)
        assert n == len(by)
        return (
            tally.reshape(groups, self.colours, NUMBERS).astype(float),
            spread.reshape(groups, len(self.times), SUMS).astype(float),
        )

    def of(self, codes: Numbers) -> float:
        """The value of one sight."""
        tally, sums = self.joint(codes, np.zeros(len(codes), dtype=np.int64), 1)
        return float(self.value(tally, sums)[0])

    def after_exchange(self, codes: Numbers, colour: int, fresh: list[int]) -> float:
        """The value when this stone goes: its number lies open, and any of the `fresh` ones may come instead."""
        olds = np.unique(codes[:, colour])
        worth = 0.0
        for old in olds:
            kept = codes[codes[:, colour] == old]
            new = np.array([number for number in fresh if number != old])
            then = np.repeat(kept, len(new), axis=0)
            then[:, colour] = np.tile(new, len(kept))
            worth += len(kept) / len(codes) * self.of(then)
        return worth
