"""Long lists and plain pictures in a terminal."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tepui.core.words import LANGUAGES, Catalogue
from tepui.terminal import choices, console
from tepui.terminal.scene import lines
from tepui.terminal.words import speaking

ENGLISH = Catalogue("/nowhere").language("en")
WHEELS = [f"Set the wheel of {wheel} to {low}–{low + 4}" for wheel in range(2, 12) for low in range(1, 14)]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def type_in(*answers: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        monkeypatch.setenv("COLUMNS", "120")

    return type_in


def test_130_choices_are_ten_lines_and_found_by_letters(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("of 7 to 9-")
    assert WHEELS[choices.choose(ENGLISH, WHEELS)] == "Set the wheel of 7 to 9–13"  # type: ignore[index]
    shown = capsys.readouterr().out
    assert "   66–78  Set the wheel of 7 to 1–5 … 13–17" in shown
    assert len(shown.splitlines()) == 11 and "letters to narrow the list" in shown


def test_a_group_is_opened_by_narrowing_the_list(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("of 7", "74")
    assert choices.choose(ENGLISH, WHEELS) == 73
    assert "   74  Set the wheel of 7 to 9–13" in capsys.readouterr().out


def test_choices_that_share_nothing_are_set_in_columns(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    cards = [f"{number}{'abcdef'[number % 6]} card" for number in range(100)]
    typed("100")
    assert choices.choose(ENGLISH, cards) == 99
    shown = capsys.readouterr().out
    assert all(card in shown for card in cards) and len(shown.splitlines()) <= 20


def test_a_number_chooses_and_slash_looks_for_it(typed: Any) -> None:
    typed("/11 13", "130")
    assert choices.choose(ENGLISH, WHEELS) == 129
    typed("130")
    assert choices.choose(ENGLISH, WHEELS) == 129
    assert [WHEELS[index] for index in choices.matching(WHEELS, "4 9")] == [
        "Set the wheel of 4 to 5–9",
        "Set the wheel of 4 to 9–13",
        "Set the wheel of 9 to 4–8",
    ]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_terminal_speaks_every_language(language: str) -> None:
    po = Path(choices.__file__).parent / "locale" / f"{language}.po"
    with po.open("rb") as file:
        sentences = [message for message in read_po(file, locale=language) if message.id]
    assert len(sentences) >= 24 and all(message.string and all(message.string) for message in sentences)
    assert speaking(language)("not now") != "not now"


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


def test_a_call_is_asked_back_and_only_the_same_key_confirms_it(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("!", "", "!", "yes", "!", "1", "2")
    assert choices.choose(ENGLISH, ["first", "second"], calls={"!": "Stop!"}) == 1
    assert capsys.readouterr().out.count("Stop! Really?") == 3
    typed("!", "!")
    assert choices.choose(ENGLISH, ["first", "second"], calls={"!": "Stop!"}) == "!"


def test_nothing_is_passed_unless_one_may_and_a_number_beyond_the_list_is_none(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("0", "3", "", "2")
    assert choices.choose(ENGLISH, ["first", "second"]) == 1
    assert "There is no 3. Type a number from 1 to 2." in capsys.readouterr().out
    typed("")
    assert choices.choose(ENGLISH, ["first", "second"], may_pass="wait") == ""
