"""An owner enters the printed sheet: guided, drawn as it grows, checked, and never written over anything."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tepui.cli import main
from tepui.core.refusal import BadParts, UnknownName
from tepui.games.roll_and_write.enter_sheet import new, show, toml
from tepui.games.roll_and_write.parts_file import load
from tepui.games.roll_and_write.picture import printed

ANSWERS = ["3 6", "5, 8", "4 5", "3 7", "2 7", "4 6", "5 7", "3 4", "2 6", "5 8", "3 4", "6 7"]


def owner(*answers: str) -> Callable[[str], str]:
    rest = iter(answers)

    def answer(question: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return answer


def entered(file: Path, *answers: str) -> tuple[int, str]:
    told: list[str] = []
    return new(file, owner(*answers), told.append), "\n".join(told)


def test_twelve_answers_make_a_sheet(tmp_path: Path):
    file = tmp_path / "my.toml"
    code, told = entered(file, *ANSWERS, "")
    assert code == 0
    found = printed(load(file.read_text()))
    assert found.arrows["purple"] == (3, 4)
    assert found.artefacts["red"] == (5, 8)
    assert not found.reconstruction
    assert told.count("x2") == 13, "drawn before the first answer and after each"
    assert "[ »]" in told


def test_slips_are_told_and_asked_again_and_back_goes_back(tmp_path: Path):
    file = tmp_path / "my.toml"
    slips = ["three", "0 3", "10", "3 3", "1 2", "back", "3 6"]
    code, told = entered(file, *slips, *ANSWERS[1:], "y")
    assert code == 0
    assert "Give numbers" in told
    assert "1 to 9" in told
    assert "twice" in told
    assert printed(load(file.read_text())).arrows["red"] == (3, 6)


def test_a_sheet_that_cannot_be_is_refused_and_asked_again(tmp_path: Path):
    file = tmp_path / "my.toml"
    code, told = entered(file, *[""] * 12, *ANSWERS, "")
    assert code == 0
    assert "This sheet cannot be: line" in told


@pytest.mark.parametrize("answers", [["3 6", "quit"], ["3 6"], [*ANSWERS, "n"]])
def test_whoever_stops_writes_nothing(tmp_path: Path, answers: list[str]):
    file = tmp_path / "my.toml"
    code, told = entered(file, *answers)
    assert code == 1
    assert "Nothing was written" in told
    assert not file.exists()


def test_nothing_is_written_over(tmp_path: Path):
    file = tmp_path / "my.toml"
    file.write_text("mine")
    with pytest.raises(UnknownName, match="there already"):
        new(file, owner(), print)
    with pytest.raises(UnknownName, match="no folder"):
        new(tmp_path / "none" / "my.toml", owner(), print)
    assert file.read_text() == "mine"


def test_show_draws_a_good_file_and_names_what_is_wrong_with_a_bad_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    good = tmp_path / "good.toml"
    entered(good, *ANSWERS, "")
    assert show(good) == 0
    assert "[ »]" in capsys.readouterr().out
    bad = tmp_path / "bad.toml"
    bad.write_text("[layout.arrows]\nred = [0]\n")
    with pytest.raises(BadParts, match="line 2"):
        show(bad)
    with pytest.raises(BadParts, match="cannot read"):
        show(tmp_path / "none.toml")


def test_the_command_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert main(["sheet", "--help"]) == 0
    assert "usage: tepui sheet" in capsys.readouterr().out
    assert main(["sheet", "show", str(tmp_path / "none.toml")]) == 2
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {name} " in listed for name in ("sheet", "train"))


def test_the_file_is_the_one_that_the_page_writes():
    """web/src/games/roll-and-write/layout.test.ts compares the page's text with the same file."""
    layout = {"arrows": dict(printed(load(None)).arrows), "artefacts": dict(printed(load(None)).artefacts)}
    assert toml(layout) == (Path(__file__).parents[1] / "views" / "roll_and_write_sheet.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "wrong", "stop", "nothing"),
    [
        ("de", "Gib Zahlen ein", "ende", "nichts geschrieben"),
        ("fr", "Donne des chiffres", "quitter", "Rien n’a été écrit"),
        ("it", "Scrivi numeri", "esci", "Non è stato scritto nulla"),
    ],
)
def test_it_speaks_the_owners_language(tmp_path: Path, language: str, wrong: str, stop: str, nothing: str):
    told: list[str] = []
    assert new(tmp_path / "my.toml", owner("three", stop), told.append, language) == 1
    assert any(wrong in line for line in told) and nothing in told[-1]
    bad = tmp_path / "bad.toml"
    bad.write_text("[layout.arrows]\nred = [12]\n")
    with pytest.raises(BadParts) as refused:
        show(bad, language)
    assert "boxes are numbered" not in str(refused.value)
    with pytest.raises(BadParts) as refused:
        show(tmp_path / "none.toml", language)
    assert "cannot read" not in str(refused.value)


def test_the_command_takes_a_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["sheet", "show", str(tmp_path / "none.toml"), "--language", "it"]) == 2
    assert "non riesco a leggere" in capsys.readouterr().err
