"""Proves the bars of the review: whom it blames, that luck is nothing on average, that its sentences hold, its time.

With a share (`review.py 0.1`) it plays only so many of the games.
"""

import sys
from pathlib import Path
from statistics import mean, stdev
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from coach.looking import hold_against_the_engine, luck, played, reviews_of

GAMES = ("lost-code", "kryptx", "roll-and-write")
SHARE = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
LUCK, TOLD, MARKS = (round(games * SHARE) for games in (1000, 200, 100))  # games of each game
FOUR = ["casual", "expert", "beginner", "random"]


def main() -> None:
    for game in GAMES:
        blamed(game, 2, 5)
        told(game)
        fortune(game)
        took(game)
    blamed("kryptx", 3, 4)
    blamed("kryptx", 4, 3)  # fewer moves for each


def blamed(game: str, seats: int, least: float) -> None:
    found = {}
    for bot in ("expert", "random"):
        tables = [played(game, [bot] * seats, f"blamed {number}") for number in range(MARKS)]
        found[bot] = mean(len(one.marks()) for table in tables for one in reviews_of(table))
    print(
        f"{game}, {seats} players: marks a game: expert {found['expert']:.2f}, random {found['random']:.2f}", flush=True
    )
    assert found["expert"] <= 1 and found["random"] >= least


def told(game: str) -> None:
    moments = 0
    for number in range(TOLD):
        bots = FOUR[: 2 + number % 3]
        table = played(game, bots, f"told {number}")
        moments += sum(hold_against_the_engine(table, one) for one in reviews_of(table))
    print(f"{game}: {moments} moments of {TOLD} games hold against the engine in four languages", flush=True)


def fortune(game: str) -> None:
    seats: list[list[float]] = [[], []]
    for number in range(LUCK):
        for one in reviews_of(played(game, ["expert", "expert"], f"luck {number}")):
            seats[one.seat].append(luck(one))
    for seat, found in enumerate(seats):
        error = stdev(found) / len(found) ** 0.5
        print(f"{game}: seat {seat + 1}: mean luck {mean(found):+.2f}, standard error {error:.2f}", flush=True)
        assert abs(mean(found)) <= 3.5 * error


def took(game: str) -> None:
    table = played(game, FOUR, "time")
    began = process_time()
    reviews_of(table)
    seconds = process_time() - began
    print(f"{game}: a game of four takes {seconds:.2f} s of one core", flush=True)
    assert seconds < 20


if __name__ == "__main__":
    main()
