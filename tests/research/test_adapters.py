"""Other people's own test suites on our adapters: all games, all numbers of players, and strangers' games.

`TEPUI_ADAPTER_GAMES=100` plays so many games of each instead of one.
"""

import itertools
import os
import sys
import warnings
from random import Random

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tepui import Dealer, Table, research
from tepui.arena import match
from tepui.bots.contract import choose
from tepui.core import find
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.research.searcher import Searcher, parser

GAMES = ("bell", "forehead", "kryptx", "lost-code", "roll-and-write", "shells")
TABLES = [(name, seats) for name in GAMES for seats in find.game(name).seats]
MANY = int(os.environ.get("TEPUI_ADAPTER_GAMES", "1"))

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its tests warn of dictionaries, which its own classic games use too
        for _ in range(MANY):
            api_test(research.aec(name, seats=seats), num_cycles=60)
            parallel_api_test(research.parallel(name, seats=seats), num_cycles=60)
            seed_test(lambda: research.aec(name, seats=seats), num_cycles=40)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_gymnasium(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seat in range(seats):
            check_env(research.gym(name, seats=seats, seat=seat), skip_render_check=True)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiel(name: str, seats: int) -> None:
    short = name != "kryptx" or MANY > 1  # a copy of every state of its long games takes seconds
    game = research.openspiel(name, seats=seats, interrupts=short)
    pyspiel.random_sim_test(game, num_sims=MANY, serialize=short, verbose=False)


def test_a_game_is_found_by_its_openspiel_name() -> None:
    game = research.openspiel("lost-code", seats=3, options={"curse": True})
    again = pyspiel.load_game(str(game))
    assert again.setting.options["curse"] is True
    assert again.num_players() == 3
    with pytest.raises(UnknownName, match="has no option 'luck:1'"):
        pyspiel.load_game("tepui(game=bell,options=luck:1)")


def played(env: research.TepuiGym, seed: int, rng: Random) -> float:
    _, info = env.reset(seed=seed)
    done, worth = False, 0.0
    while not done:
        codes = np.flatnonzero(info["action_mask"])
        _, worth, done, _, info = env.step(rng.choice(codes.tolist()))
    return worth


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_plays_whole_games_against_bots(name: str) -> None:
    env = research.gym(name, seats=2, seat=1, opponents="random")
    worths = [played(env, seed, Random(seed)) for seed in range(4)]
    assert all(-1 <= worth <= 1 for worth in worths)
    assert [played(env, seed, Random(seed)) for seed in range(4)] == worths


def test_what_is_not_on_offer_loses_in_gymnasium_and_is_refused_in_pettingzoo() -> None:
    env = research.gym("forehead", seats=2)
    env.reset(seed=1)
    _, worth, over, _, info = env.step(4)
    assert (worth, over, info["illegal"]) == (-1.0, True, True)
    one = research.aec("forehead", seats=2)
    one.reset(seed=1)
    with pytest.raises(IllegalMove, match="code 4 is not on offer for player_0"):
        one.step(4)
    all_ = research.parallel("forehead", seats=2)
    all_.reset(seed=1)
    with pytest.raises(IllegalMove, match="code 0 is not on offer for player_1"):
        all_.step({"player_0": 0, "player_1": 0})


def test_of_two_who_ring_at_once_the_next_clockwise_is_heard() -> None:
    env = research.parallel("bell", seats=3)
    env.reset(seed=1)
    ring, turn = 1, 0
    env.step({"player_0": turn, "player_1": ring, "player_2": ring})
    rung = env.playing.table.truth.rung
    assert rung == 0b010


def test_all_fists_close_in_one_parallel_step() -> None:
    env = research.parallel("shells", seats=4)
    env.reset(seed=1)
    env.step({f"player_{seat}": seat for seat in range(4)})
    assert env.playing.table.truth.rounds == 2


def test_openspiels_own_search_plays_our_games() -> None:
    game = research.openspiel("forehead", seats=2)
    rng = np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(codes, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", ["bell", "forehead", "kryptx", "lost-code", "shells"])
def test_a_resampled_state_is_one_that_the_player_cannot_tell_apart(name: str) -> None:
    game = research.openspiel(name, seats=3)
    rng = Random(4)
    differs = 0
    for _ in range(2 * MANY):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                codes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(codes, chances)[0])
                continue
            player = state.current_player()
            if rng.random() < (0.02 if name == "kryptx" else 0.2):  # whose games are long
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.current_player() == player
                assert other.legal_actions() == state.legal_actions()
                differs += other.eyes.moves != state.eyes.moves
                mover = other.clone()
                mover.apply_action(rng.choice(mover.legal_actions()))  # and it can be played on in
            state.apply_action(rng.choice(state.legal_actions()))
    assert differs


def test_openspiel_s_searchers_enter_the_arena() -> None:
    program = f"program:{sys.executable} -m tepui.research.searcher ismcts --c 1 --simulations 6"
    found = match("forehead", [program, "random"], pairs=2)
    assert not found.failed and found.games == 4


def searcher(*words: str) -> Searcher:
    return Searcher(parser().parse_args(list(words)))


def test_a_searcher_by_count_gives_the_same_answer_to_the_same_question() -> None:
    """Here it may stop the game, and whether that is worth it hangs on the worlds it draws."""
    table = Table(find.game("kryptx"), find.game("kryptx").setting(2), Dealer("stop").choose)
    rng = Random(3)
    while not (waiting := [seat for seat in range(2) if seat not in table.to_act and table.look(seat).offered()]):
        seat = table.to_act[0]
        table.pick(seat, rng.randrange(len(table.look(seat).offered())))
    bot, view = searcher("ismcts", "--c", "1", "--games", "4", "--simulations", "40"), table.view(waiting[0])
    assert len({choose(bot, view, 1.0, Random(3)) for _ in range(12)}) == 1
    assert len({choose(bot, view, 1.0, Random(seed)) for seed in range(12)}) == 2


def test_a_searcher_sits_at_a_table_where_all_decide_at_once_in_any_order() -> None:
    table = Table(find.game("shells"), find.game("shells").setting(3), Dealer("any order").choose)
    bot, rng = searcher("ismcts", "--simulations", "4"), Random(1)
    while not table.over:
        seat = rng.choice(table.to_act)
        picked = choose(bot, table.view(seat), 1.0, rng)
        assert picked is not None
        table.pick(seat, picked)
    assert max(table.places()) >= 1


def test_a_searcher_by_cpu_time_stops_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = itertools.count()
    monkeypatch.setattr("tepui.research.searcher.time.thread_time", lambda: next(readings) / 100)
    table = Table(find.game("roll-and-write"), find.game("roll-and-write").setting(2), Dealer("time").choose)
    view = table.view(table.to_act[0])
    for kind in ("mcts", "ismcts"):
        begin = next(readings)
        assert choose(searcher(kind, "--cpu", "0.05"), view, 1.0, Random(1)) is not None
        assert 5 <= next(readings) - begin <= 8  # the clock is read at the beginning and before each simulation
