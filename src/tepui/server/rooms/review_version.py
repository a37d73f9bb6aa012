"""Which reviews are still true: those of these rules, this game's reviewer and this reckoning."""

from __future__ import annotations

from tepui.core.game import Game
from tepui.core.review import VERSION


def version_of(game: Game) -> str:
    """A review that says another one is made anew."""
    return f"{VERSION}.{game.rules}.{getattr(game.review, 'version', 1)}"
