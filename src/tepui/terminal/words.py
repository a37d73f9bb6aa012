"""The terminal's own sentences (a game brings its own), and the language that the reader wants."""

from __future__ import annotations

import os
from pathlib import Path

from tepui.core.game import Game, listed
from tepui.core.refusal import UnknownName
from tepui.core.words import Catalogue, Language

CATALOGUE = Catalogue(Path(__file__).parent)


def language_for(game: Game, wanted: str | None) -> str:
    """The language asked for, or that of the computer if the game speaks it, or English."""
    if wanted is not None:
        if wanted not in game.languages:
            raise UnknownName(f"{game.title} speaks {listed(game.languages)}, not {wanted!r}; choose one of these")
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if set_to := os.environ.get(variable):
            short = set_to[:2].lower()
            return short if short in game.languages else "en"
    return "en"


def speaking(language: str) -> Language:
    return CATALOGUE.language(language)
