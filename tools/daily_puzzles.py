"""Mines the puzzles of the day: `python tools/daily_puzzles.py GAME [--first 2026-11-16] [--weeks 53] [--jobs 1]`.

Writes `daily.jsonl.gz` into the game's folder, week by week. Days that are there stay as they are (somebody may have
solved them), unless `--anew` is said. The same bots and the same rules find the same puzzles.
"""

import argparse
import gzip
import sys
import time
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from functools import partial

import msgspec

from tepui.bots.self_play import BY
from tepui.coach.puzzles import EASY, HARD, MEDIUM, puzzler_of
from tepui.coach.puzzles.mining import mine
from tepui.coach.puzzles.of_the_day import FILE, WEEK, Daily, Head, NoPuzzle, list_of
from tepui.core import find
from tepui.core.game import Game
from tepui.spread import spread

LEVELS = (EASY, EASY, EASY, MEDIUM, MEDIUM, HARD, HARD)  # Monday to Sunday
MOST_GAMES = 40  # until another difficulty will do
FORMAT = 1


def mined(name: str, day: date) -> Daily:
    return mined_for(find.game(name), day)


def seed_of(game: Game, day: date, k: int) -> str:
    return f"tepui daily {game.name} {day.isoformat()} {k}"


def kind_on(game: Game, day: date) -> str:
    """The kinds take turns; weeks have seven days, so each meets every weekday."""
    kinds = list(puzzler_of(game).forms)
    return kinds[day.toordinal() % len(kinds)]


def mined_for(game: Game, day: date) -> Daily:
    """The first puzzle of the day's kind and difficulty; after many games the nearest difficulty."""
    puzzler, kind, level = puzzler_of(game), kind_on(game, day), LEVELS[day.weekday()]
    others: list[tuple[int, int, Daily]] = []
    for k in range(MOST_GAMES):
        seats = puzzler.seats[k % len(puzzler.seats)]
        table, puzzles = mine(game, seed_of(game, day, k), seats)
        for one in puzzles:
            if one.kind != kind:
                continue
            moves = [by * BY + code for by, code in table.moves[: one.move]]
            found = Daily(k, seats, msgspec.structs.replace(one, missed=False), moves)
            if one.level != level:
                others.append((abs(one.level - level), len(others), found))
            elif puzzler.holds(table.view(one.seat).past(one.move), one):
                return found
    for _far, _order, found in sorted(others):
        if puzzler.holds(found.view(game), found.puzzle):
            return found
    raise NoPuzzle(f"no puzzle was found for {day}")


def written(game: Game, first: date, puzzles: Iterable[Daily]) -> bytes:
    """A list as a file; without the time of day, so that the same puzzles make the same bytes."""
    head = Head(FORMAT, game.name, game.rules, first)
    lines = [msgspec.json.encode(one) for one in (head, *puzzles)]
    return gzip.compress(b"\n".join(lines) + b"\n", mtime=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--first", type=date.fromisoformat, default=date(2026, 11, 16), help="a Monday")
    parser.add_argument("--weeks", type=int, default=53)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="also the days that are there")
    asked = parser.parse_args()
    if asked.first.weekday():
        sys.exit("the list begins on a Monday; choose one with --first")
    game = find.game(asked.game)
    file = game.path("daily", FILE)
    if file is None:
        sys.exit(f"{game.title} names no file for its puzzles of the day (Game.daily)")
    found: list[Daily] = []
    try:
        there = list_of(game)
        if not asked.anew and there.head.first == asked.first:
            found = [msgspec.json.decode(line, type=Daily) for line in there.puzzles]
    except NoPuzzle:
        pass
    days = [asked.first + timedelta(n) for n in range(len(found), WEEK * asked.weeks)]
    began, size = time.process_time(), 0
    for one in spread(partial(mined, asked.game), days, asked.jobs):
        found.append(one)
        if len(found) % WEEK == 0:
            size = file.write_bytes(written(game, asked.first, found))
            print(f"{len(found)} days, {size} bytes, {time.process_time() - began:.0f} s", flush=True)
    tally = Counter((one.puzzle.kind, one.puzzle.level) for one in found)
    print(f"{file.name}: {len(found)} days; by kind and level: {sorted(tally.items())}")


if __name__ == "__main__":
    main()
