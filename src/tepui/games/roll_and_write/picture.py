"""Draws the picture of a view: asks the sheets and the rules, decides nothing."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.view import View
from tepui.games.roll_and_write.outlook import BRIDGES, named, outlook, to_bridge
from tepui.games.roll_and_write.parts_file import NAMES, printed
from tepui.games.roll_and_write.rules import COLOUR_DICE, DICE, PASS, RollAndWrite
from tepui.games.roll_and_write.shapes import Bridge, Column, Die, Picture, SheetPicture
from tepui.games.roll_and_write.sheet import BOXES, Sheet, bonus

CONSTANTS: Final = ("printed",)  # of a whole game: a page gets it once
PHASES: Final = ("begin", "roll", "choose", "accelerate", "over")


def seats_in(who: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if who >> seat & 1)


def numbers(sheet: Sheet, colour: int) -> tuple[int, ...]:
    out = vec[i64]([0] * BOXES)
    return tuple(out[i] for i in range(sheet.numbers(colour, out)))


def column(sheet: Sheet, colour: int) -> Column:
    circle = "marked" if sheet.circled(colour) else "open" if sheet.marks_circle(colour, 0) else "struck"
    filled = numbers(sheet, colour)
    more = sheet.points_at(colour, len(filled) + 1) if len(filled) < BOXES else None
    return Column(NAMES[colour], filled, circle, sheet.complete(colour), sheet.expedition(colour), more)


def bridge_state(sheet: Sheet, gone: int, bridge: int) -> str:
    if sheet.bonus >> bridge & 1:
        return "paid"
    if sheet.pays(gone) >> bridge & 1:
        return "passing"
    return "gone" if gone >> bridge & 1 else "open"


def sheet_picture(sheet: Sheet, gone: int) -> SheetPicture:
    return SheetPicture(
        columns=tuple(column(sheet, colour) for colour in range(len(NAMES))),
        artefacts=sheet.artefacts,
        artefact_points=sheet.artefact_points(),
        refusals=sheet.refusals,
        refusal_points=sheet.refusal_points(),
        bonus=named(sheet.bonus),
        bonus_points=bonus(sheet.bonus),
        bridges=tuple(bridge_state(sheet, gone, bridge) for bridge in range(len(BRIDGES))),
        away=to_bridge(sheet),
        exhausted=sheet.exhausted(),
        total=sheet.score(),
    )


def dice(position: RollAndWrite) -> tuple[Die, ...]:
    """The faces in the order they fell; of the roller's pair, the first die of each kind is gone."""
    faces = [position.dice >> 4 * k & 15 for k in range(position.rolled)]
    colours, digits = faces[:COLOUR_DICE], faces[COLOUR_DICE:DICE]
    gone_colour, gone_digit = divmod(position.taken - 1, 10) if position.taken != PASS else (None, None)
    first_colour = colours.index(gone_colour) if gone_colour is not None else None
    first_digit = digits.index(gone_digit) if gone_digit is not None else None
    return (
        *(Die(NAMES[face], None, k == first_colour) for k, face in enumerate(colours)),
        *(Die(None, face, k == first_digit) for k, face in enumerate(digits)),
    )


def picture(view: View) -> Picture:
    position = view.position
    assert isinstance(position, RollAndWrite)
    seats = position.seats
    return Picture(
        phase=PHASES[position.phase],
        turn=position.turn,
        roller=position.roller if position.turn else None,
        deciding=seats_in(position.deciding, seats),
        owing=seats_in(position.owing, seats),
        dice=dice(position),
        sheets=tuple(sheet_picture(sheet, position.bridges) for sheet in position.sheets),
        bridges=tuple(Bridge(name, not position.bridges >> b & 1) for b, name in enumerate(BRIDGES)),
        options=tuple(outlook(position, view.eye, code) for code in view.codes()),
        printed=printed(position.parts),
        places=tuple(position.place(seat) for seat in range(seats)),
    )
