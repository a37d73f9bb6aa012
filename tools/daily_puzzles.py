"""Mines the puzzles of the day: `python tools/daily_puzzles.py GAME [--first 2026-11-16] [--weeks 53] [--jobs 1]`.

Writes `daily.jsonl.gz` into the game's folder, week by week. Days that are there stay as they are (somebody may have
solved them), unless `--anew` is said. The same bots and the same rules find the same puzzles.
"""

import argparse
import sys
import time
from collections import Counter
from datetime import date
from functools import partial

import msgspec

from tepui.coach.puzzles.of_the_day import FILE, WEEK, Daily, NoPuzzle, days_from, list_of, mined_for, written
from tepui.core import find
from tepui.spread import spread


def mined(name: str, day: date) -> Daily:
    return mined_for(find.game(name), day)


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
    days = days_from(asked.first, WEEK * asked.weeks)[len(found) :]
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
