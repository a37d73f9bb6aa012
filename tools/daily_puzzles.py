"""Mines the puzzles of the day: `python tools/daily_puzzles.py GAME [--first 2026-11-16] [--weeks 53] [--jobs 1]`.

Writes `daily.jsonl.gz` into the game's folder. The same bots and the same rules find the same puzzles.
"""

import argparse
import sys
import time
from datetime import date
from functools import partial

from tepui.core import find
from tepui.core.daily import WEEK, Daily, days_from, mined_for, written
from tepui.core.spread import spread


def mined(name: str, day: date) -> Daily:
    return mined_for(find.game(name), day)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--first", type=date.fromisoformat, default=date(2026, 11, 16), help="a Monday")
    parser.add_argument("--weeks", type=int, default=53)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    if asked.first.weekday():
        sys.exit("the list begins on a Monday; choose one with --first")
    game = find.game(asked.game)
    if game.daily is None:
        sys.exit(f"{game.title} names no file for its puzzles of the day (Game.daily)")
    began = time.process_time()
    found: list[Daily] = []
    for one in spread(partial(mined, asked.game), days_from(asked.first, WEEK * asked.weeks), asked.jobs):
        found.append(one)
        if len(found) % 28 == 0:
            print(f"{len(found)} days, {time.process_time() - began:.0f} s", flush=True)
    data = written(game, asked.first, found)
    game.daily.write_bytes(data)
    tally = {(one.puzzle.kind, one.puzzle.level): 0 for one in found}
    for one in found:
        tally[one.puzzle.kind, one.puzzle.level] += 1
    print(f"{game.daily}: {len(found)} days, {len(data)} bytes, {sorted(tally.items())}")


if __name__ == "__main__":
    main()
