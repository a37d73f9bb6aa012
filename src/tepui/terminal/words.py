"""The terminal's own sentences (a game brings its own)."""

from __future__ import annotations

from pathlib import Path

from tepui.core.words import Catalogue, Language

CATALOGUE = Catalogue(Path(__file__).parent)


def speaking(language: str) -> Language:
    return CATALOGUE.language(language)
