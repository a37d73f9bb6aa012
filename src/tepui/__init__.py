"""Tepui: a table under palm trees for The Lost Code, Lost Cities: Roll & Write and Kryptx.

The door for programs. Each name is loaded when it is first used, so `import tepui` stays light:

    from tepui import Game, Table, View, Dealer, Record, game, games, laws
    from tepui import Action, Position, bit                                  # what a game's rules begin with

`game("lost-code")` is an installed game, `games.installed()` are all of them. A `Table` plays one with a `Dealer`'s
chance, a `View` is what one pair of eyes sees of it, a `Record` is one that was written down, and `laws(game)` tries
what must hold of every game.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tepui import _switch

if TYPE_CHECKING:
    from tepui import games
    from tepui.core.actions import Action
    from tepui.core.bits import bit
    from tepui.core.dealer import Dealer
    from tepui.core.find import game
    from tepui.core.game import Game
    from tepui.core.position import Position
    from tepui.core.record import Record
    from tepui.core.table import Table
    from tepui.core.view import View
    from tepui.laws import laws

__version__ = "0.2.0"
__all__ = ["Action", "Dealer", "Game", "Position", "Record", "Table", "View", "bit", "game", "games", "laws"]

_WHERE = {
    "Action": "tepui.core.actions",
    "Dealer": "tepui.core.dealer",
    "Game": "tepui.core.game",
    "Position": "tepui.core.position",
    "Record": "tepui.core.record",
    "Table": "tepui.core.table",
    "View": "tepui.core.view",
    "bit": "tepui.core.bits",
    "game": "tepui.core.find",
    "laws": "tepui.laws",
}


def __getattr__(name: str) -> Any:
    if name == "games":  # the package itself
        return import_module("tepui.games")
    if name not in _WHERE:
        raise AttributeError(f"module 'tepui' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_WHERE[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_switch.install()
