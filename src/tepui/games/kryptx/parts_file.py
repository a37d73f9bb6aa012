"""The printed numbers, checked when they are loaded."""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Annotated, Any

from msgspec import Meta, Struct

from tepui.core.parts import Reader
from tepui.core.words import N_
from tepui.games.kryptx import shapes
from tepui.games.kryptx.cards import COLOURS, NUMBERS, Deck
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.state import HAND, code_cards

# Every code card, every opening card, and a hand to draw: most of them with four players.
MOST_NEEDED = int(max(seats * code_cards(seats) + HAND * seats + HAND for seats in (2, 3, 4)))
STANDS = 9

RULEBOOK = N_("[players] is in the rulebook and cannot be changed. Take it out")
DIFFERENT = N_("the numbers must be different, and from 0 to 9")
NEVER_THERE = N_("this deck never had {card}. Name a card of its numbers and colours")
TOO_FEW = N_("{n} cards are too few for four players: at least {least}")
MOST_COLOURS = N_("there can be one to five colours")
COLOUR = N_("each colour needs a name, a letter and a shape of its own")
LETTERS = N_("nine stands need nine different letters")


class Table(Struct, frozen=True):
    source: str
    certainty: str


class Cards(Table, frozen=True):
    numbers: list[Annotated[int, Meta(ge=0, lt=NUMBERS)]]
    missing: list[tuple[int, str]]


class Stands(Table, frozen=True):
    letters: str


class Form(Struct, frozen=True):
    """The whole file. The colours are one list: name some, name all."""

    deck: Cards
    colours: tuple[shapes.Colour, ...]
    about_colours: Table
    stands: Stands
    players: Any


@dataclass(frozen=True)
class Parts:
    deck: Deck
    colours: tuple[shapes.Colour, ...]
    numbers: tuple[int, ...] = tuple(range(NUMBERS))
    least: int = MOST_NEEDED


@cache
def own_text() -> str:
    return resources.files("tepui.games.kryptx").joinpath("parts.toml").read_text("utf-8")


@lru_cache(maxsize=16)  # of a stranger's files too
def load(text: str | None = None) -> Parts:
    """The game's own parts; or those of a file of the same form, in which only what differs from them must stand."""
    reader = Reader(text or "", own_text(), Form, CATALOGUE)
    form, numbers = reader.values, reader.values.deck.numbers
    if form.players != reader.own["players"]:
        reader.wrong("players", RULEBOOK)
    if len(set(numbers)) < len(numbers):
        reader.wrong("deck.numbers", DIFFERENT)
    if not 1 <= len(form.colours) <= COLOURS:
        reader.wrong("colours", MOST_COLOURS)
    for values in zip(*((one.name, one.letter, one.shape) for one in form.colours), strict=True):
        if len(set(values)) < len(values):
            reader.wrong("colours", COLOUR)
    names = [colour.name for colour in form.colours]
    cards = {colour * NUMBERS + number for colour in range(len(names)) for number in numbers}
    for number, name in form.deck.missing:
        if name not in names or number not in numbers:
            reader.wrong("deck.missing", NEVER_THERE, card=f"{number} {name}")
        cards.discard(names.index(name) * NUMBERS + number)
    if len(cards) < MOST_NEEDED:
        reader.wrong("deck.numbers", TOO_FEW, n=len(cards), least=MOST_NEEDED)
    letters = form.stands.letters
    if len(set(letters)) < len(letters) or len(letters) < STANDS or not letters.isalpha():
        reader.wrong("stands.letters", LETTERS)
    return Parts(Deck(sum(1 << card for card in cards), names, letters), form.colours, tuple(sorted(numbers)))


# ---- what they print, as a page shows and enters it ----


class Printed(shapes.Shape, frozen=True):
    numbers: list[int]
    colours: list[shapes.Colour]
    missing: list[shapes.Card]  # of these numbers and colours, cards that this deck does not have
    letters: str  # of the stands
    cards: int  # how many there are
    least: int  # how many four players need


def printed(parts: Parts) -> Printed:
    deck = parts.deck
    missing = [
        shapes.Card(number, colour.name)
        for at, colour in enumerate(parts.colours)
        for number in parts.numbers
        if not deck.cards >> at * NUMBERS + number & 1
    ]
    return Printed(
        numbers=list(parts.numbers),
        colours=list(parts.colours),
        missing=missing,
        letters=deck.letters,
        cards=int(deck.size),
        least=parts.least,
    )
