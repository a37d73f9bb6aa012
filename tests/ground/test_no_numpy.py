"""A game is played and reviewed without numpy: it takes longer to load than all the rest, and no browser has it."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys
from random import Random
from tepui.bots import levels
from tepui.bots.contract import asking_order, choose
from tepui.coach.review import walk
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table

def played(game, bots, seed):
    table = Table(game, game.setting(len(bots)), Dealer(seed).choose, tuple("ABC"[: len(bots)]))
    rng, players = Random(seed), [find.bot(game.name, bot) for bot in bots]
    while not table.over:
        for seat in asking_order(table.look(0)):
            view = table.view(seat)
            pick = choose(players[seat], view, 1.0, rng) if view.codes() else None
            if pick is not None:
                table.pick(seat, pick)
                break
    return table

game = find.game(sys.argv[1])
every = [bot for bot in find.bots(game.name) if levels.level_of(bot)]
assert len(every) >= 5, every
for bot in every:
    table = played(game, ["random", bot], bot)
    list(levels.explain(find.bot(game.name, bot), table.view(1), "en"))
walk.review(table.view(0))
assert "numpy" not in sys.modules, "something imports numpy"
"""


@pytest.mark.parametrize("game", ["lost-code", "roll-and-write", "kryptx"])
def test_a_game_with_bots_of_every_level_and_its_review_do_not_import_numpy(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
