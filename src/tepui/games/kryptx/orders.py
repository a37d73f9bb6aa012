"""What a player of Kryptx can order ahead: where cards are placed, and no question."""

from typing import Any

from tepui.core.bits import count
from tepui.core.orders import Order, of_code, of_most
from tepui.core.words import N_
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.cards import placed
from tepui.games.kryptx.state import BESIDES, State

SURPRISE = N_("Ended by a failed Stop!")


def landmark(view: Any) -> tuple[int, ...]:
    """Every failed attempt to stop the game."""
    return (len(view.position.claims),)


def open_to(game: State, seat: int, card: int, where: int) -> int:
    """How many cards the others could hold possible on these stands afterwards, by what lies there: as a product."""
    product = 1
    for at in range(game.each):
        stand = game.stand(seat, at)
        cards = game.deck.cards & ~game.shown & ~(1 << card)
        for lying, beside in ((game.laid[stand], False), (game.laid[BESIDES + seat], True)):
            for other in range(50):
                if lying >> other & 1:
                    cards &= placed(other, beside)
        if where in (at, k.BESIDE):
            cards &= placed(card, where == k.BESIDE)
        product *= max(1, count(cards))
    return product


def hidden(view: Any, code: int) -> int | None:
    return None if code < k.PLACE else open_to(view.position, view.eye, *divmod(code - k.PLACE, k.PLACES))


ORDERS = (
    Order("open", N_("Place my first three cards so that they show least."), of_most(hidden, k.P_OPENING)),
    Order("place", N_("Place every card that I draw so that it shows least."), of_most(hidden, k.P_PLAY, k.P_AGAIN)),
    Order("draw", N_("Draw a card instead of asking."), of_code(k.EXTRA)),
)
