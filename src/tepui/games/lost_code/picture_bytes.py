"""The picture's own JSON, byte for byte, with only those parts made anew that have changed.

Every part is kept in the eyes' own notebook, together with all that it was made of; what is kept there was made of
nothing but this view.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tepui.core.view import View
from tepui.games.lost_code import codes, look
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.picture import Row
from tepui.games.lost_code.rules import LostCode

encode = msgspec.json.Encoder().encode


Kept = dict[Any, tuple[Any, bytes]]


def picture_bytes(view: View) -> bytes:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    parts, kept = position.parts, notes.kept
    rows = look.present_rows(position, notes)
    texts = [
        head(view, kept),
        b',"round":%d,"rounds":%d,"phase":"%b"' % (position.round, parts.rounds, look.PHASES[position.phase].encode()),
        choice(position, view.eye, kept),
        logs(position, notes),
        piles(position, kept),
        dice(view, rows[-1] if rows else None, kept),
        standing(position, kept),
    ]
    if position.phase == codes.OVER:
        texts.append(fields(places=[position.place(seat) for seat in range(parts.seats)]))
    else:
        texts.append(b',"places":null')
    if parts.deadly_shortcut:
        texts.append(fields(tokens=look.tokens(position, rows), token_rounds=parts.token_rounds))
    else:
        texts.append(b',"tokens":null,"token_rounds":%d' % parts.token_rounds)
    if parts.cursed:
        texts.append(fields(curse=look.curse(position)))
    else:
        texts.append(b',"curse":null')
    texts.append(stakes(view, kept))
    texts.append(finals(position, notes))
    texts.append(b',"rows":[')
    texts.append(b",".join([row_text(kept, row) for row in rows]))
    texts.append(seen(position, notes))
    return b"".join(texts)


def same(kept: Kept, name: str, key: Any) -> bytes:
    """This part as it was made last, if it was made of the same things."""
    found = kept.get(name)
    return found[1] if found is not None and found[0] == key else b""


def keep(kept: Kept, name: str, key: Any, text: bytes) -> bytes:
    kept[name] = key, text
    return text


def fields(**things: Any) -> bytes:
    """More fields of an object: `,"a":1,"b":2`."""
    return b"," + encode(things)[1:-1]


def row_text(kept: Kept, row: Row) -> bytes:
    """Rows are never changed, only replaced."""
    found = kept.get(row.round)
    if found is None or found[0] is not row:
        found = kept[row.round] = row, encode(row)
    return found[1]


def head(view: View, kept: Kept) -> bytes:
    text = same(kept, "head", None)
    if text:
        return text
    parts = view.position.parts  # type: ignore[attr-defined]
    fixed = look.still(parts, view.setting.parts.order)
    me = view.eye if view.eye < parts.seats else None
    things = {"me": me, "colours": fixed.colours, "columns": fixed.columns, "numbers": parts.numbers, "top": parts.top}
    return keep(kept, "head", None, encode(things)[:-1])


def choice(position: LostCode, eye: int, kept: Kept) -> bytes:
    key = (
        position.phase,
        position.to_act(),
        position.colour,
        position.blank,
        position.dice,
        position.curse,
        position.left,
    )
    me = eye if eye < position.parts.seats else None
    return same(kept, "choice", key) or keep(kept, "choice", key, fields(choice=look.choice(position, me)))


def logs(position: LostCode, notes: Notebook) -> bytes:
    key = (position.upper, position.lower, *[len(gone) for gone in notes.gone])
    text = same(notes.kept, "logs", key)
    if text:
        return text
    return keep(notes.kept, "logs", key, fields(logs=[look.log_of(position, notes, log) for log in range(LOGS)]))


def piles(position: LostCode, kept: Kept) -> bytes:
    text = same(kept, "piles", position.piles)
    if text:
        return text
    colours = range(position.parts.colours)
    return keep(kept, "piles", position.piles, fields(piles=[position.pile(colour) for colour in colours]))


def dice(view: View, row: Row | None, kept: Kept) -> bytes:
    text = same(kept, "dice", row)
    if text:
        return text
    fixed = look.still(view.position.parts, view.setting.parts.order)  # type: ignore[attr-defined]
    roller, order = (row.order[0], row.order) if row else (None, [])
    wheels = look.wheels(fixed.wheels, row)
    return keep(kept, "dice", row, fields(dice=look.dice(row), roller=roller, order=order, wheels=wheels))


def standing(position: LostCode, kept: Kept) -> bytes:
    track = position.track
    key = track.row, track.spaces, track.pieces
    text = same(kept, "track", key)
    if text:
        return text
    scores, ranks = look.standing(position)
    return keep(kept, "track", key, fields(spaces=look.spaces(position), scores=scores, ranks=ranks))


def stakes(view: View, kept: Kept) -> bytes:
    text = same(kept, "stakes", None)
    if text:
        return text
    fixed = look.still(view.position.parts, view.setting.parts.order)  # type: ignore[attr-defined]
    return keep(kept, "stakes", None, fields(stakes=fixed.stakes, token_stakes=fixed.token_stakes))


def finals(position: LostCode, notes: Notebook) -> bytes:
    key = (position.blank, position.fixed, *position.written, *[len(points) for points in notes.points])
    text = same(notes.kept, "finals", key)
    if text:
        return text
    shown = [look.finals(position, seat, points) for seat, points in enumerate(notes.points)]
    totals = [sum(points) if points else None for points in notes.points]
    return keep(notes.kept, "finals", key, fields(finals=shown, totals=totals))


def seen(position: LostCode, notes: Notebook) -> bytes:
    """The last part, with all that closes the picture."""
    text = same(notes.kept, "seen", notes.sights)
    if text:
        return text
    parts = position.parts
    numbers = [seen[: parts.numbers] for seen in notes.seen[: parts.colours]]
    return keep(notes.kept, "seen", notes.sights, b"]" + fields(seen=numbers) + b"}")
