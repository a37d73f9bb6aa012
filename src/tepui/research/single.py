"""A Gymnasium environment: one seat of any game, with bots on the others."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tepui.bots import contract
from tepui.core import find
from tepui.core.game import Game, Setting, Value
from tepui.core.observe import LARGEST, SMALLEST
from tepui.core.refusal import UnknownName
from tepui.core.table import Table
from tepui.research.batch import mask_of, seen_by
from tepui.research.bot_games import asked, chance_of
from tepui.research.lanes import utility
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
        self.interrupts, self.places, self.seconds = interrupts, by_place(reward, of, setting), seconds
        seen, self.action_space = spaces_of(of, setting)
        self.observation_space = seen["observation"]
        self.render_mode = None
        self.rng = Random(0)
        self.let_pass: set[int] = set()  # seats that were asked at this moment and let it pass

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        self.rng = rng = Random(int(self.np_random.integers(2**62)))
        self.table = Table(self.game, self.setting, chance_of(rng))
        self.let_pass = set()
        self._others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        code = int(action)
        if self.table.over:
            return self._observation(), self._worth(), True, False, self._info()
        if not self._info()["action_mask"][code]:
            return self._observation(), LOST, True, False, {**self._info(), "illegal": True}
        if code == self.game.codes:
            self.let_pass.add(self.seat)
        else:
            self._tell(self.seat, code)
        self._others_play()
        over = self.table.over
        return self._observation(), self._worth() if over else 0.0, over, False, self._info()

    def _tell(self, seat: int, code: int) -> None:
        self.table.play_code(seat, code)
        self.let_pass = set()

    def _asked(self) -> int | None:
        """Whose decision it is: of those who may interrupt the first who has not let it pass, then who must act."""
        skipped = {*self.let_pass, *(() if self.interrupts else (self.seat,))} - {*self.table.to_act}
        return None if self.table.over else next(seat for seat in asked(self.table) if seat not in skipped)

    def _others_play(self) -> None:
        while (seat := self._asked()) is not None and seat != self.seat:
            pick = contract.choose(self.players[seat], self.table.view(seat), self.seconds, self.rng)
            if pick is None:
                self.let_pass.add(seat)
            else:
                self._tell(seat, self.table.look(seat).offered()[pick])

    def _observation(self) -> NDArray[np.int16]:
        (size,) = self.observation_space.shape  # type: ignore[misc]
        return seen_by(self.table.look(self.seat), size)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which codes are on offer, by the name that sb3-contrib asks for."""
        return mask_of(self.table.look(self.seat)) & (not self.table.over)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _worth(self) -> float:
        return float(utility(self.table.truth, self.seat, self.setting.seats, self.places))


gym = TepuiGym
