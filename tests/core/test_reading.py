"""The rules to read: every game of ours in four languages, line for line the same, with the numbers of the English."""

import re
import tomllib
from pathlib import Path

import pytest

import tepui.games
from tepui.core import find
from tepui.core.text import BOLD, Block, blocks, to_read
from tepui.core.words import LANGUAGES

OURS = ("lost-code", "roll-and-write", "kryptx")


def test_a_little_markdown() -> None:
    text = "One **bold** word.\n\n## A round\n- First\n- Second\n\nThe end.\n"
    assert blocks(text) == [
        Block("text", "One **bold** word."),
        Block("heading", "A round"),
        Block("item", "First"),
        Block("item", "Second"),
        Block("text", "The end."),
    ]


def test_a_language_that_is_not_there_is_english(tmp_path: Path) -> None:
    (tmp_path / "how_to_play").mkdir()
    (tmp_path / "how_to_play" / "en.md").write_text("Play.", "utf-8")
    game = find.game("kryptx").bringing(how_to_play=tmp_path / "how_to_play", turn=None)
    assert to_read(game, "how_to_play", "it") == "Play." and to_read(game, "turn", "it") is None


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("name", OURS)
def test_every_language_says_the_same(name: str, language: str) -> None:
    english, other = (blocks(to_read(find.game(name), "how_to_play", one) or "") for one in ("en", language))
    assert [one.kind for one in other] == [one.kind for one in english]
    for one, again in zip(english, other, strict=True):
        assert one.text != again.text or one.kind == "heading", again.text
        assert again.text.count(BOLD) == one.text.count(BOLD), again.text
        figures = [re.findall(r"−?\d+", text) for text in (one.text, again.text)]
        assert sorted(figures[0]) == sorted(figures[1]), again.text


@pytest.mark.clause("LC-24")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_a_turn_in_one_look(name: str, language: str) -> None:
    """Six lines that fit beside a board, in every language with the same figures."""
    english, told = (blocks(to_read(find.game(name), "turn", one) or "") for one in ("en", language))
    assert len(told) == len(english) == 6 and all(line.kind == "item" for line in told)
    for one, again in zip(english, told, strict=True):
        assert len(again.text) < 120 and again.text.count(BOLD) == one.text.count(BOLD), again.text
        assert sorted(re.findall(r"−?\d+", one.text)) == sorted(re.findall(r"−?\d+", again.text)), again.text
        assert language == "en" or again.text != one.text


# What a rulebook says and a reader would miss, in the words of ours; each language says as much (see above).
SAID = {
    "lost-code": (
        "no blank",
        "three dice three times",
        "lands on top",
        "only one with stones left in its pile. When all piles are empty, nobody exchanges",
        "check begins with the last piece",
        "before a die may be turned",
        "the roller turns no die",
        "In the last three rounds tokens are closed",
    ),
    "roll-and-write": (
        "shares the win",
        "may take the top of a full column",
        "Each top counts once",
        "never doubles these points",
        "keep the 20 points",
        "A second 0 before the first number does nothing",
        "All others at once",
        "A good start is small",
    ),
    "kryptx": (
        "the discards are shuffled",
        "of equals the one you choose",
        "the turn goes on where it was",
        "once before each decision, and never make the same claim twice",
        "This rule is our own",
    ),
}


@pytest.mark.clause("RW-55")
@pytest.mark.parametrize("name", OURS)
def test_the_rules_to_read_leave_nothing_out(name: str) -> None:
    text = to_read(find.game(name), "how_to_play", "en") or ""
    for sentence in SAID[name]:
        assert sentence in text, sentence


def printed(name: str) -> tuple[str, dict]:
    """What people read in English, and the numbers of the game's own `parts.toml`."""
    game = find.game(name)
    package = Path(tepui.games.__file__).parent / name.replace("-", "_")
    return to_read(game, "how_to_play", "en") or "", tomllib.loads((package / "parts.toml").read_text("utf-8"))


def row(numbers: list[int]) -> str:
    return ", ".join(str(number).replace("-", "−") for number in numbers)


def test_the_lost_code_says_what_its_parts_print() -> None:
    text, parts = printed("lost-code")
    rounds, final, curse = parts["rounds"], parts["final"], parts["curse"]
    assert f"{rounds['2']}, {rounds['3']} or {rounds['4']} rounds" in text
    one, two, three = final["hit"]
    assert f"is right: {one} points. One of two is right: {two} points. One of three: {three} point." in text
    assert f"{row([final['miss']])} points" in text
    assert f"space {curse['begins']} takes the curse" in text and f"moves it forward {curse['bonus']}." in text
    assert f"on {curse['ends']} or beyond" in text
    assert f"up to {parts['wheels']['x']['top']}." in text


def test_roll_and_write_says_what_its_parts_print() -> None:
    text, parts = printed("roll-and-write")
    assert row(parts["expedition"]["points"][1:]) in text
    assert row(parts["artefacts"]["points"][1:]) in text
    assert parts["refusals"]["points"] == [*parts["artefacts"]["points"][:-1], 0]
    assert f"costs {-2 * parts['expedition']['circle_only']}" in text
    assert f"**{parts['bridges']['bonus']} points**" in text and f"the {parts['bridges']['box']}th box" in text


def test_kryptx_says_what_its_parts_print() -> None:
    text, parts = printed("kryptx")
    deck = parts.get("deck", parts)
    assert deck["numbers"] == list(range(10)) and "0 to 9 in five colours" in text and "Fifty cards" in text
