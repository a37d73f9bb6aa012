"""Lost Cities: Roll & Write."""

from pathlib import Path

from tepui.core.game import Game, Option, Setting
from tepui.core.reading import beside
from tepui.core.words import LANGUAGES
from tepui.games.roll_and_write import parts
from tepui.games.roll_and_write.actions import ACTIONS, hear, refuse, say
from tepui.games.roll_and_write.advice import Teacher
from tepui.games.roll_and_write.bots import Learned, Steady
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.draw import draw
from tepui.games.roll_and_write.levels import LEVELS
from tepui.games.roll_and_write.look import picture, printed
from tepui.games.roll_and_write.observe import layout, observe
from tepui.games.roll_and_write.puzzle_finder import RollAndWritePuzzles
from tepui.games.roll_and_write.real_table import RollAndWriteTable
from tepui.games.roll_and_write.review import RollAndWriteReview
from tepui.games.roll_and_write.rules import CODES, TABLE_CODES, RollAndWrite
from tepui.games.roll_and_write.screen import screen
from tepui.games.roll_and_write.words import ABOUT, TOGETHER, TOGETHER_ABOUT, RollAndWriteWords


def start(setting: Setting) -> RollAndWrite:
    return RollAndWrite(setting.seats, bool(setting.options["together"]), setting.parts)


GAME = Game(
    name="roll-and-write",
    title="Lost Cities: Roll & Write",
    rules=1,
    seats=(1, 2, 3, 4, 5),
    start=start,
    actions=ACTIONS,
    say=say,
    hear=hear,
    refuse=refuse,
    width=10,
    codes=CODES,
    table_codes=TABLE_CODES,
    options=(Option("together", False, title=TOGETHER, about=TOGETHER_ABOUT),),
    minutes=30,
    about=ABOUT,
    languages=LANGUAGES,
    catalogue=CATALOGUE,
    lessons=Path(__file__).parent / "lessons",
    how_to_play=beside(__file__),
    turn_summary=beside(__file__, "turn"),
    parts=parts.load,
    own_parts=lambda: parts.own().text,
    printed=printed,
    picture=picture,
    constants=("printed",),
    draw=draw,
    screen=screen,
    words=RollAndWriteWords(),
    bots={"steady": Steady, "learned": Learned, **LEVELS},
    observe=observe,
    observation=layout,
    help=Teacher(),
    review=RollAndWriteReview(),
    puzzles=RollAndWritePuzzles(),
    daily=Path(__file__).parent / "daily.jsonl.gz",
    real_table=RollAndWriteTable(),
)
