"""Every sentence in four languages: complete, natural, and the same holes in each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

import tepui.games.lost_code
from tepui.core.dealer import Dealer
from tepui.core.position import AUDIENCE
from tepui.core.table import Table
from tepui.core.words import LANGUAGES
from tepui.games.lost_code import GAME
from tepui.games.lost_code.actions import Answer, Discard, Draw, Exchange, Guess, Roll
from tepui.games.lost_code.catalogue import CATALOGUE
from tepui.games.lost_code.text import draw
from tepui.games.lost_code.words import CHANGING, colour_words, consequences, letters

FOLDER = Path(tepui.games.lost_code.__file__).parent
NAMES = ("Yvonne", "Jim", "Diana")
EVERYTHING = {"deadly_shortcut": True, "curse": True}


def messages(language: str) -> list[tuple[str, str]]:
    """English and translated texts, plural forms one by one."""
    with (FOLDER / "locale" / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    found = []
    for message in catalogue:
        if message.id:
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            translated = message.string if isinstance(message.string, tuple) else (message.string,)
            found += [(english[-1], text) for text in translated]
    return found


def english_texts() -> set[str]:
    """Every text that the source asks the catalogue for, read from the source itself."""
    asked = set()
    for source in FOLDER.glob("*.py"):
        text = source.read_text("utf-8")
        asked |= set(re.findall(r'\b(?:_|gettext)\(\s*"((?:[^"\\]|\\.)+)"', text))
        asked |= {found[-1] for found in re.findall(r'pgettext\(\s*"([^"]+)",\s*"([^"]+)"', text)}
        asked |= {found[-1] for found in re.findall(r'ngettext\(\s*"([^"]+)",\s*"([^"]+)"', text)}
    return asked


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_untranslated(language: str) -> None:
    found = messages(language)
    assert all(text for _, text in found)
    missing = english_texts() - {english for english, _ in found}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_name_what_the_sentence_has(language: str) -> None:
    for english, text in messages(language):
        holes = set(re.findall(r"\{(\w+)\}", english))
        assert set(re.findall(r"\{(\w+)\}", text)) | {"n"} == holes | {"n"}, (english, text)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_typography_and_tone(language: str) -> None:
    formal = re.compile(
        {"fr": r"\b[Vv]ous\b|\b[Vv]otre\b", "it": r"\bLei\b", "de": r"\bSie (?!sind)|\bIhr\b"}[language]
    )
    for _, text in messages(language):
        assert "'" not in text, text  # ’
        assert not re.search(r"\d-\d| - ", text), text  # en dash, minus
        assert not formal.search(text), text
        if language == "fr":
            assert not re.search(r"(?<![\u00a0\u202f]):|(?<!\u202f)[!?;]", text), text
            assert not re.search(r"\b[Dd]e \{name\}|\bd’\{name\}", text), text
        else:
            assert not re.search(r"\s:", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_colours_differ(language: str) -> None:
    _ = CATALOGUE.language(language)
    assert len(set(letters(_).values())) == 6
    assert len(set(colour_words(_).values())) == 6


def test_the_model_sentences(scene: Any) -> None:
    game = scene("Anna Ben", {"Anna": "r4 b0 y0"}).roll("red blue yellow").keep()
    say = GAME.words.journal
    position = game.view("Ben").position
    told = [say(position, 0, Guess(7, 9), ("Anna", "Ben"), language) for language in LANGUAGES]
    assert told == [
        "Anna sets the 7-wheel to 9–15.",
        "Anna règle le disque de 7 sur 9–15.",
        "Anna imposta la ruota da 7 su 9–15.",
        "Anna stellt die 7er-Scheibe auf 9–15.",
    ]
    game.happens(0, Guess(7, 9))
    game.happens(1, Guess(10, 0))
    told = [say(position, 16, Answer(0, "lower"), ("Anna", "Ben"), language) for language in LANGUAGES]
    assert told == [
        "Anna’s sum is lower.",
        "Anna\u00a0: somme inférieure.",
        "Anna: la somma è minore.",
        "Anna: Die Summe ist niedriger.",
    ]


def test_an_exchange_is_told_whole(scene: Any) -> None:
    game = scene("Anna Ben", {"Anna": "r4 b0 y0"}).roll("red blue yellow").keep()
    game.guess("Anna", 2, right=False).guess("Ben", 10, right=True)
    game.happens(0, Exchange("red"))
    say = GAME.words.journal
    told = [say(game.position(1), 16, Discard(0, "red", 4), ("Anna", "Ben"), language) for language in LANGUAGES]
    assert told == [
        "Anna exchanges a stone: red, it was 4.",
        "Anna échange une pierre\u00a0: rouge, c’était 4.",
        "Anna scambia una roccia: rosso, era 4.",
        "Anna tauscht einen Stein: Rot, es war 4.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_and_drawn(language: str) -> None:
    """Journal, prompts, buttons, reminders and drawings of a whole game; none falls back to another language."""
    rng = Random(3)
    table = Table(GAME, GAME.setting(3, EVERYTHING), Dealer("told").choose, NAMES)
    words, english = GAME.words, english_texts()
    told: list[str] = []
    while not table.over:
        seat = rng.choice(table.to_act)
        view = table.look(seat)
        action = rng.choice(view.legal())
        told.append(words.button(view.position, seat, action, NAMES, language))
        told.append(words.reminder(view.position, seat, NAMES, language))
        told += [words.prompt(table.look(eye).position, eye, NAMES, language) for eye in (0, 1, 2, AUDIENCE)]
        if rng.random() < 0.2:
            told += filter(None, draw(view, language).splitlines())
        watcher = table.look((seat + 1) % 3)
        before, heard = watcher.position.clone(), len(watcher.moves)
        table.play(seat, action)
        for by, code in watcher.moves[heard:]:
            action = GAME.say(before, by, code)
            sentence = words.journal(before, by, action, NAMES, language)
            if sentence or not isinstance(
                action, Roll | Draw
            ):  # a roll is told by its last die, a new stone lies there
                told.append(sentence)
            before.apply(by, code)
    assert all(told)
    assert not any("{" in line or "None" in line for line in told)
    if language != "en":
        same = {line for line in told if line in english}
        assert same <= {"X-Race"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_has_its_words(language: str) -> None:
    titles = [(option.title, option.about) for option in GAME.options_in(language)]
    assert all(title and about for title, about in titles)
    assert len(set(titles)) == 4
    assert (GAME.about_in(language) == GAME.about) == (language == "en")


def test_only_moves_that_change_more_are_followed_by_more_sentences() -> None:
    """`journal` looks at the position after a move only where the move may end something or move a piece."""
    english, rng = CATALOGUE.language("en"), Random(5)
    table = Table(GAME, GAME.setting(3, EVERYTHING), Dealer("more").choose, NAMES)
    while not table.over:
        for seat in table.to_act:
            table.pick(seat, rng.randrange(len(table.look(seat).codes())))
    before = GAME.start(table.setting)
    for by, code in table.moves:
        after = before.clone()
        after.apply(by, code)
        action = GAME.say(before, by, code)
        assert isinstance(action, CHANGING) or consequences(english, before, after, action, NAMES) == []
        before = after


def test_who_is_moved_by_the_curse_and_who_wins_a_tie_is_said() -> None:
    """10.2, 10.3, 12.4: what no right guess moved, the curse did; on one space whoever came first is ahead."""
    cursed = ties = 0
    for seed in range(30):
        rng = Random(seed)
        table = Table(GAME, GAME.setting(2, {"curse": True}), Dealer(f"tie {seed}").choose, NAMES[:2])
        while not table.over:
            for seat in table.to_act:
                table.pick(seat, rng.randrange(len(table.look(seat).codes())))
        told = [GAME.words.journal(*row, NAMES[:2], "en") for row in played(table)]
        for text in told:
            wrong = "sum is" in text or ": wrong." in text
            assert wrong == ("The curse: " in text) if "moves" in text and ("right" in text or wrong) else True, text
        cursed += sum("The curse: " in text for text in told)
        tied = len(set(table.scores())) == 1
        assert tied == ("Equal points: " in told[-1])
        if tied:
            ties += 1
            assert f"Equal points: {NAMES[table.places().index(1)]} reached" in told[-1]
    assert cursed and ties


def played(table: Table) -> Iterator[tuple[Any, int, Any]]:
    """Every move with the position before it."""
    position = GAME.start(table.setting)
    for by, code in table.moves:
        yield position.clone(), by, GAME.say(position, by, code)
        position.apply(by, code)
