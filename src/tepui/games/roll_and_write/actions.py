"""Actions as people and files name them, and as the rules number them."""

from typing import Any, Literal

from tepui.core.actions import Action
from tepui.core.position import TABLE
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, BEGIN, COLOUR_DICE, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import Sheet

Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]
Use = Literal["circle", "number", "top"]
USES: tuple[Use, ...] = ("circle", "number", "top")  # as the sheet numbers them


class Begin(Action, frozen=True):
    """The table names the player who rolls first."""

    seat: int


class RollColour(Action, frozen=True):
    colour: Colour


class RollDigit(Action, frozen=True):
    digit: int


class Take(Action, frozen=True):
    """A pair of dice, and what it is used for: the circle, the next number, or the artefact at the top."""

    colour: Colour
    digit: int
    use: Use


class Refuse(Action, frozen=True):
    pass


class Accelerate(Action, frozen=True):
    colour: Colour


class Skip(Action, frozen=True):
    """No acceleration, though an arrow offers one."""


ACTIONS = (Begin, RollColour, RollDigit, Take, Refuse, Accelerate, Skip)


def use_of(sheet: Sheet, colour: int, digit: int) -> Use:
    return USES[sheet.use(colour, digit)]


def say(position: RollAndWrite, by: int, code: int) -> Action:
    if by == TABLE:
        if position.phase == BEGIN:
            return Begin(code)
        return RollColour(NAMES[code]) if position.rolled < COLOUR_DICE else RollDigit(code)  # type: ignore[arg-type]
    if code == PASS:
        return Skip() if position.phase == ACCELERATE else Refuse()
    colour, digit = divmod(code - 1, 10)
    name: Any = NAMES[colour]
    if position.phase == ACCELERATE:
        return Accelerate(name)
    return Take(name, digit, use_of(position.sheets[by], colour, digit))
