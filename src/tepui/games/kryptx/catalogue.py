"""Where the translations lie: beside this file, which is never compiled (a compiled one stands in another folder)."""

from pathlib import Path

from tepui.core.words import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent)
