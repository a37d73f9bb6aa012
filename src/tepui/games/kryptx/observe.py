"""What a learner reads of a game of Kryptx: where each card lies, the stands (own first, then clockwise), the claim.

It is what lies on the table now. Questions and answers of earlier turns a player must remember; they are in the moves
these eyes saw, not here.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, count, has, lowest
from tepui.core.game import Setting
from tepui.core.observe import around, first_seat, from_first, one_of
from tepui.core.position import UNKNOWN
from tepui.games.kryptx.cards import CARDS, QUESTIONS
from tepui.games.kryptx.codes import P_BALLOT, P_CLAIM, P_OVER
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.state import BESIDES, NO_CARD, code_cards

# Where a card lies, as these eyes know it. Stands and players count from the own ones, clockwise.
NOWHERE: Final = 0  # not seen yet
IN_HAND: Final = 1
DISCARDED: Final = 2
IN_FRONT: Final = 3  # + stand
BESIDE: Final = 12  # + player
ON_STAND: Final = 16  # + stand: a code card


def layout(setting: Setting) -> dict[str, int]:
    """The numbers by name, in their order, and how many each takes."""
    seats, stands = setting.seats, setting.seats * int(code_cards(setting.seats))
    return {
        "phase (the steps of codes.py)": P_OVER + 1,
        "who must decide": seats,
        "whose turn it is": seats,
        "turns begun": 1,
        "where each card lies (0 not seen, 1 own hand, 2 discarded, 3 + stand in front, 12 + player beside, "
        "16 + stand on it)": CARDS,
        "by stand: its card lies open": stands,
        "by stand: cards in front": stands,
        "by player: cards beside": seats,
        "cards in hand, in the pile, in the discards, times shuffled": 4,
        "stand of the last question": stands,
        "the last question (numbers 0 to 9, then colours)": QUESTIONS,
        "was it secret": 1,
        "who claims": seats,
        "by stand: the number claimed, -1 not yet": stands,
        "who has tried in this window": seats,
        "who failed last": seats,
        "by player: failed claims": seats,
        "turns without a card": 1,
    }


def observe(position: Kryptx, eye: i64, out: vec[i64]) -> i64:
    seats = position.seats
    first = first_seat(eye, seats)
    at = one_of(out, 0, P_OVER + 1, position.phase)
    at = around(out, at, seats, first, position.to_act())
    at = one_of(out, at, seats, from_first(position.turn, first, seats))
    out[at] = position.turns
    at = cards(position, first, out, at + 1)
    for stand in range(position.stands):
        here = at + moved(position, stand, first)
        out[here] = i64(has(position.open, stand))
        out[here + position.stands] = count(position.laid[stand])
    at += 2 * position.stands
    for seat in range(seats):
        out[at + from_first(seat, first, seats)] = count(position.laid[BESIDES + seat])
    at += seats
    out[at] = position.held
    out[at + 1] = position.pile
    out[at + 2] = position.discards
    out[at + 3] = position.shuffles
    at = question(position, first, out, at + 4)
    return claims(position, first, out, at)


def moved(position: Kryptx, stand: i64, first: i64) -> i64:
    """How many places clockwise from the own first stand this one is."""
    return from_first(stand, first * position.each, position.stands)


def lie(cards: i64, where: i64, out: vec[i64], at: i64) -> None:
    while cards != 0:
        out[at + lowest(cards)] = where
        cards &= cards - 1


def cards(position: Kryptx, first: i64, out: vec[i64], at: i64) -> i64:
    for card in range(i64(CARDS)):
        out[at + card] = NOWHERE
    lie(position.hand, IN_HAND, out, at)
    lie(position.discarded, DISCARDED, out, at)
    for stand in range(position.stands):
        here = moved(position, stand, first)
        lie(position.laid[stand], IN_FRONT + here, out, at)
        card = position.code(stand)
        if card != NO_CARD:
            out[at + card] = ON_STAND + here
    for seat in range(position.seats):
        lie(position.laid[BESIDES + seat], BESIDE + from_first(seat, first, position.seats), out, at)
    return at + CARDS


def question(position: Kryptx, first: i64, out: vec[i64], at: i64) -> i64:
    stand: i64 = UNKNOWN
    if position.turns > 0:
        stand = moved(position, position.asked, first)
    at = one_of(out, at, position.stands, stand)
    at = one_of(out, at, QUESTIONS, position.question)
    out[at] = i64(position.secretly)
    return at + 1


def claims(position: Kryptx, first: i64, out: vec[i64], at: i64) -> i64:
    seats = position.seats
    claiming = position.phase == P_CLAIM or position.phase == P_BALLOT
    claimant: i64 = UNKNOWN
    if claiming:
        claimant = from_first(position.claimant, first, seats)
    at = one_of(out, at, seats, claimant)
    for stand in range(position.stands):
        out[at + stand] = UNKNOWN
    if claiming:
        for k in range(position.named):
            stand = position.claimed_stand(k)
            out[at + moved(position, stand, first)] = position.claimed(stand)
    at = around(out, at + position.stands, seats, first, position.tried)
    locked: i64 = 0
    if position.locked != UNKNOWN:
        locked = bit(position.locked)
    at = around(out, at, seats, first, locked)
    for seat in range(seats):
        out[at + seat] = 0
    for i in range(i64(len(position.claims))):
        out[at + from_first(position.claims[i] & 3, first, seats)] += 1
    out[at + seats] = position.idle
    return at + seats + 1
