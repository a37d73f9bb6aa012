"""How close every opponent may be to all the codes that they have to name, not only to mine, as far as I can tell.

From one's own view alone, and at least: what they hold, have put away or asked in secret of others is not known.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tepui.games.kryptx.belief.ways import Ways
from tepui.games.kryptx.bots.exposed import Cards, Exposed

ANY_NUMBER = 1023


class Threats(Exposed):
    """The same count as for one's own stands, over the stands of everybody but the opponent."""

    def greatest(self) -> float:
        """How likely the best informed opponent's claim would be right."""
        return max(self.threat(seat) for seat in self.others)

    def threat(self, seat: int) -> float:
        candidates = self.of_all(seat)
        ways = Ways(len(candidates))
        for at, cards in enumerate(candidates):
            ways.candidates[at] = cards
        best: int = ways.best(vec[i64]([ANY_NUMBER] * len(candidates)), vec[i64]([0] * len(candidates)))
        return best / max(1, self.worlds(candidates))

    def of_all(self, seat: int) -> Cards:
        """What this opponent can at least exclude, for every stand but their own."""
        position = self.position
        return self.candidates(seat, [stand for stand in range(position.stands) if position.owner(stand) != seat])
