"""The ground: compiled against interpreted, what a move at a Table costs, how long the command takes to start."""

import os
import subprocess
import sys
import time
from random import Random
from statistics import median

from anchor import per_second, speed
from play import inside

from tepui.core import find
from tepui.core.game import Game
from tepui.core.table import Table

SEATS = (2, 3, 4, 5)


def at_a_table(game: Game, seats: int) -> float:
    """Microseconds a move (the table's moves count too), every seat and an audience watching."""
    setting, rng = game.setting(seats), Random(1)

    def chance(occasion: int, codes: list[int], weights: list[int]) -> int:
        return rng.choices(codes, weights)[0]

    def run() -> int:
        moves = 0
        for _ in range(20):
            table = Table(game, setting, chance)
            while not table.over:
                seat = table.to_act[0]
                table.pick(seat, rng.randrange(len(table.look(seat).codes())))
            moves += len(table.moves)
        return moves

    return 1e6 / median(speed(run) for _ in range(5))


def child() -> None:
    """One line of figures for the little game, compiled or interpreted as this process is."""
    game = find.game("forehead")
    print(speed(inside(game, 4)), *(at_a_table(game, seats) for seats in SEATS))


def figures(**environment: str) -> list[float]:
    env = {**os.environ, **environment}
    answer = subprocess.run([sys.executable, __file__, "child"], env=env, capture_output=True, text=True, check=True)
    return [float(word) for word in answer.stdout.split()]


def start_up() -> float:
    """Seconds on the clock for `tepui --help`."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-m", "tepui.cli", "--help"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def main() -> None:
    runs = [(figures(), figures(TEPUI_INTERPRETED="1")) for _ in range(3)]  # in turn
    compiled, interpreted = ([median(column) for column in zip(*rows, strict=True)] for rows in zip(*runs, strict=True))
    ratio = median(c[0] / i[0] for c, i in runs)
    print(f"random play of forehead, 4 players: compiled {per_second(compiled[0])}, interpreted", end=" ")
    print(f"{per_second(interpreted[0])}, ratio {ratio:.1f} (wanted: 25)")
    print("a move at a Table with an audience, us (wanted with 4 seats: 25 compiled, 60 interpreted)")
    for seats, fast, slow in zip(SEATS, compiled[1:], interpreted[1:], strict=True):
        print(f"  {seats} seats   compiled {fast:5.1f}   interpreted {slow:5.1f}")
    print(f"tepui --help: {median(start_up() for _ in range(5)):.3f} s (wanted: 0.25)")


if __name__ == "__main__":
    child() if sys.argv[1:] == ["child"] else main()
