"""What the others can count of one's own code, and what a placement would give away to each of them.

From one's own view alone: what lies on the table, what was answered, and what an opponent asked in secret. What they
hold or have put away is not known, so an opponent knows at least this much.
"""

from collections.abc import Sequence
from math import log2

from tepui.core.position import full, zeros
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief.facts import candidates
from tepui.games.kryptx.belief.worlds import ways_with
from tepui.games.kryptx.cards import EVERY_CARD, placed
from tepui.games.kryptx.notebook import Notebook
from tepui.games.kryptx.rules import Kryptx

Cards = tuple[int, ...]  # a set of candidates for each of some stands, mostly the own ones
ANY_NUMBER = 1023


class Exposed:
    """One's own stands, as the others can count them."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.position, Kryptx)
        self.position: Kryptx = view.position
        self.notes: Notebook = view.notebook
        self.me = view.eye
        self.stands = range(self.position.stand(self.me, 0), self.position.stand(self.me + 1, 0))
        self.others = [seat for seat in range(self.position.seats) if seat != self.me]
        self.counted: dict[Cards, int] = {}

    def candidates(self, seat: int, stands: Sequence[int] | None = None) -> Cards:
        """What this opponent can at least exclude, of my stands or of these."""
        stands = self.stands if stands is None else stands
        position = self.position
        free = position.deck.cards & ~position.shown
        for stand in range(position.stands):
            if position.open >> stand & 1:
                free &= ~(1 << position.code(stand))
        heard = [asked for asked in self.notes.questions if not asked.secret or asked.asker == seat]
        left = candidates(position, self.notes, stands, free, heard)
        for stand in stands:
            if position.open >> stand & 1:
                left[stand] = 1 << position.code(stand)
        return tuple(left.values())

    def worlds(self, candidates: Cards) -> int:
        """How many codes of mine they can still imagine."""
        if candidates not in self.counted:
            self.counted[candidates] = ways_with(dict(enumerate(candidates))).count()
        return self.counted[candidates]

    def chance(self, seat: int, stands: Sequence[int] | None = None) -> float:
        """How likely this opponent's best guess at all numbers of my stands (or of these) is right; at least so."""
        candidates = self.candidates(seat, stands)
        ways = ways_with(dict(enumerate(candidates)))
        best: int = ways.best(full(len(candidates), ANY_NUMBER), zeros(len(candidates)))
        return best / max(1, self.worlds(candidates))

    def threat(self, seat: int) -> float:
        """How likely a claim of this opponent would be right: the numbers of every stand but their own."""
        position = self.position
        return self.chance(seat, [stand for stand in range(position.stands) if position.owner(stand) != seat])

    def gives(self, card: int, where: int) -> dict[int, float]:
        """By opponent: how many bits about my code this placement gives away."""
        given = {}
        for seat in self.others:
            before = self.candidates(seat)
            beside, free = where == k.BESIDE, EVERY_CARD & ~(1 << card)
            after = tuple(
                cards & free & (placed(card, beside) if beside or at == where else EVERY_CARD)
                for at, cards in enumerate(before)
            )
            # an open card in front of which nothing can be learnt stays what it is
            after = tuple(
                cards if self.position.open >> stand & 1 else left
                for stand, cards, left in zip(self.stands, before, after, strict=True)
            )
            given[seat] = log2(self.worlds(before) / max(1, self.worlds(after)))
        return given

    def doubt(self, stand: int) -> int:
        """How many cards the best informed opponent can still imagine on this stand of mine."""
        at = stand - self.stands[0]
        return min(int(self.candidates(seat)[at]).bit_count() for seat in self.others)
