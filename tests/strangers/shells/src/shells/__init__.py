"""Shells: a little game in which everybody chooses at the same time."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from shells.rules import HIDDEN, NUMBERS, Shells
from tepui.core.actions import Action
from tepui.core.game import Game, Option, Setting
from tepui.core.parts import Reader
from tepui.core.position import TABLE, UNKNOWN
from tepui.core.view import View
from tepui.core.words import Catalogue


class Hide(Action, frozen=True):
    shells: int | None


class Open(Action, frozen=True):
    shells: int


def say(position: Shells, by: int, code: int) -> Action:
    if by == TABLE:
        return Open(code + 1)
    return Hide(None if code == HIDDEN else code + 1)


def secret(position: Shells, by: int, code: int, eye: int) -> str:
    """What a fist holds, only its owner knows until it opens."""
    return "fist" if by != TABLE and by != eye else ""


def refuse(position: Shells, seat: int, action: Any) -> str:
    return f"you cannot hide {action.shells} shells now; choose a number that you have not used yet"


JOURNAL = {
    "en": {"hides": "{who} closes a fist.", "holds": "{who} hides {n} shells.", "opens": "A fist opens: {n} shells."},
    "fr": {
        "hides": "{who} ferme le poing.",
        "holds": "{who} cache {n} coquillages.",
        "opens": "Un poing s'ouvre : {n} coquillages.",
    },
}
BUTTON = {"en": "Hide {n}", "fr": "Cacher {n}"}
PROMPT = {
    "en": {True: "Choose how many shells to hide", False: "The others choose", None: "The game is over"},
    "fr": {True: "Choisissez combien en cacher", False: "Les autres choisissent", None: "La partie est finie"},
}


class Words:
    def journal(self, position: Any, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        lines = JOURNAL[language]
        if by == TABLE:
            return lines["opens"].format(n=action.shells)
        return lines["hides" if action.shells is None else "holds"].format(who=names[by], n=action.shells)

    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        return BUTTON[language].format(n=action.shells)

    def prompt(self, position: Any, eye: int, names: tuple[str, ...], language: str) -> str:
        who = position.to_act()
        return PROMPT[language][bool(who >> eye & 1) if who else None]


def picture(view: View) -> dict[str, Any]:
    position = view.position
    assert isinstance(position, Shells)
    return {
        "rounds": position.rounds,
        "closed": [seat for seat in range(position.seats) if position.closed >> seat & 1],
        "fists": [None if fist == UNKNOWN else fist + 1 for fist in position.fists],
        "points": list(position.points),
    }


OWN_PARTS = "# How many rounds the box adds to those that you choose: 0 or 1.\nmore_rounds = 0\n"
CATALOGUE = Catalogue(__file__)


class Printed(Struct):
    more_rounds: Annotated[int, Meta(ge=0, le=1)]


class Parts:
    def load(self, text: str | None) -> int:
        return Reader(text or "", OWN_PARTS, Printed, CATALOGUE).values.more_rounds

    def own_text(self) -> str:
        return OWN_PARTS


def start(setting: Setting) -> Shells:
    return Shells(setting.seats, int(setting.options["rounds"]) + int(setting.parts))


GAME = Game(
    name="shells",
    title="Shells",
    rules=1,
    seats=(2, 3, 4),
    start=start,
    actions=(Hide, Open),
    say=say,
    secret=secret,
    languages=("en", "fr"),
    options=(Option("rounds", 3, (2, 3, 4), title="Rounds"),),
    width=NUMBERS,
    codes=HIDDEN + 1,
    table_codes=NUMBERS,
    minutes=3,
    about="All hide shells in a fist at once; the highest number that nobody else has scores.",
    brings={"picture": picture, "refusals": refuse, "words": Words(), "parts_file": Parts()},
)
