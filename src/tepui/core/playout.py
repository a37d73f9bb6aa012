"""Random play, as fast as the rules allow, from a seed that gives the same game everywhere."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import count, lowest, pick
from tepui.core.position import TABLE, TABLE_BIT, Position

LOW32: Final = 0xFFFFFFFF


@final
class Rng:
    """sfc32: three words and a counter of 32 bits each, so interpreted and compiled agree to the bit."""

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed & LOW32
        self.b: i64 = (seed >> 32) & LOW32
        self.c: i64 = 0x9E3779B9
        self.counter: i64 = 1
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        t = (self.a + self.b + self.counter) & LOW32
        self.counter = (self.counter + 1) & LOW32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & LOW32
        self.c = ((((self.c << 21) & LOW32) | (self.c >> 11)) + t) & LOW32
        return t

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1; n below 2**30. Uneven by less than n / 2**32."""
        return (self.word() * n) >> 32


def weighted(rng: Rng, out: vec[i64], weights: vec[i64], n: i64) -> i64:
    """One of the first n codes, as often as its weight says."""
    total: i64 = 0
    for i in range(n):
        total += weights[i]
    k = rng.below(total)
    for i in range(n):
        k -= weights[i]
        if k < 0:
            return out[i]
    return out[0]


def step(game: Position, rng: Rng, out: vec[i64], weights: vec[i64]) -> bool:
    """One random move of whoever must act (the lowest such seat); False if the game is over."""
    who = game.to_act()
    if who == 0:
        return False
    if who & TABLE_BIT != 0:
        n = game.chances()
        if n > 0:
            game.apply(TABLE, rng.below(n))
            return True
        offered = game.odds_set()
        if offered != 0:
            game.apply(TABLE, pick(offered, rng.below(count(offered))))
        else:
            n = game.odds(out, weights)
            game.apply(TABLE, weighted(rng, out, weights, n))
        return True
    seat = lowest(who)
    legal = game.legal_set(seat)
    if legal != 0:
        game.apply(seat, pick(legal, rng.below(count(legal))))
    else:
        n = game.legal(seat, out)
        game.apply(seat, out[rng.below(n)])
    return True


def play_out(game: Position, rng: Rng, out: vec[i64], weights: vec[i64]) -> i64:
    """Plays at random until the game is over; returns the number of moves."""
    steps: i64 = 0
    while step(game, rng, out, weights):
        steps += 1
    return steps
