"""What a player of Roll & Write can order ahead: refuse, write what costs nothing, climb."""

from collections.abc import Callable
from typing import Any

from tepui.core.orders import Order, of_code, of_most
from tepui.core.words import N_
from tepui.games.roll_and_write.outlook import outlook
from tepui.games.roll_and_write.rules import ACCELERATE, CHOOSE, PASS
from tepui.games.roll_and_write.sheet import NUMBER, TOP


def points(view: Any, code: int) -> int:
    """What a move brings at once: its change of the sheet, and bridges that are passed first."""
    ahead = outlook(view.position, view.eye, code)
    return ahead.change + ahead.bonus


def nothing_fits(view: Any) -> bool:
    return bool(view.position.phase == CHOOSE and view.offered() == [PASS])


def nothing_pays(view: Any) -> bool:
    return view.position.phase == CHOOSE and all(points(view, code) <= points(view, PASS) for code in view.offered())


def write(most: int) -> Callable[[Any], int | None]:
    """The pair that leaves out the fewest numbers, in an expedition that is on its way; of equal ones the highest."""

    def worth(view: Any, code: int) -> tuple[int, int] | None:
        sheet, (colour, digit) = view.position.sheets[view.eye], divmod(code - 1, 10)
        if code == PASS or sheet.height(colour) == 0 or sheet.use(colour, digit) not in (NUMBER, TOP):
            return None
        left_out = 0 if sheet.use(colour, digit) == TOP else (digit or 10) - sheet.repeated(colour)
        return (-left_out, sheet.height(colour)) if left_out <= most else None

    return of_most(worth, CHOOSE)


def climb(view: Any, code: int) -> tuple[int, int]:
    return points(view, code), 0 if code == PASS else view.position.sheets[view.eye].height((code - 1) // 10)


ORDERS = (
    Order("write-0", N_("Write a number that leaves out none, in an expedition on its way."), write(0)),
    Order("write-1", N_("Write a number that leaves out at most one, in an expedition on its way."), write(1)),
    Order("write-2", N_("Write a number that leaves out at most two, in an expedition on its way."), write(2)),
    Order("climb", N_("At an arrow, climb where it brings most points."), of_most(climb, ACCELERATE)),
    Order("refuse-bare", N_("Refuse the dice if nothing fits."), of_code(PASS, nothing_fits)),
    Order("refuse", N_("Refuse the dice if no pair brings more points than refusing."), of_code(PASS, nothing_pays)),
)
