"""What a sheet is worth in the end: a sum of learned table entries, looked up by what stands on it.

The value is the final score its owner can expect. Every feature names one entry of one long table of weights: each
expedition with the refusals used, the bridges gone, the artefacts found and the rivals' heights; the two side columns;
how much still fits; and how far the rivals are. Nothing here knows a rule beyond the sheet's own words.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import count, shift
from tepui.games.roll_and_write.rules import RollAndWrite
from tepui.games.roll_and_write.sheet import ARTEFACT_BRIDGE, COLOURS, FULL, REFUSAL_BRIDGE, STARTS, Sheet, bonus, ends

STATES: Final = 184  # of a column: two before its first number, 9 heights x 10 numbers x circle, two at the top
COUNTS: Final = 10  # artefacts, refusals: 0 to 9

# Where each family of features begins in the table. Six families have one feature per expedition:
BY_REFUSALS: Final = 0  # colour, state, bridge still to win, own refusals
ANY_COLOUR: Final = BY_REFUSALS + 6 * 184 * 2 * 10  # the same for all colours alike
BY_BRIDGES: Final = ANY_COLOUR + 184 * 2 * 10  # colour, state, bridges gone
BY_ARTEFACTS: Final = BY_BRIDGES + 6 * 184 * 9  # colour, height, artefacts
BY_RIVAL: Final = BY_ARTEFACTS + 6 * 11 * 10  # colour, height, circle, best rival's height, bridge still to win
EACH: Final = 5  # so many features per expedition
# and these one each:
SIDES: Final = BY_RIVAL + 6 * 11 * 2 * 11 * 2  # refusals, artefacts, their two bridges, bridges gone
CLOCK: Final = SIDES + 10 * 10 * 4 * 9  # own refusals, rivals' most, rivals' fewest
ARTEFACT_RACE: Final = CLOCK + 10 * 10 * 10  # own artefacts, best rival's, bridge still to win
ROOM: Final = ARTEFACT_RACE + 10 * 10 * 2  # entries that fit, refusals
KINDS: Final = ROOM + 61 * 10  # columns with neither number nor circle, with a circle alone, complete; refusals
LOW: Final = KINDS + 7 * 7 * 7 * 10  # columns that stand at 3 or below, at 4 to 6, at 7 to 9; refusals
STUCK: Final = LOW + 7 * 7 * 7 * 10  # chance that nothing of a roll fits, in 64 steps; refusals
BY_PAIR: Final = STUCK + 64 * 10  # two colours, both classes
CLASSES: Final = 43  # of a column, coarser than its state: before its first number, at its top, height by threes
HOPE: Final = BY_PAIR + 15 * 43 * 43  # not a feature: what a sheet is worth of which nothing is known
WEIGHTS: Final = HOPE + 1
FEATURES: Final = 6 * 5 + 7 + 15


@final
class Rivals:
    """What matters to a seat about all the others."""

    def __init__(self, bridges: i64) -> None:
        self.passed: i64 = bridges  # bridges gone, whatever this seat does now
        self.bridges: i64 = bridges  # bridges gone before this turn: they pay no more
        self.heights: i64 = 0  # the highest of each colour, four bits each
        self.artefacts: i64 = 0
        self.most: i64 = 0  # refusals
        self.fewest: i64 = FULL

    def next_turn(self, sheet: Sheet) -> "Rivals":
        """The same rivals once this turn is over and this sheet stands."""
        later = Rivals(self.passed | sheet.passed)
        later.heights = self.heights
        later.artefacts = self.artefacts
        later.most = self.most
        later.fewest = self.fewest
        return later

    def over(self, sheet: Sheet) -> bool:
        """Does the game end with this turn, whatever else happens in it?"""
        return ends(self.passed | sheet.passed, sheet.exhausted() and self.fewest == FULL)

    def look_at(self, sheet: Sheet) -> None:
        self.passed |= sheet.passed
        self.artefacts = max(self.artefacts, sheet.artefacts)
        self.most = max(self.most, sheet.refusals)
        self.fewest = min(self.fewest, sheet.refusals)
        highest: i64 = 0
        for colour in range(i64(COLOURS)):
            mine = (self.heights >> 4 * colour) & 15
            highest |= max(mine, sheet.height(colour)) << 4 * colour
        self.heights = highest


def rivals_of(position: RollAndWrite, seat: i64) -> Rivals:
    rivals = Rivals(position.bridges)
    for other in range(position.seats):
        if other != seat:
            rivals.look_at(position.sheets[other])
    return rivals


def state(height: i64, number: i64, circle: i64) -> i64:
    """All that a column's future depends on: its height, its last number, its circle."""
    if height == 0:
        return circle
    if height == 10:
        return 182 + circle
    return 2 + ((height - 1) * 10 + number - 1) * 2 + circle


