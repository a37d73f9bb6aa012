"""What a careful player writes down: cards in the order they came, questions with their answers, claims, own cards.

A copy shares nothing that changes: entries are frozen, lists are copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tepui.core.game import Setting
from tepui.core.position import TABLE
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.rules import Kryptx


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table for good."""

    turn: int  # 0: before the first turn
    seat: int
    card: int
    stand: int | None  # None: beside


@dataclass(frozen=True, slots=True)
class Question:
    turn: int
    asker: int
    stand: int
    question: int | None  # None: asked secretly, and not of these eyes
    secret: bool
    yes: bool | None = None  # None: not answered yet


@dataclass(frozen=True, slots=True)
class Claim:
    turn: int
    claimant: int
    numbers: tuple[tuple[int, int], ...]  # (stand, number)
    reds: int | None = None


class Notebook:
    """Kept for one pair of eyes; it hears only what they see."""

    __slots__ = ("claims", "discards", "handled", "laid", "questions")

    def __init__(self, setting: Setting) -> None:
        self.laid: list[Laid] = []
        self.questions: list[Question] = []
        self.claims: list[Claim] = []
        self.handled = 0  # the set of cards that were ever in these eyes' own hand
        self.discards: list[tuple[int, int]] = []  # (turn, card): own ones

    def copy(self) -> Notebook:
        twin = Notebook.__new__(Notebook)
        twin.laid, twin.questions, twin.claims = self.laid[:], self.questions[:], self.claims[:]
        twin.handled, twin.discards = self.handled, self.discards[:]
        return twin

    def note(self, position: Kryptx, by: int, code: int) -> None:
        if by == TABLE:
            self.note_table(position, code)
        elif code >= k.PLACE:
            card, where = divmod(code - k.PLACE, k.PLACES)
            stand = None if where == k.BESIDE else position.stand(by, where)
            self.laid.append(Laid(position.turns, by, card, stand))
        elif code >= k.SECRET_HIDDEN:
            self.questions.append(Question(position.turns, by, code - k.SECRET_HIDDEN, None, True))
        elif code >= k.ASK:
            stand, question, secret = k.question_in(code)
            self.questions.append(Question(position.turns, by, stand, question, secret))
        elif code == k.STOP:
            self.claims.append(Claim(position.turns, by, ()))
        elif k.NAME <= code < k.REVEAL:
            named = self.claims[-1]
            here = (position.due(), code - k.NAME)
            self.claims[-1] = replace(named, numbers=(*named.numbers, here))

    def note_table(self, position: Kryptx, code: int) -> None:
        if code < k.HIDDEN:
            if position.phase == k.P_DISCARD:
                self.discards.append((position.turns, code))
            elif k.DRAWING >> position.phase & 1:
                self.handled |= 1 << code
        elif code in (k.YES, k.NO):
            self.questions[-1] = replace(self.questions[-1], yes=code == k.YES)
        elif code >= k.REDS:
            self.claims[-1] = replace(self.claims[-1], reds=code - k.REDS)
