"""What a bot is: it values the actions of a view, and never holds more than a player does."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from tepui.core.game import Bot
from tepui.core.refusal import BotFailed, Refusal
from tepui.core.view import View

if TYPE_CHECKING:
    from tepui.core.table import Table

MEMORY = 2048  # MB that each process of a bot may write to; 0: as much as there is


class RandomBot:
    """Any action is as good as any other; it never interrupts."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        """The same value for every action, so that chance decides."""
        return [0.0] * len(view.codes()) if view.must_act else None


def choose(bot: Bot, view: View, seconds: float, rng: Random) -> int | None:
    """The index that the bot plays: its highest value, ties by `rng`; None: it lets an interrupt pass."""
    offered, must_act = len(view.codes()), view.must_act
    try:
        return pick_of(bot.rank(view, seconds, rng), offered, must_act, rng)
    except Refusal:
        raise
    except Exception as error:  # whatever someone's bot raises
        raise BotFailed(f"crashed ({type(error).__name__}: {error})") from error


def pick_of(answer: Sequence[float] | int | None, offered: int, must_act: bool, rng: Random) -> int | None:
    """What a bot's answer means, be it values, a pick or None: an index that can be played, or BotFailed."""
    if answer is None:
        if must_act:
            raise BotFailed("passed though its seat must act")
        return None
    if isinstance(answer, int):
        if not 0 <= answer < offered:
            raise BotFailed(f"picked {answer}, but 0 to {offered - 1} are on offer")
        return answer
    if len(answer) != offered:
        raise BotFailed(f"valued {len(answer)} actions, but {offered} are on offer")
    if any(value != value for value in answer):
        raise BotFailed("valued an action as NaN, which is not a number")
    best = max(answer)
    return rng.choice([index for index, value in enumerate(answer) if value == best])


def asking_order(view: View) -> list[int]:
    """All seats in the order in which their bots are asked: whoever must act first, then clockwise (Kryptx, R-13)."""
    seats, owing = view.setting.seats, view.position.to_act()
    first = next((seat for seat in range(seats) if owing >> seat & 1), 0)
    return [(first + step) % seats for step in range(seats)]


def is_call(table: Table, seat: int, code: int) -> bool:
    """Is this move of a seat that must act one with which others may interrupt now: "Stop!"?

    Then it is served in its turn; any other move of this seat closes the window, so bots that may call come first.
    """
    views = (table.look(other) for other in range(table.setting.seats) if other != seat)
    return any(code in view.offered() for view in views if not view.must_act)


__all__ = ["Bot", "RandomBot", "asking_order", "choose", "is_call", "pick_of"]
