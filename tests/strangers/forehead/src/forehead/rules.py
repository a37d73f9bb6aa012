"""Forehead: everyone sees all numbers but their own, and bets on where theirs ranks."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, members
from tepui.core.position import AUDIENCE, TABLE_BIT, UNKNOWN, Position, full

# A player's code is the rank they bet on: 0 for the highest number, 1 for the next, ...
# The table's code is a number, 0 to 9, dealt or turned over; HIDDEN is a number seen from behind.
NUMBERS: Final = 10
HIDDEN: Final = 10
DEAL: Final = 0  # the phases of the game
BET: Final = 1
SHOW: Final = 2
OVER: Final = 3


class Forehead(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DEAL
        self.turn: i64 = 0  # whose number is dealt or shown, or who bets
        self.numbers: vec[i64] = full(seats, UNKNOWN)
        self.bets: vec[i64] = full(seats, UNKNOWN)

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == BET:
            return bit(self.turn)
        return TABLE_BIT

    def legal_set(self, seat: i64) -> i64:
        if self.phase == BET and seat == self.turn:
            return bit(self.seats) - 1
        return 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        possible = bit(NUMBERS) - 1 - self.visible()
        if self.phase == SHOW and self.numbers[self.turn] != UNKNOWN:
            possible = bit(self.numbers[self.turn])  # whoever has seen it knows what is turned over
        n = members(possible, out)
        for i in range(n):
            weights[i] = 1
        return n

    def visible(self) -> i64:  # the set of numbers that these eyes see
        seen: i64 = 0
        for seat in range(self.seats):
            if self.numbers[seat] != UNKNOWN:
                seen |= bit(self.numbers[seat])
        return seen

    def occasion(self) -> i64:
        return 0  # all numbers come from one shuffled row

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
        if self.phase != OVER or count(self.visible() >> (self.numbers[seat] + 1)) != self.bets[seat]:
            return 0
        return 3  # for the right rank, once all numbers are shown

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        place: i64 = 1
        for other in range(self.seats):
            if self.score(other) > self.score(seat):
                place += 1
        return place

    def clone(self) -> "Forehead":
        twin = Forehead(self.seats)
        twin.phase, twin.turn = self.phase, self.turn
        twin.numbers, twin.bets = self.numbers[:], self.bets[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0], out[1] = self.phase, self.turn
        for seat in range(self.seats):
            out[2 + 2 * seat], out[3 + 2 * seat] = self.numbers[seat], self.bets[seat]
        return 2 + 2 * self.seats
