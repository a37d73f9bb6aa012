"""What speaks against a number, fact by fact: single sentences, and whether some of them alone rule it out."""

from __future__ import annotations

from collections.abc import Sequence

from tepui.core.reasons import as_list, smallest
from tepui.core.view import View
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.proof import heard, left
from tepui.games.lost_code.why import Heard, Left, sheet_of
from tepui.games.lost_code.words import colour_words, spans_of


class LostCodeEvidence:
    def __init__(self, view: View, language: str = "en") -> None:
        self.sheet = sheet_of(view)
        _ = CATALOGUE.language(language)
        gone = [fact for fact in self.sheet.facts if isinstance(fact, Left)]
        self.facts: list[str] = []
        for fact in self.sheet.facts:
            if isinstance(fact, Heard):
                self.facts.append(heard(_, fact, gone))
            elif isinstance(fact, Left):
                self.facts.append(left(_, fact))
            else:
                colour = colour_words(_)[fact.colour]
                numbers = spans_of((fact.number,))
                self.facts.append(_("Seen elsewhere, {colour}: {numbers}.", colour=colour, numbers=numbers))

    def excludes(self, thing: int, value: int, facts: Sequence[int]) -> bool:
        """Do these facts alone make it impossible that the stone of this colour has this number?"""
        return self.sheet.rules_out(thing, value, sum(1 << fact for fact in set(facts)))

    def proof(self, thing: int, value: int) -> list[int] | None:
        """A smallest set of facts that does; None if the number is possible."""
        everything = (1 << len(self.facts)) - 1
        found = smallest(everything, lambda facts: self.sheet.rules_out(thing, value, facts))
        return None if found is None else as_list(found)
