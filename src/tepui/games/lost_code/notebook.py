"""What a careful player writes down: one line per round, later discards written back, where each number was seen."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from tepui.core.bits import count, has
from tepui.core.game import Setting
from tepui.core.position import TABLE
from tepui.games.lost_code import codes
from tepui.games.lost_code.actions import COLOURS
from tepui.games.lost_code.parts import LOGS
from tepui.games.lost_code.picture import Gone, Row, Seen
from tepui.games.lost_code.rounds import NONE, Call, Round, Trade, row
from tepui.games.lost_code.rules import LostCode

STANDS_IN: Final[list[Seen]] = [Seen(log, None) for log in range(LOGS)]


class Notebook:
    """Kept for one pair of eyes; it hears only what they see."""

    __slots__ = (
        "discards",
        "gone",
        "lines",
        "points",
        "seen",
        "setting",
        "sheet",
        "shown",
        "sights",
        "sights_of",
        "since",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.lines: list[Round] = []
        self.gone: list[list[Gone]] = [[] for _ in range(LOGS)]  # by log
        self.seen: list[list[Seen | None]] = [[None] * 9 for _ in COLOURS]  # by colour, by number
        self.since: list[int] = [0] * (6 * LOGS)  # seat * 6 + colour: the line in which its stone came
        self.points: list[list[int]] = [[] for _ in range(setting.seats)]  # of the final guesses laid open, by seat

        self.discards: i64 = 0  # how many stones are gone
        self.sights: i64 = 0  # how often a number was seen
        self.sights_of: list[int] = [0] * len(COLOURS)  # the same by colour
        self.shown: i64 = 0  # how many final guesses are laid open
        self.sheet: Any = None  # prints the picture (picture_bytes.Sheet), once it was asked for

    @property
    def rows(self) -> list[Row]:
        """The rounds with their names."""
        return [row(line) for line in self.lines]

    def copy(self) -> Notebook:
        twin = Notebook(self.setting)
        twin.lines = [line.copy() for line in self.lines]
        twin.gone = [gone[:] for gone in self.gone]
        twin.seen = [numbers[:] for numbers in self.seen]
        twin.since = self.since[:]
        twin.points = [points[:] for points in self.points]
        twin.discards = self.discards
        twin.sights = self.sights
        twin.sights_of = self.sights_of[:]
        twin.shown = self.shown
        if self.sheet is not None:
            twin.sheet = self.sheet.copy()
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
            self.saw(colour, code - codes.STONE, STANDS_IN[who])
            if position.phase == codes.DRAWING:
                self.lines[-1].drawn(code - codes.STONE)
        elif codes.DISCARD <= code < codes.ANSWER:
            self.discarded(position, code - codes.DISCARD)
        elif codes.ANSWER <= code < codes.UNCOVER:
            self.lines[-1].hear(who, code - codes.ANSWER, position.parts.top)
        elif codes.UNCOVER <= code < codes.SHOW:
            self.saw(colour, code - codes.UNCOVER, STANDS_IN[who])
        elif code >= codes.SHOW:
            numbers = code - codes.SHOW
            hit, fixed = has(numbers, position.stone(who, colour)), has(position.fixed, 6 * who + colour)
            self.points[who].append(position.parts.worth(count(numbers), hit, fixed))
            self.shown += 1

    def note_player(self, position: LostCode, by: i64, code: i64) -> None:
        if codes.GUESS <= code < codes.WRITE:
            wheel = (code - codes.GUESS) // codes.LOWS
            parts, low = position.parts, (code - codes.GUESS) % codes.LOWS
            self.lines[-1].call(by, Call(wheel, parts.size(wheel), parts.points[wheel], low))
        elif position.phase == codes.OFFERING:
            if code == codes.LEAVE:
                by = NONE
            self.lines[-1].offer(position.colour, by)
        elif codes.TURN <= code < codes.EXCHANGE:
            self.lines[-1].turn((code - codes.TURN) // 6, (code - codes.TURN) % 6)
        elif codes.EXCHANGE <= code < codes.LEAVE:
            self.lines[-1].trade(Trade(by, code - codes.EXCHANGE, NONE, NONE))

    def saw(self, colour: i64, number: i64, where: Seen) -> None:
        self.seen[colour][number] = where
        self.sights += 1
        self.sights_of[colour] += 1

    def rolled(self, position: LostCode, colour: i64) -> None:
        if position.rolled == 0:
            cursed = max(position.curse, NONE)
            self.lines.append(Round(position.round, position.parts.seats, position.order, cursed))
        self.lines[-1].roll(position.rolled, colour)

    def discarded(self, position: LostCode, number: i64) -> None:
        """The stone is known now, also in the lines of the rounds in which it stood in the log."""
        seat, colour = position.who, position.colour
        self.lines[-1].laid_open(number)
        self.gone[seat].append(Gone(position.round, COLOURS[colour], number))
        self.discards += 1
        self.saw(colour, number, Seen(seat, position.round))
        stone = 6 * seat + colour
        for at in range(self.since[stone], len(self.lines)):
            self.lines[at].know(seat, colour, number)
        self.since[stone] = len(self.lines)
