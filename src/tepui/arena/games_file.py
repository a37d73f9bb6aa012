"""The games of a match as a Parquet file, one row per game; the match itself stands in the metadata of its schema."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from tepui.arena.pairs import Match, Pair
from tepui.core.refusal import Refusal


class NoParquet(Refusal):
    """Parquet cannot be written: install pyarrow, or choose another file."""


def parquet() -> Any:
    """pyarrow, or a sentence: asked before the first game, not after the last."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise NoParquet("--out needs pyarrow. Install it with `pip install 'tepui[arena]'`") from None
    return pyarrow


def write(path: Path, match: Match, pairs: Sequence[Pair]) -> None:
    arrow = parquet()
    rows = [(pair.number, turn, game) for pair in pairs for turn, game in enumerate(pair.games)]
    columns = {
        "pair": arrow.array([number for number, _, _ in rows], arrow.int32()),
        "game": arrow.array([turn for _, turn, _ in rows], arrow.int16()),
        "scores": arrow.array([game.scores for _, _, game in rows], arrow.list_(arrow.int32())),
        "places": arrow.array([game.places for _, _, game in rows], arrow.list_(arrow.int8())),
        "failed": arrow.array([game.failed for _, _, game in rows], arrow.int16()),
        "why": arrow.array([game.why for _, _, game in rows], arrow.string()),
        "moves": arrow.array([game.moves for _, _, game in rows], arrow.list_(arrow.int32())),
    }
    for seat in range(match.seats):
        names = [match.bots[game.lineup[seat]] for _, _, game in rows]
        columns[f"seat_{seat}"] = arrow.array(names, arrow.string())
    table = arrow.table(columns).replace_schema_metadata({"tepui.match": msgspec.json.encode(match)})
    try:
        arrow.parquet.write_table(table, path, compression="zstd")
    except OSError as error:
        raise NoParquet(f"cannot write {path}: {error.strerror or error}. Choose another file") from None
