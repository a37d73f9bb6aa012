"""What bots are called, and what pieces look like. Bots are plants and newcomers animals: nobody mistakes them."""

from collections.abc import Iterable
from typing import Literal, get_args

from tepui.bots.levels import FINER, NAMES, level_of
from tepui.core.words import CATALOGUE, N_

# What a piece looks like: for people an emblem and a colour that no stone, die or card has. Names only: who
# draws them (`art/glyphs.ts`, `parts/Emblem.svelte`) is held to these lists by its types.
Emblem = Literal[
    "compass", "lantern", "hat", "canoe", "feather", "tent", "key", "anchor",
    "drum", "bell", "torch", "boot", "fish", "axe", "jug", "mountain",
]  # fmt: skip
Colour = Literal[
    "ivory", "sand", "slate", "umber", "soot", "moss", "honey", "night",
    "rust", "mist", "clay", "wine", "sage", "rose", "lilac", "fern",
]  # fmt: skip
# Of bots, by their names; those who sit together begin with other letters and have other outlines.
Plant = Literal["mango", "cacao", "liana", "bambu", "nopal", "papaya", "coco", "palma"]
EMBLEMS: tuple[Emblem, ...] = get_args(Emblem)
COLOURS: tuple[Colour, ...] = get_args(Colour)  # in the order of the emblems: each has one that is its own
FACES: tuple[Plant, ...] = get_args(Plant)
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
