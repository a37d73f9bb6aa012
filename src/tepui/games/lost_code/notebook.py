"""What a careful player writes down: one row per round, later discards written back, where each number was seen.

Rows are never changed, only replaced: so the picture shows them as they are, and a copy is a few short lists.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from mypy_extensions import i64

from tepui.core.game import Setting
from tepui.core.position import TABLE
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import ANSWERS, COLOURS, Colour, Verdict
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.rules import LostCode
from tepui.games.lost_code.shapes import Gone, Guessed, Note, Row, Seen, Swap

STANDS_IN: Final[list[Seen]] = [Seen(log, None) for log in range(LOGS)]


class Notebook:
    """Kept for one pair of eyes; it hears only what they see."""

    __slots__ = ("gone", "points", "rows", "seen", "setting", "since")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rows: list[Row] = []
        self.gone: list[list[Gone]] = [[] for _ in range(LOGS)]  # by log
        self.seen: list[list[Seen | None]] = [[None] * 9 for _ in COLOURS]  # by colour, by number
        self.since: list[int] = [0] * (6 * LOGS)  # seat * 6 + colour: the row in which its stone came
        self.points: list[list[int]] = [[] for _ in range(setting.seats)]  # of the final guesses laid open, by seat

    def copy(self) -> Notebook:
        twin = Notebook(self.setting)
        twin.rows = self.rows[:]
        twin.gone = [gone[:] for gone in self.gone]
        twin.seen = [numbers[:] for numbers in self.seen]
        twin.since = self.since[:]
        twin.points = [points[:] for points in self.points]
        return twin

    def note(self, position: LostCode, by: int, code: int) -> None:
        if by == TABLE:
            self.note_table(position, code)
        else:
            self.note_player(position, by, code)

    def note_table(self, position: LostCode, code: i64) -> None:
        who, colour = position.who, position.colour
        if code < codes.STACK:
            self.rolled(position, code)
        elif code < codes.STONE:
            pass
        elif code < codes.STONE_HIDDEN:
            self.seen[colour][code - codes.STONE] = STANDS_IN[who]
            if position.phase == codes.DRAWING:
                self.last_swap(replace(self.rows[-1].swaps[-1], drawn=code - codes.STONE))
        elif codes.DISCARD <= code < codes.ANSWER:
            self.discarded(position, code - codes.DISCARD)
        elif codes.ANSWER <= code < codes.UNCOVER:
            self.answered(who, ANSWERS[code - codes.ANSWER], position.parts.top)
            if code != codes.ANSWER + codes.RIGHT:
                self.cursed(position)
        elif codes.UNCOVER <= code < codes.SHOW:
            self.seen[colour][code - codes.UNCOVER] = STANDS_IN[who]
        elif code >= codes.SHOW:
            self.points[who].append(position.worth(code - codes.SHOW))

    def note_player(self, position: LostCode, by: i64, code: i64) -> None:
        if codes.GUESS <= code < codes.WRITE:
            wheel, low = (code - codes.GUESS) // codes.LOWS, (code - codes.GUESS) % codes.LOWS
            parts, size = position.parts, position.parts.sizes[wheel]
            self.guess_of(-1, by, Guessed(size, parts.points[wheel], low, low + size - 1, None, [], [], 0, 0))
        elif position.phase == codes.OFFERING:
            taken_by = None if code == codes.LEAVE else by
            self.rows[-1] = replace(self.rows[-1], token=COLOURS[position.colour], token_by=taken_by)
        elif codes.TURN <= code < codes.EXCHANGE:
            dice = self.rows[-1].dice[:]
            dice[(code - codes.TURN) // 6] = COLOURS[(code - codes.TURN) % 6]
            self.rows[-1] = replace(self.rows[-1], dice=dice, times=times_of(dice))
        elif codes.EXCHANGE <= code < codes.LEAVE:
            swap = Swap(by, COLOURS[code - codes.EXCHANGE], None, None)
            self.rows[-1] = replace(self.rows[-1], swaps=[*self.rows[-1].swaps, swap])

    def rolled(self, position: LostCode, colour: i64) -> None:
        if position.rolled == 0:
            seats = position.parts.seats
            order = [(position.order >> 4 * place) & 15 for place in range(seats)]
            cursed = position.curse if position.curse >= 0 else None
            nobody: list[Guessed | None] = [None] * seats
            self.rows.append(Row(position.round, order, [], [], [], None, None, cursed, nobody, []))
        dice = [*self.rows[-1].dice, COLOURS[colour]]
        self.rows[-1] = replace(self.rows[-1], rolled=dice, dice=dice, times=times_of(dice))

    def answered(self, seat: i64, answer: Verdict, top: i64) -> None:
        """The sums that the answer leaves."""
        guess = self.rows[-1].guesses[seat]
        assert guess is not None
        sums = [(guess.low, guess.high)]
        if answer != "right":
            sums = []
            if answer != "higher" and guess.low > 0:
                sums.append((0, guess.low - 1))
            if answer != "lower" and guess.high < top:
                sums.append((guess.high + 1, top))
        self.guess_of(-1, seat, replace(guess, answer=answer, sums=sums))

    def cursed(self, position: LostCode) -> None:
        """10.2, 10.3: what this wrong guess moves by the curse, noted with whose piece it is."""
        paid = position.miss(position.who, position.guess(position.who) // codes.LOWS)
        holder = position.who if paid else position.curse
        guess = self.rows[-1].guesses[holder] if holder >= 0 else None
        if guess is not None:
            moved = paid or position.parts.curse_bonus
            self.guess_of(-1, holder, replace(guess, curse=guess.curse + moved))

    def discarded(self, position: LostCode, number: i64) -> None:
        """The stone is known now, also in the rows of the rounds in which it stood in the log."""
        seat, colour = position.who, position.colour
        name = COLOURS[colour]
        self.last_swap(replace(self.rows[-1].swaps[-1], number=number))
        self.gone[seat].append(Gone(position.round, name, number))
        self.seen[colour][number] = Seen(seat, position.round)
        stone = 6 * seat + colour
        for at in range(self.since[stone], len(self.rows)):
            times, guess = self.rows[at].times[colour], self.rows[at].guesses[seat]
            if times and guess is not None:
                known = [*guess.known, Note(name, number, times)]
                self.guess_of(at, seat, replace(guess, known=known, known_sum=guess.known_sum + times * number))
        self.since[stone] = len(self.rows)

    def guess_of(self, at: int, seat: i64, guess: Guessed) -> None:
        guesses = self.rows[at].guesses[:]
        guesses[seat] = guess
        self.rows[at] = replace(self.rows[at], guesses=guesses)

    def last_swap(self, swap: Swap) -> None:
        self.rows[-1] = replace(self.rows[-1], swaps=[*self.rows[-1].swaps[:-1], swap])


def times_of(dice: list[Colour]) -> list[int]:
    """By colour: how often the dice show it."""
    return [dice.count(colour) for colour in COLOURS]
