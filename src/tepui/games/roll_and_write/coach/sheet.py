"""One's own sheet alone, beside a real table: pairs, refusals, accelerations, and bridges that others passed first.

The position is one of the ordinary rules in which only this seat decides, with every pair of dice on offer.
"""

from functools import partial
from typing import Any

from tepui.coach.companion.table import Names, Opening
from tepui.core.actions import Action
from tepui.core.bits import bit
from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.roll_and_write import words
from tepui.games.roll_and_write.actions import Take
from tepui.games.roll_and_write.actions import say as said
from tepui.games.roll_and_write.bots.steady import the_game
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.outlook import BRIDGES
from tepui.games.roll_and_write.rules import ACCELERATE, CHOOSE, OVER, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import EVERY
from tepui.games.roll_and_write.words import BRIDGE_WORDS, COLOUR_WORDS

GONE = 10  # + bridge: beyond the table's own codes


class Gone(Action, frozen=True):
    """Someone else was first over this bridge: it pays nobody any more."""

    bridge: str


actions: tuple[type[Any], ...] = (Gone,)


def start(view: View) -> None:
    """Who begins does not matter to one's own sheet."""
    view.position.apply(TABLE, 0)


def openings(view: View) -> list[Opening]:
    position = the_game(view)
    if position.phase == OVER:
        return []
    if position.phase == ACCELERATE:
        return [Opening(view.eye)]
    left = tuple(GONE + bridge for bridge in range(len(BRIDGES)) if not position.bridges >> bridge & 1)
    return [Opening(view.eye, partial(decides, seat=view.eye)), Opening(TABLE, None, left)]


def say(position: RollAndWrite, by: int, code: int) -> Any:
    return Gone(BRIDGES[code - GONE]) if by == TABLE else said(position, by, code)


def take(view: View, by: int, code: int) -> None:
    position = the_game(view)
    if by != TABLE:
        view.observe(by, code)
        position.taken = PASS  # there are no dice that a pair could have left
        return
    position.passed |= bit(code - GONE)
    position.bridges |= bit(code - GONE)
    view.moves.append((by, code))


def journal(position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
    if isinstance(action, Gone):
        return someone_first(action, language)
    return words.journal(position, by, action, names, language)


def question(position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    return "" if position.phase == ACCELERATE else _("Which pair do you take?")


def label(position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
    if isinstance(action, Gone):
        return someone_first(action, language)
    return str(action.digit) if isinstance(action, Take) else ""


def group(position: RollAndWrite, by: int, action: Any, names: Names, language: str) -> str:
    return CATALOGUE.language(language)(COLOUR_WORDS[action.colour]) if isinstance(action, Take) else ""


def someone_first(action: Gone, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("Someone else was first: {bridge}.", bridge=_(BRIDGE_WORDS[action.bridge]))


def decides(position: RollAndWrite, seat: int) -> None:
    """A new turn for this seat alone; whatever pair it has taken, the dice had it."""
    position.phase, position.roller = CHOOSE, seat
    position.deciding = position.owing = bit(seat)
    position.colours = position.digits = EVERY
