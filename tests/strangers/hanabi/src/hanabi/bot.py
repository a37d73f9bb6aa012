"""A bot that keeps to one convention: a hint says "play the newest of the cards that it is about"."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hanabi.rules import (
    ANSWER,
    CARDS,
    DISCARD,
    EVERYTHING,
    HINT,
    HINTS,
    RANKS,
    SHOW,
    SLOTS,
    TOUCHED,
    Hanabi,
    copies,
)
from tepui.core.game import Setting
from tepui.core.view import View


class Signals:
    """Which cards each hand was told to play; a notebook, because a position keeps no history."""

    def __init__(self, setting: Setting) -> None:
        self.told: list[list[int]] = [[] for _ in range(setting.seats)]

    def note(self, position: Hanabi, by: int, code: int) -> None:
        if position.phase == ANSWER:
            whom = (position.choice - HINT) // 10
            slot = focus(position, whom, code - TOUCHED)
            if slot not in self.told[whom]:
                self.told[whom].append(slot)
        elif position.phase == SHOW:  # this card leaves the hand, and younger ones move up
            slot, own = position.choice % SLOTS, self.told[position.turn]
            self.told[position.turn] = [at - (at > slot) for at in own if at != slot]

    def copy(self) -> Signals:
        twin = Signals.__new__(Signals)
        twin.told = [row[:] for row in self.told]
        return twin


def focus(position: Hanabi, whom: int, touched: int) -> int:
    """The card that a hint is meant for: the newest it is about that no hint was about before, else the newest."""
    slots = [slot for slot in range(position.sizes[whom]) if touched >> slot & 1]
    fresh = [slot for slot in slots if untold(position.could[whom * SLOTS + slot])]
    return (fresh or slots)[-1]


def untold(could: int) -> bool:
    """Has no hint been about this card? (Those about others leave several colours and several ranks.)"""
    return (could & 31).bit_count() > 1 and (could >> 5).bit_count() > 1


class Convention:
    """Plays what is sure, then what it was told to play; gives hints that make others play; discards its oldest."""

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float]:
        position = view.position
        assert isinstance(position, Hanabi)
        return [self.worth(position, view.notebook.told, view.eye, code) for code in view.codes()]

    def worth(self, position: Hanabi, told: list[list[int]], me: int, code: int) -> float:
        if code >= HINT:
            return hint_worth(position, told, me, code)
        slot = code % SLOTS
        kinds = possible(position, me, slot)
        if code < DISCARD:
            if all(fits(position, card) for card in kinds):
                return 100 - min(card % RANKS for card in kinds)
            daring = position.fuses > 1 or position.left == 0
            if slot in told[me] and daring and any(fits(position, card) for card in kinds):
                return 80 - told[me].index(slot)
            return -100
        if all(useless(position, card) for card in kinds):
            return 40 + (position.hints < 4) * 10
        if slot in told[me] and any(fits(position, card) for card in kinds):
            return -50
        risk = sum(critical(position, card) for card in kinds) / len(kinds)
        return 20 - 2 * slot - 10 * (not untold(position.could[me * SLOTS + slot])) - 10 * risk


def fits(position: Hanabi, card: int) -> bool:
    return position.rows[card // RANKS] == card % RANKS


def useless(position: Hanabi, card: int) -> bool:
    """Built already, or out of reach: all copies of a lower one are gone."""
    row = position.rows[card // RANKS]
    if row > card % RANKS:
        return True
    first = card - card % RANKS
    return any(position.gone[lower] == copies(lower) for lower in range(first + row, card))


def critical(position: Hanabi, card: int) -> bool:
    """The last one of a card that is still wanted."""
    return not useless(position, card) and position.gone[card] == copies(card) - 1


def possible(position: Hanabi, seat: int, slot: int) -> list[int]:
    """What the owner must think possible of a card: what hints and the visible cards leave open."""
    could = position.could[seat * SLOTS + slot]
    open_to = [card for card in range(CARDS) if could_be(could, card)]
    return [card for card in open_to if position.unseen(card) > 0] or open_to


def could_be(could: int, card: int) -> bool:
    return bool(could >> card // RANKS & 1 and could >> 5 + card % RANKS & 1)


def hint_worth(position: Hanabi, told: list[list[int]], me: int, code: int) -> float:
    """Good if the card it is read as can be played now and nobody was told so before."""
    whom, what = divmod(code - HINT, 10)
    hand = range(position.sizes[whom])
    cards = [position.cards[whom * SLOTS + slot] for slot in hand]
    touched = sum(1 << slot for slot in hand if what in (cards[slot] // RANKS, 5 + cards[slot] % RANKS))
    slot = focus(position, whom, touched)
    card = cards[slot]
    soon = (whom - me) % position.seats
    promised = [
        position.cards[seat * SLOTS + at] for seat, row in enumerate(told) for at in row if at < position.sizes[seat]
    ]
    if slot not in told[whom] and fits(position, card) and card not in promised:
        return 70 - card % RANKS - soon + 0.1 * touched.bit_count()
    could = after(position.could[whom * SLOTS + slot], what)
    misread = any(could_be(could, kind) and fits(position, kind) for kind in range(CARDS))
    chop = next((at for at in hand if untold(position.could[whom * SLOTS + at])), None)
    if chop is not None and touched >> chop & 1 and critical(position, cards[chop]) and not misread:
        return 60 - soon
    if fits(position, card) and slot in told[whom]:
        return 5 if position.hints < HINTS else 30
    if misread:
        return -60
    return 10 if position.hints < HINTS else 25


def after(could: int, what: int) -> int:
    """What a touched card could still be."""
    family = 31 if what < 5 else EVERYTHING - 31
    return could & (~family | 1 << what)
