"""A round as the notebook keeps it: whole numbers, quick to write down and to compare; `row` gives it its names.

Every entry raises `changes`: what was made of a line stands as long as that is the same.
"""

from typing import Final

from mypy_extensions import i64

from tepui.core.bits import shift
from tepui.core.pen import Kept
from tepui.games.lost_code.actions import ANSWERS, COLOURS, Colour
from tepui.games.lost_code.codes import HIGHER, LOWER, RIGHT
from tepui.games.lost_code.picture import Guessed, Note, Row, Swap

NONE: Final = -1  # nothing is written there
NOT_ROLLED: Final = 15  # instead of a die's colour


class Known:
    """A number that has become known since; never changed."""

    def __init__(self, colour: i64, number: i64, times: i64) -> None:
        self.colour: i64 = colour
        self.number: i64 = number
        self.times: i64 = times


class Call:
    """One seat's guess, and what was heard of it."""

    def __init__(self, wheel: i64, size: i64, points: i64, low: i64) -> None:
        self.wheel: i64 = wheel  # its place among the seven
        self.size: i64 = size
        self.points: i64 = points
        self.low: i64 = low
        self.high: i64 = low + size - 1
        self.answer: i64 = NONE
        self.sums: list[tuple[int, int]] = []  # the ranges in which the sum lies
        self.known: list[Known] = []
        self.known_sum: i64 = 0
        self.text: Kept = Kept()

    def hear(self, answer: i64, top: i64) -> None:
        self.answer = answer
        if answer == RIGHT:
            self.sums = [(self.low, self.high)]
            return
        if answer != HIGHER and self.low > 0:
            self.sums.append((0, self.low - 1))
        if answer != LOWER and self.high < top:
            self.sums.append((self.high + 1, top))

    def copy(self) -> "Call":
        twin = Call(self.wheel, self.size, self.points, self.low)
        twin.answer = self.answer
        twin.sums = self.sums[:]
        twin.known = self.known[:]
        twin.known_sum = self.known_sum
        twin.text = self.text.copy()
        return twin


class Trade:
    """An exchange: what left the log and what came, NONE where these eyes do not know it."""

    def __init__(self, seat: i64, colour: i64, number: i64, drawn: i64) -> None:
        self.seat: i64 = seat
        self.colour: i64 = colour
        self.number: i64 = number
        self.drawn: i64 = drawn


class Round:
    """One round."""

    def __init__(self, round: i64, seats: i64, order: i64, cursed: i64) -> None:
        self.round: i64 = round
        self.seats: i64 = seats
        self.order: i64 = order  # the seats, last one first, 4 bits each
        self.cursed: i64 = cursed  # who held the curse when the round began
        self.rolled: i64 = 0xFFF  # three colours, 4 bits each
        self.dice: i64 = 0xFFF  # as they were turned
        self.token: i64 = NONE  # the colour on offer
        self.token_by: i64 = NONE
        self.calls: list[Call | None] = [None] * seats  # by seat
        self.trades: list[Trade] = []
        self.changes: i64 = 0
        self.said: i64 = 0  # how many of them were guesses and answers
        self.roll_text: Kept = Kept()
        self.text: Kept = Kept()

    def roll(self, die: i64, colour: i64) -> None:
        self.turn(die, colour)
        self.rolled = self.dice

    def turn(self, die: i64, colour: i64) -> None:
        self.dice = self.dice & ~shift(15, 4 * die) | shift(colour, 4 * die)
        self.changes += 1

    def offer(self, token: i64, by: i64) -> None:
        self.token = token
        self.token_by = by
        self.changes += 1

    def call(self, seat: i64, call: Call) -> None:
        self.calls[seat] = call
        self.changes += 1
        self.said += 1

    def hear(self, seat: i64, answer: i64, top: i64) -> None:
        call = self.calls[seat]
        assert call is not None
        call.hear(answer, top)
        self.changes += 1
        self.said += 1

    def know(self, seat: i64, colour: i64, number: i64) -> None:
        """A stone that stood in this seat's log then is known now."""
        call, times = self.calls[seat], self.times(colour)
        if call is not None and times > 0:
            call.known.append(Known(colour, number, times))
            call.known_sum += times * number
            self.changes += 1

    def trade(self, trade: Trade) -> None:
        self.trades.append(trade)
        self.changes += 1

    def laid_open(self, number: i64) -> None:
        self.trades[-1].number = number
        self.changes += 1

    def drawn(self, number: i64) -> None:
        self.trades[-1].drawn = number
        self.changes += 1

    def times(self, colour: i64) -> i64:
        """How often the dice show it."""
        n: i64 = 0
        for die in range(i64(3)):
            if (self.dice >> 4 * die) & 15 == colour:
                n += 1
        return n

    def copy(self) -> "Round":
        twin = Round(self.round, self.seats, self.order, self.cursed)
        twin.rolled = self.rolled
        twin.dice = self.dice
        twin.token = self.token
        twin.token_by = self.token_by
        twin.calls = [None if call is None else call.copy() for call in self.calls]
        twin.trades = [Trade(trade.seat, trade.colour, trade.number, trade.drawn) for trade in self.trades]
        twin.changes = self.changes
        twin.said = self.said
        twin.roll_text = self.roll_text.copy()
        twin.text = self.text.copy()
        return twin


# ---- the same with its names ----


def row(line: Round) -> Row:
    return Row(
        round=line.round,
        order=[line.order >> 4 * place & 15 for place in range(line.seats)],
        rolled=colours_in(line.rolled),
        dice=colours_in(line.dice),
        times=[line.times(colour) for colour in range(len(COLOURS))],
        token=None if line.token == NONE else COLOURS[line.token],
        token_by=known(line.token_by),
        cursed=known(line.cursed),
        guesses=[None if call is None else guessed(call) for call in line.calls],
        swaps=[
            Swap(trade.seat, COLOURS[trade.colour], known(trade.number), known(trade.drawn)) for trade in line.trades
        ],
    )


def guessed(call: Call) -> Guessed:
    answer = None if call.answer == NONE else ANSWERS[call.answer]
    notes = [Note(COLOURS[known.colour], known.number, known.times) for known in call.known]
    return Guessed(call.size, call.points, call.low, call.high, answer, call.sums[:], notes, call.known_sum)


def colours_in(dice: i64) -> list[Colour]:
    shown = [dice >> 4 * die & 15 for die in range(3)]
    return [COLOURS[colour] for colour in shown if colour != NOT_ROLLED]


def known(number: i64) -> int | None:
    if number == NONE:
        return None
    return number
