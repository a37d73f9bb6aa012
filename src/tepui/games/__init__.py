"""The games that come with Tepui, one folder each; `installed()` lists these and everyone else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tepui.core.game import Game


def installed() -> list[Game]:
    """Every installed game that can be loaded, by name: ours, and those of other packages.

    >>> from tepui import games
    >>> [game.name for game in games.installed()]  # doctest: +ELLIPSIS
    [...'lost-code'...]
    """
    from tepui.core import find
    from tepui.core.game import Game

    return [game for game in find.games() if isinstance(game, Game)]


def names() -> list[str]:
    """Their names, without loading any: what `tepui.game` takes."""
    from tepui.core import find

    return list(find.names())
