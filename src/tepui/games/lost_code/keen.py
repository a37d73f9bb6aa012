"""Keen: looks one full round ahead: points now, what the answer teaches, what a miss costs, and the next guess."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from random import Random

from tepui.core.view import View
from tepui.games.lost_code import codes as code
from tepui.games.lost_code.belief import the_game, times_of
from tepui.games.lost_code.bots import Steady
from tepui.games.lost_code.expect import Expect
from tepui.games.lost_code.possible import NUMBERS, SUMS, Codes

SHORTLIST = 8  # settings, or ways to turn a die, that are thought through to the end of the next round
ROLLS = 12  # rolls that the next round may begin with, the same for all that is compared
FAR = 1000.0  # below everything that was thought through
EVERY_SUM = (1 << SUMS) - 1


class Keen(Steady):
    """Where a decision is about dice, wheels or stones it thinks a round further than Steady."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        if not view.must_act:
            return None
        position, offered = the_game(view), view.codes()
        if position.round < position.parts.rounds:  # after the last round nothing comes but the final guess
            thought = Thought(view, rng)
            match position.phase:
                case code.GUESSING:
                    return thought.settings(offered)
                case code.TURNING | code.RECOLOURING:
                    return thought.turns(offered)
                case code.EXCHANGING:
                    return [thought.exchange(one - code.EXCHANGE) for one in offered]
        return super().rank(view, seconds, rng)


class Thought:
    """One decision."""

    def __init__(self, view: View, rng: Random) -> None:
        self.position = the_game(view)
        self.parts = self.position.parts
        self.expect = Expect(view)
        self.codes = self.expect.codes
        self.ahead = self.expect.ahead
        rolls = list(combinations_with_replacement(range(int(self.parts.colours)), 3))
        self.rolls = [times_of(roll) for roll in rng.sample(rolls, ROLLS)]

    # ---- wheels ----

    def settings(self, offered: list[int]) -> list[float]:
        dice = times_of([int(self.position.die(die)) for die in range(3)])
        return self.thought_through(dice, [one - code.GUESS for one in offered])

    def thought_through(self, dice: int, guesses: list[int]) -> list[float]:
        """By setting (wheel * 25 + low): the best few in full, the others far below them in their order."""
        self.ahead.look(self.codes, dice)
        first = [float(self.ahead.values[guess]) for guess in guesses]
        values = [value - FAR for value in first]
        for at in sorted(range(len(guesses)), key=first.__getitem__)[-SHORTLIST:]:
            values[at] = first[at] + self.next_round(dice, guesses[at])
        return values

    def next_round(self, dice: int, guess: int) -> float:
        """What the next round brings on average after the answers to this guess, more than what is then known."""
        wheel, low = divmod(guess, code.LOWS)
        inside = (1 << low + int(self.parts.sizes[wheel])) - (1 << low)
        below, above = (1 << low) - 1, EVERY_SUM & ~inside & -(1 << low)
        answers = [inside, below | above] if wheel == 0 else [inside, below, above]
        return sum(self.brings(self.codes.heard(dice, sums)) for sums in answers)

    def brings(self, codes: Codes) -> float:
        """The best guess over the rolls of the next round, less what is known: times how likely these codes are."""
        n = int(codes.count())
        if n == 0:
            return 0.0
        best = sum(float(self.ahead.best(codes, roll, 0)) for roll in self.rolls) / ROLLS
        return (best - float(self.ahead.known(codes))) * n / self.total

    @cached_property
    def total(self) -> int:
        return int(self.codes.count())

    # ---- dice ----

    def turns(self, offered: list[int]) -> list[float]:
        """Keeping or turning: the best guess with the dice as they would be."""
        dice = [self.turned(one) for one in offered]
        first = [float(self.ahead.best(self.codes, times, 0)) for times in dice]
        values = [value - FAR for value in first]
        every = [code.LOWS * wheel + low for wheel in range(7) for low in range(self.parts.settings(wheel))]
        known: dict[int, float] = {}
        for at in sorted(range(len(offered)), key=first.__getitem__)[-SHORTLIST // 2 :]:
            if dice[at] not in known:
                known[dice[at]] = max(self.thought_through(dice[at], every))
            values[at] = known[dice[at]]
        return values

    def turned(self, one: int) -> int:
        """The dice after this; red dice that are still to be turned do not count."""
        dice = [int(self.position.die(die)) for die in range(3)]
        if one >= code.TURN:
            die, colour = divmod(one - code.TURN, 6)
            dice[die] = colour
        return times_of([colour for colour in dice if colour < self.parts.colours])

    # ---- stones ----

    def exchange(self, colour: int) -> float:
        """All stones, and the next round, after this stone has been shown and replaced."""
        worth = 0.0
        unseen = int(self.position.covered >> 9 * colour & 511)
        self.codes.count()
        chances = [int(self.codes.tally[NUMBERS * colour + number]) / self.total for number in range(NUMBERS)]
        for number, chance in enumerate(chances):
            if chance:
                then = self.codes.exchanged(colour, number, unseen & ~(1 << number))
                worth += chance * sum(float(self.ahead.best(then, roll, 0)) for roll in self.rolls) / ROLLS
        return worth
