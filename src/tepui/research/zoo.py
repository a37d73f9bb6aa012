"""PettingZoo environments of any game: agents one after the other (AEC), or all at once (Parallel)."""

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from tepui.bots.contract import asking_order
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import IllegalMove
from tepui.research.decisions import Decisions, chance_of
from tepui.research.setup import Reward, by_place, chosen
from tepui.research.single import spaces_of

Observed = dict[str, NDArray[Any]]
NOT_ON_OFFER = "code {code} is not on offer for {agent}. Choose one where its action_mask is 1"


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
        self._begin(0)
        self._next_seed = 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        seed = self._next_seed if seed is None else seed
        self._next_seed = seed + 1
        self.agents = self.possible_agents[:]
        silent = () if self.interrupts else range(self.setting.seats)
        self.playing = Decisions(self.game, self.setting, chance_of(Random(seed)), silent)

    def _seen(self, seat: int, mask: NDArray[np.bool_]) -> Observed:
        return {"observation": self.playing.observation(seat), "action_mask": mask.astype(np.int8)}

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None


class TepuiAEC(Agents, AECEnv[str, Observed, int]):
    """One agent is asked at a time, as in `tepui.research.stepping`: interrupts and simultaneous decisions in turn."""

    metadata: dict[str, Any] = {"name": "tepui_v1", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.playing.seat or 0]

    def observe(self, agent: str) -> Observed:
        seat = self.possible_agents.index(agent)
        mask = self.playing.mask(seat)
        return self._seen(seat, mask & (self.playing.seat == seat))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        if action is None or not self.playing.mask(seat)[action]:
            raise IllegalMove(NOT_ON_OFFER.format(code=action, agent=agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.playing.answer(int(action))
        asked = self.playing.seat
        if asked is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.playing.worth(self.places), strict=True))
        else:
            self.agent_selection = self.possible_agents[asked]
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
        self._begin(seed)
        return self._all_seen(), {agent: {} for agent in self.agents}

    def _on_offer(self, seat: int) -> NDArray[np.bool_]:
        """What this seat may answer now; who owes no decision may pass."""
        mask = self.playing.mask(seat)
        if not self.interrupts and seat not in self.playing.table.to_act:
            mask[:-1] = False
        return mask

    def _all_seen(self) -> dict[str, Observed]:
        return {agent: self._seen(seat, self._on_offer(seat)) for seat, agent in enumerate(self.possible_agents)}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        codes = [int(actions[agent]) for agent in self.possible_agents]
        for seat, code in enumerate(codes):
            if not self._on_offer(seat)[code]:
                raise IllegalMove(NOT_ON_OFFER.format(code=code, agent=self.possible_agents[seat]))
        self._play(codes)
        seen, agents, over = self._all_seen(), self.agents, self.playing.table.over
        worth = self.playing.worth(self.places) if over else [0.0] * len(agents)
        self.agents = [] if over else agents
        never = dict.fromkeys(agents, False)
        rewards = dict(zip(agents, worth, strict=True))
        return seen, rewards, dict.fromkeys(agents, over), never, {agent: {} for agent in agents}

    def _play(self, codes: list[int]) -> None:
        """Everything that was answered happens before the table moves again."""
        table = self.playing.table
        must = table.to_act
        calling = (seat for seat in asking_order(table.look(0)) if seat not in must and codes[seat] != self.game.codes)
        called = next(calling, None)
        for seat in must if called is None else [called]:
            if table.look(seat).may(codes[seat]):
                table.replay(seat, codes[seat])
        assert table.chance is not None
        table.resume(table.chance)


aec, parallel = TepuiAEC, TepuiParallel
