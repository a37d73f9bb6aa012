"""What a board, a sheet or a bot reads of a view: typed, whole, and null where these eyes see a back.

Seats count from 0; stands are named by their letters; lists of cards are in the order in which they came.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.cards import NUMBERS, Deck
from tepui.games.kryptx.notes import Notes
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.state import NO_CARD

Phase = Literal[
    "first", "deal", "draw", "opening", "play", "ask", "answer", "again", "discard", "claim", "ballot", "reveal", "over"
]
PHASES: dict[int, Phase] = {
    k.P_FIRST: "first",
    k.P_DEAL: "deal",
    k.P_OPENING_DRAW: "draw",
    k.P_OPENING: "opening",
    k.P_DRAW: "draw",
    k.P_PLAY: "play",
    k.P_ASK: "ask",
    k.P_ANSWER: "answer",
    k.P_AGAIN: "again",
    k.P_EXTRA: "draw",
    k.P_DISCARD: "discard",
    k.P_CLAIM: "claim",
    k.P_BALLOT: "ballot",
    k.P_REVEAL: "reveal",
    k.P_OPEN: "reveal",
    k.P_LAST: "reveal",
    k.P_OVER: "over",
}


class Shape(msgspec.Struct, frozen=True, gc=False):
    """Base of all parts of the picture."""


class Card(Shape, frozen=True):
    number: int
    colour: str


class Stand(Shape, frozen=True):
    letter: str
    owner: int
    card: Card | None  # null: these eyes see the back
    open: bool  # for all
    front: list[Card]


class Player(Shape, frozen=True):
    stands: list[Stand]
    beside: list[Card]
    cards: int  # in the hand
    waits: bool  # after a failed attempt, until somebody else has tried


class Asked(Shape, frozen=True):
    turn: int
    asker: int
    stand: str
    kind: Literal["number", "colour"] | None  # null: a secret question of others
    value: int | str | None
    secret: bool
    yes: bool | None  # null: not answered yet


class Claimed(Shape, frozen=True):
    turn: int
    claimant: int
    numbers: dict[str, int]  # by stand, as far as they are named
    reds: int | None  # null: not counted yet
    checks: int  # how many control cards


class Colour(Shape, frozen=True):
    name: str
    letter: str
    shape: str


class Picture(Shape, frozen=True):
    me: int | None  # the seat whose eyes these are; null: the audience
    phase: Phase
    turns: int  # how many have begun; 0 before the first
    turn: int | None  # whose turn it is
    deciding: int | None  # who must act now: the claimant during a claim; null: the table
    players: list[Player]
    hand: list[Card] | None  # of whoever's turn it is; null: these eyes see the backs
    handled: list[Card]  # every card that was ever in the own hand
    discarded: list[Card]  # own cards that went face down, oldest first
    draw_pile: int
    discard_pile: int
    questions: list[Asked]
    claims: list[Claimed]
    naming: str | None  # the stand whose number the claimant names next
    opening: str | None  # the stand that the table turns over
    winner: int | None
    places: list[int] | None  # by seat, when the game is over
    colours: list[Colour]
    numbers: list[int]
    pro: bool


def card(deck: Deck, code: int) -> Card:
    return Card(*card_name(deck, code))


def cards(deck: Deck, some: int) -> list[Card]:
    return [card(deck, code) for code in range(50) if some >> code & 1]


def picture(view: View) -> Picture:
    position: Kryptx = view.position  # type: ignore[assignment]
    notes: Notes = view.notebook
    deck, letters = position.deck, position.deck.letters
    over = position.phase == k.P_OVER
    begun = position.phase != k.P_FIRST
    who = position.to_act()
    return Picture(
        me=view.eye if view.eye < TABLE else None,
        phase=PHASES[position.phase],
        turns=position.turns,
        turn=position.turn if begun and not over else None,
        deciding=int(who).bit_length() - 1 if who and not who & TABLE_BIT else None,
        players=[player(position, notes, seat) for seat in range(position.seats)],
        hand=cards(deck, position.hand) if position.hand_known() else None,
        handled=cards(deck, notes.handled),
        discarded=[card(deck, code) for _, code in notes.discards],
        draw_pile=position.pile,
        discard_pile=position.discards,
        questions=[
            Asked(q.turn, q.asker, letters[q.stand], *kind_value(deck, q.question), q.secret, q.yes)
            for q in notes.questions
        ],
        claims=[
            Claimed(
                c.turn, c.claimant, {letters[stand]: number for stand, number in c.numbers}, c.reds, position.checks()
            )
            for c in notes.claims
        ],
        naming=letters[position.due()] if position.phase == k.P_CLAIM else None,
        opening=letters[position.opening] if position.phase in (k.P_OPEN, k.P_LAST) else None,
        winner=position.winner if position.winner >= 0 else None,
        places=[position.place(seat) for seat in range(position.seats)] if over else None,
        colours=[Colour(c.name, c.letter, c.shape) for c in view.setting.parts.colours],
        numbers=[number for number in range(NUMBERS) if deck.numbers >> number & 1],
        pro=position.pro,
    )


def player(position: Kryptx, notes: Notes, seat: int) -> Player:
    deck = position.deck
    stands = [
        Stand(
            deck.letters[stand],
            seat,
            None if position.code(stand) == NO_CARD else card(deck, position.code(stand)),
            bool(position.open >> stand & 1),
            [card(deck, laid.card) for laid in notes.laid if laid.stand == stand],
        )
        for stand in range(position.stand(seat, 0), position.stand(seat + 1, 0))
    ]
    beside = [card(deck, laid.card) for laid in notes.laid if laid.seat == seat and laid.stand is None]
    return Player(stands, beside, position.held if seat == position.turn else 0, seat == position.locked)


def kind_value(deck: Deck, question: int | None) -> tuple[Literal["number", "colour"] | None, int | str | None]:
    if question is None:
        return None, None
    if question < NUMBERS:
        return "number", question
    return "colour", deck.colour_names[question - NUMBERS]
