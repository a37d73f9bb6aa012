"""A table whose cards come in the order that a test wants."""

from collections.abc import Callable
from random import Random

import pytest

from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx.codes import FIRST

COLOURS = {"b": 0, "g": 1, "o": 2, "v": 3, "y": 4}


def card(text: str) -> int:
    """7b is the blue seven."""
    return COLOURS[text[1]] * 10 + int(text[0])


def name(text: str) -> tuple[int, str]:
    return int(text[0]), {"b": "blue", "g": "green", "o": "orange", "v": "purple", "y": "yellow"}[text[1]]


class Stacked:
    """Chance that follows a list of cards, then a generator that leaves those of the list alone."""

    def __init__(self, cards: str, first: int, seed: int) -> None:
        self.cards = [card(text) for text in cards.split()]
        self.first = first
        self.rng = Random(seed)

    def __call__(self, occasion: int, codes: list[int], weights: list[int]) -> int:
        if codes[0] >= FIRST:
            return FIRST + self.first
        if self.cards:
            assert self.cards[0] in codes, f"card {self.cards[0]} cannot come now"
            return self.cards.pop(0)
        return self.rng.choice(codes)


Deal = Callable[..., Table]


@pytest.fixture
def deal() -> Deal:
    def make(seats: int, codes: str, cards: str = "", pro: bool = False, first: int = 0, seed: int = 1) -> Table:
        return Table(GAME, GAME.setting(seats, {"pro": pro}), Stacked(f"{codes} {cards}", first, seed))

    return make
