"""A small network as a baseline: it learns beliefs from games between bots, whose exact beliefs are its labels.

One network for each game and number of players, one hidden layer, in numpy. It learns by count, not by the clock, so
the same number of games gives the same answers; the public questions come from other games than those it learns from.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.core import find
from tepui.core.game import Game
from tepui.research.minds.questions import Asked
from tepui.research.minds.solvers import uniform
from tepui.research.rollout import rollouts

HIDDEN, ROWS, RATE, EPOCHS = 128, 256, 2e-3, 12
MOST = 64  # different values of a number up to which each is a sign of its own
Floats = NDArray[np.float32]


class Signs:
    """Observations as a network reads them: every value of a number that was met is a sign of its own."""

    def __init__(self, observation: NDArray[np.int16]) -> None:
        values = [np.unique(column) for column in observation.T]
        self.columns = [(at, met) for at, met in enumerate(values) if 1 < len(met) <= MOST]
        self.size = sum(len(met) for _, met in self.columns)

    def read(self, observation: NDArray[np.int16]) -> Floats:
        signs, begin = np.zeros((len(observation), self.size), np.float32), 0
        for at, met in self.columns:
            signs[:, begin : begin + len(met)] = observation[:, at, None] == met
            begin += len(met)
        return signs


def own_first(belief: Floats, seat: NDArray[np.int16], seats: int) -> int:
    """By how many things the rows of each further seat are turned, so that everyone's begin with their own.

    Observations begin with the own things, and so must the labels. Some beliefs list the things of all, the first
    player's first; each seat then always knows others of them. A belief about the own things alone is not turned.
    """
    always = [belief[seat == at].max(2).min(0) == 1 for at in range(seats)]
    each = belief.shape[1] // seats
    turned = all(np.array_equal(np.roll(known, -each * at), always[0]) for at, known in enumerate(always))
    return each if turned and always[0].any() else 0


class Network:
    """From an observation to all marginals of the seat that made it, its own things first."""

    def __init__(self, game: Game, seats: int, games: int) -> None:
        batch = rollouts(game.name, seats=seats, games=games, policy="steady", seed=1, belief=True)
        assert batch.belief is not None
        self.signs = Signs(batch.observation)
        self.shape = batch.belief.shape[1:]
        self.each = own_first(batch.belief, batch.seat, seats)
        belief = batch.belief.copy()
        for seat in range(seats):
            belief[batch.seat == seat] = np.roll(belief[batch.seat == seat], -self.each * seat, 1)
        rng = np.random.default_rng(1)
        out = int(np.prod(self.shape))
        self.weights = [
            (rng.standard_normal((self.signs.size, HIDDEN)) / np.sqrt(len(self.signs.columns))).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal((HIDDEN, out)) * 0.01).astype(np.float32),
            np.zeros(out, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        steps, left = 0, EPOCHS * (len(batch.code) // ROWS)
        while left:
            for part in np.array_split(rng.permutation(len(batch.code)), len(batch.code) // ROWS):
                steps, left = steps + 1, left - 1
                rate = RATE * (left + 1) / (left + steps)
                self.learn(self.signs.read(batch.observation[part]), belief[part], steps, rate)

    def think(self, signs: Floats) -> tuple[Floats, Floats]:
        inner, bias, outer, shift = self.weights
        hidden = np.maximum(signs @ inner + bias, 0)
        logits = (hidden @ outer + shift).reshape(-1, *self.shape)
        chances = np.exp(logits - logits.max(2, keepdims=True))
        return hidden, chances / chances.sum(2, keepdims=True)

    def learn(self, signs: Floats, exact: Floats, step: int, rate: float) -> None:
        """One step of Adam on the bits that are lost; what is certain is not asked for, so it is not learned."""
        hidden, chances = self.think(signs)
        wrong = (chances - exact) * (exact.max(2, keepdims=True) < 1)
        slope = (wrong / np.float32(len(signs))).reshape(len(signs), -1)
        below = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [signs.T @ below, below.sum(0), hidden.T @ slope, slope.sum(0)]
        for weight, (mean, square), grad in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (grad - mean)
            square += 0.001 * (grad * grad - square)
            size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            weight -= (rate / (1 - 0.9**step) * mean / size).astype(np.float32)

    def answer(self, observation: list[int], seat: int, thing: int) -> list[float]:
        _, chances = self.think(self.signs.read(np.array([observation], np.int16)))
        return [float(chance) for chance in chances[0, (thing - self.each * seat) % len(chances[0])]]


class Learner:
    """Answers questions of belief; of the others it knows nothing."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.networks: dict[tuple[str, int], Network] = {}

    def __call__(self, asked: Asked) -> Any:
        question = asked.question
        if question.kind != "belief":
            return uniform(asked)
        game, size = find.game(question.game), len(question.observation)
        [seats] = [n for n in game.seats if sum(game.layout(game.setting(n)).values()) == size]
        if (game.name, seats) not in self.networks:
            self.networks[game.name, seats] = Network(game, seats, self.games)
        return self.networks[game.name, seats].answer(question.observation, question.seat, question.thing)
