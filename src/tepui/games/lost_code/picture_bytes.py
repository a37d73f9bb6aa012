"""The picture's own JSON, byte for byte: written straight from the position and the notebook of one pair of eyes.

Its parts are kept as texts beside the notebook, each with the numbers it was made of, and was made of nothing but this
view; only those whose numbers have changed are written anew.
"""

from __future__ import annotations

from typing import Final

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import i64

from tepui.core.bits import bit, has
from tepui.core.pen import Kept, comma, number, numbers, truth
from tepui.core.view import View
from tepui.games.lost_code import codes, look
from tepui.games.lost_code.board import BACK, UNSEEN
from tepui.games.lost_code.codec import SETS
from tepui.games.lost_code.notebook import Notebook
from tepui.games.lost_code.parts import LOGS, Parts
from tepui.games.lost_code.picture import Gone
from tepui.games.lost_code.rounds import NOT_ROLLED, Call
from tepui.games.lost_code.row_bytes import COLOUR, row_bytes, write_heard, write_order
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.still_bytes import Still, fields

encode: Final = msgspec.json.Encoder().encode

PHASES: Final[list[bytes]] = [encode(look.PHASES[phase]) for phase in range(len(look.PHASES))]
NOT_YET: Final[bytes] = b',"dice":' + encode(look.dice(None)) + b',"roller":null,"order":[]'
LISTS: Final[list[bytes]] = [encode(numbers) for numbers in SETS]  # of a final guess


def picture_bytes(view: View) -> bytes:
    position: LostCode = view.position  # type: ignore[assignment]
    notes: Notebook = view.notebook
    if notes.sheet is None:
        notes.sheet = Sheet(Still(view))
    sheet: Sheet = notes.sheet
    return sheet.printed(position, notes)


class Sheet:
    """Prints the picture of one pair of eyes again and again."""

    def __init__(self, still: Still) -> None:
        self.still = still
        self.logs: Kept = Kept()
        self.each_log: list[Kept] = [Kept() for _ in range(LOGS)]
        self.dice: Kept = Kept()
        self.wheels: Kept = Kept()
        self.standing: Kept = Kept()
        self.tokens: Kept = Kept()
        self.curse: Kept = Kept()
        self.finals: Kept = Kept()
        self.finals_by: list[Kept] = [Kept() for _ in range(LOGS)]  # by seat
        self.past: Kept = Kept()
        self.seen: Kept = Kept()
        self.seen_of: list[Kept] = [Kept() for _ in COLOUR]  # by colour

    def copy(self) -> Sheet:
        """For a view that thinks ahead."""
        twin = Sheet(self.still)
        twin.logs = self.logs.copy()
        twin.each_log = copies(self.each_log)
        twin.dice = self.dice.copy()
        twin.wheels = self.wheels.copy()
        twin.standing = self.standing.copy()
        twin.tokens = self.tokens.copy()
        twin.curse = self.curse.copy()
        twin.finals = self.finals.copy()
        twin.finals_by = copies(self.finals_by)
        twin.past = self.past.copy()
        twin.seen = self.seen.copy()
        twin.seen_of = copies(self.seen_of)
        return twin

    def printed(self, position: LostCode, notes: Notebook) -> bytes:
        still = self.still
        pieces = [
            still.head,
            print_present(position, still),
            self.print_logs(position, notes),
            self.print_dice(notes),
            self.print_wheels(notes),
            self.print_standing(position),
            print_places(position),
            self.print_tokens(position, notes),
            still.token_rounds,
            self.print_curse(position),
            still.stakes,
            self.print_finals(position, notes),
        ]
        if notes.lines:
            last = notes.lines[-1]
            pieces.append(self.print_past(notes))
            pieces.append(row_bytes(last, look.token(position, last)))
        pieces.append(self.print_seen(position.parts, notes))
        return b"".join(pieces)

    def print_logs(self, position: LostCode, notes: Notebook) -> bytes:
        kept, parts = self.logs, position.parts
        if not kept.made_of(position.upper, position.lower, position.piles, notes.discards):
            out = BytesWriter()
            out.write(b',"logs":[')
            for log in range(i64(LOGS)):
                comma(out, log)
                out.write(self.print_log(position, log, notes.gone[log]))
            out.write(b'],"piles":')
            numbers(out, [position.pile(colour) for colour in range(parts.colours)])
            kept.text = out.getvalue()
        return kept.text

    def print_log(self, position: LostCode, log: i64, gone: list[Gone]) -> bytes:
        kept, parts = self.each_log[log], position.parts
        if not kept.made_of(position.stones(log), len(gone)):
            out = BytesWriter()
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
            out.write(b'],"discards":')
            out.write(encode(gone))
            out.write(b"}")
            kept.text = out.getvalue()
        return kept.text

    def print_dice(self, notes: Notebook) -> bytes:
        """The dice, and the order of the round."""
        if not notes.lines:
            return NOT_YET
        kept, line = self.dice, notes.lines[-1]
        if not kept.made_of(line.round, line.rolled, line.dice):
            out = BytesWriter()
            out.write(b',"dice":[')
            for die in range(i64(3)):
                comma(out, die)
                write_die(out, line.rolled >> 4 * die & 15, line.dice >> 4 * die & 15)
            out.write(b'],"roller":')
            number(out, line.order & 15)
            out.write(b',"order":')
            write_order(out, line)
            kept.text = out.getvalue()
        return kept.text

    def print_wheels(self, notes: Notebook) -> bytes:
        """They stay as they were set until the next roll."""
        kept, still = self.wheels, self.still
        line = notes.lines[-1] if notes.lines else None
        if line is None:
            known = kept.made_of(0)
        else:
            known = kept.made_of(line.round, line.said)
        if not known:
            texts = still.free[:]
            if line is not None:
                for seat, call in enumerate(line.calls):
                    if call is not None:
                        texts[call.wheel] = taken(still.taken[call.wheel], seat, call)
            kept.text = b',"wheels":[' + b",".join(texts) + b"]"
        return kept.text

    def print_standing(self, position: LostCode) -> bytes:
        kept, track = self.standing, position.track
        if not kept.made_of(track.row, track.spaces, track.pieces):
            out = BytesWriter()
            write_spaces(out, position)
            scores, ranks = look.standing(position)
            out.write(b'],"scores":')
            numbers(out, scores)
            out.write(b',"ranks":')
            numbers(out, ranks)
            kept.text = out.getvalue()
        return kept.text

    def print_tokens(self, position: LostCode, notes: Notebook) -> bytes:
        kept = self.tokens
        if not kept.made_of(position.tokens, position.fixed):
            kept.text = fields(tokens=look.tokens(position, notes))
        return kept.text

    def print_curse(self, position: LostCode) -> bytes:
        kept = self.curse
        if not kept.made_of(position.curse):
            kept.text = fields(curse=look.curse(position))
        return kept.text

    def print_finals(self, position: LostCode, notes: Notebook) -> bytes:
        """Up to where the rows begin."""
        kept = self.finals
        if not kept.made_of(position.blank, position.fixed, notes.shown):
            out = BytesWriter()
            for seat, points in enumerate(notes.points):
                comma(out, seat)
                out.write(self.print_finals_by(seat, position, points))
            out.write(b'],"totals":[')
            for seat, points in enumerate(notes.points):
                comma(out, seat)
                if points:
                    number(out, sum(points))
                else:
                    out.write(b"null")
            out.write(b'],"rows":[')
            kept.text = out.getvalue()
        return kept.text

    def print_finals_by(self, seat: i64, position: LostCode, points: list[int]) -> bytes:
        kept, parts = self.finals_by[seat], position.parts
        blank, fixed = position.blank >> 6 * seat & 63, position.fixed >> 6 * seat & 63
        if not kept.made_of(blank, fixed, len(points)):
            out = BytesWriter()
            out.write(b"[")
            for colour in range(parts.colours):
                comma(out, colour)
                out.write(b'{"written":')
                truth(out, not has(blank, colour))
                out.write(b',"fixed":')
                truth(out, has(fixed, colour))
                out.write(b',"numbers":')
                guess = position.final_guess(seat, colour)
                if has(blank, colour) or guess == UNSEEN:
                    out.write(b"null")
                else:
                    out.write(LISTS[guess])
                out.write(b',"points":')
                if colour < len(points):
                    number(out, points[colour])
                else:
                    out.write(b"null")
                out.write(b"}")
            out.write(b"]")
            kept.text = out.getvalue()
        return kept.text

    def print_past(self, notes: Notebook) -> bytes:
        """All rows but the last one, which changes most."""
        lines, kept = notes.lines, self.past
        changes: i64 = 0
        for at in range(len(lines) - 1):
            changes += lines[at].changes
        if not kept.made_of(len(lines), changes):
            pieces = []
            for at in range(len(lines) - 1):
                pieces.append(row_bytes(lines[at], lines[at].token))
                pieces.append(b",")
            kept.text = b"".join(pieces)
        return kept.text

    def print_seen(self, parts: Parts, notes: Notebook) -> bytes:
        """The last part, with all that closes the picture."""
        kept = self.seen
        if not kept.made_of(notes.sights):
            out = BytesWriter()
            out.write(b'],"seen":[')
            for colour in range(parts.colours):
                comma(out, colour)
                one = self.seen_of[colour]
                if not one.made_of(notes.sights_of[colour]):
                    one.text = encode(notes.seen[colour][: parts.numbers])
                out.write(one.text)
            out.write(b"]}")
            kept.text = out.getvalue()
        return kept.text


