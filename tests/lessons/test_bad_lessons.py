"""A lesson that does not fit the rules is left out, with its line; the game plays on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.file import BadLesson, read
from tepui.core import find

FOREHEAD = find.game("forehead")
FOLDER = FOREHEAD.path("lessons")
assert FOLDER is not None
GOOD = (FOLDER / "first.toml").read_text("utf-8")


def line_with(text: str) -> int:
    return next(n for n, line in enumerate(GOOD.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ('0 {"do": "bet", "rank": 2}', '0 {"do": "bet", "rank": 4}', '"rank": 2', "not a legal move"),
        ('0 {"do": "bet", "rank": 2}', '1 {"do": "bet", "rank": 2}', '"rank": 2', "not a legal move"),
        ('0 {"do": "bet", "rank": 2}', '0 {"do": "fly"}', '"rank": 2', "no move of Forehead"),
        ('0 {"do": "bet", "rank": 2}', "0 bet", '"rank": 2', "JSON"),
        ('table {"do": "show", "number": 7}', 'table {"do": "show", "number": 8}', '"show", "number": 7', "legal move"),
        ('point = ["players.0.number"]', 'point = ["players.0.hat"]', "players.0.number", "players.0.hat"),
        ("players.1.number == 2", "players.1.number == 5", "players.1.number == 2", "is not so"),
        ("players.1.number == 2", "players.1.number is 2", "players.1.number == 2", "no condition"),
        ('answer = ["Ada"]', 'answer = ["Cleo"]', "choices =", "among them"),
        ("at = 9", "at = 99", "at = 9", "after the last move"),
        ("at = 9", 'at = "nine"', "at = 9", "int"),
        ("minutes = 1", "minutes = ", "minutes = 1", "TOML"),
        ("minutes = 1", "hours = 1", "minutes = 1", "hours"),
        ('names = ["Otter", "Ada", "Ben"]', 'names = ["Otter"]', "names =", "2, 3, 4 or 5"),
    ],
)
def test_the_line_is_named(tmp_path: Path, old: str, new: str, line: str, why: str) -> None:
    assert GOOD.count(old) == 1
    file = tmp_path / "first.toml"
    file.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(BadLesson) as bad:
        read(FOREHEAD, file)
    assert f"first.toml of Forehead is left out: line {line_with(line)}: " in str(bad.value)
    assert why in str(bad.value)


def test_the_game_plays_without_it(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(GOOD.replace("at = 9", "at = 99"), "utf-8")
    (tmp_path / "second.toml").write_text(GOOD, "utf-8")
    game = FOREHEAD.bringing(lessons=tmp_path)
    assert list(lessons.of(game)) == ["second"]
    assert len(lessons.refused(game)) == 1
    assert lessons.lesson(game).name == "second"
    nothing = FOREHEAD.bringing(lessons=None)
    with pytest.raises(lessons.UnknownName, match="brings no lesson"):
        lessons.lesson(nothing)
    with pytest.raises(lessons.UnknownName, match="has second"):
        lessons.lesson(game, "third")
    lessons.of(FOREHEAD)
