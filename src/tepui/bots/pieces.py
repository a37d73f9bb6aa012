"""What a player's piece looks like: sixteen emblems, and sixteen colours that no stone, die or card has.

Names only; who draws them (the page, by `art/glyphs.ts` and `parts/Emblem.svelte`) is held to this list by its types.
"""

from typing import Literal, get_args

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
PLANTS: tuple[Plant, ...] = get_args(Plant)
