"""Orders that a player gives ahead: a game's ready-made sentences, each a choice out of its owner's own legal list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from tepui.core.game import Game


class Order(NamedTuple):
    """`Order("pass", N_("Pass if nothing fits."), lambda view: 0 if len(view.offered()) == 1 else None)`."""

    name: str  # on disk and in messages: never changed
    sentence: str  # English, for the game's own catalogue: what is done, and when
    choose: Callable[[Any], int | None]  # (view) -> a place in `view.legal()`; None: it does not apply now


class Orders(Protocol):
    """What a game brings as `orders`. Its module may also have `landmark(view)`: some numbers.

    When one of them has changed, something has happened that nobody could expect (a Stop!), and orders have ended.
    `SURPRISE` may say so: `N_("Ended by a failed Stop!")`.
    """

    ORDERS: tuple[Order, ...]  # what comes first is tried first


def of(game: Game) -> tuple[Order, ...]:
    """The orders that players of this game can give."""
    found = game.brought("orders", Orders)
    return () if found is None else found.ORDERS


def landmark(view: Any) -> tuple[int, ...]:
    """What must stay as it is while an order counts, as its owner sees it."""
    own = getattr(view.game.brought("orders", Orders), "landmark", None)
    return () if own is None else tuple(int(number) for number in own(view))


def surprise(game: Game) -> str:
    """Why orders end when the landmark has changed, as a sentence of the game's catalogue; empty: it has none."""
    return getattr(game.brought("orders", Orders), "SURPRISE", "")


def choice(order: Order, view: Any) -> int | None:
    """The place in the legal list that this order chooses now; None: it does not apply, or names none."""
    offered = len(view.offered()) if view.must_act else 0
    found = order.choose(view) if offered else None
    return found if found is not None and 0 <= found < offered else None


def of_code(wanted: int, when: Callable[[Any], bool] = lambda view: True) -> Callable[[Any], int | None]:
    """Chooses this code where it is offered, and `when` the view says so."""

    def choose(view: Any) -> int | None:
        codes = view.offered()
        return codes.index(wanted) if wanted in codes and when(view) else None

    return choose


def of_most(worth: Callable[[Any, int], Any], *phases: int) -> Callable[[Any], int | None]:
    """Chooses the code that is worth most in these phases, by whatever can be compared; None is worth nothing."""

    def choose(view: Any) -> int | None:
        worths = [worth(view, code) for code in view.offered()] if view.position.phase in phases else []
        most = max((one for one in worths if one is not None), default=None)
        return None if most is None else worths.index(most)

    return choose
