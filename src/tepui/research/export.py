"""`tepui export`: records become Parquet files, one row per decision in one and one row per game in the other.

    tepui export games.jsonl --to parquet --out data [--belief]

A row of `decisions.parquet` holds what the seat saw, what it could do, what it did, and how its game ended.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tepui.cli_args import Parser, unused
from tepui.core import find
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE
from tepui.core.record import ONE_PAIR, Record, parse, parts_of, replay
from tepui.core.refusal import BadRecord, UnknownName
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.research.decisions import mask_of, seen_by

ROWS = 20_000  # of one row group


def command(words: list[str]) -> int:
    parser = Parser("export", "Turns records into Parquet files: decisions.parquet and games.parquet.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records, one or many in a file")
    parser.add_argument("--to", choices=["parquet"], default="parquet", help="the format")
    parser.add_out("where they go (default data)", default=Path("data"), metavar="FOLDER")
    parser.switch("--belief", "with the exact beliefs of the deciding seats")
    asked = parser.parse_args(words)
    try:
        from tepui.research.parquet import write
    except ImportError:
        raise UnknownName("Parquet needs pyarrow. Run `pip install 'tepui[research]'`") from None
    unused(asked.out / "decisions.parquet", asked)
    records = list(read_all(asked.files))
    kinds = {(record.header.game, record.header.rules, record.header.seats) for _, record in records}
    if len(kinds) != 1:
        raise BadRecord("one export holds one game, one number of players and one number of rules. Sort the records")
    game = find.recorded(records[0][1].header.game)
    if records[0][1].header.rules != game.rules:
        raise BadRecord(f"these records were made by other rules of {game.title}. Export them with that version")
    games, rows = write(game, records, asked.out, asked.belief)
    print(f"{games} games, {rows} decisions in {asked.out}", file=sys.stderr)
    return 0


def read_all(files: list[Path]) -> Iterator[tuple[str, Record]]:
    """Every finished game, with a name: its file's and its number in it."""
    for path in files:
        for number, part in enumerate(parts_of(path)):
            record = parse(part)
            if record.header.eye is not None:
                raise BadRecord(f"{path}: {ONE_PAIR}")
            if record.end is not None:
                yield f"{path.stem}:{number}", record


def game_row(name: str, record: Record) -> dict[str, Any]:
    header, end = record.header, record.end
    assert end is not None
    return {
        "game_id": name,
        "game": header.game,
        "rules": header.rules,
        "seats": header.seats,
        "options": json.dumps(header.options),
        "bots": [bot or "person" for bot in header.bots] or ["person"] * header.seats,
        "seed": end.seed,
        "moves": len(record.moves),
        "scores": end.scores,
        "places": end.places,
    }


class Rows:
    """The decisions of one game after the other."""

    def __init__(self, game: Game, setting: Setting, belief: bool) -> None:
        if belief and game.belief is None:
            raise UnknownName(f"{game.title} has no belief of its own. Leave out --belief")
        self.game, self.belief = game, game.belief if belief else None
        self.size = sum(game.layout(setting).values())
        self.decoder = decoder_of(game)

    def of(self, name: str, record: Record) -> Iterator[dict[str, Any]]:
        """One row per decision of a player, from that player's own view before the move."""
        table, end = Table(self.game, record.setting(self.game), names=record.header.names), record.end
        assert end is not None
        for n, (by, raw) in enumerate(record.moves, 1):
            action = self.decoder.decode(raw)
            code = self.game.hear(table.truth, by, action)
            if by != TABLE:
                yield {
                    "game_id": name,
                    "n": n,
                    "by": by,
                    "code": code,
                    "do": type(action).__struct_config__.tag,
                    "action": bytes(raw).decode(),
                    "score": end.scores[by],
                    "place": end.places[by],
                    **self.seen(table, by),
                }
            table.replay(by, code)

    def seen(self, table: Table, seat: int) -> dict[str, Any]:
        view = table.look(seat)
        shown: dict[str, Any] = {"observation": seen_by(view, self.size).tolist(), "mask": mask_of(view).tolist()}
        if self.belief is not None:
            belief = self.belief(view)
            shown["belief"] = [share for shares in belief.marginals() for share in shares]
        return shown


def metadata_of(game: Game, record: Record, setting: Setting, belief: bool) -> dict[str, str]:
    """What a reader needs to know of the columns; goes into the schema."""
    about: dict[str, Any] = {
        "tepui": 1,
        "game": game.name,
        "rules": game.rules,
        "seats": setting.seats,
        "observation": game.layout(setting),
        "codes": game.codes,
    }
    if belief and game.belief is not None:
        view = replay(record, game).look(0)
        own = game.belief(view)
        about["belief"] = {"things": own.things(), "values": len(own.marginals()[0])}
    return {"tepui": msgspec.json.encode(about).decode()}