def copies(texts: list[Kept]) -> list[Kept]:
    return [kept.copy() for kept in texts]


def print_present(position: LostCode, still: Still) -> bytes:
    """The round, its phase, and what is being decided."""
    out = BytesWriter()
    number(out, position.round)
    out.write(still.rounds)
    out.write(PHASES[position.phase])
    write_choice(out, position, still)
    return out.getvalue()


def print_places(position: LostCode) -> bytes:
    if position.phase != codes.OVER:
        return b',"places":null'
    return fields(places=[position.place(seat) for seat in range(position.parts.seats)])


def write_choice(out: BytesWriter, position: LostCode, still: Still) -> None:
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
        out.write(COLOUR[position.colour])
    elif phase == codes.WRITING and still.eye < seats and has(acting, still.eye):
        out.write(COLOUR[position.next_colour(still.eye)])
    else:
        out.write(b"null")
    out.write(b',"die":')
    if phase == codes.RECOLOURING:
        number(out, position.red_die())
    else:
        out.write(b"null")
    out.write(b',"right":null,"wrong":null,"exchange":false}')


def write_die(out: BytesWriter, rolled: i64, shows: i64) -> None:
    if rolled == NOT_ROLLED:
        out.write(b'{"rolled":null,"shows":null}')
        return
    out.write(b'{"rolled":')
    out.write(COLOUR[rolled])
    out.write(b',"shows":')
    out.write(COLOUR[shows])
    out.write(b"}")


def taken(wheel: bytes, seat: i64, call: Call) -> bytes:
    out = BytesWriter()
    out.write(wheel)
    number(out, seat)
    write_heard(out, call)
    out.write(b"}")
    return out.getvalue()


def write_spaces(out: BytesWriter, position: LostCode) -> None:
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
