"""Bots that play a table on by themselves: who is asked, and whose move it is where others may call out."""

from collections.abc import Callable, Sequence
from random import Random

from tepui.bots.contract import Bot, asking_order, choose, is_call
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.table import Table

SECONDS = 60.0  # bots that look ahead stop by count long before
BY = 1 << 16  # a move as one number: who made it times this, plus its code


def self_play(game: Game, setting: Setting, bot: str, seed: str) -> Table:
    """A whole game of one bot in all seats; `seed` decides the dice and the bots."""
    table = Table(game, setting, Dealer(seed).choose)
    play_on(table, [find.bot(game.name, bot)] * setting.seats, Random(seed))
    return table


def play_on(table: Table, players: Sequence[Bot], rng: Random) -> None:
    """To the end, every bot with the same dice."""
    play_out(table, lambda seat: choose(players[seat], table.view(seat), SECONDS, rng))


def play_out(table: Table, ask: Callable[[int], int | None]) -> None:
    """To the end; `ask` gives a seat's pick, or None where it lets an interrupt pass."""
    while must := table.to_act:
        pick = ask(must[0])
        assert pick is not None  # `choose` does not let a seat pass that must act
        table.pick(*interrupted(table, must[0], pick, ask))


def interrupted(table: Table, first: int, chosen: int, ask: Callable[[int], int | None]) -> tuple[int, int]:
    """Who moves where others may call out: asked in order, and a move of `first` that is no call itself comes last."""
    callers = [seat for seat in asking_order(table.look(first))[1:] if may_call(table, seat)]
    if callers and not is_call(table, first, table.look(first).offered()[chosen]):
        for seat in callers:
            if (pick := ask(seat)) is not None:
                return seat, pick
    return first, chosen


def may_call(table: Table, seat: int) -> bool:
    view = table.look(seat)
    return not view.must_act and bool(view.offered())
