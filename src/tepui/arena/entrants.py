"""Who enters a match: a house bot in this process, a stranger's in one of its own, or one over the network."""

from __future__ import annotations

import re
import shlex

from tepui.arena import doors
from tepui.bots.contract import Bot
from tepui.bots.process import ProgramBot, own_bot
from tepui.core import find
from tepui.core.refusal import UnknownName

PROGRAM = "program:"
JOIN = "join:"
START_SECONDS = 10.0  # more for a bot's first decision: programs start then, and weights are read from disk
kept: dict[tuple[str, str, int, int], There] = {}
"""Programs of this process, by game, bot, seat and memory: starting one again for every game would take most of the
time, and a start line tells it that another game has begun."""


class There(ProgramBot):
    """A bot in a process of its own, which is ended with all that it started."""

    keeps_time = True  # someone else ends it when its time is up


def check(game: str, bot: str) -> None:
    """Refuses a bot that cannot enter, before the first game."""
    if bot.startswith(PROGRAM):
        if not shlex.split(bot.removeprefix(PROGRAM)):
            raise UnknownName("program: needs a command line, for instance program:'python3 my_bot.py'")
    elif bot.startswith(JOIN):
        if not re.fullmatch(r"[a-z0-9-]{1,30}", bot.removeprefix(JOIN)):
            raise UnknownName("join: needs a name of a-z, 0-9 and -, for instance join:kim")
    else:
        find.bot(game, bot)


def enter(game: str, bot: str, seat: int, memory: int) -> Bot:
    """A bot of the game's own package is as trusted as its rules, which run in this process too."""
    if not bot.startswith(PROGRAM) and (bot == "random" or bot in find.game(game).bots):
        return find.bot(game, bot)
    if bot.startswith(JOIN):
        return doors.joined(bot, START_SECONDS)
    key = game, bot, seat, memory
    if key not in kept:
        kept[key] = There(command(bot), name=bot, memory=memory, start_seconds=START_SECONDS)
    return kept[key]


def command(bot: str) -> list[str]:
    return shlex.split(bot.removeprefix(PROGRAM)) if bot.startswith(PROGRAM) else own_bot(bot)


def close() -> None:
    for entrant in kept.values():
        entrant.close()
    kept.clear()
