"""What a player of The Lost Code can order ahead: the roll, the token, the stone that goes after a wrong guess."""

from typing import Any

from tepui.core.orders import Order, of_code, of_most
from tepui.core.words import N_
from tepui.games.lost_code import codes

SURPRISE = N_("Ended because the curse has changed hands")


def landmark(view: Any) -> tuple[int, ...]:
    """Who holds the curse."""
    return (view.position.curse,)


def no_red(view: Any) -> bool:
    return bool(view.position.red_die() < 0)


def widest(view: Any, code: int) -> tuple[int, int]:
    """How wide this wheel is, and how near its middle is to that of three stones."""
    parts, (wheel, low) = view.position.parts, divmod(code - codes.GUESS, codes.LOWS)
    size = parts.sizes[wheel]
    return size, -abs(2 * low + size - 1 - 3 * (parts.numbers - 1))


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
    Order(
        "middle", N_("Guess with the widest wheel that is free, around the middle."), of_most(widest, codes.GUESSING)
    ),
    *(Order(f"exchange-{colour}", text, of_code(codes.EXCHANGE + colour)) for colour, text in enumerate(EXCHANGES)),
)
