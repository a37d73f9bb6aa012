"""A game's own `random` plays on the server too: Kryptx's never calls Stop before it is certain."""

import asyncio
from random import Random

from tepui.bots.lines import SeatLines
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k
from tepui.server.bots.pool import BotPool


def test_kryptx_random_does_not_stop_at_random() -> None:
    rng = Random(2)
    table = Table(GAME, GAME.setting(3), lambda occasion, codes, weights: rng.choice(codes))
    while table.truth.phase != k.P_PLAY:
        table.pick(table.to_act[0], 0)
    view = table.view(table.to_act[0])

    async def asked() -> set[int]:
        pool, lines = BotPool(size=1, seconds=5.0, grace=60.0), SeatLines(view)
        picks = {await pool.ask("random", view, lines, seed=seed, room="r", people=True) for seed in range(25)}
        await pool.close()
        return {view.codes()[pick] for pick in picks if pick is not None}

    codes = asyncio.run(asked())
    assert len(codes) > 1 and k.STOP not in codes
