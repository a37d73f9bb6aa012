"""What a player of The Lost Code can order ahead: the roll, the token, the stone that goes after a wrong guess."""

from typing import Any

from tepui.core.orders import Order, best, of_code
from tepui.core.words import N_
from tepui.games.lost_code import codes
from tepui.games.lost_code.state import Board

SURPRISE = N_("Ended because the curse has changed hands")


def landmark(view: Any) -> tuple[int, ...]:
    """Who holds the curse."""
    return (view.position.curse,)


def no_red(position: Board) -> bool:
    return position.red_die() < 0


def middle(view: Any) -> int | None:
    """The widest wheel that is free, its middle as near as can be to that of three stones."""
    if view.position.phase != codes.GUESSING:
        return None
    parts = view.position.parts

    def worth(code: int) -> tuple[int, int]:
        wheel, low = divmod(code - codes.GUESS, codes.LOWS)
        size = parts.sizes[wheel]
        return size, -abs(2 * low + size - 1 - 3 * (parts.numbers - 1))

    return best(view, worth)


EXCHANGES = (  # in the order of the colours
    N_("After a wrong guess, exchange my blue stone."),
    N_("After a wrong guess, exchange my yellow stone."),
    N_("After a wrong guess, exchange my purple stone."),
    N_("After a wrong guess, exchange my green stone."),
    N_("After a wrong guess, exchange my pink stone."),
    N_("After a wrong guess, exchange my red stone."),
)
ORDERS = (
    Order("leave", N_("Leave every token on the table."), of_code(codes.LEAVE)),
    Order("keep-no-red", N_("Keep the roll if no die shows red."), of_code(codes.KEEP, no_red)),
    Order("keep", N_("Keep every roll."), of_code(codes.KEEP)),
    Order("middle", N_("Guess with the widest wheel that is free, around the middle."), middle),
    *(
        Order(f"exchange-{colour}", sentence, of_code(codes.EXCHANGE + colour))
        for colour, sentence in enumerate(EXCHANGES)
    ),
)
