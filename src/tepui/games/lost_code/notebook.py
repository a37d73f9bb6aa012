"""What a careful player writes down: one row per round, later discards written back, where each number was seen.

Rows are never changed, only replaced, so a copy of the notebook is a few short lists.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tepui.core.game import Setting
from tepui.core.position import TABLE
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ANSWERS, COLOURS, Colour, Told
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.picture import Gone, Guessed, Note, Row, Seen, Swap
from tepui.games.lost_code.rules import LostCode


class Notebook:
    """Kept for one pair of eyes; it hears only what they see."""

    __slots__ = ("gone", "points", "rows", "seen", "setting", "sheet", "sights", "since")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rows: list[Row] = []
        self.gone: list[list[Gone]] = [[] for _ in range(LOGS)]  # by log
        self.seen: list[list[Seen | None]] = [[None] * 9 for _ in COLOURS]  # by colour, by number
        self.since: dict[tuple[int, int], int] = {}  # (seat, colour) -> the round in which its stone came, if not dealt
        self.points: list[list[int]] = [[] for _ in range(setting.seats)]  # of the final guesses laid open, by seat

        self.sights = 0  # how often a number was seen
        self.sheet: Any = None  # prints the picture (picture_bytes.Sheet), once it was asked for

    def copy(self) -> Notebook:
        twin = Notebook(self.setting)
        twin.rows = self.rows[:]
        twin.gone = [gone[:] for gone in self.gone]
        twin.seen = [numbers[:] for numbers in self.seen]
        twin.since = dict(self.since)
        twin.points = [points[:] for points in self.points]
        twin.sights = self.sights
        if self.sheet is not None:
            twin.sheet = self.sheet.copy()
        return twin

    def note(self, position: LostCode, by: int, code: int) -> None:
        if by == TABLE:
            self.note_table(position, code)
        else:
            self.note_player(position, by, code)

    def note_table(self, position: LostCode, code: int) -> None:
        who, colour = position.who, position.colour
        if code < codes.STACK:
            self.rolled(position, code)
        elif code < codes.STONE:
            pass
        elif code < codes.STONE_HIDDEN:
            self.saw(colour, code - codes.STONE, who, None)
            if position.phase == codes.DRAWING:
                self.last_swap(drawn=code - codes.STONE)
        elif codes.DISCARD <= code < codes.ANSWER:
            self.discarded(position, code - codes.DISCARD)
        elif codes.ANSWER <= code < codes.UNCOVER:
            self.answered(position, who, ANSWERS[code - codes.ANSWER])
        elif codes.UNCOVER <= code < codes.SHOW:
            self.saw(colour, code - codes.UNCOVER, who, None)
        elif code >= codes.SHOW:
            numbers = code - codes.SHOW
            hit = bool(numbers >> position.stone(who, colour) & 1)
            fixed = bool(position.fixed >> (6 * who + colour) & 1)
            self.points[who].append(position.parts.worth(numbers.bit_count(), hit, fixed))

    def note_player(self, position: LostCode, by: int, code: int) -> None:
        if codes.GUESS <= code < codes.WRITE:
            self.guessed(position, by, *divmod(code - codes.GUESS, codes.LOWS))
        elif position.phase == codes.OFFERING:
            taken_by = None if code == codes.LEAVE else by
            self.row(token=COLOURS[position.colour], token_by=taken_by)
        elif codes.TURN <= code < codes.EXCHANGE:
            die, colour = divmod(code - codes.TURN, 6)
            dice = self.rows[-1].dice[:]
            dice[die] = COLOURS[colour]
            self.row(dice=dice, times=times_of(dice))
        elif codes.EXCHANGE <= code < codes.LEAVE:
            swap = Swap(by, COLOURS[code - codes.EXCHANGE], None, None)
            self.row(swaps=[*self.rows[-1].swaps, swap])

    def row(self, **entries: object) -> None:
        """New entries in the present row."""
        self.rows[-1] = replace(self.rows[-1], **entries)

    def last_swap(self, **entries: object) -> None:
        swaps = self.rows[-1].swaps
        self.row(swaps=[*swaps[:-1], replace(swaps[-1], **entries)])

    def saw(self, colour: int, number: int, log: int, in_round: int | None) -> None:
        self.seen[colour][number] = Seen(log, in_round)
        self.sights += 1

    def rolled(self, position: LostCode, colour: int) -> None:
        if position.rolled == 0:
            seats = position.parts.seats
            order = [position.order >> 4 * place & 15 for place in range(seats)]
            cursed = position.curse if position.curse >= 0 else None
            self.rows.append(Row(position.round, order, [], [], [], None, None, cursed, [None] * seats, []))
        dice = [*self.rows[-1].dice, COLOURS[colour]]
        self.row(rolled=dice, dice=dice, times=times_of(dice))

    def guessed(self, position: LostCode, seat: int, wheel: int, low: int) -> None:
        parts = position.parts
        size = parts.size(wheel)
        self.guess_of(-1, seat, Guessed(size, parts.points[wheel], low, low + size - 1, None, [], [], 0))

    def guess_of(self, at: int, seat: int, guess: Guessed) -> None:
        guesses = self.rows[at].guesses[:]
        guesses[seat] = guess
        self.rows[at] = replace(self.rows[at], guesses=guesses)

    def answered(self, position: LostCode, seat: int, answer: Told) -> None:
        guess = self.rows[-1].guesses[seat]
        assert guess is not None
        below, above = (0, guess.low - 1), (guess.high + 1, position.parts.top)
        sums = {
            "right": [(guess.low, guess.high)],
            "lower": [below],
            "higher": [above],
            "wrong": [side for side in (below, above) if side[0] <= side[1]],
        }[answer]
        self.guess_of(-1, seat, replace(guess, answer=answer, sums=sums))

    def discarded(self, position: LostCode, number: int) -> None:
        """The stone is known now, also in the rows of the rounds in which it stood in the log."""
        seat, colour = position.who, position.colour
        name = COLOURS[colour]
        self.last_swap(number=number)
        self.gone[seat].append(Gone(position.round, name, number))
        self.saw(colour, number, seat, position.round)
        for at in range(self.since.get((seat, colour), 0), len(self.rows)):
            times, guess = self.rows[at].times[colour], self.rows[at].guesses[seat]
            if times and guess is not None:
                known = [*guess.known, Note(name, number, times)]
                self.guess_of(at, seat, replace(guess, known=known, known_sum=guess.known_sum + times * number))
        self.since[seat, colour] = len(self.rows)


def times_of(dice: list[Colour]) -> list[int]:
    return [dice.count(colour) for colour in COLOURS]
