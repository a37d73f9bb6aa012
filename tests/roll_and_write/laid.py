"""A table laid as a test wants it: sheets filled by the rules themselves, dice as named."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.position import TABLE, legal_codes
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.actions import Accelerate, Refuse, Skip, Take, say
from tepui.games.roll_and_write.parts_file import NAMES, load
from tepui.games.roll_and_write.rules import ROLL, RollAndWrite
from tepui.games.roll_and_write.sheet import Sheet

__all__ = ["Accelerate", "Refuse", "Skip", "Take"]


def sheet(
    *, circles: tuple[str, ...] = (), tops: tuple[str, ...] = (), refusals: int = 0, **columns: list[int]
) -> Sheet:
    """`sheet(red=[1, 1], circles=("blue",))`: entered pair by pair, arrows unanswered."""
    made = Sheet(load(None))
    for name in circles:
        made.enter(NAMES.index(name), 0)
    for name, numbers in columns.items():
        for number in numbers:
            made.enter(NAMES.index(name), number % 10)
    for name in tops:
        made.accelerate(NAMES.index(name))
    for _ in range(refusals):
        made.refuse()
    return made


def numbers(made: Sheet, name: str) -> list[int]:
    out = vec[i64]([0] * 9)
    return [out[i] for i in range(made.numbers(NAMES.index(name), out))]


def circle(made: Sheet, name: str) -> str:
    colour = NAMES.index(name)
    return "X" if made.circled(colour) else "struck" if made.height(colour) else "open"


def table(*sheets: Sheet, first: int = 0, together: bool = False) -> RollAndWrite:
    """These sheets around a table; what was passed on them was passed in earlier turns, and paid nobody."""
    game = GAME.start(GAME.setting(len(sheets), {"together": together}))
    assert isinstance(game, RollAndWrite)
    game.sheets = [made.clone() for made in sheets]
    for made in sheets:
        game.bridges |= made.passed
    game.apply(TABLE, first)
    return game


def roll(game: RollAndWrite, colours: str, *digits: int) -> RollAndWrite:
    assert game.phase == ROLL, "the turn before is not over"
    for name in colours.split():
        game.apply(TABLE, NAMES.index(name))
    for digit in digits:
        game.apply(TABLE, digit)
    return game


def can(game: RollAndWrite, seat: int, action: Any) -> bool:
    return action in [say(game, seat, code) for code in legal_codes(game, seat)]


def play(game: RollAndWrite, seat: int, *actions: Any) -> RollAndWrite:
    for action in actions:
        assert can(game, seat, action), f"{action} is not legal"
        game.apply(seat, GAME.hear(game, seat, action))
    return game


def middle(game: RollAndWrite) -> list[str | int]:
    """The faces that still lie there."""
    from tepui.games.roll_and_write.picture import dice

    return [die.colour or die.digit for die in dice(game) if not die.taken]  # type: ignore[misc]
