"""The table as text: sheets one below the other, or on a small screen the own one and how far the others are."""

from tepui.core.position import TABLE
from tepui.core.text import COLUMNS, Paint, called, flowing, side_by_side, unpainted
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.picture import picture
from tepui.games.roll_and_write.shapes import Column, Picture, Printed, SheetPicture
from tepui.games.roll_and_write.sheet import BOXES, BRIDGE
from tepui.games.roll_and_write.words import BRIDGE_WORDS, COLOUR_WORDS, letters, signed

ARROW, VASE, REFUSAL = "»", "u", "#"
SHEET = 43  # columns of a sheet, and the gap beside it
CIRCLES = {"open": "( )", "marked": "(X)", "struck": "(-)"}


def draw(view: View, language: str) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    lines = [_("Turn {n}", n=now.turn), dice_line(_, now), bridge_line(_, now)]
    for seat in own_first(view):
        name = view.names[seat] if seat < len(view.names) else str(seat + 1)
        lines += ["", points_line(_, name, now.sheets[seat].total)]
        lines += sheet_lines(_, now.sheets[seat], now.printed)
    if now.printed.reconstruction:
        lines += ["", _("The positions of arrows and artefacts are our reconstruction. The printed sheet may differ.")]
    return "\n".join(lines)


def own_first(view: View) -> list[int]:
    """The seats, clockwise from these eyes' own; whoever only watches begins with the first."""
    own, seats = view.eye if view.eye < TABLE else 0, view.setting.seats
    return [(own + step) % seats for step in range(seats)]


def points_line(_: Language, name: str, points: int) -> str:
    return _.ngettext(
        "{name}: {points} point", "{name}: {points} points", abs(points), name=name, points=signed(points)
    )


def dice_line(_: Language, now: Picture, paint: Paint = unpainted) -> str:
    faces = [paint(die.colour, _(COLOUR_WORDS[die.colour])) if die.colour else str(die.digit) for die in now.dice]
    shown = [f"({face})" if die.taken else f"[{face}]" for face, die in zip(faces, now.dice, strict=True)]
    return _("Dice: {faces}", faces="").rstrip() + " " + (" ".join(shown) or "–")


def bridge_line(_: Language, now: Picture) -> str:
    open_ones = [_(BRIDGE_WORDS[bridge.name]) for bridge in now.bridges if bridge.open]
    return _("Open bridges: {names}", names=", ".join(open_ones) or "–")


def sheet_lines(_: Language, sheet: SheetPicture, printed: Printed, paint: Paint = unpainted) -> list[str]:
    """The sheet as it is printed, box 9 above; the row of the bridges is a double line."""
    found = letters(_)
    heads = "".join(" " + paint(name, f"{found[name]:^3}") for name in NAMES)
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


# ---- on a small screen ----


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    names = called([clean(name) for name in view.names], 20)
    own, *others = own_first(view)
    sheet = now.sheets[own]
    shown = [_("Turn {n}", n=now.turn) + "   " + dice_line(_, now, paint)]
    left = [points_line(_, names[own], sheet.total), *sheet_lines(_, sheet, now.printed, paint)]
    right = [bridge_signs(_, now, paint)]
    for seat in others:
        right += other_lines(_, now.sheets[seat], names[seat], paint)
    if others:
        right.append(_("9/5: a 9 in box 5, (X): doubled"))
    shown += side_by_side(left, right, SHEET)
    note = _("The positions of arrows and artefacts are our reconstruction. The printed sheet may differ.")
    notes = flowing(note.split(), COLUMNS, " ")
    if now.printed.reconstruction and len(shown) + len(notes) < lines:
        shown += notes
    return "\n".join(shown)


def bridge_signs(_: Language, now: Picture, paint: Paint) -> str:
    """By the signs of the columns."""
    signs = {**letters(_), "artefacts": VASE, "refusals": REFUSAL}
    there = [paint(bridge.name, signs[bridge.name]) for bridge in now.bridges if bridge.open]
    return _("Open bridges: {names}", names="").rstrip() + " " + (" ".join(there) or "–")


def other_lines(_: Language, sheet: SheetPicture, name: str, paint: Paint) -> list[str]:
    sides = f"{VASE} {sheet.artefacts}  {REFUSAL} {sheet.refusals}"
    found = letters(_)
    cells = [paint(column.colour, f"{found[column.colour]:2}") + f"{far(column):7}" for column in sheet.columns]
    rows = ["".join(cells[:3]).rstrip(), "".join(cells[3:]).rstrip()]
    return [*flowing([points_line(_, name, sheet.total), sides], COLUMNS - SHEET), *(f"  {row}" for row in rows)]


def far(column: Column) -> str:
    """`9/5`: a 9 in box 5."""
    doubled = "(X)" if column.circle == "marked" else ""
    return (f"{column.numbers[-1]}/{len(column.numbers)}" if column.numbers else "–") + doubled
