"""Four languages: complete, each colour with a letter of its own, nobody addressed formally, no secret told."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import tepui.games.kryptx as kryptx
from tepui.core.position import AUDIENCE, TABLE
from tepui.core.words import LANGUAGES
from tepui.games.kryptx import GAME
from tepui.games.kryptx import actions as a
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.text import draw
from tepui.games.kryptx.words import CATALOGUE, letters

FOLDER = Path(kryptx.__file__).parent
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def catalogue(language: str) -> Catalog:
    with (FOLDER / "locale" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_is_translated_and_fills_the_same_places(language: str) -> None:
    there = catalogue(language)
    marked = list(extract_from_dir(FOLDER, keywords=KEYWORDS))
    assert len(marked) > 80
    for _, _, text, _, context in marked:
        one = text[0] if isinstance(text, tuple) else text
        found = there.get(one, context)
        assert found is not None and found.string, f"{language}: {text!r}"
        for said in [found.string] if isinstance(found.string, str) else found.string:
            assert set(re.findall(r"\{\w+\}", said)) == set(re.findall(r"\{\w+\}", one)), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_differ(language: str) -> None:
    found = letters(CATALOGUE.language(language))
    assert len(set(found.values())) == 5
    expected = {"en": "BGOLY", "fr": "BVOLJ", "it": "BVALG", "de": "BNOLE"}[language]
    assert "".join(found.values()) == expected


@pytest.mark.parametrize(
    ("language", "formal"), [("fr", r"\b[Vv]ous\b|\bvotre\b"), ("it", r"\bLei\b"), ("de", r"\bSie\b|\bIhr\b")]
)
def test_nobody_is_addressed_formally(language: str, formal: str) -> None:
    for message in catalogue(language):
        assert not re.search(formal, str(message.string)), message.string


def test_french_typography() -> None:
    for message in catalogue("fr"):
        for said in [message.string] if isinstance(message.string, str) else message.string:
            if message.id:
                assert not re.search(r"(?<![\u202f\u00a0])[!?;:]|[ ][!?;:]", said), said


def test_a_secret_question_in_three_voices() -> None:
    position = GAME.start(GAME.setting(3, {"pro": True}))
    names = ("Anna", "Ben", "Cleo")
    hidden = a.Ask(1, "D", None, None, True)
    assert GAME.words.journal(position, 0, hidden, names, "en") == "Anna asks a secret question about stand D."
    shown = a.Ask(1, "D", "colour", "purple", True)
    assert GAME.words.journal(position, 0, shown, names, "de") == "Anna fragt geheim nach Halter D: Lila?"
    assert GAME.words.button(position, 0, a.Ask(1, "D", "number", 8), names, "en") == "Ask: is D an 8?"
    assert GAME.words.journal(position, TABLE, a.Reds(2), names, "it").startswith("Carte di controllo rosse: 2 su 2")


def test_a_draw_is_no_news_and_a_claim_is_said_whole(deal) -> None:
    table = deal(2, "7b 3g 1o 2v 4y 5b 6g 8o")
    drawing = table.view(1).copy()
    assert GAME.words.prompt(drawing.position, AUDIENCE, ("Anna", "Ben"), "en") == "Anna places the opening cards"
    while table.truth.phase != k.P_PLAY:
        (seat,) = table.to_act
        table.play_code(seat, next(code for code in table.look(seat).codes() if code != k.STOP))
    (seat,) = table.to_act
    table.play_code(seat, k.STOP)
    said = []
    for number in (1, 2, 3, 4):
        position = table.view(seat).position
        said.append(GAME.words.journal(position, seat, a.Name("E", number), ("Anna", "Ben"), "en"))
        table.play_code(seat, k.NAME + number)
    letters = "EFGH" if seat == 0 else "ABCD"
    assert said[-1].endswith(" claims: " + ", ".join(f"{one} {n}" for n, one in enumerate(letters, 1)) + ".")
    assert "stand E is 1" in said[0]


def test_the_audience_reads_no_card_in_the_drawing(deal) -> None:
    table = deal(4, "7b 3g 1o 2v 4y 5b 6g 8o")
    text = draw(table.view(AUDIENCE), "en")
    assert "<?>" in text and "7B" not in text
    assert "<7B>" in draw(table.view(0), "en") and "<?>" in draw(table.view(0), "fr")
