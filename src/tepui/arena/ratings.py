"""How strong bots are on one scale: Bradley-Terry over all games at once.

On the scale of chess: 400 points more win ten games of eleven. Intervals come from drawing the pairs of every match
again (a pair stays whole, because its games belong together).
"""

from collections.abc import Sequence
from math import log
from random import Random

import msgspec
import numpy as np

from tepui.arena.pairs import Match, Pair
from tepui.arena.records import Line
from tepui.arena.results import alone, shares_of, winning

ANCHOR = "regular", 1500.0  # this bot has this rating; without it the mean has
ELO = 400 / log(10)
DRAWS = 200  # of the bootstrap
ALPHA = 0.1  # games that everyone is thought to have won and lost: who won all has a rating too
LONGEST, NEAR = 1.0, 1e-9  # of Newton's steps


class Rating(msgspec.Struct, frozen=True):
    bot: str
    games: int
    rating: float
    low: float
    high: float


def rate(lines: Sequence[Line]) -> list[Rating]:
    """Every bot of these matches of two, the strongest first."""
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
    low, high = DRAWS * 25 // 1000, DRAWS * 975 // 1000
    played = [sum(len(pair) for bots, pairs in matches if at in bots for pair in pairs) for at in range(len(names))]
    found = [Rating(name, played[at], middle[at], drawn[at][low], drawn[at][high]) for at, name in enumerate(names)]
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
    won = np.full((len(names), len(names)), ALPHA)
    np.fill_diagonal(won, 0.0)
    for (one, other), pairs in matches:
        total = sum(len(pair) for pair in pairs)
        mine = sum(sum(pair) for pair in pairs)
        won[one, other] += mine
        won[other, one] += total - mine
    games, found, step = won + won.T, np.zeros(len(names)), np.ones(len(names))
    while abs(step).max() > NEAR:
        wins = 1 / (1 + np.exp(found - found[:, None]))  # how likely each row beats each column
        bend = games * wins * (1 - wins)
        # only differences count, so the sum is held where it is
        step = np.linalg.solve(np.diag(bend.sum(1)) - bend + 1, (won - games * wins).sum(1))
        found += np.clip(step, -LONGEST, LONGEST)
    found *= ELO
    name, rating = ANCHOR
    level = found[names.index(name)] if name in names else found.mean()
    return [float(value - level + rating) for value in found]
