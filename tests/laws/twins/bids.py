"""Bids: up to sixteen players, a thousand actions each, at once and in secret; and points on the way."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.actions import Action
from tepui.core.bits import bit
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, TABLE_BIT, UNKNOWN, Position, full, zeros

NUMBERS: Final = 1000
HIDDEN: Final = 1000  # a number that somebody else has chosen
ROUNDS: Final = 2

BID: Final = 0
SHOW: Final = 1
TURN: Final = 2  # the table draws a number: whoever is nearest has a point
OVER: Final = 3


class Bids(Position):
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = BID
        self.round: i64 = 0
        self.who: i64 = 0
        self.owing: i64 = bit(seats) - 1
        self.numbers: vec[i64] = full(seats, UNKNOWN)
        self.points: vec[i64] = zeros(seats)

    def to_act(self) -> i64:
        if self.phase == OVER:
            return 0
        return self.owing if self.phase == BID else TABLE_BIT

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if self.phase != BID or not self.owing >> seat & 1:
            return 0
        for number in range(NUMBERS):
            out[number] = number
        return NUMBERS

    def chances(self) -> i64:
        return NUMBERS if self.phase == TURN else 0

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        if self.phase == SHOW and self.numbers[self.who] != UNKNOWN:
            out[0], weights[0] = self.numbers[self.who], 1
            return 1
        for number in range(NUMBERS):
            out[number], weights[number] = number, 1
        return NUMBERS

    def occasion(self) -> i64:
        return self.round

    def seen(self, action: i64, by: i64, eye: i64) -> i64:
        return HIDDEN if by != TABLE and eye != by else action

    def apply(self, by: i64, action: i64) -> None:
        if self.phase == BID:
            self.owing &= ~bit(by)
            self.numbers[by] = UNKNOWN if action == HIDDEN else action
            if self.owing == 0:
                self.phase = SHOW
        elif self.phase == SHOW:
            self.numbers[self.who] = action
            self.who += 1
            if self.who == self.seats:
                self.who, self.phase = 0, TURN
        else:
            near = min(abs(number - action) for number in self.numbers)
            for seat in range(self.seats):
                if abs(self.numbers[seat] - action) == near:
                    self.points[seat] += 1
            self.numbers = full(self.seats, UNKNOWN)
            self.round += 1
            self.phase, self.owing = BID, bit(self.seats) - 1
            if self.round == ROUNDS:
                self.phase, self.owing = OVER, 0

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        return 1 + sum(points > self.points[seat] for points in self.points)

    def clone(self) -> "Bids":
        twin = Bids(self.seats)
        twin.phase, twin.round, twin.who, twin.owing = self.phase, self.round, self.who, self.owing
        twin.numbers, twin.points = self.numbers[:], self.points[:]
        return twin

    def pack(self, out: vec[i64]) -> i64:
        out[0], out[1], out[2], out[3] = self.phase, self.round, self.who, self.owing
        for seat in range(self.seats):
            out[4 + 2 * seat], out[5 + 2 * seat] = self.numbers[seat], self.points[seat]
        return 4 + 2 * self.seats


class Bid(Action, frozen=True):
    number: int | None


class Drawn(Action, frozen=True):
    number: int


def say(position: Bids, by: int, code: int) -> Action:
    return Drawn(code) if by == TABLE else Bid(None if code == HIDDEN else code)


def secret(position: Bids, by: int, code: int, eye: int) -> str:
    return "bid" if by != TABLE and eye != by else ""


def start(setting: Setting) -> Bids:
    return Bids(setting.seats)


GAME = Game(
    name="bids",
    title="Bids",
    rules=1,
    seats=(2, 16),
    start=start,
    actions=(Bid, Drawn),
    say=say,
    secret=secret,
    width=NUMBERS,
    codes=NUMBERS + 1,
    table_codes=NUMBERS,
)
