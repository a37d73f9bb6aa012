"""The picture's own JSON, byte for byte: written straight from the position and the notebook of one pair of eyes.

What seldom changes is kept as text beside the notebook, and was made of nothing but this view.
"""

from __future__ import annotations

from typing import Any

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import i64

from tepui.core.bits import bit, has
from tepui.core.pen import comma, number, numbers, truth
from tepui.core.view import View
from tepui.games.lost_code import codes, look
from tepui.games.lost_code.actions import ANSWERS, COLOURS, Colour
from tepui.games.lost_code.board import BACK
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS, WHEELS
from tepui.games.lost_code.picture import Guessed, Row
from tepui.games.lost_code.rules import LostCode

encode = msgspec.json.Encoder().encode

QUOTED: dict[str, bytes] = {word: b'"%b"' % word.encode() for word in (*COLOURS, *ANSWERS)}
PHASES: dict[int, bytes] = {phase: encode(name) for phase, name in look.PHASES.items()}
FREE = b'null,"low":null,"high":null,"answer":null}'
NOT_ROLLED = encode(look.dice(None)) + b',"roller":null,"order":[],"wheels":['


def picture_bytes(view: View) -> bytes:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    if notes.sheet is None:
        notes.sheet = Sheet(Still(view))
    sheet: Sheet = notes.sheet
    return sheet.printed(position, notes)


def fields(**things: Any) -> bytes:
    """More fields of an object: `,"a":1,"b":2`."""
    return b"," + encode(things)[1:-1]


class Still:
    """What these eyes see alike from the first move to the last."""

    def __init__(self, view: View) -> None:
        parts = view.position.parts  # type: ignore[attr-defined]
        fixed = look.still(parts, view.setting.parts.order)
        right = [parts.points[wheel] for wheel in range(WHEELS)]
        me = view.eye if view.eye < parts.seats else None
        head = {"me": me, "colours": fixed.colours, "columns": fixed.columns, "numbers": parts.numbers}
        self.eye: i64 = view.eye
        self.head: bytes = encode(head)[:-1] + b',"top":%d,"round":' % parts.top
        self.rounds: bytes = b',"rounds":%d,"phase":' % parts.rounds
        self.right: bytes = b',"colour":null,"die":null,"right":%b,"wrong":' % encode(right)
        self.harmless: bytes = encode([0 for _ in right])
        self.cursed: bytes = encode([-points for points in right])
        self.wheels: list[bytes] = [encode(wheel)[: -len(FREE)] for wheel in fixed.wheels]
        self.place: dict[int, int] = {wheel.size: at for at, wheel in enumerate(fixed.wheels)}
        self.stakes: bytes = fields(stakes=fixed.stakes, token_stakes=fixed.token_stakes)


