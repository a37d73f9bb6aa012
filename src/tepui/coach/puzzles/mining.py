"""Games of bots among themselves, searched for puzzles: the same seed finds the same ones."""

from collections.abc import Iterator

from tepui.bots.self_play import self_play
from tepui.coach.puzzles import Puzzle, find, puzzler_of
from tepui.core.game import Game
from tepui.core.table import Table

EARLY = 40  # play-outs after which a puzzle can be dropped


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
