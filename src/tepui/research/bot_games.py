"""Games between bots as rows of arrays: played at a table, each bot from its own view."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tepui.bots import contract
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.refusal import UnknownName
from tepui.core.table import Chance, Table
from tepui.research.batch import COLUMNS, Batch, game_of, mask_of, seen_by, share_out, spec_of
from tepui.research.lanes import utility
from tepui.research.stepping import BY
from tepui.spread import spread


class Writer:
    """Rows of games that are played at a table."""

    def __init__(self, of: Game, setting: Setting) -> None:
        self.of, self.setting = of, setting
        self.size = sum(of.layout(setting).values())
        self.columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def decision(self, table: Table, game: int, seat: int, code: int) -> None:
        view = table.look(seat)
        row = {"observation": seen_by(view, self.size), "mask": mask_of(view)}
        for name, value in {**row, "code": code, "seat": seat, "game": game, "turn": len(table.moves)}.items():
            self.columns[name].append(value)

    def end(self, table: Table) -> None:
        self.columns["score"].append(table.scores())
        self.columns["place"].append(table.places())
        self.columns["moves"] += [by * BY + code for by, code in table.moves]
        self.columns["ends"].append(len(self.columns["moves"]))


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
    """Some games, each from a seed of its own."""
    spec, names, seed, part, interrupts, seconds = task
    of, setting = game_of(spec)
    players = [find.bot(of.name, name) for name in names]
    writer = Writer(of, setting)
    for game in part:
        rng = Random(f"{seed} {game}")
        table = Table(of, setting, chance_of(rng))
        while not table.over:
            play_point(table, players, rng, seconds, interrupts, partial(writer.decision, table, game))
        writer.end(table)
    return {name: np.array(column, COLUMNS[name][0]) for name, column in writer.columns.items()}


def chance_of(rng: Random) -> Chance:
    return lambda occasion, codes, weights: rng.choices(codes, weights)[0]


Note = Callable[[int, int], None]
"""(seat, code): a decision that is about to be made; passing is the code after the game's own."""


def asked(table: Table) -> Iterator[int]:
    """Everyone who may interrupt, clockwise, then the lowest seat of those who must act; as in `stepping`."""
    must = table.to_act
    for seat in contract.asking_order(table.look(must[0])):
        if seat not in must and table.look(seat).offered():
            yield seat
    yield must[0]


def play_point(
    table: Table,
    players: Sequence[contract.Bot],
    rng: Random,
    seconds: float,
    interrupts: bool = True,
    note: Note | None = None,
) -> None:
    """Until someone moves: see `asked`."""
    for seat in asked(table) if interrupts else table.to_act[:1]:
        pick = contract.choose(players[seat], table.view(seat), seconds, rng)
        if note is not None:
            note(seat, table.game.codes if pick is None else table.look(seat).offered()[pick])
        if pick is not None:
            table.pick(seat, pick)
            return


def pair_score(name: str, mine: contract.Bot, opponent: contract.Bot, seed: str, seconds: float = 0.5) -> float:
    """What a duplicate pair is worth to the first of two, from -1 to 1: the same cards and dice, seats exchanged."""
    game = find.game(name)
    total = 0.0
    for seat in (0, 1):
        players = [mine, opponent] if seat == 0 else [opponent, mine]
        table = Table(game, game.setting(2), Dealer(seed).choose)
        rng = Random(f"{seed} {seat}")
        while not table.over:
            play_point(table, players, rng, seconds)
        total += utility(table.truth, seat, 2, True)
    return total / 2
