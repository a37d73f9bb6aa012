"""What a game is: what is played, and the modules that it brings beside its rules, each loaded when first asked for.

Positions and views are `Any` in what a game brings: it has a position class of its own, and a view (core/view.py) knows
its game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from tepui.core import parts as parts_file
from tepui.core.observe import MOST, PIECES, observe_packed
from tepui.core.position import TABLE, UNKNOWN, Position, code_of, zeros
from tepui.core.refusal import NOT_ON_OFFER, IllegalMove, UnknownName
from tepui.core.words import Catalogue

Value = bool | int | str
Thing = TypeVar("Thing")


class Option(msgspec.Struct, frozen=True):
    """One choice before the game: `Option("curse", False, title="Curse of the Temple")`."""

    name: str
    default: Value
    choices: tuple[Value, ...] = (False, True)
    title: str = ""
    about: str = ""
    seats: tuple[int, ...] = ()  # the numbers of players it is meant for; none: all


class Setting(msgspec.Struct, frozen=True):
    """Everything that is fixed before the first move, and known to all."""

    seats: int
    options: dict[str, Value] = {}
    parts: Any = None  # the game's printed numbers, as its own `parts` loaded them
    parts_text: str | None = None  # the file they came from, if they are not the game's own


class Notebook(Protocol):
    """What a careful player would write down of what they see; a position keeps no history."""

    def note(self, position: Any, by: int, code: int) -> None:
        """Hears of a move, before `position` (these eyes' own) applies it."""

    def copy(self) -> Any:
        """The same notes, to think ahead with."""


class Words(Protocol):
    """The sentences of a game. `position` is the reader's own view before the move; names are the players'."""

    def journal(self, position: Any, by: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """One whole sentence that tells everyone what happened: "Anna sets the wheel of 7 to 9–15.".

        A move of the table may have none (""): it is part of the next one, which speaks for both, as for six dice.
        """

    def button(self, position: Any, seat: int, action: Any, names: tuple[str, ...], language: str) -> str:
        """The move as its maker chooses it, a short verb first: "Set to 9–15"."""

    def prompt(self, position: Any, eye: int, names: tuple[str, ...], language: str) -> str:
        """What is being decided now, said to `eye`: "Choose a wheel" or "Anna chooses a wheel"."""


class Belief(Protocol):
    """All worlds that look to these eyes exactly like what they saw, each as likely as the table's odds make it.

    What players choose carries no weight: of two secret choices neither is likelier.
    """

    def worlds(self) -> int:
        """How many."""

    def world(self, truth: Any) -> Hashable:
        """The world that this position, without holes, is."""

    def likelihood(self, world: Any) -> float:
        """How likely this world is; 0 if what was seen excludes it. All together are 1."""

    def sample(self, rng: Random) -> Any:
        """One of them, as likely as it is."""

    def marginals(self) -> list[list[float]]:
        """By thing, by value: how likely it is. As many of both as long as a game lasts: labels for a learner.

        A thing that these eyes see is certain; one that is not there yet is a row of zeros.
        """

    def things(self) -> list[str]:
        """What the rows are about, said to these eyes: "your own blue stone", "the card on stand B"."""

    def values(self) -> list[str]:
        """What the columns are: "7", "red 3"."""


class Evidence(Protocol):
    """What a seat saw, as single facts: a belief may bring it as `evidence(view)`, for whoever asks for a proof."""

    facts: list[str]  # one sentence each

    def excludes(self, thing: int, value: int, facts: Sequence[int]) -> bool:
        """Do these facts alone make it impossible that this thing (a row of `marginals`) has this value?"""

    def proof(self, thing: int, value: int) -> list[int] | None:
        """A short set of facts that does; None if it is possible."""


class Bot(Protocol):
    """The whole contract of a bot."""

    def rank(self, view: Any, seconds: float, rng: Random) -> Sequence[float] | None:
        """One value per action of `view.codes()` (the same order as `view.legal()`); the highest is played.

        None is an answer only where the seat may act but need not (an interrupt): "not now".
        """


class Parts(Protocol):
    """The printed numbers of a box, as a file that people may change."""

    def load(self, text: str | None) -> Any:
        """What the rules use, out of TOML text; None: the game's own. BadParts, with its line, for what cannot be."""

    def own_text(self) -> str:
        """The game's own file, to be read, copied and changed."""

    # It may also have `printed(parts)`: what they print, as a Struct, for a page that enters them. If it says
    # `reconstruction`, players read that numbers are our own guess.


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
    """Nothing is secret: everyone sees every move."""
    return ""


def fields(view: Any) -> dict[str, Any]:
    """A picture for a game that draws none: what these eyes' position keeps, then who must act, scores and places."""
    position = view.position
    names = getattr(position, "__mypyc_attrs__", None) or vars(position)
    kept = {name: plain_value(getattr(position, name)) for name in names if not name.startswith("_")}
    return {name: value for name, value in kept.items() if value is not NotImplemented} | {
        "to_act": [seat for seat in range(view.setting.seats) if position.to_act() >> seat & 1],
        "scores": view.scores(),
        "places": view.places(),
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
    """What is played, and what it brings: the table of contents of a game folder."""

    name: str  # as it is typed: "lost-code"
    title: str  # as it is printed
    rules: int  # raised when an old record would be judged differently
    seats: tuple[int, ...]  # the numbers of players it is for
    start: Callable[[Setting], Position]
    actions: tuple[type[Any], ...]  # the frozen tagged Structs that `say` speaks
    say: Callable[[Any, int, int], Any]  # (position, by, code) -> Struct, before the move is applied
    width: int  # no list of legal actions, or of odds, is longer
    codes: int  # player codes are below it
    table_codes: int = 0  # the table's codes are below it; 0: there is no chance and nothing to tell
    options: tuple[Option, ...] = ()
    # (setting) -> a number for each seat, equal for those who play together (core/teams.py)
    teams: Callable[[Setting], Sequence[int]] | None = None
    best: Callable[[Setting], int] | None = None  # the most that can be reached where all play together
    minutes: int = 30  # of people around a table
    alone: int = 0  # of one person against bots; 0: as many
    about: str = ""  # one English sentence
    languages: tuple[str, ...] = ("en",)
    # (position, by, code, eye) -> kind of secret, "" if open; "question: stand B" tells what everyone sees of it
    secret: Callable[[Any, int, int, int], str] = no_secrets
    package: str = ""  # its `__name__`: there lies what it brings
    # Names of modules, folders and files in the package: "words", "coach.review", "lessons". A game in one file names
    # its own functions and classes. Or a mapping from such names to the things themselves.
    brings: tuple[str, ...] | Mapping[str, Any] = ()

    # ---- what it brings ----

    @cached_property
    def things(self) -> dict[str, Any]:
        """By name: where it lies in the package, or the thing itself."""
        if isinstance(self.brings, Mapping):
            return dict(self.brings)
        return {path.rpartition(".")[2]: path for path in self.brings}

    @cached_property
    def _loaded(self) -> dict[tuple[str, Any], Any]:
        return {}

    def bringing(self, **things: Any) -> Game:
        """The same game with these things instead of its own; None: without."""
        return replace(self, brings={name: thing for name, thing in {**self.things, **things}.items() if thing})

    def brought(self, name: str, wanted: Callable[..., Thing]) -> Thing | None:
        """What the game brings under this name, loaded now and held against what is wanted of it; None: nothing.

        `wanted` is a protocol: a module is as good as an object. Whoever needs something new of a game asks so for it.
        """
        if name not in self.things:
            return None
        if (name, wanted) not in self._loaded:
            found = self.things[name]
            if isinstance(found, str):
                found = self._load(name, found)
            missing = [one for one in members(wanted) if not hasattr(found, one)]
            if missing:
                raise UnknownName(f"what {self.title} brings as {name!r} has no {or_join(missing)}. Write it there")
            self._loaded[name, wanted] = found
        thing: Thing = self._loaded[name, wanted]
        return thing

    def _load(self, name: str, path: str) -> Any:
        """A function or class of the module that makes the game, else a module beside it; in one file: that itself."""
        home = import_module(self.package)
        if name in vars(home):
            return vars(home)[name]
        return import_module(f"{self.package}.{path}") if hasattr(home, "__path__") else home

    def has(self, name: str) -> bool:
        """Does it bring this? Nothing is loaded."""
        return name in self.things

    def path(self, name: str, file: str = "") -> Path | None:
        """A folder or file that the game brings, in its own folder; None: it brings none."""
        found = self.things.get(name)
        if isinstance(found, str):
            return Path(sys.modules[self.package].__file__ or "").parent / (file or found)
        return found

    def function(self, name: str, function: str, other: Any = ...) -> Any:
        """The one thing that is wanted of a module, or that thing itself; `other` where a module may be without it."""
        found = self.brought(name, object)
        return getattr(found, function, found if other is ... else other)

    @cached_property
    def words(self) -> Words:
        """Its sentences."""
        return self.brought("words", Words) or PlainWords()

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """Translates `about` and what the options say: `CATALOGUE` of its words."""
        return getattr(self.words, "CATALOGUE", None)

    @cached_property
    def naming(self) -> Callable[[Any, int], Any] | None:
        """(position, seat) -> all that, beside its code, decides a legal action and its button's text; hashable.

        With a `naming` in its words each choice is encoded once.
        """
        return getattr(self.words, "naming", None)

    @cached_property
    def picture(self) -> Callable[[Any], Any]:
        """(view) -> a msgspec Struct or plain data; holes are None."""
        return self.function("picture", "picture") or fields

    @cached_property
    def constants(self) -> tuple[str, ...]:
        """Fields of the picture that never change in a game: a page gets them once."""
        return getattr(self.brought("picture", object), "CONSTANTS", ())

    @cached_property
    def notebook(self) -> Callable[[Setting], Notebook] | None:
        """(setting) -> an empty one."""
        found: Callable[[Setting], Notebook] | None = self.function("notebook", "Notebook")
        return found

    @cached_property
    def refuse(self) -> Callable[[Any, int, Any], str] | None:
        """(position, seat, action) -> why this action is not in this seat's list; no secret in it."""
        found: Callable[[Any, int, Any], str] | None = self.function("refusals", "refuse")
        return found

    @cached_property
    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """Its own, by name."""
        return self.function("bots", "BOTS") or {}

    @cached_property
    def belief(self) -> Callable[[Any], Belief] | None:
        """(view) -> what these eyes can know."""
        found: Callable[[Any], Belief] | None = self.function("belief", "belief")
        return found

    @cached_property
    def observe(self) -> Callable[[Any, int, Any], int]:
        """(these eyes' own position, eye, out) -> how many small numbers it wrote for a learner (core/observe.py)."""
        return self.function("observe", "observe") or observe_packed

    @cached_property
    def parts(self) -> Parts | None:
        """The printed numbers that its rules use."""
        return self.brought("parts_file", Parts)

    # ---- what follows from it ----

    def hear(self, position: Any, by: int, action: Any) -> int:
        """The code that `say` says so, whether or not it is possible now; IllegalMove if it names nothing.

        A game with very long lists may bring a `hear(position, by, action)` of its own.
        """
        if self._own_hear is not None:
            return self._own_hear(position, by, action)
        code = code_of(self.say, position, by, action, self.table_codes if by == TABLE else self.codes)
        if code < 0:
            raise IllegalMove(NOT_ON_OFFER)
        return code

    @cached_property
    def _own_hear(self) -> Callable[[Any, int, Any], int] | None:
        found: Callable[[Any, int, Any], int] | None = self.function("hear", "hear")
        return found

    def about_in(self, language: str) -> str:
        """One sentence about the game, in the reader's language."""
        return self.translated(self.about, language)

    def options_in(self, language: str) -> list[Option]:
        """With title and description in the reader's language."""
        found = []
        for one in self.options:
            title, about = self.translated(one.title or one.name, language), self.translated(one.about, language)
            found.append(msgspec.structs.replace(one, title=title, about=about))
        return found

    def translated(self, text: str, language: str) -> str:
        """A text of the game's own catalogue, in the reader's language."""
        return text if self.catalogue is None else self.catalogue.language(language)(text)

    def layout(self, setting: Setting) -> dict[str, int]:
        """What `observe` writes: names in order, and how many numbers each takes. The sum never changes in a game."""
        own = getattr(self.brought("observe", object), "layout", None)
        if own is not None:
            return dict(own(setting))
        fields = self.start(setting).pack(zeros(MOST))
        return {"eye": 1, "packed fields, each in five pieces of 15 bits": PIECES * fields}

    def setting(
        self, seats: int | None = None, options: Mapping[str, Value] | None = None, parts_text: str | None = None
    ) -> Setting:
        """A checked setting; what is not said is the game's default."""
        if seats is None:
            seats = self.seats[0]
        if seats not in self.seats:
            raise UnknownName(f"{self.title} is for {or_join(self.seats)} players. Choose one of these, not {seats}")
        chosen = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            known = next((option for option in self.options if option.name == name), None)
            if known is None:
                there = or_join([option.name for option in self.options]) or "none"
                raise UnknownName(f"{self.title} has no option {name!r}. It has {there}")
            if value not in known.choices or isinstance(value, bool) != isinstance(known.default, bool):
                raise UnknownName(f"option {name} can be {or_join(known.choices)}, not {value!r}")
            chosen[name] = value
        return Setting(seats, chosen, self.read_parts(parts_text), parts_text)

    def printed(self, parts: Any) -> Any:
        """What these parts print, for a page that enters them; None if the game cannot say."""
        own = getattr(self.parts, "printed", None)
        return None if own is None else own(parts)

    def reconstructed(self, parts: Any) -> bool:
        """Are some of these printed numbers only our guess?"""
        return bool(getattr(self.printed(parts), "reconstruction", False))

    def read_parts(self, text: str | None) -> Any:
        """The printed numbers in this text (None: the game's own); it may be a stranger's, so it is checked first."""
        if text is not None:
            parts_file.check(text)
        return None if self.parts is None else self.parts.load(text)


def members(protocol: Any) -> list[str]:
    """What a protocol asks for."""
    return [name for name in {**vars(protocol), **getattr(protocol, "__annotations__", {})} if not name.startswith("_")]


def or_join(things: Any) -> str:
    """1, 2 or 3; "yes or no" for a switch."""
    texts = [{True: "on", False: "off"}[thing] if isinstance(thing, bool) else str(thing) for thing in things]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
