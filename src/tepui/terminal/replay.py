"""`tepui replay`: any moment of a recorded game, as any pair of eyes saw it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tepui.core import eye_record, find
from tepui.core.cli_args import Parser, eye_of, language_for, moment_of
from tepui.core.companion import Companion
from tepui.core.follower import Follower
from tepui.core.record import read, replay_steps
from tepui.core.refusal import UnknownName
from tepui.core.table import Table
from tepui.core.teams import result_lines
from tepui.terminal.scene import scene


def command(words: list[str]) -> int:
    parser = Parser("replay", "Tells a recorded game, or shows one moment of it, as one pair of eyes saw it.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--eye", metavar="SEAT", help="a seat (1, 2, ...), a name, audience (default), or all")
    parser.add_argument("--at", type=int, metavar="N", help="the moment after move N (0: before the first)")
    parser.add_argument("--language", metavar="XX")
    asked = parser.parse_args(words)
    record = read(asked.file)
    game = find.game(record.header.game)
    language = language_for(game, asked.language)
    if record.warning:
        warn(record.warning)
    if record.header.rules != game.rules:
        warn(f"it was made by rules {record.header.rules}, these are rules {game.rules}; moves are shown as they were")
    at = moment_of(asked.at, record)
    if record.header.eye is not None:
        tell_again(eye_record.told(record, game, at, language), asked.eye and eye_of(asked.eye, record), asked.at)
        return 0
    eye = eye_of(asked.eye or "audience", record)
    tell(replay_steps(record, game, at), eye, at, language)
    return 0


def tell(moments: Iterator[Table], eye: int, at: int | None, language: str) -> None:
    """Every sentence up to the moment (or only that of the last move, if one was chosen), then the table."""
    table = next(moments)  # one table, told further with every step
    view = table.look(eye)
    story = Follower(view)
    for number, _ in enumerate(moments, 1):
        for sentence in story.sentences(view, language):
            if at is None or number == at:
                print(f"{number:4}  {sentence}")
    print()
    print(scene(view, language))
    print()
    print(view.game.words.prompt(view.position, eye, table.names, language))
    if table.over:
        for line in result_lines(table.game, table.setting, table.scores(), table.places(), table.names, language):
            print(f"  {line}")


def tell_again(kept: Companion, eye: int | None, at: int | None) -> None:
    """The same of a game that a companion was told: through its own eyes only."""
    if eye not in (None, kept.eye):
        raise UnknownName("this record holds only what one pair of eyes saw at a real table; leave out --eye")
    view = kept.view
    for number, row in enumerate(kept.rows, 1):
        if at in (None, number):
            print(f"{number:4}  {row.text}")
    print(f"\n{scene(view, kept.language)}\n")
    print(view.game.words.prompt(view.position, view.eye, view.names, kept.language))
    if view.over:
        seats = range(kept.setting.seats)
        scores, places = [view.position.score(seat) for seat in seats], [view.position.place(seat) for seat in seats]
        for line in result_lines(kept.game, kept.setting, scores, places, view.names, kept.language):
            print(f"  {line}")


def warn(sentence: str) -> None:
    print(f"tepui: {sentence}", file=sys.stderr)
