"""The possible codes, counted cleverly, are those that counting one by one gives."""

from itertools import product
from random import Random

import pytest

from tepui.games.lost_code.belief.worlds import NUMBERS, Codes

Row = tuple[list[int], set[int]]  # which stones (one entry a die), which sums


def bits(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def puzzle(rng: Random, rows: int, stones: int = 6) -> tuple[Codes, list[list[int]], list[Row], tuple[int, ...]]:
    """Random candidates, a true code, and rows that tell the truth about it."""
    candidates = [rng.sample(range(8), rng.randint(2, 5)) for _ in range(stones)]
    truth = tuple(rng.choice(numbers) for numbers in candidates)
    codes = Codes(stones)
    for stone, numbers in enumerate(candidates):
        codes.candidates[stone] = bits(set(numbers))
    heard: list[Row] = []
    for _ in range(rows):
        dice = [rng.randrange(stones) for _ in range(3)]
        total, size = sum(truth[die] for die in dice), rng.choice([1, 2, 3, 4, 5, 7, 10])
        low = rng.randint(0, 22 - size)
        window = set(range(low, low + size))
        sums = window if total in window else {s for s in range(22) if s not in window}
        if size > 1 and total not in window:
            sums = {s for s in sums if (s < low) == (total < low)}
        row = codes.row(bits(sums))
        for die in dice:
            codes.counts(row, die, 1)
        heard.append((dice, sums))
    return codes, candidates, heard, truth


@pytest.mark.parametrize("seed", range(60))
def test_counting_is_the_same_as_trying_every_code(seed: int) -> None:
    rng = Random(seed)
    codes, candidates, heard, truth = puzzle(rng, rng.randint(0, 9))
    fit = [code for code in product(*candidates) if all(sum(code[d] for d in dice) in sums for dice, sums in heard)]
    assert truth in fit
    assert codes.count() == len(fit)
    for stone in range(6):
        for number in range(NUMBERS):
            assert codes.tally[stone * NUMBERS + number] == sum(code[stone] == number for code in fit)
    assert codes.list_all(20_000) == len(fit)
    listed = {tuple(codes.listed[i] >> 4 * stone & 15 for stone in range(6)) for i in range(len(fit))}
    assert listed == set(fit)
    assert codes.possible()


def test_a_row_that_no_code_fits_leaves_nothing() -> None:
    codes = Codes(2)
    codes.candidates[0] = codes.candidates[1] = bits({0, 1})
    row = codes.row(bits({5}))
    codes.counts(row, 0, 2)
    codes.counts(row, 1, 1)
    assert not codes.possible()
    assert codes.count() == 0
    assert [codes.tally[i] for i in range(2 * NUMBERS)] == [0] * (2 * NUMBERS)
    assert codes.list_all(4) == 0


def test_a_stone_that_shows_twice_counts_twice() -> None:
    """Jim's purple counts double: 2p + y is 1 to 5, with p in 0 2 5 6 7 and y in 1 2 4 5 7."""
    codes = Codes(2)
    codes.candidates[0], codes.candidates[1] = bits({0, 2, 5, 6, 7}), bits({1, 2, 4, 5, 7})
    row = codes.row(bits({1, 2, 3, 4, 5}))
    codes.counts(row, 0, 2)
    codes.counts(row, 1, 1)
    assert codes.count() == 5  # (0,1) (0,2) (0,4) (0,5) (2,1)
    assert [codes.tally[number] for number in range(8)] == [4, 0, 1, 0, 0, 0, 0, 0]
