"""The puzzle of the day: the same for everyone, found by a seed that everyone knows, easy on Monday, hard on Sunday.

A day's puzzle is the first of its kind and difficulty in games of bots whose seeds are `tepui daily GAME DATE 0`, `1`,
and so on. Bots change, so a game ships its list mined ahead (`tools/daily_puzzles.py`): the moves up to each puzzle,
and the number of the seed that found it. When the list is used up it begins again, weekday by weekday.
"""

import gzip
from datetime import date
from functools import lru_cache
from pathlib import Path

import msgspec

from tepui.bots.names import name_for
from tepui.bots.self_play import BY
from tepui.coach.puzzles import Puzzle
from tepui.core.game import Game
from tepui.core.refusal import Refusal
from tepui.core.table import Table
from tepui.core.view import View
from tepui.core.words import CATALOGUE, N_

FILE = "daily.jsonl.gz"  # in the game's own folder
WEEK = 7

NONE = N_("This game has no puzzle of the day. Solve those of your own games.")
OTHER_RULES = N_("The puzzles of the day were made for other rules of this game. They are being made again.")
FUTURE = N_("That puzzle is not open yet. Come back on its day.")
BEFORE = N_("There was no puzzle of the day yet on that date. Choose a later one.")
NO_DATE = N_("That is not a date. Write it like 2026-12-07.")


class NoPuzzle(Refusal):
    """There is none, or not on that day; the sentence says what to do."""

    def sentence(self, language: str) -> str:
        return CATALOGUE.language(language)(str(self))


class Head(msgspec.Struct, frozen=True):
    """The first line of a list."""

    format: int
    game: str
    rules: int
    first: date  # a Monday


class Daily(msgspec.Struct, frozen=True):
    """One line: a puzzle, and the moves of its game up to it."""

    k: int  # the number of its seed
    seats: int
    puzzle: Puzzle
    moves: list[int]

    def view(self, game: Game) -> View:
        """The table through the eyes of the puzzle's seat."""
        names: list[str] = []
        for seat in range(self.seats):
            names.append(name_for(seat, names))
        table = Table(game, game.setting(self.seats), names=tuple(names))
        for move in self.moves:
            table.replay(*divmod(move, BY))
        return table.view(self.puzzle.seat)


class DailyList(msgspec.Struct, frozen=True):
    head: Head
    puzzles: list[bytes]  # one a day, read when it is asked for

    def on(self, day: date) -> Daily:
        """The puzzle of that day, whatever day it is today."""
        if day < self.head.first:
            raise NoPuzzle(BEFORE)
        whole = len(self.puzzles) // WEEK * WEEK  # so that every weekday stays what it is
        return msgspec.json.decode(self.puzzles[(day - self.head.first).days % whole], type=Daily)


def day_of(text: str) -> date:
    """2026-12-07."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NoPuzzle(NO_DATE) from None


def has_list(game: Game) -> bool:
    """Is there a puzzle for every day?"""
    file = game.path("daily", FILE)
    return game.has("puzzles") and file is not None and file.is_file()


def list_of(game: Game) -> DailyList:
    """The game's own list; a sentence where it has none."""
    file = game.path("daily", FILE)
    if file is None or not has_list(game):
        raise NoPuzzle(NONE)
    found = read(file)
    if found.head.rules != game.rules:
        raise NoPuzzle(OTHER_RULES)
    return found


@lru_cache(maxsize=16)
def read(file: Path) -> DailyList:
    first, *lines = gzip.decompress(file.read_bytes()).splitlines()
    return DailyList(msgspec.json.decode(first, type=Head), lines)


def daily(game: Game, day: date, today: date) -> Daily:
    """The puzzle of a day that has come."""
    found = list_of(game)
    if day > today:
        raise NoPuzzle(FUTURE)
    return found.on(day)
