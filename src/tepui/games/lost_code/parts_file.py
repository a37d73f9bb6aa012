"""Reads a file of printed numbers, checks what the rules ask of them, and names the line that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar, get_args

from tepui.core.game import Value
from tepui.core.parts_text import line_of
from tepui.core.refusal import BadParts
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.codes import LOWS
from tepui.games.lost_code.parts import WHEELS, Parts

Thing = TypeVar("Thing")


Certainty = Literal["certain", "likely", "rebuilt"]
CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)
OWNERS = "the owner's file"
OPTIONS = ("introductory", "x_race", "deadly_shortcut", "curse")


@dataclass(frozen=True)
class Side:
    """One side of the wheels."""

    sizes: list[int]
    points: list[int]
    top: int


@dataclass(frozen=True)
class Column:
    """A colour as it looks: one column of the sheet, one face of every die."""

    id: Colour
    symbol: str
    letter: str
    shape: str


@dataclass(frozen=True)
class Printed:
    """The whole file."""

    title: str
    plain: Side
    x: Side
    rounds: dict[int, int]
    hits: list[int]
    miss: int
    token_factor: int
    rounds_without_tokens: int
    curse_begins: int
    curse_ends: int
    curse_bonus: int
    rounds_without_curse: int
    columns: list[Column]  # in the order of the sheet
    sources: dict[str, tuple[str, Certainty]]  # table -> source, certainty
    made: dict[tuple[int, tuple[bool, ...]], Parts] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def order(self) -> tuple[Colour, ...]:
        """The columns of the sheet, from the left."""
        return tuple(column.id for column in self.columns)

    @property
    def plain_is_rebuilt(self) -> bool:
        """Are the wheels our own reconstruction? Whoever plays is told."""
        return self.sources["wheels.plain"][1] == "rebuilt"

    def parts(self, seats: int, options: Mapping[str, Value]) -> Parts:
        """The one shared object for this number of players and these options."""
        chosen = tuple(bool(options.get(name, False)) for name in OPTIONS)
        if (seats, chosen) not in self.made:
            introductory, x_race, deadly_shortcut, curse = chosen
            side = self.x if x_race else self.plain
            rounds = self.rounds[seats]
            self.made[seats, chosen] = Parts(
                seats,
                introductory,
                x_race,
                deadly_shortcut,
                curse,
                side.sizes,
                side.points,
                side.top,
                rounds,
                rounds - self.rounds_without_tokens,
                rounds - self.rounds_without_curse,
                self.curse_begins,
                self.curse_ends,
                self.curse_bonus,
                self.hits,
                self.miss,
                self.token_factor,
            )
        return self.made[seats, chosen]


@cache
def own_text() -> str:
    return (Path(__file__).parent / "parts.toml").read_text("utf-8")


@cache
def own_tables() -> dict[str, Any]:
    return tomllib.loads(own_text())


@cache
def own() -> Printed:
    return read(own_text())


def load(text: str | None) -> Printed:
    """The text of a parts file, in which only what differs from the game's own must stand; None: the game's own."""
    return own() if text is None else read(text)


def read(text: str) -> Printed:
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number or a nest too large for Python is no TOML either
        raise BadParts(f"the parts file is not TOML: {error}; mend that line") from None
    return Reader(text, tables).printed()


def table_in(tables: dict[str, Any], name: str) -> Any:
    """`wheels.plain` in what was read; None if it is not there."""
    where: Any = tables
    for part in filter(None, name.split(".")):
        where = where.get(part) if isinstance(where, dict) else None
    return where


class Reader:
    """Takes the values out of the tables; what is wrong is told with its line.

    What a file leaves out is the game's own, so a name that the game's own file does not have is a slip.
    """

    def __init__(self, text: str, tables: dict[str, Any]) -> None:
        self.text = text
        self.tables = tables
        self.check_names("", tables, own_tables())

    def check_names(self, table: str, found: dict[str, Any], known: dict[str, Any]) -> None:
        for key, value in found.items():
            if key not in known:
                self.wrong(table, key, f"there is no such name here; there are {', '.join(known)}")
            if isinstance(known[key], dict):
                if not isinstance(value, dict):
                    self.wrong(table, key, "it must be a table, as in Tepui's own parts.toml")
                self.check_names(f"{table}.{key}".lstrip("."), value, known[key])

    def printed(self) -> Printed:
        final, curse = "final", "curse"
        return Printed(
            title=self.value("", "title", str),
            plain=self.side("wheels.plain", numbers=8),
            x=self.side("wheels.x", numbers=9),
            rounds={seats: self.whole("rounds", str(seats), 4, 12) for seats in (2, 3, 4)},
            hits=self.row(final, "hit", 3, 0, 50),
            miss=self.whole(final, "miss", -50, 0),
            token_factor=self.whole(final, "token_factor", 1, 10),
            rounds_without_tokens=self.whole("shortcut", "rounds_without", 0, 3),
            curse_begins=self.whole(curse, "begins", 1, 100),
            curse_ends=self.whole(curse, "ends", 1, 100),
            curse_bonus=self.whole(curse, "bonus", 0, 10),
            rounds_without_curse=self.whole(curse, "rounds_without", 0, 3),
            columns=self.columns(),
            sources={
                name: self.source(name)
                for name in ("wheels.plain", "wheels.x", "rounds", final, "shortcut", curse, "colours")
            },
        )

    def side(self, table: str, numbers: int) -> Side:
        """What the rules ask of a wheel table (RULES.md 1.4)."""
        top = self.whole(table, "top", 1, LOWS - 1)
        sizes = self.row(table, "sizes", WHEELS, 1, top + 1)
        points = self.row(table, "points", WHEELS, 0, 50)
        if top != 3 * (numbers - 1):
            self.wrong(
                table, "top", f"three stones add up to at most {3 * (numbers - 1)}, and the wheels go up to that"
            )
        if sizes != sorted(set(sizes)):
            self.wrong(table, "sizes", "name seven different sizes, smallest first")
        if points != sorted(points, reverse=True):
            self.wrong(table, "points", "a larger wheel cannot be worth more than a smaller one")
        if points[0] == points[1]:
            self.wrong(table, "points", "the smallest wheel is worth more than every other")
        if len(set(points)) == WHEELS:
            self.wrong(table, "points", "at least two wheels are worth the same")
        return Side(sizes, points, top)

    def columns(self) -> list[Column]:
        found = self.value("colours", "column", list)
        columns = []
        for column in found:
            texts = column if isinstance(column, dict) else {}
            if not all(isinstance(texts.get(key), str) and texts[key] for key in ("id", "symbol", "letter", "shape")):
                self.wrong("colours", "column", "each colour needs id, symbol, letter and shape")
            columns.append(Column(texts["id"], texts["symbol"], texts["letter"], texts["shape"]))
        if sorted(column.id for column in columns) != sorted(COLOURS):
            self.wrong("colours", "column", f"name each of {', '.join(COLOURS)} once")
        if len({column.letter for column in columns}) < len(columns):
            self.wrong("colours", "column", "give each colour a letter of its own")
        return columns

    def source(self, table: str) -> tuple[str, Certainty]:
        """Where a table comes from; what an owner writes without saying more is what their box says."""
        there = table_in(self.tables, table)
        if isinstance(there, dict) and there and "certainty" not in there:
            return str(there.get("source", OWNERS)), "certain"
        said = self.value(table, "certainty", str)
        certainty = next((known for known in CERTAINTIES if known == said), None)
        if certainty is None:
            self.wrong(table, "certainty", f"say {', '.join(CERTAINTIES)}")
        return self.value(table, "source", str), certainty

    def whole(self, table: str, key: str, least: int, most: int) -> int:
        number = self.value(table, key, int)
        if not least <= number <= most:
            self.wrong(table, key, f"it must be from {least} to {most}")
        return number

    def row(self, table: str, key: str, length: int, least: int, most: int) -> list[int]:
        numbers = self.value(table, key, list)
        good = [number for number in numbers if type(number) is int and least <= number <= most]
        if len(good) != length or len(numbers) != length:
            self.wrong(table, key, f"name {length} whole numbers from {least} to {most}")
        return good

    def value(self, table: str, key: str, kind: type[Thing]) -> Thing:
        there = table_in(self.tables, table)
        found = there.get(key) if isinstance(there, dict) else None
        if found is None:
            found = table_in(own_tables(), table)[key]
        if type(found) is not kind or not isinstance(found, kind):
            self.wrong(table, key, f"it must be {WHAT[kind]}")
        return found

    def wrong(self, table: str, key: str, why: str) -> NoReturn:
        raise BadParts(f"line {line_of(self.text, table, key)} of the parts file, `{key}`: {why}")


WHAT: dict[type[Any], str] = {int: "a whole number", str: "a text", list: "a list"}
