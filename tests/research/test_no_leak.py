"""The leak law on every adapter: worlds that differ only in secrets of a seat look the same to it.

`TEPUI_ADAPTER_PAIRS=1000` tries so many pairs per game instead of a few.
"""

import os
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16

from tepui import research
from tepui.core import find
from tepui.core.game import Game, Setting
from tepui.core.table import Table
from tepui.laws.finding import Asked
from tepui.laws.pairs import Pair
from tepui.laws.walk import some_setting
from tepui.research.decisions import Decisions, chance_of
from tepui.research.export import Rows
from tepui.research.setup import plan_of
from tepui.research.stepping import Session

GAMES = ("bell", "forehead", "kryptx", "lost-code", "roll-and-write", "shells")
PAIRS = int(os.environ.get("TEPUI_ADAPTER_PAIRS", "6"))

pytestmark = pytest.mark.once
Moves = list[tuple[int, int]]


def pairs(name: str) -> Iterator[tuple[Game, Setting, int, Moves, Moves]]:
    game = find.game(name)
    for seed in range(PAIRS):
        rng = Random(seed)
        setting = some_setting(game, rng, Asked())
        seat = rng.randrange(setting.seats)
        for branch in Pair(game, setting, seat, rng).branches:
            yield game, setting, seat, branch.one, branch.other


def shown_by_session(game: Game, setting: Setting, seat: int, moves: Moves) -> list[bytes]:
    """What `VectorEnv` and `rollouts` are made of."""
    plan = plan_of(game, setting, False)
    session = Session(plan, 0)
    session.truth, session.views = game.start(setting), [game.start(setting) for _ in range(setting.seats)]
    session.seat, row = seat, vec[i16]([0] * plan.size)
    shown = []
    for by, code in moves:
        session.tell(by, code)
        session.write(row, 0)
        offered = [int(plan.out[at]) for at in range(session.legal(plan.out))]
        shown += [bytes(row), repr(offered).encode()]
    return shown


def shown_by_decisions(game: Game, setting: Setting, seat: int, moves: Moves) -> list[bytes]:
    """What the environments of PettingZoo, Gymnasium and TextArena are made of."""
    playing = Decisions(game, setting, chance_of(Random(0)))
    playing.table = Table(game, setting)
    shown = []
    for by, code in moves:
        playing.table.replay(by, code)
        shown += [playing.observation(seat).tobytes(), playing.mask(seat).tobytes()]
    return shown


def shown_by_openspiel(game: Game, setting: Setting, seat: int, moves: Moves) -> list[bytes]:
    state = research.openspiel(game, setting).new_initial_state()
    shown = []
    for by, code in moves:
        state.eyes.tell(by, code)
        shown += [state.information_state_string(seat).encode(), state.observation_string(seat).encode()]
        shown += [
            np.array(state.information_state_tensor(seat)).tobytes(),
            repr(state._legal_actions(seat)).encode(),
        ]
    return shown


def shown_by_rows(game: Game, setting: Setting, seat: int, moves: Moves) -> list[bytes]:
    """What a row of `tepui export` holds. Its belief is the label of `rollouts(belief=True)`, too."""
    rows, table, shown = Rows(game, setting, game.belief is not None), Table(game, setting), []
    for at, (by, code) in enumerate(moves):
        table.replay(by, code)
        if at % 5 == 0 or at > len(moves) - 4:  # a belief takes a millisecond
            shown.append(repr(rows.seen(table, seat)).encode())
    return shown


@pytest.mark.parametrize("shown", [shown_by_session, shown_by_decisions, shown_by_openspiel, shown_by_rows])
@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_differ_in_secrets_look_the_same(name: str, shown) -> None:  # type: ignore[no-untyped-def]
    differ = 0
    for game, setting, seat, one, other in pairs(name):
        here, there = (shown(game, setting, seat, moves) for moves in (one, other))
        assert here == there
        differ += one != other
    assert differ or name == "roll-and-write"  # where nothing is secret


@pytest.mark.parametrize("shown", [shown_by_session, shown_by_rows])
def test_the_law_would_notice_a_view_of_somebody_else(shown) -> None:  # type: ignore[no-untyped-def]
    """Broken once on purpose: the views of two seats are exchanged."""
    caught = 0
    for game, setting, seat, one, other in pairs("lost-code"):
        wrong = (seat + 1) % setting.seats
        here, there = (shown(game, setting, wrong, moves) for moves in (one, other))
        caught += here != there
    assert caught
