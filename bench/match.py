"""Two bots against each other in duplicate pairs: the same seed twice, seats exchanged, so luck weighs both alike.

    python bench/match.py lost-code keen steady --seats 3 --pairs 200

With more than two seats the two bots sit alternately. A pair is won by the bot whose seats made more points on average
over both tables; equal means are half a pair for each.
Intervals are 95 %: Wilson's for the share, normal for the points.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random

from tepui.core import find
from tepui.core.bots import choose
from tepui.core.dealer import Dealer
from tepui.core.table import Table

Points = tuple[float, float]


def play(name: str, bots: list[str], seed: str) -> list[int]:
    """One game; the scores by seat."""
    game = find.game(name)
    table = Table(game, game.setting(len(bots)), Dealer(seed).choose)
    seated = [find.bot(name, bot) for bot in bots]
    rng = Random(seed)
    while not table.over:
        seat = table.to_act[0]
        pick = choose(seated[seat], table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
    return table.scores()


def pair(job: tuple[str, str, str, int, int]) -> Points:
    """Mean points of each bot over the two tables of one pair."""
    name, one, other, seats, number = job
    mine: list[int] = []
    theirs: list[int] = []
    for turn in (0, 1):
        bots = [one if seat % 2 == turn else other for seat in range(seats)]
        for bot, score in zip(bots, play(name, bots, f"pair {number}"), strict=True):
            (mine if bot == one else theirs).append(score)
    return sum(mine) / len(mine), sum(theirs) / len(theirs)


def share(wins: float, n: int) -> str:
    """A share with Wilson's interval."""
    z, p = 1.96, wins / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{p:.1%} ({middle - half:.1%} to {middle + half:.1%})"


def mean(points: list[float]) -> str:
    middle = sum(points) / len(points)
    spread = sqrt(sum((x - middle) ** 2 for x in points) / max(1, len(points) - 1))
    return f"{middle:.2f} ± {1.96 * spread / sqrt(len(points)):.2f}"


def match(name: str, one: str, other: str, seats: int, pairs: int, workers: int | None = None) -> str:
    jobs = [(name, one, other, seats, number) for number in range(pairs)]
    with ProcessPoolExecutor(workers) as pool:
        results = list(pool.map(pair, jobs, chunksize=1))
    wins = sum(mine > theirs for mine, theirs in results) + sum(mine == theirs for mine, theirs in results) / 2
    ours, others = [mine for mine, _ in results], [theirs for _, theirs in results]
    return (
        f"{name}, {seats} seats: {one} beats {other} in {share(wins, pairs)} of {pairs} duplicate pairs; "
        f"points {mean(ours)} against {mean(others)}"
    )


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="two bots in duplicate pairs")
    parser.add_argument("game", nargs="?", default="lost-code")
    parser.add_argument("one", nargs="?", default="keen")
    parser.add_argument("other", nargs="?", default="steady")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--workers", type=int, help="processes at a time (otherwise one per core)")
    asked = parser.parse_args(words)
    for seats in asked.seats:
        print(match(asked.game, asked.one, asked.other, seats, asked.pairs, asked.workers), flush=True)


if __name__ == "__main__":
    main()
