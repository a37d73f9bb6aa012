"""The Lost Code: everyone sees all codes but their own, and finds theirs by guessing sums."""

from pathlib import Path

from tepui.core.game import Game, Option, Setting
from tepui.core.levels import later
from tepui.core.reading import beside
from tepui.core.review import Moment, SeatReview
from tepui.core.view import View
from tepui.core.words import LANGUAGES
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ACTIONS
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.codec import hear, naming, say
from tepui.games.lost_code.draw import draw
from tepui.games.lost_code.help import LostCodeHelp
from tepui.games.lost_code.look import picture
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.observe import layout, observe
from tepui.games.lost_code.parts_file import OPTIONS, load, own_text
from tepui.games.lost_code.printed import printed
from tepui.games.lost_code.puzzles import LostCodePuzzles
from tepui.games.lost_code.real_table import LostCodeTable
from tepui.games.lost_code.refusals import refuse
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.screen import screen
from tepui.games.lost_code.secrets import secret
from tepui.games.lost_code.words import ABOUT, OPTION_WORDS, LostCodeWords

BOTS = (
    *("steady", "keen"),
    *("beginner", "beginner+", "beginner++", "casual", "casual+", "casual++", "regular", "regular+", "regular++"),
    *("expert", "expert+", "expert++", "master"),
)


class LaterReview:
    """The review, loaded when it is asked for: it reckons with numpy too."""

    def review(self, view: View) -> SeatReview:
        from tepui.games.lost_code.review import LostCodeReview

        return LostCodeReview().review(view)

    def say(self, view: View, moment: Moment, language: str) -> list[str]:
        from tepui.games.lost_code.review import LostCodeReview

        return LostCodeReview().say(view, moment, language)

    def mark(self, kind: str, language: str) -> str:
        from tepui.games.lost_code.review_words import mark

        return mark(kind, language)


def start(setting: Setting) -> LostCode:
    return LostCode(setting.parts.parts(setting.seats, setting.options))


GAME = Game(
    name="lost-code",
    title="The Lost Code",
    rules=1,
    seats=(2, 3, 4),
    minutes=45,
    about=ABOUT,
    options=tuple(Option(name, False, title=OPTION_WORDS[name][0], about=OPTION_WORDS[name][1]) for name in OPTIONS),
    start=start,
    parts=load,
    own_parts=own_text,
    printed=printed,
    actions=ACTIONS,
    say=say,
    hear=hear,
    width=160,
    codes=codes.PLAYER_CODES,
    table_codes=codes.TABLE_CODES,
    secret=secret,
    notebook=Notebook,
    belief=LostCodeBelief,
    help=LostCodeHelp(),
    review=LaterReview(),
    puzzles=LostCodePuzzles(),
    daily=Path(__file__).parent / "daily.jsonl.gz",
    real_table=LostCodeTable(),
    picture=picture,
    constants=(
        *("me", "colours", "columns", "numbers", "top"),
        *("rounds", "token_rounds", "stakes", "token_stakes"),
    ),
    refuse=refuse,
    naming=naming,
    draw=draw,
    screen=screen,
    words=LostCodeWords(),
    bots=later(f"{__name__}.levels", BOTS),  # they reckon with numpy, which takes longer to load than all the rest
    observe=observe,
    observation=layout,
    languages=LANGUAGES,
    catalogue=CATALOGUE,
    lessons=Path(__file__).parent / "lessons",
    how_to_play=beside(__file__),
    turn_summary=beside(__file__, "turn"),
)
