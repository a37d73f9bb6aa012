"""A bot for Forehead: it bets on the rank that its number most likely has."""

from collections.abc import Sequence
from random import Random

from tepui.core.view import View


class Keen:
    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float]:
        seen = [player.number for player in view.picture().players if player.number is not None]
        mine = [number for number in range(10) if number not in seen]
        return [sum(higher(number, seen) == bet.rank - 1 for number in mine) for bet in view.legal()]


def higher(number: int, numbers: list[int]) -> int:
    return sum(other > number for other in numbers)
