"""How an export is laid out in Parquet: types of the columns, and what the schema tells of them."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tepui.core.game import Game
from tepui.core.record import Record
from tepui.core.refusal import UnknownName
from tepui.progress import counted
from tepui.research.export import ROWS, Rows, game_row, metadata_of

NARROW = {"by": "int8", "seats": "int8", "place": "int8", "places": "int8", "code": "int16", "observation": "int16"}
KINDS = {bool: "bool", int: "int32", float: "float32"}  # of other columns by their values; else it is text
FIXED = ("observation", "mask", "belief")  # as long in every row


def schema_of(row: dict[str, Any], metadata: dict[str, str]) -> Any:
    return pa.schema({name: kind_of(name, value) for name, value in row.items()}, metadata)


def kind_of(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return pa.list_(kind_of(name, value[0]), len(value) if name in FIXED else -1)
    return pa.type_for_alias(NARROW.get(name) or KINDS.get(type(value), "string"))


def write(game: Game, records: list[tuple[str, Record]], folder: Path, belief: bool) -> tuple[int, int]:
    """Both files; returns how many games and decisions they hold."""
    setting = records[0][1].setting(game)
    rows = Rows(game, setting, belief)
    metadata = metadata_of(game, records[0][1], setting, belief)
    waiting = [row for name, record in records[:1] for row in rows.of(name, record)]
    schema = schema_of(waiting[0], metadata)
    total = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with pq.ParquetWriter(folder / "decisions.parquet", schema, compression="zstd") as file:
            for name, record in counted(records[1:], "games"):
                waiting += rows.of(name, record)
                if len(waiting) >= ROWS:
                    file.write_table(pa.Table.from_pylist(waiting, schema))
                    total, waiting = total + len(waiting), []
            file.write_table(pa.Table.from_pylist(waiting, schema))
            total += len(waiting)
        games = [game_row(name, record) for name, record in records]
        table = pa.Table.from_pylist(games, schema_of(games[0], metadata))
        pq.write_table(table, folder / "games.parquet", compression="zstd")
    except OSError as error:
        raise UnknownName(f"cannot write into {folder}: {error.strerror}. Choose another --out") from None
    return len(records), total
