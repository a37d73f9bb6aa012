"""A past that is filled in looks to its eyes exactly like what they saw, and is played by the rules."""

from random import Random

import pytest

from tepui.core import find
from tepui.core.position import TABLE, legal_codes, odds_of
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.kryptx.rules import Kryptx

GAME = find.game("kryptx")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pro", [False, True])
def test_a_past_looks_like_what_was_seen(seats: int, pro: bool) -> None:
    rng = Random(f"{seats} {pro}")
    shuffles: list[int] = []
    while len(shuffles) < 60:
        table = Table(GAME, GAME.setting(seats, {"pro": pro}), lambda _, codes, weights: rng.choices(codes, weights)[0])
        while not table.over:
            if len(table.moves) > 12 and rng.random() < 0.15:
                check(table.view(rng.randrange(seats)), rng)
                assert isinstance(table.truth, Kryptx)
                shuffles.append(table.truth.shuffles)
            seat = table.to_act[0]
            table.pick(seat, rng.randrange(len(table.view(seat).codes())))
    assert max(shuffles) > 0, "a past across a shuffle is the hard one"


def check(view: View, rng: Random) -> None:
    belief = GAME.belief(view)
    twin = Table(GAME, view.setting)
    for by, code in belief.past(view, rng):
        assert code in (odds_of(twin.truth)[0] if by == TABLE else legal_codes(twin.truth, by))
        twin.replay(by, code)
    assert twin.look(view.eye).moves == view.moves
    assert belief.likelihood(belief.world(twin.truth)) > 0
