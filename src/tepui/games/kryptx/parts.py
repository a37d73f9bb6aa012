"""The printed numbers, checked when they are loaded."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec

from tepui.core.refusal import BadParts
from tepui.games.kryptx.cards import COLOURS, NUMBERS, Deck
from tepui.games.kryptx.state import HAND, code_cards

# Every code card, every opening card, and a hand to draw: most of them with four players.
MOST_NEEDED = int(max(seats * code_cards(seats) + HAND * seats + HAND for seats in (2, 3, 4)))
LONGEST_NAME = 24
MENDED = "mend that line of the parts file"


class DeckPart(msgspec.Struct, forbid_unknown_fields=True):
    numbers: list[int]
    missing: list[tuple[int, str]] = []
    source: str = ""
    certainty: str = ""


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    letter: str
    shape: str


class StandsPart(msgspec.Struct, forbid_unknown_fields=True):
    letters: str
    source: str = ""
    certainty: str = ""


class File(msgspec.Struct, forbid_unknown_fields=True):
    deck: DeckPart
    colours: list[Colour]
    stands: StandsPart
    about_colours: dict[str, str] = {}
    players: dict[str, Any] = {}


@dataclass(frozen=True)
class Parts:
    deck: Deck
    colours: tuple[Colour, ...]
    numbers: tuple[int, ...] = tuple(range(NUMBERS))
    least: int = MOST_NEEDED


@cache
def own_text() -> str:
    return resources.files("tepui.games.kryptx").joinpath("parts.toml").read_text("utf-8")


@lru_cache(maxsize=16)  # of a stranger's files too
def load(text: str | None = None) -> Parts:
    """The game's own parts; or those of a file of the same form, in which only what differs from them must stand."""
    try:
        file = msgspec.convert(over_our_own({} if text is None else tomllib.loads(text)), File)
    except msgspec.ValidationError as error:
        raise BadParts(f"this parts file does not fit Kryptx ({error}); {MENDED}") from None
    except (ValueError, RecursionError) as error:  # a number or a nest too large for Python is no TOML either
        raise BadParts(f"this parts file is not TOML ({error}); {MENDED}") from None
    check(file)
    names = [colour.name for colour in file.colours]
    cards = {colour * NUMBERS + number for colour in range(len(names)) for number in file.deck.numbers}
    for number, name in file.deck.missing:
        if name not in names or number not in file.deck.numbers:
            raise BadParts(f"missing names a card that this deck never had: {number} {name}; {MENDED}")
        cards.discard(names.index(name) * NUMBERS + number)
    if len(cards) < MOST_NEEDED:
        raise BadParts(f"{len(cards)} cards are too few for four players: at least {MOST_NEEDED}; {MENDED}")
    deck = Deck(sum(1 << card for card in cards), names, file.stands.letters)
    return Parts(deck, tuple(file.colours), tuple(sorted(file.deck.numbers)))


def over_our_own(said: dict[str, Any]) -> dict[str, Any]:
    """A file's tables, completed by ours. The colours are one list: whoever names some names all."""
    ours = tomllib.loads(own_text())
    if said.get("players", ours["players"]) != ours["players"]:
        raise BadParts("[players] is in the rulebook and cannot be changed; take it out of the parts file")
    merged = {**ours, **said}
    for name in ("deck", "stands"):
        if isinstance(said.get(name), dict):
            merged[name] = {**ours[name], **said[name]}
    return merged


def check(file: File) -> None:
    numbers = file.deck.numbers
    if len(set(numbers)) != len(numbers) or not all(0 <= number < NUMBERS for number in numbers):
        raise BadParts(f"numbers must be different and from 0 to 9, not {numbers}; {MENDED}")
    if not 1 <= len(file.colours) <= COLOURS:
        raise BadParts(f"there can be at most five colours, not {len(file.colours)}; {MENDED}")
    for what in ("name", "letter", "shape"):
        values = [getattr(colour, what) for colour in file.colours]
        if len(set(values)) != len(values) or not all(values):
            raise BadParts(f"every colour needs a {what} of its own, not {values}; {MENDED}")
        if max(map(len, values)) > LONGEST_NAME:
            raise BadParts(f"the {what} of a colour has at most {LONGEST_NAME} characters; {MENDED}")
    letters = file.stands.letters
    if len(set(letters)) != len(letters) or len(letters) < 9 or not letters.isalpha():
        raise BadParts(f"nine stands need nine different letters, not {letters!r}; {MENDED}")
