"""The fourth kind: play. Duplicate pairs against a bot; the same cards and dice, with seats exchanged."""

from __future__ import annotations

from random import Random

from tepui.bots.contract import Bot
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.table import Table
from tepui.research.bot_games import play_point
from tepui.research.lanes import utility
from tepui.research.minds.questions import NAMES

GAMES = ("lost-code", "roll-and-write", "kryptx")


def pair_score(name: str, mine: Bot, opponent: Bot, seed: str, seconds: float = 0.5) -> float:
    """What a pair of games is worth to the first of two, between -1 and 1."""
    game = find.game(name)
    setting = game.setting(2)
    total = 0.0
    for seat in (0, 1):
        players = [mine, opponent] if seat == 0 else [opponent, mine]
        table = Table(game, setting, Dealer(seed).choose, NAMES[:2])
        rng = Random(f"{seed} {seat}")
        while not table.over:
            play_point(table, players, rng, seconds)
        total += utility(table.truth, seat, 2, True)
    return total / 2
