"""What every setting of every wheel is worth: points now, what the answer teaches, and the stone that a miss costs.

All codes are equally likely, so a worth is a sum over codes. What is known is worth what its final guess would bring if
it were written now; that is exact for the last round, and a fair measure of knowledge before.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import count, has, lowest
from tepui.core.position import zeros
from tepui.games.lost_code.codes import LOWS
from tepui.games.lost_code.parts import WHEELS, Parts
from tepui.games.lost_code.possible import FIVE, NUMBERS, SUMS, Codes

ROOM: Final = 46656  # X-Race begins with this many codes
COLOURS: Final = 6


class Ahead:
    """One seat's way of valuing: its tokens, the piles that are left, the curse."""

    def __init__(self, parts: Parts) -> None:
        self.parts: Parts = parts
        self.fixed: vec[i64] = zeros(COLOURS)  # by colour: the numbers fixed with a token; 0: none
        self.fresh: vec[float] = vec[float]([0.0] * COLOURS)  # by colour: the worth of a stone just drawn
        self.left: i64 = 0  # the colours with stones to draw
        self.cursed: bool = False  # a miss costs the wheel's points
        self.n: i64 = 0
        self.upto: vec[i64] = zeros((SUMS + 1) * COLOURS * NUMBERS)  # codes with a smaller sum, by colour, by number
        self.values: vec[float] = vec[float]([0.0] * (WHEELS * LOWS))  # by wheel * 25 + low
        self.below: vec[float] = vec[float]([0.0] * (SUMS + 1))  # after a miss: the sum was below this
        self.above: vec[float] = vec[float]([0.0] * (SUMS + 1))  # ... or this or above
        self.loss: float = 0.0
        self.some: i64 = 0
        self.numbers: vec[i64] = zeros(COLOURS)  # by colour: the numbers that occur
        self.one: i64 = 0
        self.two: i64 = 0
        self.three: i64 = 0
        self.one = self.gain(1)
        self.two = self.gain(2)
        self.three = self.gain(3)

    def look(self, codes: Codes, dice: i64) -> None:
        """Values every setting with these dice (how often each colour shows, five bits a colour)."""
        self.sort(codes, dice)
        parts = self.parts
        total = float(self.n)
        for at in range(i64(SUMS + 1)):
            self.below[at] = self.after_miss(0, at, False)
            self.above[at] = self.after_miss(at, SUMS, False)
        for wheel in range(i64(WHEELS)):
            points = float(parts.points[wheel])
            for low in range(parts.settings(wheel)):
                high = low + parts.sizes[wheel]
                value = self.worth(low, high, False)
                hit = float(self.some)
                value += points * hit
                if wheel == 0:  # 8.3: the smallest wheel hears only right or wrong
                    value += self.after_miss(low, high, True)
                else:
                    value += self.below[low] + self.above[high]
                if self.cursed:
                    value -= points * (total - hit)
                self.values[wheel * LOWS + low] = value / total

    def best(self, codes: Codes, dice: i64, taken: i64) -> float:
        """The best that can be done with these dice and the wheels that are not taken."""
        self.look(codes, dice)
        best = -1000.0
        for wheel in range(i64(WHEELS)):
            if not has(taken, wheel):
                for low in range(self.parts.settings(wheel)):
                    best = max(best, self.values[wheel * LOWS + low])
        return best

    def known(self, codes: Codes) -> float:
        """What is known now is worth this much."""
        self.sort(codes, 0)
        return self.worth(0, SUMS, False) / float(self.n)

    # ---- tables of codes ----

    def sort(self, codes: Codes, dice: i64) -> None:
        """Puts every code under the sum of the dice."""
        self.n = codes.list_all(ROOM)
        for stone in range(codes.stones):
            self.numbers[stone] = codes.candidates[stone]
        width = codes.stones * NUMBERS
        upto = self.upto
        for i in range((SUMS + 1) * width):
            upto[i] = 0
        for i in range(self.n):
            code = codes.listed[i]
            total: i64 = 1
            for stone in range(codes.stones):
                total += ((dice >> 5 * stone) & FIVE) * ((code >> 4 * stone) & 15)
            for stone in range(codes.stones):
                upto[total * width + stone * NUMBERS + ((code >> 4 * stone) & 15)] += 1
        for i in range(width, (SUMS + 1) * width):
            upto[i] += upto[i - width]

    # ---- worth, summed over codes ----

    def after_miss(self, low: i64, high: i64, outside: bool) -> float:
        """The worth of all stones once the one that is missed least has been exchanged."""
        return self.worth(low, high, outside) - self.loss

    def worth(self, low: i64, high: i64, outside: bool) -> float:
        """Of all stones, over the codes with a sum from low to high - 1 (or all others).

        Leaves how many codes these are in `some`, and what the cheapest stone is worth more than a fresh one in `loss`.
        """
        upto = self.upto
        width = self.parts.colours * NUMBERS
        start = low * width
        end = high * width
        total: i64 = 0
        self.loss = 0.0
        first = True
        for colour in range(self.parts.colours):
            n: i64 = 0
            one: i64 = 0  # the three likeliest numbers
            two: i64 = 0
            three: i64 = 0
            fixed: i64 = 0
            written = self.fixed[colour]
            numbers = self.numbers[colour]
            while numbers != 0:
                number = lowest(numbers)
                numbers &= numbers - 1
                at = colour * NUMBERS + number
                k = upto[end + at] - upto[start + at]
                if outside:
                    k = upto[SUMS * width + at] - k
                n += k
                if k > one:
                    three = two
                    two = one
                    one = k
                elif k > two:
                    three = two
                    two = k
                elif k > three:
                    three = k
                if has(written, number):
                    fixed += k
            if written == 0:
                value = max(self.one * one, self.two * (one + two))
                value = max(value, self.three * (one + two + three)) + self.parts.miss * n
            else:
                value = self.parts.token_factor * (self.gain(count(written)) * fixed + self.parts.miss * n)
            total += value
            if has(self.left, colour):
                loss = float(value) - float(n) * self.fresh[colour]
                if first or loss < self.loss:
                    self.loss = loss
                    first = False
            self.some = n
        return float(total)

    def gain(self, numbers: i64) -> i64:
        """What a right final guess of so many numbers is worth more than a miss."""
        return self.parts.worth(numbers, True, False) - self.parts.miss
