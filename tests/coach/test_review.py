"""A finished game looked at again: what adds up, who is blamed for what, and what it says to bad input."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean

import pytest
from coach.looking import hold_against_the_engine, luck, played, reviews_of

from tepui import cli
from tepui.coach.review import walk as look_back
from tepui.core import find
from tepui.core.record import parse
from tepui.core.refusal import BadRecord

pytestmark = pytest.mark.once
RECORDS = Path(__file__).parents[1] / "records"
GAMES = ["lost-code", "kryptx", "roll-and-write"]


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_holds_against_the_engine(game: str) -> None:
    """All of 200 games: tests/proofs/review.py."""
    told = 0
    for seats, bots in ((2, ["beginner", "expert"]), (4, ["casual", "random", "expert", "beginner"])):
        for number in range(2):
            table = played(game, bots, f"{seats} {number}")
            told += sum(hold_against_the_engine(table, one) for one in reviews_of(table))
    assert told > 20


@pytest.mark.parametrize(("game", "games"), [("lost-code", 3), ("kryptx", 8), ("roll-and-write", 3)])
def test_an_expert_is_hardly_blamed_and_who_plays_anyhow_is(game: str, games: int) -> None:
    def marks(bot: str) -> float:
        tables = [played(game, [bot, bot], f"marks {number}") for number in range(games)]
        return mean(len(one.marks()) for table in tables for one in reviews_of(table))

    assert marks("expert") <= 1
    assert marks("random") >= 5


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "games", "spread"), [("lost-code", 6, 4.5), ("kryptx", 20, 25.0), ("roll-and-write", 12, 75.0)]
)
def test_luck_is_nothing_on_average(game: str, games: int, spread: float) -> None:
    """The spread of luck is what a thousand games of tests/proofs/review.py show."""
    tables = [played(game, ["casual", "expert"], f"luck {number}") for number in range(games)]
    for seat in range(2):
        found = [luck(reviews_of(table)[seat]) for table in tables]
        assert abs(mean(found)) <= 3.5 * spread / games**0.5


@pytest.mark.parametrize("options", [{"introductory": True, "curse": True}, {"x_race": True, "deadly_shortcut": True}])
def test_the_options_of_the_lost_code(options: dict[str, bool]) -> None:
    table = played("lost-code", ["casual", "expert", "random"], "options", options)
    assert sum(hold_against_the_engine(table, one) for one in reviews_of(table)) > 5


def test_the_pro_game_of_kryptx() -> None:
    table = played("kryptx", ["casual", "random", "expert"], "pro", {"pro": True})
    assert sum(hold_against_the_engine(table, one) for one in reviews_of(table)) > 3


@pytest.mark.parametrize("game", GAMES)
def test_only_the_own_view_counts(game: str) -> None:
    """Told again from its own moves, which hide what the others knew, a view gives the same review."""
    table = played(game, ["casual", "expert"], "own view")
    view = table.view(0)
    rebuilt = view.past(len(view.moves))
    assert look_back.review(rebuilt) == look_back.review(view)
    assert view.moves != table.moves or game == "roll-and-write"


def test_an_unfinished_game_and_one_without_a_review() -> None:
    table = played("kryptx", ["expert", "expert"], "unfinished")
    early = table.view(0).past(0)
    with pytest.raises(BadRecord, match="not over"):
        look_back.review(early)
    forehead = find.game("forehead")
    assert not forehead.has("review")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def command(*words: object) -> tuple[int, str, str]:
        code = cli.main(["review", *map(str, words)])
        return code, *capsys.readouterr()

    record = RECORDS / "lost-code-3-temple.jsonl"
    code, told, _ = command(record, "--json")
    assert code == 0
    seats = json.loads(told)
    assert [one["seat"] for one in seats] == [0, 1, 2]
    for one in seats:
        assert sum(part["value"] for part in one["parts"]) == pytest.approx(one["result"], abs=0.02)
        assert sum(moment["key"] for moment in one["moments"]) <= 3
    assert command(record, "--seat", "2", "--language", "de")[1].count("Am Anfang zu erwarten") == 1
    assert [one["result"] for one in seats] == parse(record.read_bytes()).end.scores  # type: ignore[union-attr]
    lines = record.read_bytes().splitlines(keepends=True)
    unfinished, broken, other = (tmp_path / name for name in ("unfinished", "broken", "other"))
    unfinished.write_bytes(b"".join(lines[:60]))
    broken.write_bytes(b"".join(lines[:40] + lines[41:]))
    other.write_text("no record")
    for words, sentence in (
        ((unfinished,), "is not finished: play it to its end"),
        ((broken,), "line 41"),
        ((other,), "this is not a record"),
        ((record, "--seat", "zoe"), "nobody at this table is 'zoe'"),
        ((record, "--seat", "all"), "nobody at this table is 'all'"),
        ((tmp_path / "nowhere",), "cannot read"),
    ):
        code, _, said = command(*words)
        assert code != 0 and sentence in said, said
