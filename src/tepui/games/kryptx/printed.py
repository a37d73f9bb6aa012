"""What the parts print, as a page shows and enters it: which cards there are, and the letters of the stands."""

from __future__ import annotations

from tepui.games.kryptx.cards import NUMBERS
from tepui.games.kryptx.parts import Parts
from tepui.games.kryptx.picture import Card, Colour, Shape


class Printed(Shape, frozen=True):
    numbers: list[int]
    colours: list[Colour]
    missing: list[Card]  # of these numbers and colours, cards that this deck does not have
    letters: str  # of the stands
    cards: int  # how many there are
    least: int  # how many four players need


def printed(parts: Parts) -> Printed:
    deck = parts.deck
    missing = [
        Card(number, colour.name)
        for at, colour in enumerate(parts.colours)
        for number in parts.numbers
        if not deck.cards >> at * NUMBERS + number & 1
    ]
    return Printed(
        numbers=list(parts.numbers),
        colours=[Colour(colour.name, colour.letter, colour.shape) for colour in parts.colours],
        missing=missing,
        letters=deck.letters,
        cards=int(deck.size),
        least=parts.least,
    )
