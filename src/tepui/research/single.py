"""A Gymnasium environment: one seat of any game, with bots on the others."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tepui.bots import contract
from tepui.core import find
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import UnknownName
from tepui.core.table import Table
from tepui.research.agents import spaces_of
from tepui.research.batch import mask_of, seen_by
from tepui.research.bot_games import asked, chance_of
from tepui.research.lanes import utility
from tepui.research.setup import Reward, by_place, chosen

LOST = -1.0


class TepuiGym(gymnasium.Env[Any, Any]):
    """Observations are the seat's own; `info["action_mask"]` says which codes are on offer.

    The seat is asked whenever it must act, and, with `interrupts`, whenever it may (then the last code passes). A code
    that is not on offer loses the game at once (reward -1, `info["illegal"]`), because Gymnasium's own tools do not
    know masks. A game in which the seat never decides ends at its first step.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        setting: Setting,
        seat: int,
        opponents: list[str],
        interrupts: bool,
        places: bool,
        seconds: float,
    ) -> None:
        self.game, self.setting, self.seat = game, setting, seat
        self.players = [find.bot(game.name, name) for name in opponents]
        self.interrupts, self.places, self.seconds = interrupts, places, seconds
        seen, self.action_space = spaces_of(game, setting)
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

    def _info(self) -> dict[str, Any]:
        mask = mask_of(self.table.look(self.seat)).astype(np.int8)
        return {"action_mask": mask & (not self.table.over)}

    def _worth(self) -> float:
        return float(utility(self.table.truth, self.seat, self.setting.seats, self.places))


def gym(
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
) -> TepuiGym:
    """A Gymnasium environment of one seat; `opponents` is a bot for all others, or one name per seat of the table."""
    of, setting = chosen(game, setting, seats, options)
    names = [opponents] * setting.seats if isinstance(opponents, str) else list(opponents)
    if not 0 <= seat < setting.seats or len(names) != setting.seats:
        raise UnknownName(
            f"this table has {setting.seats} seats: choose seat 0 to {setting.seats - 1}, and a bot for each"
        )
    return TepuiGym(of, setting, seat, names, interrupts, by_place(reward, of, setting), seconds)
