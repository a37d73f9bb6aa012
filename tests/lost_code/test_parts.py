"""The printed numbers: Tepui's own, and a file of the same form; what is wrong is told with its line."""

import re
from pathlib import Path

import pytest

import tepui.games.lost_code
from tepui.core.refusal import BadParts
from tepui.games.lost_code import GAME
from tepui.games.lost_code.parts_file import load

OWN = (Path(tepui.games.lost_code.__file__).parent / "parts.toml").read_text("utf-8")


def test_our_own_numbers() -> None:
    printed = load(None)
    assert dict(zip(printed.plain.sizes, printed.plain.points, strict=True)) == {
        1: 6,
        2: 4,
        3: 3,
        4: 3,
        5: 2,
        7: 2,
        10: 1,
    }
    assert (printed.plain.top, printed.x.top) == (21, 24)
    assert printed.rounds == {2: 10, 3: 9, 4: 8}
    assert printed.order == ("blue", "yellow", "purple", "green", "pink", "red")
    assert {certainty for _, certainty in printed.sources.values()} == {"certain", "likely", "rebuilt"}


def test_a_file_of_ones_own_changes_the_game() -> None:
    text = OWN.replace("points = [6, 4, 3, 3, 2, 2, 1]", "points = [7, 4, 3, 3, 2, 2, 1]", 1)
    setting = GAME.setting(2, parts_text=text)
    assert setting.parts.parts(2, {}).points[0] == 7
    assert GAME.setting(2).parts.parts(2, {}).points[0] == 6


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("sizes = [1, 2, 3,", "sizes = [1, 2, 2,", "sizes", "different sizes"),
        ("sizes = [1, 2, 3, 4, 5, 7, 10]", "sizes = [1, 2, 3, 4, 5, 7]", "sizes", "7 whole numbers"),
        ("sizes = [1, 2, 3, 4, 5, 7, 10]", "sizes = [1, 2, 3, 4, 5, 7, 23]", "sizes", "from 1 to 22"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [6, 4, 3, 3, 2, 2, 3]", "points", "cannot be worth more"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [4, 4, 3, 3, 2, 2, 1]", "points", "smallest wheel"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [7, 6, 5, 4, 3, 2, 1]", "points", "worth the same"),
        ("top = 21", "top = 20", "top", "add up to at most 21"),
        ("top = 21", "top = true", "top", "whole number"),
        ("3 = 9", "3 = 2", "3", "from 4 to 12"),
        ("hit = [5, 2, 1]", "hit = [5, 2]", "hit", "3 whole numbers"),
        ("begins = 7", 'begins = "7"', "begins", "whole number"),
        ('certainty = "rebuilt"', 'certainty = "sure"', "certainty", "certain, likely, rebuilt"),
    ],
)
def test_a_wrong_number_is_told_with_its_line(old: str, new: str, line: str, why: str) -> None:
    text = OWN.replace(old, new, 1)
    assert text != OWN
    number = next(n for n, (a, b) in enumerate(zip(text.splitlines(), OWN.splitlines(), strict=True), 1) if a != b)
    with pytest.raises(BadParts, match=re.escape(why)) as error:
        load(text)
    assert str(error.value).startswith(f"line {number} of the parts file, `{line}`:")


def test_what_is_missing_is_named() -> None:
    with pytest.raises(BadParts, match=r"no `ends` in \[curse\]"):
        load(OWN.replace("ends = 13", "", 1))
    with pytest.raises(BadParts, match=r"no `top` in \[wheels.x\]"):
        load(OWN.replace("top = 24", ""))


def test_broken_toml_is_told_with_its_line() -> None:
    with pytest.raises(BadParts, match="line 9"):
        load("\n" * 8 + "title = = 1\n")


def test_colours_are_each_named_once_with_a_letter_of_their_own() -> None:
    with pytest.raises(BadParts, match="once"):
        load(OWN.replace('id = "red"', 'id = "blue"'))
    with pytest.raises(BadParts, match="letter of its own"):
        load(OWN.replace('letter = "R"', 'letter = "B"'))
