"""Levels of help at the keyboard, through the real command."""

import re
from pathlib import Path

import pytest
from terminal.inside import tepui


def game(folder: Path, *words: str, typed: str) -> str:
    answer = tepui(folder, "play", "lost-code", "--seed", "tapir", *words, typed=typed)
    assert answer.returncode == 0, answer
    return answer.stdout


def test_the_teacher_tells_the_chances_at_each_own_decision_and_proves(tmp_path: Path) -> None:
    shown = game(tmp_path, "--help-level", "teacher", typed="why blue 0\nwhy red 0\nwhy mauve 3\n:q\n")
    assert "Help: Toucan: teacher." in shown
    assert "codes are possible." in shown
    assert re.search(r"^blue: (\d: \d+%  )+\(best final guess: [\d, ]+\)$", shown, re.M)
    answers = re.findall(r"^  .*(?:So your stone, |Your stone, ).*$", shown.replace("] ", "]\n"), re.M)
    assert len(answers) == 2 and "blue" in answers[0] and "red" in answers[1]
    assert "ask about a colour and a number: blue 5" in shown


@pytest.mark.parametrize("words", [(), ("--help-level", "pencil"), ("--help-level", "referee")])
def test_below_the_teacher_nothing_is_counted_or_proven(tmp_path: Path, words: tuple[str, ...]) -> None:
    shown = game(tmp_path, *words, typed="why blue 0\n:q\n")
    assert "codes are possible" not in shown and "So your stone" not in shown
    assert "Nothing here contains “why blue 0”" in shown


def test_two_people_at_one_keyboard_choose_each_their_own_level(tmp_path: Path) -> None:
    people = ("--seat", "anna", "--seat", "ben")
    shown = game(tmp_path, *people, "--help-level", "ben=teacher", typed="\n" * 3 + ":q\n")
    assert "Help: ben: teacher." in shown
    before, _, behind = shown.partition("Pass the keyboard to ben.")
    assert "codes are possible." not in before
    assert not behind or "codes are possible." in behind


def test_the_question_is_understood_in_the_players_language(tmp_path: Path) -> None:
    shown = game(tmp_path, "--help-level", "teacher", "--language", "it", typed="perche blu 0\nperché rosso 0\n:q\n")
    assert shown.count("pietra") + shown.count("tua") >= 2
    assert "Nulla" not in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lost-code", "--help-level", "oracle"], "Choose one of them, not 'oracle'"),
        (["lost-code", "--help-level", "zoe=teacher"], "nobody at the keyboard is 'zoe'"),
        (["forehead", "--help-level", "teacher"], "has no levels of help"),
    ],
)
def test_bad_levels_are_refused(tmp_path: Path, words: list[str], sentence: str) -> None:
    answer = tepui(tmp_path, "play", *words)
    assert answer.returncode == 2
    assert sentence in answer.stderr and "Traceback" not in answer.stderr
