"""Weaker players of The Lost Code: fewer facts, never a wrong one."""

from random import Random

import pytest
from lost_code.tables import SETTINGS, some_table

from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.belief import possible_codes
from tepui.games.lost_code.bots.levels import NEWCOMER, Modest
from tepui.games.lost_code.bots.mind import Dials, Mind
from tepui.games.lost_code.bots.tables import listed

DIALS = [
    NEWCOMER,
    Dials(notices=0.5),
    Dials(remembers=0.7),
    Dials(combines=0),
    Dials(combines=2),
    Dials(writes_back=False),
    Dials(rounds=1),
]


@pytest.mark.parametrize("dials", DIALS, ids=lambda dials: str(DIALS.index(dials)))
def test_whoever_knows_less_still_holds_the_truth_possible(dials: Dials) -> None:
    rng = Random(f"less {DIALS.index(dials)}")
    looser = 0
    for seats, options in SETTINGS[::5]:
        table = some_table(rng, seats, options, rng.randrange(40, 160))
        if table.over or table.truth.phase in (codes.DRAWING, codes.DEALING, codes.STACKING):
            continue
        for seat in range(seats):
            view = table.view(seat)
            exact, mind = possible_codes(view), Mind(view, dials)
            assert mind.codes.count() >= exact.count() > 0
            looser += mind.codes.count() > exact.count()
            for colour in range(exact.stones):
                stone = table.truth.stone(seat, colour)  # type: ignore[attr-defined]
                assert stone > 8 or mind.codes.candidates[colour] >> stone & 1
    assert looser > 0


def test_with_all_dials_open_it_is_the_exact_belief() -> None:
    rng = Random("exact")
    for _ in range(10):
        table = some_table(rng, 2, {}, rng.randrange(40, 150))
        view = table.view(0)
        assert Mind(view, Dials()).codes.count() == possible_codes(view).count()


def test_points_now_are_the_chance_to_hit_times_the_points_of_the_wheel() -> None:
    rng = Random("now")
    while True:
        table = some_table(rng, 2, {}, rng.randrange(40, 100))
        if table.truth.phase == codes.GUESSING:
            break
    view = table.view(table.to_act[0])
    expect = Modest(view, Mind(view, NEWCOMER), NEWCOMER)
    dice = [int(expect.position.die(die)) for die in range(3)]
    sums = [sum(int(code) >> 4 * colour & 15 for colour in dice) for code in listed(expect.codes)]
    for code in view.codes():
        wheel, low = divmod(code - codes.GUESS, codes.LOWS)
        high = low + int(expect.parts.sizes[wheel])
        hit = sum(low <= one < high for one in sums) / len(sums)
        assert expect.guess(dice)[code - codes.GUESS] == pytest.approx(hit * expect.parts.points[wheel])
    assert GAME.bots["beginner"]().rank(view, 1.0, rng) is not None
