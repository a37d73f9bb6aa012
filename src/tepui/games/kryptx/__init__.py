"""Kryptx: everybody guards a code of cards; place, ask and deduce, then stop the game and name every number."""

from pathlib import Path

from tepui.core.game import Game, Option, Setting
from tepui.core.reading import beside
from tepui.core.words import LANGUAGES
from tepui.games.kryptx.actions import ACTIONS, hear, naming, say
from tepui.games.kryptx.belief import belief
from tepui.games.kryptx.bots import RandomKryptx, Steady
from tepui.games.kryptx.catalogue import CATALOGUE
from tepui.games.kryptx.codes import PLAYER_CODES, TABLE_CODES
from tepui.games.kryptx.draw import draw
from tepui.games.kryptx.help import KryptxHelp
from tepui.games.kryptx.levels import LEVELS
from tepui.games.kryptx.look import picture
from tepui.games.kryptx.notes import Notes
from tepui.games.kryptx.observe import layout, observe
from tepui.games.kryptx.parts import load, own_text
from tepui.games.kryptx.printed import printed
from tepui.games.kryptx.puzzle_finder import KryptxPuzzles
from tepui.games.kryptx.real_table import KryptxTable
from tepui.games.kryptx.refusals import refuse
from tepui.games.kryptx.review import KryptxReview
from tepui.games.kryptx.rules import Kryptx
from tepui.games.kryptx.screen import screen
from tepui.games.kryptx.secrets import secret
from tepui.games.kryptx.words import ABOUT, PRO, KryptxWords


def start(setting: Setting) -> Kryptx:
    return Kryptx(setting.seats, bool(setting.options["pro"]), setting.parts.deck)


GAME = Game(
    name="kryptx",
    title="Kryptx",
    rules=1,
    seats=(2, 3, 4),
    start=start,
    actions=ACTIONS,
    say=say,
    hear=hear,
    width=251,  # any card at any place, and Stop, as others could see it
    codes=PLAYER_CODES,
    table_codes=TABLE_CODES,
    options=(Option("pro", False, title=PRO[0], about=PRO[1]),),
    minutes=30,
    about=ABOUT,
    languages=LANGUAGES,
    catalogue=CATALOGUE,
    lessons=Path(__file__).parent / "lessons",
    how_to_play=beside(__file__),
    turn_summary=beside(__file__, "turn"),
    parts=load,
    own_parts=own_text,
    printed=printed,
    secret=secret,
    picture=picture,
    constants=("me", "colours", "numbers", "pro"),
    naming=naming,
    draw=draw,
    screen=screen,
    words=KryptxWords(),
    notebook=Notes,
    refuse=refuse,
    belief=belief,
    help=KryptxHelp(),
    review=KryptxReview(),
    puzzles=KryptxPuzzles(),
    daily=Path(__file__).parent / "daily.jsonl.gz",
    real_table=KryptxTable(),
    bots={"random": RandomKryptx, "steady": Steady, **LEVELS},
    observe=observe,
    observation=layout,
)
