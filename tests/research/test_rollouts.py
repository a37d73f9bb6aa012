"""Observed games as arrays: the same as at a table, whatever way they are played."""

import json
from pathlib import Path

import numpy as np
import pytest

from tepui.core import find
from tepui.core.observe import MOST
from tepui.core.playout import Rng
from tepui.core.position import zeros
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.core.table import Table
from tepui.research import Batch, VectorEnv, rollouts
from tepui.research.stepping import BY

GAMES = ("bell", "forehead", "kryptx", "lost-code", "roll-and-write", "shells")


def check_at_a_table(batch: Batch, games: int) -> None:
    """Every row again, from the views of a table that is told the same moves."""
    size = batch.observation.shape[1]
    for game in range(games):
        table = Table(batch.of, batch.setting)
        rows = {int(batch.turn[row]): row for row in np.flatnonzero(batch.game == game)}
        for turn, (by, code) in enumerate(batch.moves_of(game)):
            if turn in rows:
                row = rows[turn]
                view = table.look(int(batch.seat[row]))
                seen = view.observation()[:size]
                assert batch.observation[row].tolist() == seen + [0] * (size - len(seen))
                assert sorted(view.codes()) == np.flatnonzero(batch.mask[row][:-1]).tolist()
                assert (by, code) == (batch.seat[row], batch.code[row]) or batch.code[row] == batch.of.codes
            table.replay(by, code)
        assert table.over
        assert batch.score[game].tolist() == table.scores()
        assert batch.place[game].tolist() == table.places()


