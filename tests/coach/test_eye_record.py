"""A game at a real table on paper: one pair of eyes, nulls for the rest, and what can be done with it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from coach.looking import played
from coach.typing_in import typed

from tepui import cli
from tepui.coach.companion import record as eye_record
from tepui.coach.review import settled
from tepui.coach.review import walk as look_back
from tepui.core.position import AUDIENCE, packed
from tepui.core.record import parse
from tepui.core.refusal import BadRecord

pytestmark = pytest.mark.once
GAMES = ["lost-code", "kryptx", "roll-and-write"]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_again_and_reviewed_as_the_game_itself(game: str) -> None:
    table = played(game, ["steady", "steady"], "on paper")
    for eye in (1, AUDIENCE):
        view = table.view(eye)
        record = parse(eye_record.written(typed(view)))
        assert record.header.eye == ("audience" if eye == AUDIENCE else eye)
        assert record.end is not None and record.end.scores == table.scores() and record.end.places == table.places()
        again = eye_record.companion_of(record, table.game)
        assert packed(again.view.position) == packed(view.position)
        assert len(again.rows) == len(record.moves) == len(view.moves)
    mine = eye_record.companion_of(parse(eye_record.written(typed(table.view(1)))), table.game).view
    assert settled([look_back.review(mine)]) == settled([look_back.review(table.view(1))])


def test_what_those_eyes_did_not_see_is_null() -> None:
    table = played("lost-code", ["steady", "steady"], "on paper")
    lines = eye_record.written(typed(table.view(0))).decode().splitlines()
    dealt = [msgspec.json.decode(line)["move"] for line in lines if '"deal"' in line]
    assert {one["number"] is None for one in dealt if one["log"] == 0} == {True}
    assert {one["number"] is None for one in dealt if one["log"] != 0} == {False}


def test_the_commands_know_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = played("lost-code", ["steady", "casual"], "on paper")
    file = tmp_path / "evening.jsonl"
    file.write_bytes(eye_record.written(typed(table.view(1))))
    assert cli.main(["review", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Ben\n")
    assert cli.main(["replay", str(file), "--at", "30"]) == 0
    assert "neutral" in capsys.readouterr().out
    assert cli.main(["believe", str(file), "--seat", "ben", "--at", "60"]) == 0
    assert cli.main(["verify", str(file)]) == 1
    assert "nobody can prove the dice" in capsys.readouterr().err
    for words, sentence in (
        (["replay", str(file), "--seat", "1"], "Leave out --seat"),
        (["review", str(file), "--seat", "1"], "other eyes"),
        (["believe", str(file), "--seat", "anna"], "Choose those with --seat"),
        (["play", "--resume", str(file)], "that game lies on a real table. `tepui replay"),
        (["export", str(file), "--to", "parquet", "--out", str(tmp_path / "rows")], "one pair of eyes"),
    ):
        capsys.readouterr()
        assert cli.main(words) == 2, words
        assert sentence in capsys.readouterr().err


def test_a_damaged_one_names_its_line() -> None:
    table = played("lost-code", ["steady", "steady"], "on paper")
    kept = typed(table.view(0))
    kept.rows[40], kept.rows[41] = kept.rows[41], kept.rows[40]
    with pytest.raises(BadRecord, match=r"line 4\d is not possible there"):
        eye_record.companion_of(parse(eye_record.written(kept)), table.game)
