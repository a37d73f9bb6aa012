"""The printed numbers, checked when they are loaded."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from tepui.core.parts_reader import Reader
from tepui.core.words import N_
from tepui.games.kryptx.cards import COLOURS, NUMBERS, Deck
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.state import HAND, code_cards

# Every code card, every opening card, and a hand to draw: most of them with four players.
MOST_NEEDED = int(max(seats * code_cards(seats) + HAND * seats + HAND for seats in (2, 3, 4)))
STANDS = 9
LONGEST_NAME = 24

RULEBOOK = N_("[players] is in the rulebook and cannot be changed; take it out")
DIFFERENT = N_("the numbers must be different, and from 0 to 9")
CARD = N_('write a missing card as [9, "blue"]')
NEVER_THERE = N_("this deck never had {card}; name a card of its numbers and colours")
TOO_FEW = N_("{n} cards are too few for four players: at least {least}")
MOST_COLOURS = N_("there can be one to five colours")
COLOUR = N_("each colour needs a name, a letter and a shape of its own")
SHORTER = N_("a name, letter or shape has at most {n} characters")
LETTERS = N_("nine stands need nine different letters")


@dataclass(frozen=True)
class Colour:
    name: str
    letter: str
    shape: str


@dataclass(frozen=True)
class Parts:
    deck: Deck
    colours: tuple[Colour, ...]
    numbers: tuple[int, ...] = tuple(range(NUMBERS))
    least: int = MOST_NEEDED


@cache
def own_text() -> str:
    return resources.files("tepui.games.kryptx").joinpath("parts.toml").read_text("utf-8")


@cache
def own_tables() -> dict[str, Any]:
    return tomllib.loads(own_text())


@lru_cache(maxsize=16)  # of a stranger's files too
def load(text: str | None = None) -> Parts:
    """The game's own parts; or those of a file of the same form, in which only what differs from them must stand."""
    return Form("" if text is None else text).parts()


class Form(Reader):
    """The game's own file, as far as a text does not say otherwise. The colours are one list: name some, name all."""

    def __init__(self, text: str) -> None:
        super().__init__(text, own_tables(), CATALOGUE)

    def parts(self) -> Parts:
        if self.tables.get("players", self.own["players"]) != self.own["players"]:
            self.wrong("", "players", RULEBOOK)
        for table in ("deck", "stands", "about_colours"):
            self.value(table, "source", str)
            self.value(table, "certainty", str)
        numbers, colours = self.numbers(), self.colours()
        names = [colour.name for colour in colours]
        cards = {colour * NUMBERS + number for colour in range(len(names)) for number in numbers}
        for number, name in self.missing():
            if name not in names or number not in numbers:
                self.wrong("deck", "missing", NEVER_THERE, card=f"{number} {name}")
            cards.discard(names.index(name) * NUMBERS + number)
        if len(cards) < MOST_NEEDED:
            self.wrong("deck", "numbers", TOO_FEW, n=len(cards), least=MOST_NEEDED)
        letters = self.value("stands", "letters", str)
        if len(set(letters)) != len(letters) or len(letters) < STANDS or not letters.isalpha():
            self.wrong("stands", "letters", LETTERS)
        return Parts(Deck(sum(1 << card for card in cards), names, letters), colours, tuple(sorted(numbers)))

    def numbers(self) -> list[int]:
        numbers = self.value("deck", "numbers", list)
        good = [number for number in numbers if type(number) is int and 0 <= number < NUMBERS]
        if len(set(good)) != len(numbers):
            self.wrong("deck", "numbers", DIFFERENT)
        return good

    def missing(self) -> list[tuple[int, str]]:
        found = []
        for card in self.value("deck", "missing", list):
            match card:
                case [int(number), str(name)]:
                    found.append((number, name))
                case _:
                    self.wrong("deck", "missing", CARD)
        return found

    def colours(self) -> tuple[Colour, ...]:
        found = self.value("", "colours", list)
        if not 1 <= len(found) <= COLOURS:
            self.wrong("", "colours", MOST_COLOURS)
        colours = []
        for colour in found:
            match colour:
                case {"name": str(name), "letter": str(letter), "shape": str(shape), **more} if not more:
                    colours.append(Colour(name, letter, shape))
                case _:
                    self.wrong("", "colours", COLOUR)
        for values in zip(*((one.name, one.letter, one.shape) for one in colours), strict=True):
            if len(set(values)) != len(values) or not all(values):
                self.wrong("", "colours", COLOUR)
            if max(map(len, values)) > LONGEST_NAME:
                self.wrong("", "colours", SHORTER, n=LONGEST_NAME)
        return tuple(colours)
