"""A thousand actions and sixteen seats: laws, records, bots, the arena, the server's choices and learners agree."""

import json
from dataclasses import replace
from random import Random

import bids
import numpy as np
import pytest

from tepui.arena import match
from tepui.bots.contract import RandomBot
from tepui.coach.story import Story
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.laws import LAWS, tried
from tepui.laws.finding import Asked
from tepui.research import VectorEnv, rollouts


def test_a_wide_game_for_sixteen_keeps_every_law() -> None:
    slow = ["say and hear are inverse", "take-backs tell nothing"]  # with every action, so at two seats
    for only, seats in ([law for law in LAWS if law not in slow], 16), (slow, 2):
        for finding in tried(bids.GAME, 1, only=only, asked=Asked(seats=seats)):
            assert finding.holds, (finding.law, finding.first)


def test_codes_that_do_not_fit_16_bits_are_refused() -> None:
    (finding,) = tried(replace(bids.GAME, codes=40_000), 1, only=["bounds"])
    assert "but 32767 is the most. Cut the choice into two" in finding.first.sentence


def test_a_bot_chooses_among_a_thousand_and_the_dealer_draws_one() -> None:
    setting = bids.GAME.setting(16)
    table = Table(bids.GAME, setting, Dealer("wide").choose)
    assert len(table.look(15).offered()) == 1000 == len(RandomBot().rank(table.look(15), 1.0, Random(1)) or ())
    while not table.over:
        for seat in table.to_act:
            table.pick(seat, 999 - seat)
    assert sum(table.scores()) >= 2 and min(table.places()) == 1


@pytest.mark.once
def test_the_arena_plays_it_and_a_page_is_offered_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(find.FILES, bids.__file__)
    find.names.cache_clear()
    try:
        assert match("bids", ["random", "random"], pairs=1, seats=16).games == 2
    finally:
        find.names.cache_clear()
        find.load.cache_clear()
    setting = bids.GAME.setting(16)
    table = Table(bids.GAME, setting, Dealer("wide").choose)
    story = Story(bids.GAME, setting, 15, table.names, "en", table.look(15).moves)
    message = json.loads(story.text(-1, motion=False, help=None))
    bid = {"action": {"do": "bid", "number": 999}, "label": "bid number 999"}
    assert len(message["legal"]) == 1000 and message["legal"][999] == bid


@pytest.mark.once
def test_learners_step_it_and_are_rewarded_as_points_come() -> None:
    env = VectorEnv(bids.GAME, n=8, seats=16, reward="steps")
    step = env.reset(seed=3)
    assert step.mask.shape == (8, 1002) and step.mask.sum() == 8 * 1000
    total, early = np.zeros((8, 16)), 0.0
    for _ in range(32):
        step = env.step(env.random_codes())
        total += step.reward
        early += step.reward[~step.done].sum()
    assert step.done.all() and early >= 8, "the points of the first round came before the end"
    lanes = VectorEnv(bids.GAME, n=8, seats=16, reward="score")
    last = lanes.reset(seed=3)
    for _ in range(32):
        last = lanes.step(lanes.random_codes())
    assert np.array_equal(total, last.reward), "in all it is the final score"


@pytest.mark.once
def test_whole_games_are_arrays_and_their_points_come_out_again() -> None:
    batch = rollouts(bids.GAME, games=3, seats=2, seed=5)
    assert batch.mask.shape[1] == 1002 and batch.mask[np.arange(len(batch.code)), batch.code].all()
    for game in range(3):
        table = Table(batch.of, batch.setting).replayed(batch.moves_of(game))
        assert table.over and table.scores() == batch.score[game].tolist()
