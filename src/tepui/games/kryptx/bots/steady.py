"""Bots for Kryptx: `random` plays anything and stops only when certain; `steady` counts before it shows or asks."""

from collections.abc import Sequence
from math import log2
from random import Random

from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.cards import CARDS
from tepui.games.kryptx.rules import Kryptx

CERTAIN = 1 - 1e-12


def claiming(view: View, codes: list[int], belief: KryptxBelief) -> list[float]:
    """Inside a claim: the next number of the best one; the same at every step, because nothing is learnt between."""
    position = the_game(view)
    number = belief.claim().get(position.due(), 0)
    return [float(code == k.NAME + number) for code in codes]


def the_game(view: View) -> Kryptx:
    assert isinstance(view.position, Kryptx)
    return view.position


class RandomKryptx:
    """Any placement and any question is as good as any other; Stop only when each stand by itself is certain."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        codes = view.codes()
        if the_game(view).phase == k.P_CLAIM:
            return claiming(view, codes, KryptxBelief(view, alone=True))
        if k.STOP in codes and KryptxBelief(view, alone=True).best[0] > CERTAIN:
            return [float(code == k.STOP) for code in codes]
        if not view.must_act:
            return None
        return [float(code != k.STOP) for code in codes]


class Steady:
    """Shows what gives least away, asks what teaches most per card shown, stops when waiting is the greater risk."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        codes, position = view.codes(), the_game(view)
        if position.phase == k.P_CLAIM:
            return claiming(view, codes, self.belief(view))
        if position.phase == k.P_REVEAL:
            exposed = Exposed(view)
            return [-float(exposed.doubt(code - k.REVEAL)) for code in codes]
        if k.STOP in codes:
            belief = self.belief(view)
            if self.stops(view, belief):
                return [float(code == k.STOP) for code in codes]
        if not view.must_act:
            return None
        if position.phase == k.P_ASK:
            return self.questions(view, self.belief(view), codes)
        exposed = Exposed(view)
        return [-self.shows(exposed, code) for code in codes]

    def belief(self, view: View) -> KryptxBelief:
        """All that its seat can know of the others' codes."""
        return KryptxBelief(view)

    def marginals(self, view: View) -> list[list[float]]:
        """What it holds likely: by stand, by card."""
        return self.belief(view).marginals()

    def explain(self, view: View, language: str) -> Sequence[str]:
        from tepui.games.kryptx.bots.explain import explain  # words only where they are asked for

        return explain(self, self.belief(view), view, language)

    def stops(self, view: View, belief: KryptxBelief) -> bool:
        """When it is certain; or when the others may be as close, and being right is likelier than not."""
        chance = belief.best[0]
        if chance > CERTAIN:
            return True
        if chance < 0.5:
            return False
        exposed = Exposed(view)
        return chance > 1 - max(self.threat(exposed, seat) for seat in exposed.others) / 2

    def threat(self, exposed: Exposed, seat: int) -> float:
        """How close an opponent may be to its code."""
        return exposed.chance(seat)

    def shows(self, exposed: Exposed, code: int) -> float:
        if code == k.STOP:
            return 1e9
        card, where = divmod(code - k.PLACE, k.PLACES)
        given = exposed.gives(card, where).values()
        return max(given) + sum(given) / 100

    def questions(self, view: View, belief: KryptxBelief, codes: list[int]) -> list[float]:
        return [self.asks(belief, code) for code in codes]

    def asks(self, belief: KryptxBelief, code: int) -> float:
        """Bits per card on the table: one was placed before the question, more are after a No."""
        if code == k.STOP:
            return -1.0
        if code == k.EXTRA:
            return extra_card(belief)
        stand, question, secret = k.question_in(code)
        cards = 1 + (1 - belief.yes(stand, question)) * int(belief.seen.position.after_no(secret))
        learnt = belief.teaches(stand, question)
        # an open answer teaches the others too; with two players there is nobody else to learn it
        shared = 0.0 if secret or belief.seen.position.seats == 2 else 0.1
        return learnt * (1 - shared) / cards


def in_a_code(belief: KryptxBelief) -> list[float]:
    """By card: how likely it is in one of the codes that these eyes do not see."""
    total = [0.0] * CARDS
    for stand in belief.stands:
        for card, share in enumerate(belief.puzzle.cards(stand)):
            total[card] += share / belief.puzzle.worlds
    return [min(share, 1.0) for share in total]


def extra_card(belief: KryptxBelief) -> float:
    """What one more card from the draw pile tells: that it is in no code. Most cards there are known not to be."""
    unseen = belief.seen.position.unseen()
    chances = [chance for card, chance in enumerate(in_a_code(belief)) if unseen >> card & 1]
    total = sum(1 - chance for chance in chances)
    if total <= 0:
        return 0.0
    return sum((1 - chance) / total * -log2(1 - chance) for chance in chances if chance < 1)
