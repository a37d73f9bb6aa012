"""Thousands of games by one call: observations, masks, rewards and ends as arrays that are written again each step."""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tepui.core.game import Game, Setting, Value
from tepui.core.playout import Rng
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.research.lanes import Lanes
from tepui.research.setup import Reward, by_place, chosen, plan_of

Ints = NDArray[np.int16]
SEEDS = 2**30  # seeds are below it


class Step(NamedTuple):
    """What all games show now, one row per game. The same arrays every time: copy what is to be kept."""

    observation: Ints  # [n, size]: of the seat that is asked (`game.layout(setting)` names the numbers)
    mask: NDArray[np.bool_]  # [n, codes + 1]: what it may answer; the last column is passing an interrupt
    seat: Ints  # [n]: who is asked
    reward: NDArray[np.float64]  # [n, seats]: of the game that ended with this step, else 0; or of each step
    done: NDArray[np.bool_]  # [n]: did a game end? The row already shows the next one
    truth: Ints | None = None  # [n, size]: what that seat would see if nothing were hidden. For critics only


class VectorEnv:
    """n games of one kind side by side; a game that ends begins again at once.

    A row asks one seat for one code. Several seats that decide at the same time are asked one after the other, each
    from its own view; whoever may interrupt is asked before those who must act, and passes with `env.passing`
    (`interrupts=False` asks only those who must). `reward` is "place" (1 for the first to -1 for the last, ties share)
    or "score" (points); alone at the table, or where all play together, it is always "score". Both come with the end of
    a game; "steps" rewards each seat with the points it sees itself gain, step by step (in all: its final score).

    `truth=True` adds what that seat cannot see, in the layout of its observation: for a critic that judges while it
    learns, never for whoever chooses. It costs a call for each game and step.

    >>> env = VectorEnv("forehead", n=4, seats=3)
    >>> step = env.reset(seed=1)
    >>> step.observation.shape, step.mask.shape, step.seat.tolist()
    ((4, 41), (4, 6), [0, 0, 0, 0])
    >>> step = env.step(step.mask.argmax(1))
    >>> step.seat.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        game: Game | str,
        setting: Setting | None = None,
        n: int = 1,
        *,
        seats: int | None = None,
        options: dict[str, Value] | None = None,
        interrupts: bool = True,
        reward: Reward | Literal["steps"] | None = None,
        truth: bool = False,
    ) -> None:
        if n < 1:
            raise UnknownName(f"n must be at least 1, not {n}")
        self.game, self.setting = chosen(game, setting, seats, options)
        self.n, self.passing = n, self.game.codes
        self._lanes = lanes = Lanes(
            plan_of(self.game, self.setting, interrupts),
            n,
            reward != "steps" and by_place(reward, self.game, self.setting),
            reward == "steps",
        )
        self._step = Step(
            array(lanes.observation, np.int16, n),
            array(lanes.mask, np.bool_, n),
            array(lanes.seat, np.int16),
            array(lanes.reward, np.float64, n),
            array(lanes.done, np.bool_),
            np.zeros((n, lanes.plan.size), np.int16) if truth else None,
        )
        self._rng = Rng(0)

    def reset(self, seed: int = 0) -> Step:
        """All games from the beginning. The k-th game that begins after it depends on `seed` and k alone."""
        if not 0 <= seed < SEEDS:
            raise UnknownName(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed}")
        self._lanes.reset(seed, -1, False)
        self._rng = Rng(seed)
        return self._shown()

    def step(self, codes: Any) -> Step:
        """One answer in every game: a code of the game's own, or `passing`."""
        asked = codes if isinstance(codes, list) else np.asarray(codes).tolist()
        if len(asked) != self.n:
            raise IllegalMove(f"{self.n} games want {self.n} codes, not {len(asked)}")
        wrong = self._lanes.step(asked)
        if wrong >= 0:
            raise IllegalMove(
                f"game {wrong}: code {asked[wrong]} is not on offer. Choose one where the mask is true (no game moved)"
            )
        return self._shown()

    def _shown(self) -> Step:
        plan, truth = self._lanes.plan, self._step.truth
        numbers: NDArray[np.int64] = array(plan.row, np.int64)
        for lane, session in enumerate(self._lanes.sessions if truth is not None else ()):
            assert truth is not None and session is not None  # games begin without end
            size = min(self.game.observe(session.truth, session.seat, plan.row), plan.size)
            truth[lane, :size], truth[lane, size:] = numbers[:size], 0
        return self._step

    def random_codes(self) -> list[int]:
        """Any code on offer in every game."""
        return self._lanes.random_codes(self._rng)


def array(numbers: Any, kind: Any, rows: int | None = None) -> NDArray[Any]:
    """A vec of compiled code as an array, without a copy; it keeps the memory alive."""
    found = np.frombuffer(numbers, kind)
    return found if rows is None else found.reshape(rows, -1)
