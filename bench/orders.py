"""How many waits for a person standing orders save: slow games of people with hours of their own, with and without.

.venv/bin/python bench/orders.py [GAMES]

Three people, each a bot that decides and a life: they come some hours after they are asked (a median of three, never
between 23:00 and 7:00), and stay until it is somebody else's move. Such a visit is one wait. The same games are played
without orders, with careful ones, and with all that save most; dice and hours come from the same seeds.
"""

from __future__ import annotations

import sys
from itertools import groupby
from math import exp, sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from tepui import Dealer, Table
from tepui.bots import contract
from tepui.core import find, orders
from tepui.core.game import Game

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 200
LIMIT = 24.0  # hours for a move
ORDERS = {  # by game: who thinks, its options, and which orders: careful ones, and more
    "roll-and-write": ("expert", {}, ("write-0", "refuse-bare"), ("write-1", "climb", "refuse-bare")),
    "roll-and-write together": (
        "expert",
        {"together": True},
        ("write-0", "refuse-bare"),
        ("write-1", "climb", "refuse-bare"),
    ),
    "lost-code": ("expert", {}, ("leave", "keep-no-red"), ("leave", "keep", *(f"exchange-{n}" for n in range(6)))),
    "lost-code shortcut": (
        "expert",
        {"deadly_shortcut": True},
        ("leave", "keep-no-red"),
        ("leave", "keep", *(f"exchange-{n}" for n in range(6))),
    ),
    "kryptx": ("expert", {}, ("open",), ("open", "place")),
}


class Played(NamedTuple):
    waits: int
    days: float
    moves: int  # of people
    ordered: int  # of these, by an order
    same: int  # and of these, what the person would have done
    points: float  # of a seat, on average


def later(now: float, rng: Random) -> float:
    """When somebody comes who is asked now, in hours since some midnight."""
    comes = now + min(LIMIT, 3 * exp(rng.gauss(0, 1)))
    return comes if 7 <= comes % 24 < 23 else comes - comes % 24 + (31 if comes % 24 >= 23 else 7) + rng.random()


def play(game: Game, options: dict[str, bool], bot: str, given: tuple[str, ...], seed: int) -> Played:
    table = Table(game, game.setting(3, options), Dealer(f"orders {seed}").choose)
    people = [find.bot(game.name, bot) for _ in range(3)]
    lives, minds = [Random(f"{seed} life {n}") for n in range(3)], Random(seed)
    mine = [one for one in orders.of(game) if one.name in given]
    marks = [orders.landmark(table.view(seat)) for seat in range(3)]
    now, waits, moves, ordered, same = 9.0, 0, 0, 0, 0

    def decides(seat: int) -> int:
        pick = contract.choose(people[seat], table.view(seat), 1.0, minds)
        assert pick is not None
        return pick

    def obey() -> None:
        nonlocal moves, ordered, same
        found = True
        while found:
            found = False
            for seat in table.to_act:
                view = table.view(seat)
                picks = (orders.choice(one, view) for one in mine if orders.landmark(view) == marks[seat])
                pick = next((one for one in picks if one is not None), None)
                if pick is not None and not found:
                    same += decides(seat) == pick
                    table.pick(seat, pick)
                    moves, ordered, found = moves + 1, ordered + 1, True

    coming: dict[int, float] = {}
    while not table.over:
        obey()
        coming = {seat: coming.get(seat) or later(now, lives[seat]) for seat in table.to_act}
        if not coming:
            break
        seat = min(coming, key=lambda one: coming[one])
        now, waits = coming.pop(seat), waits + 1
        while seat in table.to_act:  # while they are there
            table.pick(seat, decides(seat))
            moves += 1
            marks[seat] = orders.landmark(table.view(seat))  # and give again what has ended
    return Played(waits, (now - 9) / 24, moves, ordered, same, mean(table.scores()))


def main() -> None:
    print(f"{GAMES} games each, three people\n")
    print("game                     orders    waits   saved            days   by order   as the person would   points")
    for name, lines in groupby(ORDERS.items(), lambda one: one[0]):
        for _, (bot, options, careful, more) in lines:
            game = find.game(name.split()[0])
            without: list[Played] = []
            for what, given in (("none", ()), ("careful", careful), ("more", more)):
                games = [play(game, options, bot, given, seed) for seed in range(GAMES)]
                without = without or games
                saved = [1 - one.waits / other.waits for one, other in zip(games, without, strict=True)]
                error = 196 * stdev(saved) / sqrt(GAMES) if GAMES > 1 else 0.0
                done, right = sum(one.ordered for one in games), sum(one.same for one in games)
                print(
                    f"{name:<25}{what:<9}{mean(one.waits for one in games):>6.1f}"
                    f"{100 * mean(saved):>7.1f} ± {error:<4.1f} %{mean(one.days for one in games):>8.1f}"
                    f"{100 * done / sum(one.moves for one in games):>9.0f} %"
                    f"{100 * right / done if done else 100:>19.0f} %{mean(one.points for one in games):>12.1f}"
                )


if __name__ == "__main__":
    main()
