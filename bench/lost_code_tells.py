"""What others' guesses give away in The Lost Code (two players): bits by round, and what keen makes of them.

    python bench/lost_code_tells.py --games 60

First a table of steady players: how many bits of seat 0's code are unknown when it chooses a wheel (and at the end),
counted and with the tells; the weight of the true code, and what it should be on average if the weights are honest.
Then keen against steady in duplicate pairs: mean points by round, and of the final guesses.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import mean

import numpy as np

from tepui.bots.contract import choose
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.games.lost_code import codes
from tepui.games.lost_code.bots.steady import Keen
from tepui.games.lost_code.rules import LostCode


def decisions(bots: list[str], seed: str) -> Iterator[Table]:
    """One game, before each decision, and when it is over."""
    game = find.game("lost-code")
    table = Table(game, game.setting(len(bots)), Dealer(seed).choose)
    seated = [find.bot("lost-code", bot) for bot in bots]
    rng = Random(seed)
    while not table.over:
        yield table
        seat = table.to_act[0]
        pick = choose(seated[seat], table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
    yield table


def moment(table: Table) -> int:
    """The round; one more when final guesses are written."""
    position = table.truth
    assert isinstance(position, LostCode)
    return int(position.round) + int(position.phase >= codes.WRITING)


def bits(games: int) -> None:
    found: dict[int, list[tuple[float, ...]]] = defaultdict(list)
    for number in range(games):
        keen, before = Keen(), 0
        for table in decisions(["steady", "steady"], f"bits {number}"):
            choosing = not table.over and table.truth.phase in (codes.GUESSING, codes.WRITING)  # type: ignore[attr-defined]
            if choosing and table.to_act[0] == 0 and moment(table) != before:
                before = moment(table)
                expect = keen.expect(table.view(0))
                shares = np.array(list(expect.tables.weights)) / expect.n
                stones = [int(table.truth.stone(0, colour)) for colour in range(expect.colours)]  # type: ignore[attr-defined]
                truth = sum(number << 4 * colour for colour, number in enumerate(stones))
                likely = shares[shares > 0]
                true = float(shares[[code == truth for code in expect.tables.codes]].sum())
                counted = float(np.log2(len(shares)))
                told = float(-(likely * np.log2(likely)).sum())
                found[before].append((counted, told, true, float((shares**2).sum())))
    for when, rows in sorted(found.items()):
        counted, told, true, due = (mean(column) for column in zip(*rows, strict=True))
        print(f"round {when:2}: {counted:5.2f} bits, {told:5.2f} with the tells; true code {true:.3f}, due {due:.3f}")


def points(pairs: int) -> None:
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number in range(pairs):
        for bots in (["keen", "steady"], ["steady", "keen"]):
            before, scores = 1, [0, 0]
            for table in decisions(bots, f"points {number}"):
                now = moment(table) + table.over
                if now != before:
                    for bot, score, was in zip(bots, table.scores(), scores, strict=True):
                        found[bot, before].append(score - was)
                    before, scores = now, table.scores()
    for bot in ("steady", "keen"):
        print(bot, *(f"{mean(made):.2f}" for (who, _), made in sorted(found.items()) if who == bot))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="what others' guesses give away")
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    bits(asked.games)
    points(asked.games)
