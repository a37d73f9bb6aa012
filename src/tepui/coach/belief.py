"""What a seat can know, exactly, from its own view alone.

A *world* is whatever a game's belief counts: the stones behind your own screen, the cards on the stands. `BruteForce`
knows no game: its worlds are whole positions, found by replaying everything that could have happened. It is slow and
surely right, the reference for every clever belief on positions small enough.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from tepui.core.position import TABLE, TABLE_BIT, Position, legal_codes, odds_of, packed
from tepui.core.view import View


class TooManyWorlds(Exception):
    """This position is not small."""


class BruteForce:
    """Every position that looks to these eyes exactly like what they saw, by search over chance and secret choices."""

    def __init__(self, view: View, limit: int = 100_000) -> None:
        start = view.game.start(view.setting)
        self.found: dict[tuple[int, ...], tuple[Position, float]] = {packed(start): (start, 1.0)}
        for by, sight in view.moves:
            self.found = after(self.found, by, sight, view.eye, limit)
        total = math.fsum(weight for _, weight in self.found.values())
        self.found = {key: (position, weight / total) for key, (position, weight) in self.found.items()}

    def worlds(self) -> int:
        """How many different ones were found."""
        return len(self.found)

    def world(self, truth: Position) -> Hashable:
        """A position as its packed fields."""
        return packed(truth)

    def likelihood(self, world: Any) -> float:
        """How likely this world is; 0 if it was not found."""
        return self.found[world][1] if world in self.found else 0.0

    def sample(self, rng: Random) -> tuple[int, ...]:
        """One of them, as likely as it is."""
        return rng.choices(list(self.found), [weight for _, weight in self.found.values()])[0]

    def marginals(self) -> list[list[float]]:
        """By field of `pack`, by value (those that occur, in order): for a game that has no belief of its own."""
        fields = list(zip(*((key, weight) for key, (_, weight) in self.found.items()), strict=True))
        keys, weights = fields[0], fields[1]
        found = []
        for at in range(min(map(len, keys))):
            likely: dict[int, float] = {}
            for key, weight in zip(keys, weights, strict=True):
                likely[key[at]] = likely.get(key[at], 0.0) + weight
            found.append([likely[value] for value in sorted(likely)])
        return found

    def things(self) -> list[str]:
        """The packed fields, by number: brute force knows no better words."""
        return [f"packed field {at}" for at in range(min(map(len, self.found)))]

    def values(self) -> list[str]:
        """Each field has its own: `marginals` names those that occur, in order."""
        return []

    def grouped(self, name: Callable[[Position], Hashable]) -> Counter[Hashable]:
        """How likely each answer is to a question that every position can answer."""
        likely: Counter[Hashable] = Counter()
        for position, weight in self.found.values():
            likely[name(position)] += weight  # type: ignore[assignment]  # a Counter of floats
        return likely


class Sampled(BruteForce):
    """The same where there are too many worlds to list: whole pasts are drawn at random, and those that do not look
    like what was seen are dropped on the way (a particle filter: pasts that are left take the places of the dropped).

    Likelihoods are then shares of `size` pasts, with an error of about 1 / sqrt(size); a world that none of them met
    has 0. If nothing is left it begins again with four times as many, twice; then it raises TooManyWorlds.
    """

    def __init__(self, view: View, rng: Random, size: int = 1000) -> None:
        for times in (1, 4, 16):
            pasts = drawn_pasts(view, rng, times * size)
            if pasts:
                break
        else:
            raise TooManyWorlds(f"none of {16 * size} pasts looks like what was seen")
        self.pasts = pasts
        total = math.fsum(weight for _, _, weight in pasts)
        self.found = {}
        for position, _, weight in pasts:
            key = packed(position)
            before = self.found[key][1] if key in self.found else 0.0
            self.found[key] = position, before + weight / total

    def past(self, rng: Random) -> list[tuple[int, int]]:
        """One of the pasts, open, as likely as it is."""
        return rng.choices(self.pasts, [weight for _, _, weight in self.pasts])[0][1]


Past = tuple[Position, list[tuple[int, int]], float]  # where it led, its moves, how likely it was


def drawn_pasts(view: View, rng: Random, size: int) -> list[Past]:
    """So many whole games that look to these eyes like what they saw, drawn again where too few are left."""
    pasts: list[Past] = [(view.game.start(view.setting), [], 1.0) for _ in range(size)]
    for by, sight in view.moves:
        found: list[Past] = []
        for position, moves, weight in pasts:
            step = some_move(position, by, sight, view.eye, rng)
            if step is not None:
                position.apply(by, step[0])
                moves.append((by, step[0]))
                found.append((position, moves, weight * step[1]))
        if not found:
            return []
        pasts = found
        if len(found) < size // 2:
            weights = [weight for _, _, weight in found]
            chosen = rng.choices(found, weights, k=size)
            pasts = [(position.clone(), moves[:], 1.0) for position, moves, _ in chosen]
    return pasts


def outcomes(position: Position, by: int, sight: int, eye: int) -> dict[int, float]:
    """The moves that look so to these eyes, each with how likely it was; what players choose carries no weight."""
    if (by == TABLE) != bool(position.to_act() & TABLE_BIT):
        return {}
    codes, odds = odds_of(position) if by == TABLE else (legal_codes(position, by), [])
    total = sum(odds)
    shares = [weight / total for weight in odds] if odds else [1.0] * len(codes)
    return {code: share for code, share in zip(codes, shares, strict=True) if position.seen(code, by, eye) == sight}


def some_move(position: Position, by: int, sight: int, eye: int, rng: Random) -> tuple[int, float] | None:
    """A move that looks so to these eyes, and how likely it was that one does; None if none does."""
    found = outcomes(position, by, sight, eye)
    if not found:
        return None
    return rng.choices(list(found), list(found.values()))[0], math.fsum(found.values()) if by == TABLE else 1.0


def after(
    worlds: dict[tuple[int, ...], tuple[Position, float]], by: int, sight: int, eye: int, limit: int
) -> dict[tuple[int, ...], tuple[Position, float]]:
    """The worlds that could have shown these eyes this move, one move on."""
    found: dict[tuple[int, ...], tuple[Position, float]] = {}
    for position, weight in worlds.values():
        for code, share in outcomes(position, by, sight, eye).items():
            child = position.clone()
            child.apply(by, code)
            key = packed(child)
            before = found[key][1] if key in found else 0.0
            found[key] = child, before + weight * share
        if len(found) > limit:
            raise TooManyWorlds(f"more than {limit} worlds")
    return found
