"""Players of Roll & Write at every level: the weaker ones see less room to climb, or judge sheets more roughly."""

from collections.abc import Sequence
from functools import partial
from random import Random

from tepui.bots.levels import rungs
from tepui.core.view import View
from tepui.games.roll_and_write.bots.steady import Learned, Steady
from tepui.games.roll_and_write.catalogue import CATALOGUE

DUEL = 1.0  # the envy of a master who plays against one: every point of theirs is one lost


class Climber(Steady):
    """Counts only a share of the room that a column's last number leaves it."""

    def forgot(self, view: View, language: str) -> Sequence[str]:
        _ = CATALOGUE.language(language)
        share = round(100 * self.share)
        return [_("I counted on {share} % of the boxes that a column could still climb.", share=share)] * (share < 100)


class Rough(Learned):
    """To it sheets whose values differ by less than a step are worth the same."""

    def __init__(self, step: float) -> None:
        self.step = step  # points

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        values = super().rank(view, seconds, rng)
        return values if values is None else [round(value / self.step) * self.step for value in values]

    def forgot(self, view: View, language: str) -> Sequence[str]:
        _ = CATALOGUE.language(language)
        return [_("Two moves that differ by less than {points} points were the same to me.", points=round(self.step))]


class Master(Learned):
    """Against one other player it grudges them what it leaves them as much as it wants its own points.

    Among more a point taken from one of them helps the rest as well (docs/roll-and-write.md has the figures).
    """

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        self.envy = DUEL if view.setting.seats == 2 else Learned.envy
        return super().rank(view, seconds, rng)


LEVELS = rungs(
    {
        "beginner": [partial(Climber, 0.3)],
        "casual": [partial(Climber, 0.6), partial(Climber, 1.0)],
        "regular": [partial(Rough, 40.0), partial(Rough, 30.0)],
        "expert": [partial(Rough, 20.0), partial(Rough, 10.0), Learned],
        "master": [Master],
    }
)
