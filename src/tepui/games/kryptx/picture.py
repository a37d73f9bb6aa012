"""Draws the picture of a view: reads the position and the notes, decides nothing."""

from typing import Final, Literal

from mypy_extensions import i64

from tepui.core.position import TABLE, TABLE_BIT
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import card_name
from tepui.games.kryptx.cards import CARDS, NUMBERS, Deck
from tepui.games.kryptx.notebook import Notebook
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.shapes import Asked, Card, Claimed, Phase, Picture, Player, Stand
from tepui.games.kryptx.state import NO_CARD

CONSTANTS: Final = ("me", "claimable", "colours", "numbers", "pro")  # of a whole game: a page gets them once
PHASES: Final[tuple[Phase, ...]] = (  # in the order of codes.py
    *("first", "deal", "draw", "opening", "draw", "play", "ask", "answer", "again"),
    *("draw", "discard", "claim", "ballot", "reveal", "reveal", "reveal", "over"),
)


def card(deck: Deck, code: int) -> Card:
    return Card(*card_name(deck, code))


def cards(deck: Deck, some: int) -> list[Card]:
    return [card(deck, code) for code in range(CARDS) if some >> code & 1]


def picture(view: View) -> Picture:
    position: Kryptx = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
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
        seen=cards(deck, position.fixed | position.shown | notes.handled),
        discarded=[card(deck, code) for _, code in notes.discards],
        draw_pile=position.pile,
        discard_pile=position.discards,
        questions=[
            Asked(q.turn, q.asker, letters[q.stand], *kind_value(deck, q.question), q.secret, q.yes)
            for q in notes.questions
        ],
        claimable=[letters[stand] for stand in range(position.stands) if position.owner(stand) != view.eye < TABLE],
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
        colours=list(view.setting.parts.colours),
        numbers=[number for number in range(NUMBERS) if deck.numbers >> number & 1],
        pro=position.pro,
    )


def player(position: Kryptx, notes: Notebook, seat: int) -> Player:
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
    held: i64 = 0  # only whoever's turn it is has cards in the hand
    if seat == position.turn:
        held = position.held
    return Player(stands, beside, held, seat == position.locked)


def kind_value(deck: Deck, question: int | None) -> tuple[Literal["number", "colour"] | None, int | str | None]:
    if question is None:
        return None, None
    if question < NUMBERS:
        return "number", question
    return "colour", deck.colour_names[question - NUMBERS]