@pytest.mark.parametrize("name", GAMES)
def test_random_rows_are_what_a_table_shows(name: str) -> None:
    for seats in find.game(name).seats:
        check_at_a_table(rollouts(name, seats=seats, games=1, seed=seats), 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_function_over_arrays_plays_all_seats(name: str) -> None:
    def last(observation: np.ndarray, mask: np.ndarray, seat: np.ndarray) -> np.ndarray:
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(1)

    batch = rollouts(name, seats=3, games=2, policy=last)
    assert batch.mask[np.arange(len(batch.code)), batch.code].all()
    check_at_a_table(batch, 2)


def test_a_function_may_not_play_what_its_mask_does_not_offer() -> None:
    with pytest.raises(IllegalMove, match="which its mask does not offer"):
        rollouts("forehead", seats=2, policy=lambda observation, mask, seat: np.full(len(seat), 4))


def test_bots_play_by_name_one_for_all_seats_or_one_each() -> None:
    batch = rollouts("lost-code", seats=2, games=1, policy=["steady", "random"], seed=4)
    check_at_a_table(batch, 1)
    again = rollouts("lost-code", seats=2, games=1, policy=["steady", "random"], seed=4)
    assert batch.code.tolist() == again.code.tolist()
    with pytest.raises(UnknownName, match="2 seats want 2 bots, not 3"):
        rollouts("lost-code", seats=2, policy=["random"] * 3)


def test_a_bots_interrupt_that_is_let_pass_is_a_row_of_its_own() -> None:
    batch = rollouts("bell", seats=3, games=2, policy=["random"] * 3)
    passing = batch.code == batch.of.codes
    assert passing.any()
    assert batch.mask[passing, -1].all()
    assert not rollouts("bell", seats=3, games=2, policy=["random"] * 3, interrupts=False).mask[:, -1].any()


def same(one: Batch, other: Batch) -> None:
    for name in ("observation", "mask", "code", "seat", "game", "turn", "score", "place", "moves", "ends"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.once
def test_two_processes_give_the_same_rows_as_one() -> None:
    same(
        rollouts("roll-and-write", seats=2, games=230, seed=9),
        rollouts("roll-and-write", seats=2, games=230, seed=9, jobs=2),
    )
    one = rollouts("bell", seats=2, games=3, policy=["random", "random"], seed=9)
    same(one, rollouts("bell", seats=2, games=3, policy=["random", "random"], seed=9, jobs=2))


def test_every_game_depends_on_its_seed_and_its_number_alone() -> None:
    few, many = (rollouts("shells", seats=3, games=games, seed=5) for games in (2, 4))
    assert few.moves.tolist() == many.moves[: len(few.moves)].tolist()
    other = rollouts("shells", seats=3, games=2, seed=6)
    assert few.code.tolist() != other.code.tolist()


def test_moves_are_whole_games_with_the_tables_own() -> None:
    batch = rollouts("forehead", seats=2, games=2)
    assert [by for by, _ in batch.moves_of(1)] == [16, 16, 0, 1, 16, 16]
    assert batch.moves[0] // BY == 16


# ---- many games at once ----


def played(env: VectorEnv, seed: int, steps: int) -> list[list[int]]:
    step = env.reset(seed)
    rng = Rng(7)
    told = []
    for _ in range(steps):
        codes = [int(rng.below(2**20)) % int(row.sum()) for row in step.mask]
        codes = [int(np.flatnonzero(row)[code]) for row, code in zip(step.mask, codes, strict=True)]
        step = env.step(codes)
        told.append(
            [*step.seat.tolist(), *step.done.tolist(), int(step.observation.sum()), int(step.reward.sum() * 60)]
        )
    return told


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    env = VectorEnv(name, n=4, seats=2)
    first = played(env, 3, 40)
    assert played(env, 3, 40) == first
    assert played(VectorEnv(name, n=4, seats=2), 3, 40) == first
    assert name == "shells" or played(env, 4, 40) != first  # in Shells nothing is left to chance


def test_arrays_are_views_of_the_same_memory() -> None:
    env = VectorEnv("shells", n=3)
    first = env.reset(1)
    seat = first.seat.copy()
    second = env.step(env.random_codes())
    assert first.observation is second.observation
    assert first.seat.tolist() == [1, 1, 1] != seat.tolist()
    with pytest.raises(ValueError, match="read-only"):
        first.observation[0, 0] = 1


def test_a_code_that_is_not_on_offer_moves_no_game() -> None:
    env = VectorEnv("forehead", n=3, seats=2)
    env.reset(1)
    with pytest.raises(IllegalMove, match=r"game 2: code 4 is not on offer. Choose one where the mask is true"):
        env.step([0, 1, 4])
    assert env.step([0, 1, 1]).seat.tolist() == [1, 1, 1]
    with pytest.raises(IllegalMove, match="3 games want 3 codes, not 2"):
        env.step([0, 1])


def test_a_finished_game_pays_once_and_the_next_begins_at_once() -> None:
    env = VectorEnv("shells", n=2, seats=3, options={"rounds": 2})
    step = env.reset(5)
    ends = 0
    for _ in range(60):
        step = env.step(env.random_codes())
        assert step.mask.any(1).all()
        for game in range(2):
            if step.done[game]:
                ends += 1
                assert abs(step.reward[game].sum()) < 1e-12
            else:
                assert not step.reward[game].any()
    assert ends == 20  # two rounds of three fists each


def test_places_share_what_they_are_worth() -> None:
    batch = rollouts("shells", seats=4, games=200, seed=2)
    env = VectorEnv("shells", n=1, seats=4)
    step = env.reset(2)
    found = []
    while len(found) < 20:
        step = env.step(env.random_codes())
        if step.done[0]:
            found.append(step.reward[0].tolist())
    assert all(abs(sum(rewards)) < 1e-12 and min(rewards) >= -1 and max(rewards) <= 1 for rewards in found)
    assert any(len(set(rewards)) < 4 for rewards in found)  # ties
    assert batch.place.min() == 1


def test_alone_at_the_table_the_reward_is_the_score() -> None:
    env = VectorEnv("roll-and-write", n=1, seats=1)
    env.reset(1)
    while not (step := env.step(env.random_codes())).done[0]:
        assert step.reward[0, 0] == 0
    assert step.reward[0, 0] % 5 == 0
    with pytest.raises(UnknownName, match="alone, or all together, everyone has the same place"):
        VectorEnv("roll-and-write", seats=1, reward="place")


def test_interrupts_are_asked_for_before_those_who_must_act() -> None:
    env = VectorEnv("bell", n=1, seats=3)
    step = env.reset(1)
    assert step.seat.tolist() == [1]  # seat 0 must turn a card over; first 1 and 2 may ring
    assert np.flatnonzero(step.mask[0]).tolist() == [1, env.passing]
    assert env.step([env.passing]).seat.tolist() == [2]
    step = env.step([env.passing])
    assert step.seat.tolist() == [0]
    assert np.flatnonzero(step.mask[0]).tolist() == [0, 1]
    assert VectorEnv("bell", n=1, seats=3, interrupts=False).reset(1).seat.tolist() == [0]


def test_several_who_decide_at_once_are_asked_in_turn_and_see_nothing_of_each_other() -> None:
    """Two games in which seat 0 hides different numbers look the same to seat 1."""
    env = VectorEnv("shells", n=2, seats=2)
    step = env.reset(1)
    assert step.seat.tolist() == [0, 0]
    step = env.step([0, 4])
    assert step.seat.tolist() == [1, 1]
    assert step.observation[0].tolist() == step.observation[1].tolist()


def test_bad_wishes_are_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownName, match="there is no game 'chess'"):
        VectorEnv("chess")
    with pytest.raises(UnknownName, match="n must be at least 1"):
        VectorEnv("bell", n=0)
    with pytest.raises(UnknownName, match="a seed is a whole number"):
        VectorEnv("bell").reset(-1)
    with pytest.raises(UnknownName, match="Not both"):
        rollouts("bell", find.game("bell").setting(2), seats=3)


@pytest.mark.parametrize("name", ["kryptx", "lost-code", "roll-and-write"])
def test_a_critic_sees_what_the_seat_cannot(name: str) -> None:
    """On request; beside it every number is as without it."""
    plain, env = VectorEnv(name, n=4, seats=3), VectorEnv(name, n=4, seats=3, truth=True)
    more = 0
    here, there = plain.reset(2), env.reset(2)
    for _ in range(30):
        assert here.truth is None and there.truth is not None
        assert here.observation.tolist() == there.observation.tolist()
        more += (there.truth != there.observation).any()
        for row, session in zip(there.truth, env._lanes.sessions, strict=True):
            table = Table(env.game, env.setting)  # as one who was at the table with open eyes
            for move in session.moves:
                table.replay(*divmod(int(move), BY))
            out = zeros(MOST)
            size = env.game.observe(table.truth, session.seat, out)
            assert row.tolist() == [out[i] for i in range(size)]
        codes = env.random_codes()
        here, there = plain.step(codes), env.step(codes)
    assert bool(more) == (name != "roll-and-write")  # where nothing is hidden


def test_what_the_notebook_imports_is_there() -> None:
    """The notebook itself takes minutes (`dev.py proofs notebook`)."""
    cells = json.loads((Path(__file__).parents[2] / "docs/research/train.ipynb").read_text("utf-8"))["cells"]
    lines = [line for cell in cells if cell["cell_type"] == "code" for line in cell["source"]]
    ours = [line for line in lines if line.startswith("from tepui")]
    assert len(ours) > 2
    for line in ours:
        exec(line, {})
