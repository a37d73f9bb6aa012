"""What PettingZoo and Gymnasium share: a game in progress as agents see it, with observation and mask as arrays."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tepui.core.game import Game, Setting
from tepui.core.observe import LARGEST, MOST, SMALLEST
from tepui.core.position import WIDTH, zeros
from tepui.research.lanes import utility
from tepui.research.setup import plan_of
from tepui.research.stepping import Session
from tepui.research.vector import array

Observed = dict[str, NDArray[Any]]


def agent_names(setting: Setting) -> list[str]:
    return [f"player_{seat}" for seat in range(setting.seats)]


def spaces_of(game: Game, setting: Setting) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Observations with their mask, and codes; the last code passes an interrupt."""
    size = sum(game.layout(setting).values())
    seen: dict[str, Any] = {
        "observation": spaces.Box(SMALLEST, LARGEST, (size,), np.int16),
        "action_mask": spaces.Box(0, 1, (game.codes + 1,), np.int8),
    }
    return spaces.Dict(seen), spaces.Discrete(game.codes + 1)


class Play:
    """One game, stepped from Python. Every array is new: whoever gets one may keep it."""

    def __init__(self, game: Game, setting: Setting, seed: int, interrupts: bool) -> None:
        self.game, self.setting = game, setting
        self.size = sum(game.layout(setting).values())
        self.session = Session(plan_of(game, setting, interrupts), seed)
        self._row, self._out = zeros(MOST), zeros(WIDTH + 1)
        self._numbers: NDArray[np.int64] = array(self._row, np.int64)
        self._codes: NDArray[np.int64] = array(self._out, np.int64)

    @property
    def over(self) -> bool:
        return self.session.seat < 0

    def observation(self, seat: int) -> NDArray[np.int16]:
        """What this seat sees now, from its own view."""
        n = min(self.game.observe(self.session.views[seat], seat, self._row), self.size)
        row = np.zeros(self.size, np.int16)
        row[:n] = self._numbers[:n]
        return row

    def codes(self, seat: int) -> NDArray[np.int64]:
        """What this seat may do, by its own view."""
        n = self.session.views[seat].legal(seat, self._out)
        return self._codes[:n]

    def answers(self) -> NDArray[np.int64]:
        """What the seat that is asked may answer."""
        n = self.session.legal(self._out)
        return self._codes[:n]

    def mask(self, codes: NDArray[np.int64]) -> NDArray[np.int8]:
        mask = np.zeros(self.game.codes + 1, np.int8)
        mask[codes] = 1
        return mask

    def worth(self, by_place: bool) -> list[float]:
        """What the finished game is worth to each seat."""
        seats = self.setting.seats
        return [utility(self.session.truth, seat, seats, by_place) for seat in range(seats)]
