"""Actions as people and files name them, and as the rules number them."""

from __future__ import annotations

from typing import Any, Literal

from tepui.core.actions import Action
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove
from tepui.games.roll_and_write.parts import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, BEGIN, COLOUR_DICE, PASS, ROLL, RollAndWrite
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


def hear(position: RollAndWrite, by: int, action: Any) -> int:
    due = type(say(position, by, 1 if by != TABLE else 0))
    if isinstance(action, Refuse | Skip) and by != TABLE:
        if isinstance(action, Skip) == (position.phase == ACCELERATE):
            return PASS
    elif type(action) is due:
        return code_of(position, by, action)
    raise IllegalMove(f"that is not what is decided now; {expected(position, by)}")


def code_of(position: RollAndWrite, by: int, action: Any) -> int:
    match action:
        case Begin(seat):
            if 0 <= seat < position.seats:
                return seat
        case RollColour(colour):
            return NAMES.index(colour)
        case RollDigit(digit):
            if 0 <= digit <= 9:
                return digit
        case Accelerate(colour):
            return 1 + 10 * NAMES.index(colour)
        case Take(colour, digit, use):
            if 0 <= digit <= 9 and use == use_of(position.sheets[by], NAMES.index(colour), digit):
                return 1 + 10 * NAMES.index(colour) + digit
    raise IllegalMove(refuse(position, by, action))


def expected(position: RollAndWrite, by: int) -> str:
    if by == TABLE:
        return "roll a die" if position.phase == ROLL else "name the first player"
    return "accelerate or skip" if position.phase == ACCELERATE else "take a pair or refuse"


def refuse(position: RollAndWrite, seat: int, action: Any) -> str:
    """Why this action is not on offer; sheets and dice lie open, so nothing is given away."""
    if not position.to_act() >> seat & 1:
        return "it is not your move; wait for the others"
    if isinstance(action, Take) and 0 <= action.digit <= 9:
        return why_not(position, seat, action)
    if isinstance(action, Accelerate):
        return f"{action.colour} is complete; accelerate another expedition or skip"
    return f"that is not possible now; {expected(position, seat)}"


def why_not(position: RollAndWrite, seat: int, action: Take) -> str:
    colour = NAMES.index(action.colour)
    code = 1 + 10 * colour + action.digit
    sheet = position.sheets[seat]
    if not position.colours & position.digits & 1 << code:
        return f"no pair {action.colour} {action.digit} lies in the middle; take dice that do, or refuse"
    if sheet.complete(colour):
        return f"{action.colour} is complete; take another pair or refuse"
    if sheet.marks_circle(colour, action.digit):
        if sheet.circled(colour):
            return (
                f"the circle of {action.colour} is marked already, and a 0 starts nothing; take another pair or refuse"
            )
        return (
            f"a 0 on an expedition that has not begun marks its circle, nothing else: take {action.colour} 0 as circle"
        )
    if action.use == "circle":
        return "only a 0 marks a circle, and only before the expedition's first number; take another pair or refuse"
    if not sheet.fits & 1 << code:
        return f"numbers never fall: {action.colour} stands at {sheet.repeated(colour)}; take another pair or refuse"
    return f"{action.colour} {action.digit} is used for the {use_of(sheet, colour, action.digit)} there"
