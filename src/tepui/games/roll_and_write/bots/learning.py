"""Self-play that learns: every sheet's value is drawn towards the value of the sheet it became one turn later.

Temporal differences on the sheets as they stand after a move, with a rate of its own for every weight (temporal
coherence): a weight whose corrections keep their sign moves fast, one whose corrections cancel comes to rest.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import lowest
from tepui.core.playout import Rng
from tepui.core.position import TABLE, TABLE_BIT
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.value import FEATURES, Value, rivals_of
from tepui.games.roll_and_write.rules import RollAndWrite
from tepui.games.roll_and_write.sheet import Parts

SEATS: Final = 5
TURNS: Final = 75  # no game is longer


@final
class Learner:
    """One table of weights at the school of its own games."""

    def __init__(self, weights: vec[float], drift: vec[float], travel: vec[float], rate: float, trace: float) -> None:
        self.value: Value = Value(weights)
        self.drift: vec[float] = drift  # the sum of each weight's corrections
        self.travel: vec[float] = travel  # the sum of their sizes
        self.rate: float = rate / FEATURES
        self.trace: float = trace  # lambda: how much of the later course of a game each sheet hears
        self.chooser: Chooser = Chooser(self.value)
        self.story: vec[i64] = vec[i64]([0] * (SEATS * TURNS * FEATURES))  # each seat's sheets, turn by turn
        self.expected: vec[float] = vec[float]([0.0] * (SEATS * TURNS))

    def correct(self, at: i64, error: float) -> None:
        """Draws the weights of one remembered sheet towards what it became."""
        weights = self.value.weights
        for i in range(at * FEATURES, (at + 1) * FEATURES):
            feature = self.story[i]
            size = self.travel[feature]
            share = 1.0
            if size > 0.0:
                share = abs(self.drift[feature]) / size
            weights[feature] += self.rate * share * error
            self.drift[feature] += error
            self.travel[feature] += abs(error)

    def play(self, game: RollAndWrite, rng: Rng) -> float:
        """One game from which it learns; returns the mean score."""
        while True:
            who = game.to_act()
            if who == 0:
                break
            if who == TABLE_BIT:
                game.apply(TABLE, rng.below(game.chances()))
            else:
                self.move(game, lowest(who))
        total: i64 = 0
        for seat in range(game.seats):
            total += game.score(seat)
            self.look_back(seat * TURNS, game.turn, float(game.score(seat)))
        return float(total) / float(game.seats)

    def move(self, game: RollAndWrite, seat: i64) -> None:
        """A pair and its whole chain; the sheet that results is remembered."""
        turn = game.turn
        rivals = rivals_of(game, seat)
        sheet = game.sheets[seat]
        while game.turn == turn and (game.to_act() >> seat) & 1 == 1:
            game.apply(seat, self.chooser.best(game, seat, rivals))
        at = seat * TURNS + turn - 1
        self.expected[at] = self.value.of(sheet, rivals)
        for i in range(i64(FEATURES)):
            self.story[at * FEATURES + i] = self.value.found[i]

    def look_back(self, start: i64, turns: i64, score: float) -> None:
        """From the end to the beginning: what each sheet became, partly as expected and partly as it came."""
        became = score
        for back in range(turns):
            at = start + turns - 1 - back
            expected = self.expected[at]
            self.correct(at, became - expected)
            became = expected + self.trace * (became - expected)


def lesson(learner: Learner, seats: i64, parts: Parts, rng: Rng, games: i64) -> float:
    """So many games; returns the mean score of all sheets."""
    total = 0.0
    for _ in range(games):
        total += learner.play(RollAndWrite(seats, False, parts), rng)
    return total / float(games)
