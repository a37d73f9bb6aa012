"""Forehead: a little game that shows all of what a game brings to Tepui."""

from forehead.actions import Bet, Deal, Show, say
from forehead.rules import HIDDEN, NUMBERS, Forehead
from forehead.secrets import secret
from tepui.core.game import Game, Setting


def start(setting: Setting) -> Forehead:
    return Forehead(setting.seats)


GAME = Game(
    name="forehead",
    title="Forehead",
    about="You see everyone's number but your own: bet on your rank.",
    minutes=2,
    rules=1,
    seats=(2, 3, 4, 5),
    languages=("en", "de"),
    start=start,
    actions=(Deal, Show, Bet),
    say=say,
    secret=secret,
    width=NUMBERS,
    codes=5,
    table_codes=HIDDEN + 1,
    package=__name__,
    brings=("words", "picture", "belief", "lessons"),
)
