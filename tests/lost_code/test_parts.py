"""The printed numbers: Tepui's own, and a file of the same form; what is wrong is told with its line."""

import re
from pathlib import Path

import pytest

import tepui.games.lost_code
from tepui.core.refusal import BadParts
from tepui.games.lost_code import GAME
from tepui.games.lost_code.parts_file import load, printed

OWN = (Path(tepui.games.lost_code.__file__).parent / "parts.toml").read_text("utf-8")


def test_our_own_numbers() -> None:
    box = load(None)
    assert dict(zip(box.wheels.plain.sizes, box.wheels.plain.points, strict=True)) == {
        1: 6,
        2: 4,
        3: 3,
        4: 3,
        5: 2,
        7: 2,
        10: 1,
    }
    assert (box.wheels.plain.top, box.wheels.x.top) == (21, 24)
    assert (box.rounds.two, box.rounds.three, box.rounds.four) == (10, 9, 8)
    assert box.order == ("blue", "yellow", "purple", "green", "pink", "red")
    tables = (box.wheels.plain, box.wheels.x, box.rounds, box.final, box.shortcut, box.curse, box.colours)
    assert {table.certainty for table in tables} == {"certain", "likely", "rebuilt"}


def test_a_file_of_ones_own_changes_the_game() -> None:
    text = OWN.replace("points = [6, 4, 3, 3, 2, 2, 1]", "points = [7, 4, 3, 3, 2, 2, 1]", 1)
    setting = GAME.setting(2, parts_text=text)
    assert setting.parts.parts(2, {}).points[0] == 7
    assert GAME.setting(2).parts.parts(2, {}).points[0] == 6


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("sizes = [1, 2, 3,", "sizes = [1, 2, 2,", "sizes", "different sizes"),
        ("sizes = [1, 2, 3, 4, 5, 7, 10]", "sizes = [1, 2, 3, 4, 5, 7]", "sizes", "(Expected `array` of length >= 7)"),
        ("sizes = [1, 2, 3, 4, 5, 7, 10]", "sizes = [1, 2, 3, 4, 5, 7, 23]", "sizes", "at most 21"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [6, 4, 3, 3, 2, 2, 3]", "points", "cannot be worth more"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [4, 4, 3, 3, 2, 2, 1]", "points", "smallest wheel"),
        ("points = [6, 4, 3, 3, 2, 2, 1]", "points = [7, 6, 5, 4, 3, 2, 1]", "points", "worth the same"),
        ("top = 21", "top = 20", "top", "add up to at most 21"),
        ("top = 21", "top = true", "top", "(Expected `int`, got `bool`)"),
        ("3 = 9", "3 = 2", "3", "(Expected `int` >= 4)"),
        ("hit = [5, 2, 1]", "hit = [5, 2]", "hit", "(Expected `array` of length >= 3)"),
        ("begins = 7", 'begins = "7"', "begins", "(Expected `int`, got `str`)"),
        ('certainty = "rebuilt"', 'certainty = "sure"', "certainty", "(Invalid enum value 'sure')"),
    ],
)
@pytest.mark.clause("LC-32")
def test_a_wrong_number_is_told_with_its_line(old: str, new: str, line: str, why: str) -> None:
    text = OWN.replace(old, new, 1)
    assert text != OWN
    number = next(n for n, (a, b) in enumerate(zip(text.splitlines(), OWN.splitlines(), strict=True), 1) if a != b)
    with pytest.raises(BadParts, match=re.escape(why)) as error:
        load(text)
    assert str(error.value).startswith(f"line {number}, {line}:")


def test_a_file_needs_only_what_differs_from_ours() -> None:
    mine = load("[wheels.plain]\npoints = [7, 4, 3, 3, 2, 2, 1]\n")
    assert mine.wheels.plain.points[0] == 7 and mine.wheels.plain.sizes == load(None).wheels.plain.sizes
    assert mine.rounds == load(None).rounds and mine.colours == load(None).colours
    assert not mine.plain_is_rebuilt, "an owner writes what the box says"
    assert load("").plain_is_rebuilt, "who says nothing plays with our reconstruction"
    assert load(OWN) == load(None)


def test_a_name_that_does_not_exist_is_told_with_its_line() -> None:
    with pytest.raises(BadParts, match=r"line 2, point: there is no such name here. There are top"):
        load("[wheels.plain]\npoint = [7, 4, 3, 3, 2, 2, 1]\n")
    with pytest.raises(BadParts, match=r"line 1, wheels: this does not fit \(Expected `object`, got `int`\)\. "):
        load("wheels = 3\n")


def test_what_the_parts_print_is_told_to_a_page() -> None:
    ours = printed(load(None))
    assert (ours.plain.sizes, ours.plain.points) == ([1, 2, 3, 4, 5, 7, 10], [6, 4, 3, 3, 2, 2, 1])
    assert (ours.plain.top, ours.x.top, ours.rounds) == (21, 24, {"2": 10, "3": 9, "4": 8})
    assert ours.reconstruction and ours.plain.certainty == "rebuilt"
    mine = printed(load("[wheels.plain]\nsizes = [1, 2, 3, 4, 5, 7, 11]\n"))
    assert not mine.reconstruction and mine.plain.sizes[-1] == 11


def test_broken_toml_is_told_with_its_line() -> None:
    with pytest.raises(BadParts, match="line 9"):
        load("\n" * 8 + "title = = 1\n")


def test_colours_are_each_named_once_with_a_letter_of_their_own() -> None:
    with pytest.raises(BadParts, match="once"):
        load(OWN.replace('id = "red"', 'id = "blue"'))
    with pytest.raises(BadParts, match="letter of its own"):
        load(OWN.replace('letter = "R"', 'letter = "B"'))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "line 2, points: the smallest wheel is worth more than every other"),
        ("fr", "ligne 2, points\u00a0: le plus petit disque vaut plus que tous les autres"),
        ("it", "riga 2, points: la ruota più piccola vale più di ogni altra"),
        ("de", "Zeile 2, points: Die kleinste Scheibe ist mehr wert als jede andere"),
    ],
)
def test_the_owner_reads_it_in_their_language(language: str, sentence: str) -> None:
    with pytest.raises(BadParts) as refusal:
        load("[wheels.plain]\npoints = [6, 6, 3, 3, 2, 2, 1]\n")
    assert refusal.value.sentence(language) == sentence
    assert (refusal.value.line, refusal.value.where) == (2, "wheels.plain.points")
