"""Shells: all hide a number of shells in a fist at the same time; the highest that nobody else has scores."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, members
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN, Position, full, zeros

# The players' codes: hide 1 to 5 shells (0 to 4); HIDDEN is a closed fist seen from outside.
# The table's codes: a fist opens and shows 1 to 5 shells (0 to 4).
NUMBERS: Final = 5
HIDDEN: Final = 5


class Shells(Position):
    def __init__(self, seats: i64, rounds: i64) -> None:
        self.seats: i64 = seats
        self.rounds: i64 = rounds  # still to play, with this one
        self.closed: i64 = 0  # the set of seats whose fist is closed
        self.opening: i64 = UNKNOWN  # whose fist opens next; nobody's while some still choose
        self.fists: vec[i64] = full(seats, UNKNOWN)
        self.unused: vec[i64] = full(seats, bit(NUMBERS) - 1)  # every number serves once in a game
        self.points: vec[i64] = zeros(seats)

    def to_act(self) -> i64:
        if self.rounds == 0:
            return 0
        if self.opening != UNKNOWN:
            return TABLE_BIT
        return bit(self.seats) - 1 - self.closed

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return members(self.legal_set(seat), out)

    def legal_set(self, seat: i64) -> i64:
        if self.rounds == 0 or self.opening != UNKNOWN or has(self.closed, seat):
            return 0
        return self.unused[seat]

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        fist = self.fists[self.opening]
        if fist != UNKNOWN:
            out[0] = fist
            weights[0] = 1
            return 1
        n = members(self.unused[self.opening], out)
        for i in range(n):
            weights[i] = 1
        return n

    def occasion(self) -> i64:
        return 0  # nothing is left to chance

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if by != TABLE and eye != by:
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        if by != TABLE:
            self.closed |= bit(by)
            if action != HIDDEN:
                self.fists[by] = action
            if self.closed == bit(self.seats) - 1:
                self.opening = 0
            return
        self.fists[self.opening] = action
        self.unused[self.opening] &= ~bit(action)
        self.opening += 1
        if self.opening == self.seats:
            self.count_round()

    def count_round(self) -> None:
        """The highest number that only one fist holds gives that many points."""
        best: i64 = UNKNOWN
        winner: i64 = UNKNOWN
        for seat in range(self.seats):
            alone = True
            for other in range(self.seats):
                if other != seat and self.fists[other] == self.fists[seat]:
                    alone = False
            if alone and self.fists[seat] > best:
                best = self.fists[seat]
                winner = seat
        if winner != UNKNOWN:
            self.points[winner] += best + 1
        self.rounds -= 1
        self.opening = UNKNOWN
        self.closed = 0
        for seat in range(self.seats):
            self.fists[seat] = UNKNOWN

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def place(self, seat: i64) -> i64:
        if self.rounds > 0:
            return 0
        place: i64 = 1
        for other in range(self.seats):
            if self.points[other] > self.points[seat]:
                place += 1
        return place

    def clone(self) -> "Shells":
        twin = Shells(self.seats, self.rounds)
        twin.closed = self.closed
        twin.opening = self.opening
        twin.fists = self.fists[:]
        twin.unused = self.unused[:]
        twin.points = self.points[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0] = self.rounds
        out[1] = self.closed
        out[2] = self.opening
        n: i64 = 3
        for seat in range(self.seats):
            out[n] = self.fists[seat]
            out[n + 1] = self.unused[seat]
            out[n + 2] = self.points[seat]
            n += 3
        return n
