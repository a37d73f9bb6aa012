"""Do the numbers of ten reviewed games tell a bot's level better than ten results do? Rank correlations, intervals.

    python bench/two_numbers.py [--games 40] [--game kryptx] [--keep FILE]

Each of the five levels plays against a `regular` bot, both seats in turn. From its games ten are drawn, a level's
figure is their mean, and the five figures are ranked against the five levels (Spearman), a thousand times. Beside it
what an expert has: the spread that the review's scale stands on.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean, quantiles, stdev

import msgspec

from tepui.bots.contract import asking_order, choose
from tepui.bots.levels import NAMES
from tepui.coach.review import SeatReview, luck_of, of, play_of, settled
from tepui.coach.review.numbers import Scale, luck_number, play_number
from tepui.core.dealer import Dealer
from tepui.core.find import bot, game
from tepui.core.table import Table

GAMES = ("roll-and-write", "lost-code", "kryptx")
TEN, TIMES = 10, 1000


class Played(msgspec.Struct):
    game: str
    level: str
    review: SeatReview


def play(name: str, bots: list[str], seed: str) -> Table:
    rules, rng = game(name), Random(seed)
    table, players = Table(rules, rules.setting(len(bots)), Dealer(seed).choose), [bot(name, one) for one in bots]
    while not table.over:
        for seat in asking_order(table.look(0)):
            view = table.view(seat)
            pick = choose(players[seat], view, 1.0, rng) if view.codes() else None
            if pick is not None:
                table.pick(seat, pick)
                break
    return table


def reviewed(name: str, level: str, number: int) -> Played:
    seat = number % 2
    table = play(name, [level, "regular"] if seat == 0 else ["regular", level], f"two {number}")
    reviewer = of(table.game)
    assert reviewer is not None
    return Played(name, level, settled([reviewer.review(table.view(at)) for at in range(2)])[seat])


FIGURES: dict[str, Callable[[SeatReview], float]] = {
    "results": lambda one: one.result,
    "result less luck": lambda one: one.result - luck_of(one),
    "play of the sum": play_of,
    "cost of decisions": lambda one: -one.decisions or -sum(mark.value for mark in one.marks()),
    "the number": play_number,
}


def ranks(values: list[float]) -> list[float]:
    return [sum(other < one for other in values) + (sum(other == one for other in values) - 1) / 2 for one in values]


def spearman(values: list[float]) -> float:
    found, whole = ranks(values), list(range(len(values)))
    across = sum((x - mean(whole)) * (y - mean(found)) for x, y in zip(whole, found, strict=True))
    size = sum((y - mean(found)) ** 2 for y in found)
    return across / (size * sum((x - mean(whole)) ** 2 for x in whole)) ** 0.5 if size else 0.0


def told(name: str, games: dict[str, list[SeatReview]]) -> None:
    for label, figure in FIGURES.items():
        rng = Random(label)
        found = sorted(
            spearman([mean(figure(one) for one in rng.choices(games[level], k=TEN)) for level in NAMES])
            for _ in range(TIMES)
        )
        low, high = found[TIMES // 40], found[-TIMES // 40]
        means = " ".join(f"{mean(map(figure, games[level])):.1f}" for level in NAMES)
        print(f"{name}: {label}: {mean(found):.3f} ({low:.2f} to {high:.2f}); by level {means}", flush=True)
    expert = games["expert"]
    tenths, luck = quantiles(map(play_number, expert), n=10), stdev(luck_of(one) / one.start for one in expert)
    print(f"{name}: SCALE = Scale(luck={luck:.2f}, expert=({tenths[0]:.0f}, {tenths[-1]:.0f}))", flush=True)
    every = [luck_number(one, Scale(luck, (0, 0))) for level in NAMES for one in games[level]]
    print(f"{name}: luck {mean(every):.0f} ±{stdev(every):.0f} (all alike: 50 ±29)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--keep", type=Path, help="reads the reviews from this file, or writes them there")
    asked = parser.parse_args()
    names = [asked.game] if asked.game else GAMES
    if asked.keep and asked.keep.exists():
        found = msgspec.json.decode(asked.keep.read_bytes(), type=list[Played])
    else:
        found = [reviewed(name, level, n) for name in names for level in NAMES for n in range(asked.games)]
        if asked.keep:
            asked.keep.write_bytes(msgspec.json.encode(found))
    for name in names:
        told(name, {level: [one.review for one in found if (one.game, one.level) == (name, level)] for level in NAMES})


if __name__ == "__main__":
    main()
