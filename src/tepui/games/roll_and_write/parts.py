"""The printed numbers: read from parts.toml, or from a file of the same form that an owner of the game wrote."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.parts_text import Complaint, line_of, parse
from tepui.core.words import N_
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.sheet import BOXES, Parts

OWN = Path(__file__).parent / "parts.toml"
NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
CERTAIN_TOPS = len(NAMES)  # the artefact above box 9 of every expedition

# What may be replaced. The rest of the form (dice, bridges, colours) is certain: it may be repeated, not changed.
FORM: dict[str, set[str]] = {
    "expedition": {"points", "circle_only", "source", "certainty"},
    "artefacts": {"points", "source", "certainty"},
    "refusals": {"points", "source", "certainty"},
    "layout": {"reconstruction", "source", "certainty", "arrows", "artefacts"},
    "layout.arrows": set(NAMES),
    "layout.artefacts": set(NAMES),
}
CERTAIN = ("dice", "bridges", "colours")


class Form(NamedTuple):
    """A file as read, with its text, so that a complaint can name the line."""

    data: dict[str, Any]
    text: str

    def bad(self, where: str, reason: str, **things: object) -> Complaint:
        table, _, key = where.rpartition(".")
        return Complaint(reason, line_of(self.text, table, key), where, CATALOGUE, **things)


def read(text: str) -> Form:
    form = Form(parse(text), text)
    for name, section in form.data.items():
        check_names(form, name, section)
    return form


def check_names(form: Form, name: str, section: Any) -> None:
    if name in CERTAIN:
        if section != own().data[name]:
            raise form.bad(name, N_("[{name}] is certain and cannot be changed; take it out"), name=name)
        return
    if name not in FORM:
        there = ", ".join([*FORM, *CERTAIN])
        raise form.bad(name, N_("there is no part {name}; there are {there}"), name=name, there=there)
    if not isinstance(section, dict):
        raise form.bad(name, N_("[{name}] must be a table, as in parts.toml"), name=name)
    for key, value in section.items():
        if key not in FORM[name]:
            there = ", ".join(sorted(FORM[name]))
            raise form.bad(
                f"{name}.{key}",
                N_("{key} does not belong to [{name}]; write one of {there}"),
                key=key,
                name=name,
                there=there,
            )
        if f"{name}.{key}" in FORM:
            check_names(form, f"{name}.{key}", value)


@cache
def own() -> Form:
    text = OWN.read_text("utf-8")
    return Form(tomllib.loads(text), text)


def load(text: str | None) -> Parts:
    """The parts in this text, checked; what it leaves out, or None, is the game's own."""
    return standard() if text is None else parts_of(read(text))


@cache
def standard() -> Parts:
    return parts_of(own())


def parts_of(form: Form) -> Parts:
    expedition = ladder(form, "expedition")
    artefacts = ladder(form, "artefacts")
    refusals = ladder(form, "refusals")
    check_ladders(form, expedition, artefacts, refusals)
    arrows = boxes(form, "arrows")
    vases = boxes(form, "artefacts")
    if sum(map(len, vases.values())) + CERTAIN_TOPS < 9:
        raise form.bad("layout.artefacts", N_("fewer than 9 artefacts can be found; enter at least 3 artefact boxes"))
    tops = {name: (BOXES + 1, *found) for name, found in vases.items()}
    return Parts(
        box_set(arrows),
        box_set(tops),
        vec[i64](expedition),
        -50,
        vec[i64](artefacts),
        vec[i64](refusals),
        reconstructed(form),
    )


def section(form: Form, name: str) -> dict[str, Any]:
    """A table of the file, over ours: what it does not say is as we have it."""
    return {**own().data[name], **form.data.get(name, {})}


def reconstructed(form: Form) -> bool:
    """Are there boxes that are only our guess? An owner who names those of every colour has entered a printed sheet."""
    layout = form.data.get("layout", {})
    entered = all(len(layout.get(kind, {})) == len(NAMES) for kind in ("arrows", "artefacts"))
    return bool(layout.get("reconstruction", not entered))


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def ladder(form: Form, name: str) -> list[int]:
    points = section(form, name)["points"]
    if name == "refusals" and "artefacts" in form.data and "refusals" not in form.data:
        points = [*section(form, "artefacts")["points"][:9], 0]  # they count as artefacts do, and nine count 0
    where = f"{name}.points"
    if not isinstance(points, list) or len(points) != 10 or not all(map(whole, points)):
        raise form.bad(where, N_("give ten whole numbers, the points for 0 to 9"))
    if points[0] != 0:
        raise form.bad(where, N_("the first number, for nothing at all, must be 0, not {n}"), n=points[0])
    if max(points[1:4]) >= 0 or min(points[4:9]) <= 0:
        raise form.bad(where, N_("one to three cost points and four to eight give points; mend the signs"))
    rising = points[1:9] if name == "refusals" else points[1:]
    if rising != sorted(rising):
        raise form.bad(where, N_("the points must not fall from one step to the next"))
    return points


def check_ladders(form: Form, expedition: list[int], artefacts: list[int], refusals: list[int]) -> None:
    """What the rulebook itself says about the ladders."""
    if section(form, "expedition").get("circle_only", -50) != -50:
        raise form.bad("expedition.circle_only", N_("a circle without a number is certain: -50; take the line out"))
    if expedition[9] != 50 or expedition[1] < -50:
        raise form.bad("expedition.points", N_("nine boxes are 50 points and nothing is below -50"))
    if (artefacts[1], artefacts[8], artefacts[9]) != (-40, 70, 100):
        raise form.bad("artefacts.points", N_("one artefact is -40, eight are 70, nine are 100"))
    if refusals[9] != 0 or refusals[1:9] != artefacts[1:9]:
        raise form.bad("refusals.points", N_("one to eight refusals count as artefacts do, nine count 0"))


def boxes(form: Form, kind: str) -> dict[str, list[int]]:
    """Colour -> its boxes of a kind, 1 to 9 from the bottom; a colour that is left out is as we have it."""
    layout = {**own().data["layout"][kind], **form.data.get("layout", {}).get(kind, {})}
    for name, found in layout.items():
        where = f"layout.{kind}.{name}"
        if not isinstance(found, list) or not all(map(whole, found)):
            raise form.bad(where, N_("give a list of boxes, like [3, 6]"))
        if any(not 1 <= box <= BOXES for box in found):
            raise form.bad(where, N_("boxes are numbered 1 to 9 from the bottom; mend {found}"), found=found)
        if len(set(found)) < len(found):
            raise form.bad(where, N_("a box stands twice in {found}; write each once"), found=found)
    return layout


def box_set(layout: dict[str, Any]) -> int:
    """As the rules hold it: bit 10 * colour + box, boxes from 0."""
    return sum(1 << 10 * NAMES.index(name) + box - 1 for name, found in layout.items() for box in found)
