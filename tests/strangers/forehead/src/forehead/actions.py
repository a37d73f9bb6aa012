"""The moves as people and records name them."""

from forehead.rules import DEAL, HIDDEN, Forehead
from tepui.core.actions import Action
from tepui.core.position import TABLE


class Deal(Action, frozen=True):
    number: int | None  # null: seen from behind


class Show(Action, frozen=True):
    number: int


class Bet(Action, frozen=True):
    rank: int  # 1 is the highest number


def say(position: Forehead, by: int, code: int) -> Action:
    if by != TABLE:
        return Bet(code + 1)
    if position.phase == DEAL:
        return Deal(None if code == HIDDEN else code)
    return Show(code)
