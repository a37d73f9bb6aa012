"""The terminal's own sentences (a game brings its own)."""

from pathlib import Path

from tepui.core.words import Catalogue, Language

CATALOGUE = Catalogue(Path(__file__).parent)


def speaking(language: str) -> Language:
    return CATALOGUE.language(language)


def pair(_: Language, what: object, value: object) -> str:
    """`Anna: 7 points`, with the space that the language puts before a colon."""
    return _("{what}: {value}", what=what, value=value)
