"""Proves that a maintained learner (MaskablePPO of sb3-contrib) learns Roll & Write enough to beat `random`.

One seat of `tepui.research.gym` against random play, its masks as the package asks for them, points as reward. The
steps are counted (`TEPUI_STEPS`), so a busy machine learns the same. It says how far it is from `beginner`, too.
"""

import os
import time
from random import Random
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: more threads only get in each other's way

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

from tepui import research
from tepui.core import find
from tepui.core.view import View
from tepui.research.bot_games import pair_score
from tepui.research.decisions import mask_of

STEPS = int(os.environ.get("TEPUI_STEPS", "300000"))
TABLES, EACH = 32, 64  # games side by side, and steps of each between two lessons
PAIRS = 50


class Learned:
    """What was learned, as a bot at a table."""

    def __init__(self, model: Any, scaled: VecNormalize) -> None:
        self.model, self.scaled = model, scaled

    def rank(self, view: View, seconds: float, rng: Random) -> list[float]:
        seen = torch.as_tensor(self.scaled.normalize_obs(np.array([view.observation()], np.float32)))
        with torch.no_grad():
            chances = self.model.policy.get_distribution(seen, mask_of(view)[None]).distribution.probs[0]
        return [float(chances[code]) for code in view.codes()]


def main() -> None:
    torch.set_num_threads(1)
    games = [lambda: Monitor(research.gym("roll-and-write", seats=2, reward="score")) for _ in range(TABLES)]
    env = VecNormalize(DummyVecEnv(games), gamma=1.0)  # type: ignore[arg-type]
    env.seed(1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: 1e-3 * left + 5e-5,
        n_steps=EACH,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128]},
        seed=1,
        device="cpu",
    )
    began = time.process_time()
    model.learn(STEPS)
    points = np.mean([one["r"] for one in model.ep_info_buffer])
    print(f"{STEPS} steps in {time.process_time() - began:.0f} s of CPU: {points:.0f} points a game", flush=True)
    for opponent in ("random", "beginner"):
        bot = Learned(model, env)
        other = find.bot("roll-and-write", opponent)
        scores = np.array([pair_score("roll-and-write", bot, other, f"learner {n}") for n in range(PAIRS)])
        print(f"against {opponent}: {scores.mean():+.2f} ± {1.96 * scores.std() / PAIRS**0.5:.2f}", flush=True)
        assert opponent == "beginner" or scores.mean() > 0


if __name__ == "__main__":
    main()
