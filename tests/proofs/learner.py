"""Proves that a maintained learner (MaskablePPO of sb3-contrib) learns Roll & Write enough to beat `beginner`.

One seat of `tepui.research.gym` against random play, its masks as the package asks for them. Two things made it learn:
every value of a small number is a sign of its own, and the reward is what the seat's own points change by, as it comes,
which adds up to the score. The steps are counted (`TEPUI_STEPS`), so a busy machine learns the same.
"""

import os
import time
from random import Random
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: more threads only get in each other's way

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from tepui import research
from tepui.core import find
from tepui.core.view import View
from tepui.research.bot_games import pair_score
from tepui.research.decisions import mask_of

STEPS = int(os.environ.get("TEPUI_STEPS", "300000"))
TABLES, EACH = 32, 64  # games side by side, and steps of each between two lessons
PAIRS = 50
MOST = 16  # values of a number up to which each is a sign of its own
SCALE = 100  # of points and of other large numbers

Signs = NDArray[np.float32]


class Reading:
    """Observations as signs, by what random games show."""

    def __init__(self, seen: NDArray[np.int16]) -> None:
        low, high = seen.min(0).astype(int), seen.max(0).astype(int)
        self.small = np.flatnonzero((low < high) & (high - low < MOST))
        self.large = np.flatnonzero(high - low >= MOST)
        self.low, self.values = low[self.small], high[self.small] - low[self.small] + 1
        self.begin = np.cumsum([0, *self.values[:-1]])
        self.size = int(self.values.sum()) + len(self.large)

    def __call__(self, seen: NDArray[np.int16]) -> Signs:
        signs = np.zeros(self.size, np.float32)
        signs[self.begin + np.clip(seen[self.small] - self.low, 0, self.values - 1)] = 1
        signs[-len(self.large) :] = seen[self.large] / SCALE
        return signs


class Points(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Shows signs, and rewards with the points that the seat sees itself gain."""

    def __init__(self, env: research.TepuiGym, read: Reading) -> None:
        super().__init__(env)
        self.tepui, self.read = env, read
        self.observation_space = gymnasium.spaces.Box(-10, 10, (read.size,), np.float32)

    def points(self) -> float:
        return self.tepui.playing.table.look(self.tepui.seat).position.score(self.tepui.seat) / SCALE

    def reset(self, **how: Any) -> tuple[Signs, dict[str, Any]]:
        seen, info = self.env.reset(**how)
        self.before = self.points()
        return self.read(seen), info

    def step(self, action: Any) -> tuple[Signs, float, bool, bool, dict[str, Any]]:
        seen, _, over, cut, info = self.env.step(action)
        gain, self.before = self.points() - self.before, self.points()
        return self.read(seen), gain, over, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        return self.tepui.action_masks()


class Learned:
    """What was learned, as a bot at a table."""

    def __init__(self, model: Any, read: Reading) -> None:
        self.model, self.read = model, read

    def rank(self, view: View, seconds: float, rng: Random) -> list[float]:
        seen = torch.as_tensor(self.read(np.array(view.observation(), np.int16))[None])
        with torch.no_grad():
            chances = self.model.policy.get_distribution(seen, mask_of(view)[None]).distribution.probs[0]
        return [float(chances[code]) for code in view.codes()]


def main() -> None:
    torch.set_num_threads(1)
    read = Reading(research.rollouts("roll-and-write", seats=2, games=300).observation)
    games = [lambda: Monitor(Points(research.gym("roll-and-write", seats=2), read)) for _ in range(TABLES)]
    env = DummyVecEnv(games)  # type: ignore[arg-type]
    env.seed(1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: 1e-3 * left + 5e-5,
        n_steps=EACH,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [128]},
        seed=1,
        device="cpu",
    )
    began = time.process_time()
    model.learn(STEPS)
    points = SCALE * np.mean([one["r"] for one in model.ep_info_buffer])
    print(f"{STEPS} steps in {time.process_time() - began:.0f} s of CPU: {points:.0f} points a game", flush=True)
    for opponent in ("random", "beginner", "casual", "steady"):
        bot = Learned(model, read)
        other = find.bot("roll-and-write", opponent)
        scores = np.array([pair_score("roll-and-write", bot, other, f"learner {n}") for n in range(PAIRS)])
        margin = 1.96 * scores.std() / PAIRS**0.5
        print(f"against {opponent}: {scores.mean():+.2f} ± {margin:.2f}", flush=True)
        assert opponent not in ("random", "beginner") or scores.mean() - margin > 0


if __name__ == "__main__":
    main()
