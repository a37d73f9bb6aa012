"""Closed stands with their candidates and failed claims: how many worlds, how often each card, which claim is best.

Without failed claims that is one count (`ways`). A failed claim says how many of the players who checked it were wrong:
each of them either has exactly the numbers of one of the claims, or of none. "None" is everything minus each of them,
so the count is a sum, with signs, of counts in which some players have the numbers of some claim.
"""

import heapq
from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tepui.games.kryptx.belief.facts import Failed
from tepui.games.kryptx.belief.ways import Ways
from tepui.games.kryptx.cards import CARDS, NUMBERS, number_set

Numbers = tuple[tuple[int, int], ...]  # (stand, number), of one player
NONE: Numbers = ()  # the numbers of no claim


class Worlds:
    def __init__(self, candidates: dict[int, int], failed: Sequence[Failed] = ()) -> None:
        self.stands = list(candidates)
        self.candidates = candidates
        self.failed = failed
        self.shares = vec[i64]([0] * (len(self.stands) * CARDS))
        self.worlds = 0
        for sign, numbers in signed_terms(candidates, failed):
            self.worlds += sign * ways_with(candidates, numbers).share(sign, self.shares)

    def cards(self, stand: int) -> list[int]:
        """By card: in how many worlds it is on this stand."""
        at = self.stands.index(stand) * CARDS
        return [self.shares[at + card] for card in range(CARDS)]

    def fits_claims(self, said: dict[int, int]) -> bool:
        """Could these numbers be true, as far as failed claims tell?"""
        for failed in self.failed:
            reds = sum(any(said[stand] != number for stand, number in numbers) for _, numbers in failed.parts)
            if reds != failed.reds:
                return False
        return True

    def best_claim(self) -> tuple[int, dict[int, int]]:
        """The numbers that are right in most worlds, and in how many.

        The best of all number vectors, as long as a failed claim excludes it the next: what is left is cut into the
        part that differs from it first at the first stand, at the second, ...
        """
        ways = ways_with(self.candidates)
        every = (1 << NUMBERS) - 1
        first = self.found(ways, [every] * len(self.stands))
        waiting: list[tuple[int, list[int], list[int]]] = [first]
        while waiting:
            minus, numbers, allowed = heapq.heappop(waiting)
            if minus == 0:
                break
            said = dict(zip(self.stands, numbers, strict=True))
            if not self.failed or self.fits_claims(said):
                return -minus, said
            for at, number in enumerate(numbers):
                others = allowed[at] & ~(1 << number)
                if others:
                    rest = [*(1 << named for named in numbers[:at]), others, *allowed[at + 1 :]]
                    heapq.heappush(waiting, self.found(ways, rest))
        return 0, {}

    def found(self, ways: Ways, allowed: list[int]) -> tuple[int, list[int], list[int]]:
        out = vec[i64]([0] * max(1, len(self.stands)))
        count = ways.best(vec[i64](allowed), out)
        return -count, [out[at] for at in range(len(self.stands))], allowed


class Alone(Worlds):
    """The same to someone who reads each stand by itself: two may hold one card, and failed claims tell nothing."""

    def __init__(self, candidates: dict[int, int]) -> None:
        self.stands, self.candidates, self.failed = list(candidates), candidates, ()
        self.worlds = prod(cards.bit_count() for cards in candidates.values())

    def cards(self, stand: int) -> list[int]:
        cards = self.candidates[stand]
        return [self.worlds // cards.bit_count() if cards >> card & 1 else 0 for card in range(CARDS)]

    def best_claim(self) -> tuple[int, dict[int, int]]:
        count, said = self.worlds, {}
        for stand, cards in self.candidates.items():
            right = [int(cards & number_set(number)).bit_count() for number in range(NUMBERS)]
            said[stand] = right.index(max(right))
            count = count // cards.bit_count() * max(right)
        return count, said


def how_many(candidates: dict[int, int], failed: Sequence[Failed] = ()) -> int:
    """The number of worlds alone."""
    return sum(sign * ways_with(candidates, numbers).count() for sign, numbers in signed_terms(candidates, failed))


def ways_with(candidates: dict[int, int], numbers: Numbers = NONE) -> Ways:
    """The stands with their candidates; those of `numbers` only with cards of that number."""
    ways = Ways(len(candidates))
    named = dict(numbers)
    for at, (stand, cards) in enumerate(candidates.items()):
        ways.candidates[at] = cards & number_set(named[stand]) if stand in named else cards
    return ways


def signed_terms(candidates: dict[int, int], failed: Sequence[Failed]) -> list[tuple[int, Numbers]]:
    """Counts to be added and subtracted: a sign (or a multiple), and the numbers that some players have for sure."""
    if not failed:
        return [(1, NONE)]
    players: dict[int, list[Numbers]] = {}
    for claim in failed:
        for seat, numbers in claim.parts:
            players.setdefault(seat, [NONE])
            possible = all(candidates[stand] & number_set(number) for stand, number in numbers)
            if possible and numbers not in players[seat]:
                players[seat].append(numbers)
    seats = list(players)
    true: dict[tuple[Any, ...], bool] = {}
    for state in product(*players.values()):
        has = dict(zip(seats, state, strict=True))
        true[state] = all(sum(has[seat] != numbers for seat, numbers in claim.parts) == claim.reds for claim in failed)
    terms = []
    for state in true:
        named = [at for at, numbers in enumerate(state) if numbers]
        sign = 0
        for some in product((False, True), repeat=len(named)):
            changed = list(state)
            for at, none in zip(named, some, strict=True):
                if none:
                    changed[at] = NONE
            sign += (-1) ** sum(some) * true[tuple(changed)]
        if sign:
            terms.append((sign, tuple(pair for numbers in state for pair in numbers)))
    return terms
