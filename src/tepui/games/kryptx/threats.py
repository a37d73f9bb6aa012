"""How close every opponent may be to all the codes that they have to name, not only to mine, as far as I can tell.

From one's own view alone, and at least: what they hold, have put away or asked in secret of others is not known.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.view import View
from tepui.games.kryptx.cards import EVERY_CARD, fits, yes_set
from tepui.games.kryptx.gives import Cards, Exposed
from tepui.games.kryptx.ways import Ways

ANY_NUMBER = 1023


class Threats(Exposed):
    """The same count as for one's own stands, over the stands of everybody but the opponent."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.mine = self.stands

    def greatest(self) -> float:
        """How likely the best informed opponent's claim would be right."""
        return max(self.threat(seat) for seat in self.others)

    def threat(self, seat: int) -> float:
        candidates = self.of_all(seat)
        ways = Ways(len(candidates))
        for at, cards in enumerate(candidates):
            ways.candidates[at] = cards
        best: int = ways.best(vec[i64]([ANY_NUMBER] * len(candidates)), vec[i64]([0] * len(candidates)))
        return best / max(1, int(ways.count()))

    def of_all(self, seat: int) -> Cards:
        """What this opponent can at least exclude, for every stand but their own."""
        mine = dict(zip(self.mine, self.candidates(seat), strict=True))
        position = self.position
        free = position.deck.cards & ~position.shown
        for stand in range(position.stands):
            if position.open >> stand & 1:
                free &= ~(1 << position.code(stand))
        left = {stand: mine.get(stand, free) for stand in range(position.stands) if int(position.owner(stand)) != seat}
        for laid in self.notes.laid:
            for stand in left.keys() - mine.keys():
                if laid.stand == stand:
                    left[stand] &= fits(laid.card)
                elif laid.stand is None and laid.seat == position.owner(stand):
                    left[stand] &= ~fits(laid.card)
        for asked in self.notes.questions:
            if asked.stand in left and asked.stand not in mine and asked.question is not None and not asked.secret:
                cards = yes_set(asked.question)
                left[asked.stand] &= cards if asked.yes else EVERY_CARD & ~cards
        for stand in left:
            if position.open >> stand & 1:
                left[stand] = 1 << position.code(stand)
        return tuple(left.values())
