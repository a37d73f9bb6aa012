"""Bell: a little game with an interrupt at any time."""

from typing import Any

from bell.rules import ANSWER, CARD, CARDS, DEAL, HIDDEN, RING, YES, Bell
from tepui.core.actions import Action
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, UNKNOWN
from tepui.core.view import View


class Limit(Action, frozen=True):
    limit: int | None


class Card(Action, frozen=True):
    number: int


class Answer(Action, frozen=True):
    reached: bool


class TurnOver(Action, frozen=True):
    pass


class Ring(Action, frozen=True):
    pass


def say(position: Bell, by: int, code: int) -> Action:
    if by != TABLE:
        return Ring() if code == RING else TurnOver()
    if position.phase == DEAL:
        return Limit(None if code == HIDDEN else code)
    if position.phase == CARD:
        return Card(code - CARDS + 1)
    return Answer(code == YES)


def secret(position: Bell, by: int, code: int, eye: int) -> str:
    """A limit is its owner's own business for the whole game."""
    return "limit" if by == TABLE and position.phase == DEAL and eye != position.turn else ""


def refuse(position: Bell, seat: int, action: Any) -> str:
    if position.rung >> seat & 1:
        return "you have rung already; wait for the others"
    return "it is not your turn; you may only ring the bell"


def picture(view: View) -> dict[str, Any]:
    position = view.position
    assert isinstance(position, Bell)
    return {
        "sum": position.sum,
        "turn": position.turn,
        "ringer": position.ringer if position.phase == ANSWER else None,
        "rung": [seat for seat in range(position.seats) if position.rung >> seat & 1],
        "limits": [None if limit == UNKNOWN else limit for limit in position.limits],
        "points": list(position.points),
    }


def start(setting: Setting) -> Bell:
    return Bell(setting.seats)


GAME = Game(
    name="bell",
    title="Bell",
    rules=1,
    seats=(2, 3, 4),
    start=start,
    actions=(Limit, Card, Answer, TurnOver, Ring),
    say=say,
    secret=secret,
    width=10,
    codes=2,
    table_codes=16,
    minutes=3,
    about="Ring as soon as the cards have reached your secret limit, at any time.",
    brings={"picture": picture, "refusals": refuse},
)
