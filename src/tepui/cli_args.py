"""The words after a command: parsed alike by all of them, with one sentence where they make no sense."""

from __future__ import annotations

import os
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from tepui.bots.contract import MEMORY
from tepui.core import find
from tepui.core.game import Game, Option, Value, or_join
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import Record, read
from tepui.core.refusal import BadRecord, UnknownName

SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Described(Exception):
    """Raised instead of parsing while `described` asks a command for its parser."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser


class Parser(ArgumentParser):
    """argparse, but a mistake is a refusal like any other, and what many commands share is written once."""

    describing = False

    def __init__(self, command: str, about: str) -> None:
        super().__init__(prog=f"tepui {command}", description=about, allow_abbrev=False)

    def option(self, name: str, metavar: str, help: str, default: Any = None, type: Callable[[str], Any] = str) -> None:
        """An option with a value; its help says the default, unless it says so itself."""
        known = f" (default {default:g})" if isinstance(default, float) else f" (default {default})"
        shown = "" if default in (None, "") or "default" in help else known
        self.add_argument(name, metavar=metavar, help=help + shown, default=default, type=type)

    def many(self, name: str, metavar: str, help: str) -> None:
        """An option that may be repeated."""
        self.add_argument(name, action="append", default=[], metavar=metavar, help=f"{help} (repeat)")

    def switch(self, name: str, help: str) -> None:
        self.add_argument(name, action="store_true", help=help)

    def add_game(self, nargs: str | None = None) -> None:
        self.add_argument("game", nargs=nargs, metavar="GAME", help="its name (`tepui games` lists them)")

    def add_record(self) -> None:
        """A recorded game: `opened(asked)`."""
        text = "a record. Before it GAME.py, if that game is in one file"
        self.add_argument("file", type=Path, metavar="FILE", help=text)
        self.option("--number", "N", "the first, second, ... record of a file with many", type=at_least(1))

    def add_moment(self) -> None:
        self.option("--at", "N", "the moment after move N (0 is before the first, default the last)", type=int)

    def add_language(self) -> None:
        self.option("--language", "XX", "en, de, fr or it, if the game speaks it")

    def add_option(self) -> None:
        self.many("--option", "NAME[=VALUE]", "an option of the game")

    def add_jobs(self) -> None:
        self.option("--jobs", "N", "processes (default: one for each core)", os.cpu_count() or 1, at_least(1))

    def add_memory(self, name: str = "--memory") -> None:
        self.option(name, "MB", "for each process of a bot. 0 is no limit", MEMORY, at_least(0))

    def add_json(self, help: str = "one JSON object, for programs") -> None:
        self.switch("--json", help)

    def add_plain(self) -> None:
        self.switch("--plain", "one line after the other, for screen readers")

    def add_out(self, help: str, metavar: str = "FILE", default: Path | None = None, required: bool = False) -> None:
        """Where something is written: `unused(asked)` refuses a file that is there."""
        self.add_argument("--out", type=Path, metavar=metavar, help=help, default=default, required=required)
        self.switch("--overwrite", "write over what is there")

    def add_storage(self) -> None:
        """Where a server keeps its tables."""
        self.option("--data", "FOLDER", "the data folder (or the variable TEPUI_DATA)", type=Path)
        text = "PostgreSQL instead: postgresql://user:password@host/database (or the variable TEPUI_DATABASE)"
        self.option("--database", "ADDRESS", f"{text}. Default: none", os.environ.get("TEPUI_DATABASE", ""))

    def parse_known_args(self, words: Any = None, namespace: Any = None) -> Any:
        if Parser.describing:
            raise Described(self)
        return super().parse_known_args(words, namespace)

    def _get_values(self, action: Action, arg_strings: list[str]) -> Any:
        """An empty text is a slip, `--seat "$NAME"` without a NAME."""
        if not all(map(str.strip, arg_strings)):
            raise ArgumentError(action, "it is empty. Say which, or leave it out")
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        message = re.sub(r"invalid (int|float) value:", "this is no number:", message).rstrip(".")
        raise UnknownName(f"{message}. `{self.prog} --help` shows what it understands")


def described(command: Callable[[list[str]], int]) -> Parser:
    """The parser of a command that is not run: for its page in the documents and for a shell's completion."""
    Parser.describing = True
    try:
        command([])
    except Described as found:
        return found.parser
    finally:
        Parser.describing = False
    raise TypeError(f"{command} has no parser")


