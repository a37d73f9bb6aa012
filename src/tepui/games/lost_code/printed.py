"""What the parts print, as a page shows and enters it: the wheels on both sides, and how long a game takes."""

from __future__ import annotations

from tepui.games.lost_code import parts_file
from tepui.games.lost_code.actions import Colour
from tepui.games.lost_code.parts_file import Certainty
from tepui.games.lost_code.picture import Shape


class PrintedSide(Shape, frozen=True):
    """One side of the seven wheels, smallest first: how many numbers each shows, and its points."""

    sizes: list[int]
    points: list[int]
    top: int  # the highest number on them: fixed by the stones
    certainty: Certainty
    source: str


class PrintedColumn(Shape, frozen=True):
    """A colour of the sheet, from the left."""

    id: Colour
    symbol: str
    letter: str
    shape: str


class Printed(Shape, frozen=True):
    title: str
    plain: PrintedSide
    x: PrintedSide  # the side with the X, for X-treme
    rounds: dict[str, int]  # by number of players
    hits: list[int]  # the points of a final guess of 1, 2, 3 numbers
    miss: int
    token_factor: int  # a fixed guess counts so many times
    rounds_without_tokens: int  # at the end of the game
    curse_begins: int  # spaces of the track
    curse_ends: int
    curse_bonus: int
    rounds_without_curse: int
    columns: list[PrintedColumn]
    reconstruction: bool  # are wheels our own reconstruction? Whoever plays is told


def printed(parts: parts_file.Printed) -> Printed:
    def side(found: parts_file.Side, table: str) -> PrintedSide:
        source, certainty = parts.sources[table]
        return PrintedSide(found.sizes, found.points, found.top, certainty, source)

    return Printed(
        title=parts.title,
        plain=side(parts.plain, "wheels.plain"),
        x=side(parts.x, "wheels.x"),
        rounds={str(seats): rounds for seats, rounds in parts.rounds.items()},
        hits=parts.hits,
        miss=parts.miss,
        token_factor=parts.token_factor,
        rounds_without_tokens=parts.rounds_without_tokens,
        curse_begins=parts.curse_begins,
        curse_ends=parts.curse_ends,
        curse_bonus=parts.curse_bonus,
        rounds_without_curse=parts.rounds_without_curse,
        columns=[PrintedColumn(column.id, column.symbol, column.letter, column.shape) for column in parts.columns],
        reconstruction=parts.plain_is_rebuilt,
    )
