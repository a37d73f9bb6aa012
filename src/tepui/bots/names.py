"""What bots are called at a table: plants of the jungle. Newcomers are animals, so nobody takes one for the other."""

from collections.abc import Iterable

from tepui.bots.levels import FINER, NAMES, level_of
from tepui.bots.pieces import PLANTS as FACES
from tepui.bots.pieces import Plant
from tepui.core.words import CATALOGUE, N_

PLANTS = tuple(plant.capitalize() for plant in FACES)  # each has a face of its own
LEVELS = dict(zip(NAMES, (N_("beginner"), N_("casual"), N_("regular"), N_("expert"), N_("master")), strict=True))
STRONGER = ("{level}", N_("{level}, a little stronger"), N_("{level}, stronger still"))


def name_for(seat: int, taken: Iterable[str]) -> str:
    """A name that nobody else at the table has; the same seat gets the same one wherever it is free."""
    others = {name.casefold() for name in taken}
    for number in range(1, len(others) + 2):
        for step in range(len(PLANTS)):
            name = PLANTS[(seat + step) % len(PLANTS)] + (f" {number}" if number > 1 else "")
            if name.casefold() not in others:
                return name
    raise AssertionError("there are more names than others")


def emblem(name: str) -> Plant | None:
    """The face that belongs to this name; None: it is no bot's."""
    plant = name.split(" ")[0]
    return FACES[PLANTS.index(plant)] if plant in PLANTS else None


def title(language: str, bot: str) -> str:
    """How strong a bot is, in words: its level, or the name of one that has none."""
    level, _ = level_of(bot), CATALOGUE.language(language)
    if level is None:
        return bot
    return _(STRONGER[min(bot.count(FINER), len(STRONGER) - 1)], level=_(LEVELS[level]))
