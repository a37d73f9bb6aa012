"""`tepui review`: a recorded game looked at again, each player through their own eyes."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from tepui.core import eye_record, find
from tepui.core.cli_args import Parser, eye_of, language_for
from tepui.core.look_back import review
from tepui.core.position import TABLE
from tepui.core.record import Record, read, replay
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.review import settled
from tepui.core.review_told import Told, told
from tepui.core.view import View


def command(words: list[str]) -> int:
    parser = Parser("review", "Looks at a finished game again: luck, decisions, and the moments that mattered.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--seat", metavar="SEAT", help="only this one (1, 2, ... or a name; default: all)")
    parser.add_argument("--all", action="store_true", help="every moment, not only those that mattered most")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    parser.add_argument("--language", metavar="XX")
    asked = parser.parse_args(words)
    record = read(asked.file)
    game = find.game(record.header.game)
    language = language_for(game, asked.language)
    if record.warning:
        print(f"tepui: {record.warning}", file=sys.stderr)
    if record.header.rules != game.rules:
        raise BadRecord(
            f"that game was played under rules {record.header.rules} of {game.title}, these are rules {game.rules}; "
            "review it with that version of the game"
        )
    seat = None if asked.seat is None else eye_of(asked.seat, record)
    if seat is not None and seat >= TABLE:
        raise UnknownName("a review is one player's; choose a seat with --seat 1, 2, ... or a name")
    views = views_of(record, asked.file, seat)
    reviews = settled([review(view) for view in views])
    found = [told(view, one, language) for view, one in zip(views, reviews, strict=True) if seat in (None, one.seat)]
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print("\n\n".join(text_of(one, views[0].names[one.seat], asked.all) for one in found))
    return 0


def views_of(record: Record, file: Path, seat: int | None) -> list[View]:
    """Of all seats; of a game that was entered at a real table, those eyes alone."""
    game = find.game(record.header.game)
    if record.header.eye is not None:
        eye = eye_record.eye_in(record)
        if eye >= TABLE or seat not in (None, eye):
            raise BadRecord(
                "a review looks through the eyes of the player whose companion this was; this record has other eyes"
            )
        views = [eye_record.told(record, game).view]
    else:
        table = replay(record, game)
        views = [table.view(at) for at in range(table.setting.seats)]
    if not views[0].over:
        raise BadRecord(f"the game in {file} is not finished: play it to its end, then review it")
    return views


def text_of(one: Told, name: str, every: bool) -> str:
    lines = [name, f"  {one.line}"]
    for moment in one.moments:
        if every or moment.key:
            lines.append(f"  {moment.move:4}  {moment.label}{'' if moment.plain else ' *'}: {moment.lines[0]}")
            lines += [f"        {line}" for line in moment.lines[1:]]
    return "\n".join(lines)
