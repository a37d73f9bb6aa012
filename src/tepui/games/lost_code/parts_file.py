"""Reads a file of printed numbers, checks what the rules ask of them, and names the line that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from tepui.core.game import Value
from tepui.core.parts_reader import Reader, table_in
from tepui.core.words import N_
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.codes import LOWS
from tepui.games.lost_code.parts import WHEELS, Parts

Certainty = Literal["certain", "likely", "rebuilt"]
CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)
OWNERS = "the owner's file"
TOP = N_("three stones add up to at most {most}, and the wheels go up to that")
SIZES = N_("name seven different sizes, smallest first")
FALLING = N_("a larger wheel cannot be worth more than a smaller one")
SMALLEST = N_("the smallest wheel is worth more than every other")
SAME = N_("at least two wheels are worth the same")
COLUMN = N_("each colour needs id, symbol, letter and shape")
EACH = N_("name each of {colours} once")
LETTERS = N_("give each colour a letter of its own")
SAY = N_("say one of {there}")
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
    return Form(text).printed()


class Form(Reader):
    """The game's own file, as far as a text does not say otherwise."""

    def __init__(self, text: str) -> None:
        super().__init__(text, own_tables(), CATALOGUE)

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
            self.wrong(table, "top", TOP, most=3 * (numbers - 1))
        if sizes != sorted(set(sizes)):
            self.wrong(table, "sizes", SIZES)
        if points != sorted(points, reverse=True):
            self.wrong(table, "points", FALLING)
        if points[0] == points[1]:
            self.wrong(table, "points", SMALLEST)
        if len(set(points)) == WHEELS:
            self.wrong(table, "points", SAME)
        return Side(sizes, points, top)

    def columns(self) -> list[Column]:
        found = self.value("colours", "column", list)
        columns = []
        for column in found:
            texts = column if isinstance(column, dict) else {}
            if not all(isinstance(texts.get(key), str) and texts[key] for key in ("id", "symbol", "letter", "shape")):
                self.wrong("colours", "column", COLUMN)
            columns.append(Column(texts["id"], texts["symbol"], texts["letter"], texts["shape"]))
        if sorted(column.id for column in columns) != sorted(COLOURS):
            self.wrong("colours", "column", EACH, colours=", ".join(COLOURS))
        if len({column.letter for column in columns}) < len(columns):
            self.wrong("colours", "column", LETTERS)
        return columns

    def source(self, table: str) -> tuple[str, Certainty]:
        """Where a table comes from; what an owner writes without saying more is what their box says."""
        there = table_in(self.tables, table)
        if self.said(table) and "certainty" not in there:
            return str(there.get("source", OWNERS)), "certain"
        said = self.value(table, "certainty", str)
        certainty = next((known for known in CERTAINTIES if known == said), None)
        if certainty is None:
            self.wrong(table, "certainty", SAY, there=", ".join(CERTAINTIES))
        return self.value(table, "source", str), certainty
