"""The codes that a seat holds possible, one by one: how many have what, what final guesses are then worth; compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import count, has
from tepui.core.position import zeros
from tepui.games.lost_code.belief.worlds import FIVE, NUMBERS, Codes
from tepui.games.lost_code.parts import Parts

ROOM: Final = 46656  # X-Race begins with this many codes
KINDS: Final = 3


def listed(codes: Codes) -> vec[i64]:
    """All of them: four bits for the number of each stone."""
    n = codes.list_all(ROOM)
    found = zeros(n)
    for i in range(n):
        found[i] = codes.listed[i]
    return found


def total(code: i64, dice: i64, colours: i64) -> i64:
    """The sum of these dice (how often each colour shows, five bits a colour)."""
    found: i64 = 0
    for stone in range(colours):
        found += ((dice >> 5 * stone) & FIVE) * ((code >> 4 * stone) & 15)
    return found


class Tables:
    def __init__(self, parts: Parts, codes: vec[i64], fixed: vec[i64]) -> None:
        self.parts: Parts = parts
        self.colours: i64 = parts.colours
        self.codes: vec[i64] = codes
        self.fixed: vec[i64] = fixed  # by colour: the numbers fixed with a token; 0: none
        self.weights: vec[i64] = zeros(0)  # by code; empty: all alike
        self.n: i64 = i64(len(codes))
        self.tally: vec[i64] = zeros(parts.colours * NUMBERS)  # by colour, by number: how many codes have it
        self.fill()

    def weigh(self, weights: vec[i64]) -> None:
        """Some codes are likelier than others."""
        self.weights = weights
        self.n = 0
        for i in range(i64(len(weights))):
            self.n += weights[i]
        self.fill()

    def fill(self) -> None:
        tally, colours = self.tally, self.colours
        for i in range(colours * NUMBERS):
            tally[i] = 0
        for i in range(i64(len(self.codes))):
            code, weight = self.codes[i], self.weight(i)
            for stone in range(colours):
                tally[stone * NUMBERS + ((code >> 4 * stone) & 15)] += weight

    def weight(self, at: i64) -> i64:
        if len(self.weights) == 0:
            return 1
        return self.weights[at]

    # ---- those whose sum of the dice lies in a range, or outside

    def count(self, dice: i64, low: i64, high: i64, inside: bool) -> i64:
        found: i64 = 0
        for i in range(i64(len(self.codes))):
            at = total(self.codes[i], dice, self.colours)
            if (low <= at and at < high) == inside:
                found += self.weight(i)
        return found

    def only(self, dice: i64, low: i64, high: i64, inside: bool) -> "Tables":
        """These alone, all alike."""
        kept = zeros(i64(len(self.codes)))
        n: i64 = 0
        for i in range(i64(len(self.codes))):
            at = total(self.codes[i], dice, self.colours)
            if (low <= at and at < high) == inside:
                kept[n] = self.codes[i]
                n += 1
        codes = zeros(n)
        for i in range(n):
            codes[i] = kept[i]
        return Tables(self.parts, codes, self.fixed)

    # ---- what final guesses are worth, summed over codes

    def share(self, colour: i64, numbers: i64) -> i64:
        """How many of the codes have one of these numbers there."""
        found: i64 = 0
        for number in range(i64(NUMBERS)):
            if has(numbers, number):
                found += self.tally[colour * NUMBERS + number]
        return found

    def worth(self, colour: i64) -> i64:
        """Of the best final guess for this stone."""
        return self.best(self.tally, colour * NUMBERS, self.n, colour)

    def after_showing(self, colour: i64) -> i64:
        """Of the other stones once this one is known."""
        width = self.colours * NUMBERS
        table, rows = zeros(width * NUMBERS), zeros(NUMBERS)
        for i in range(i64(len(self.codes))):
            code, weight = self.codes[i], self.weight(i)
            row = (code >> 4 * colour) & 15
            rows[row] += weight
            for other in range(self.colours):
                table[row * width + other * NUMBERS + ((code >> 4 * other) & 15)] += weight
        found: i64 = 0
        for row in range(i64(NUMBERS)):
            for other in range(self.colours):
                if other != colour and rows[row] > 0:
                    found += self.best(table, row * width + other * NUMBERS, rows[row], other)
        return found

    def best(self, table: vec[i64], at: i64, n: i64, colour: i64) -> i64:
        """By these nine counts, of so many codes: one, two or three numbers, or those that are fixed."""
        fixed, parts = self.fixed[colour], self.parts
        one: i64 = 0
        two: i64 = 0
        three: i64 = 0
        hits: i64 = 0
        for number in range(i64(NUMBERS)):
            some = table[at + number]
            if has(fixed, number):
                hits += some
            if some > one:
                three = two
                two = one
                one = some
            elif some > two:
                three = two
                two = some
            elif some > three:
                three = some
        if fixed:
            numbers = count(fixed)
            return parts.worth(numbers, True, True) * hits + parts.worth(numbers, False, True) * (n - hits)
        miss = parts.worth(1, False, False)
        value = max((parts.worth(1, True, False) - miss) * one, (parts.worth(2, True, False) - miss) * (one + two))
        return max(value, (parts.worth(3, True, False) - miss) * (one + two + three)) + miss * n


class Likely:
    """How likely each code is, by what others chose who see it: each of them is of one of three kinds."""

    def __init__(self, codes: vec[i64], players: i64, kinds: list[float]) -> None:
        self.codes: vec[i64] = codes
        self.players: i64 = players
        self.weights: vec[float] = vec[float]([1.0] * len(codes))
        self.kinds: vec[float] = vec[float]([0.0] * (KINDS * players * len(codes)))  # by player, by code, by kind
        for i in range(players * i64(len(codes))):
            for kind in range(i64(KINDS)):
                self.kinds[i * KINDS + kind] = kinds[kind]

    def seen(self, stones: i64, known: i64, faint: float) -> vec[i64]:
        """By code: what was seen of it, or -1 if it is too unlikely to count any more."""
        n = i64(len(self.codes))
        limit, found = faint * self.most(), zeros(n)
        for i in range(n):
            if self.weights[i] > limit:
                found[i] = (self.codes[i] & stones) | known
            else:
                found[i] = -1
        return found

    def most(self) -> float:
        found = 0.0
        for i in range(i64(len(self.weights))):
            if self.weights[i] > found:
                found = self.weights[i]
        return found

    def tell(self, player: i64, seen: vec[i64], chances: dict[int, tuple[float, ...]]) -> None:
        """This player chose what each kind chooses with these chances, by what it has seen."""
        n, kinds = i64(len(self.codes)), self.kinds
        for i in range(n):
            own = (player * n + i) * KINDS
            if seen[i] < 0:
                for kind in range(i64(KINDS)):
                    kinds[own + kind] = 0.0
            else:
                row = chances[int(seen[i])]
                for kind in range(i64(KINDS)):
                    kinds[own + kind] *= row[kind]
            weight = 1.0
            for other in range(self.players):
                at = (other * n + i) * KINDS
                weight *= kinds[at] + kinds[at + 1] + kinds[at + 2]
            self.weights[i] = weight
