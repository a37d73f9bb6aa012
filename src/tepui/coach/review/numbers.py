"""A game in two numbers from 0 to 99: how it was played, and how lucky it was.

Play, in points: the result without luck, 80 being what an expert expects. In per cent, where a result is a win or none:
what decisions cost, 99 being nothing and each loss of the whole start halving it. `bench/two_numbers.py` compares
these with other definitions. Luck: of a hundred games so many are less lucky.
"""

from __future__ import annotations

from statistics import NormalDist

import msgspec

from tepui.coach.review import SeatReview, luck_of

MOST, EXPECTED = 99, 80


class Scale(msgspec.Struct, frozen=True):
    """A game's `SCALE`, measured: the spread of luck as a share of the start, and an expert's play in most games."""

    luck: float
    expert: tuple[int, int]


def play_number(one: SeatReview) -> int:
    if one.unit == "points":
        found = EXPECTED * (one.result - luck_of(one)) / one.start
    else:
        found = MOST * 2 ** (-one.decisions / one.start)
    return max(0, min(MOST, round(found)))


def luck_number(one: SeatReview, scale: Scale) -> int:
    return min(MOST, int(100 * NormalDist().cdf(luck_of(one) / (scale.luck * one.start))))
