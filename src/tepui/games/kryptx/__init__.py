"""Kryptx: everyone guards a code of cards; place, ask and deduce, then stop the game and name every number."""

from tepui.core.game import Game, Option, Setting
from tepui.core.words import LANGUAGES
from tepui.games.kryptx.actions import ACTIONS, say
from tepui.games.kryptx.codes import PLAYER_CODES, TABLE_CODES
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.secrets import secret
from tepui.games.kryptx.words import ABOUT, PRO


def start(setting: Setting) -> Kryptx:
    return Kryptx(setting.seats, bool(setting.options["pro"]), setting.parts.deck)


GAME = Game(
    name="kryptx",
    title="Kryptx",
    rules=1,
    seats=(2, 3, 4),
    minutes=30,
    alone=5,
    about=ABOUT,
    languages=LANGUAGES,
    options=(Option("pro", False, title=PRO[0], about=PRO[1], seats=(3, 4)),),
    start=start,
    actions=ACTIONS,
    say=say,
    secret=secret,
    width=251,  # any card at any place, and Stop, as others could see it
    codes=PLAYER_CODES,
    table_codes=TABLE_CODES,
    package=__name__,
    brings=(
        *("words", "picture", "text", "parts_file", "notebook", "refusals", "observe", "belief", "bots"),
        *("coach.help", "coach.review", "coach.puzzles", "coach.companion"),
        *("lessons", "daily", "how_to_play", "turn", "orders"),
    ),
)
