"""`tepui replay`: any moment of a recorded game, as any pair of eyes saw it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tepui.core import find
from tepui.core.cli_args import Parser, eye_of, language_for, moment_of
from tepui.core.follower import Follower
from tepui.core.record import read, replay_steps
from tepui.core.table import Table
from tepui.core.teams import result_lines
from tepui.terminal.scene import scene


def command(words: list[str]) -> int:
    parser = Parser("replay", "Tells a recorded game, or shows one moment of it, as one pair of eyes saw it.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--eye", default="audience", metavar="SEAT", help="a seat (1, 2, ...), a name, audience, or all"
    )
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
    eye = eye_of(asked.eye, record)
    at = moment_of(asked.at, record)
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


def warn(sentence: str) -> None:
    print(f"tepui: {sentence}", file=sys.stderr)
