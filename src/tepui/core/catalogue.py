"""Where the core's own sentences are translated: beside this file, which is never compiled."""

from pathlib import Path

from tepui.core.words import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent)