class Sheet:
    """Prints the picture of one pair of eyes again and again, and keeps the texts of what seldom changes."""

    def __init__(self, still: Still) -> None:
        self.still = still
        self.rows: list[Row] = []  # as they were when they were written
        self.row_texts: list[bytes] = []
        self.sights: i64 = -1
        self.seen: bytes = b""
        self.blank: i64 = -1
        self.fixed: i64 = -1
        self.finals: bytes = b""
        self.discards: list[bytes] = [b"[]"] * LOGS
        self.discarded: list[int] = [0] * LOGS  # how many those texts tell of
        self.dice: list[Colour] | None = None  # as they lay when `rolled` was written
        self.rolled: bytes = NOT_ROLLED

    def copy(self) -> Sheet:
        """For a view that thinks ahead."""
        twin = Sheet(self.still)
        twin.rows = self.rows[:]
        twin.row_texts = self.row_texts[:]
        twin.sights = self.sights
        twin.seen = self.seen
        twin.blank = self.blank
        twin.fixed = self.fixed
        twin.finals = self.finals
        twin.discards = self.discards[:]
        twin.discarded = self.discarded[:]
        twin.dice = self.dice
        twin.rolled = self.rolled
        return twin

    def printed(self, position: LostCode, notes: Notebook) -> bytes:
        parts, still = position.parts, self.still
        rows = look.present_rows(position, notes)
        out = BytesWriter()
        out.write(still.head)
        number(out, position.round)
        out.write(still.rounds)
        out.write(PHASES[position.phase])
        choice(out, position, still)
        self.write_logs(out, position, notes)
        out.write(b',"piles":')
        numbers(out, [position.pile(colour) for colour in range(parts.colours)])
        self.write_dice(out, rows)
        standing(out, position)
        if position.phase == codes.OVER:
            out.write(fields(places=[position.place(seat) for seat in range(parts.seats)]))
        else:
            out.write(b',"places":null')
        if parts.deadly_shortcut:
            out.write(fields(tokens=look.tokens(position, rows)))
        else:
            out.write(b',"tokens":null')
        out.write(b',"token_rounds":')
        number(out, parts.token_rounds)
        if parts.cursed:
            out.write(fields(curse=look.curse(position)))
        else:
            out.write(b',"curse":null')
        out.write(still.stakes)
        out.write(self.finals_of(position, notes))
        self.write_rows(out, rows)
        out.write(self.seen_by(position, notes))
        return out.getvalue()

    def write_logs(self, out: BytesWriter, position: LostCode, notes: Notebook) -> None:
        parts = position.parts
        out.write(b',"logs":[')
        for log in range(i64(LOGS)):
            comma(out, log)
            out.write(b'{"owner":')
            if log < parts.seats:
                number(out, log)
            else:
                out.write(b"null")
            out.write(b',"numbers":[')
            for colour in range(parts.colours):
                comma(out, colour)
                stone = position.stone(log, colour)
                if stone == BACK:
                    out.write(b"null")
                else:
                    number(out, stone)
            gone = notes.gone[log]
            if len(gone) != self.discarded[log]:
                self.discarded[log] = len(gone)
                self.discards[log] = encode(gone)
            out.write(b'],"discards":')
            out.write(self.discards[log])
            out.write(b"}")
        out.write(b"]")

    def write_dice(self, out: BytesWriter, rows: list[Row]) -> None:
        """The dice, the order of the round, and the wheels, which stay as they were set until the next roll."""
        still = self.still
        taken: list[Guessed | None] = [None] * WHEELS
        by: list[int] = [0] * WHEELS
        if rows:
            row = rows[-1]
            if row.dice is not self.dice:  # never changed, only replaced
                self.dice = row.dice
                shown = encode(look.dice(row))
                self.rolled = b'%b,"roller":%d,"order":%b,"wheels":[' % (shown, row.order[0], encode(row.order))
            for seat, guess in enumerate(row.guesses):
                if guess is not None:
                    wheel = still.place[guess.wheel]
                    taken[wheel] = guess
                    by[wheel] = seat
        out.write(b',"dice":')
        out.write(self.rolled)
        for wheel in range(i64(WHEELS)):
            comma(out, wheel)
            out.write(still.wheels[wheel])
            guess = taken[wheel]
            if guess is None:
                out.write(FREE)
                continue
            number(out, by[wheel])
            out.write(b',"low":')
            number(out, guess.low)
            out.write(b',"high":')
            number(out, guess.high)
            out.write(b',"answer":')
            if guess.answer is None:
                out.write(b"null}")
            else:
                out.write(QUOTED[guess.answer])
                out.write(b"}")
        out.write(b"]")

    def write_rows(self, out: BytesWriter, rows: list[Row]) -> None:
        """Rows are never changed, only replaced."""
        kept, texts = self.rows, self.row_texts
        out.write(b',"rows":[')
        for at in range(len(rows)):
            row = rows[at]
            comma(out, at)
            if at == len(kept):
                kept.append(row)
                texts.append(encode(row))
            elif kept[at] is not row:
                kept[at] = row
                texts[at] = encode(row)
            out.write(texts[at])

    def finals_of(self, position: LostCode, notes: Notebook) -> bytes:
        """Until they are laid open, whatever changes them leaves less that is blank."""
        hidden = position.phase < codes.UNCOVERING
        if not hidden or position.blank != self.blank or position.fixed != self.fixed:
            shown = [look.finals(position, seat, points) for seat, points in enumerate(notes.points)]
            totals = [sum(points) if points else None for points in notes.points]
            self.finals = fields(finals=shown, totals=totals)
            self.blank, self.fixed = position.blank, position.fixed
        return self.finals

    def seen_by(self, position: LostCode, notes: Notebook) -> bytes:
        """The last part, with all that closes the picture."""
        if notes.sights != self.sights:
            parts = position.parts
            numbers = [seen[: parts.numbers] for seen in notes.seen[: parts.colours]]
            self.sights = notes.sights
            self.seen = b"]" + fields(seen=numbers) + b"}"
        return self.seen


def choice(out: BytesWriter, position: LostCode, still: Still) -> None:
    acting, phase, seats = position.to_act(), position.phase, position.parts.seats
    out.write(b',"choice":')
    if acting & (bit(seats) - 1) == 0:
        out.write(b"null")
        return
    out.write(b'{"seats":')
    mark = b"["
    for seat in range(seats):
        if has(acting, seat):
            out.write(mark)
            number(out, seat)
            mark = b","
    out.write(b"]")
    if phase == codes.GUESSING:
        out.write(still.right)
        if position.curse == position.who:
            out.write(still.cursed)
        else:
            out.write(still.harmless)
        out.write(b',"exchange":')
        truth(out, position.left != 0)
        out.write(b"}")
        return
    out.write(b',"colour":')
    if phase == codes.OFFERING:
        out.write(QUOTED[COLOURS[position.colour]])
    elif phase == codes.WRITING and still.eye < seats and has(acting, still.eye):
        out.write(QUOTED[COLOURS[position.next_colour(still.eye)]])
    else:
        out.write(b"null")
    out.write(b',"die":')
    if phase == codes.RECOLOURING:
        number(out, position.red_die())
    else:
        out.write(b"null")
    out.write(b',"right":null,"wrong":null,"exchange":false}')


def standing(out: BytesWriter, position: LostCode) -> None:
    track = position.track
    out.write(b',"spaces":[')
    place: i64 = 0
    while place < track.pieces:
        space = track.space(track.at(place))
        comma(out, place)
        out.write(b'{"space":')
        number(out, space)
        out.write(b',"pieces":[')
        last = place  # of those on this space: the lowest, which comes first
        while last + 1 < track.pieces and track.space(track.at(last + 1)) == space:
            last += 1
        after = last + 1
        while last >= place:
            number(out, track.at(last))
            last -= 1
            if last >= place:
                out.write(b",")
        out.write(b"]}")
        place = after
    scores, ranks = look.standing(position)
    out.write(b'],"scores":')
    numbers(out, scores)
    out.write(b',"ranks":')
    numbers(out, ranks)
