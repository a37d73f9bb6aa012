"""Mean final scores of the bots of The Lost Code, a table of one kind each, with 95 % intervals.

python bench/lost_code_scores.py [--games N] [--bots random,steady] [--option curse ...]
python bench/lost_code_scores.py --every          one game of each of the 48 settings instead
"""

import argparse
import time
from itertools import product
from random import Random
from statistics import mean, stdev

from tepui.bots.contract import Bot, choose
from tepui.core import find
from tepui.core.game import Game
from tepui.core.table import Table


def play(
    game: Game, seats: int, options: dict[str, bool | int | str], bots: list[Bot], seed: int
) -> tuple[Table, float]:
    """One whole game; returns the table and the slowest decision in seconds of CPU time."""
    rng = Random(seed)
    table = Table(game, game.setting(seats, options), lambda occasion, codes, weights: rng.choices(codes, weights)[0])
    slowest = 0.0
    while not table.over:
        seat = table.to_act[0]
        view = table.look(seat)
        begin = time.process_time()
        pick = choose(bots[seat], view, 1.0, rng)
        slowest = max(slowest, time.process_time() - begin)
        assert pick is not None
        table.pick(seat, pick)
    return table, slowest


def every(game: Game, names: list[str]) -> None:
    """One game of each number of players and each set of options, played through."""
    for name in names:
        means, slowest = [], 0.0
        for seats in game.seats:
            for chosen in product((False, True), repeat=len(game.options)):
                options: dict[str, bool | int | str] = {
                    option.name: on for option, on in zip(game.options, chosen, strict=True)
                }
                table, slow = play(game, seats, options, [find.bot("lost-code", name)] * seats, seed=1)
                means.append(mean(table.scores()))
                slowest = max(slowest, slow)
        found = f"mean scores from {min(means):.1f} to {max(means):.1f}"
        print(f"{name:8} {len(means)} settings played through; {found}; slowest decision (CPU) {slowest * 1000:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--bots", default="random,steady")
    parser.add_argument("--option", action="append", default=[], metavar="NAME")
    parser.add_argument("--every", action="store_true", help="one game of each setting")
    given = parser.parse_args()
    game = find.game("lost-code")
    if given.every:
        every(game, given.bots.split(","))
        return
    options: dict[str, bool | int | str] = dict.fromkeys(given.option, True)
    print(f"{given.games} games each, seeds 1 to {given.games}, options: {', '.join(given.option) or 'none'}")
    for name in given.bots.split(","):
        for seats in game.seats:
            bot = find.bot("lost-code", name)
            means, finals, slowest = [], [], 0.0
            for seed in range(1, given.games + 1):
                table, slow = play(game, seats, options, [bot] * seats, seed)
                means.append(mean(table.scores()))
                finals.append(mean(table.look(0).picture().totals))
                slowest = max(slowest, slow)
            half = 1.96 * stdev(means) / len(means) ** 0.5
            print(
                f"{name:8} {seats} players: score {mean(means):6.2f} ± {half:.2f}, of which final guesses "
                f"{mean(finals):6.2f}; slowest decision (CPU) {slowest * 1000:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
