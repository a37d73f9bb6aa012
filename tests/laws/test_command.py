"""`tepui laws`: what it prints, and how it says what to run again."""

import json
import shlex

import pytest

from tepui.cli import main
from tepui.laws import LAWS

QUICK = ["--law", "true lists", "--law", "paired", "--jobs", "1"]


def test_every_law_has_a_row_that_programs_can_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "forehead", "--games", "6", "--json"]) == 0  # in as many processes as there are cores
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["law"] for row in rows] == list(LAWS)
    assert all(row["holds"] is True and row["game"] == "forehead" for row in rows)
    assert rows[-1]["cases"] == rows[-1]["pairs"] == 6
    assert rows[-1]["mean_common_length"] > 4
    assert set(rows[-1]["secrets_that_differed"]) == {"own number"}


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "shells", "--games", "4", *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Shells, ")
    assert "paired worlds  holds            4 cases  pairs 4" in out


def test_a_broken_law_ends_with_a_command_that_plays_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "twins:LEAKY_LEGAL", "--games", "60", "--seats", "4", *QUICK]) == 1
    out = capsys.readouterr().out
    assert "true lists     BROKEN" in out
    story = next(line for line in out.splitlines() if line.startswith("true lists: "))
    again = next(line for line in out.splitlines() if "again:" in line).partition("again: ")[2]
    assert main(shlex.split(again)[1:]) == 1
    assert story in capsys.readouterr().out


def test_seats_and_options_stay_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["laws", "shells", "--games", "5", "--seats", "2", "--option", "rounds=2", "--law", "points", "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cases"] == 5 * 3  # two seats and the audience


def test_thorough_compares_every_byte_and_interpreted_is_a_process_of_its_own(
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = ["laws", "bell", "--games", "3", "--law", "paired", "--thorough", "--jobs", "1"]
    assert main([*words, "--interpreted"]) == 0
    assert capfd.readouterr().out.startswith("Bell, interpreted")
    assert main(words) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["shells", "--law", "gravity"], "there is no law 'gravity'. There are: "),
        (["shells", "--seats", "9"], "Shells is for 2, 3 or 4 players"),
        (["shells", "--option", "rounds=9"], "option rounds can be 2, 3 or 4"),
        (["shells", "--option", "colour=red"], "Shells has no option 'colour'"),
        (["shells", "--games", "0"], "it must be at least 1, not 0"),
        (["twins:TABLE"], "'twins:TABLE' is not a Game"),
    ],
)
def test_bad_words_get_one_clear_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", *words]) == 2
    assert sentence in capsys.readouterr().err
