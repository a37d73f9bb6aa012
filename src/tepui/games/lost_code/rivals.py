"""What the others know, as far as it can be told from one's own seat.

Their stones and all their answers are in sight; of what they see, only one's own stones are not. With one's own code
filled in (a likely one), a rival's possible codes are as exact as one's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from tepui.core.view import View
from tepui.games.lost_code.belief import add_rows, the_game, times_of
from tepui.games.lost_code.possible import SUMS, Codes


class Rival:
    """Another seat, thinking with what it sees."""

    def __init__(self, view: View, seat: int, mine: Sequence[int]) -> None:
        position = the_game(view)
        self.parts = position.parts
        self.seat = seat
        self.stones = [int(position.stone(seat, colour)) for colour in range(self.parts.colours)]
        self.codes = Codes(self.parts.colours)
        for colour, stone in enumerate(self.stones):
            unseen = position.covered >> 9 * colour & 511 | 1 << stone
            self.codes.candidates[colour] = unseen & ~(1 << mine[colour])
        add_rows(self.codes, view, seat)
        self._best: dict[int, list[tuple[float, bool]]] = {}

    def best(self, dice: Sequence[int]) -> list[tuple[float, bool]]:
        """By wheel: the points its likeliest range promises, and whether that range is right."""
        times = times_of(dice)
        found = self._best.get(times)
        if found is None:
            found = self._best[times] = self._think(times, sum(self.stones[colour] for colour in dice))
        return found

    def _think(self, times: int, total: int) -> list[tuple[float, bool]]:
        spread = self.codes.spread(times)
        upto = [0]
        for sums in range(SUMS):
            upto.append(upto[-1] + int(spread[sums]))
        found = []
        for wheel in range(len(self.parts.sizes)):
            size = int(self.parts.sizes[wheel])
            lows = range(self.parts.settings(wheel))
            likely, at = max((upto[low + size] - upto[low], low) for low in lows)
            promised = int(self.parts.points[wheel]) * likely / (upto[-1] or 1)
            found.append((promised, at <= total < at + size))
        return found

    def gain(self, dice: Sequence[int], taken: int) -> float:
        """The points to expect of it with these dice when the wheels in the set `taken` are gone.

        It trusts its own odds in choosing; whether it will be right is seen from here.
        """
        free = [(promised, wheel) for wheel, (promised, _) in enumerate(self.best(dice)) if not taken >> wheel & 1]
        promised, wheel = max(free)
        right = self.best(dice)[wheel][1]
        return (promised + int(self.parts.points[wheel]) * right) / 2
