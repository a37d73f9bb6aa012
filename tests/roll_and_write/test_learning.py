"""What is learned: the same from the same seed, stronger than what it started from, and honest about luck."""

from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64
from roll_and_write.laid import roll, sheet, table

from tepui.bots.contract import RandomBot, choose
from tepui.coach.review import luck_of
from tepui.core.dealer import Dealer
from tepui.core.playout import Rng
from tepui.core.position import legal_codes
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.learned import FILE, NoWeights, Provenance, chooser, provenance
from tepui.games.roll_and_write.bots.learning import Learner, lesson
from tepui.games.roll_and_write.bots.levels import Master
from tepui.games.roll_and_write.bots.steady import Learned, Steady, the_game
from tepui.games.roll_and_write.bots.train import school
from tepui.games.roll_and_write.bots.value import FEATURES, WEIGHTS, Rivals, Value, features, rivals_of
from tepui.games.roll_and_write.coach import help
from tepui.games.roll_and_write.coach.luck import Fall, Prospects, falling
from tepui.games.roll_and_write.coach.review import review
from tepui.games.roll_and_write.parts_file import load


def zeros() -> vec[float]:
    return vec[float]([0.0] * WEIGHTS)


def played(bots: list[object], seed: int) -> Table:
    print("seed", seed)
    rng = Random(seed)
    game = Table(GAME, GAME.setting(len(bots)), lambda occasion, codes, weights: rng.choice(codes))
    while not game.over:
        seat = game.to_act[0]
        index = choose(bots[seat], game.look(seat), 1, rng)  # type: ignore[arg-type]
        assert index is not None
        game.pick(seat, index)
    return game


def test_features_name_different_entries_of_the_table():
    game = roll(table(sheet(red=[1, 2], circles=("blue",)), sheet(green=[5])), "red red red", 1, 1, 1)
    out = vec[i64]([0] * FEATURES)
    features(game.sheets[0], rivals_of(game, 0), out)
    found = list(out)
    assert all(0 <= index < WEIGHTS - 1 for index in found)
    changed = game.sheets[0].clone()
    changed.refuse()
    features(changed, rivals_of(game, 0), out)
    assert list(out) != found


def test_a_game_that_is_about_to_end_is_worth_its_score():
    made = sheet(red=[1] * 7)
    made.passed = 255
    made.bonus = 0
    value = Value(zeros()).of(made, Rivals(254))
    assert value == made.score() + 20


def test_the_same_seed_teaches_the_same():
    one, other, third = (school(seed, (2, 60)) for seed in (3, 3, 4))
    assert np.array_equal(one[1], other[1])
    assert one[2] == other[2]
    assert not np.array_equal(one[1], third[1])


@pytest.mark.once
def test_it_learns():
    learner = Learner(zeros(), zeros(), zeros(), 1.0, 0.9)
    rng = Rng(1)
    first = lesson(learner, 1, load(None), rng, 100)
    for _ in range(8):
        last = lesson(learner, 1, load(None), rng, 200)
    print("mean scores", first, last)
    assert last > first + 60


def test_the_mean_over_all_rolls_is_that_of_counting_them():
    """The quick mean of the look-ahead, the reckoning of luck, and a plain loop over 216 000 rolls agree."""
    rng = Random(2)
    player = Chooser(Value(zeros()))
    made = sheet(red=[1, 2], blue=[3])
    rivals = Rivals(0)
    refused = player.weigh(made, rivals)
    for entry in range(60):
        player.worths[entry] = max(refused, rng.random() * 100)
    worths = list(player.worths)
    prospects = Prospects(Chooser(Value(zeros())), made, rivals)
    for entry in range(60):
        prospects.worths[entry] = worths[entry]
    total = 0.0
    sample = 4000
    for _ in range(sample):
        colours = [rng.randrange(6) for _ in range(3)]
        digits = [rng.randrange(10) for _ in range(3)]
        total += max(refused, *(worths[10 * c + d] for c in colours for d in digits))
    exact = player.mean_of_three()
    assert exact == pytest.approx(Fall(prospects, prospects, True).mean())
    assert exact == pytest.approx(total / sample, abs=1.5)
    assert player.mean_of_two() < exact


def test_what_is_left_is_less_than_the_choice_and_more_than_nothing():
    player = chooser(2)
    game = table(sheet(), sheet())
    prospects = [Prospects(player, game.sheets[seat], rivals_of(game, seat)) for seat in (0, 1)]
    first = Fall(prospects[0], prospects[0], True).mean()
    second = Fall(prospects[0], prospects[1], False).mean()
    assert prospects[1].refused < second < first
    assert falling(0x253) == 0x235


