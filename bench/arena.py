"""What the arena costs: its games against a plain loop of view, choose and pick, and games in an hour on one core.

python bench/arena.py [--games 40]
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from tepui.arena.matches import arranged
from tepui.arena.pairs import Match, play_game
from tepui.bots.contract import choose, is_call
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.table import Table

LINEUP = (0, 1)


def plain(match: Match, game: Game, setting: Setting, number: int) -> None:
    """The same games with nothing around them."""
    table = Table(game, setting, Dealer(f"{match.seed} {number}").choose)
    bots = [find.bot(match.game, match.bots[bot]) for bot in LINEUP]
    rngs = [Random(f"{match.seed} {number} seat {seat}") for seat in range(2)]
    while not table.over:
        must = table.to_act[0]
        chosen = choose(bots[must], table.view(must), 5.0, rngs[must])
        move = must, chosen
        other = 1 - must
        if table.look(other).offered() and not is_call(table, must, table.look(must).offered()[chosen or 0]):
            pick = choose(bots[other], table.view(other), 5.0, rngs[other])
            if pick is not None:
                move = other, pick
        table.pick(move[0], move[1] or 0)


def spent(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description="what the arena costs")
    parser.add_argument("--games", type=int, default=40)
    games = parser.parse_args().games
    for name in ("kryptx", "lost-code", "roll-and-write"):
        match = arranged(name, ["steady", "steady"])
        game, setting = find.game(name), match.setting()
        pairs = []
        for number in range(games):
            arena = partial(play_game, match, game, setting, number, LINEUP)
            loop = partial(plain, match, game, setting, number)
            if number % 2:  # in turns, because each leaves the other its rubbish to collect
                theirs, ours = spent(loop), spent(arena)
            else:
                ours, theirs = spent(arena), spent(loop)
            pairs.append((ours, theirs))
        ours, theirs = sum(one for one, _ in pairs), sum(other for _, other in pairs)
        ratio = median(one / other for one, other in pairs)
        print(
            f"{name}, steady, 2 players, {games} games: {3600 * games / ours:,.0f} games an hour and core of CPU time; "
            f"{ours / theirs - 1:+.1%} over a plain loop (median of the games {ratio - 1:+.1%})",
            flush=True,
        )


if __name__ == "__main__":
    main()
