"""Where the translations of this game lie."""

from pathlib import Path

from tepui.core.words import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent)
