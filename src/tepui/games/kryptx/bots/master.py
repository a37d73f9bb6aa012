"""Master of Kryptx: asks for numbers rather than cards, weighs what a No will make it show, and minds all codes.

It counts as Steady does. What was tried, with figures, is in docs/kryptx.md.
"""

from tepui.core.position import WIDTH, zeros
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief, entropy
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.steady import Steady, extra_card, the_game
from tepui.games.kryptx.cards import COLOURS, NUMBERS
from tepui.games.kryptx.offers import legal_places

COLOUR = 0.7  # what a bit about a colour is worth that tells nothing about the number: claims name numbers
SHOWN = 0.5  # what a bit that it shows of its own code costs, in bits that it learns
SHARED = 0.1  # what an open answer is worth less where others hear it too


class Master(Steady):
    def questions(self, view: View, belief: KryptxBelief, codes: list[int]) -> list[float]:
        """Bits learnt, less those that the card after a No would give away."""
        cost = SHOWN * next_card(view)
        return [self.worth(belief, code, cost) for code in codes]

    def worth(self, belief: KryptxBelief, code: int, cost: float) -> float:
        if code == k.STOP:
            return -100.0
        if code == k.EXTRA:
            return extra_card(belief)
        stand, question, secret = k.question_in(code)
        learnt = learns(belief, stand, question)
        if not secret and belief.seen.position.seats > 2:
            learnt *= 1 - SHARED
        return learnt - (1 - belief.yes(stand, question)) * cost * (2 if secret else 1)

    def threat(self, exposed: Exposed, seat: int) -> float:
        """How close they may be to all the codes that they have to name, not only to its own."""
        return exposed.threat(seat)


def next_card(view: View) -> float:
    """The bits that the best of the cards in hand gives away, to whom it gives most."""
    position, exposed, out = the_game(view), Exposed(view), zeros(WIDTH)
    offers = [divmod(out[at] - k.PLACE, k.PLACES) for at in range(legal_places(position, out))]
    return min((max(exposed.gives(card, where).values()) for card, where in offers), default=0.0)


def learns(belief: KryptxBelief, stand: int, question: int) -> float:
    """The bits of an answer; of a colour's only those about the number count in full."""
    bits = belief.teaches(stand, question)
    if question < NUMBERS or stand not in belief.stands:
        return bits
    shares, worlds = belief.puzzle.cards(stand), belief.puzzle.worlds
    colour = question - NUMBERS
    only_colour = 0.0
    for number in range(NUMBERS):
        total = sum(shares[at * NUMBERS + number] for at in range(COLOURS))
        if total:
            only_colour += total / worlds * entropy(shares[colour * NUMBERS + number] / total)
    return bits - (1 - COLOUR) * only_colour
