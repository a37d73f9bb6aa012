"""Under one name things are drawn without replacement: whatever comes again has an occasion of its own.

The dealer draws all that happens under one occasion from one shuffled order. If something comes back or joins under the
same name (a new deal, a second roll, a pile that grows), its order is that of before: what is drawn depends on what was
drawn. The table numbers such draws where it can tell, but then two tables of a duplicate match part.
"""

from tepui.core.dealer import NUMBERED
from tepui.core.game import Game
from tepui.core.position import TABLE, Position, odds_of
from tepui.core.table import Table
from tepui.laws.common import Watch
from tepui.laws.finding import Broken, spoken


class Fresh(Watch):
    """What is on offer under an occasion is what earlier draws under it have left."""

    law = "chance is fresh"

    def begin(self) -> None:
        self.left: dict[int, dict[int, int]] = {}  # by occasion: how many of each code are still to be drawn
        self.drawn: dict[int, dict[int, int]] = {}  # by occasion: after how many moves a code was drawn last

    def before(self, table: Table, by: int, code: int) -> None:
        if by != TABLE:
            return
        codes, weights = odds_of(table.truth)
        if len(codes) < 2:
            return  # nothing is left to chance
        occasion = int(table.truth.occasion())
        self.finding.cases += 1
        if not 0 <= occasion < NUMBERED:
            raise Broken(f"`occasion` is {occasion}. It must be a whole number from 0 to 2**32 - 1")
        left = self.left.get(occasion)
        if left is not None:
            for at, weight in zip(codes, weights, strict=True):
                if weight > left.get(at, 0):
                    raise Broken(self.again(table.game, table.truth, occasion, at, len(table.moves)))
        self.left[occasion] = dict(zip(codes, weights, strict=True))
        self.left[occasion][code] -= 1
        self.drawn.setdefault(occasion, {})[code] = len(table.moves)

    def again(self, game: Game, truth: Position, occasion: int, code: int, now: int) -> str:
        what, before = spoken(game, truth, TABLE, code), self.drawn[occasion].get(code)
        came = "joins what is drawn" if before is None else f"came after {before} moves, and is on offer again"
        return (
            f"{what} {came} under occasion {occasion} after {now} moves: what is dealt or rolled again needs an"
            " `occasion` of its own, for example with the number of the round in it"
        )


WATCHES: tuple[type[Watch], ...] = (Fresh,)
