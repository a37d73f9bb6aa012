"""Everything that lies on the table, packed into whole numbers, as one pair of eyes knows it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has, lowest, shift
from tepui.core.position import Position, write_all, zeros
from tepui.games.lost_code import codes
from tepui.games.lost_code.parts import BOXED, WHEELS, Parts
from tepui.games.lost_code.track import Track

BACK: Final = 15  # a stone seen from behind
UNSEEN: Final = 511  # a final guess seen from outside

NOBODY: Final = -1  # the curse token waits on its space
GONE: Final = -2  # the curse token is out of the game


class Board(Position):
    """The fields of a game in progress, and methods that name what is packed in them."""

    def __init__(self, parts: Parts) -> None:
        colours = bit(parts.colours) - 1
        self.parts: Parts = parts
        self.phase: i64 = codes.STACKING
        self.round: i64 = 0
        self.track: Track = Track()
        self.order: i64 = 0  # the seats, last one first, 4 bits each: as at the start of the round (3.6)
        self.at: i64 = 0  # how many of them have had their turn
        self.who: i64 = 0  # whose turn it is: a seat, or the log that gets or shows a stone
        self.colour: i64 = 0  # of the stone, the token or the final guess in question
        self.upper: i64 = 0xFFFFFFFFFFFF  # the stones of logs 0 and 1, 4 bits each
        self.lower: i64 = 0xFFFFFFFFFFFF  # of logs 2 and 3
        self.covered: i64 = parts.covered  # by colour, 9 bits: numbers these eyes have seen nowhere
        self.piles: i64 = parts.piles  # by colour, 4 bits each: stones left to draw
        self.left: i64 = colours  # the colours with stones left to draw
        self.dice: i64 = 0  # three colours, 4 bits each
        self.rolled: i64 = 0  # how many dice lie on the table
        self.taken: i64 = 0  # the wheels that are taken this round
        self.guesses: i64 = 0  # by seat, 8 bits each: wheel * 25 + low
        self.wrong: i64 = 0  # the seats that guessed wrong this round
        self.tokens: i64 = 0  # the colours whose token lies on the table
        if parts.deadly_shortcut:
            self.tokens = colours
        self.fixed: i64 = 0  # seat * 6 + colour: final guesses made with a token
        self.blank: i64 = parts.blank  # seat * 6 + colour: final guesses still to be written
        self.written: vec[i64] = zeros(parts.seats)  # by seat: by colour, 9 bits: the numbers written
        self.curse: i64 = GONE  # who holds the curse
        if parts.cursed:
            self.curse = NOBODY
        self.gain: i64 = 0  # what the final guesses laid open so far are worth to `who`

    def stone(self, log: i64, colour: i64) -> i64:
        """The number of the stone of this colour in a log, or BACK."""
        if log < 2:
            return (self.upper >> (24 * log + 4 * colour)) & 15
        return (self.lower >> (24 * log - 48 + 4 * colour)) & 15

    def put(self, log: i64, colour: i64, number: i64) -> None:
        """A stone stands in a log; if these eyes see its number, it cannot be anywhere else."""
        if log < 2:
            place = 24 * log + 4 * colour
            self.upper = self.upper & ~shift(15, place) | shift(number, place)
        else:
            place = 24 * log - 48 + 4 * colour
            self.lower = self.lower & ~shift(15, place) | shift(number, place)
        if number != BACK:
            self.covered &= ~bit(9 * colour + number)

    def die(self, die: i64) -> i64:
        return (self.dice >> 4 * die) & 15

    def pile(self, colour: i64) -> i64:
        return (self.piles >> 4 * colour) & 15

    def guess(self, seat: i64) -> i64:
        """The wheel and its setting as wheel * 25 + low."""
        return (self.guesses >> 8 * seat) & 255

    def final_guess(self, seat: i64, colour: i64) -> i64:
        """The set of numbers written, or UNSEEN."""
        return (self.written[seat] >> 9 * colour) & 511

    def written_yet(self, seat: i64, colour: i64) -> bool:
        return not has(self.blank, 6 * seat + colour)

    def with_token(self, seat: i64, colour: i64) -> bool:
        """5.4: was this final guess made with a token?"""
        return has(self.fixed, 6 * seat + colour)

    def next_colour(self, seat: i64) -> i64:
        """The colour that this seat writes next (11.1); RED when it has written all."""
        left = (self.blank >> 6 * seat) & 63
        if left == 0:
            return codes.RED
        return lowest(left)

    def pair(self) -> i64:
        """5.2: the colour of two or three dice, or -1."""
        first = self.die(0)
        if first == self.die(1) or first == self.die(2):
            return first
        if self.die(1) == self.die(2):
            return self.die(1)
        return -1

    def red_die(self) -> i64:
        """6.2: the first die that shows red, or -1."""
        for die in range(i64(3)):
            if self.die(die) == codes.RED:
                return die
        return -1

    def must_recolour(self) -> bool:
        """6.2: red is not in the introductory game, so a die that shows it is turned."""
        return self.parts.introductory and self.red_die() >= 0

    def absent(self, log: i64) -> i64:
        """The colours whose stone is not in a log at this moment: not dealt yet, or not drawn yet."""
        colours = bit(self.parts.colours) - 1
        if self.phase == codes.STACKING or (self.phase == codes.DEALING and self.who < log):
            return colours
        if self.who == log:
            if self.phase == codes.DEALING:
                return colours & -bit(self.colour)
            if self.phase == codes.DRAWING:
                return bit(self.colour)
        return 0

    # ---- what things cost and bring; pictures, words and bots ask here ----

    def cursed(self, seat: i64) -> bool:
        """10.3: does this seat pay for a wrong guess?"""
        return self.curse == seat

    def miss(self, seat: i64, wheel: i64) -> i64:
        """10.3: what a wrong guess with this wheel moves the seat's own piece."""
        if self.cursed(seat):
            return -self.parts.points[wheel]
        return 0

    def exchanges(self) -> bool:
        """9.2: whoever guesses wrong exchanges a stone, while any is left to draw."""
        return self.left != 0

    def fresh(self, colour: i64) -> i64:
        """9.4: how many stones a new one of this colour is one of: the pile's, and those in the box."""
        return self.pile(colour) + BOXED

    def hits(self, numbers: i64) -> bool:
        """12.2: is the stone turned over last among these numbers?"""
        return has(numbers, self.stone(self.who, self.colour))

    def worth(self, numbers: i64) -> i64:
        """12.2: what these numbers, written for the stone turned over last, bring."""
        return self.parts.worth(count(numbers), self.hits(numbers), self.with_token(self.who, self.colour))

    # ---- what these eyes hold possible; codes are written to `out`, their number is returned ----

    def open_settings(self, out: vec[i64]) -> i64:
        """7.1, 7.2: every setting of every wheel that nobody has taken."""
        n: i64 = 0
        for wheel in range(i64(WHEELS)):
            if not has(self.taken, wheel):
                code = codes.GUESS + codes.LOWS * wheel
                for low in range(self.parts.settings(wheel)):
                    out[n] = code + low
                    n += 1
        return n

    def sets(self, code: i64, first: i64, out: vec[i64]) -> i64:
        """Every set of `first` to 3 numbers."""
        sets = self.parts.sets
        n = i64(len(sets)) - first
        for i in range(n):
            out[i] = code + sets[i + first]
        return n

    def possible(self, code: i64, out: vec[i64]) -> i64:
        """Every number of the colour in question that these eyes have seen nowhere."""
        numbers = (self.covered >> 9 * self.colour) & 511
        n: i64 = 0
        while numbers != 0:
            out[n] = code + lowest(numbers)
            numbers &= numbers - 1
            n += 1
        return n

    def face(self, code: i64, out: vec[i64]) -> i64:
        """The stone in question if these eyes see it, else whatever it could be."""
        number = self.stone(self.who, self.colour)
        if number == BACK:
            return self.possible(code, out)
        out[0] = code + number
        return 1

    def answers(self, out: vec[i64]) -> i64:
        """8.1: the truth about the guess; every answer that could be true if these eyes do not see the stones."""
        wheel = self.guess(self.who) // codes.LOWS
        low = self.guess(self.who) % codes.LOWS
        high = low + self.parts.sizes[wheel] - 1
        least: i64 = 0
        most: i64 = 0
        for die in range(i64(3)):
            number = self.stone(self.who, self.die(die))
            if number == BACK:
                most += self.parts.numbers - 1
            else:
                least += number
                most += number
        n: i64 = 0
        if most >= low and least <= high:
            out[n] = codes.ANSWER + codes.RIGHT
            n += 1
        if self.parts.blunt(wheel):
            if least < low or most > high:
                out[n] = codes.ANSWER + codes.WRONG
                n += 1
            return n
        if least < low:
            out[n] = codes.ANSWER + codes.LOWER
            n += 1
        if most > high:
            out[n] = codes.ANSWER + codes.HIGHER
            n += 1
        return n

    # ---- how it stands ----

    def score(self, seat: i64) -> i64:
        if self.track.pieces < self.parts.seats:  # the pieces are still being put on space 0
            return 0
        return self.track.space(seat)

    def copy_to(self, twin: "Board") -> None:
        twin.phase = self.phase
        twin.round = self.round
        twin.track = self.track.copy()
        twin.order = self.order
        twin.at = self.at
        twin.who = self.who
        twin.colour = self.colour
        twin.upper = self.upper
        twin.lower = self.lower
        twin.covered = self.covered
        twin.piles = self.piles
        twin.left = self.left
        twin.dice = self.dice
        twin.rolled = self.rolled
        twin.taken = self.taken
        twin.guesses = self.guesses
        twin.wrong = self.wrong
        twin.tokens = self.tokens
        twin.fixed = self.fixed
        twin.blank = self.blank
        twin.written = self.written[:]
        twin.curse = self.curse
        twin.gain = self.gain

    def pack(self, out: vec[i64]) -> i64:
        n = write_all(out, 0, vec[i64]([
            self.phase, self.round, self.track.pieces, self.track.row, self.track.spaces, self.order, self.at,
            self.who, self.colour, self.upper, self.lower, self.covered, self.piles, self.left, self.dice,
            self.rolled, self.taken, self.guesses, self.wrong, self.tokens, self.fixed, self.blank, self.curse,
            self.gain,
        ]))  # fmt: skip
        return write_all(out, n, self.written)
