"""The moves of Kryptx as people and files name them, and as the rules number them."""

from typing import Literal

from tepui.core.actions import Action
from tepui.core.position import TABLE
from tepui.core.refusal import IllegalMove
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.cards import NUMBERS, Deck
from tepui.games.kryptx.rules import Kryptx

CardName = tuple[int, str]  # (7, "blue")


# ---- players ----


class Place(Action, frozen=True):
    card: CardName
    where: str  # the letter of a stand, or "beside"


class Ask(Action, frozen=True):
    target: int
    stand: str
    kind: Literal["number", "colour"] | None  # null: a secret question of others
    value: int | str | None
    secret: bool = False


class ExtraDraw(Action, frozen=True):
    pass


class Stop(Action, frozen=True):
    pass


class Name(Action, frozen=True):
    """One number of a claim."""

    stand: str
    number: int


class Reveal(Action, frozen=True):
    stand: str


# ---- the table ----


class First(Action, frozen=True):
    seat: int


class Deal(Action, frozen=True):
    stand: str
    card: CardName | None


class Draw(Action, frozen=True):
    card: CardName | None
    extra: bool = False


class Discard(Action, frozen=True):
    card: CardName | None


class Shuffle(Action, frozen=True):
    pass


class Answer(Action, frozen=True):
    yes: bool


class Reds(Action, frozen=True):
    count: int


class TurnOver(Action, frozen=True):
    stand: str
    card: CardName


ACTIONS = (Place, Ask, ExtraDraw, Stop, Name, Reveal, First, Deal, Draw, Discard, Shuffle, Answer, Reds, TurnOver)


# ---- code -> Struct ----


def card_name(deck: Deck, card: int) -> CardName:
    return card % NUMBERS, deck.colour_names[card // NUMBERS]


def naming(position: Kryptx, seat: int) -> object:
    """All that decides this seat's legal actions beside their codes: whose stands these are, which number is due."""
    due = position.named if position.phase == k.P_CLAIM else None
    return position.deck, position.seats, seat, due


def say(position: Kryptx, by: int, code: int) -> Action:
    return say_table(position, code) if by == TABLE else say_player(position, by, code)


def say_player(position: Kryptx, by: int, code: int) -> Action:
    deck, letters = position.deck, position.deck.letters
    if code >= k.PLACE:
        card, where = divmod(code - k.PLACE, k.PLACES)
        at = "beside" if where == k.BESIDE else letters[position.stand(by, where)]
        return Place(card_name(deck, card), at)
    if code >= k.SECRET_HIDDEN:
        stand = code - k.SECRET_HIDDEN
        return Ask(position.owner(stand), letters[stand], None, None, True)
    if code >= k.ASK:
        stand, question, secret = k.question_in(code)
        owner, letter = position.owner(stand), letters[stand]
        if question < NUMBERS:
            return Ask(owner, letter, "number", question, secret)
        return Ask(owner, letter, "colour", deck.colour_names[question - NUMBERS], secret)
    if code >= k.REVEAL:
        return Reveal(letters[code - k.REVEAL])
    if code >= k.NAME:
        return Name(letters[position.due()], code - k.NAME)
    return ExtraDraw() if code == k.EXTRA else Stop()


def say_table(position: Kryptx, code: int) -> Action:
    deck, phase = position.deck, position.phase
    if code <= k.HIDDEN:
        card = None if code == k.HIDDEN else card_name(deck, code)
        if phase == k.P_DEAL:
            return Deal(deck.letters[position.dealt], card)
        if phase == k.P_DISCARD:
            return Discard(card)
        if phase in (k.P_OPEN, k.P_LAST):
            assert card is not None
            return TurnOver(deck.letters[position.opening], card)
        return Draw(card, phase == k.P_EXTRA)
    if code >= k.REDS:
        return Reds(code - k.REDS)
    if code in (k.NO, k.YES):
        return Answer(code == k.YES)
    return Shuffle() if code == k.SHUFFLE else First(code - k.FIRST)


# ---- a name -> its number ----


def question_code(deck: Deck, kind: str, value: int | str | None) -> int:
    if kind == "number" and isinstance(value, int):
        if not 0 <= value < NUMBERS:
            raise IllegalMove(f"there is no number {value}. Take one from 0 to 9")
        return value
    if kind == "colour" and value in deck.colour_names:
        return NUMBERS + deck.colour_names.index(str(value))
    raise IllegalMove(f"one cannot ask for {value!r}. Ask for a number or a colour of the deck")


def card_code(deck: Deck, card: CardName) -> int:
    number, colour = card
    if colour not in deck.colour_names or not 0 <= number < NUMBERS:
        raise IllegalMove(f"there is no card {number} {colour}. Take one of the deck")
    return deck.colour_names.index(colour) * NUMBERS + number


def stand_of(position: Kryptx, letter: str) -> int:
    found = position.deck.letters.find(letter) if len(letter) == 1 else -1
    if not 0 <= found < position.stands:
        raise IllegalMove(f"there is no stand {letter!r}. Take a letter that stands on the table")
    return found
