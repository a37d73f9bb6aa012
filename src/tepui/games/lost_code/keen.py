"""Keen: looks one full round ahead, exactly: points now, what the answer teaches, what a miss costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

import numpy as np

from tepui.core.view import View
from tepui.games.lost_code.belief import LostCodeBelief, the_game
from tepui.games.lost_code.codes import EXCHANGE, EXCHANGING, GUESS, GUESSING, LEAVE, LOWS, OFFERING, TURN, WRITE
from tepui.games.lost_code.possible import SUMS
from tepui.games.lost_code.prospects import Counts, Numbers, Prospects
from tepui.games.lost_code.rivals import Rival

MOST = 1000  # codes that an exchange is thought through for; early on there are more, and all alike
SHORTLIST = 12  # settings of the wheels that are thought through
SAMPLES = 3  # codes of one's own that the rivals' thoughts are imagined with
HORIZON = 1  # rounds ahead: what is learned now is worth most in the next one; later it would have been learned anyway
TURNS = 4  # ways to turn a die that are thought through
FAR = 1000.0  # below everything that was thought through
FINAL_BIT, ROUND_BIT = 1.5, 0.35  # at first sight: points that a bit of knowledge brings at the end, and in each round


class Keen:
    """Values every action by the points that it brings now and lets expect later."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        if not view.must_act:
            return None
        return Thought(view, rng).values(view.codes())


class Thought:
    """One decision."""

    def __init__(self, view: View, rng: Random) -> None:
        self.view = view
        self.position = the_game(view)
        self.seat = view.eye
        self.parts = self.position.parts
        self.rng = rng
        self.belief = LostCodeBelief(view)
        listed = np.array(self.belief.listed(), dtype=np.int64)
        self.codes: Numbers = (listed[:, None] >> 4 * np.arange(int(self.parts.colours))) & 15
        fixed = {
            colour: int(self.position.final_guess(self.seat, colour))
            for colour in range(self.parts.colours)
            if self.position.fixed >> (6 * self.seat + colour) & 1
        }
        self.ahead = Prospects(
            self.parts, fixed=fixed, rounds_left=min(HORIZON, int(self.parts.rounds - self.position.round))
        )

    def values(self, codes: list[int]) -> list[float]:
        phase = self.position.phase
        if phase == GUESSING:
            return self.settings(codes)
        if phase == EXCHANGING:
            return [self.exchange(code - EXCHANGE) for code in codes]
        if phase == OFFERING:
            return self.offer(codes)
        if codes[0] >= WRITE:
            return self.writing(codes)
        return self.dice(codes)

    # ---- wheels ----

    def settings(self, codes: list[int]) -> list[float]:
        dice = [int(self.position.die(die)) for die in range(3)]
        settings = [divmod(code - GUESS, LOWS) for code in codes]
        taken = int(self.position.taken)
        left = {wheel: self.rivals_gain(dice, taken | 1 << wheel) for wheel in {wheel for wheel, _ in settings}}
        values = Look(self, dice, settings).values(SHORTLIST)
        return [float(value) - left[wheel] for value, (wheel, _) in zip(values, settings, strict=True)]

    @cached_property
    def rivals(self) -> list[list[Rival]]:
        """Everyone else, once for each of a few codes that may be one's own."""
        seats = [seat for seat in range(self.parts.seats) if seat != self.seat]
        mine = [self.belief.sample(self.rng) for _ in range(SAMPLES)]
        return [[Rival(self.view, seat, code) for seat in seats] for code in mine]

    def rivals_gain(self, dice: list[int], taken: int) -> float:
        """What the rivals who still choose can expect with these dice and wheels, as a mean over all rivals."""
        order = [int(self.position.order >> 4 * at & 15) for at in range(self.parts.seats)]
        waiting = set(order[order.index(self.seat) + 1 :])
        gains = [rival.gain(dice, taken) for rivals in self.rivals for rival in rivals if rival.seat in waiting]
        return sum(gains) / (SAMPLES * int(self.parts.seats - 1))

    @cached_property
    def exchange_cost(self) -> float:
        """What it costs to lose the stone that one can best do without."""
        left = [colour for colour in range(self.parts.colours) if self.position.left >> colour & 1]
        if not left:
            return 0.0
        return max(0.0, self.ahead.of(self.some) - max(self.exchange(colour) for colour in left))

    # ---- stones ----

    @cached_property
    def some(self) -> Numbers:
        if len(self.codes) <= MOST:
            return self.codes
        rows = self.rng.sample(range(len(self.codes)), MOST)
        return self.codes[rows]

    def exchange(self, colour: int) -> float:
        fresh = [number for number in range(self.parts.numbers) if self.position.covered >> (9 * colour + number) & 1]
        return self.ahead.after_exchange(self.some, colour, fresh)

    # ---- dice ----

    def dice(self, codes: list[int]) -> list[float]:
        """Keeping or turning: the best setting of any wheel with the dice as they would be."""
        every = [(wheel, low) for wheel in range(7) for low in range(self.parts.settings(wheel))]
        turned = [self.turned(code) for code in codes]
        looks = [Look(self, dice, every) for dice in turned]
        theirs = np.array([self.rivals_gain(dice, 0) for dice in turned])
        first = np.array([look.first.max() for look in looks]) - theirs
        values = first - FAR
        for at in np.argsort(-first)[:TURNS]:
            values[at] = looks[at].values(TURNS).max() - theirs[at]
        return [float(value) for value in values]

    def turned(self, code: int) -> list[int]:
        """The dice after this; red dice that are still to be turned do not count."""
        dice = [int(self.position.die(die)) for die in range(3)]
        if code >= TURN:
            die, colour = divmod(code - TURN, 6)
            dice[die] = colour
        return [colour for colour in dice if colour < self.parts.colours]

    # ---- numbers ----

    def offer(self, codes: list[int]) -> list[float]:
        """A token doubles what one knows today; leaving it keeps what one will know at the end."""
        colour = int(self.position.colour)
        shares = self.belief.marginals()[colour]
        today = self.belief.final_for(colour, shares).points
        most = self.ahead.hits[1]
        later = today + (most - today) * min(0.8, 0.12 * self.ahead.rounds_left)
        return [later if code == LEAVE else self.ahead.factor * self.written(code - WRITE, shares) for code in codes]

    def writing(self, codes: list[int]) -> list[float]:
        shares = self.belief.marginals()[int(self.position.next_colour(self.seat))]
        return [self.written(code - WRITE, shares) for code in codes]

    def written(self, mask: int, shares: list[float]) -> float:
        hit = sum(share for number, share in enumerate(shares) if mask >> number & 1)
        n = mask.bit_count()
        return hit * self.ahead.hits[n] + (1 - hit) * self.ahead.miss if n else float(self.ahead.miss)


