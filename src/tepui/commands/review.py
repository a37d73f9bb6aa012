"""`tepui review`: a recorded game looked at again, each player through their own eyes."""

from pathlib import Path

import msgspec

from tepui.cli_args import Parser, language_for, opened, seat_of
from tepui.coach.companion import record as eye_record
from tepui.coach.review import settled
from tepui.coach.review.walk import review
from tepui.coach.review.words import Told, in_sentences
from tepui.core.game import Game
from tepui.core.position import TABLE
from tepui.core.record import Record, replay
from tepui.core.refusal import BadRecord
from tepui.core.view import View


def command(words: list[str]) -> int:
    parser = Parser("review", "Looks at a finished game again: luck, decisions, and the moments that mattered.")
    parser.add_record()
    parser.option("--seat", "SEAT", "only this player: 1, 2, ... or a name (default: all)")
    parser.switch("--all", "every moment, not only those that mattered most")
    parser.add_json("everything, as JSON")
    parser.add_language()
    asked = parser.parse_args(words)
    record, game = opened(asked, then="review it")
    language = language_for(game, asked.language)
    seat = None if asked.seat is None else seat_of(asked.seat, record)
    views = views_of(record, game, asked.file, seat)
    reviews = settled([review(view) for view in views])
    found = [
        in_sentences(view, one, language) for view, one in zip(views, reviews, strict=True) if seat in (None, one.seat)
    ]
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print("\n\n".join(text_of(one, views[0].names[one.seat], asked.all) for one in found))
    return 0


def views_of(record: Record, game: Game, file: Path, seat: int | None) -> list[View]:
    """Of all seats; of a game that was entered at a real table, those eyes alone."""
    if record.header.eye is not None:
        eye = eye_record.eye_in(record)
        if eye >= TABLE or seat not in (None, eye):
            raise BadRecord(
                "a review looks through the eyes of the player whose companion this was. This record has other eyes"
            )
        views = [eye_record.companion_of(record, game).view]
    else:
        table = replay(record, game)
        views = [table.view(at) for at in range(table.setting.seats)]
    if not views[0].over:
        raise BadRecord(f"the game in {file} is not finished: play it to its end, then review it")
    return views


def text_of(one: Told, name: str, every: bool) -> str:
    lines = [name, f"  {one.line}"]
    if one.play is not None and one.expert is not None:
        lines.append(f"  play {one.play} (an expert {one.expert[0]}–{one.expert[1]}) · luck {one.luck}, of 0 to 99")
    for moment in one.moments:
        if every or moment.key:
            lines.append(f"  {moment.move:4}  {moment.label}{'' if moment.plain else ' *'}: {moment.lines[0]}")
            lines += [f"        {line}" for line in moment.lines[1:]]
    return "\n".join(lines)
