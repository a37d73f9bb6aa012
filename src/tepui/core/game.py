"""What a game brings to the table: rules, actions, picture, words, and who may know what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from tepui.core import parts_text as parts_file
from tepui.core.help import Help
from tepui.core.observe import MOST, PIECES, observe_packed
from tepui.core.position import UNKNOWN, Position, zeros
from tepui.core.protocols import Belief, Bot, Notebook, Words
from tepui.core.puzzle import Puzzler
from tepui.core.real_table import PlainTable, RealTable
from tepui.core.refusal import UnknownName
from tepui.core.review import Reviewer
from tepui.core.screen import Paint
from tepui.core.words import Catalogue

Value = bool | int | str


class Option(msgspec.Struct, frozen=True):
    """One choice before the game: `Option("curse", False, title="Curse of the Temple")`."""

    name: str
    default: Value
    choices: tuple[Value, ...] = (False, True)
    title: str = ""
    about: str = ""


class Setting(msgspec.Struct, frozen=True):
    """Everything that is fixed before the first move, and known to all."""

    seats: int
    options: dict[str, Value] = {}
    parts: Any = None  # the game's printed numbers, as its own `parts` loaded them
    parts_text: str | None = None  # the file they came from, if they are not the game's own


class PlainWords:
    """Words for a game that brings none: the action's own name and fields, in English."""

    def journal(self, position: Any, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """Who did what."""
        who = names[by] if by < len(names) else "The table"
        return f"{who}: {plain(action)}."

    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """What would be done."""
        return plain(action)

    def prompt(self, position: Any, eye: int, names: tuple[str, ...], language: str) -> str:
        """Who is waited for."""
        if eye < len(names) and position.to_act() >> eye & 1:
            return "What do you do?"
        owing = [name for seat, name in enumerate(names) if position.to_act() >> seat & 1]
        return f"Waiting for {', '.join(owing)}" if owing else "The game is over"


def plain(action: Any) -> str:
    """`Guess(wheel=7, low=9)` as "guess wheel 7 low 9"; a face-down value is "?"."""
    parts = [type(action).__name__.lower()]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        parts.append(f"{name} {'?' if value is None else value}")
    return " ".join(parts)


def no_secrets(position: Any, by: int, code: int, eye: int) -> str:
    """Nothing is secret: everybody sees every move."""
    return ""


def fields(view: Any) -> dict[str, Any]:
    """A picture for a game that draws none: what these eyes' position keeps, then who must act, scores and places."""
    position = view.position
    seats = range(view.setting.seats)
    names = getattr(position, "__mypyc_attrs__", None) or vars(position)
    kept = {name: plain_value(getattr(position, name)) for name in names if not name.startswith("_")}
    return {name: value for name, value in kept.items() if value is not NotImplemented} | {
        "to_act": [seat for seat in seats if position.to_act() >> seat & 1],
        "scores": [position.score(seat) for seat in seats],
        "places": [position.place(seat) for seat in seats],
    }


def plain_value(value: Any) -> Any:
    """A number or a list of numbers as a page reads it, with None for what lies face down; else NotImplemented."""
    if isinstance(value, int | str):
        return None if value == UNKNOWN else value
    if isinstance(value, bytes) or not hasattr(value, "__len__"):
        return NotImplemented
    inner = [plain_value(one) for one in value]
    return NotImplemented if NotImplemented in inner else inner


@dataclass(frozen=True)
class Game:
    """The table of contents of a game folder."""

    name: str  # as it is typed: "lost-code"
    title: str  # as it is printed
    rules: int  # raised when an old record would be judged differently
    seats: tuple[int, ...]  # the numbers of players it is for
    start: Callable[[Setting], Position]
    actions: tuple[type[Any], ...]  # the frozen tagged Structs that `say` and `hear` speak
    say: Callable[[Any, int, int], Any]  # (position, by, code) -> Struct, before the move is applied
    hear: Callable[[Any, int, Any], int]  # (position, by, Struct) -> code; IllegalMove if it names nothing
    width: int  # no list of legal actions, or of odds, is longer
    codes: int  # player codes are below it
    table_codes: int = 0  # the table's codes are below it; 0: there is no chance and nothing to tell
    options: tuple[Option, ...] = ()
    # (setting) -> a number for each seat, equal for those who play together (core/teams.py)
    teams: Callable[[Setting], Sequence[int]] | None = None
    best: Callable[[Setting], int] | None = None  # the most that can be reached where all play together
    minutes: int = 30
    about: str = ""  # one English sentence
    languages: tuple[str, ...] = ("en",)
    catalogue: Catalogue | None = None  # translates `about` and what the options say
    parts: Callable[[str | None], Any] = lambda text: None  # TOML text (None: the game's own) -> native object
    own_parts: Callable[[], str] | None = None  # the game's own parts as a file, to be read, copied and changed
    # What those parts print, as a Struct, for a page that enters them. If it says `reconstruction`, players are told
    # that numbers are our own guess
    printed: Callable[[Any], Any] | None = None
    # (position, by, code, eye) -> kind of secret, "" if open; "question: stand B" tells what everybody sees of it
    secret: Callable[[Any, int, int, int], str] = no_secrets
    picture: Callable[[Any], Any] = fields  # (view) -> a msgspec Struct or plain data; holes are None
    constants: tuple[str, ...] = ()  # fields of the picture that never change in a game: a page gets them once
    # (position, seat) -> all that, beside its code, decides a legal action and its button's text; hashable. Then each
    # choice is encoded once
    naming: Callable[[Any, int], Any] | None = None
    draw: Callable[[Any, str], str] | None = None  # (view, language) -> lines for a terminal and the plain page
    # (view, language, paint, lines) -> the same for a terminal of 80 x 24, painted, in so many lines if they suffice
    screen: Callable[[Any, str, Paint, int], str] | None = None
    words: Words = field(default_factory=PlainWords)
    notebook: Callable[[Setting], Notebook] | None = None
    refuse: Callable[[Any, int, Any], str] | None = None  # why this action is not in this seat's list; no secret in it
    bots: Mapping[str, Callable[[], Bot]] = field(default_factory=dict)
    belief: Callable[[Any], Belief] | None = None  # (view) -> what these eyes can know
    review: Reviewer | None = None  # looks at a finished game again (core/review.py)
    puzzles: Puzzler | None = None  # finds moments with one right answer (core/puzzle.py)
    daily: Path | None = None  # its puzzles of the day, mined ahead (core/daily.py)
    help: Help | None = None  # what the sheet can tell at each level of help
    real_table: RealTable = field(default_factory=PlainTable)  # for the companion (core/real_table.py)
    how_to_play: Callable[[str], str] | None = None  # (language) -> the rules to read (core/reading.py)
    turn_summary: Callable[[str], str] | None = None  # (language) -> a turn in one look, in the same form
    lessons: Path | None = None  # the folder with its first games that teach (core/lesson_file.py)
    board: Path | None = None  # an ES module that draws it in the browser (docs/add-a-game/board.md)
    # (these eyes' own position, eye, out) -> how many small numbers it wrote for a learner (core/observe.py)
    observe: Callable[[Any, int, Any], int] = observe_packed
    observation: Callable[[Setting], dict[str, int]] | None = None  # what they are, in order, and how many of each

    def about_in(self, language: str) -> str:
        """One sentence about the game, in the reader's language."""
        return self._translated(self.about, language)

    def option_in(self, option: Option, language: str) -> tuple[str, str]:
        """Title and description of an option, in the reader's language."""
        return self._translated(option.title or option.name, language), self._translated(option.about, language)

    def _translated(self, text: str, language: str) -> str:
        return text if self.catalogue is None else self.catalogue.language(language)(text)

    def layout(self, setting: Setting) -> dict[str, int]:
        """What `observe` writes: names in order, and how many numbers each takes. The sum never changes in a game."""
        if self.observation is not None:
            return self.observation(setting)
        fields = self.start(setting).pack(zeros(MOST))
        return {"eye": 1, "packed fields, each in five pieces of 15 bits": PIECES * fields}

    def setting(
        self, seats: int | None = None, options: Mapping[str, Value] | None = None, parts_text: str | None = None
    ) -> Setting:
        """A checked setting; what is not said is the game's default."""
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise UnknownName(f"{self.title} is for {or_join(self.seats)} players; choose one of these, not {seats}")
        chosen = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            known = next((option for option in self.options if option.name == name), None)
            if known is None:
                there = or_join([option.name for option in self.options]) or "none"
                raise UnknownName(f"{self.title} has no option {name!r}; it has {there}")
            if value not in known.choices or isinstance(value, bool) != isinstance(known.default, bool):
                raise UnknownName(f"option {name} can be {or_join(known.choices)}, not {value!r}")
            chosen[name] = value
        return Setting(seats, chosen, self.read_parts(parts_text), parts_text)

    def reconstructed(self, parts: Any) -> bool:
        """Are some of these printed numbers only our guess?"""
        return self.printed is not None and bool(getattr(self.printed(parts), "reconstruction", False))

    def read_parts(self, text: str | None) -> Any:
        """The printed numbers in this text (None: the game's own); it may be a stranger's, so it is checked first."""
        if text is not None:
            parts_file.check(text)
        return self.parts(text)


def or_join(things: Any) -> str:
    """1, 2 or 3; "yes or no" for a switch."""
    texts = [{True: "on", False: "off"}[thing] if isinstance(thing, bool) else str(thing) for thing in things]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


__all__ = [
    "Belief",
    "Bot",
    "Game",
    "Notebook",
    "Option",
    "PlainWords",
    "Setting",
    "Value",
    "Words",
    "fields",
    "no_secrets",
    "or_join",
    "plain",
]
