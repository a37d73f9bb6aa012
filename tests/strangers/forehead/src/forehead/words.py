"""One sentence per move, in every language that has a catalogue in `locale`."""

from pathlib import Path

from forehead.actions import Bet, Deal, Show
from forehead.rules import OVER, Forehead
from tepui.core.actions import Action
from tepui.core.words import Catalogue

CATALOGUE = Catalogue(Path(__file__).parent)


def journal(position: Forehead, by: int, action: Action, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    match action:
        case Deal(number=None):
            return _("{name} gets a number that is hidden here.", name=names[position.turn])
        case Deal(number=number):
            return _("{name} gets the {number}.", name=names[position.turn], number=number)
        case Show(number=number):
            return _("{name} had the {number}.", name=names[position.turn], number=number)
        case Bet(rank=rank):
            return _("{name} bets on rank {rank}.", name=names[by], rank=rank)
    raise TypeError(action)


def button(position: Forehead, seat: int, action: Action, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    if not isinstance(action, Bet):
        raise TypeError(action)
    higher = action.rank - 1
    if higher == 0:
        return _("Bet that nobody has a higher number")
    return _.ngettext("Bet that {n} player has a higher number", "Bet that {n} players have a higher number", higher)


def prompt(position: Forehead, eye: int, names: tuple[str, ...], language: str) -> str:
    _ = CATALOGUE.language(language)
    if position.phase == OVER:
        return _("The game is over.")
    if eye == position.turn:
        return _("Where does your number rank?")
    return _("{name} bets.", name=names[position.turn])
