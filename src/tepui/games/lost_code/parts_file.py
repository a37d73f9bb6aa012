"""Reads a file of printed numbers, checks what the rules ask of them, and names the line that is wrong."""

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tepui.core.game import Value
from tepui.core.parts import Reader
from tepui.core.words import N_
from tepui.games.lost_code.actions import COLOURS, Colour
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.parts import NUMBERS, WHEELS, Parts
from tepui.games.lost_code.shapes import Shape

TOP = N_("three stones add up to at most {most}, and the wheels go up to that")
SIZES = N_("name seven different sizes, smallest first")
FALLING = N_("a larger wheel cannot be worth more than a smaller one")
SMALLEST = N_("the smallest wheel is worth more than every other")
SAME = N_("at least two wheels are worth the same")
EACH = N_("name each of {colours} once")
LETTERS = N_("give each colour a letter of its own")
OPTIONS = ("introductory", "x_race", "deadly_shortcut", "curse")

Certainty = Literal["certain", "likely", "rebuilt"]
Text = Annotated[str, Meta(min_length=1)]
Size = Annotated[int, Meta(ge=1)]
Points = Annotated[int, Meta(ge=0, le=50)]
Rounds = Annotated[int, Meta(ge=4, le=12)]
LastRounds = Annotated[int, Meta(ge=0, le=3)]
Space = Annotated[int, Meta(ge=1, le=100)]


# ---- the file, table by table ----


class Table(Shape, frozen=True):
    source: str
    certainty: Certainty


class PrintedSide(Shape, frozen=True):
    """One side of the seven wheels, smallest first: how many numbers each shows, and its points."""

    sizes: Annotated[list[Size], Meta(min_length=WHEELS, max_length=WHEELS)]
    points: Annotated[list[Points], Meta(min_length=WHEELS, max_length=WHEELS)]
    top: int  # the highest number on them: fixed by the stones
    certainty: Certainty
    source: str


class Wheels(Shape, frozen=True):
    plain: PrintedSide
    x: PrintedSide


class RoundsTable(Table, frozen=True):
    two: Rounds = field(name="2")
    three: Rounds = field(name="3")
    four: Rounds = field(name="4")


class FinalTable(Table, frozen=True):
    hit: Annotated[list[Points], Meta(min_length=3, max_length=3)]  # with 1, 2, 3 numbers
    miss: Annotated[int, Meta(ge=-50, le=0)]
    token_factor: Annotated[int, Meta(ge=1, le=10)]  # a fixed guess counts so many times


class ShortcutTable(Table, frozen=True):
    rounds_without: LastRounds


class CurseTable(Table, frozen=True):
    begins: Space  # of the track
    ends: Space
    bonus: Annotated[int, Meta(ge=0, le=10)]
    rounds_without: LastRounds


class PrintedColumn(Shape, frozen=True):
    """A colour as it looks: one column of the sheet, from the left, and one face of every die."""

    id: Colour
    symbol: Text
    letter: Text
    shape: Text


class Colours(Table, frozen=True):
    column: list[PrintedColumn]


class Box(Struct, frozen=True, dict=True):
    """The whole file."""

    title: str
    wheels: Wheels
    rounds: RoundsTable
    final: FinalTable
    shortcut: ShortcutTable
    curse: CurseTable
    colours: Colours

    @cached_property
    def order(self) -> tuple[Colour, ...]:
        """The columns of the sheet, from the left."""
        return tuple(column.id for column in self.colours.column)

    @cached_property
    def made(self) -> dict[tuple[int, ...], Parts]:
        return {}

    @property
    def plain_is_rebuilt(self) -> bool:
        """Are the wheels our own reconstruction? Whoever plays is told."""
        return self.wheels.plain.certainty == "rebuilt"

    def parts(self, seats: int, options: Mapping[str, Value]) -> Parts:
        """The one shared object for this number of players and these options."""
        chosen = {name: bool(options.get(name, False)) for name in OPTIONS}
        key = seats, *chosen.values()
        if key not in self.made:
            self.made[key] = Parts(seats, chosen, self)
        return self.made[key]


@cache
def own_text() -> str:
    return (Path(__file__).parent / "parts.toml").read_text("utf-8")


@lru_cache(maxsize=16)  # of a stranger's files too
def load(text: str | None) -> Box:
    """The text of a parts file, in which only what differs from the game's own must stand; None: the game's own."""
    reader = Reader(text or "", own_text(), Box, CATALOGUE)
    box = reader.values
    check_side(reader, "wheels.plain", box.wheels.plain, NUMBERS)
    check_side(reader, "wheels.x", box.wheels.x, NUMBERS + 1)
    if sorted(box.order) != sorted(COLOURS):
        reader.wrong("colours.column", EACH, colours=", ".join(COLOURS))
    if len({column.letter for column in box.colours.column}) < len(COLOURS):
        reader.wrong("colours.column", LETTERS)
    return box


def check_side(reader: Reader[Box], table: str, side: PrintedSide, numbers: int) -> None:
    """What the rules ask of a wheel table (RULES.md 1.4)."""
    sizes, points, most = side.sizes, side.points, 3 * (numbers - 1)
    if side.top != most:
        reader.wrong(f"{table}.top", TOP, most=most)
    if max(sizes) > most + 1:
        reader.wrong(f"{table}.sizes", TOP, most=most)
    if sizes != sorted(set(sizes)):
        reader.wrong(f"{table}.sizes", SIZES)
    if points != sorted(points, reverse=True):
        reader.wrong(f"{table}.points", FALLING)
    if points[0] == points[1]:
        reader.wrong(f"{table}.points", SMALLEST)
    if len(set(points)) == WHEELS:
        reader.wrong(f"{table}.points", SAME)


# ---- what they print, as a page shows and enters it ----


class Printed(Shape, frozen=True):
    title: str
    plain: PrintedSide
    x: PrintedSide  # the side with the X, for X-treme
    rounds: dict[str, int]  # by number of players
    final: FinalTable
    shortcut: ShortcutTable
    curse: CurseTable
    columns: list[PrintedColumn]
    numbers: int  # on the stones, 0 first; with X-Race `x_numbers`
    x_numbers: int
    reconstruction: bool  # are wheels our own reconstruction? Whoever plays is told


def printed(parts: Box) -> Printed:
    return Printed(
        title=parts.title,
        plain=parts.wheels.plain,
        x=parts.wheels.x,
        rounds={"2": parts.rounds.two, "3": parts.rounds.three, "4": parts.rounds.four},
        final=parts.final,
        shortcut=parts.shortcut,
        curse=parts.curse,
        columns=parts.colours.column,
        numbers=NUMBERS,
        x_numbers=NUMBERS + 1,
        reconstruction=parts.plain_is_rebuilt,
    )
