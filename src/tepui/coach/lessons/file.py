"""A lesson as its file says it: a prepared game, and the steps in which a learner plays it.

`lessons/NAME.toml` in a game's folder. `moves` is the prepared game, one move a line: who (`table` or a seat), then the
action as records write it; after ` | ` what another seat does instead where the learner's way has made that impossible.
A step says one sentence at a moment of that game (`at`: so many moves were made) and points at things of the picture.
What it asks for follows from the game: the learner's own next move if the record has one before the next step, else one
of its `choices`, else nothing but to look. Sentences are English, and translated by the game's own catalogue.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, replace
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, Final

import msgspec

from tepui.coach import help
from tepui.core import replay
from tepui.core.game import Game, Setting, Value
from tepui.core.position import TABLE
from tepui.core.record import Record, header_of, replay_steps
from tepui.core.refusal import BadRecord, Refusal
from tepui.core.view import View

STEP: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")
CONDITION: Final = re.compile(r"(\S+) (==|!=|<=|>=|<|>|has) (.+)")
COMPARED: Final = {"==": eq, "!=": ne, "<=": le, ">=": ge, "<": lt, ">": gt}
Pattern = dict[str, Any]


class BadLesson(Refusal):
    """A lesson that does not fit the rules: the sentence names the file and the line; the game plays without it."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to a try that is not what the step asks for."""

    say: str  # `{n}` is the choice that was tried
    when: Pattern | list[str] = {}  # fields of such an action, or such choices; the first that fits is said


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int
    say: str
    point: list[str] = []  # paths in the picture; where one leads to the next (a wheel, its rim), in that order
    choices: list[str] = []  # a question to the learner ...
    answer: list[str] = []  # ... and all that is right
    also: list[Pattern] = []  # actions that will do as well as the record's
    wrong: list[Wrong] = []
    goal: str = ""  # instead of a certain move: whatever makes this true
    challenge: bool = False  # no hints
    true: list[str] = []  # what the sentence claims, as conditions
    marks: Any = None  # what the learner's own sheet holds from this step on


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    minutes: int
    names: list[str]
    moves: str
    step: list[Step]
    seat: int = 0
    options: dict[str, Value] = {}
    parts: str = ""  # a parts file beside it


@dataclass(frozen=True)
class Lesson:
    """A lesson that fits the rules."""

    game: Game
    name: str
    title: str
    minutes: int
    seat: int
    setting: Setting
    record: Record
    instead: dict[int, list[Any]]  # by number of a move: what its seat does if that has become impossible
    steps: list[Step]

    def played_by(self, name: str) -> Lesson:
        """The same with the learner's own name, unless someone else has it there."""
        names = list(self.record.header.names)
        if name not in names:
            names[self.seat] = name
        header = msgspec.structs.replace(self.record.header, names=tuple(names))
        return replace(self, record=replace(self.record, header=header))

    def moves_in(self, step: int) -> list[int]:
        """The learner's own moves that this step asks for, as their numbers in the record."""
        if step + 1 == len(self.steps):
            return []
        first, end = self.steps[step].at, self.steps[step + 1].at
        return [n for n in range(first, end) if self.record.standing[n].by == self.seat]

    def kind(self, step: int) -> str:
        """What the learner has to do: look, choose, move; nothing more at the end."""
        if step + 1 == len(self.steps):
            return "end"
        if self.steps[step].choices:
            return "choose"
        return "move" if self.moves_in(step) else "look"

    def sentences(self) -> list[str]:
        """All that it says, in English: what a catalogue has to translate."""
        said = [self.title]
        for step in self.steps:
            said += [step.say, *(one.say for one in step.wrong)]
        return [text for text in dict.fromkeys(said) if text]


