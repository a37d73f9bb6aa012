"""A reason in words: the facts, one line each, and what follows from them."""

from __future__ import annotations

from tepui.core.words import Language
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.why import Fact, Heard, Left, Saw, held_in
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
