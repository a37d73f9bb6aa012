"""The table on a small screen: the own sheet as it is printed, and of the others how far each expedition is."""

from __future__ import annotations

from tepui.core.position import TABLE
from tepui.core.screen import COLUMNS, Paint, called, flowing, side_by_side
from tepui.core.view import View
from tepui.core.words import Language, clean
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.draw import REFUSAL, VASE, points_line, sheet_lines
from tepui.games.roll_and_write.look import picture
from tepui.games.roll_and_write.picture import Column, Picture, SheetPicture
from tepui.games.roll_and_write.words import COLOUR_WORDS, letters

SHEET = 43  # columns of a sheet, and the gap beside it


def screen(view: View, language: str, paint: Paint, lines: int) -> str:
    _ = CATALOGUE.language(language)
    now = picture(view)
    names = called([clean(name) for name in view.names], 20)
    own = view.eye if view.eye < TABLE else 0
    sheet = now.sheets[own]
    shown = [_("Turn {n}", n=now.turn) + "   " + dice_line(_, now, paint)]
    left = [points_line(_, names[own], sheet.total), *sheet_lines(_, sheet, now.printed, paint)]
    right = [bridge_line(_, now, paint)]
    for step in range(1, len(now.sheets)):
        seat = (own + step) % len(now.sheets)
        right += other_lines(_, now.sheets[seat], names[seat], paint)
    if len(now.sheets) > 1:
        right.append(_("9/5: a 9 in box 5; (X): doubled"))
    shown += side_by_side(left, right, SHEET)
    note = _("The positions of arrows and artefacts are our reconstruction; the printed sheet may differ.")
    told = flowing(note.split(), COLUMNS, " ")
    if now.printed.reconstruction and len(shown) + len(told) < lines:
        shown += told
    return "\n".join(shown)


def dice_line(_: Language, now: Picture, paint: Paint) -> str:
    faces = [paint(die.colour, _(COLOUR_WORDS[die.colour])) if die.colour else str(die.digit) for die in now.dice]
    shown = [f"({face})" if die.taken else f"[{face}]" for face, die in zip(faces, now.dice, strict=True)]
    return _("Dice: {faces}", faces="").rstrip() + " " + (" ".join(shown) or "–")


def bridge_line(_: Language, now: Picture, paint: Paint) -> str:
    """By the signs of the columns."""
    signs = {**letters(_), "artefacts": VASE, "refusals": REFUSAL}
    there = [paint(bridge.name, signs[bridge.name]) for bridge in now.bridges if bridge.open]
    return _("Open bridges: {names}", names="").rstrip() + " " + (" ".join(there) or "–")


def other_lines(_: Language, sheet: SheetPicture, name: str, paint: Paint) -> list[str]:
    sides = f"{VASE} {sheet.artefacts}  {REFUSAL} {sheet.refusals}"
    found = letters(_)
    cells = [paint(column.colour, found[column.colour]) + f" {far(column):7}" for column in sheet.columns]
    rows = ["".join(cells[:3]).rstrip(), "".join(cells[3:]).rstrip()]
    return [*flowing([points_line(_, name, sheet.total), sides], COLUMNS - SHEET), *(f"  {row}" for row in rows)]


def far(column: Column) -> str:
    """`9/5`: a 9 in box 5."""
    doubled = "(X)" if column.circle == "marked" else ""
    return (f"{column.numbers[-1]}/{len(column.numbers)}" if column.numbers else "–") + doubled
