"""Games between bots as rows of arrays: played at a table, each bot from its own view."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.bots import contract
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.refusal import UnknownName
from tepui.research.batch import COLUMNS, Batch, game_of, share_out, spec_of
from tepui.research.decisions import Decisions, chance_of
from tepui.research.stepping import BY
from tepui.spread import spread


def by_bots(
    of: Game,
    setting: Setting,
    games: int,
    policy: str | Sequence[str],
    seed: int,
    jobs: int,
    interrupts: bool,
    seconds: float,
) -> Batch:
    names = [policy] * setting.seats if isinstance(policy, str) else list(policy)
    if len(names) != setting.seats:
        raise UnknownName(f"{setting.seats} seats want {setting.seats} bots, not {len(names)}")
    spec = spec_of(of, setting)
    tasks = [(spec, names, seed, part, interrupts, seconds) for part in share_out(games, jobs)]
    parts = list(spread(bots_part, tasks, len(tasks)))
    ends, before = [], 0
    for part in parts:
        ends.append(part["ends"] + before)
        before += len(part["moves"])
    joined = {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS if name != "ends"}
    return Batch(of, setting, **joined, ends=np.concatenate(ends))


def bots_part(task: Any) -> dict[str, NDArray[Any]]:
    """Some games, each from a seed of its own, a row for every decision."""
    spec, names, seed, part, interrupts, seconds = task
    of, setting = game_of(spec)
    players = [find.bot(of.name, name) for name in names]
    silent = () if interrupts else range(setting.seats)
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for number in part:
        rng = Random(f"{seed} {number}")
        game = Decisions(of, setting, chance_of(rng), silent)
        table = game.table
        while (seat := game.seat) is not None:
            code = game.ask(players, seconds, rng)
            row = {"observation": game.observation(seat), "mask": game.mask(seat), "code": code, "seat": seat}
            for name, value in {**row, "game": number, "turn": len(table.moves)}.items():
                columns[name].append(value)
            game.answer(code)
        columns["score"].append(table.scores())
        columns["place"].append(table.places())
        columns["moves"] += [by * BY + code for by, code in table.moves]
        columns["ends"].append(len(columns["moves"]))
    return {name: np.array(column, COLUMNS[name][0]) for name, column in columns.items()}


def pair_score(name: str, mine: contract.Bot, opponent: contract.Bot, seed: str, seconds: float = 0.5) -> float:
    """What a duplicate pair is worth to the first of two, from -1 to 1: the same cards and dice, seats exchanged."""
    of = find.game(name)
    total = 0.0
    for seat, players in enumerate(((mine, opponent), (opponent, mine))):
        game = Decisions(of, of.setting(2), Dealer(seed).choose)
        game.play_on(players, seconds, Random(f"{seed} {seat}"))
        total += game.worth(True)[seat]
    return total / 2
