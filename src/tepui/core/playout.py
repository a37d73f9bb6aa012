"""Random play, as fast as the rules allow, from a seed that gives the same game everywhere."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import lowest, some
from tepui.core.position import TABLE, TABLE_BIT, Position

LOW32: Final = 0xFFFFFFFF
FOR_EVER: Final = 1 << 60


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
        b, c, counter = self.b, self.c, self.counter
        t = (self.a + b + counter) & LOW32
        self.counter = (counter + 1) & LOW32
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & LOW32
        self.c = ((((c << 21) & LOW32) | (c >> 11)) + t) & LOW32
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


def play_on(game: Position, rng: Rng, out: vec[i64], weights: vec[i64], most: i64) -> i64:
    """Random moves of whoever must act (of several the lowest seat), at most so many; returns how many it were."""
    moves: i64 = 0
    while moves < most:
        who = game.to_act()
        if who == 0:
            break
        moves += 1
        by: i64 = TABLE
        if who & TABLE_BIT != 0:
            n = game.chances()
            if n > 0:
                game.apply(TABLE, rng.below(n))
                continue
            offered = game.odds_set()
        else:
            by = lowest(who)
            offered = game.legal_set(by)
        if offered != 0:
            game.apply(by, some(offered, rng.word()))
        elif by == TABLE:
            n = game.odds(out, weights)
            game.apply(TABLE, weighted(rng, out, weights, n))
        else:
            n = game.legal(by, out)
            game.apply(by, out[rng.below(n)])
    return moves


def step(game: Position, rng: Rng, out: vec[i64], weights: vec[i64]) -> bool:
    """One random move; False if the game is over."""
    return play_on(game, rng, out, weights, 1) == 1


def play_out(game: Position, rng: Rng, out: vec[i64], weights: vec[i64]) -> i64:
    """Plays at random until the game is over; returns the number of moves."""
    return play_on(game, rng, out, weights, FOR_EVER)
