"""Kryptx: random play against OpenSpiel's hanabi, the exact belief in every position, and how long games are.

    python3 dev.py bench kryptx              a quick look
    python bench/kryptx.py belief 1000       the belief in every position of 1000 games for each number of players
    python bench/kryptx.py turns 200         mean number of turns, steady against steady
    python bench/kryptx.py newcomer 300      how often somebody after the lesson wins with two bots of each low level

Goals: inside compiled code at least 12 times the anchor, stepped from Python at least 8 times; belief: median at most
1 ms, never above 10 ms without failed claims (CPU time).
"""

from __future__ import annotations

import sys
from random import Random
from statistics import mean, median
from time import process_time

from anchor import hanabi_inside, hanabi_stepped, row
from play import inside, stepped

from tepui import _switch
from tepui.bots.contract import Bot, choose
from tepui.bots.self_play import interrupted
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.levels import LEVELS, NEWCOMER, Player
from tepui.games.kryptx.bots.steady import RandomKryptx, Steady
from tepui.games.kryptx.rules import Kryptx


def new_table(seats: int, rng: Random) -> Table:
    return Table(GAME, GAME.setting(seats), lambda occasion, codes, weights: rng.choice(codes))


def the_truth(table: Table) -> Kryptx:
    assert isinstance(table.truth, Kryptx)
    return table.truth


def belief(seats: int, games: int) -> None:
    """Everybody's belief before every decision, with all shares; random play, a failed claim now and then."""
    rng = Random(seats)
    plain: list[float] = []
    claims: list[float] = []
    for _ in range(games):
        table = new_table(seats, rng)
        while not table.over:
            for seat in range(seats):
                view = table.look(seat)
                begin = process_time()
                found = KryptxBelief(view)
                spent = process_time() - begin
                (claims if found.seen.failed else plain).append(1e3 * spent)
            (must,) = table.to_act
            codes = table.look(must).codes()
            if rng.random() < 0.98:
                codes = [code for code in codes if code != k.STOP]
            table.play_code(must, rng.choice(codes))
    told = f"belief, {seats} players, {games} games: {len(plain):,} positions, median {median(plain):.3f} ms"
    print(f"{told}, most {max(plain):.2f} ms", end="")
    print(f"; {len(claims):,} after failed claims: median {median(claims):.3f}, most {max(claims):.2f} ms", flush=True)


def turns(seats: int, games: int) -> None:
    """Bots are polled as section 3.8 says: the active player first, then clockwise."""
    found, failed, draws = [], 0, 0
    for seed in range(games):
        table = play([Steady() for _ in range(seats)], Random(seed))
        truth = the_truth(table)
        found.append(int(truth.turns))
        failed += len(truth.claims)
        draws += truth.winner < 0
    print(
        f"steady, {seats} players, {games} games: {mean(found):.1f} turns, {failed} failed claims, {draws} draws",
        flush=True,
    )


def against_random(seats: int, games: int) -> None:
    won = 0
    for seed in range(games):
        bots: list[Bot] = [RandomKryptx() for _ in range(seats)]
        bots[seed % seats] = Steady()
        won += the_truth(play(bots, Random(seed))).winner == seed % seats
    print(
        f"steady against random, {seats} players: wins {won / games:.0%} of {games} (equal strength: {1 / seats:.0%})"
    )


def newcomer(games: int) -> None:
    """At least a third with two of `beginner`, who is there to be beaten."""
    for level in ("beginner", "beginner+", "casual"):
        won = 0
        for seed in range(games):
            bots: list[Bot] = [LEVELS[level]() for _ in range(3)]
            bots[seed % 3] = Player(NEWCOMER)
            won += the_truth(play(bots, Random(seed))).winner == seed % 3
        print(f"newcomer with two of {level}: wins {won / games:.0%} of {games} (equal strength: 33%)", flush=True)


def play(bots: list[Bot], rng: Random) -> Table:
    """Bots are asked as in the arena: a move of whoever must act that is no call itself comes after all calls."""
    table = new_table(len(bots), rng)

    def ask(seat: int) -> int | None:
        return choose(bots[seat], table.view(seat), 1.0, rng)

    while not table.over:
        (must,) = table.to_act
        pick = ask(must)
        assert pick is not None
        table.pick(*interrupted(table, must, pick, ask))
    return table


def main(words: list[str]) -> None:
    what, games = (words[0] if words else "all"), int(words[1]) if len(words) > 1 else 20
    print(f"rules {'interpreted: ' + _switch.why if _switch.why else 'compiled'}")
    if what in ("all", "newcomer"):
        newcomer(games)
    for seats in GAME.seats:
        if what in ("all", "play"):
            row(f"kryptx, {seats} players, inside", hanabi_inside(), inside(GAME, seats))
            row(f"kryptx, {seats} players, stepped from Python", hanabi_stepped(), stepped(GAME, seats))
        if what in ("all", "belief"):
            belief(seats, games)
        if what in ("all", "turns"):
            turns(seats, games)
            against_random(seats, games)


if __name__ == "__main__":
    main(sys.argv[1:])
