"""`tepui luck FILE`: what the dice gave each player of Roll & Write.

Before a roll a seat can expect so much; the roll, played as well as possible, is worth more or less: that is luck.
Whatever happens to the value between that and the next roll is play (one's own, and the others').
Expected at the start + luck + play = the score, for every seat of every game.
"""

from typing import Any

import msgspec

from tepui.cli_args import Parser, opened
from tepui.core.position import TABLE
from tepui.core.record import replay
from tepui.core.refusal import BadRecord
from tepui.games.roll_and_write.bots.chooser import Chooser
from tepui.games.roll_and_write.bots.value import rivals_of
from tepui.games.roll_and_write.coach.luck import Fall, Prospects, falling
from tepui.games.roll_and_write.rules import CHOOSE, DICE, ROLL, RollAndWrite


class Roll(msgspec.Struct, frozen=True):
    """One turn of one seat."""

    turn: int
    expected: float  # before the dice fell
    fell: float  # after the best play of this roll

    @property
    def luck(self) -> float:
        return self.fell - self.expected


class Fortune(msgspec.Struct, frozen=True):
    """A seat's game."""

    rolls: tuple[Roll, ...]
    score: int

    @property
    def luck(self) -> float:
        return sum(roll.luck for roll in self.rolls)

    @property
    def start(self) -> float:
        return self.rolls[0].expected if self.rolls else float(self.score)

    @property
    def play(self) -> float:
        return self.score - self.start - self.luck


def falls(position: RollAndWrite, player: Chooser) -> list[Fall]:
    """For each seat, before the dice fall."""
    prospects = [Prospects(player, sheet, rivals_of(position, seat)) for seat, sheet in enumerate(position.sheets)]
    roller = position.roller
    return [Fall(prospects[roller], mine, seat == roller) for seat, mine in enumerate(prospects)]


def fortunes(position: Any, moves: list[tuple[int, int]]) -> list[Fortune]:
    """What the dice gave each seat; `position` is the start, and is played through."""
    from tepui.games.roll_and_write.bots.learned import chooser

    player, before = chooser(int(position.seats)), list[Fall]()
    rolls: list[list[Roll]] = [[] for _ in range(position.seats)]
    for by, code in moves:
        if position.phase == ROLL and position.rolled == 0:
            before = falls(position, player)
        position.apply(by, code)
        if by == TABLE and position.phase == CHOOSE and position.rolled == DICE:
            colours, digits = falling(position.dice & 0xFFF), falling(position.dice >> 12)
            for seat, fall in enumerate(before):
                rolls[seat].append(Roll(position.turn, fall.mean(), fall.worth(colours, digits)))
    return [Fortune(tuple(found), position.score(seat)) for seat, found in enumerate(rolls)]


def table_of(found: list[Fortune], names: tuple[str, ...]) -> list[str]:
    width = max(10, *map(len, names))
    rows = (
        f"{name:{width}}  {one.start:9.1f}  {one.luck:+7.1f}  {one.play:+7.1f}  {one.score:6}"
        for name, one in zip(names, found, strict=True)
    )
    return [f"{'':{width}}  {'expected':>9}  {'luck':>7}  {'play':>7}  {'score':>6}", *rows]


def command(words: list[str]) -> int:
    parser = Parser("luck", "Says what the dice gave each player of a game of Roll & Write, and what they made of it.")
    parser.add_record()
    parser.switch("--rolls", "every roll by itself")
    asked = parser.parse_args(words)
    record, game = opened(asked, then="ask it")
    if game.name != "roll-and-write":
        raise BadRecord(f"this is a record of {game.name}. Luck is counted for roll-and-write only")
    table: Any = replay(record, game)
    found = fortunes(game.start(table.setting), table.moves)
    print("\n".join(table_of(found, table.names)))
    if asked.rolls:
        for seat, name in enumerate(table.names):
            print(f"\n{name}")
            for roll in found[seat].rolls:
                print(f"  turn {roll.turn:2}  expected {roll.expected:7.1f}  roll {roll.luck:+6.1f}")
    return 0
