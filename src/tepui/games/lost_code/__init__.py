"""The Lost Code: everyone sees all codes but their own, and finds theirs by guessing sums."""

from tepui.core.game import Game, Option, Setting
from tepui.core.words import LANGUAGES
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ACTIONS, say
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.secrets import secret
from tepui.games.lost_code.words import ABOUT, OPTION_WORDS


def start(setting: Setting) -> LostCode:
    return LostCode(setting.parts.parts(setting.seats, setting.options))


GAME = Game(
    name="lost-code",
    title="The Lost Code",
    rules=1,
    seats=(2, 3, 4),
    minutes=45,
    alone=5,
    about=ABOUT,
    languages=LANGUAGES,
    options=tuple(Option(name, False, title=title, about=about) for name, (title, about) in OPTION_WORDS.items()),
    start=start,
    actions=ACTIONS,
    say=say,
    secret=secret,
    width=160,
    codes=codes.PLAYER_CODES,
    table_codes=codes.TABLE_CODES,
    package=__name__,
    brings=(
        *("words", "picture", "text", "parts_file", "notebook", "refusals", "observe", "belief", "bots"),
        *("coach.help", "coach.review", "coach.puzzles", "coach.companion"),
        *("lessons", "daily", "how_to_play", "turn", "orders"),
    ),
)
