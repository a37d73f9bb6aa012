"""A Gymnasium environment: one seat of any game, with bots on the others."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tepui.core import find
from tepui.core.game import Game, Setting, Value
from tepui.core.observe import LARGEST, SMALLEST
from tepui.core.refusal import UnknownName
from tepui.research.decisions import Decisions, chance_of
from tepui.research.setup import Reward, by_place, chosen

LOST = -1.0


def spaces_of(game: Game, setting: Setting) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Observations with their mask, and codes; the last code passes an interrupt."""
    size = sum(game.layout(setting).values())
    seen: dict[str, Any] = {
        "observation": spaces.Box(SMALLEST, LARGEST, (size,), np.int16),
        "action_mask": spaces.Box(0, 1, (game.codes + 1,), np.int8),
    }
    return spaces.Dict(seen), spaces.Discrete(game.codes + 1)


class TepuiGym(gymnasium.Env[Any, Any]):
    """One seat; `opponents` is a bot for all others, or one name per seat of the table.

    Observations are the seat's own; `info["action_mask"]` says which codes are on offer.

    The seat is asked whenever it must act, and, with `interrupts`, whenever it may (then the last code passes). A code
    that is not on offer loses the game at once (reward -1, `info["illegal"]`), because Gymnasium's own tools do not
    know masks. A game in which the seat never decides ends at its first step.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        setting: Setting | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        seats: int | None = None,
        options: dict[str, Value] | None = None,
        interrupts: bool = True,
        reward: Reward | None = None,
        seconds: float = 1.0,
    ) -> None:
        self.game, self.setting = of, setting = chosen(game, setting, seats, options)
        names = [opponents] * setting.seats if isinstance(opponents, str) else list(opponents)
        if not 0 <= seat < setting.seats or len(names) != setting.seats:
            raise UnknownName(
                f"this table has {setting.seats} seats: choose seat 0 to {setting.seats - 1}, and a bot for each"
            )
        self.seat, self.players = seat, [find.bot(of.name, name) for name in names]
        self.silent = () if interrupts else (seat,)
        self.places, self.seconds = by_place(reward, of, setting), seconds
        seen, self.action_space = spaces_of(of, setting)
        self.observation_space = seen["observation"]
        self.render_mode = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = rng = Random(int(self.np_random.integers(2**62)))
        self.playing = Decisions(self.game, self.setting, chance_of(rng), self.silent)
        self._others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        code = int(action)
        if self.playing.table.over:
            return self._observation(), self._worth(), True, False, self._info()
        if not self._info()["action_mask"][code]:
            return self._observation(), LOST, True, False, {**self._info(), "illegal": True}
        self.playing.answer(code)
        self._others_play()
        over = self.playing.table.over
        return self._observation(), self._worth() if over else 0.0, over, False, self._info()

    def _others_play(self) -> None:
        playing = self.playing
        while playing.seat not in (None, self.seat):
            playing.answer(playing.ask(self.players, self.seconds, self.rng))

    def _observation(self) -> NDArray[np.int16]:
        return self.playing.observation(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which codes are on offer, by the name that sb3-contrib asks for."""
        return self.playing.mask(self.seat) & (not self.playing.table.over)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _worth(self) -> float:
        return self.playing.worth(self.places)[self.seat]


gym = TepuiGym
