"""What a roll is worth to a seat, and what all rolls are worth on the average.

The roller is taken to choose the best pair by value; the others get the best of what that leaves. The same reckoning
is used for the roll that fell and for the 56 x 220 different rolls that could have fallen, so the difference is zero
on the average whatever the players do.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.games.roll_and_write.bots.chooser import Chooser, orders
from tepui.games.roll_and_write.bots.value import Rivals
from tepui.games.roll_and_write.sheet import COLOURS, Sheet


@final
class Prospects:
    """A sheet before a roll: its value after each pair of dice, and after a refusal."""

    def __init__(self, chooser: Chooser, sheet: Sheet, rivals: Rivals) -> None:
        self.refused: float = chooser.weigh(sheet, rivals)
        self.worths: vec[float] = chooser.worths[:]


@final
class Fall:
    """Six dice: three colours and three digits, each row falling (a >= b >= c), and how they are shared."""

    def __init__(self, roller: Prospects, mine: Prospects, own_roll: bool) -> None:
        self.roller: Prospects = roller
        self.mine: Prospects = mine
        self.own_roll: bool = own_roll

    def worth(self, colours: i64, digits: i64) -> float:
        """What this roll (four bits a die) is worth to me."""
        if self.own_roll:
            return self.best(self.mine, colours, digits, -1, -1)
        pair = self.taken(colours, digits)
        if pair < 0:
            return self.best(self.mine, colours, digits, -1, -1)
        return self.best(self.mine, colours, digits, pair // 3, pair % 3)

    def taken(self, colours: i64, digits: i64) -> i64:
        """Which colour die and which number die the roller takes (3 * one + other); -1: refuses."""
        most = self.roller.refused
        chosen: i64 = -1
        for one in range(i64(3)):
            row = 10 * ((colours >> 4 * one) & 15)
            for other in range(i64(3)):
                worth = self.roller.worths[row + ((digits >> 4 * other) & 15)]
                if worth > most:
                    most = worth
                    chosen = 3 * one + other
        return chosen

    def best(self, whose: Prospects, colours: i64, digits: i64, no_colour: i64, no_digit: i64) -> float:
        """The best of the dice but these two."""
        most = whose.refused
        for one in range(i64(3)):
            if one == no_colour:
                continue
            row = 10 * ((colours >> 4 * one) & 15)
            for other in range(i64(3)):
                if other != no_digit:
                    most = max(most, whose.worths[row + ((digits >> 4 * other) & 15)])
        return most

    def mean(self) -> float:
        """Over all rolls."""
        total = 0.0
        for a in range(i64(10)):
            for b in range(a + 1):
                for c in range(b + 1):
                    total += orders(a, b, c) * self.mean_over_colours(a | b << 4 | c << 8)
        return total / 1000.0

    def mean_over_colours(self, digits: i64) -> float:
        total = 0.0
        for a in range(i64(COLOURS)):
            for b in range(a + 1):
                for c in range(b + 1):
                    total += orders(a, b, c) * self.worth(a | b << 4 | c << 8, digits)
        return total / 216.0


def falling(dice: i64) -> i64:
    """Three dice (four bits each) in falling order."""
    a = dice & 15
    b = (dice >> 4) & 15
    c = (dice >> 8) & 15
    high = max(a, max(b, c))
    low = min(a, min(b, c))
    return high | (a + b + c - high - low) << 4 | low << 8
