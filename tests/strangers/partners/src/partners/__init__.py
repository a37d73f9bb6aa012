"""Partners: those who sit opposite play together."""

from typing import Any

from partners.rules import CARDS, DEAL, HIDDEN, OVER, RANKS, SEATS, Partners
from tepui.core.actions import Action
from tepui.core.game import Game, Option, Setting
from tepui.core.position import TABLE, UNKNOWN
from tepui.core.view import View

SUITS = ("palms", "shells", "stones", "feathers")
NAMES = ("9", "10", "J", "Q", "K", "A")


class Deal(Action, frozen=True):
    suit: str | None  # null: seen from behind
    rank: str | None


class Play(Action, frozen=True):
    suit: str
    rank: str


def named(card: int) -> tuple[str, str]:
    return SUITS[card // RANKS], NAMES[card % RANKS]


def say(position: Partners, by: int, code: int) -> Action:
    if by != TABLE:
        return Play(*named(code))
    return Deal(None, None) if code == HIDDEN else Deal(*named(code))


def secret(position: Partners, by: int, code: int, eye: int) -> str:
    """A hand is its owner's own business, also to the partner."""
    return "hand" if by == TABLE and eye != position.turn else ""


def refuse(position: Partners, seat: int, action: Any) -> str:
    return "it is not your turn; wait" if seat != position.turn else "follow suit, with a card of your hand"


class Words:
    def journal(self, position: Partners, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        who = names[position.turn]
        if isinstance(action, Play):
            return f"{who} plays the {action.rank} of {action.suit}."
        return f"{who} gets a card." if action.suit is None else f"{who} gets the {action.rank} of {action.suit}."

    def button(self, position: Partners, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        return f"Play {action.rank} of {action.suit}"

    def prompt(self, position: Partners, eye: int, names: tuple[str, ...], language: str) -> str:
        if position.phase == OVER:
            return "The game is over."
        return "Play a card." if eye == position.turn else f"{names[position.turn]} plays a card."


def picture(view: View) -> dict[str, Any]:
    position = view.position
    assert isinstance(position, Partners)

    def card(code: int) -> str:
        suit, rank = named(code)
        return f"{rank} of {suit}"

    def hand(seat: int) -> list[str | None]:
        seen = [card(code) for code in range(CARDS) if position.hands[seat] >> code & 1]
        return seen or [None] * position.sizes[seat]

    return {
        "trump": SUITS[position.round] if position.round < position.deals else "none",
        "deal": min(position.round + 1, position.deals),
        "trick": [None if code == UNKNOWN else card(code) for code in position.trick] if position.phase != DEAL else [],
        "hands": [{"cards": hand(seat)} for seat in range(SEATS)],
        "tricks": [position.tricks[seat % 2] for seat in range(SEATS)],
    }


def start(setting: Setting) -> Partners:
    return Partners(int(setting.options["deals"]))


class Careful:
    """Takes a trick if it must be taken and can be, with the lowest card that will do; else throws a low card."""

    def rank(self, view: View, seconds: float, rng: Any) -> list[float]:
        position = view.position
        assert isinstance(position, Partners)
        return [self.worth(position, view.eye, card) for card in view.codes()]

    def worth(self, position: Partners, me: int, card: int) -> float:
        low = -(card % RANKS) - (RANKS if card // RANKS == position.round else 0)
        if me == position.lead:
            return -low
        best = position.lead
        for step in range(1, SEATS):
            seat = (position.lead + step) % SEATS
            if position.trick[seat] != UNKNOWN and position.beats(position.trick[seat], position.trick[best]):
                best = seat
        ours = best % 2 == me % 2
        return low + (100.0 if not ours and position.beats(card, position.trick[best]) else 0.0)


GAME = Game(
    name="partners",
    title="Partners",
    about="Take tricks with the one who sits opposite.",
    minutes=10,
    rules=1,
    seats=(SEATS,),
    options=(Option("deals", 1, (1, 2, 3), title="Deals"),),
    teams=lambda setting: (0, 1, 0, 1),
    start=start,
    actions=(Deal, Play),
    say=say,
    secret=secret,
    width=CARDS,
    codes=CARDS,
    table_codes=HIDDEN + 1,
    brings={"picture": picture, "refusals": refuse, "words": Words(), "bots": {"careful": Careful}},
)
