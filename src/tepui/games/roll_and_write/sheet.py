"""One player's sheet: what is written on it, what still fits, and what it is worth.

A set of *entries* is an i64 with one bit per pair of a colour and a digit, numbered as the players' codes are:
1 + 10 * colour + digit. Bit 0 is left for passing. Boxes of a column count from 0; box 9 is the artefact at its top.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, lowest, shift
from tepui.core.position import write_all

COLOURS: Final = 6
BOXES: Final = 9
BRIDGE: Final = 7  # a bridge is passed with the 7th box, the 7th artefact, the 7th refusal
FULL: Final = 9  # artefacts and refusals: so many, and no more

ARTEFACT_BRIDGE: Final = 6  # bridges 0 to 5 belong to the colours
REFUSAL_BRIDGE: Final = 7
ALL_BRIDGES: Final = 255
BONUS: Final = 20

CIRCLE: Final = 0  # what a pair of dice is used for
NUMBER: Final = 1
TOP: Final = 2

COLUMN: Final = 0b1111111111 << 1  # the entries of colour 0
EVERY: Final = (1 << 61) - 2  # all sixty entries

STARTS: Final = (1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50) << 1  # digit 0 of every colour
ROW: Final = 18  # bits for the numbers of one column, see `numbers`


@final
class Parts:
    """What is printed on every sheet; all sheets of a table share one."""

    def __init__(
        self,
        arrows: i64,
        artefacts: i64,
        expedition: vec[i64],
        circle_only: i64,
        artefact: vec[i64],
        refusal: vec[i64],
        reconstruction: bool,
    ) -> None:
        self.arrows: i64 = arrows  # sets of boxes: bit 10 * colour + box
        self.artefacts: i64 = artefacts  # the six tops are among them
        self.expedition: vec[i64] = expedition  # points by boxes filled, from 0 to 9
        self.circle_only: i64 = circle_only
        self.artefact: vec[i64] = artefact  # points by artefacts, by refusals
        self.refusal: vec[i64] = refusal
        self.reconstruction: bool = reconstruction  # are the boxes only our guess?


def bonus(bridges: i64) -> i64:
    """6: what these bridges pay together."""
    return BONUS * count(bridges)


def ends(gone: i64, exhausted: bool) -> bool:
    """3.8: the game ends when all bridges are passed, or all sheets exhausted."""
    return gone == ALL_BRIDGES or exhausted


def column(colour: i64) -> i64:
    """All entries of a colour."""
    return shift(COLUMN, 10 * colour)


def not_lower(number: i64) -> i64:
    """3.4: the digits that may follow a number; the 0 counts as a 10 now."""
    return 1023 & -bit(number) | 1


@final
class Sheet:
    def __init__(self, parts: Parts) -> None:
        self.parts: Parts = parts
        self.fits: i64 = EVERY  # the entries this sheet can take now
        self.heights: i64 = 0  # boxes filled, four bits per colour; 10: the top artefact is taken too
        self.circles: i64 = 0  # colours whose circle is marked
        self.climbs: i64 = STARTS  # the columns an acceleration can climb, each written as its digit 0
        self.artefacts: i64 = 0
        self.refusals: i64 = 0
        self.passed: i64 = 0  # bridges this sheet has passed
        self.bonus: i64 = 0  # bridges that paid this sheet
        self.left: i64 = 0  # the numbers written in the three left columns, see `numbers`
        self.right: i64 = 0

    def clone(self) -> "Sheet":
        twin = Sheet(self.parts)
        twin.fits = self.fits
        twin.heights = self.heights
        twin.circles = self.circles
        twin.climbs = self.climbs
        twin.artefacts = self.artefacts
        twin.refusals = self.refusals
        twin.passed = self.passed
        twin.bonus = self.bonus
        twin.left = self.left
        twin.right = self.right
        return twin

    def pack(self, out: vec[i64], n: i64) -> i64:
        return write_all(out, n, vec[i64]([
            self.fits, self.heights, self.circles, self.artefacts, self.refusals, self.passed, self.bonus, self.left,
            self.right, self.climbs,
        ]))  # fmt: skip

    def height(self, colour: i64) -> i64:
        return (self.heights >> 4 * colour) & 15

    def circled(self, colour: i64) -> bool:
        return (self.circles >> colour) & 1 == 1

    def complete(self, colour: i64) -> bool:
        """All boxes are filled, and the artefact at the top is taken."""
        return self.height(colour) > BOXES

    def marks_circle(self, colour: i64, digit: i64) -> bool:
        """3.4: a 0 before the first number marks the circle, and does nothing else."""
        return digit == 0 and self.height(colour) == 0

    def use(self, colour: i64, digit: i64) -> i64:
        """What this pair is used for follows from the column: it is never a choice (R-4, R-5)."""
        if self.marks_circle(colour, digit):
            return CIRCLE
        if self.height(colour) < BOXES:
            return NUMBER
        return TOP

    def away(self, bridge: i64) -> i64:
        """How many steps this bridge is away; 0 once it is passed."""
        steps = self.refusals
        if bridge < ARTEFACT_BRIDGE:
            steps = self.height(bridge)
        elif bridge == ARTEFACT_BRIDGE:
            steps = self.artefacts
        return max(0, BRIDGE - steps)

    def pays(self, gone: i64) -> i64:
        """3.7: the bridges that pay this sheet at the end of the turn; those gone before it pay no more."""
        return self.passed & ~gone

    def exhausted(self) -> bool:
        return self.refusals == FULL

    def repeated(self, colour: i64) -> i64:
        """What an acceleration writes (3.5): the last number again, a 1 at the start. It is the lowest that fits."""
        digits = (self.fits >> (1 + 10 * colour)) & 1022
        if digits == 0:
            return 10
        return lowest(digits)

    def numbers(self, colour: i64, out: vec[i64]) -> i64:
        """Writes the numbers of a column from the bottom up; returns how many.

        They never fall, so number + box never repeats in a column, and a set of those sums holds them all.
        """
        if colour < 3:
            row = self.left >> ROW * colour
        else:
            row = self.right >> ROW * (colour - 3)
        n: i64 = 0
        for k in range(ROW):
            if (row >> k) & 1 == 1:
                out[n] = k + 1 - n
                n += 1
        return n

    def write(self, colour: i64, number: i64) -> None:
        right = (2 - colour) >> 63  # all bits for the three right columns, none for the left: dice are hard to foresee
        mark = bit(ROW * (colour + 3 * right) + number - 1 + self.height(colour))
        self.left |= mark & ~right
        self.right |= mark & right

    def refuse(self) -> None:
        """3.6: the ninth refusal exhausts; after it they are free."""
        if self.refusals < FULL:
            self.refusals += 1
            if self.refusals == BRIDGE:
                self.passed |= bit(REFUSAL_BRIDGE)

    def enter(self, colour: i64, digit: i64) -> bool:
        """3.4: a pair of dice; True if it earns an acceleration."""
        start = 1 + 10 * colour
        height = self.height(colour)
        if self.marks_circle(colour, digit):
            self.circles |= bit(colour)
            self.fits &= ~bit(start)
            return False
        number = digit
        if digit == 0:
            number = 10
        if height < BOXES:
            self.write(colour, number)
        self.fits = self.fits & ~column(colour) | shift(not_lower(number), start)
        return self.advance(colour)

    def accelerate(self, colour: i64) -> bool:
        """3.5: the next box of any column without dice; True if that earns another."""
        height = self.height(colour)
        if height < BOXES:
            self.write(colour, self.repeated(colour))
        if height == 0:
            self.fits |= column(colour)  # on its way now, so a 0 is a 10
        return self.advance(colour)

    def advance(self, colour: i64) -> bool:
        """One box further up, with what is printed there (3.5); True if it is an arrow."""
        box = self.height(colour)
        self.heights += bit(4 * colour)
        if box == BRIDGE - 1:
            self.passed |= bit(colour)
        elif box == BOXES:
            self.fits &= ~column(colour)
            self.climbs &= ~column(colour)
        here = 10 * colour + box
        self.artefacts = min(self.artefacts + ((self.parts.artefacts >> here) & 1), FULL)
        if self.artefacts == BRIDGE:
            self.passed |= bit(ARTEFACT_BRIDGE)
        return (self.parts.arrows >> here) & 1 == 1

    def expedition(self, colour: i64) -> i64:
        """6: the points of one column; they count the boxes filled, not the numbers in them."""
        return self.points_at(colour, min(self.height(colour), BOXES))

    def points_at(self, colour: i64, boxes: i64) -> i64:
        """6: the same with so many boxes filled; a marked circle doubles it."""
        if not self.circled(colour):
            return self.parts.expedition[boxes]
        if boxes == 0:
            return 2 * self.parts.circle_only
        return 2 * self.parts.expedition[boxes]

    def artefact_points(self) -> i64:
        return self.parts.artefact[self.artefacts]

    def refusal_points(self) -> i64:
        return self.parts.refusal[self.refusals]

    def score(self) -> i64:
        return self.points() + bonus(self.bonus)

    def points(self) -> i64:
        """6: all but the bridges, which are paid at the end of the turn."""
        total = self.artefact_points() + self.refusal_points()
        for colour in range(i64(COLOURS)):
            total += self.expedition(colour)
        return total
