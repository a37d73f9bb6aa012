"""All bots on one scale: the schedule, the ratings, the page, and records that can be played again."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tepui.arena import records
from tepui.arena.ladder import command, schedule
from tepui.arena.matches import arranged
from tepui.arena.pairs import Match, Pair, Played, play_pair
from tepui.arena.ratings import rate

BOTS = ["random", "steady", "beginner", "beginner+", "casual", "regular", "expert", "master"]


def test_every_rung_meets_the_next_and_every_name_the_name_below() -> None:
    met = {(match.bots, match.seats): pairs for match, pairs in schedule("kryptx", BOTS, 200, 10)}
    for pair in (("beginner+", "beginner"), ("casual", "beginner+"), ("casual", "beginner"), ("master", "expert")):
        assert met[pair, 2] == 200, pair
    assert met[("beginner", "random"), 2] == met[("master", "steady"), 2] == 200
    assert met[("regular", "beginner+"), 2] == met[("casual", "steady"), 2] == 20
    assert met[("master", "expert"), 4] == met[("casual", "beginner"), 3] == 10
    assert not any(seats != 2 for (_, seats) in (key for key, _ in schedule_keys(0)))


def schedule_keys(more: int) -> list[tuple[tuple[tuple[str, ...], int], int]]:
    return [((match.bots, match.seats), pairs) for match, pairs in schedule("kryptx", BOTS, 200, more)]


def line(one: str, other: str, wins: int, pairs: int) -> records.Line:
    """`one` wins both games of so many pairs, and loses both of the others."""
    asked = arranged("roll-and-write", [one, other])
    played = []
    for number in range(pairs):
        first, second = (1, 2) if number < wins else (2, 1)
        played.append(
            Pair(
                number,
                [
                    Played(lineup=(0, 1), scores=[0, 0], places=[first, second], moves=[], slowest=[0.0, 0.0]),
                    Played(lineup=(1, 0), scores=[0, 0], places=[second, first], moves=[], slowest=[0.0, 0.0]),
                ],
            )
        )
    return records.line_of(asked, played)


def test_ten_games_of_eleven_are_400_points() -> None:
    found = {one.bot: one for one in rate([line("steady", "regular", 200, 220), line("regular", "random", 200, 220)])}
    assert found["regular"].rating == 1500
    assert found["steady"].rating == pytest.approx(1900, abs=5) and found["random"].rating == pytest.approx(1100, abs=5)
    assert found["steady"].low < 1900 < found["steady"].high < 2050
    assert found["steady"].skill > found["regular"].skill > found["random"].skill
    assert [one.bot for one in rate([line("steady", "random", 9, 9)])] == ["steady", "random"], "who won all, too"
    few = {one.bot: one for one in rate([line("steady", "regular", 20, 22), line("regular", "random", 20, 22)])}
    assert few["steady"].high - few["steady"].low > 1.5 * (found["steady"].high - found["steady"].low)


def test_a_ladder_is_a_page_with_a_plot_and_records_that_play_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["roll-and-write", "--out", str(tmp_path), "--jobs", "1", "--pairs", "2", "--more", "1"]
    words += ["--bot", "random", "--bot", "beginner", "--bot", "casual"]
    assert command(words) == 0
    page = (tmp_path / "roll-and-write.md").read_text("utf-8")
    assert "| `casual` against `beginner` |" in page and "tepui ladder roll-and-write" in page
    for seats in (2, 3, 4, 5):
        _, _, part = page.partition(f"## {seats} players\n")
        assert part.count("\n| `") >= 3 and "| `beginner` |" in part.partition("\n## ")[0], "ratings of their own"
    plot = ElementTree.parse(tmp_path / "roll-and-write.svg").getroot()
    assert sum(one.tag.endswith("circle") for one in plot) == 3
    assert command(["roll-and-write", "--out", str(tmp_path), "--verify", "4"]) == 0
    assert "4 of 4 pairs" in capsys.readouterr().out
    file = tmp_path / "roll-and-write.jsonl"
    lines = records.read(file)
    records.write(file, [records.Line(one.match, one.slowest, ["00000000"] * 9, one.pairs) for one in lines])
    assert command(["roll-and-write", "--out", str(tmp_path), "--verify", "2"]) == 1
    assert "goes another way" in capsys.readouterr().out


def test_recorded_matches_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["roll-and-write", "--out", str(tmp_path), "--jobs", "1", "--pairs", "1", "--more", "0"]
    command([*words, "--bot", "random", "--bot", "beginner"])
    file = tmp_path / "roll-and-write.md"
    before = file.read_text("utf-8") + "\n## How the levels feel\nNotes by hand stay.\n"
    file.write_text(before, "utf-8")
    monkeypatch.setattr("tepui.arena.ladder.play", None)
    command([*words, "--bot", "random", "--bot", "beginner", "--resume"])
    assert (tmp_path / "roll-and-write.md").read_text("utf-8") == before


def test_an_interrupted_match_of_a_ladder_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["roll-and-write", "--out", str(tmp_path), "--jobs", "1", "--pairs", "4", "--more", "0"]
    words += ["--bot", "random", "--bot", "beginner"]
    numbers: list[int] = []

    def until_third(match: Match, number: int) -> Pair:
        if number == 2 and len(numbers) == 2:
            raise KeyboardInterrupt
        numbers.append(number)
        return play_pair(match, number)

    monkeypatch.setattr("tepui.arena.matches.play_pair", until_third)
    with pytest.raises(KeyboardInterrupt):
        command(words)
    assert numbers == [0, 1] and len(list(tmp_path.glob("*.part"))) == 1
    numbers.append(-1)  # no further interruption
    assert command([*words, "--resume"]) == 0
    assert numbers == [0, 1, -1, 2, 3] and not list(tmp_path.glob("*.part"))
    whole = records.read(tmp_path / "roll-and-write.jsonl")
    assert command(words) == 0
    assert [line.digests for line in records.read(tmp_path / "roll-and-write.jsonl")] == [
        line.digests for line in whole
    ]


def test_without_the_packages_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tepui.cli import main

    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["ladder", "kryptx"]) == 2
    assert "pip install 'tepui[arena]'" in capsys.readouterr().err
