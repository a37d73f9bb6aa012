"""Why a move is not on offer; sheets and dice lie open, so nothing is given away."""

from typing import Any

from tepui.games.roll_and_write.actions import Accelerate, Take, use_of
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.rules import ACCELERATE, RollAndWrite


def refuse(position: RollAndWrite, seat: int, action: Any) -> str:
    if not position.to_act() >> seat & 1:
        return "it is not your move. Wait for the others"
    if isinstance(action, Take) and 0 <= action.digit <= 9:
        return why_not(position, seat, action)
    if isinstance(action, Accelerate):
        return f"{action.colour} is complete. Accelerate another expedition or skip"
    due = "Accelerate or skip" if position.phase == ACCELERATE else "Take a pair or refuse"
    return f"that is not possible now. {due}"


def why_not(position: RollAndWrite, seat: int, action: Take) -> str:
    colour = NAMES.index(action.colour)
    code = 1 + 10 * colour + action.digit
    sheet = position.sheets[seat]
    if not position.colours & position.digits & 1 << code:
        return f"no pair {action.colour} {action.digit} lies in the middle. Take dice that do, or refuse"
    if sheet.complete(colour):
        return f"{action.colour} is complete. Take another pair or refuse"
    if sheet.marks_circle(colour, action.digit):
        if sheet.circled(colour):
            return (
                f"the circle of {action.colour} is marked already, and a 0 starts nothing. Take another pair or refuse"
            )
        return (
            f"a 0 on an expedition that has not begun marks its circle, nothing else: take {action.colour} 0 as circle"
        )
    if action.use == "circle":
        return "only a 0 marks a circle, and only before the expedition's first number. Take another pair or refuse"
    if not sheet.fits & 1 << code:
        return f"numbers never fall: {action.colour} stands at {sheet.repeated(colour)}. Take another pair or refuse"
    return f"{action.colour} {action.digit} is used for the {use_of(sheet, colour, action.digit)} there"
