"""Exact beliefs as labels: what the deciding seat could know, at every decision of a batch."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.coach.belief import BruteForce, Sampled, TooManyWorlds
from tepui.core.refusal import UnknownName
from tepui.core.table import Table
from tepui.core.view import View
from tepui.research.batch import Batch, game_of, share_out, spec_of
from tepui.spread import spread


def belief_of(view: View, rng: Random | None = None) -> Any:
    """The game's own belief; without one all worlds, or, where they are too many, a sample (`rng`) of them."""
    if view.game.belief is not None:
        return view.game.belief(view)
    try:
        return BruteForce(view)
    except TooManyWorlds:
        return Sampled(view, rng or Random(0))


def beliefs(batch: Batch, jobs: int = 1) -> Batch:
    """The same batch with `belief`: [rows, things, values], the game's own `marginals`."""
    if batch.of.belief is None:
        raise UnknownName(f"{batch.of.title} has no belief of its own. Write one (docs/add-a-game.md) or leave it out")
    games = len(batch.ends)
    tasks = []
    for part in share_out(games, jobs):
        rows = np.flatnonzero((batch.game >= part.start) & (batch.game < part.stop))
        wanted = [(int(row), int(batch.game[row]), int(batch.turn[row]), int(batch.seat[row])) for row in rows]
        tasks.append((spec_of(batch.of, batch.setting), [batch.moves_of(game) for game in part], part.start, wanted))
    found = list(spread(labels, tasks, len(tasks)))
    shape = next(iter(found[0].values())).shape
    whole = np.zeros((len(batch.code), *shape), np.float32)
    for part_found in found:
        for row, marginals in part_found.items():
            whole[row] = marginals
    return replace(batch, belief=whole)


def labels(task: Any) -> dict[int, NDArray[np.float32]]:
    """The marginals of some games, by row."""
    spec, games, first, wanted = task
    of, setting = game_of(spec)
    assert of.belief is not None
    by_game: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for row, game, turn, seat in wanted:
        by_game.setdefault(game, {}).setdefault(turn, []).append((row, seat))
    found = {}
    for game, moves in enumerate(games, first):
        table = Table(of, setting)
        for turn, (by, code) in enumerate(moves):
            for row, seat in by_game.get(game, {}).get(turn, ()):
                found[row] = np.array(of.belief(table.look(seat)).marginals(), np.float32)
            table.replay(by, code)
    return found
