"""The picture's own JSON, byte for byte, with only those parts made anew that have changed.

Every part is kept in the eyes' own notebook, together with all that it was made of; what is kept there was made of
nothing but this view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tepui.core.view import View
from tepui.games.lost_code import codes, look
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.picture import Row
from tepui.games.lost_code.rules import LostCode

encode = msgspec.json.Encoder().encode


def printed(view: View) -> bytes:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    parts, track, kept = position.parts, position.track, notes.kept
    seats = range(parts.seats)
    rows = look.present_rows(position, notes)
    row = rows[-1] if rows else None
    phase, blank, fixed = position.phase, position.blank, position.fixed

    def part(name: str, key: Any, make: Callable[[], bytes]) -> bytes:
        """This part, made anew if anything in its key is not as it was."""
        found = kept.get(name)
        if found is None or found[0] != key:
            found = kept[name] = key, make()
        return found[1]

    choosing = phase, position.to_act(), position.colour, blank, position.dice, position.curse, position.left
    lying = position.upper, position.lower, *map(len, notes.gone)
    shown = tuple(map(len, notes.points))
    writing = blank, fixed, shown, *position.written
    return b"".join(
        (
            part("head", None, lambda: head(view)),
            b',"round":%d,"rounds":%d,"phase":"%b","choice":'
            % (position.round, parts.rounds, look.PHASES[phase].encode()),
            part("choice", choosing, lambda: encode(look.choice(position, view.eye if view.eye in seats else None))),
            b',"logs":',
            part("logs", lying, lambda: encode([look.log_of(position, notes, log) for log in range(LOGS)])),
            part("piles", position.piles, lambda: piles(position)),
            part("dice", row, lambda: dice(view, row)),
            part("track", (track.row, track.spaces, track.pieces), lambda: standing(position)),
            b',"places":',
            encode([position.place(seat) for seat in seats]) if phase == codes.OVER else b"null",
            b',"tokens":',
            encode(look.tokens(position, rows)) if parts.deadly_shortcut else b"null",
            b',"token_rounds":%d,"curse":' % parts.token_rounds,
            encode(look.curse(position)) if parts.cursed else b"null",
            part("stakes", None, lambda: stakes(view)),
            b',"finals":',
            part("finals", writing, lambda: encode([look.finals(position, s, notes.points[s]) for s in seats])),
            b',"totals":',
            part("totals", shown, lambda: encode([sum(points) if points else None for points in notes.points])),
            b',"rows":[',
            b",".join([row_text(kept, row) for row in rows]),
            b'],"seen":',
            part("seen", notes.sights, lambda: encode([seen[: parts.numbers] for seen in notes.seen[: parts.colours]])),
            b"}",
        )
    )


def row_text(kept: dict[Any, Any], row: Row) -> bytes:
    """Rows are never changed, only replaced."""
    found: tuple[Row, bytes] | None = kept.get(row.round)
    if found is None or found[0] is not row:
        found = kept[row.round] = row, encode(row)
    return found[1]


def fields(**things: Any) -> bytes:
    """More fields of an object: `,"a":1,"b":2`."""
    return b"," + encode(things)[1:-1]


def head(view: View) -> bytes:
    parts = view.position.parts  # type: ignore[attr-defined]
    fixed = look.still(parts, view.setting.parts.order)
    me = view.eye if view.eye < parts.seats else None
    things = {"me": me, "colours": fixed.colours, "columns": fixed.columns, "numbers": parts.numbers, "top": parts.top}
    return encode(things)[:-1]


def piles(position: LostCode) -> bytes:
    return fields(piles=[position.pile(colour) for colour in range(position.parts.colours)])


def dice(view: View, row: Row | None) -> bytes:
    fixed = look.still(view.position.parts, view.setting.parts.order)  # type: ignore[attr-defined]
    return fields(
        dice=look.dice(row),
        roller=row.order[0] if row else None,
        order=row.order if row else [],
        wheels=look.wheels(fixed.wheels, row),
    )


def standing(position: LostCode) -> bytes:
    track, seats = position.track, range(position.parts.seats)
    stacked = track.pieces == position.parts.seats
    return fields(
        spaces=look.spaces(position),
        scores=[track.space(seat) if stacked else 0 for seat in seats],
        ranks=[track.ahead(seat) + 1 if stacked else 1 for seat in seats],
    )


def stakes(view: View) -> bytes:
    fixed = look.still(view.position.parts, view.setting.parts.order)  # type: ignore[attr-defined]
    return fields(stakes=fixed.stakes, token_stakes=fixed.token_stakes)