def class_of(height: i64, number: i64, circle: i64) -> i64:
    if height == 0:
        return circle
    if height == 10:
        return 2
    if height == 9:
        return 2 + 30 + number
    return 2 + (height - 1) // 3 * 10 + number


def stuck(fits: i64) -> i64:
    """How likely nothing of a roll fits, in 64 steps that are finest near 0."""
    cubes: i64 = 0
    for number in range(i64(1), i64(11)):
        digit = number % 10
        closed = COLOURS - count(fits & shift(STARTS, digit))  # colours that do not take this number
        cubes += (3 * number * (number - 1) + 1) * closed * closed * closed  # this is the highest of three dice
    step: i64 = 0
    while step * step * 54 < cubes and step < 63:
        step += 1
    return step


def features(sheet: Sheet, rivals: Rivals, out: vec[i64]) -> None:
    """Writes the FEATURES indexes of this sheet among these rivals."""
    gone = rivals.passed | sheet.passed
    bridges = count(gone)
    refusals = sheet.refusals
    kinds: i64 = 0
    low: i64 = 0
    classes: i64 = 0
    n: i64 = 0
    for colour in range(i64(COLOURS)):
        height = sheet.height(colour)
        circle = (sheet.circles >> colour) & 1
        number: i64 = 0
        if height == 0:
            kinds += 1 + 6 * circle
        elif height == 10:
            kinds += 49
        else:
            number = sheet.repeated(colour)
            if number <= 3:
                low += 1
            elif number <= 6:
                low += 7
            elif number <= 9:
                low += 49
        here = state(height, number, circle)
        classes |= class_of(height, number, circle) << 8 * colour
        to_win = 1 - ((gone >> colour) & 1)
        out[n] = BY_REFUSALS + ((colour * STATES + here) * 2 + to_win) * COUNTS + refusals
        out[n + 1] = ANY_COLOUR + (here * 2 + to_win) * COUNTS + refusals
        out[n + 2] = BY_BRIDGES + (colour * STATES + here) * 9 + bridges
        out[n + 3] = BY_ARTEFACTS + (colour * 11 + height) * COUNTS + sheet.artefacts
        rival = (rivals.heights >> 4 * colour) & 15
        out[n + 4] = BY_RIVAL + (((colour * 11 + height) * 2 + circle) * 11 + rival) * 2 + to_win
        n += EACH
    artefact_to_win = 1 - ((gone >> ARTEFACT_BRIDGE) & 1)
    to_win = artefact_to_win * 2 + 1 - ((gone >> REFUSAL_BRIDGE) & 1)
    out[n] = SIDES + ((refusals * COUNTS + sheet.artefacts) * 4 + to_win) * 9 + bridges
    out[n + 1] = CLOCK + (refusals * COUNTS + rivals.most) * COUNTS + rivals.fewest
    out[n + 2] = ARTEFACT_RACE + (sheet.artefacts * COUNTS + rivals.artefacts) * 2 + artefact_to_win
    out[n + 3] = ROOM + count(sheet.fits) * COUNTS + refusals
    out[n + 4] = KINDS + kinds * COUNTS + refusals
    out[n + 5] = LOW + low * COUNTS + refusals
    out[n + 6] = STUCK + stuck(sheet.fits) * COUNTS + refusals
    n += 7
    pair: i64 = 0
    for second in range(i64(1), i64(COLOURS)):
        for first in range(second):
            both = ((classes >> 8 * first) & 255) * CLASSES + ((classes >> 8 * second) & 255)
            out[n + pair] = BY_PAIR + pair * CLASSES * CLASSES + both
            pair += 1


@final
class Value:
    """The learned table, and a place to write features down."""

    def __init__(self, weights: vec[float]) -> None:
        self.weights: vec[float] = weights
        self.found: vec[i64] = vec[i64]([0] * FEATURES)

    def of(self, sheet: Sheet, rivals: Rivals) -> float:
        """The final score to expect; bridges passed in this turn are as good as paid."""
        features(sheet, rivals, self.found)
        unpaid = sheet.pays(rivals.bridges) & ~sheet.bonus
        if rivals.over(sheet):
            return float(sheet.score() + bonus(unpaid))  # the game ends with this turn: no guess is needed
        total = self.weights[HOPE] + float(bonus(sheet.bonus | unpaid))
        for i in range(i64(FEATURES)):
            total += self.weights[self.found[i]]
        return total
