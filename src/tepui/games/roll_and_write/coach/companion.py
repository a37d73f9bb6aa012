"""Lost Cities: Roll & Write on a real table: dice and pairs as they are tapped."""

from typing import Any

from tepui.coach.companion.table import Names
from tepui.games.roll_and_write.actions import Begin, RollColour, RollDigit
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.coach import sheet
from tepui.games.roll_and_write.rules import COLOUR_DICE, RollAndWrite
from tepui.games.roll_and_write.words import COLOUR_WORDS


def question(position: RollAndWrite, by: int, action: Any, eye: int, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case RollColour():
            return _("Colour die {n}?", n=position.rolled + 1)
        case RollDigit():
            return _("Number die {n}?", n=position.rolled - COLOUR_DICE + 1)
    return ""


def label(position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case Begin(seat):
            return names[seat]
        case RollColour(colour):
            return _(COLOUR_WORDS[colour])
        case RollDigit(digit):
            return str(digit)
    return ""


__all__ = ["label", "question", "sheet"]
