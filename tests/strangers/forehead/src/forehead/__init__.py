"""Forehead: a little game that shows all of what a game brings to Tepui."""

from pathlib import Path

from forehead.actions import Bet, Deal, Show, hear, say
from forehead.belief import Numbers
from forehead.picture import picture
from forehead.rules import HIDDEN, NUMBERS, Forehead
from forehead.secrets import secret
from forehead.words import CATALOGUE, ForeheadWords
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
    start=start,
    actions=(Deal, Show, Bet),
    say=say,
    hear=hear,
    width=NUMBERS,
    codes=5,
    table_codes=HIDDEN + 1,
    secret=secret,
    picture=picture,
    words=ForeheadWords(),
    belief=Numbers,
    languages=("en", "de"),
    catalogue=CATALOGUE,
    lessons=Path(__file__).parent / "lessons",
)
