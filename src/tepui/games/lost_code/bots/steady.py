"""Steady keeps its own notes exactly and looks one decision ahead; Keen also minds what others' guesses give away."""

from collections.abc import Sequence
from random import Random

from tepui.core.position import legal_codes
from tepui.core.view import View
from tepui.games.lost_code import codes
from tepui.games.lost_code.belief import LostCodeBelief, the_game
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.tells import Tells
from tepui.games.lost_code.rules import LostCode

LATER = 4.2  # what a colour’s final guess brings in the end to a steady player (bench/lost_code_scores.py)


class Steady:
    """Points now, plus what its final guesses would bring as it then knows; a miss costs the cheapest stone.

    It leaves out what the others' choices give away, and what its own choices mean for them.
    """

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        if not view.must_act:
            return None
        return self.worths(self.expect(view), view)

    def worths(self, expect: Expect, view: View) -> list[float]:
        """One value for each action on offer, as far as it knows."""
        position, offered = the_game(view), view.codes()
        match position.phase:
            case codes.GUESSING:
                values = expect.guess([position.die(die) for die in range(3)])
                return [float(values[code - codes.GUESS]) for code in offered]
            case codes.TURNING | codes.RECOLOURING:
                return turns(expect, offered)
            case codes.EXCHANGING:
                return [expect.exchange(code - codes.EXCHANGE) for code in offered]
            case codes.OFFERING:
                return [self.token(expect, code) for code in offered]
        colour = position.next_colour(view.eye)
        return [expect.write(colour, code - codes.WRITE) for code in offered]

    def expect(self, view: View) -> Expect:
        """What its decisions are worth as far as it knows."""
        return Expect(view)

    def marginals(self, view: View) -> list[list[float]]:
        """What it holds likely: by colour of its own stones, by number."""
        expect, exact = self.expect(view), LostCodeBelief(view)
        known = [[n / expect.n for n in row[: expect.parts.numbers]] for row in expect.tally]
        return [exact.shares(at) if exact.absent >> at & 1 else row for at, row in enumerate(known)]

    def explain(self, view: View, language: str) -> Sequence[str]:
        from tepui.games.lost_code.bots.explain import explain  # words only where they are asked for

        return explain(self, self.expect(view), view, language)

    def token(self, expect: Expect, code: int) -> float:
        """Double now, or what will be known later."""
        colour = expect.position.colour
        if code == codes.LEAVE:
            return max(expect.worth(colour), LATER)
        return expect.write(colour, code - codes.WRITE, token=True)


def turns(expect: Expect, offered: Sequence[int]) -> list[float]:
    """The roller chooses first: the dice with the best guess are the best dice."""
    known: dict[tuple[int, ...], float] = {}

    def best(position: LostCode) -> float:
        """Red dice that still must be turned become whatever suits best."""
        if position.phase == codes.RECOLOURING:
            return max(best(after(position, code)) for code in legal_codes(position, expect.eye))
        dice = tuple(sorted(int(position.die(die)) for die in range(3)))
        if dice not in known:
            known[dice] = expect.best_guess(dice, position.taken)
        return known[dice]

    def after(position: LostCode, code: int) -> LostCode:
        twin = position.clone()
        twin.apply(expect.eye, code)
        return twin

    return [best(after(expect.position, code)) for code in offered]


class Keen(Steady):
    """To it the codes that fit are not equally likely. It remembers the game of each seat that it plays for."""

    def __init__(self, reads: float = 1.0) -> None:
        self.reads = reads  # this share of the others' guesses
        self.tells: dict[int, Tells] = {}

    def expect(self, view: View) -> Expect:
        tells = self.tells.get(view.eye)
        if tells is None or not tells.precedes(view):
            tells = self.tells[view.eye] = Tells(view, self.reads)
        tells.hear(view)
        expect = Expect(view)
        expect.weigh(tells.weigh(view, expect.tables.codes))
        return expect