def at_least(least: float, kind: Callable[[str], Any] = int) -> Callable[[str], Any]:
    """The type of a number that may not be lower."""

    def number(text: str) -> Any:
        value = kind(text)
        if not least <= value < float("inf"):
            raise ArgumentTypeError(f"it must be at least {least}, not {text}")
        return value

    number.__name__ = kind.__name__  # argparse says it when this is no number at all
    return number


def more_than_nothing(text: str) -> float:
    """The type of a time."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ArgumentTypeError(f"it must be more than 0, not {text}")
    return value


def unused(path: Path, asked: Namespace) -> Path:
    """Where something may be written: nothing is there, or `--overwrite` was said."""
    if path.exists() and not asked.overwrite:
        raise UnknownName(f"{path} exists already. Choose another --out, or say --overwrite")
    return path


def warn(sentence: str) -> None:
    print(f"tepui: {sentence}", file=sys.stderr, flush=True)


def opened(asked: Namespace, then: str = "") -> tuple[Record, Game]:
    """The record of `add_record` and its game. What cannot be done under other rules names itself in `then`."""
    record = read(asked.file, getattr(asked, "number", None))
    game = find.recorded(record.header.game)
    if record.warning:
        warn(record.warning)
    if then and record.header.rules != game.rules:
        raise BadRecord(
            f"that game was played under rules {record.header.rules} of {game.title}, these are rules {game.rules}. "
            f"{then} with that version of the game"
        )
    return record, game


def language_for(game: Game, wanted: str | None) -> str:
    """The language asked for, or that of the computer if the game speaks it, or English."""
    if wanted is not None:
        if wanted not in game.languages:
            raise UnknownName(f"{game.title} speaks {or_join(game.languages)}, not {wanted!r}. Choose one of these")
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if set_to := os.environ.get(variable):
            short = set_to[:2].lower()
            return short if short in game.languages else "en"
    return "en"


def option_values(game: Game, said: Sequence[str]) -> dict[str, Value]:
    """`--option curse --option length=long`; the game's own setting refuses what it does not know."""
    options: dict[str, Value] = {}
    for words in said:
        name, equals, value = words.partition("=")
        known = next((option for option in game.options if option.name == name), None)
        options[name] = meant(known, value) if equals and known else (value if equals else True)
    return options


def meant(option: Option, text: str) -> Value:
    """The choice that was typed: `on`, `3`, `long`."""
    for choice in option.choices:
        if isinstance(choice, bool):
            if SWITCH.get(text.lower()) is choice:
                return choice
        elif str(choice) == text:
            return choice
    return text


def seat_of(text: str, record: Record, audience: bool = False) -> int:
    """`2` and `ben` are a seat. Where there is an `audience`, it sees what is open, and `all` sees everything."""
    names, numbers = record.header.names, [str(seat + 1) for seat in range(record.header.seats)]
    known = {"audience": AUDIENCE, "all": DEALER} if audience else {}
    there = or_join([*numbers, *names, *known])
    for words in (names, numbers):
        known |= {word.casefold(): seat for seat, word in enumerate(words)}
    if text.casefold() not in known:
        raise UnknownName(f"nobody at this table is {text!r}. --seat can be {there}")
    return known[text.casefold()]


def moment_of(at: int | None, record: Record) -> int | None:
    """After so many moves; None is the end."""
    last = len(record.moves)
    if at is not None and not 0 <= at <= last:
        raise UnknownName(f"this record has {last} moves. Choose --at 0 to {last}, not {at}")
    return at
