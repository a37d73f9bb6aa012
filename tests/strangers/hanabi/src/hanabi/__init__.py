"""Hanabi: a game that all play together, with a bot that keeps to a convention."""

from typing import Any

from hanabi.bot import Convention, Signals
from hanabi.rules import ANSWER, CARDS, DISCARD, HIDDEN, HINT, OVER, RANKS, SHOW, SLOTS, TOUCHED, Hanabi
from tepui.core.actions import Action
from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, TABLE, UNKNOWN
from tepui.core.view import View

COLOURS = ("red", "yellow", "green", "blue", "purple")


class Draw(Action, frozen=True):
    colour: str | None  # null: seen from behind
    rank: int | None


class Turned(Action, frozen=True):
    colour: str
    rank: int


class Touched(Action, frozen=True):
    cards: list[int]  # counted from 1, the oldest first


class Play(Action, frozen=True):
    card: int


class Discard(Action, frozen=True):
    card: int


class Hint(Action, frozen=True):
    seat: int
    colour: str | None = None
    rank: int | None = None


def say(position: Hanabi, by: int, code: int) -> Action:
    if by != TABLE:
        if code >= HINT:
            seat, what = divmod(code - HINT, 10)
            return Hint(seat, COLOURS[what], None) if what < 5 else Hint(seat, None, what - 4)
        return Play(code + 1) if code < DISCARD else Discard(code - DISCARD + 1)
    if code >= TOUCHED:
        return Touched([slot + 1 for slot in range(SLOTS) if code - TOUCHED >> slot & 1])
    if code == HIDDEN:
        return Draw(None, None)
    return (Turned if position.phase == SHOW else Draw)(COLOURS[code // RANKS], code % RANKS + 1)


def secret(position: Hanabi, by: int, code: int, eye: int) -> str:
    """Nobody sees a card of their own before it is turned over; and a watcher could whisper."""
    drawn = by == TABLE and position.phase not in (SHOW, ANSWER)
    return "own card" if drawn and eye in (position.turn, AUDIENCE) else ""


def refuse(position: Hanabi, seat: int, action: Any) -> str:
    if seat != position.turn:
        return "it is not your turn. Wait for the others"
    if isinstance(action, Discard):
        return "all hints are there already; play a card or give a hint"
    return "no hint is left, or it is about no card; play or discard one"


class Words:
    """English only: a stranger may begin so."""

    def journal(self, position: Hanabi, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        who = names[position.turn]
        match action:
            case Draw(colour=None):
                return f"{who} draws a card that is hidden here."
            case Draw(colour=colour, rank=rank):
                return f"{who} draws the {colour} {rank}."
            case Turned(colour=colour, rank=rank):
                card = RANKS * COLOURS.index(colour) + rank - 1
                if position.choice >= DISCARD:
                    return f"{who} discards the {colour} {rank}."
                fits = position.rows[card // RANKS] == card % RANKS
                return (
                    f"{who} plays the {colour} {rank}."
                    if fits
                    else f"{who} plays the {colour} {rank}: it does not fit!"
                )
            case Touched(cards=cards):
                return f"That is card {' and '.join(map(str, cards))}."
            case Hint(seat=seat, colour=None, rank=rank):
                return f"{who} tells {names[seat]} about the {rank}s."
            case Hint(seat=seat, colour=colour):
                return f"{who} tells {names[seat]} about {colour}."
            case Play(card=card):
                return f"{who} plays card {card}."
        return f"{who} discards card {action.card}."

    def button(self, position: Hanabi, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        match action:
            case Play(card=card):
                return f"Play card {card}"
            case Discard(card=card):
                return f"Discard card {card}"
            case Hint(seat=whom, colour=None, rank=rank):
                return f"Tell {names[whom]}: {rank}s"
        return f"Tell {names[action.seat]}: {action.colour}"

    def prompt(self, position: Hanabi, eye: int, names: tuple[str, ...], language: str) -> str:
        if position.phase == OVER:
            return "The game is over."
        return "Play, discard, or give a hint." if eye == position.turn else f"{names[position.turn]} decides."


def picture(view: View) -> dict[str, Any]:
    position = view.position
    assert isinstance(position, Hanabi)

    def card(at: int) -> str | None:
        kind = position.cards[at]
        return None if kind == UNKNOWN else f"{COLOURS[kind // RANKS]} {kind % RANKS + 1}"

    def told(could: int) -> str:
        known = [name for n, name in enumerate((*COLOURS, *"12345")) if could >> n & 1]
        colours, ranks = [name for name in known if name in COLOURS], [name for name in known if name not in COLOURS]
        return " ".join([*(colours if len(colours) == 1 else []), *(ranks if len(ranks) == 1 else [])])

    hands = []
    for seat in range(position.seats):
        slots = range(seat * SLOTS, seat * SLOTS + position.sizes[seat])
        hands.append({"cards": [card(at) for at in slots], "told": [told(position.could[at]) or None for at in slots]})
    return {
        "rows": dict(zip(COLOURS, list(position.rows), strict=True)),
        "hints": position.hints,
        "fuses": position.fuses,
        "pile": position.left,
        "discarded": [
            f"{COLOURS[kind // RANKS]} {kind % RANKS + 1}" for kind in range(CARDS) for _ in range(position.gone[kind])
        ],
        "hands": hands,
    }


def start(setting: Setting) -> Hanabi:
    return Hanabi(setting.seats)


GAME = Game(
    name="hanabi",
    title="Hanabi",
    about="You see every hand but your own: build five rows of cards together.",
    minutes=20,
    rules=1,
    seats=(2, 3, 4, 5),
    teams=lambda setting: (0,) * setting.seats,
    best=lambda setting: CARDS,
    start=start,
    actions=(Draw, Turned, Touched, Play, Discard, Hint),
    say=say,
    secret=secret,
    width=60,
    codes=HINT + 50,
    table_codes=TOUCHED + 32,
    brings={
        "picture": picture,
        "refusals": refuse,
        "words": Words(),
        "notebook": Signals,
        "bots": {"convention": Convention},
    },
)
