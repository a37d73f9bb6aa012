"""The notes alone, beside a real table: own code and cards, what others place, answers that tell something, claims.

The position is one of the ordinary rules in which anyone may place, ask or call Stop! at any time. Whose turn it is,
what is drawn and what others put away is left out.
"""

from functools import partial
from typing import Any

from tepui.coach.companion.table import Names, Opening
from tepui.core.position import TABLE, TABLE_BIT, legal_codes
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx import words
from tepui.games.kryptx.actions import Draw
from tepui.games.kryptx.bots.steady import the_game
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.state import NO_CARD
from tepui.games.kryptx.words import card_words

ASKED_OF_THE_TABLE = (k.P_DEAL, k.P_ANSWER, k.P_BALLOT, k.P_OPEN, k.P_LAST)


def start(view: View) -> None:
    """Who begins does not matter to one's own notes."""
    view.position.apply(TABLE, k.FIRST)


def openings(view: View) -> list[Opening]:
    position = the_game(view)
    acting = position.to_act()
    if position.phase == k.P_OVER:
        return []
    if k.CLAIMING >> position.phase & 1:
        return [Opening(position.claimant)]
    if acting & TABLE_BIT and position.phase in ASKED_OF_THE_TABLE:
        return [Opening(TABLE)]
    away = position.clone()
    acts(away, view.eye)
    cards = tuple(card for card in range(k.HIDDEN) if away.unseen() >> card & 1)
    return [
        *(Opening(seat, partial(acts, seat=seat), can(position, seat, view.eye)) for seat in range(position.seats)),
        Opening(TABLE, partial(draws, seat=view.eye), cards),
    ]


def can(position: Kryptx, seat: int, eye: int) -> tuple[int, ...]:
    """Cards that this seat may place, questions about stands that these eyes do not see, and Stop!"""
    twin = position.clone()
    acts(twin, seat)
    found = legal_codes(twin, seat)
    twin.phase = k.P_ASK
    for code in legal_codes(twin, seat):
        if k.ASK <= code < k.SECRET_HIDDEN:
            stand, _question, secret = k.question_in(code)
            if position.code(stand) == NO_CARD and (seat == eye or not secret):
                found.append(code)
    return tuple(found)


def acts(position: Kryptx, seat: int) -> None:
    """This seat's turn, with some card in hand that nobody knows; one's own has gone, and may come back shuffled."""
    position.hand, position.held, position.drawn, position.tried = 0, 1, 1, 0
    position.turn, position.phase = seat, k.P_PLAY


def draws(position: Kryptx, seat: int) -> None:
    acts(position, seat)
    position.held, position.phase = 0, k.P_DRAW


def take(view: View, by: int, code: int) -> None:
    position = the_game(view)
    answered = position.phase == k.P_ANSWER
    view.observe(by, code)
    if answered:
        position.turns += 1
        position.phase = k.P_ASK


def journal(position: Kryptx, by: int, action: Any, names: Names, language: str) -> str:
    if isinstance(action, Draw) and action.card is not None:
        _ = CATALOGUE.language(language)
        return _("{name} discards {card}.", name=names[position.turn], card=card_words(_, action.card))
    return words.journal(position, by, action, names, language)


def question(position: Kryptx, by: int, action: Any, names: Names, language: str) -> str:
    _ = CATALOGUE.language(language)
    return _("What happened? Cards, questions, or a card that you discard.") if position.phase == k.P_PLAY else ""
