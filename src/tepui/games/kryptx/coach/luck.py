"""How likely a seat wins a game of Kryptx: from what it does not know, and what the others lack of its own code.

Fitted to games of `steady` (docs/review.md says how, and how well it holds). From one's own view alone.
"""

from functools import cached_property
from math import exp, log, log2

from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.belief.worlds import Worlds
from tepui.games.kryptx.bots.exposed import Cards, Exposed
from tepui.games.kryptx.bots.steady import extra_card, in_a_code, the_game
from tepui.games.kryptx.cards import number_set

# By number of players: what counts, the bits that I lack, those that the others lack, whose turn it is.
WEIGHTS = {2: (-3.3, 2.8, 3.9, 0.13), 3: (-1.3, 1.2, 1.7, 0.0), 4: (-1.1, 0.5, 0.8, 0.14)}
AFTER_MISS = 0.7  # of the chance that is left to someone who has stopped and was wrong ...
OPENED = 4.0  # ... and shows a card: so many bits


class Outlook:
    """One moment, as one seat sees it."""

    def __init__(self, view: View) -> None:
        self.view, self.position = view, the_game(view)
        self.mine = int(self.position.turn == view.eye)
        self.belief = KryptxBelief(view)

    @cached_property
    def exposed(self) -> Exposed:
        return Exposed(self.view)

    @cached_property
    def unknown(self) -> float:
        """The bits that I lack."""
        return log2(max(1, self.belief.worlds()))

    @cached_property
    def lacks(self) -> dict[int, Cards]:
        return {seat: self.exposed.candidates(seat) for seat in self.exposed.others}

    @cached_property
    def hidden(self) -> float:
        """The bits of my code that the best informed opponent lacks."""
        return min(self.bits(cards) for cards in self.lacks.values())

    def bits(self, cards: Cards) -> float:
        return log2(max(1, self.exposed.worlds(cards)))

    def win(self, learnt: float = 0.0, shown: float = 0.0) -> float:
        """The chance to win after so many bits more are known to me, and so many of mine to others."""
        start, own, others, turn = WEIGHTS[int(self.position.seats)]
        unknown, hidden = max(0.0, self.unknown - learnt), max(0.0, self.hidden - shown)
        return 1 / (1 + exp(-(start - own * log(1 + unknown) + others * log(1 + hidden) + turn * self.mine)))

    def ahead(self, learnt: float = 0.0, shown: float = 0.0) -> float:
        """The same for someone who may also stop then: one world in so many is right, at least."""
        right = 2 ** -max(0.0, self.unknown - learnt)
        return max(self.win(learnt, shown), right + (1 - right) * AFTER_MISS * self.win(learnt, shown + OPENED))

    # ---- what can be done ----

    def value(self, code: int) -> float:
        if code == k.STOP:
            return self.stop(self.belief.best[0])
        if code == k.EXTRA:
            return self.ahead(extra_card(self.belief))
        if code >= k.PLACE:
            return self.place(self.gives(code))
        if code >= k.ASK:
            stand, question, secret = k.question_in(code)
            return self.asks(self.belief.yes(stand, question), float(self.position.after_no(secret)))
        return self.ahead(shown=self.opens(code - k.REVEAL))

    def place(self, shown: float) -> float:
        """The first card of a turn comes before a question: the best there is."""
        if self.position.phase != k.P_PLAY:
            return self.ahead(shown=shown)
        cost = float(self.position.held > 1)
        return max(self.asks(yes, cost, shown) for yes in self.questions)

    @cached_property
    def questions(self) -> set[float]:
        """How likely a Yes is, of every question that can be asked."""
        found = {1.0}
        for stand in self.belief.stands:
            found |= {self.belief.yes(stand, question) for question in self.position.deck.questions}
        return found

    def asks(self, yes: float, cost: float, shown: float = 0.0) -> float:
        return sum(chance * value for chance, value in self.after(yes, cost, shown).values())

    def stop(self, right: float) -> float:
        """A claim that is right with this chance."""
        return right + (1 - right) * self.failed()

    def failed(self) -> float:
        return AFTER_MISS * self.win(shown=OPENED)

    def gives(self, code: int) -> float:
        """The bits about my code that a placement gives to whom it gives most."""
        return max(self.exposed.gives(*divmod(code - k.PLACE, k.PLACES)).values())

    def opens(self, stand: int) -> float:
        """The same of a code card that is turned over."""
        at, card = stand - self.exposed.stands.start, int(self.position.code(stand))
        after = [
            self.bits(tuple(1 << card if i == at else cards & ~(1 << card) for i, cards in enumerate(held)))
            for held in self.lacks.values()
        ]
        return self.hidden - min(after)

    def answers(self, code: int) -> dict[bool, tuple[float, float]]:
        stand, question, secret = k.question_in(code)
        return self.after(self.belief.yes(stand, question), float(self.position.after_no(secret)))

    def after(self, yes: float, cost: float, shown: float = 0.0) -> dict[bool, tuple[float, float]]:
        """By answer: how likely it is, and the chance to win after it; a No costs cards, about a bit each."""
        found = {}
        if yes > 0:
            found[True] = yes, self.ahead(-log2(yes), shown)
        if yes < 1:
            found[False] = 1 - yes, self.ahead(-log2(1 - yes), shown + cost)
        return found

    # ---- what chance can do ----

    @cached_property
    def held(self) -> list[float]:
        """By card: how likely it is in one of the codes that these eyes do not see."""
        return in_a_code(self.belief)

    def drawn(self, card: int) -> float:
        """The chance to win once this card has come into my hand: it is in no code."""
        return self.ahead(-log2(1 - self.held[card])) if self.held[card] < 1 else self.ahead()

    def right(self, numbers: dict[int, int]) -> float:
        """How likely a claim of these numbers is right."""
        left = dict(self.belief.puzzle.candidates)
        for stand, number in numbers.items():
            if stand in left:
                left[stand] &= number_set(number)
            elif int(self.position.code(stand)) % 10 != number:
                return 0.0
        return Worlds(left, self.belief.seen.failed).worlds / self.belief.worlds()
