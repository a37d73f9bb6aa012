"""Forehead: everyone sees all numbers but their own, and bets on where theirs ranks."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, members
from tepui.core.position import AUDIENCE, TABLE_BIT, UNKNOWN, Position, full

# The table's codes: a number is dealt (or turned over at the end); HIDDEN is a number seen from behind.
NUMBERS: Final = 10
HIDDEN: Final = 10
# The players' codes: bet on rank 0 (the highest number), 1, 2, ...

DEAL: Final = 0
BET: Final = 1
SHOW: Final = 2
OVER: Final = 3


class Forehead(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DEAL
        self.turn: i64 = 0  # whose number is dealt or shown, or whose bet it is
        self.numbers: vec[i64] = full(seats, UNKNOWN)
        self.bets: vec[i64] = full(seats, UNKNOWN)

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == BET:
            return bit(self.turn)
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return members(self.legal_set(seat), out)

    def legal_set(self, seat: i64) -> i64:
        if self.phase == BET and seat == self.turn:
            return bit(self.seats) - 1
        return 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        if self.phase == SHOW and self.numbers[self.turn] != UNKNOWN:
            out[0] = self.numbers[self.turn]
            weights[0] = 1
            return 1
        n = members(bit(NUMBERS) - 1 - self.visible(), out)
        for i in range(n):
            weights[i] = 1
        return n

    def visible(self) -> i64:
        seen: i64 = 0
        for seat in range(self.seats):
            if self.numbers[seat] != UNKNOWN:
                seen |= bit(self.numbers[seat])
        return seen

    def occasion(self) -> i64:
        return 0  # one shuffled row of numbers, dealt from the left

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if self.phase == DEAL and (eye == self.turn or eye == AUDIENCE):
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        if self.phase == BET:
            self.bets[self.turn] = action
        elif action != HIDDEN:
            self.numbers[self.turn] = action
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.phase += 1

    def score(self, seat: i64) -> i64:
        """Three points for the right rank; nothing before the numbers are shown."""
        if self.phase != OVER:
            return 0
        higher = self.visible() >> (self.numbers[seat] + 1)
        if count(higher) == self.bets[seat]:
            return 3
        return 0

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        better: i64 = 1
        for other in range(self.seats):
            if self.score(other) > self.score(seat):
                better += 1
        return better

    def clone(self) -> "Forehead":
        twin = Forehead(self.seats)
        twin.phase = self.phase
        twin.turn = self.turn
        twin.numbers = self.numbers[:]
        twin.bets = self.bets[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0] = self.phase
        out[1] = self.turn
        for seat in range(self.seats):
            out[2 + seat] = self.numbers[seat]
            out[2 + self.seats + seat] = self.bets[seat]
        return 2 + 2 * self.seats
