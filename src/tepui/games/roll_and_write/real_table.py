"""Lost Cities: Roll & Write on a real table: dice and pairs as they are tapped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tepui.core.real_table import Names, SheetOnly, Suspect, Told
from tepui.core.view import View
from tepui.games.roll_and_write.actions import Begin, RollColour, RollDigit
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.rules import COLOUR_DICE, RollAndWrite
from tepui.games.roll_and_write.sheet_only import RollAndWriteSheet
from tepui.games.roll_and_write.words import COLOUR_WORDS


class RollAndWriteTable:
    setup: tuple[type[Any], ...] = ()
    sheet: SheetOnly | None = RollAndWriteSheet()

    def question(self, position: RollAndWrite, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        _ = CATALOGUE.language(language)
        match action:
            case RollColour():
                return _("Colour die {n}?", n=position.rolled + 1)
            case RollDigit():
                return _("Number die {n}?", n=position.rolled - COLOUR_DICE + 1)
        return ""

    def label(self, position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
        _ = CATALOGUE.language(language)
        match action:
            case Begin(seat):
                return names[seat]
            case RollColour(colour):
                return _(COLOUR_WORDS[colour])
            case RollDigit(digit):
                return str(digit)
        return ""

    def group(self, position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
        return ""

    def judged(self, position: RollAndWrite, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        return ""

    def refused(self, position: RollAndWrite, by: int, action: Any, eye: int, names: Names, language: str) -> str:
        return ""

    def doubt(self, view: View, told: Told) -> Sequence[Suspect]:
        return ()

    def elsewhere(self, position: RollAndWrite, action: Any, told: Told) -> Sequence[tuple[Any, int]]:
        return ()
