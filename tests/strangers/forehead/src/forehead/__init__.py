"""Forehead: a little game that shows all of what a game brings to Tepui."""

from typing import Any

from forehead.belief import Numbers
from forehead.rules import DEAL, HIDDEN, NUMBERS, Forehead
from tepui.core.actions import Action
from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, TABLE
from tepui.core.refusal import IllegalMove


class Deal(Action, frozen=True):
    number: int | None


class Show(Action, frozen=True):
    number: int


class Bet(Action, frozen=True):
    rank: int


def say(position: Forehead, by: int, code: int) -> Action:
    if by != TABLE:
        return Bet(code + 1)
    if position.phase == DEAL:
        return Deal(None if code == HIDDEN else code)
    return Show(code)


def hear(position: Forehead, by: int, action: Any) -> int:
    if isinstance(action, Bet):
        return action.rank - 1
    if isinstance(action, Deal | Show):
        return HIDDEN if action.number is None else action.number
    raise IllegalMove("bet on a rank")


def secret(position: Forehead, by: int, code: int, eye: int) -> str:
    """Nobody sees their own number before the end, and a watcher could whisper."""
    if by == TABLE and position.phase == DEAL and eye in (position.turn, AUDIENCE):
        return "own number"
    return ""


def start(setting: Setting) -> Forehead:
    return Forehead(setting.seats)


GAME = Game(
    name="forehead",
    title="Forehead",
    rules=1,
    seats=(2, 3, 4, 5),
    start=start,
    actions=(Deal, Show, Bet),
    say=say,
    hear=hear,
    secret=secret,
    belief=Numbers,
    width=NUMBERS,
    codes=5,
    table_codes=HIDDEN + 1,
    minutes=2,
    about="You see everyone's number but your own: bet on your rank.",
)
