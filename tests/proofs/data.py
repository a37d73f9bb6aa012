"""Proves that exported games can be read: the Polars and DuckDB examples of the data card run on a fresh export.

Needs pyarrow, polars and duckdb. Also: an export holds the same rows as `rollouts` and the records, bit for bit.
"""

import json
import os
import re
import tempfile
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from tepui import cli
from tepui.core import find
from tepui.research.export import Rows, read_all

CARD = Path(__file__).parents[2] / "docs" / "research" / "data-card.md"


def main() -> None:
    examples = re.findall(r"```python\n(.*?)```", CARD.read_text("utf-8"), re.S)
    assert len(examples) == 2
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in ("lost-code", "kryptx", "roll-and-write"):
            belief = [] if name == "roll-and-write" else ["--belief"]
            assert (
                cli.main(
                    [
                        "play-out",
                        name,
                        "--seats",
                        "2",
                        "--bot",
                        "steady",
                        "--bot",
                        "random",
                        "--games",
                        "40",
                        "--out",
                        "games.jsonl",
                        "--overwrite",
                    ]
                )
                == 0
            )
            assert cli.main(["export", "games.jsonl", "--to", "parquet", "--out", "data", "--overwrite", *belief]) == 0
            check(name, bool(belief))
            for example in examples:
                exec(compile(example, str(CARD), "exec"), {})
        os.chdir("/")


def check(name: str, belief: bool) -> None:
    game = find.game(name)
    table = pq.read_table("data/decisions.parquet")
    told = json.loads(table.schema.metadata[b"tepui"])
    records = list(read_all([Path("games.jsonl")]))
    setting = records[0][1].setting(game)
    assert told["observation"] == game.layout(setting)
    rows = Rows(game, setting, belief)
    wanted = [row for id, record in records for row in rows.of(id, record)]
    assert table.num_rows == len(wanted)
    for column in ("n", "by", "code", "do", "score", "place"):
        assert table[column].to_pylist() == [row[column] for row in wanted], column
    observation = np.array(table["observation"].combine_chunks().flatten()).reshape(len(wanted), -1)
    assert (observation == np.array([row["observation"] for row in wanted])).all()
    print(f"{name}: {len(records)} games, {len(wanted)} rows, the same as in the records", flush=True)


if __name__ == "__main__":
    main()
