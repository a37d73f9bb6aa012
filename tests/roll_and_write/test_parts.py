"""The printed numbers, and a file that an owner wrote: what is wrong with it is said with its line."""

import re
from pathlib import Path

import pytest

from tepui.core.refusal import BadParts
from tepui.core.words import LANGUAGES, fill
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.parts_file import OWN, load
from tepui.games.roll_and_write.picture import printed

TEXT = OWN.read_text("utf-8")


def test_the_games_own_file_is_the_layout_of_the_specification():
    found = printed(load(None))
    assert found.arrows["orange"] == (4, 5)
    assert found.artefacts["blue"] == (5, 8)
    assert found.expedition == (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
    assert found.reconstruction


def test_the_own_file_read_as_an_owners_gives_the_same_parts():
    assert printed(load(TEXT)) == printed(load(None))


def test_an_owner_may_write_the_layout_alone():
    mine = load("[layout.arrows]\nred = [1, 2]\n[layout.artefacts]\nblue = [7, 8, 9]\n")
    assert printed(mine).arrows["red"] == (1, 2)
    assert printed(mine).arrows["orange"] == (4, 5), "what a file leaves out is ours"
    assert printed(mine).artefact[9] == 100
    assert printed(mine).reconstruction, "some boxes are still our guess"


def test_the_file_that_a_page_writes_is_read_as_a_printed_sheet():
    """web/src/games/roll-and-write/layout.test.ts compares the page's text with the same file."""
    text = (Path(__file__).parents[1] / "views" / "roll_and_write_sheet.toml").read_text("utf-8")
    entered, ours = printed(load(text)), printed(load(None))
    assert (entered.arrows, entered.artefacts) == (ours.arrows, ours.artefacts)
    assert not entered.reconstruction


def test_a_whole_layout_is_no_reconstruction():
    colours = "red = []\norange = [1]\nyellow = []\ngreen = []\nblue = [7, 8, 9]\npurple = []\n"
    mine = printed(load(f"[layout.arrows]\n{colours}[layout.artefacts]\n{colours}"))
    assert mine.arrows["red"] == () and mine.artefacts["blue"] == (7, 8, 9)
    assert not mine.reconstruction


def test_a_file_of_one_ladder_leaves_the_boxes_as_they_are():
    """Other points for seven artefacts: seven refusals count the same, as the rulebook says."""
    mine = printed(load("[artefacts]\npoints = [0, -40, -30, -20, 10, 20, 30, 50, 70, 100]\n"))
    assert mine.artefact[7] == mine.refusal[7] == 50 and mine.refusal[9] == 0
    assert mine.arrows == printed(load(None)).arrows and mine.reconstruction


def test_a_table_can_be_played_with_it():
    setting = GAME.setting(2, parts_text="[layout.arrows]\nred = [1]\n")
    assert setting.parts.arrows & 0x3FF == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("red = [3, 6]", "red = [3, 10]", "red = [3, 10]", "1 to 9"),
        ("red = [3, 6]", "red = [3, 3]", "red = [3, 3]", "twice"),
        ("red = [3, 6]", 'red = "3"', 'red = "3"', "(Expected `array`, got `str`)"),
        ("red = [3, 6]", "rot = [3, 6]", "rot = [3, 6]", "rot"),
        ("red = [5, 8]", "red = [5, 0]", "red = [5, 0]", "1 to 9"),
        ("points = [0, -20", "points = [1, -20", "points = [1, -20", "must be 0"),
        ("-10, 5, 10,", "-10, 10, 5,", "-10, 10, 5,", "must not fall"),
        ("-10, 5, 10,", "10, 5, 10,", "10, 5, 10,", "signs"),
        ("30, 35, 50]", "30, 35]", "30, 35]", "(Expected `array` of length >= 10)"),
        ("30, 35, 50]", "30, 35, 60]", "30, 35, 60]", "50 points"),
        ("60, 70, 100]", "60, 75, 100]", "60, 75, 100]", "eight are 70"),
        ("60, 70, 0]", "60, 70, 5]", "60, 70, 5]", "nine count 0"),
        ("circle_only = -50", "circle_only = -40", "circle_only = -40", "certain"),
        ("bonus = 20", "bonus = 30", "[bridges]", "certain"),
        ("[layout.arrows]", "[layout.arrow]", "[layout.arrow]", "arrow"),
    ],
)
def test_a_wrong_number_is_refused_with_its_line_and_the_reason(old: str, new: str, line: str, reason: str):
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    number = next(n for n, there in enumerate(text.splitlines(), 1) if line in there)
    with pytest.raises(BadParts) as refusal:
        load(text)
    assert str(refusal.value).startswith(f"line {number}, ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize("text", ["red = ", "[layout", "\x00", "[layout.arrows]\nred = [1\n", "layout = 3", "x = 1"])
def test_rubbish_is_refused_with_a_line(text: str):
    with pytest.raises(BadParts, match=r"^line \d+(, \w+)?: "):
        load(text)


def test_too_few_artefacts():
    with pytest.raises(BadParts, match="line 1, artefacts: fewer than 9 artefacts"):
        load("[layout.artefacts]\nred = [1]\norange = []\nyellow = []\ngreen = []\nblue = []\npurple = []\n")


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "x = " + "9" * 5000])
def test_what_is_too_large_to_read_is_no_toml(text: str):
    with pytest.raises(BadParts, match="line 1: this line is not TOML"):
        load(text)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "line 2, red: boxes are numbered 1 to 9 from the bottom. Fix [10]"),
        ("fr", "ligne 2, red\u00a0: les cases sont numérotées de 1 à 9 depuis le bas. Corrige [10]"),
        ("it", "riga 2, red: le caselle sono numerate da 1 a 9 dal basso. Correggi [10]"),
        ("de", "Zeile 2, red: die Felder zählen von unten 1 bis 9. Berichtige [10]"),
    ],
)
def test_the_owner_reads_it_in_their_language(language: str, sentence: str):
    with pytest.raises(BadParts) as refusal:
        load("[layout.arrows]\nred = [10]\n")
    assert refusal.value.sentence(language) == sentence


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_complaint_is_translated(language: str):
    source = (OWN.parent / "parts_file.py").read_text("utf-8")
    complaints = re.findall(r'N_\("([^"]+)"\)', source)
    assert len(complaints) >= 11
    _ = CATALOGUE.language(language)
    for text in complaints:
        things = dict.fromkeys(re.findall(r"\{(\w+)\}", text), "X")
        assert _(text, **things) != fill(text, things), text
