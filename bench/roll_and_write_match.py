"""Bots of Roll & Write against each other in duplicate pairs, and their mean scores, with 95 % intervals.

    python bench/roll_and_write_match.py [--pairs 1000] [--seats 2 3] [--match steady random] [--means 500]

A pair is two tables with equal dice (die k of turn t is the same at both) and the seats exchanged; whoever has more
points over both tables wins it. With more than two players the two bots take alternate seats.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, stdev

from tepui.bots.contract import choose
from tepui.core.dealer import Dealer
from tepui.core.find import bot, game
from tepui.core.table import Table

NAME = "roll-and-write"


def play(names: tuple[str, ...], seed: str) -> tuple[list[int], float]:
    """One table; the scores, and the longest decision in milliseconds of CPU."""
    rules = game(NAME)
    bots = [bot(NAME, name) for name in names]
    rng = Random(seed)
    table = Table(rules, rules.setting(len(names)), Dealer(seed).choose)
    for one, view in zip(bots, map(table.look, range(len(names))), strict=True):
        one.rank(view, 1.0, rng)  # whatever is read from disk is read now
    longest = 0.0
    while not table.over:
        seat = table.to_act[0]
        began = time.process_time()
        index = choose(bots[seat], table.look(seat), 1.0, rng)
        longest = max(longest, time.process_time() - began)
        assert index is not None
        table.pick(seat, index)
    return table.scores(), 1000 * longest


def pair(one: str, other: str, seats: int, number: int) -> tuple[float, float, float]:
    """The mean points of both at two tables with equal dice, and the longest decision."""
    points: dict[str, list[int]] = {one: [], other: []}
    longest = 0.0
    for turned in (0, 1):
        names = tuple((one, other)[(seat + turned) % 2] for seat in range(seats))
        scores, slow = play(names, f"pair {number}")
        longest = max(longest, slow)
        for name, score in zip(names, scores, strict=True):
            points[name].append(score)
    return mean(points[one]), mean(points[other]), longest


def wilson(won: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, p = 1.96, won / n
    middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def match(pool: ProcessPoolExecutor, one: str, other: str, seats: int, pairs: int) -> None:
    results = list(pool.map(partial(pair, one, other, seats), range(pairs), chunksize=8))
    won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b, _ in results)
    low, high = wilson(won, pairs)
    gap = [a - b for a, b, _ in results]
    margin = 1.96 * stdev(gap) / sqrt(pairs)
    print(
        f"{one} against {other}, {seats} players, {pairs} pairs: wins {won / pairs:.1%} ({low:.1%} to {high:.1%}), "
        f"{mean(gap):+.1f} ± {margin:.1f} points; slowest decision {max(slow for _, _, slow in results):.1f} ms",
        flush=True,
    )


def means(pool: ProcessPoolExecutor, name: str, seats: int, games: int) -> None:
    results = list(pool.map(partial(play, (name,) * seats), [f"mean {k}" for k in range(games)], chunksize=8))
    averages = [mean(scores) for scores, _ in results]
    margin = 1.96 * stdev(averages) / sqrt(games)
    slow = max(slow for _, slow in results)
    print(
        f"{name}, {seats} players, {games} games: {mean(averages):.1f} ± {margin:.1f}; slowest {slow:.1f} ms",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--means", type=int, default=100)
    parser.add_argument("--seats", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    parser.add_argument("--match", nargs=2, action="append", default=[])
    asked = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        if asked.means:
            for name in ("random", "steady", "learned"):
                for seats in asked.seats:
                    means(pool, name, seats, asked.means)
        if asked.pairs:
            for one, other in asked.match or [("steady", "random"), ("learned", "steady")]:
                for seats in [n for n in asked.seats if n > 1]:
                    match(pool, one, other, seats, asked.pairs)


if __name__ == "__main__":
    main()
