"""Players of Roll & Write at every level: the weaker ones see less room to climb, or judge sheets more roughly."""

from collections.abc import Sequence
from functools import partial
from random import Random

from librt.vecs import vec
from mypy_extensions import i64

from tepui.bots.levels import rungs
from tepui.core.view import View
from tepui.games.roll_and_write.bots.steady import Learned, Steady, the_game
from tepui.games.roll_and_write.catalogue import CATALOGUE

FEW, NEAR = 4, 25.0  # so many moves are looked at further, if they are within so many points of the best
TURNS, GAMES = 2, 48  # how far and how often: by count, so that it chooses alike on any machine
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
    """It looks further: its few best moves are played on with the same dice, everyone by value.

    By as much as such a move comes out ahead of the best one its value rises. Against one other player it grudges them
    what it leaves them as much as it wants its own points. Among more a point taken from one of them helps the rest as
    well (docs/bots/roll-and-write.md has the figures).
    """

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        seats = view.setting.seats
        self.envy = DUEL if seats == 2 else Learned.envy
        values = super().rank(view, seconds, rng)
        if values is None or seats == 1:
            return values
        order = sorted(range(len(values)), key=lambda at: -values[at])
        few = [at for at in order[:FEW] if values[at] >= values[order[0]] - NEAR]
        if len(few) == 1:
            return values
        from tepui.games.roll_and_write.bots.learned import chooser

        seed = Random(repr(view.observation())).getrandbits(60)  # asked again, or for its reasons, it answers alike
        codes, found = vec[i64]([view.codes()[at] for at in few]), [*values]
        leads = chooser(seats).look_further(the_game(view), view.eye, codes, TURNS, GAMES, seed)
        for at, lead in zip(few, leads, strict=True):
            found[at] += lead - leads[0]
        return found


LEVELS = rungs(
    {
        "beginner": [partial(Climber, 0.3)],
        "casual": [partial(Climber, 0.6), partial(Climber, 1.0)],
        "regular": [partial(Rough, 40.0), partial(Rough, 30.0)],
        "expert": [partial(Rough, 20.0), partial(Rough, 10.0), Learned],
        "master": [Master],
    }
)