@pytest.mark.once
def test_luck_sums_to_about_zero_over_many_games():
    """Whoever plays: the mean luck of a seat is zero, within what chance allows."""
    totals = []
    for seed in range(14):
        game = played([RandomBot(), Steady()], seed)
        totals += [luck_of(review(game.view(seat))) for seat in range(2)]
    margin = 3 * stdev(totals) / sqrt(len(totals))
    print(f"mean luck {mean(totals):.1f}, three standard errors {margin:.1f}")
    assert abs(mean(totals)) < margin
    assert stdev(totals) > 10, "there is luck in it"


def at_a_roll(seats: int, eye: int) -> View:
    """What this seat sees when it has a choice, some moves into a game."""
    game = Table(GAME, GAME.setting(seats), Dealer("further").choose)
    while len(game.moves) < 60 or game.to_act[0] != eye or len(game.look(eye).codes()) < 3:
        seat = game.to_act[0]
        game.pick(seat, choose(Learned(), game.view(seat), 1.0, Random(1)))
    return game.look(eye)


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 2), (5, 1)])
def test_moves_are_played_on_with_the_same_dice(seats: int, seat: int):
    view = at_a_roll(seats, seat)
    position, player = the_game(view), chooser(seats)
    codes = vec[i64](view.codes())
    before = view.observation()
    leads = player.look_further(position, seat, codes, 2, 8, 5)
    assert view.observation() == before
    assert [player.look_further(position, seat, vec[i64]([code]), 2, 8, 5)[0] for code in codes] == leads
    assert player.look_further(position, seat, codes, 2, 8, 6) != leads
    one, other = player.look_further(position, seat, codes, 0, 1, 5), player.rank(position, seat, 1.0)
    best = other.index(max(other))
    assert leads[best] > mean(leads) and one[best] > mean(one)  # a lead of its own, not of the other's


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_master_looks_further_and_alone_it_does_not(seats: int):
    view, alone = at_a_roll(seats, 0), at_a_roll(1, 0)
    values, envy = Master().rank(view, 1.0, Random(1)), 1.0 if seats == 2 else 0.3
    assert values == Master().rank(view, 1.0, Random(2)) != chooser(seats).rank(the_game(view), view.eye, envy)
    assert Master().rank(alone, 1.0, Random(1)) == Learned().rank(alone, 1.0, Random(1))


@pytest.mark.once
def test_learned_is_stronger_than_steady_and_quick():
    scores = [0, 0]
    won = 0
    for seed in range(6):
        a = played([Learned(), Steady()], seed).scores()
        b = played([Steady(), Learned()], seed).scores()
        won += a[0] + b[1] > a[1] + b[0]
        scores[0] += a[0] + b[1]
        scores[1] += a[1] + b[0]
    print("learned, steady:", scores, "pairs won:", won)
    assert won >= 4


def test_the_teacher_values_every_action_and_the_pencil_none():
    game = Table(GAME, GAME.setting(2), lambda occasion, codes, weights: codes[0])
    view = game.look(game.to_act[0])
    advice = help.shown(view, "teacher", None)
    assert len(advice.values) == len(legal_codes(view.position, view.eye))
    assert help.shown(view, "pencil", None) is None
    assert help.as_text(view, "teacher", "de").count("\n") == len(advice.values) - 1
    reasons = help.why(view, help.claim(view, "1", "en"), "en")
    assert "Refuse" in reasons[0]
    for claim in ({"pick": 99}, {"pick": True}, None, "1"):
        with pytest.raises(IllegalMove):
            help.why(view, claim, "en")
    with pytest.raises(IllegalMove):
        help.claim(view, "red", "en")


def test_the_published_weights_say_where_they_come_from(tmp_path: Path):
    made = provenance()
    assert made.command.startswith("tepui train roll-and-write --seed")
    assert set(made.games) == {"1", "2", "3", "4", "5"}
    with np.load(FILE) as found:
        for seats, games in made.games.items():
            curve = found[f"curve_{seats}"]
            assert curve[-1][0] == games and round(curve[-1][1], 1) == made.mean_score[seats]
            assert curve[-1][1] > curve[0][1] + 80, "it has learned"
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no weights")
    with pytest.raises(NoWeights, match="tepui train roll-and-write"):
        chooser(2, broken)
    np.savez(tmp_path / "old.npz", weights_2=np.zeros(5))
    with pytest.raises(NoWeights, match="other rules or features"):
        chooser(2, tmp_path / "old.npz")
    assert isinstance(made, Provenance)
