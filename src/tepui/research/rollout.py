"""Plays whole games and gives them back as arrays: at random, by bots, or by a function over arrays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.research.batch import COLUMNS, Batch, batch_of
from tepui.research.filling import Rows, count, fill
from tepui.research.lanes import Lanes
from tepui.research.setup import chosen, plan_of
from tepui.research.vector import SEEDS, array

Policy = Callable[..., Any]
"""(observation, mask, seat) -> codes, one per row: any function over numpy arrays."""

LANES = 1024  # games side by side for a policy over batches


def rollouts(
    game: Game | str,
    setting: Setting | None = None,
    games: int = 1,
    policy: str | Policy | Sequence[str] = "random",
    seed: int = 0,
    belief: bool = False,
    jobs: int = 1,
    *,
    seats: int | None = None,
    options: dict[str, Value] | None = None,
    interrupts: bool = True,
    seconds: float = 1.0,
) -> Batch:
    """Plays so many games; the same seed gives the same games, whatever `jobs` and `belief` are.

    `policy` is "random" (compiled; any legal code, never an interrupt), the name of a bot or of one bot per seat, or a
    function (observation, mask, seat) -> codes over arrays, which plays all seats.

    >>> batch = rollouts("forehead", seats=3, games=5)
    >>> batch.observation.shape, batch.mask.shape, batch.score.shape
    ((15, 41), (15, 6), (5, 3))
    >>> bool(batch.mask[np.arange(15), batch.code].all())
    True
    """
    of, setting = chosen(game, setting, seats, options)
    if games < 1 or jobs < 1 or not 0 <= seed < SEEDS:
        raise UnknownName(f"games and jobs are at least 1, and a seed is from 0 to {SEEDS - 1}")
    if callable(policy):
        if jobs > 1:
            raise UnknownName("a function plays in this process. Call it with jobs=1, or run several programs")
        found = by_function(of, setting, games, policy, seed, interrupts)
    elif policy == "random":
        found = at_random(of, setting, games, seed, jobs)
    else:
        from tepui.research.bot_games import by_bots

        found = by_bots(of, setting, games, policy, seed, jobs, interrupts, seconds)
    if belief:
        from tepui.research.labels import beliefs

        found = beliefs(found, jobs)
    return found


def at_random(of: Game, setting: Setting, games: int, seed: int, jobs: int) -> Batch:
    if jobs > 1:
        from tepui.research.processes import in_processes

        return in_processes(of, setting, games, seed, jobs)
    plan = plan_of(of, setting, False)
    rows, moves = count(plan, seed, 0, games)
    filled = Rows(plan, games, rows, moves)
    fill(plan, seed, 0, games, filled)
    return batch_of(of, setting, filled, {"rows": rows, "games": games, "moves": moves})


def by_function(of: Game, setting: Setting, games: int, policy: Policy, seed: int, interrupts: bool) -> Batch:
    """Many games side by side; rows stand in the order in which they were played."""
    n = min(games, LANES)
    lanes = Lanes(plan_of(of, setting, interrupts), n, setting.seats > 1)
    now = {name: array(getattr(lanes, name), COLUMNS[name][0]) for name in ("seat", "game", "turn")}
    now["observation"], now["mask"] = array(lanes.observation, np.int16, n), array(lanes.mask, np.bool_, n)
    lanes.reset(seed, games, True)
    kept: dict[str, list[NDArray[Any]]] = {name: [] for name in (*now, "code")}
    codes = np.zeros(n, np.int16)
    while (asked := np.flatnonzero(now["seat"] >= 0)).size:
        rows = {name: column[asked] for name, column in now.items()}
        rows["code"] = np.asarray(policy(rows["observation"], rows["mask"], rows["seat"])).astype(np.int16)
        if rows["code"].shape != asked.shape:
            raise IllegalMove(f"the policy was asked for {asked.size} codes and gave {rows['code'].shape}")
        codes[asked] = rows["code"]
        wrong = lanes.step(codes.tolist())
        if wrong >= 0:
            raise IllegalMove(f"the policy played code {codes[wrong]}, which its mask does not offer")
        for name, column in rows.items():
            kept[name].append(column)
    finished = sorted(lanes.finished, key=lambda one: one[0])
    moves = [array(one[3], np.int32) for one in finished]
    return Batch(
        of,
        setting,
        **{name: np.concatenate(columns) for name, columns in kept.items()},
        score=np.array([one[1] for one in finished], np.int32),
        place=np.array([one[2] for one in finished], np.int32),
        moves=np.concatenate(moves),
        ends=np.cumsum([len(one) for one in moves]),
    )
