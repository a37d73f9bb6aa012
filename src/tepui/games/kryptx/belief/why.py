"""Why a card, a number or a colour is impossible on a stand: a smallest set of seen facts that alone rules it out.

That all cards are different, and what the deck holds, is taken for granted; everything else is a fact that was seen.
Nearly always facts about the stand itself do it, and then the smallest set is found exactly. Otherwise facts about
several stands work together: then no fact of the proof can be left out, and it is the shortest of a few tries.
"""

from collections.abc import Callable, Sequence
from random import Random

from tepui.coach.smallest_proof import as_list, smallest
from tepui.core.view import View
from tepui.games.kryptx.belief.facts import Fact, Failed, Seen
from tepui.games.kryptx.belief.worlds import how_many
from tepui.games.kryptx.cards import CARDS, yes_set

Reason = Fact | Failed
TRIES = 6  # orders in which facts of several stands are dropped
FEW = 40  # facts among which a smallest set is searched with failed claims


class Reasons:
    def __init__(self, view: View) -> None:
        self.seen = Seen(view)
        closed = sum(1 << stand for stand in self.seen.stands)
        self.facts: list[Fact] = [fact for fact in self.seen.facts if fact.stands & closed]

    def rules_out(self, stand: int, cards: int, reasons: Sequence[Reason]) -> bool:
        """Do these alone make it impossible that one of these cards is on this stand?"""
        left = self.seen.left_after(reason for reason in reasons if isinstance(reason, Fact))
        left[stand] &= cards
        return how_many(left, [reason for reason in reasons if isinstance(reason, Failed)]) == 0

    def why(self, stand: int, cards: int) -> list[Reason] | None:
        """The proof; None if one of these cards is possible there."""
        cover = self.cover(stand, cards & self.seen.deck)
        if cover is not None and (len(cover) <= 1 or not self.seen.failed):
            return list(cover)
        everything: list[Reason] = [*self.facts, *self.seen.failed]
        if cover is None and not self.rules_out(stand, cards, everything):
            return None
        return self.shortest(stand, cards, everything, cover)

    def cover(self, stand: int, cards: int) -> list[Fact] | None:
        """The fewest facts about this stand that exclude all these cards, each on its own."""
        useful: dict[int, Fact] = {}
        for fact in self.facts:
            excludes = cards & ~fact.leaves
            if fact.stands >> stand & 1 and excludes:
                useful.setdefault(excludes, fact)
        best: dict[int, list[int]] = {0: []}  # what is excluded -> by which
        wave = [0]
        while wave and cards not in best:
            longer = []
            for done in wave:
                missing = cards & ~done
                lowest = missing & -missing  # whatever covers it all covers this one too
                for excludes in useful:
                    if excludes & lowest and done | excludes not in best:
                        best[done | excludes] = [*best[done], excludes]
                        longer.append(done | excludes)
            wave = longer
        return [useful[excludes] for excludes in best[cards]] if cards in best else None

    def shortest(self, stand: int, cards: int, everything: list[Reason], cover: list[Fact] | None) -> list[Reason]:
        """Facts of several stands, or failed claims."""
        found: list[Reason] = list(cover) if cover is not None else everything
        if cover is not None:
            own = [fact for fact in self.facts if fact.stands >> stand & 1 and cards & ~fact.leaves]
            pool: list[Reason] = [*self.seen.failed]
            pool += own[: FEW - len(pool)]
            proof = smallest((1 << len(pool)) - 1, lambda some: self.rules_out(stand, cards, chosen(pool, some)))
            return chosen(pool, proof) if proof is not None and len(as_list(proof)) < len(found) else found
        rng = Random(stand * CARDS + cards % 997)
        for _ in range(TRIES):
            order = rng.sample(everything, len(everything))
            proof_here = needed(order, lambda some: self.rules_out(stand, cards, some))
            if len(proof_here) < len(found):
                found = proof_here
        return found


def chosen(pool: Sequence[Reason], some: int) -> list[Reason]:
    return [pool[at] for at in as_list(some)]


def needed(reasons: list[Reason], entails: Callable[[Sequence[Reason]], bool]) -> list[Reason]:
    """Drops what can be dropped, in large pieces first; no single one of what is left can."""
    size = max(1, len(reasons) // 2)
    kept = reasons
    while True:
        at = 0
        while at < len(kept):
            without = kept[:at] + kept[at + size :]
            if entails(without):
                kept = without
            else:
                at += size
        if size == 1:
            return kept
        size = size // 2


def why(view: View, stand: int, question: int | None, card: int | None = None) -> list[Reason] | None:
    """A proof that a number or colour (a question), or one card, is impossible on this closed stand."""
    cards = 1 << card if card is not None else yes_set(question if question is not None else 0)
    return Reasons(view).why(stand, cards)
