"""What a learner reads of a game of Roll & Write: the middle, then the sheets, its own first and on clockwise."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.game import Setting
from tepui.core.observe import around, each_of, first_seat, from_first, one_of
from tepui.games.roll_and_write.rules import COLOUR_DICE, OVER, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import COLOURS

DIGITS: Final = 10
BRIDGES: Final = 8


def layout(setting: Setting) -> dict[str, int]:
    """The numbers by name, in their order, and how many each takes."""
    seats = setting.seats
    sheets: dict[str, int] = {}
    for place in range(seats):
        whose = "own sheet" if place == 0 else f"sheet of the {place}. to the left"
        sheets[f"{whose}: per colour boxes filled, circle marked, lowest number that fits"] = 3 * COLOURS
        sheets[f"{whose}: artefacts, refusals, points"] = 3
        sheets[f"{whose}: bridges passed"] = BRIDGES
        sheets[f"{whose}: bridges that paid"] = BRIDGES
    return {
        "phase (begin, roll, choose, accelerate, over)": OVER + 1,
        "who decides": seats,
        "who has not finished this turn": seats,
        "who rolls": seats,
        "turn": 1,
        "dice in the middle by colour": COLOURS,
        "dice in the middle by digit": DIGITS,
        "colour the roller took": COLOURS,
        "digit the roller took": DIGITS,
        "bridges passed in an earlier turn": BRIDGES,
        **sheets,
    }


def observe(position: RollAndWrite, eye: i64, out: vec[i64]) -> i64:
    seats = position.seats
    first = first_seat(eye, seats)
    at = one_of(out, 0, OVER + 1, position.phase)
    at = around(out, at, seats, first, position.deciding)
    at = around(out, at, seats, first, position.owing)
    at = one_of(out, at, seats, from_first(position.roller, first, seats))
    out[at] = position.turn
    at += 1
    middle = at
    for i in range(i64(COLOURS + DIGITS)):
        out[middle + i] = 0
    for die in range(position.rolled):
        face = (position.dice >> 4 * die) & 15
        if die >= COLOUR_DICE:
            face += COLOURS
        out[middle + face] += 1
    at += COLOURS + DIGITS
    taken_colour: i64 = -1
    taken_digit: i64 = -1
    if position.taken != PASS:  # 3.2: that pair has left the middle
        taken_colour = (position.taken - 1) // 10
        taken_digit = position.taken - 1 - 10 * taken_colour
        out[middle + taken_colour] -= 1
        out[middle + COLOURS + taken_digit] -= 1
    at = one_of(out, at, COLOURS, taken_colour)
    at = one_of(out, at, DIGITS, taken_digit)
    at = each_of(out, at, BRIDGES, position.bridges)
    seat = first
    for _ in range(seats):
        sheet = position.sheets[seat]
        for colour in range(i64(COLOURS)):
            out[at] = sheet.height(colour)
            out[at + 1] = i64(sheet.circled(colour))
            out[at + 2] = sheet.repeated(colour)
            at += 3
        out[at] = sheet.artefacts
        out[at + 1] = sheet.refusals
        out[at + 2] = sheet.score()
        at = each_of(out, at + 3, BRIDGES, sheet.passed)
        at = each_of(out, at, BRIDGES, sheet.bonus)
        seat = position.after(seat)
    return at
