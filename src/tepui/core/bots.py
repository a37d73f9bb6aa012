"""What a bot is: it values the actions of a view, and never holds more than a player does."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tepui.core.protocols import Bot
from tepui.core.refusal import BotFailed, Refusal
from tepui.core.view import View

SEAT_ANOTHER = "seat another bot"


class RandomBot:
    """Any action is as good as any other; it never interrupts."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        return [0.0] * len(view.codes()) if view.must_act else None


def choose(bot: Bot, view: View, seconds: float, rng: Random) -> int | None:
    """The index that the bot plays: its highest value, ties by `rng`; None: it lets an interrupt pass."""
    offered = len(view.codes())
    must_act = view.must_act
    try:
        values = bot.rank(view, seconds, rng)
    except Refusal:
        raise
    except Exception as error:  # whatever somebody's bot raises
        raise BotFailed(f"the bot crashed ({type(error).__name__}: {error}); {SEAT_ANOTHER}") from error
    if values is None:
        if must_act:
            raise BotFailed(f"the bot did not answer though its seat must act; {SEAT_ANOTHER}")
        return None
    if len(values) != offered:
        raise BotFailed(f"the bot valued {len(values)} actions, but {offered} are on offer; {SEAT_ANOTHER}")
    if any(value != value for value in values):
        raise BotFailed(f"the bot valued an action as NaN, which is not a number; {SEAT_ANOTHER}")
    best = max(values)
    return rng.choice([index for index, value in enumerate(values) if value == best])


__all__ = ["SEAT_ANOTHER", "Bot", "RandomBot", "choose"]
