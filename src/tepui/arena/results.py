"""What a match says about its bots: shares, points, 95 % intervals, and how much luck the duplication removed."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance

import msgspec

from tepui.arena.pairs import Match, Pair, Played
from tepui.core.game import Value

Z = 1.959964  # 95 % of a normal distribution lie within this
Interval = tuple[float, float]


class Failure(msgspec.Struct, frozen=True):
    """How often a bot lost a game by failing, and what it did first."""

    bot: str
    games: int
    why: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A match in figures; lists are in the order of `bots`."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: dict[str, Value]
    seed: str
    pairs: int
    share: list[float]  # of pairs won; ties are divided
    interval: list[Interval]
    scores: list[float]  # mean points a game
    spread: list[float]  # half of their 95 % interval
    difference: list[float]  # mean points above the others at the table
    margin: list[float]  # half of its 95 % interval
    games: int
    won: list[float]  # share of single games
    luck_removed: float | None  # of the spread of the differences; None: nothing differed
    failed: list[Failure]
    slowest: list[float]  # seconds


def result(match: Match, pairs: Sequence[Pair]) -> Result:
    each = range(len(match.bots))
    games = [game for pair in pairs for game in pair.games]
    whole = [game for game in games if game.failed is None]
    shares = [shares_of(match, pair) for pair in pairs]
    gaps = [[gap(game, bot) for game in whole if sits(game, bot)] for bot in each]
    pair_gaps = [[mean_gap(pair, bot) for pair in pairs if counts(pair)] for bot in each]
    share = [fmean(found[bot] for found in shares) for bot in each]
    points = [[points_of(game, bot) for game in whole if sits(game, bot)] for bot in each]
    return Result(
        game=match.game,
        bots=match.bots,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        pairs=len(pairs),
        share=share,
        interval=[wilson(sum(found[bot] for found in shares), len(shares)) for bot in each],
        scores=[fmean(found) if found else 0.0 for found in points],
        spread=[half_width(found) for found in points],
        difference=[fmean(found) if found else 0.0 for found in pair_gaps],
        margin=[half_width(found) for found in pair_gaps],
        games=len(games),
        # alone, or all together, nobody loses to another; there the same dice decide
        won=share
        if all(alone(game) for game in games)
        else [fmean(winning(game, bot) for game in games if sits(game, bot)) for bot in each],
        luck_removed=luck_removed(gaps, pair_gaps, len(match.lineups())),
        failed=[failure for bot in each if (failure := failures(match, games, bot))],
        slowest=[max((game.slowest[bot] for game in games), default=0.0) for bot in each],
    )


# ---- one pair ----


def shares_of(match: Match, pair: Pair) -> list[float]:
    """Who won it: the fewest failures, then the most points a game; equal ones divide it."""
    each = range(len(match.bots))
    keys = [(-sum(game.failed == bot for game in pair.games), round(mean_points(pair, bot), 9)) for bot in each]
    best = max(keys)
    return [float(key == best) / keys.count(best) for key in keys]


def mean_points(pair: Pair, bot: int) -> float:
    """Over the games of the pair in which nobody failed."""
    found = [points_of(game, bot) for game in pair.games if game.failed is None and sits(game, bot)]
    return fmean(found) if found else 0.0


def counts(pair: Pair) -> bool:
    return all(game.failed is None for game in pair.games)


def mean_gap(pair: Pair, bot: int) -> float:
    """Points above the others; where each plays alone, above those who played the same pair."""
    if not alone(pair.games[0]):
        return fmean(gap(game, bot) for game in pair.games if sits(game, bot))
    others = [mean_points(pair, other) for other in range(len(pair.games)) if other != bot]
    return mean_points(pair, bot) - fmean(others)


# ---- one game ----


def alone(game: Played) -> bool:
    """Does one bot have all seats? A game for one, or one that all play together."""
    return len(set(game.lineup)) == 1


def sits(game: Played, bot: int) -> bool:
    return bot in game.lineup


def points_of(game: Played, bot: int) -> float:
    return fmean(score for who, score in zip(game.lineup, game.scores, strict=True) if who == bot)


def gap(game: Played, bot: int) -> float:
    """Points above the others at this table."""
    others = [score for who, score in zip(game.lineup, game.scores, strict=True) if who != bot]
    return points_of(game, bot) - (fmean(others) if others else 0.0)


def winning(game: Played, bot: int) -> float:
    """Its part of the first place; who failed has lost to all others."""
    if game.failed is not None:
        rest = [who for who in game.lineup if who != game.failed]
        return rest.count(bot) / len(rest) if rest else 0.0
    first = [who for who, place in zip(game.lineup, game.places, strict=True) if place == min(game.places)]
    return first.count(bot) / len(first)


def failures(match: Match, games: Sequence[Played], bot: int) -> Failure | None:
    found = [game.why for game in games if game.failed == bot]
    return Failure(match.bots[bot], len(found), found[0]) if found else None


# ---- statistics ----


def wilson(won: float, n: int) -> Interval:
    """The 95 % interval of a share; it holds for all or nothing too."""
    if n == 0:
        return 0.0, 1.0
    p = won / n
    middle, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return (middle - spread) / (1 + Z * Z / n), (middle + spread) / (1 + Z * Z / n)


def half_width(found: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean, by Student's distribution."""
    n = len(found)
    return student(n - 1) * sqrt(variance(found) / n) if n > 1 else 0.0


def student(degrees: int) -> float:
    """97.5 % of Student's t, by Fisher's expansion: right to 1 % from three degrees on."""
    z, d = Z, float(max(degrees, 3))
    return z + (z**3 + z) / (4 * d) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * d * d)


def luck_removed(gaps: Sequence[Sequence[float]], pair_gaps: Sequence[Sequence[float]], games: int) -> float | None:
    """1 - (variance of a pair's mean) / (the same if its games had nothing to do with each other)."""
    apart = sum(variance(found) / games for found in gaps if len(found) > 1)
    together = sum(variance(found) for found in pair_gaps if len(found) > 1)
    return 1 - together / apart if apart > 0 else None
