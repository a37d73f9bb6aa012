"""RLCard and Pgx, if they are installed: observed steps of random play, as `research.py` counts ours.

Neither is among Tepui's own dependencies; `pip install rlcard pgx` into a copy of the environment brings them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from anchor import Run

GAMES, STEPS = 256, 10  # of Pgx, all at once, and between two looks at the clock


def rlcard(name: str = "leduc-holdem") -> Run:
    """RLCard's own loop: at every decision the observation and the legal actions."""
    import rlcard as theirs

    env, rng = theirs.make(name), Random(1)

    def run() -> int:
        steps = 0
        for _ in range(20):
            state, _ = env.reset()
            while not env.is_over():
                mask = np.zeros(env.num_actions, np.bool_)
                mask[list(state["legal_actions"])] = True
                np.asarray(state["obs"], np.float32)
                offered = np.flatnonzero(mask)
                state, _ = env.step(int(offered[int(rng.random() * len(offered))]))
                steps += 1
        return steps

    return run


def pgx(name: str = "backgammon") -> Run:
    """Pgx on the CPU: many games by one compiled call, each begun anew when it ends."""
    import jax
    import pgx as theirs
    from pgx.experimental.wrappers import auto_reset

    env = theirs.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> Any:
        choice, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        codes = jax.random.categorical(choice, logits, axis=1)
        return step(state, codes, jax.random.split(chance, GAMES)), state.observation.sum()

    several = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def run() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state, seen = several(state, now)
        seen.block_until_ready()
        return GAMES * STEPS

    return run
