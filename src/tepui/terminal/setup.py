"""What is said before the first move: who sits where, which options, which parts."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tepui.bots import levels, names
from tepui.bots.contract import MEMORY, Bot, RandomBot
from tepui.bots.process import ProgramBot, in_own_process
from tepui.cli_args import option_values
from tepui.core import find
from tepui.core.game import Game, Setting, or_join
from tepui.core.parts import read
from tepui.core.refusal import BadParts, UnknownName
from tepui.core.words import clean

ANIMALS = ("Toucan", "Ocelot", "Iguana", "Tapir", "Macaw", "Capybara", "Sloth", "Anaconda")
PROGRAM = "program"
FRIENDS = 2


@dataclass(frozen=True)
class Chair:
    """Who sits there: a person, an installed bot, or someone's own program."""

    name: str
    bot: str | None = None  # a bot's name; "program:COMMAND"; None for a person

    @property
    def person(self) -> bool:
        return self.bot is None

    @property
    def in_record(self) -> str | None:
        """A record never holds a command line: whoever opens a stranger's record would run it."""
        return PROGRAM if self.bot and self.bot.startswith(f"{PROGRAM}:") else self.bot


def chairs(
    game: Game, seats: int | None, said: Sequence[str], bots: Sequence[str], language: str = "en"
) -> list[Chair]:
    """`--seat anna --seat bot:casual`; whoever is not named is a bot, but for one person if nobody is named.

    Without a word it is as in the browser: one person and two gentle bots.
    """
    usual = FRIENDS + 1 if FRIENDS + 1 in game.seats else game.seats[0]
    total = usual if seats is None else seats
    if seats is None and said:
        total = min((n for n in game.seats if n >= len(said)), default=max(game.seats))
    game.setting(total)  # refuses a number of players that the game is not for
    if len(said) > total:
        raise UnknownName(f"{len(said)} seats are named, but there are {total}. Leave some out")
    filling = list(bots) or [levels.usual(game.bots, levels.GENTLE)]
    people = [named(text) for text in said if not text.startswith(("bot:", f"{PROGRAM}:"))]
    found: list[Chair] = []
    for seat in range(total):
        text = said[seat] if seat < len(said) else ""
        kind, colon, what = text.partition(":")
        if colon and kind in ("bot", PROGRAM):
            bot = text if kind == PROGRAM else what
        elif text or (not said and seat == 0):
            found.append(Chair(named(text or ANIMALS[seat])))
            continue
        else:
            bot = filling[min(len([chair for chair in found if not chair.person]), len(filling) - 1)]
        plant = names.name_for(seat, [*people, *(chair.name.partition(" (")[0] for chair in found)])
        title = PROGRAM if bot.startswith(f"{PROGRAM}:") else names.title(language, bot)
        found.append(Chair(f"{plant} ({title})", bot))
    if len({chair.name for chair in found}) < len(found):
        raise UnknownName("two seats have the same name. Give each its own")
    return found


def named(text: str) -> str:
    name = clean(text).strip()[:40]
    if not name:
        raise UnknownName("a seat's name is empty. Write --seat anna, or --seat bot:random")
    return name


def seated(game: Game, bot: str, language: str, memory: int = MEMORY) -> Bot:
    """The bot that was asked for. All but the simplest run in a process of their own, with a limit for each move."""
    if bot.startswith(f"{PROGRAM}:"):
        command = shlex.split(bot.removeprefix(f"{PROGRAM}:"))
        if not command:
            raise UnknownName("program: needs a command line, for instance program:'python3 my_bot.py'")
        return ProgramBot(command, language=language, memory=memory)
    if bot == PROGRAM:
        raise UnknownName("a seat was played by someone's program. Say which with --bot program:'COMMAND'")
    there = find.bots(game.name)
    if bot not in there:
        raise UnknownName(f"there is no bot {bot!r} for {game.name}. There are {or_join(there)}, or program:'COMMAND'")
    if there[bot] is RandomBot:
        return RandomBot()
    return in_own_process(bot, language=language, memory=memory)


def setting_of(game: Game, seats: int, said: Sequence[str], parts: Path | None, language: str) -> Setting:
    """`--option curse --option length=long --parts my-parts.toml`; a bad file is refused in the player's language."""
    text = None if parts is None else read(parts, language)
    try:
        return game.setting(seats, option_values(game, said), text)
    except BadParts as bad:
        raise BadParts(bad.sentence(language)) from None
