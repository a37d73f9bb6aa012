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

GAMES = pa.schema(
    {
        "game_id": pa.string(),
        "game": pa.string(),
        "rules": pa.int32(),
        "seats": pa.int8(),
        "options": pa.string(),
        "bots": pa.list_(pa.string()),
        "seed": pa.string(),
        "moves": pa.int32(),
        "scores": pa.list_(pa.int32()),
        "places": pa.list_(pa.int8()),
    }
)


def decisions(size: int, width: int, labels: int, metadata: dict[str, str]) -> Any:
    columns = {
        "game_id": pa.string(),
        "n": pa.int32(),
        "by": pa.int8(),
        "code": pa.int16(),
        "do": pa.string(),
        "action": pa.string(),
        "observation": pa.list_(pa.int16(), size),
        "mask": pa.list_(pa.bool_(), width),
        "score": pa.int32(),
        "place": pa.int8(),
    }
    if labels:
        columns["belief"] = pa.list_(pa.float32(), labels)
    return pa.schema(columns, metadata=metadata)


def write(game: Game, records: list[tuple[str, Record]], folder: Path, belief: bool) -> tuple[int, int]:
    """Both files; returns how many games and decisions they hold."""
    setting = records[0][1].setting(game)
    rows = Rows(game, setting, belief)
    metadata = metadata_of(game, records[0][1], setting, belief)
    waiting = [row for name, record in records[:1] for row in rows.of(name, record)]
    labels = len(waiting[0]["belief"]) if belief else 0
    schema = decisions(rows.size, game.codes + 1, labels, metadata)
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
        table = pa.Table.from_pylist([game_row(name, record) for name, record in records], GAMES)
        pq.write_table(table.replace_schema_metadata(metadata), folder / "games.parquet", compression="zstd")
    except OSError as error:
        raise UnknownName(f"cannot write into {folder}: {error.strerror}. Choose another --out") from None
    return len(records), total
