"""A proof in sentences, one line per fact; and each fact alone: which of them rule a number out."""

from collections.abc import Sequence

from tepui.coach.smallest_proof import as_list, smallest
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.belief.why import Fact, Heard, Left, Saw, held_in, sheet_of
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.words import colour_words, span, spans_of


def proof(facts: list[Fact], gone: list[Left], colour: Colour, number: int, language: str) -> list[str]:
    """Why this colour's stone cannot have this number; `gone` are all stones that have left, needed here or not."""
    _ = CATALOGUE.language(language)
    lines = [heard(_, fact, gone) for fact in facts if isinstance(fact, Heard)]
    lines += [left(_, fact) for fact in facts if isinstance(fact, Left)]
    for seen in COLOURS:
        numbers = tuple(sorted(fact.number for fact in facts if isinstance(fact, Saw) and fact.colour == seen))
        if numbers:
            lines.append(
                _("Seen elsewhere, {colour}: {numbers}.", colour=colour_words(_)[seen], numbers=spans_of(numbers))
            )
    return [*lines, _("So your stone, {colour}, cannot be {number}.", colour=colour_words(_)[colour], number=number)]


def heard(_: Language, fact: Heard, gone: list[Left]) -> str:
    stones = " + ".join(stone(_, colour, fact, gone) for colour in fact.dice)
    ranges = [span(low, high) for low, high in fact.sums]
    return _("Round {n}: {stones} = {range}.", n=fact.round, stones=stones, range=_.either(ranges))


def stone(_: Language, colour: Colour, fact: Heard, gone: list[Left]) -> str:
    """A die's colour; marked where it counted a stone that has left the log since."""
    name = colour_words(_)[colour]
    leaving = [(left.round, 1) for left in gone if left.colour == colour]
    return _("old {colour}", colour=name) if held_in(fact.round, 0, leaving) else name


def left(_: Language, fact: Left) -> str:
    colour = colour_words(_)[fact.colour]
    return _("Round {n}: your old stone, {colour}, was {number}.", n=fact.round, colour=colour, number=fact.number)


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
