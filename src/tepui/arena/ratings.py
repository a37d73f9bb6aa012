"""How strong bots are on one scale: Bradley-Terry over all games at once, and openskill game by game.

On the scale of chess: 400 points more win ten games of eleven. Intervals of Bradley-Terry come from drawing the pairs
of every match again (a pair stays whole, because its games belong together); openskill brings its own.
"""

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any

import msgspec
import numpy as np

from tepui.arena.pairs import Match, Pair
from tepui.arena.records import Line
from tepui.arena.results import Z, alone, shares_of, winning
from tepui.core.refusal import Refusal

ANCHOR = "regular", 1500.0  # this bot has this rating; without it the mean has
ELO = 400 / log(10)
DRAWS = 200  # of the bootstrap
ALPHA = 0.1  # how much it costs to be far from the others: who won all has a rating too
LONGEST, NEAR = 1.0, 1e-9  # of Newton's steps


class NoRatings(Refusal):
    """Ratings need a package more: install it."""


class Rating(msgspec.Struct, frozen=True):
    bot: str
    games: int
    rating: float  # Bradley-Terry
    low: float
    high: float
    skill: float  # openskill's mean, and half of its 95 % interval
    margin: float


def rate(lines: Sequence[Line]) -> list[Rating]:
    """Every bot of these matches of two, the strongest first."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise NoRatings("a ladder needs openskill. Install it with `pip install 'tepui[arena]'`") from None
    if not lines:
        return []
    names = sorted({bot for line in lines for bot in line.match.bots})
    places = {name: at for at, name in enumerate(names)}
    matches = [
        ([places[bot] for bot in line.match.bots], [shares(line.match, pair) for pair in line.played()])
        for line in lines
    ]
    middle = bradley_terry(names, matches)
    rng = Random(0)
    draws = (
        bradley_terry(names, [(bots, rng.choices(pairs, k=len(pairs))) for bots, pairs in matches])
        for _ in range(DRAWS)
    )
    drawn = [sorted(column) for column in zip(*draws, strict=True)]
    skills = one_by_one(PlackettLuce(), names, matches)
    low, high = DRAWS * 25 // 1000, DRAWS * 975 // 1000
    played = [sum(len(pair) for bots, pairs in matches if at in bots for pair in pairs) for at in range(len(names))]
    found = [
        Rating(name, played[at], middle[at], drawn[at][low], drawn[at][high], skills[at].mu, Z * skills[at].sigma)
        for at, name in enumerate(names)
    ]
    return sorted(found, key=lambda rating: -rating.rating)


Shares = list[float]  # by game of a pair: the first bot's part of the win
Matches = list[tuple[list[int], list[Shares]]]


def shares(match: Match, pair: Pair) -> Shares:
    """Where nobody plays against another the whole pair is one comparison: who did better with the same chance."""
    if all(alone(game) for game in pair.games):
        return [shares_of(match, pair)[0]]
    return [winning(game, 0) for game in pair.games]


def bradley_terry(names: Sequence[str], matches: Matches) -> list[float]:
    """Ratings on the scale of chess: those under which what happened is likeliest, found by Newton's method."""
    n = len(names)
    won = np.zeros((n, n))
    for (one, other), pairs in matches:
        total = sum(len(pair) for pair in pairs)
        mine = sum(sum(pair) for pair in pairs)
        won[one, other] += mine
        won[other, one] += total - mine
    games, found, step = won + won.T, np.zeros(n), np.ones(n)
    while abs(step).max() > NEAR:
        wins = 1 / (1 + np.exp(found - found[:, None]))  # how likely each row beats each column
        bend, pull = games * wins * (1 - wins), ALPHA * n * np.exp(found)
        slope = (won - games * wins).sum(1) + ALPHA * n - pull
        step = np.linalg.solve(np.diag(bend.sum(1) + pull) - bend, slope)
        found += np.clip(step, -LONGEST, LONGEST)
    found *= ELO
    name, rating = ANCHOR
    level = found[names.index(name)] if name in names else found.mean()
    return [float(value - level + rating) for value in found]


def one_by_one(model: Any, names: Sequence[str], matches: Matches) -> list[Any]:
    """openskill's ratings after all games, in an order that does not favour a match."""
    games = [(bots, share) for bots, pairs in matches for pair in pairs for share in pair]
    Random(0).shuffle(games)
    ratings = [model.rating(name=name) for name in names]
    for (one, other), share in games:
        ranks = [1.0, 1.0] if share == 0.5 else [2.0 - share, 1.0 + share]
        [[ratings[one]], [ratings[other]]] = model.rate([[ratings[one]], [ratings[other]]], ranks=ranks)
    return ratings
