"""What every setting of every wheel is worth: points now, what the answer teaches, and the stone that a miss costs.

All codes are equally likely (or have weights), so a worth is a sum over codes. What is known is worth what its final
guess would bring if it were written now; that is exact for the last round, and a fair measure of knowledge before.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import count, has, lowest
from tepui.core.position import zeros
from tepui.games.lost_code.belief.worlds import FIVE, NUMBERS, SUMS, Codes
from tepui.games.lost_code.bots.tables import ROOM
from tepui.games.lost_code.codes import LOWS
from tepui.games.lost_code.parts import WHEELS, Parts
from tepui.games.lost_code.rules import LostCode

COLOURS: Final = 6
NEVER: Final = 30.0  # times worse by e than the best: not chosen at all


class Ahead:
    """One seat's way of valuing: its tokens, the piles that are left, what a miss costs it."""

    def __init__(self, parts: Parts) -> None:
        self.parts: Parts = parts
        self.fixed: vec[i64] = zeros(COLOURS)  # by colour: the numbers fixed with a token; 0: none
        self.fresh: vec[float] = vec[float]([0.0] * COLOURS)  # by colour: the worth of a stone just drawn
        self.left: i64 = 0  # the colours with stones to draw
        self.miss: vec[i64] = zeros(WHEELS)  # by wheel: what a wrong guess moves the piece
        self.n: i64 = 0
        self.upto: vec[i64] = zeros((SUMS + 1) * COLOURS * NUMBERS)  # codes with a smaller sum, by colour, by number
        self.by_sum: vec[i64] = zeros(SUMS + 1)  # codes with this sum (plus 1)
        self.weights: vec[i64] = zeros(0)  # by code, in the order of `list_all`; empty: all alike
        self.values: vec[float] = vec[float]([0.0] * (WHEELS * LOWS))  # by wheel * 25 + low
        self.below: vec[float] = vec[float]([0.0] * (SUMS + 1))  # after a miss: the sum was below this
        self.above: vec[float] = vec[float]([0.0] * (SUMS + 1))  # ... or this or above
        self.loss: float = 0.0
        self.some: i64 = 0
        self.numbers: vec[i64] = zeros(COLOURS)  # by colour: the numbers that occur
        self.one: i64 = self.gain(1, False)  # what a hit with one number is worth more than a miss; two; three
        self.two: i64 = self.gain(2, False)
        self.three: i64 = self.gain(3, False)

    def ask(self, position: LostCode, seat: i64) -> None:
        """What a miss costs this seat now."""
        self.left = position.left
        for wheel in range(i64(WHEELS)):
            self.miss[wheel] = position.miss(seat, wheel)

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
                if parts.blunt(wheel):
                    value += self.after_miss(low, high, True)
                else:
                    value += self.below[low] + self.above[high]
                value += float(self.miss[wheel]) * (total - hit)
                self.values[wheel * LOWS + low] = value / total

    def best(self, codes: Codes, dice: i64, taken: i64) -> float:
        """The best that can be done with these dice and the wheels that are not taken."""
        self.look(codes, dice)
        return self.best_of(taken)

    def best_of(self, taken: i64) -> float:
        """After `look`: the most that a setting of the wheels that are not taken is worth."""
        best = -1000.0
        for wheel in range(i64(WHEELS)):
            if not has(taken, wheel):
                for low in range(self.parts.settings(wheel)):
                    best = max(best, self.values[wheel * LOWS + low])
        return best

    # ---- tables of codes ----

    def sort(self, codes: Codes, dice: i64) -> None:
        """Puts every code under the sum of the dice."""
        free: i64 = 0
        each: i64 = 1  # so many codes differ only in the stones that neither a row nor a die counts
        if len(self.weights) == 0:
            found = codes.list_bound(dice, ROOM)
            free = codes.free(dice)
            for stone in range(codes.stones):
                if has(free, stone):
                    each *= count(codes.candidates[stone])
        else:
            found = codes.list_all(ROOM)
        for stone in range(codes.stones):
            self.numbers[stone] = codes.candidates[stone]
        width = codes.stones * NUMBERS
        upto = self.upto
        for i in range((SUMS + 1) * width):
            upto[i] = 0
        for i in range(i64(SUMS + 1)):
            self.by_sum[i] = 0
        self.n = 0
        for i in range(found):
            code = codes.listed[i]
            weight = each
            if len(self.weights) > 0:
                weight = self.weights[i]
                if weight == 0:
                    continue
            total: i64 = 1
            for stone in range(codes.stones):
                total += ((dice >> 5 * stone) & FIVE) * ((code >> 4 * stone) & 15)
            self.n += weight
            self.by_sum[total] += weight
            for stone in range(codes.stones):
                upto[total * width + stone * NUMBERS + ((code >> 4 * stone) & 15)] += weight
        for stone in range(codes.stones):
            if has(free, stone):
                self.spread_free(stone, codes.candidates[stone], width)
        for i in range(width, (SUMS + 1) * width):
            upto[i] += upto[i - width]

    def spread_free(self, stone: i64, numbers: i64, width: i64) -> None:
        """A stone that nothing counts: under every sum each of its numbers alike."""
        n = count(numbers)
        for total in range(i64(SUMS + 1)):
            share = self.by_sum[total] // n
            at = total * width + stone * NUMBERS
            self.upto[at] = 0  # nothing is listed of this stone, so every code says 0
            for number in range(i64(NUMBERS)):
                if has(numbers, number):
                    self.upto[at + number] = share

    # ---- how a player chooses who values settings like this ----

    def chance(self, chosen: i64, taken: i64, heat: float) -> float:
        """After `look`: how likely it is that this setting is chosen among the wheels that are not taken.

        For somebody to whom a setting that is worth `heat` points less is less likely by a factor of e.
        """
        best = max(self.values[chosen], self.best_of(taken))
        if best - self.values[chosen] > NEVER * heat:
            return 0.0
        total = 0.0
        for wheel in range(i64(WHEELS)):
            if not has(taken, wheel):
                for low in range(self.parts.settings(wheel)):
                    worse = (best - self.values[wheel * LOWS + low]) / heat
                    if worse < NEVER:
                        total += exp(-worse)
        return exp((self.values[chosen] - best) / heat) / total

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
                value = max(value, self.three * (one + two + three)) + self.parts.worth(1, False, False) * n
            else:
                value = self.gain(count(written), True) * fixed + self.parts.worth(count(written), False, True) * n
            total += value
            if has(self.left, colour):
                loss = float(value) - float(n) * self.fresh[colour]
                if first or loss < self.loss:
                    self.loss = loss
                    first = False
            self.some = n
        return float(total)

    def gain(self, numbers: i64, token: bool) -> i64:
        """What a right final guess of so many numbers is worth more than a miss."""
        return self.parts.worth(numbers, True, token) - self.parts.worth(numbers, False, token)
