"""What a pair of eyes has seen of the codes, as single facts that each can be put into a sentence.

A fact about one stand is the set of cards that it leaves for it. A failed claim ties stands together: exactly so many
of those who checked it were wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tepui.core.position import TABLE
from tepui.core.view import View
from tepui.games.kryptx.cards import CARDS, EVERY_CARD, answered, placed
from tepui.games.kryptx.notebook import Claim, Notebook, Question
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.state import NO_CARD

Kind = Literal["own code", "open code", "shown", "handled", "front", "beside", "answer"]


@dataclass(frozen=True, slots=True)
class Fact:
    """`leaves` is what it leaves for each of these stands."""

    kind: Kind
    stands: int  # a set
    leaves: int  # a set of cards
    card: int = -1
    stand: int = -1  # of an answer, a card in front, an open card
    seat: int = -1  # whose cards beside; who asked
    question: int = -1
    yes: bool = False
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """A claim with red cards, as far as it concerns stands that these eyes do not see."""

    claim: Claim
    parts: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]  # (seat, numbers of its unknown stands) still open
    reds: int  # how many of these are red


class Seen:
    """The stands that these eyes do not see, and all that they have seen about them."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.position, Kryptx)
        position: Kryptx = view.position
        notes: Notebook = view.notebook
        self.position, self.notes, self.eye = position, notes, view.eye
        self.deck = position.deck.cards
        self.stands = [stand for stand in range(position.dealt) if position.code(stand) == NO_CARD]
        self.failed = [failed(position, claim, self.stands) for claim in notes.claims if claim.reds]

    @cached_property
    def facts(self) -> list[Fact]:
        """One by one, for a proof; all together they leave `candidates`."""
        return [*elsewhere(self.position, self.notes, self.eye), *at_the_stands(self.position, self.notes)]

    def candidates(self) -> dict[int, int]:
        """What the single facts leave for each stand."""
        seen = self.position.fixed | self.position.shown | self.notes.handled
        return candidates(self.position, self.notes, self.stands, self.deck & ~seen, self.notes.questions)

    def left_after(self, facts: Iterable[Fact]) -> dict[int, int]:
        """What these facts alone leave for each stand: all that someone has who has forgotten the others."""
        left = dict.fromkeys(self.stands, self.deck)
        for fact in facts:
            for stand in self.stands:
                if fact.stands >> stand & 1:
                    left[stand] &= fact.leaves
        return left


def candidates(
    position: Kryptx, notes: Notebook, stands: Iterable[int], cards: int, questions: Iterable[Question]
) -> dict[int, int]:
    """By stand: which of these cards what lies there, and these answers, leave for it."""
    left = dict.fromkeys(stands, cards)
    for laid in notes.laid:
        if laid.stand is None:
            there = placed(laid.card, True)
            for stand in left:
                if position.owner(stand) == laid.seat:
                    left[stand] &= there
        elif laid.stand in left:
            left[laid.stand] &= placed(laid.card, False)
    for asked in questions:
        if asked.stand in left and asked.question is not None and asked.yes is not None:
            left[asked.stand] &= answered(asked.question, asked.yes)
    return left


def elsewhere(position: Kryptx, notes: Notebook, eye: int) -> list[Fact]:
    """Cards that were seen somewhere else, so that no closed stand holds them."""
    everywhere = (1 << position.stands) - 1
    found = []
    for stand in range(position.stands):
        card = position.code(stand)
        if card != NO_CARD:
            is_open = bool(position.open >> stand & 1)
            rest = everywhere & ~(1 << stand)
            kind: Kind = "open code" if is_open or eye >= TABLE else "own code"
            found.append(Fact(kind, rest, EVERY_CARD & ~(1 << card), card=card, stand=stand))
    shown = 0
    for laid in notes.laid:
        shown |= 1 << laid.card
        found.append(Fact("shown", everywhere, EVERY_CARD & ~(1 << laid.card), card=laid.card, seat=laid.seat))
    found += [
        Fact("handled", everywhere, EVERY_CARD & ~(1 << card), card=card)
        for card in range(CARDS)
        if (notes.handled & ~shown) >> card & 1
    ]
    return found


def at_the_stands(position: Kryptx, notes: Notebook) -> list[Fact]:
    """What lies in front and beside, and what was answered."""
    found = []
    for laid in notes.laid:
        if laid.stand is None:
            mine, leaves = position.stands_of(laid.seat), placed(laid.card, True)
            found.append(Fact("beside", mine, leaves, card=laid.card, seat=laid.seat, turn=laid.turn))
        else:
            leaves = placed(laid.card, False)
            found.append(Fact("front", 1 << laid.stand, leaves, laid.card, laid.stand, turn=laid.turn))
    for asked in notes.questions:
        if asked.question is not None and asked.yes is not None:
            leaves = answered(asked.question, asked.yes)
            said = asked.asker, asked.question, asked.yes, asked.turn
            found.append(Fact("answer", 1 << asked.stand, leaves, -1, asked.stand, *said))
    return found


def failed(position: Kryptx, claim: Claim, unknown: list[int]) -> Failed:
    """Takes off the players whose part these eyes can judge themselves: their own, and those that lie open."""
    assert claim.reds is not None
    reds = claim.reds
    parts = []
    for seat in range(position.seats):
        if seat == claim.claimant:
            continue
        mine = [(stand, number) for stand, number in claim.numbers if position.owner(stand) == seat]
        hidden = tuple((stand, number) for stand, number in mine if stand in unknown)
        if any(position.contradicts(stand, number) for stand, number in mine):
            reds -= 1
        elif hidden:
            parts.append((seat, hidden))
    return Failed(claim, tuple(parts), reds)
