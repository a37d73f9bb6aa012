"""Exact beliefs as labels, and a sampler where there are too many worlds."""

from random import Random

import numpy as np
import pytest

from tepui import Dealer, Table
from tepui.coach.belief import BruteForce, Sampled, TooManyWorlds
from tepui.coach.what_if import some_past
from tepui.core import find
from tepui.core.refusal import UnknownName
from tepui.laws.walk import fresh_table, moments
from tepui.research import belief_of, rollouts


@pytest.mark.parametrize(("name", "things", "values"), [("forehead", 3, 10), ("kryptx", 9, 50), ("lost-code", 6, 8)])
def test_every_row_of_a_belief_adds_up_and_leaves_the_truth_possible(name: str, things: int, values: int) -> None:
    batch = rollouts(name, seats=3, games=1, belief=True, seed=2)
    assert batch.belief is not None
    assert batch.belief.shape == (len(batch.code), things, values)
    assert np.allclose(batch.belief.sum(2), 1, atol=1e-5)
    game = find.game(name)
    table = fresh_table(game, batch.setting)
    truth = {int(turn): row for row, turn in enumerate(batch.turn)}
    for turn, (by, code) in enumerate(batch.moves_of(0)):
        if turn in truth:
            row = truth[turn]
            seat = int(batch.seat[row])
            belief = belief_of(table.look(seat))
            assert len(belief.things()) == things
            assert np.allclose(batch.belief[row], belief.marginals(), atol=1e-6), "before the move, not after it"
            if name == "lost-code":
                world = enumerate(belief.world(table.truth))
            elif name == "kryptx":
                world = zip(belief.stands, belief.world(table.truth), strict=True)
            else:
                world = enumerate(table.truth.numbers)
            assert all(batch.belief[row][thing][value] > 0 for thing, value in world)
        table.replay(by, code)


@pytest.mark.parametrize("name", ["forehead", "lost-code"])
def test_marginals_are_what_all_worlds_together_say(name: str) -> None:
    game = find.game(name)
    table = fresh_table(game, game.setting(3))
    looked = 0
    for _ in moments(table, Random(8)):
        view = table.look(1)
        belief = belief_of(view)
        if table.to_act and 1 < belief.worlds() <= 400:
            looked += 1
            shares = np.zeros(np.array(belief.marginals()).shape)
            codes = belief.listed() if name == "lost-code" else belief.free
            for code in codes:
                if name == "lost-code":
                    for colour in range(6):
                        shares[colour][code >> 4 * colour & 15] += 1 / len(codes)
                else:
                    shares[1][code] += 1 / len(codes)
            if name == "lost-code":
                assert np.allclose(shares, belief.marginals())
            else:
                assert np.allclose(shares[1], belief.marginals()[1])
    assert looked


@pytest.mark.once
def test_two_processes_label_alike() -> None:
    one, two = (rollouts("forehead", seats=3, games=6, belief=True, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.belief, two.belief)


def test_a_game_without_a_belief_says_so() -> None:
    with pytest.raises(UnknownName, match=r"Shells has no belief of its own. Write one"):
        rollouts("shells", games=1, belief=True)


# ---- too many worlds ----


def bell_table(moves: int, seed: int):  # type: ignore[no-untyped-def]
    game = find.game("bell")
    table = fresh_table(game, game.setting(3))
    for n, _ in enumerate(moments(table, Random(seed))):
        if n == moves:
            break
    return table


def test_a_sample_comes_near_to_all_worlds() -> None:
    for seed in range(6):
        view = bell_table(9, seed).view(0)
        exact, sampled = BruteForce(view), Sampled(view, Random(seed), 4000)
        for world in exact.found:
            assert abs(exact.likelihood(world) - sampled.likelihood(world)) < 0.05
        assert set(sampled.found) <= set(exact.found)
        fields = len(exact.things())
        assert len(sampled.marginals()) == fields
        assert all(abs(sum(row) - 1) < 1e-9 for row in [*exact.marginals(), *sampled.marginals()])


def test_a_strangers_game_with_too_many_worlds_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    view = bell_table(9, 1).view(0)
    assert type(belief_of(view)) is BruteForce

    def too_many(view: object, limit: int = 0) -> BruteForce:
        raise TooManyWorlds("more than a few worlds")

    monkeypatch.setattr("tepui.research.labels.BruteForce", too_many)
    assert type(belief_of(view, Random(1))) is Sampled


@pytest.mark.parametrize("name", ["bell", "forehead", "lost-code", "shells"])
def test_a_sampled_past_looks_like_what_was_seen(name: str) -> None:
    game = find.game(name)
    setting = game.setting(2)
    table = fresh_table(game, setting)
    for n, _ in enumerate(moments(table, Random(5))):
        if n % 9 == 0 or table.over:
            view = table.view(1)
            past = some_past(view, Random(n))
            again = fresh_table(game, setting)
            for by, code in past:
                again.replay(by, code)
            assert again.look(1).moves == view.moves


@pytest.mark.parametrize("name", ["lost-code", "kryptx"])
def test_a_level_says_what_it_holds_likely(name: str) -> None:
    """The upper levels hold likely what can be known; a newcomer holds more possible and never the truth impossible."""
    game = find.game(name)
    for seed in range(1):
        rng = Random(seed)
        table = Table(game, game.setting(3), Dealer(f"levels {seed}").choose)
        while not table.over:
            seat = table.to_act[0]
            view = table.view(seat)
            exact = game.belief(view).marginals()  # type: ignore[misc]
            for level in ("beginner", "casual", "expert", "master"):
                held = find.bot(name, level).marginals(view)  # type: ignore[attr-defined]
                for row, true in zip(held, exact, strict=True):
                    assert sum(row) == pytest.approx(1)
                    assert all(mine > 0 for mine, share in zip(row, true, strict=True) if share) or level == "master"
                if level == "expert" and name == "lost-code":
                    assert held == [pytest.approx(row) for row in exact]
            table.pick(seat, rng.randrange(len(view.codes())))


def test_things_and_values_have_names_in_four_languages() -> None:
    for name, at in (("lost-code", 0), ("kryptx", 0)):
        game = find.game(name)
        table = Table(game, game.setting(2), Dealer("names").choose)
        belief = game.belief(table.view(table.to_act[0]))  # type: ignore[misc]
        assert len({belief.things(language)[at] for language in game.languages}) == 4
        assert len({len(belief.values(language)) for language in game.languages}) == 1
