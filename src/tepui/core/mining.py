"""Games of bots among themselves, searched for puzzles: the same seed finds the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tepui.core import find as installed
from tepui.core.bots import Bot, asking_order, choose, is_call
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.puzzle import Puzzle
from tepui.core.puzzles import find, puzzler_of
from tepui.core.table import Table

SECONDS = 60.0  # bots that look ahead stop by count long before
EARLY = 40  # play-outs after which a puzzle can be dropped


def self_play(game: Game, setting: Setting, bot: str, seed: str) -> Table:
    """A whole game of one bot in all seats; `seed` decides the dice and the bots."""
    table = Table(game, setting, Dealer(seed).choose)
    play_on(table, [installed.bot(game.name, bot)] * setting.seats, Random(seed))
    return table


def play_on(table: Table, players: Sequence[Bot], rng: Random) -> None:
    """To the end. Whoever may call out is asked before the move of the one who must act closes the window."""
    while must := table.to_act:
        seat = must[0]
        pick = choose(players[seat], table.view(seat), SECONDS, rng)
        assert pick is not None
        if not is_call(table, seat, table.look(seat).offered()[pick]):
            for other in asking_order(table.look(seat))[1:]:
                if other not in must and table.look(other).offered():
                    called = choose(players[other], table.view(other), SECONDS, rng)
                    if called is not None:
                        seat, pick = other, called
                        break
        table.pick(seat, pick)


def mine(game: Game, seed: str, seats: int | None = None) -> tuple[Table, list[Puzzle]]:
    """One game, and what all its seats could have been asked, in the order of the game."""
    puzzler = puzzler_of(game)
    setting = game.setting(puzzler.seats[0] if seats is None else seats)
    table = self_play(game, setting, puzzler.bot, seed)
    found = [one for seat in range(setting.seats) for one in find(table.view(seat))]
    return table, sorted(found, key=lambda one: one.move)


def mined(game: Game, seed: str, games: int) -> Iterator[tuple[Table, Puzzle]]:
    """Puzzles of so many games, whose seeds are this one with their number."""
    seats = puzzler_of(game).seats
    for number in range(games):
        table, puzzles = mine(game, f"{seed} {number}", seats[number % len(seats)])
        for puzzle in puzzles:
            yield table, puzzle


def surely_better(gains: Iterator[float], wanted: int = 200) -> bool:
    """Is the mean of so many gains above zero with 95 %? One that looks hopeless after a part of them is dropped."""
    found: list[float] = []
    for gain in gains:
        found.append(gain)
        mean = sum(found) / len(found)
        if len(found) % EARLY == 0 and mean <= 0:
            return False
        if len(found) == wanted:
            spread = sum((one - mean) ** 2 for one in found) / (wanted - 1)
            return bool(mean > 1.96 * (spread / wanted) ** 0.5)
    return False