def read(game: Game, file: Path) -> Lesson:
    """The lesson in this file, every step of it tried; BadLesson names the line that does not fit."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadLesson(f"the lesson {file.name} of {game.title} cannot be read: {error}") from None
    at = Lines(game, file, text)
    try:
        source = msgspec.convert(tomllib.loads(text), LessonText)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise at.bad(int(found[1]) if found else 1, f"it is no TOML ({error})") from None
    except msgspec.ValidationError as error:
        raise at.bad(at.of_error(str(error)), str(error)) from None
    lesson = Lesson(
        game, file.stem, source.title, source.minutes, source.seat, *_game_of(game, file, source, at), source.step
    )  # fmt: skip
    _check(lesson, at)
    return lesson


@dataclass
class Lines:
    """Where things stand in the file: tomllib does not say."""

    game: Game
    file: Path
    text: str

    def __post_init__(self) -> None:
        self.lines = self.text.splitlines()
        self.steps = [n for n, line in enumerate(self.lines, 1) if STEP.match(line)]
        self.moves = next((n for n, line in enumerate(self.lines, 1) if re.match(r"\s*moves\s*=", line)), 1)

    def bad(self, line: int, why: str) -> BadLesson:
        return BadLesson(f"the lesson {self.file.name} of {self.game.title} is left out: line {line}: {why}. Fix it")

    def of(self, step: int, key: str = "at") -> int:
        """The line of this key of a step, or where the step begins."""
        first = self.steps[step] if step < len(self.steps) else 1
        last = self.steps[step + 1] if step + 1 < len(self.steps) else len(self.lines) + 1
        here = (n for n in range(first, last) if re.match(rf"\s*{key}\s*=", self.lines[n - 1]))
        return next(here, first)

    def of_error(self, message: str) -> int:
        """msgspec names the place: `$.step[3].at`."""
        found = re.search(r"`\$\.(\w+)(?:\[(\d+)\](?:\.(\w+))?)?", message) or re.search(r"field `(\w+)()()`", message)
        if found and found[1] == "step" and found[2]:
            return self.of(int(found[2]), found[3] or "at")
        key = found[1] if found else "title"
        return next((n for n, line in enumerate(self.lines, 1) if re.match(rf"\s*{key}\s*=", line)), 1)


def _game_of(game: Game, file: Path, source: LessonText, at: Lines) -> tuple[Setting, Record, dict[int, list[Any]]]:
    """The prepared game, its moves not tried yet."""
    parts = None
    try:
        if source.parts:
            parts = (file.parent / Path(source.parts).name).read_text("utf-8")
        setting = game.setting(len(source.names), source.options, parts)
    except (OSError, Refusal) as error:
        raise at.bad(
            at.of_error("`$.parts" if source.parts else "`$.names"), f"the game cannot be set up so ({error})"
        ) from None
    if not 0 <= source.seat < len(source.names):
        raise at.bad(at.of_error("`$.seat"), f"there is no seat {source.seat}")
    record, instead = Record(header_of(game, setting, tuple(source.names))), {}
    for line, words in enumerate(source.moves.splitlines(), at.moves + 1):
        if not words.strip() or words.lstrip().startswith("#"):
            continue
        who, _, actions = words.strip().partition(" ")
        one, *others = actions.split(" | ")
        try:
            by = TABLE if who == "table" else int(who)
            raw = json.dumps(json.loads(one)).encode()
            if others:
                instead[len(record.moves)] = [json.loads(other) for other in others]
        except ValueError as error:
            raise at.bad(line, f"a move is who, then an action in JSON ({error})") from None
        record.standing.append(replay.Step(line, by, msgspec.Raw(raw)))
    return setting, record, instead


def _check(lesson: Lesson, at: Lines) -> None:
    """Every move is legal, every step stands at one, every thing is there and every claim true."""
    steps, waiting = lesson.steps, list(enumerate(lesson.steps))
    if not steps:
        raise at.bad(1, "it has no [[step]]")
    for n, step in waiting:
        if (n and step.at < steps[n - 1].at) or not 0 <= step.at <= len(lesson.record.moves):
            raise at.bad(at.of(n), f"a step at {step.at} is before the one before, or after the last move")
    for n, step in waiting:
        moves = lesson.moves_in(n)
        if moves and (step.choices or moves != list(range(step.at, step.at + len(moves)))):
            raise at.bad(at.of(n), "the learner's moves come first in a step, and a step with choices has none")
        if bool(step.choices) != bool(step.answer) or not set(step.answer) <= set(step.choices):
            raise at.bad(at.of(n, "choices"), "a step with choices needs an answer that is among them")
    try:
        for table in replay_steps(lesson.record, lesson.game):
            while waiting and waiting[0][1].at == len(table.moves):
                n, step = waiting.pop(0)
                _check_step(lesson, n, step, table.look(lesson.seat), at)
    except BadRecord as error:
        found = re.match(r"line (\d+) (.*?)(; .*)?$", str(error))
        raise at.bad(int(found[1]) if found else at.moves, f"this {found[2]}" if found else str(error)) from None


def _check_step(lesson: Lesson, n: int, step: Step, view: View, at: Lines) -> None:
    facts = Facts(view)
    for thing in step.point:
        if not facts.has(f"picture.{thing}"):
            raise at.bad(at.of(n, "point"), f"there is no {thing!r} in the picture")
    for key, conditions in (("true", step.true), ("goal", [step.goal] if step.goal else [])):
        for condition in conditions:
            try:
                holds = facts.holds(condition)
            except ValueError as error:
                raise at.bad(at.of(n, key), str(error)) from None
            if key == "true" and not holds:
                raise at.bad(at.of(n, key), f"{condition!r} is not so")
    if lesson.kind(n) == "move" and not view.offered():
        raise at.bad(at.of(n), "it is not the learner's move here")


class Facts:
    """What conditions speak about: the learner's picture, the points, what may be done, and what can be known."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._made: dict[str, Any] = {}

    def root(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = msgspec.json.decode(msgspec.json.encode(self._root(name)))
        return self._made[name]

    def _root(self, name: str) -> Any:
        view = self.view
        match name:
            case "picture":
                return view.picture()
            case "scores":
                return view.scores()
            case "places":
                return view.places()
            case "legal":
                return view.legal()
            case "over":
                return view.over
            case "teacher" if (own := help.of(view.game)) is not None:
                return own.shown(view, "teacher", None)
        raise ValueError(f"nothing is called {name!r}. There are picture, scores, places, legal, over and teacher")

    def at(self, path: str) -> Any:
        """`picture.logs.0.numbers.2`; KeyError if there is nothing."""
        name, *keys = path.split(".")
        thing = self.root(name)
        for key in keys:
            try:
                thing = thing[int(key)] if isinstance(thing, list) else thing[key]
            except (KeyError, IndexError, TypeError, ValueError):
                raise KeyError(path) from None
        return thing

    def has(self, path: str) -> bool:
        try:
            self.at(path)
        except KeyError:
            return False
        return True

    def holds(self, condition: str) -> bool:
        """`scores.0 == -20`, `legal has {"do": "keep"}`; ValueError of what cannot be asked."""
        found = CONDITION.fullmatch(condition.strip())
        if not found:
            raise ValueError(f"{condition!r} is no condition: write PATH == VALUE (or != <= >= < > has)")
        path, sign, value = found.groups()
        try:
            there, wanted = self.at(path), json.loads(value)
        except KeyError:
            raise ValueError(f"there is no {path!r}") from None
        if sign == "has":
            return any(fits(wanted, one) if isinstance(wanted, dict) else wanted == one for one in there)
        if sign not in ("==", "!=") and not isinstance(there, int | float):
            raise ValueError(f"{path!r} is {there!r}, no number")
        return bool(COMPARED[sign](there, wanted))


def fits(pattern: Pattern, action: Any) -> bool:
    """Has this action (as plain data) these fields? A list is one of several, unless the field is a list itself."""
    for key, wanted in pattern.items():
        there = action.get(key)
        if isinstance(wanted, list) and not isinstance(there, list):
            if there not in wanted:
                return False
        elif there != wanted:
            return False
    return True
