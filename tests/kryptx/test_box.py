"""How a game of Kryptx begins."""

from random import Random

import pytest

from tepui.core.table import Table
from tepui.games.kryptx import GAME


@pytest.mark.clause("KX-12")
def test_who_begins_is_drawn_by_lot() -> None:
    firsts = set()
    for seed in range(30):
        rng = Random(seed)
        table = Table(GAME, GAME.setting(3), lambda occasion, offered, weights, rng=rng: rng.choice(offered))
        firsts.add(table.to_act[0])
    assert firsts == {0, 1, 2}
