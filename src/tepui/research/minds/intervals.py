"""How sure a figure is: whole games are drawn again, and two solvers are compared on the same draws."""

from collections.abc import Sequence

import msgspec

from tepui.research.minds.scoring import Result

DRAWS = 2000


class Figure(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    def text(self) -> str:
        if self.low == self.high:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def figure(measure: str, results: Sequence[Result], against: Sequence[Result] | None = None) -> Figure | None:
    """A measure of these results; with `against` how far it lies above that of others, who got the same questions.

    Questions of one game belong together, so it is games that are drawn. The same number of games gives the same draws.
    """
    import numpy as np

    games = {of: at for at, of in enumerate(dict.fromkeys(result.of for result in results))}
    sums = np.zeros((2, 2, len(games)))  # by solver, numerator or denominator, game
    for solver, those in enumerate((results, against or ())):
        for result in those:
            sums[solver, :, games[result.of]] += result.parts.get(measure, (0.0, 0.0))
    if not sums[0, 1].any():
        return None
    chances = np.full(len(games), 1 / len(games))
    times = np.random.default_rng(1).multinomial(len(games), chances, DRAWS)
    with np.errstate(invalid="ignore", divide="ignore"):
        drawn = [part[0] @ times.T / (part[1] @ times.T) for part in sums]
        whole = [float(part[0].sum() / part[1].sum()) for part in sums]
    value, draws = (whole[0], drawn[0]) if against is None else (whole[0] - whole[1], drawn[0] - drawn[1])
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return Figure(value, float(low), float(high))
