"""The printed numbers: read from parts.toml, or from a file of the same form that an owner of the game wrote."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

from librt.vecs import vec
from msgspec import Meta, Struct
from msgspec.structs import asdict
from mypy_extensions import i64

from tepui.core.parts import Reader
from tepui.core.words import N_
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.shapes import Printed
from tepui.games.roll_and_write.sheet import BONUS, BOXES, BRIDGE, Parts

OWN = Path(__file__).parent / "parts.toml"
NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
CERTAIN_TOPS = len(NAMES)  # the artefact above box 9 of every expedition
CERTAIN = ("dice", "bridges", "colours")  # they may be repeated, not changed


class Ladder(Struct, frozen=True):
    """Points for 0 to 9."""

    points: Annotated[list[int], Meta(min_length=10, max_length=10)]
    source: str
    certainty: str


class Expedition(Ladder, frozen=True):
    circle_only: int


class Boxes(Struct, frozen=True):
    """By colour its boxes of a kind, 1 to 9 from the bottom."""

    red: list[int]
    orange: list[int]
    yellow: list[int]
    green: list[int]
    blue: list[int]
    purple: list[int]


class Layout(Struct, frozen=True):
    reconstruction: bool
    source: str
    certainty: str
    arrows: Boxes
    artefacts: Boxes


class Form(Struct, frozen=True):
    """The whole file."""

    dice: Any
    expedition: Expedition
    artefacts: Ladder
    refusals: Ladder
    bridges: Any
    layout: Layout
    colours: Any


@cache
def own_text() -> str:
    return OWN.read_text("utf-8")


@lru_cache(maxsize=16)  # of a stranger's files too
def load(text: str | None) -> Parts:
    """The parts in this text, checked; what it leaves out, or None, is the game's own."""
    reader = Reader(text or "", own_text(), Form, CATALOGUE)
    form, entered = reader.values, reader.tables
    for name in CERTAIN:
        if getattr(form, name) != reader.own[name]:
            reader.wrong(name, N_("[{name}] is certain and cannot be changed. Take it out"), name=name)
    expedition, artefacts, refusals = form.expedition.points, form.artefacts.points, form.refusals.points
    if "artefacts" in entered and "refusals" not in entered:
        refusals = [*artefacts[:9], 0]  # they count as artefacts do, and nine count 0
    check_ladder(reader, "expedition.points", expedition, expedition[1:])
    check_ladder(reader, "artefacts.points", artefacts, artefacts[1:])
    check_ladder(reader, "refusals.points", refusals, refusals[1:9])
    check_ladders(reader, expedition, artefacts, refusals)
    arrows = boxes(reader, "layout.arrows", form.layout.arrows)
    vases = boxes(reader, "layout.artefacts", form.layout.artefacts)
    if sum(map(len, vases.values())) + CERTAIN_TOPS < 9:
        reader.wrong("layout.artefacts", N_("fewer than 9 artefacts can be found. Enter at least 3 artefact boxes"))
    tops = {name: (BOXES + 1, *found) for name, found in vases.items()}
    return Parts(
        box_set(arrows),
        box_set(tops),
        vec[i64](expedition),
        -50,
        vec[i64](artefacts),
        vec[i64](refusals),
        reconstructed(entered.get("layout", {})),
    )


def reconstructed(entered: dict[str, Any]) -> bool:
    """Are there boxes that are only our guess? An owner who names those of every colour has entered a printed sheet."""
    whole = all(len(entered.get(kind, {})) == len(NAMES) for kind in ("arrows", "artefacts"))
    return bool(entered.get("reconstruction", not whole))


def check_ladder(reader: Reader[Form], where: str, points: list[int], rising: list[int]) -> None:
    if points[0] != 0:
        reader.wrong(where, N_("the first number, for nothing at all, must be 0, not {n}"), n=points[0])
    if max(points[1:4]) >= 0 or min(points[4:9]) <= 0:
        reader.wrong(where, N_("one to three cost points and four to eight give points. Fix the signs"))
    if rising != sorted(rising):
        reader.wrong(where, N_("the points must not fall from one step to the next"))


def check_ladders(reader: Reader[Form], expedition: list[int], artefacts: list[int], refusals: list[int]) -> None:
    """What the rulebook itself says about the ladders."""
    if reader.values.expedition.circle_only != -50:
        reader.wrong("expedition.circle_only", N_("a circle without a number is certain: -50. Take the line out"))
    if expedition[9] != 50 or expedition[1] < -50:
        reader.wrong("expedition.points", N_("nine boxes are 50 points and nothing is below -50"))
    if (artefacts[1], artefacts[8], artefacts[9]) != (-40, 70, 100):
        reader.wrong("artefacts.points", N_("one artefact is -40, eight are 70, nine are 100"))
    if refusals[9] != 0 or refusals[1:9] != artefacts[1:9]:
        reader.wrong("refusals.points", N_("one to eight refusals count as artefacts do, nine count 0"))


def boxes(reader: Reader[Form], table: str, layout: Boxes) -> dict[str, list[int]]:
    """Colour -> its boxes of a kind."""
    by_colour: dict[str, list[int]] = asdict(layout)
    for name, found in by_colour.items():
        if any(not 1 <= box <= BOXES for box in found):
            reader.wrong(f"{table}.{name}", N_("boxes are numbered 1 to 9 from the bottom. Fix {found}"), found=found)
        if len(set(found)) < len(found):
            reader.wrong(f"{table}.{name}", N_("a box stands twice in {found}. Write each once"), found=found)
    return by_colour


def box_set(layout: dict[str, Any]) -> int:
    """As the rules hold it: bit 10 * colour + box, boxes from 0."""
    return sum(1 << 10 * NAMES.index(name) + box - 1 for name, found in layout.items() for box in found)


@lru_cache(maxsize=8)
def printed(parts: Parts) -> Printed:
    def boxes(found: int) -> dict[str, tuple[int, ...]]:
        return {
            name: tuple(box + 1 for box in range(BOXES) if found >> 10 * colour + box & 1)
            for colour, name in enumerate(NAMES)
        }

    return Printed(
        colours=NAMES,
        arrows=boxes(parts.arrows),
        artefacts=boxes(parts.artefacts),
        expedition=tuple(parts.expedition),
        circle=parts.circle_only,
        artefact=tuple(parts.artefact),
        refusal=tuple(parts.refusal),
        bonus=BONUS,
        bridge=BRIDGE,
        reconstruction=parts.reconstruction,
    )
