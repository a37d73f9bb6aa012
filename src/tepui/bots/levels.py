"""Levels: five names that mean the same in every game, finer rungs between them, and what a player keeps in mind.

A weaker player knows fewer facts; it does not play dice. What it has forgotten or overlooked follows from what its seat
saw before the first decision, and stays so all game: the same view and the same seed give the same move.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from tepui.bots.contract import Bot
from tepui.core.position import TABLE
from tepui.core.view import View

NAMES = ("beginner", "casual", "regular", "expert", "master")
FINER = "+"  # "casual+" is a little stronger than "casual"
GENTLE, FRIEND = "beginner", "casual"  # whom someone plays first; who fills a seat among people
TEACHER = "master"  # whose reasons the teacher tells
SECONDS = 1.0  # what a level promises to need at most for a decision; its search stops by count long before
MASTER_SECONDS = 5.0
Make = Callable[[], Bot]


@runtime_checkable
class Explains(Protocol):
    def explain(self, view: View, language: str) -> Sequence[str]:
        """What it weighs in this view, in sentences: the best few actions, the best first."""


@runtime_checkable
class Forgets(Protocol):
    def forgot(self, view: View, language: str) -> Sequence[str]:
        """What it does not know of this view though it has seen it, in sentences; to be asked when the game is over."""


def explain(bot: Bot, view: View, language: str) -> list[str]:
    """Nothing where nothing is to be decided, or where a bot keeps its reasons to itself."""
    return list(bot.explain(view, language)) if isinstance(bot, Explains) and view.codes() else []


def forgot(bot: Bot, view: View, language: str) -> list[str]:
    return list(bot.forgot(view, language)) if isinstance(bot, Forgets) else []


class Weighed(NamedTuple):
    """One of the actions on offer, as a bot values it."""

    code: int
    button: str  # as its maker chooses it
    value: float


def best_few(bot: Bot, view: View, language: str, most: int = 3) -> list[Weighed]:
    """Those that the bot values most, the best first."""
    values = bot.rank(view, SECONDS, Random(0))
    if values is None:
        return []
    codes, actions, button = view.codes(), view.legal(), view.game.words.button
    order = sorted(range(len(values)), key=lambda at: -values[at])[:most]
    return [
        Weighed(codes[at], button(view.position, view.eye, actions[at], view.names, language), values[at])
        for at in order
    ]


def figure(number: float, language: str, digits: int = 1) -> str:
    """1,250.5 in English, 1.250,5 in other languages, in French with a narrow space; a real minus."""
    text = f"{round(number, digits) + 0.0:,.{digits}f}".replace("-", "−")
    group = "\u202f" if language.startswith("fr") else "."
    return text if language.startswith("en") else text.translate({ord(","): group, ord("."): ","})


# ---- names and rungs ----


def rungs(levels: Mapping[str, Sequence[Make]]) -> dict[str, Make]:
    """Every rung by its name, the weakest first: {"casual": [a, b], ...} gives "casual" and "casual+"."""
    assert tuple(levels) == NAMES, "a game has all five levels, in this order"
    return {name + FINER * finer: make for name, makes in levels.items() for finer, make in enumerate(makes)}


def level_of(bot: str) -> str | None:
    """The level that a rung belongs to; None: it is none, but a bot with a name of its own."""
    name = bot.rstrip(FINER)
    return name if name in NAMES else None


def beside(bots: Sequence[str], bot: str, steps: int) -> str | None:
    """The rung so many steps harder (or easier, if negative) among a game's bots; None: there is none."""
    there = [name for name in bots if level_of(name)]
    at = there.index(bot) + steps if bot in there else -1
    return there[at] if 0 <= at < len(there) else None


def usual(bots: Iterable[str], level: str) -> str:
    """The bot of this level; in a game without levels its first bot that does not play at random."""
    there = list(bots)
    return level if level in there else next((bot for bot in there if bot != "random"), "random")


def seconds_for(bot: str) -> float:
    """What a table should grant this bot for a decision."""
    return MASTER_SECONDS if level_of(bot) == "master" else SECONDS


# ---- what is kept in mind ----


class Memory:
    """Which facts a player keeps: decided once for each, by chance that nobody rolls."""

    def __init__(self, view: View) -> None:
        dealt = []
        for by, code in view.moves:
            if by != TABLE:
                break
            dealt.append(code)
        self.start = hashlib.blake2b(repr((view.eye, dealt)).encode(), digest_size=8)

    def keeps(self, chance: float, *fact: Any) -> bool:
        """Is this fact among those that it keeps with this chance?"""
        if chance >= 1.0:
            return True
        drawn = self.start.copy()
        drawn.update(repr(fact).encode())
        return int.from_bytes(drawn.digest(), "big") < chance * 2**64

    def still_has(self, chance: float, age: int, *fact: Any) -> bool:
        """The same, asked again for every round that has passed since: what is forgotten stays forgotten."""
        return chance >= 1.0 or all(self.keeps(chance, *fact, round) for round in range(1, age + 1))
