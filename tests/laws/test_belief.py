"""What a seat can know in Forehead, counted by brute force."""

from random import Random

import pytest

from tepui.coach.belief import BruteForce, TooManyWorlds
from tepui.core import find
from tepui.core.position import AUDIENCE, TABLE
from tepui.core.table import Table


@pytest.fixture
def table() -> Table:
    """Three foreheads: 7, 2 and 5."""
    game = find.game("forehead")
    table = Table(game, game.setting(3))
    for number in (7, 2, 5):
        table.replay(TABLE, number)
    return table


def test_my_own_number_can_be_any_that_i_do_not_see(table: Table) -> None:
    belief = BruteForce(table.view(0))
    assert belief.worlds() == 8
    assert belief.likelihood(belief.world(table.truth)) == pytest.approx(1 / 8)
    assert belief.grouped(lambda truth: truth.numbers[0] > 5)[True] == pytest.approx(4 / 8)
    assert belief.grouped(lambda truth: truth.numbers[0] == 2)[True] == 0


def test_the_audience_knows_only_that_numbers_differ(table: Table) -> None:
    assert BruteForce(table.view(AUDIENCE)).worlds() == 10 * 9 * 8


def test_a_shown_number_is_known_and_teaches_about_the_others(table: Table) -> None:
    for seat in range(3):
        table.replay(seat, 0)
    table.replay(TABLE, 7)
    audience = BruteForce(table.view(AUDIENCE))
    assert audience.worlds() == 9 * 8
    assert audience.grouped(lambda truth: truth.numbers[0] == 7)[True] == pytest.approx(1)
    assert BruteForce(table.view(0)).worlds() == 1


def test_samples_are_worlds_and_can_be_played_on(table: Table) -> None:
    belief = BruteForce(table.view(1))
    drawn = {belief.sample(Random(seed)) for seed in range(200)}
    assert len(drawn) == 8
    world = belief.found[drawn.pop()][0]
    world.apply(0, 1)
    assert world.bets[0] == 1
    assert all(belief.found[other][0].bets[0] == -1 for other in drawn)


def test_a_position_that_is_not_small_is_refused(table: Table) -> None:
    with pytest.raises(TooManyWorlds):
        BruteForce(table.view(AUDIENCE), limit=700)
