"""Players of The Lost Code at every level: each decides as Steady does, but knows less, or Keen's way, and knows more.

What a dial costs was measured against `steady`, and the weakest was fitted to a newcomer (docs/lost-code.md).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from tepui.bots.levels import rungs
from tepui.core.view import View
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.belief import times_of
from tepui.games.lost_code.belief.worlds import SUMS
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.mind import Dials, Mind
from tepui.games.lost_code.bots.steady import Keen, Steady
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.codes import LOWS
from tepui.games.lost_code.parts import WHEELS
from tepui.games.lost_code.words import colour_words


class Modest(Expect):
    """What decisions are worth to someone who knows less, or who counts knowledge for less."""

    def __init__(self, view: View, mind: Mind, dials: Dials) -> None:
        super().__init__(view, mind.codes)
        self.dials = dials
        self.counts_later = dials.knowledge > 0.0

    def guess(self, dice: Sequence[int]) -> list[float]:
        weight = self.dials.knowledge
        now = self.points_now(dice) if weight < 1.0 else []
        if weight == 0.0:
            return now
        values = super().guess(dice)
        return [point + weight * (value - point) for point, value in zip(now, values, strict=True)] if now else values

    def best_guess(self, dice: Sequence[int], taken: int) -> float:
        if self.dials.knowledge == 1.0:
            return super().best_guess(dice, taken)
        values = self.guess(dice)
        free = [wheel for wheel in range(WHEELS) if not taken >> wheel & 1]
        return max(values[wheel * LOWS + low] for wheel in free for low in range(int(self.parts.settings(wheel))))

    def points_now(self, dice: Sequence[int]) -> list[float]:
        """By wheel and setting: the points of this guess alone."""
        spread = self.codes.spread(times_of(dice))
        below = [0]
        for total in range(SUMS):
            below.append(below[-1] + int(spread[total]))
        values = [0.0] * (WHEELS * LOWS)
        for wheel in range(WHEELS):
            size, points = int(self.parts.sizes[wheel]), float(self.parts.points[wheel])
            miss = float(self.position.miss(self.eye, wheel))
            for low in range(int(self.parts.settings(wheel))):
                hit = (below[min(low + size, SUMS)] - below[low]) / max(1, below[-1])
                values[wheel * LOWS + low] = points * hit + miss * (1 - hit)
        return values


class Player(Steady):
    """Decides as Steady does, as far as it knows."""

    def __init__(self, dials: Dials) -> None:
        self.dials = dials

    def expect(self, view: View) -> Expect:
        return Modest(view, Mind(view, self.dials), self.dials)

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        values, step = super().rank(view, seconds, rng), self.dials.rounding
        return values if values is None or not step else [round(value / step) * step for value in values]

    def forgot(self, view: View, language: str) -> Sequence[str]:
        """Sentences in the first person, the facts first, then the habits."""
        _, mind, dials = CATALOGUE.language(language), Mind(view, self.dials), self.dials
        colours = colour_words(_)
        lines = [
            _("I overlooked that the {number} of {colour} lay open.", number=number, colour=colours[COLOURS[colour]])
            for colour, number in mind.overlooked
        ]
        if dials.rounds is not None:
            lines.append(
                _.ngettext(
                    "I kept only the last answer in mind.", "I kept only the last {n} answers in mind.", dials.rounds
                )
            )
        elif mind.forgotten:
            lines.append(_("I had forgotten the answers of these rounds: {rounds}.", rounds=_.all_of(mind.forgotten)))
        if not dials.writes_back:
            lines.append(_("I made nothing of my old answers once one of their stones was exchanged."))
        if dials.combines == 0:
            lines.append(_("I looked at every answer for itself."))
        elif dials.combines is not None:
            lines.append(
                _.ngettext("I looked at {n} answer at a time.", "I looked at {n} answers at a time.", dials.combines)
            )
        if dials.knowledge == 0.0:
            lines.append(_("I counted the points of the moment, not what an answer would tell me."))
        return lines


# A newcomer: one round of answers, row by row, points now only.
NEWCOMER = Dials(notices=0.9, rounds=1, combines=0, writes_back=False, knowledge=0.0, rounding=0.5)
SEES = replace(NEWCOMER, notices=1.0, rounding=0.0)
KEEPS = replace(SEES, rounds=None)
WEIGHS = replace(KEEPS, knowledge=0.5)  # more would be too much for what row by row can make of an answer
COMBINES = replace(WEIGHS, writes_back=True, knowledge=1.0, combines=2)

LEVELS = rungs(
    {
        "beginner": [partial(Player, NEWCOMER), partial(Player, SEES), partial(Player, replace(SEES, rounds=2))],
        "casual": [partial(Player, replace(SEES, rounds=4)), partial(Player, KEEPS), partial(Player, WEIGHS)],
        "regular": [
            partial(Player, replace(COMBINES, remembers=0.95)),
            partial(Player, COMBINES),
            partial(Player, replace(COMBINES, combines=4)),
        ],
        "expert": [Steady, partial(Keen, 0.3), partial(Keen, 0.6)],
        "master": [Keen],
    }
)
