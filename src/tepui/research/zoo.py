"""PettingZoo environments of any game: agents one after the other (AEC), or all at once (Parallel)."""

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from tepui.core.bits import lowest
from tepui.core.game import Game, Setting, Value
from tepui.core.observe import MOST
from tepui.core.position import legal_codes, zeros
from tepui.core.refusal import IllegalMove
from tepui.research.lanes import utility
from tepui.research.setup import Reward, by_place, chosen, plan_of
from tepui.research.single import spaces_of
from tepui.research.stepping import Session
from tepui.research.vector import array

Observed = dict[str, NDArray[Any]]
NOT_ON_OFFER = "code {code} is not on offer for {agent}. Choose one where its action_mask is 1"


class Play:
    """One game, stepped from Python. Every array is new: whoever gets one may keep it."""

    def __init__(self, game: Game, setting: Setting, seed: int, interrupts: bool) -> None:
        self.game, self.setting = game, setting
        self.size = sum(game.layout(setting).values())
        self.session = Session(plan_of(game, setting, interrupts), seed)
        self._row = zeros(MOST)
        self._numbers: NDArray[np.int64] = array(self._row, np.int64)

    @property
    def over(self) -> bool:
        return self.session.seat < 0

    def observation(self, seat: int) -> NDArray[np.int16]:
        """What this seat sees now, from its own view."""
        n = min(self.game.observe(self.session.views[seat], seat, self._row), self.size)
        row = np.zeros(self.size, np.int16)
        row[:n] = self._numbers[:n]
        return row

    def codes(self, seat: int) -> list[int]:
        """What this seat may do, by its own view."""
        return legal_codes(self.session.views[seat], seat)

    def answers(self) -> list[int]:
        """What the seat that is asked may answer."""
        return [*self.codes(self.session.seat), *([] if self.session.must else [self.game.codes])]

    def mask(self, codes: list[int]) -> NDArray[np.int8]:
        mask = np.zeros(self.game.codes + 1, np.int8)
        mask[codes] = 1
        return mask

    def worth(self, by_place: bool) -> list[float]:
        """What the finished game is worth to each seat."""
        seats = self.setting.seats
        return [utility(self.session.truth, seat, seats, by_place) for seat in range(seats)]


class Agents:
    """What both kinds share: a game and its agents, their spaces, and a new seed for every game."""

    def __init__(
        self,
        game: Game | str,
        setting: Setting | None = None,
        *,
        seats: int | None = None,
        options: dict[str, Value] | None = None,
        interrupts: bool = True,
        reward: Reward | None = None,
    ) -> None:
        self.game, self.setting = of, setting = chosen(game, setting, seats, options)
        self.interrupts, self.places = interrupts, by_place(reward, of, setting)
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.agents = self.possible_agents[:]
        seen, codes = spaces_of(of, setting)  # copied: agents draw their samples from generators of their own
        self.observation_spaces = {agent: deepcopy(seen) for agent in self.agents}
        self.action_spaces = {agent: deepcopy(codes) for agent in self.agents}
        self._next_seed = 0
        self.play = Play(of, setting, 0, interrupts)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None, interrupts: bool) -> None:
        seed = self._next_seed if seed is None else seed
        self._next_seed = seed + 1
        self.agents = self.possible_agents[:]
        self.play = Play(self.game, self.setting, seed, interrupts)

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None


class TepuiAEC(Agents, AECEnv[str, Observed, int]):
    """One agent is asked at a time, as in `tepui.research.stepping`: interrupts and simultaneous decisions in turn."""

    metadata: dict[str, Any] = {"name": "tepui_v1", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed, self.interrupts)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.play.session.seat, 0)]

    def observe(self, agent: str) -> Observed:
        seat = self.possible_agents.index(agent)
        asked = not self.play.over and self.play.session.seat == seat
        mask = self.play.mask(self.play.answers() if asked else [])
        return {"observation": self.play.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action not in self.play.answers():
            raise IllegalMove(NOT_ON_OFFER.format(code=action, agent=agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play.session.play(int(action))
        if self.play.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.play.worth(self.places), strict=True))
        else:
            self.agent_selection = self.possible_agents[self.play.session.seat]
        self._accumulate_rewards()


class TepuiParallel(Agents, ParallelEnv[str, Observed, int]):
    """All agents answer at once; whoever has nothing to decide can only pass, which is the last code.

    Of those who interrupt, the first clockwise from who must act is heard, and all other answers are void. Else the
    answers of those who must act are played in the order of the seats; one that is not on offer any more after those
    before it is void, and its agent is asked again.
    """

    metadata: dict[str, Any] = {"name": "tepui_v1", "render_modes": []}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self._begin(seed, False)
        return self._seen(), {agent: {} for agent in self.agents}

    def _must(self, seat: int) -> bool:
        return bool(self.play.session.truth.to_act() >> seat & 1)

    def _on_offer(self, seat: int) -> list[int]:
        """What this seat may answer now; who owes no decision may pass."""
        if self._must(seat):
            return self.play.codes(seat)
        return [*(self.play.codes(seat) if self.interrupts and not self.play.over else ()), self.game.codes]

    def _seen(self) -> dict[str, Observed]:
        return {
            agent: {
                "observation": self.play.observation(seat),
                "action_mask": self.play.mask(self._on_offer(seat)),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        codes = [int(actions[agent]) for agent in self.possible_agents]
        for seat, code in enumerate(codes):
            if code not in self._on_offer(seat):
                raise IllegalMove(NOT_ON_OFFER.format(code=code, agent=self.possible_agents[seat]))
        self._play(codes)
        seen = self._seen()
        over, agents = self.play.over, self.agents
        worth = self.play.worth(self.places) if over else [0.0] * len(agents)
        self.agents = [] if over else agents
        never = dict.fromkeys(agents, False)
        rewards = dict(zip(agents, worth, strict=True))
        return seen, rewards, dict.fromkeys(agents, over), never, {agent: {} for agent in agents}

    def _play(self, codes: list[int]) -> None:
        session, seats = self.play.session, self.setting.seats
        first = lowest(session.truth.to_act())
        must = [seat for seat in range(seats) if self._must(seat)]
        for seat in [seat % seats for seat in range(first, first + seats)]:
            if seat not in must and codes[seat] != self.game.codes:
                session.tell(seat, codes[seat])
                must = []
                break
        for seat in must:
            if self._must(seat) and codes[seat] in self.play.codes(seat):
                session.tell(seat, codes[seat])
        session.ask_next()


aec, parallel = TepuiAEC, TepuiParallel
