"""What a board or a bot reads: a view as plain data, its holes as null."""

import msgspec

from forehead.rules import Forehead
from tepui.core.position import UNKNOWN
from tepui.core.view import View


class Player(msgspec.Struct, frozen=True):
    number: int | None
    bet: int | None
    score: int


class Picture(msgspec.Struct, frozen=True):
    phase: str
    players: list[Player]


def known(value: int) -> int | None:
    return None if value == UNKNOWN else value


def picture(view: View) -> Picture:
    position = view.position
    assert isinstance(position, Forehead)
    phase = ("deal", "bet", "show", "over")[position.phase]
    players = []
    for seat in range(position.seats):
        bet = known(position.bets[seat])
        players.append(Player(known(position.numbers[seat]), None if bet is None else bet + 1, position.score(seat)))
    return Picture(phase, players)
