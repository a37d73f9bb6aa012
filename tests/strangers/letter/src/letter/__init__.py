"""Letter: a little game of sixteen cards, in which nobody is sure for long."""

from typing import Any

from letter.rules import (
    ANSWER,
    CHOOSE,
    DEAL,
    DRAW,
    GUARD,
    HIDDEN,
    IDLE,
    KINDS,
    MINE,
    MOVER,
    NOBODY,
    OTHER,
    OVER,
    REDRAW,
    SHOW,
    TARGET,
    THEIRS,
    VERDICT,
    YES,
    Letter,
)
from tepui.core.actions import Action
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, UNKNOWN
from tepui.core.view import View

CARDS = ("guard", "scout", "duel", "shield", "thief", "trade", "envoy", "heart")
LOSER = ("mover", "target", "nobody")


class Draw(Action, frozen=True):
    card: str | None  # null: seen from behind


class Shown(Action, frozen=True):
    card: str | None  # null: shown to two others


class Turned(Action, frozen=True):
    card: str


class Guessed(Action, frozen=True):
    right: bool


class Duelled(Action, frozen=True):
    out: str


class Play(Action, frozen=True):
    card: str
    seat: int | None = None
    named: str | None = None


def say(position: Letter, by: int, code: int) -> Action:
    if by != TABLE:
        if code < IDLE:
            return Play("guard", code // 7, CARDS[code % 7 + 1])
        card, whom = (GUARD, NOBODY) if code == IDLE else ((code - OTHER) // 5 + 1, (code - OTHER) % 5)
        return Play(CARDS[card], None if whom == NOBODY else whom)
    if position.phase == ANSWER:
        return Guessed(code == YES)
    if position.phase == VERDICT:
        return Duelled(LOSER[code - MOVER])
    card = None if code == HIDDEN else CARDS[code]
    if position.phase in (DEAL, DRAW, REDRAW):
        return Draw(card)
    return Shown(card) if position.phase in (THEIRS, MINE) else Turned(str(card))


def secret(position: Letter, by: int, code: int, eye: int) -> str:
    """A hand is its owner's own; what two show each other stays between them."""
    if by == TABLE and position.phase in (DEAL, DRAW, REDRAW) and eye != position.who:
        return "card"
    if by == TABLE and position.phase in (THEIRS, MINE) and eye not in (position.turn, position.target):
        return "shown"
    return ""


def refuse(position: Letter, seat: int, action: Any) -> str:
    return "it is not your turn; wait" if seat != position.turn else "play one of your two cards, at somebody not safe"


class Words:
    def journal(self, position: Letter, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        match action:
            case Draw(card=None):
                return f"{names[position.who]} draws a card."
            case Draw(card=card):
                return f"{names[position.who]} draws the {card}."
            case Shown(card=None):
                return f"{names[position.turn]} and {names[position.target]} look at a card of {names[position.who]}."
            case Shown(card=card):
                return f"{names[position.who]} holds the {card}."
            case Turned(card=card):
                return f"{names[position.who]} turns over the {card}."
            case Guessed(right=right):
                return "That is right!" if right else "That is wrong."
            case Duelled(out="nobody"):
                return "Both cards are equal."
            case Duelled(out=out):
                return f"{names[position.turn if out == 'mover' else position.target]} has the lower card."
        return f"{names[by]}: {self.button(position, by, action, names, language).lower()}."

    def button(self, position: Letter, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        at = "" if action.seat is None else " at yourself" if action.seat == seat else f" at {names[action.seat]}"
        named = f": the {action.named}?" if action.named else ""
        return f"Play the {action.card}{at}{named}"

    def prompt(self, position: Letter, eye: int, names: tuple[str, ...], language: str) -> str:
        if position.phase == OVER:
            return "The game is over."
        return "Play one of your two cards." if eye == position.turn else f"{names[position.turn]} plays."


def picture(view: View) -> dict[str, Any]:
    position = view.position
    assert isinstance(position, Letter)

    def card(code: int) -> str | None:
        return None if code == UNKNOWN else CARDS[code]

    hands = []
    for seat in range(position.seats):
        cards = [card(position.hands[seat])] if position.alive >> seat & 1 else []
        if seat == position.turn and position.phase == CHOOSE:
            cards.append(card(position.second))
        hands.append({"cards": cards, "safe": bool(position.safe >> seat & 1)})
    return {
        "pile": position.left,
        "played": [CARDS[kind] for kind in range(KINDS) for _ in range(position.played[kind])],
        "hands": hands,
        "all cards shown": position.phase in (SHOW, OVER),
    }


def start(setting: Setting) -> Letter:
    return Letter(setting.seats)


GAME = Game(
    name="letter",
    title="Letter",
    about="Sixteen cards, one in each hand: find out who holds what, and stay in.",
    minutes=5,
    rules=1,
    seats=(3, 2, 4),
    start=start,
    actions=(Draw, Shown, Turned, Guessed, Duelled, Play),
    say=say,
    secret=secret,
    width=64,
    codes=64,
    table_codes=TARGET + 2,
    brings={"picture": picture, "refusals": refuse, "words": Words()},
)
