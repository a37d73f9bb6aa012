"""What speaks against a card on a stand, fact by fact: single sentences, and whether some of them alone rule it out."""

from __future__ import annotations

from collections.abc import Sequence

from tepui.core.view import View
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.proof import sentence
from tepui.games.kryptx.why import Reason, Reasons


class KryptxEvidence:
    def __init__(self, view: View, language: str = "en") -> None:
        self.reasons = Reasons(view)
        self.all: list[Reason] = [*self.reasons.facts, *self.reasons.seen.failed]
        _ = CATALOGUE.language(language)
        self.facts = [sentence(_, view, reason) for reason in self.all]

    def excludes(self, thing: int, value: int, facts: Sequence[int]) -> bool:
        """Do these facts alone make it impossible that this card is on this stand?"""
        return self.reasons.rules_out(thing, 1 << value, [self.all[fact] for fact in sorted(set(facts))])

    def proof(self, thing: int, value: int) -> list[int] | None:
        """A short set of facts that does; None if the card is possible."""
        found = self.reasons.why(thing, 1 << value)
        return None if found is None else [self.all.index(reason) for reason in found]
