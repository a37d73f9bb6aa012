"""Many records in one file, and records as rows."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tepui import cli
from tepui.core import find
from tepui.core.position import TABLE
from tepui.core.record import parse, records_in
from tepui.core.verify import verify
from tepui.research.export import Rows, game_row, read_all

pytestmark = pytest.mark.once


def played_out(path: Path, *words: str) -> Path:
    assert cli.main(["play-out", *words, "--out", str(path)]) == 0
    return path


def test_every_game_of_a_bulk_file_can_be_verified(tmp_path: Path) -> None:
    path = played_out(tmp_path / "games.jsonl", "forehead", "--seats", "3", "--games", "7")
    records = [parse(data) for data in records_in(path.read_bytes())]
    assert len(records) == 7
    assert all(
        "every roll and deal follows from the seed" in verify(record, find.game("forehead")) for record in records
    )
    assert len({record.header.commitment for record in records}) == 7


def test_the_commands_for_a_record_read_a_file_with_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = played_out(tmp_path / "games.jsonl", "lost-code", "--seats", "2", "--games", "3")

    def said(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert cli.main([words[0], str(path), *words[1:]]) == code
        both = capsys.readouterr()
        return both.err if code else both.out

    assert said("verify") == f"{path}: 3 records. All moves are legal, and every roll and deal follows from the seeds\n"
    assert "moves are legal, and every roll" in said("verify", "--number", "2")
    assert said("replay", "--number", "1") != said("replay", "--number", "3")
    assert "random 1" in said("review", "--number", "3", "--seat", "1")
    for words in (["replay"], ["review"], ["believe", "--seat", "1"], ["verify", "--word", "palm"]):
        assert "holds 3 records. Choose one with --number" in said(*words, code=2)
    assert "holds no record 4. Choose --number 1 to 3" in said("replay", "--number", "4", code=2)
    parts = list(records_in(path.read_bytes()))
    path.write_bytes(parts[0] + parts[1][:-2] + b" \n" + parts[2])
    assert f"{path}: record 2: line " in said("verify", code=1)
    path.write_bytes(parts[0] + parts[1][: len(parts[1]) // 2])
    assert "record 2: " in (text := said("verify", code=1)) and "chance cannot be checked" in text


def test_two_processes_write_the_same_file(tmp_path: Path) -> None:
    words = ("bell", "--seats", "2", "--games", "60", "--seed", "palm")
    one = played_out(tmp_path / "one.jsonl", *words)
    two = played_out(tmp_path / "two.jsonl", *words, "--jobs", "2")
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != played_out(tmp_path / "three.jsonl", *words[:-1], "sand").read_bytes()


def test_bad_wishes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["bell", "--bot", "random", "--bot", "random", "--bot", "random"], "--bot names 3 for 2 seats"),
        (["bell", "--bot", "genius"], "there is no bot 'genius' for bell"),
        (["bell", "--games", "0"], "at least 1"),
    ):
        assert cli.main(["play-out", *words, "--out", str(tmp_path / "x")]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("name", ["bell", "kryptx", "lost-code", "roll-and-write"])
def test_a_row_is_what_the_seat_saw_could_do_and_did(tmp_path: Path, name: str) -> None:
    path = played_out(tmp_path / "games.jsonl", name, "--games", "1")
    game = find.game(name)
    ((id, record),) = read_all([path])
    setting = record.setting(game)
    rows = list(Rows(game, setting, False).of(id, record))
    assert len(rows) == sum(by != TABLE for by, _ in record.moves)
    assert record.end is not None
    for row in rows:
        assert row["mask"][row["code"]]
        assert len(row["observation"]) == sum(game.layout(setting).values())
        assert json.loads(row["action"])["do"] == row["do"]
        assert row["score"] == record.end.scores[row["by"]]
    assert game_row(id, record)["moves"] == len(record.moves)
    assert game_row(id, record)["game_id"] == "games:0"


def test_beliefs_stand_beside_the_rows(tmp_path: Path) -> None:
    path = played_out(tmp_path / "games.jsonl", "lost-code", "--games", "1")
    game = find.game("lost-code")
    ((id, record),) = read_all([path])
    rows = list(Rows(game, record.setting(game), True).of(id, record))
    assert all(len(row["belief"]) == 48 and abs(sum(row["belief"]) - 6) < 1e-6 for row in rows)


def test_the_columns_have_the_types_that_the_data_card_names(tmp_path: Path) -> None:
    path = played_out(tmp_path / "games.jsonl", "lost-code", "--games", "2")
    assert cli.main(["export", str(path), "--out", str(tmp_path / "data"), "--belief"]) == 0
    decisions, games = (pq.read_table(tmp_path / "data" / f"{name}.parquet") for name in ("decisions", "games"))
    types = {field.name: str(field.type) for field in (*games.schema, *decisions.schema)}
    assert {name for name, kind in types.items() if kind == "string"} == {"game_id", "game", "options", "seed"} | {
        "do",
        "action",
    }
    assert types["n"] == types["rules"] == types["score"] == types["moves"] == "int32" and types["code"] == "int16"
    assert types["by"] == types["place"] == types["seats"] == "int8"
    assert types["bots"].startswith("list<") and "int8" in types["places"] and "int32" in types["scores"]
    size = sum(find.game("lost-code").layout(find.game("lost-code").setting(2)).values())
    for name, kind, length in (("observation", "int16", size), ("belief", "float", 48)):
        assert types[name].startswith("fixed_size_list<") and types[name].endswith(f": {kind}>[{length}]"), types[name]
    assert "bool" in types["mask"] and games.schema.metadata == decisions.schema.metadata
    assert games["moves"].to_pylist() == [len(record.moves) for _, record in read_all([path])]
