"""Lost Cities: Roll & Write: six dice in the middle, a pair for everyone, and a sheet to climb."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, shift
from tepui.core.position import TABLE_BIT, Position, write_all
from tepui.games.roll_and_write.sheet import COLOURS, STARTS, Parts, Sheet, column, ends

# The players' codes: 0 passes (refuses the dice, or skips the acceleration); 1 + 10 * colour + digit enters
# a pair of dice; an acceleration of a colour is written as its digit 0.
PASS: Final = 0
CODES: Final = 61
# The table's codes: the seat that begins, then the face of each die (a colour three times, a digit three times).
TABLE_CODES: Final = 10

COLOUR_DICE: Final = 3
DICE: Final = 6

BEGIN: Final = 0
ROLL: Final = 1
CHOOSE: Final = 2
ACCELERATE: Final = 3
OVER: Final = 4


@final
class RollAndWrite(Position):
    def __init__(self, seats: i64, together: bool, parts: Parts) -> None:
        self.seats: i64 = seats
        self.together: bool = together
        self.parts: Parts = parts
        self.sheets = [Sheet(parts) for _ in range(seats)]
        self.phase: i64 = BEGIN
        self.deciding: i64 = TABLE_BIT
        self.owing: i64 = 0  # seats that have not finished this turn
        self.roller: i64 = 0  # the active player
        self.turn: i64 = 0  # counts from 1
        self.rolled: i64 = 0
        self.dice: i64 = 0  # the faces in the order they fell, four bits each
        self.taken: i64 = PASS  # the roller's pair, once it has left the middle
        self.colours: i64 = 0  # entries whose colour lies in the middle, and those whose colour lies there twice
        self.colours_twice: i64 = 0
        self.digits: i64 = 0
        self.digits_twice: i64 = 0
        self.bridges: i64 = 0  # passed by anyone in an earlier turn
        self.passed: i64 = 0  # by anyone who has finished this turn, ever
        self.exhausted: i64 = 0  # seats

    def to_act(self) -> i64:
        return self.deciding

    def legal_set(self, seat: i64) -> i64:
        if (self.deciding >> seat) & 1 == 0:
            return 0
        if self.phase == CHOOSE:
            return self.sheets[seat].fits & self.colours & self.digits | 1
        return self.sheets[seat].climbs | 1

    def odds(self, out: vec[i64], weights: vec[i64]) -> i64:
        n = self.chances()
        for code in range(n):
            out[code] = code
            weights[code] = 1
        return n

    def chances(self) -> i64:
        if self.phase == BEGIN:
            return self.seats
        if self.rolled < COLOUR_DICE:
            return COLOURS
        return 10

    def occasion(self) -> i64:
        return self.turn * DICE + self.rolled

    def apply(self, by: i64, action: i64) -> None:
        if self.phase == ROLL:
            self.roll(action)
        elif self.phase == CHOOSE:
            self.choose(by, action)
        elif self.phase == ACCELERATE:
            self.write(by, action)
        else:
            self.roller = action
            self.next_turn()

    def next_turn(self) -> None:
        self.phase = ROLL
        self.deciding = TABLE_BIT
        self.turn += 1
        self.rolled = 0
        self.dice = 0
        self.taken = PASS
        self.colours = 0
        self.colours_twice = 0
        self.digits = 0
        self.digits_twice = 0

    def roll(self, face: i64) -> None:
        """3.1: one die falls."""
        rolled = self.rolled
        self.dice |= shift(face, 4 * rolled)
        if rolled < COLOUR_DICE:
            entries = column(face)
            self.colours_twice |= self.colours & entries
            self.colours |= entries
        else:
            entries = shift(STARTS, face)
            self.digits_twice |= self.digits & entries
            self.digits |= entries
        self.rolled = rolled + 1
        if rolled == DICE - 1:
            self.phase = CHOOSE
            self.owing = bit(self.seats) - 1
            self.deciding = bit(self.roller)

    def choose(self, seat: i64, action: i64) -> None:
        """3.2 and 3.3: the roller's pair leaves the middle; the others' pairs stay."""
        if action != PASS and seat == self.roller:
            self.take(action)
        self.write(seat, action)

    def write(self, seat: i64, action: i64) -> None:
        """3.5: while an arrow waits for its answer, nobody else acts."""
        sheet = self.sheets[seat]
        if self.written(sheet, action):
            self.phase = ACCELERATE
            self.deciding = bit(seat)
        else:
            self.done(seat, sheet)

    def written(self, sheet: Sheet, action: i64) -> bool:
        """3.4 to 3.6: what a move does to its maker's sheet; True if it fills an arrow."""
        if action == PASS:
            if self.phase == CHOOSE:
                sheet.refuse()
            return False
        colour = (action - 1) // 10
        if self.phase == ACCELERATE:
            return sheet.accelerate(colour)
        return sheet.enter(colour, action - 1 - 10 * colour)

    def take(self, action: i64) -> None:
        self.taken = action
        colour = (action - 1) // 10
        entries = column(colour)
        self.colours = self.colours & ~entries | self.colours_twice & entries
        entries = shift(STARTS, action - 1 - 10 * colour)
        self.digits = self.digits & ~entries | self.digits_twice & entries

    def dice_left(self) -> i64:
        """3.2: how many dice lie in the middle; the roller's pair has left it."""
        if self.taken == PASS:
            return self.rolled
        return self.rolled - 2

    def done(self, seat: i64, sheet: Sheet) -> None:
        """This seat has answered the roll: the next one clockwise, or all the others together."""
        self.passed |= sheet.passed
        if sheet.exhausted():
            self.exhausted |= bit(seat)
        self.phase = CHOOSE
        self.owing &= ~bit(seat)
        if self.owing == 0:
            self.end_turn()
        elif self.together:
            self.deciding = self.owing
        else:
            self.deciding = bit(self.after(seat))

    def after(self, seat: i64) -> i64:
        if seat + 1 == self.seats:
            return 0
        return seat + 1

    def end_turn(self) -> None:
        """3.7: a bridge pays everyone who passed it in the turn of its first passing, and nobody later."""
        if self.passed & ~self.bridges != 0:
            for sheet in self.sheets:
                sheet.bonus |= sheet.pays(self.bridges)
            self.bridges |= self.passed
        if ends(self.bridges, self.exhausted == bit(self.seats) - 1):
            self.phase = OVER
            self.deciding = 0
        else:
            self.roller = self.after(self.roller)
            self.next_turn()

    def score(self, seat: i64) -> i64:
        return self.sheets[seat].score()

    def place(self, seat: i64) -> i64:
        if self.phase != OVER:
            return 0
        mine = self.score(seat)
        better: i64 = 1
        for other in range(self.seats):
            if self.score(other) > mine:
                better += 1
        return better

    def clone(self) -> "RollAndWrite":
        twin = RollAndWrite(0, self.together, self.parts)
        twin.seats = self.seats
        twin.sheets = [sheet.clone() for sheet in self.sheets]
        twin.phase = self.phase
        twin.deciding = self.deciding
        twin.owing = self.owing
        twin.roller = self.roller
        twin.turn = self.turn
        twin.rolled = self.rolled
        twin.dice = self.dice
        twin.taken = self.taken
        twin.colours = self.colours
        twin.colours_twice = self.colours_twice
        twin.digits = self.digits
        twin.digits_twice = self.digits_twice
        twin.bridges = self.bridges
        twin.passed = self.passed
        twin.exhausted = self.exhausted
        return twin

    def pack(self, out: vec[i64]) -> i64:
        n = write_all(out, 0, vec[i64]([
            self.phase, self.deciding, self.owing, self.roller, self.turn, self.rolled, self.dice, self.taken,
            self.colours, self.colours_twice, self.digits, self.digits_twice, self.bridges, self.passed, self.exhausted,
        ]))  # fmt: skip
        for sheet in self.sheets:
            n = sheet.pack(out, n)
        return n