class Look:
    """All settings of the wheels with these dice: a first look at each, then the promising ones in full."""

    def __init__(self, thought: Thought, dice: list[int], settings: list[tuple[int, int]]) -> None:
        self.thought, self.ahead, parts = thought, thought.ahead, thought.parts
        self.by = thought.codes[:, dice].sum(axis=1)
        self.lows = np.array([low for _, low in settings])
        self.highs = self.lows + np.array([int(parts.sizes[wheel]) for wheel, _ in settings])
        self.points = np.array([int(parts.points[wheel]) for wheel, _ in settings])
        self.blunt = np.array([wheel == 0 for wheel, _ in settings])
        self.penalty = self.points * (thought.position.curse == thought.seat)
        counts = np.bincount(self.by, minlength=SUMS).astype(float)
        below, inside, above = self.split(counts, self.lows, self.highs)
        either = below + above
        known = np.where(self.blunt, bits(either), bits(below) + bits(above)) + bits(inside)
        self.n = len(thought.codes)
        self.hit = inside / self.n
        teaches = np.log2(self.n) - known / self.n
        later = teaches * (FINAL_BIT + ROUND_BIT * self.ahead.rounds_left)
        self.first: Counts = self.hit * self.points + later - (1 - self.hit) * (thought.exchange_cost + self.penalty)

    @staticmethod
    def split(by_sum: Counts, lows: Numbers, highs: Numbers) -> tuple[Counts, Counts, Counts]:
        """By setting: what lies below, inside and above its range."""
        upto = np.concatenate([np.zeros((1, *by_sum.shape[1:])), by_sum.cumsum(axis=0)])
        return upto[lows], upto[highs] - upto[lows], upto[-1] - upto[highs]

    def values(self, most: int) -> Counts:
        """By setting: the points it brings on average, with all that its answer is worth; the rest far below."""
        values = self.first - FAR
        best = np.argsort(-self.first)[:most]
        tally, sums = self.ahead.joint(self.thought.codes, self.by, SUMS)
        parts = zip(
            self.split(tally, self.lows[best], self.highs[best]),
            self.split(sums, self.lows[best], self.highs[best]),
            strict=True,
        )
        below, inside, above = parts
        after_miss = np.where(
            self.blunt[best],
            self.worth(*(b + a for b, a in zip(below, above, strict=True))),
            self.worth(*below) + self.worth(*above),
        )
        hit = self.hit[best]
        now = hit * self.points[best] - (1 - hit) * (self.thought.exchange_cost + self.penalty[best])
        values[best] = now + self.worth(*inside) + after_miss
        return values

    def worth(self, tally: Counts, sums: Counts) -> Counts:
        """What is to come after an answer, times how likely that answer is."""
        share: Counts = tally[:, 0].sum(axis=-1) / self.n
        return share * self.ahead.value(tally, sums)


def bits(counts: Counts) -> Counts:
    result: Counts = counts * np.log2(np.maximum(counts, 1))
    return result
