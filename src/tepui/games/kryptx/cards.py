"""The number cards: which of them fit each other, and sets of them in one i64.

Card = colour * 10 + number. A question is a number (0 to 9) or 10 + a colour.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has, members, shift

NUMBERS: Final = 10
COLOURS: Final = 5
CARDS: Final = 50
QUESTIONS: Final = 15
EVERY_CARD: Final = 0x3FFFFFFFFFFFF

ONE_NUMBER: Final = 0x10040100401  # the zeros of all five colours
ONE_COLOUR: Final = 0x3FF  # the ten numbers of the first colour


def number_set(number: i64) -> i64:
    """All cards of this number."""
    return shift(ONE_NUMBER, number)


def colour_set(colour: i64) -> i64:
    """All cards of this colour."""
    return shift(ONE_COLOUR, NUMBERS * colour)


def fits(card: i64) -> i64:
    """3.1: all cards of the same number or the same colour, the card itself included."""
    return number_set(card % NUMBERS) | colour_set(card // NUMBERS)


def yes_set(question: i64) -> i64:
    """All cards for which the truthful answer is Yes."""
    if question < NUMBERS:
        return number_set(question)
    return colour_set(question - NUMBERS)


def placed(card: i64, beside: bool) -> i64:
    """3.2: what a stand can hold that has this card in front; or beside, because it fits none of its owner's."""
    if beside:
        return EVERY_CARD & ~fits(card)
    return fits(card)


def answered(question: i64, yes: bool) -> i64:
    """3.5: what a stand can hold of which this is the truthful answer."""
    if yes:
        return yes_set(question)
    return EVERY_CARD & ~yes_set(question)


class Deck:
    """Every card that is in the box; shared by all positions of a game, never changed."""

    def __init__(self, cards: i64, colour_names: list[str], letters: str) -> None:
        self.cards: i64 = cards
        self.colour_names: list[str] = colour_names
        self.letters: str = letters  # of the stands
        self.size: i64 = count(cards)
        self.numbers: i64 = 0  # which numbers, and which colours, there are
        self.colours: i64 = 0
        for card in range(i64(CARDS)):
            if has(cards, card):
                self.numbers |= bit(card % NUMBERS)
                self.colours |= bit(card // NUMBERS)
        self.claims: i64 = count(self.numbers)  # how many numbers a claim can name for one stand
        self.questions: vec[i64] = vec[i64]([0] * (self.claims + count(self.colours)))
        members(self.numbers | shift(self.colours, NUMBERS), self.questions)
