"""What a seat can know, exactly, from its own view alone.

A *world* is whatever a game's belief counts: the stones behind your own screen, the cards on the stands. `BruteForce`
knows no game: its worlds are whole positions, found by replaying everything that could have happened. It is slow and
surely right, the reference for every clever belief on positions small enough.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from tepui.core.position import TABLE, TABLE_BIT, Position
from tepui.core.view import View, legal_codes, odds_of, packed


class TooManyWorlds(Exception):
    """This position is not small."""


class BruteForce:
    """Every position that looks to these eyes exactly like what they saw, by search over chance and secret choices."""

    def __init__(self, view: View, limit: int = 100_000) -> None:
        start = view.game.start(view.setting)
        self.found: dict[tuple[int, ...], tuple[Position, float]] = {packed(start): (start, 1.0)}
        for by, told in view.moves:
            self.found = after(self.found, by, told, view.eye, limit)
        total = math.fsum(weight for _, weight in self.found.values())
        self.found = {key: (position, weight / total) for key, (position, weight) in self.found.items()}

    def worlds(self) -> int:
        return len(self.found)

    def world(self, truth: Position) -> Hashable:
        return packed(truth)

    def likelihood(self, world: Any) -> float:
        return self.found[world][1] if world in self.found else 0.0

    def sample(self, rng: Random) -> tuple[int, ...]:
        return rng.choices(list(self.found), [weight for _, weight in self.found.values()])[0]

    def position(self, world: tuple[int, ...]) -> Position:
        """A world as a position of its own, to look at or to play on in."""
        return self.found[world][0].clone()

    def chance(self, event: Callable[[Position], bool]) -> float:
        """How likely something is that can be asked of a position."""
        return math.fsum(weight for position, weight in self.found.values() if event(position))

    def entropy(self) -> float:
        """What is not known, in bits."""
        return -math.fsum(weight * math.log2(weight) for _, weight in self.found.values())

    def grouped(self, name: Callable[[Position], Hashable]) -> Counter[Hashable]:
        """How likely each answer is to a question that every position can answer."""
        likely: Counter[Hashable] = Counter()
        for position, weight in self.found.values():
            likely[name(position)] += weight  # type: ignore[assignment]  # a Counter of floats
        return likely


def after(
    worlds: dict[tuple[int, ...], tuple[Position, float]], by: int, told: int, eye: int, limit: int
) -> dict[tuple[int, ...], tuple[Position, float]]:
    """The worlds that could have shown these eyes this move, one move on."""
    found: dict[tuple[int, ...], tuple[Position, float]] = {}
    for position, weight in worlds.values():
        if by == TABLE and not position.to_act() & TABLE_BIT:
            continue
        codes = legal_codes(position, by) if by != TABLE else []
        shares = [1.0] * len(codes)
        if by == TABLE:
            codes, odds = odds_of(position)
            shares = [share / sum(odds) for share in odds]
        for code, share in zip(codes, shares, strict=True):
            if position.seen(code, by, eye) != told:
                continue
            child = position.clone()
            child.apply(by, code)
            key = packed(child)
            before = found[key][1] if key in found else 0.0
            found[key] = child, before + weight * share
        if len(found) > limit:
            raise TooManyWorlds(f"more than {limit} worlds")
    return found
