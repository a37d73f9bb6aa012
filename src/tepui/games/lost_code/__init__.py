"""The Lost Code: everyone sees all codes but their own, and finds theirs by guessing sums."""

from tepui.core.game import Game, Option, Setting
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ACTIONS, hear, say
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.look import picture
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts_file import load
from tepui.games.lost_code.refusals import refuse
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.secrets import secret


def start(setting: Setting) -> LostCode:
    return LostCode(setting.parts.parts(setting.seats, setting.options))


GAME = Game(
    name="lost-code",
    title="The Lost Code",
    rules=1,
    seats=(2, 3, 4),
    minutes=45,
    about="Everyone sees all codes but their own: guess sums, listen to the answers, and find yours.",
    options=(
        Option(
            "introductory", False, title="Introductory game", about="Without red stones: five colours instead of six."
        ),
        Option("x_race", False, title="X-Race", about="Stones numbered 8 join in, and the wheels go up to 24."),
        Option(
            "deadly_shortcut",
            False,
            title="Deadly Shortcut",
            about="Equal dice offer a token: guess early, for double.",
        ),
        Option(
            "curse",
            False,
            title="Curse of the Temple",
            about="The leader gains by the others' misses and pays for their own.",
        ),
    ),
    start=start,
    parts=load,
    actions=ACTIONS,
    say=say,
    hear=hear,
    width=160,
    codes=codes.PLAYER_CODES,
    table_codes=codes.TABLE_CODES,
    secret=secret,
    notebook=Notebook,
    belief=LostCodeBelief,
    picture=picture,
    refuse=refuse,
)
