"""Long lists and plain pictures in a terminal."""

import io
import sys
from typing import Any

import pytest

from tepui.core.words import Catalogue
from tepui.terminal import choices, console
from tepui.terminal.scene import lines

ENGLISH = Catalogue("/nowhere").language("en")
WHEELS = [f"Set the wheel of {wheel} to {low}–{low + 4}" for wheel in range(2, 12) for low in range(1, 14)]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def type_in(*answers: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        monkeypatch.setenv("COLUMNS", "120")

    return type_in


def test_130_choices_fit_on_a_screen_and_are_found_by_letters(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("of 7 to 9-")
    assert WHEELS[choices.choose(ENGLISH, WHEELS)] == "Set the wheel of 7 to 9–13"  # type: ignore[index]
    shown = capsys.readouterr().out
    assert all(label in shown for label in WHEELS)
    assert len(shown.splitlines()) <= 45 and "letters to narrow the list" in shown


def test_a_number_is_the_number_of_a_choice_and_slash_looks_for_it(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("/of 11 to 13", "130")
    assert choices.choose(ENGLISH, WHEELS) == 129
    typed("/13–", "117")
    assert choices.choose(ENGLISH, WHEELS) == 116
    assert capsys.readouterr().out.count("117  Set the wheel of 10 to 13–17") == 3  # both lists, and the narrowed one


def test_nothing_is_an_answer_only_where_it_means_something(typed: Any) -> None:
    typed("")
    assert choices.choose(ENGLISH, ["Stop!"], may_pass="not now") == ""
    typed("", "1")
    assert choices.choose(ENGLISH, ["Stop!"]) == 0
    typed()
    with pytest.raises(console.EndOfInput):
        choices.choose(ENGLISH, ["Stop!"])


def test_accents_and_capitals_do_not_matter() -> None:
    assert choices.matching(["Élan", "Tapir", "ELAN 2"], "elan") == [0, 2]


def test_a_long_label_is_wrapped(
    typed: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("1")
    monkeypatch.setenv("COLUMNS", "40")
    choices.choose(ENGLISH, ["one " * 30])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40


def test_a_picture_without_a_drawing() -> None:
    picture = {
        "phase": "bet",
        "last_card": None,
        "open": True,
        "row": [1, None, 3],
        "none": [],
        "players": [{"number": 7, "bet": None}, {"number": None, "bet": 2}],
        "piles": [{"cards": [{"suit": "red"}]}, {"other": [1]}],
        "market": {"left": 3},
    }
    assert list(lines(picture, ("Anna", "Ben"))) == [
        "phase      bet",
        "last card  ?",
        "open       yes",
        "row        1 ? 3",
        "none       -",
        "players:",
        "        number  bet",
        "  Anna  7       ?",
        "  Ben   ?       2",
        "piles:",
        "  Anna:",
        "    cards:",
        "         suit",
        "      1  red",
        "  Ben:",
        "    other  1",
        "market:",
        "  left  3",
    ]
    assert list(lines([{"a": 1}], ())) == ["   a", "1  1"]
    assert list(lines(7, ())) == ["7"]
    assert list(lines({}, ())) == []
