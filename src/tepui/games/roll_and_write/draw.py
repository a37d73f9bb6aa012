"""The table as lines of text: for a terminal, a screen reader's plain page, and the dialogue that enters a sheet."""

from __future__ import annotations

from tepui.core.position import TABLE
from tepui.core.screen import Paint, unpainted
from tepui.core.view import View
from tepui.core.words import Language
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.look import picture
from tepui.games.roll_and_write.parts import NAMES
from tepui.games.roll_and_write.picture import Picture, Printed, SheetPicture
from tepui.games.roll_and_write.sheet import BOXES, BRIDGE
from tepui.games.roll_and_write.words import BRIDGE_WORDS, COLOUR_WORDS, letters, signed

ARROW, VASE, REFUSAL = "»", "u", "#"
CIRCLES = {"open": "( )", "marked": "(X)", "struck": "(-)"}


def draw(view: View, language: str) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    order = (
        [(view.eye + k) % len(now.sheets) for k in range(len(now.sheets))]
        if view.eye < TABLE
        else range(len(now.sheets))
    )
    lines = [_("Turn {n}", n=now.turn), dice_line(_, now), bridge_line(_, now, view.names)]
    for seat in order:
        name = view.names[seat] if seat < len(view.names) else str(seat + 1)
        lines += ["", points_line(_, name, now.sheets[seat].total)]
        lines += sheet_lines(_, now.sheets[seat], now.printed)
    if now.printed.reconstruction:
        lines += ["", _("The positions of arrows and artefacts are our reconstruction; the printed sheet may differ.")]
    return "\n".join(lines)


def points_line(_: Language, name: str, points: int) -> str:
    return _.ngettext(
        "{name}: {points} point", "{name}: {points} points", abs(points), name=name, points=signed(points)
    )


def dice_line(_: Language, now: Picture) -> str:
    faces = [_(COLOUR_WORDS[die.colour]) if die.colour else str(die.digit) for die in now.dice]
    shown = [f"({face})" if die.taken else f"[{face}]" for face, die in zip(faces, now.dice, strict=True)]
    return _("Dice: {faces}", faces=" ".join(shown) or "–")


def bridge_line(_: Language, now: Picture, names: tuple[str, ...]) -> str:
    open_ones = [_(BRIDGE_WORDS[bridge.name]) for bridge in now.bridges if bridge.open]
    return _("Open bridges: {names}", names=", ".join(open_ones) or "–")


def sheet_lines(_: Language, sheet: SheetPicture, printed: Printed, paint: Paint = unpainted) -> list[str]:
    """The sheet as it is printed, box 9 above; the row of the bridges is a double line."""
    found = letters(_)
    heads = "".join(" " + paint(name, f" {found[name]} ") for name in NAMES)
    lines = [f"      {heads}   {VASE}   {REFUSAL}"]
    lines.append("      " + "".join(" (*)" if column.top else " (u)" for column in sheet.columns))
    for box in range(BOXES, 0, -1):
        scale = signed(printed.expedition[box])
        cells = "".join(cell(sheet, printed, colour, box, paint) for colour in range(len(NAMES)))
        sides = (
            f" {mark(box <= sheet.artefacts, printed.artefact[box])}{mark(box <= sheet.refusals, printed.refusal[box])}"
        )
        edge = "=" if box == BRIDGE else " "
        lines.append(f"{scale:>5}{edge}{cells} {edge}{sides}{edge if box == BRIDGE else ''}".rstrip())
    lines.append("   x2 " + "".join(f" {CIRCLES[column.circle]}" for column in sheet.columns))
    points = "".join(f"{signed(column.points):>4}" for column in sheet.columns)
    lines.append(f"      {points}  {signed(sheet.artefact_points):>4}{signed(sheet.refusal_points):>4}")
    return lines


def cell(sheet: SheetPicture, printed: Printed, colour: int, box: int, paint: Paint = unpainted) -> str:
    name = NAMES[colour]
    written = sheet.columns[colour].numbers
    arrow, vase = box in printed.arrows[name], box in printed.artefacts[name]
    inside = ARROW * arrow + VASE * vase
    if box <= len(written):
        return f"[{paint(name, f'{written[box - 1]:>2}')}]"
    return f"[{inside:>2}]"


def mark(shaded: bool, points: int) -> str:
    return "  x " if shaded else f"{signed(points):>4}"
