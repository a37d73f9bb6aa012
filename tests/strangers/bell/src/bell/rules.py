"""Bell: cards are added up, and whoever thinks that the sum has reached their secret limit rings, at any time."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN, Position, full, zeros

# The players' codes.
TURN: Final = 0  # turn over a card: whoever's turn it is
RING: Final = 1  # anybody who has not rung yet, at any time
# The table's codes: limits 0 to 9 are dealt; then the codes below.
LIMITS: Final = 10
HIDDEN: Final = 10  # a limit seen from behind
NO: Final = 11
YES: Final = 12
CARDS: Final = 13  # a card of 1, 2 or 3 is 13, 14 or 15

LAST: Final = 12  # the game ends when the cards add up to this

DEAL: Final = 0
WAIT: Final = 1  # for whoever's turn it is; everybody may ring
CARD: Final = 2
ANSWER: Final = 3
OVER: Final = 4


class Bell(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DEAL
        self.turn: i64 = 0
        self.sum: i64 = 0
        self.rung: i64 = 0  # the set of those who have
        self.ringer: i64 = UNKNOWN
        self.limits: vec[i64] = full(seats, UNKNOWN)
        self.points: vec[i64] = zeros(seats)

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        if self.phase == WAIT:
            return bit(self.turn)
        return TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.phase == WAIT and seat == self.turn:
            out[n] = TURN
            n += 1
        if self.phase == WAIT and not has(self.rung, seat):
            out[n] = RING
            n += 1
        return n

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n: i64 = 0
        if self.phase == DEAL:
            while n < LIMITS:
                out[n] = n
                weights[n] = 1
                n += 1
            return n
        if self.phase == CARD:  # low cards are frequent
            while n < 3:
                out[n] = CARDS + n
                weights[n] = 3 - n
                n += 1
            return n
        limit = self.limits[self.ringer]
        if limit == UNKNOWN or limit > self.sum:
            out[n] = NO
            weights[n] = 1
            n += 1
        if limit == UNKNOWN or limit <= self.sum:
            out[n] = YES
            weights[n] = 1
            n += 1
        return n

    def occasion(self) -> i64:
        if self.phase == DEAL:
            return self.turn
        return 100 + self.sum

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        if by == TABLE and self.phase == DEAL and eye != self.turn:
            return HIDDEN
        return action

    def apply(self, by: i64, action: i64) -> None:
        if by != TABLE:
            if action == RING:
                self.rung |= bit(by)
                self.ringer = by
                self.phase = ANSWER
            else:
                self.phase = CARD
        elif self.phase == DEAL:
            if action != HIDDEN:
                self.limits[self.turn] = action
            self.next_turn()
            if self.turn == 0:
                self.phase = WAIT
        elif self.phase == CARD:
            self.sum += action - CARDS + 1
            self.next_turn()
            self.go_on()
        else:
            if action == YES:  # the sooner, the better
                self.points[self.ringer] += LAST + 3 - self.sum
            self.ringer = UNKNOWN
            self.go_on()

    def next_turn(self) -> None:
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0

    def go_on(self) -> None:
        self.phase = WAIT
        if self.sum >= LAST or count(self.rung) == self.seats:
            self.phase = OVER

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        place: i64 = 1
        for other in range(self.seats):
            if self.points[other] > self.points[seat]:
                place += 1
        return place

    def clone(self) -> "Bell":
        twin = Bell(self.seats)
        twin.phase = self.phase
        twin.turn = self.turn
        twin.sum = self.sum
        twin.rung = self.rung
        twin.ringer = self.ringer
        twin.limits = self.limits[:]
        twin.points = self.points[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0] = self.phase
        out[1] = self.turn
        out[2] = self.sum
        out[3] = self.rung
        out[4] = self.ringer
        for seat in range(self.seats):
            out[5 + seat] = self.limits[seat]
            out[5 + self.seats + seat] = self.points[seat]
        return 5 + 2 * self.seats
