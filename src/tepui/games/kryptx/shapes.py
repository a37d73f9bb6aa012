"""What a board, a sheet or a bot reads of a view: typed, whole, and null where these eyes see a back.

Seats count from 0; stands are named by their letters; lists of cards are in the order in which they came.
"""

from typing import Annotated, Literal

import msgspec

Phase = Literal[
    "first", "deal", "draw", "opening", "play", "ask", "answer", "again", "discard", "claim", "ballot", "reveal", "over"
]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


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
    waits: bool  # after a failed attempt, until someone else has tried


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


class Colour(Shape, frozen=True, forbid_unknown_fields=True):
    """A colour of the cards, as a parts file names it."""

    name: Name
    letter: Name
    shape: Name


class Picture(Shape, frozen=True):
    me: int | None  # the seat whose eyes these are, null for the audience
    phase: Phase
    turns: int  # how many have begun, 0 before the first
    turn: int | None  # whose turn it is
    deciding: int | None  # who must act now: the claimant during a claim, null for the table
    players: list[Player]
    hand: list[Card] | None  # of the player whose turn it is, null if these eyes see the backs
    seen: list[Card]  # every card that these eyes have seen anywhere
    discarded: list[Card]  # own cards that went face down, oldest first
    draw_pile: int
    discard_pile: int
    questions: list[Asked]
    claims: list[Claimed]
    claimable: list[str]  # the stands that a claim of these eyes names, in this order
    naming: str | None  # the stand whose number the claimant names next
    opening: str | None  # the stand that the table turns over
    winner: int | None
    places: list[int] | None  # by seat, when the game is over
    colours: list[Colour]
    numbers: list[int]
    pro: bool
