"""What a learner reads of a game of The Lost Code: the round, the logs and the track, its own first and on clockwise.

It is what lies on the table now. What was guessed and answered in earlier rounds a player must remember; that is in
the moves these eyes saw, not here.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.game import Setting
from tepui.core.observe import around, each_of, first_seat, from_first, one_of
from tepui.core.position import UNKNOWN
from tepui.games.lost_code.codes import GUESSING, LOWS, OVER, WRITING
from tepui.games.lost_code.parts import LOGS, WHEELS
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.state import BACK, GONE, NOBODY, UNSEEN

COLOURS: Final = 6  # the red column stays empty in the introductory game
NUMBERS: Final = 9  # 8 exists in the X-Race only


def layout(setting: Setting) -> dict[str, int]:
    """The numbers by name, in their order, and how many each takes."""
    seats = setting.seats
    return {
        "phase (the steps of codes.py)": OVER + 1,
        "round, rounds still to come": 2,
        "who must decide": seats,
        "by player: place in this round's order, space, pieces ahead": 3 * seats,
        "how many have had their turn": 1,
        "colour in question": COLOURS,
        "by log (own, clockwise, neutral ones) and colour: the stone, -1 from behind": LOGS * COLOURS,
        "by colour and number: seen nowhere": COLOURS * NUMBERS,
        "stones left to draw by colour": COLOURS,
        "by die: its colour": 3 * COLOURS,
        "wheels taken": WHEELS,
        "by player: this round's guess (size of the wheel, low, high, all 0 before it)": 3 * seats,
        "who guessed wrong": seats,
        "tokens on the table": COLOURS,
        "by player and colour: final guess fixed with a token": seats * COLOURS,
        "by player and colour: final guess still to be written": seats * COLOURS,
        "own final guesses by colour and number": COLOURS * NUMBERS,
        "the curse: who holds it, nobody yet, gone": seats + 2,
    }


def observe(position: LostCode, eye: i64, out: vec[i64]) -> i64:
    parts = position.parts
    seats = parts.seats
    first = first_seat(eye, seats)
    at = one_of(out, 0, OVER + 1, position.phase)
    out[at] = position.round
    out[at + 1] = parts.rounds - position.round
    at = around(out, at + 2, seats, first, position.to_act())
    at = players(position, first, out, at)
    at = one_of(out, at, COLOURS, colour_in_question(position, first))
    at = logs(position, first, out, at)
    for colour in range(i64(COLOURS)):
        at = each_of(out, at, NUMBERS, position.covered >> 9 * colour)
    for colour in range(i64(COLOURS)):
        out[at + colour] = position.pile(colour)
    at += COLOURS
    for die in range(i64(3)):
        shown: i64 = UNKNOWN
        if die < position.rolled:
            shown = position.die(die)
        at = one_of(out, at, COLOURS, shown)
    at = each_of(out, at, WHEELS, position.taken)
    at = guesses(position, first, out, at)
    at = around(out, at, seats, first, position.wrong)
    at = each_of(out, at, COLOURS, position.tokens)
    at = sheets(position.fixed, first, seats, out, at)
    at = sheets(position.blank, first, seats, out, at)
    for colour in range(i64(COLOURS)):
        written = position.final_guess(first, colour)
        if eye >= seats or written == UNSEEN:
            written = 0
        at = each_of(out, at, NUMBERS, written)
    return curse(position, first, out, at)


def players(position: LostCode, first: i64, out: vec[i64], at: i64) -> i64:
    """Order and track. Until the pieces are stacked there is no order."""
    seats = position.parts.seats
    track = position.track
    for i in range(3 * seats):
        out[at + i] = 0
    if track.pieces == seats:
        for place in range(seats):
            out[at + 3 * from_first((position.order >> 4 * place) & 15, first, seats)] = place
        for seat in range(seats):
            here = at + 3 * from_first(seat, first, seats)
            out[here + 1] = track.space(seat)
            out[here + 2] = track.ahead(seat)
    out[at + 3 * seats] = position.at
    return at + 3 * seats + 1


def colour_in_question(position: LostCode, first: i64) -> i64:
    if position.phase == WRITING:  # 11.1: all write at the same time, each their own next colour
        return position.next_colour(first)
    return position.colour


def logs(position: LostCode, first: i64, out: vec[i64], at: i64) -> i64:
    seats = position.parts.seats
    for log in range(i64(LOGS)):
        here = log
        if log < seats:
            here = from_first(log, first, seats)
        for colour in range(i64(COLOURS)):
            number = position.stone(log, colour)
            if number == BACK:
                number = UNKNOWN
            out[at + COLOURS * here + colour] = number
    return at + LOGS * COLOURS


def guesses(position: LostCode, first: i64, out: vec[i64], at: i64) -> i64:
    """Of this round; during the round's guessing only of those who have had their turn."""
    seats = position.parts.seats
    for i in range(3 * seats):
        out[at + i] = 0
    done = seats
    if position.phase < GUESSING:
        done = 0
    elif position.phase == GUESSING:
        done = position.at
    for place in range(done):
        seat = place
        if position.phase == GUESSING:
            seat = (position.order >> 4 * place) & 15
        guess = position.guess(seat)
        size = position.parts.sizes[guess // LOWS]
        here = at + 3 * from_first(seat, first, seats)
        out[here] = size
        out[here + 1] = guess % LOWS
        out[here + 2] = guess % LOWS + size - 1
    return at + 3 * seats


def sheets(marks: i64, first: i64, seats: i64, out: vec[i64], at: i64) -> i64:
    """A set of seat * 6 + colour."""
    for seat in range(seats):
        each_of(out, at + COLOURS * from_first(seat, first, seats), COLOURS, marks >> 6 * seat)
    return at + COLOURS * seats


def curse(position: LostCode, first: i64, out: vec[i64], at: i64) -> i64:
    seats = position.parts.seats
    holder = position.curse
    where: i64 = seats
    if holder == GONE:
        where = seats + 1
    elif holder != NOBODY:
        where = from_first(holder, first, seats)
    return one_of(out, at, seats + 2, where)
