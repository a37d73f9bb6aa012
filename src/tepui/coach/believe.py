"""`tepui believe`: what a player could know at any moment of a recorded game, and why."""

from __future__ import annotations

import sys
from pathlib import Path

from tepui.core import eye_record, find
from tepui.core.cli_args import Parser, eye_of, language_for, moment_of
from tepui.core.position import TABLE
from tepui.core.record import read, replay
from tepui.core.refusal import BadRecord, UnknownName


def command(words: list[str]) -> int:
    parser = Parser("believe", "Prints what a player could know at a moment of a recorded game, as a teacher would.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--eye", required=True, metavar="SEAT", help="a seat (1, 2, ...) or a name")
    parser.add_argument("--at", type=int, metavar="N", help="the moment after move N (default: the last)")
    parser.add_argument(
        "--why",
        action="append",
        default=[],
        metavar="CLAIM",
        help="also the proof that this is impossible, for instance 'blue 5' (repeat)",
    )
    parser.add_argument("--language", metavar="XX")
    asked = parser.parse_args(words)
    record = read(asked.file)
    game = find.game(record.header.game)
    language = language_for(game, asked.language)
    if record.warning:
        print(f"tepui: {record.warning}", file=sys.stderr)
    if game.help is None:
        raise UnknownName(f"{game.title} has no help to give; `tepui replay {asked.file}` shows the game")
    if record.header.rules != game.rules:
        raise BadRecord(
            f"that game was played under rules {record.header.rules} of {game.title}, these are rules {game.rules}; "
            "ask that version of the game"
        )
    eye = eye_of(asked.eye, record)
    if eye >= TABLE:
        raise UnknownName("a belief is one player's; choose a seat with --eye 1, 2, ... or a name")
    at = moment_of(asked.at, record)
    if record.header.eye is None:
        view = replay(record, game, at).view(eye)
    elif eye_record.eye_in(record) == eye:
        view = eye_record.told(record, game, at).view
    else:
        raise UnknownName("this record holds only what one pair of eyes saw at a real table; choose those with --eye")
    told = game.help.as_text(view, "teacher", language)
    if not told:
        raise UnknownName("there is nothing to believe at that moment: choose --at between the deal and the end")
    proofs = [game.help.why(view, game.help.claim(view, claim, language), language) for claim in asked.why]
    print("\n\n".join([told, *map("\n".join, proofs)]))
    return 0
