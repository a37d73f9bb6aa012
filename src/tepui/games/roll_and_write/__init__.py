"""Lost Cities: Roll & Write."""

from tepui.core.game import Game, Option, Setting
from tepui.core.words import LANGUAGES
from tepui.games.roll_and_write.actions import ACTIONS, say
from tepui.games.roll_and_write.rules import CODES, TABLE_CODES, RollAndWrite
from tepui.games.roll_and_write.words import ABOUT, TOGETHER, TOGETHER_ABOUT


def start(setting: Setting) -> RollAndWrite:
    return RollAndWrite(setting.seats, bool(setting.options["together"]), setting.parts)


GAME = Game(
    name="roll-and-write",
    title="Lost Cities: Roll & Write",
    rules=1,
    seats=(1, 2, 3, 4, 5),
    minutes=30,
    alone=8,
    about=ABOUT,
    languages=LANGUAGES,
    options=(Option("together", False, title=TOGETHER, about=TOGETHER_ABOUT),),
    start=start,
    actions=ACTIONS,
    say=say,
    width=10,
    codes=CODES,
    table_codes=TABLE_CODES,
    package=__name__,
    brings=(
        *("words", "picture", "text", "parts_file", "refusals", "observe", "bots", "orders"),
        *("coach.help", "coach.review", "coach.puzzles", "coach.companion"),
        *("lessons", "daily", "how_to_play", "turn"),
    ),
)
