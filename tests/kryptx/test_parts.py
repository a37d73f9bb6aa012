"""Another printing of the cards: checked when it is loaded, with a sentence that says what to mend."""

import re

import pytest

from tepui.core.refusal import BadParts, IllegalMove
from tepui.core.table import Table
from tepui.games.kryptx import GAME
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.actions import Name, Stop
from tepui.games.kryptx.coach import help
from tepui.games.kryptx.parts_file import load, own_text, printed
from tepui.games.kryptx.shapes import Card


@pytest.mark.clause("KX-02")
def test_the_deck_is_fifty_different_cards() -> None:
    parts = load()
    assert parts.deck.size == 50 and parts.deck.claims == 10
    assert [colour.name for colour in parts.colours] == ["blue", "green", "orange", "purple", "yellow"]
    assert len({colour.letter for colour in parts.colours}) == len({colour.shape for colour in parts.colours}) == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "numbers = [0, 1, 1]", "different"),
        ("numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "numbers = [0, 10]", "line 6, numbers: .*Expected `int` <= 9"),
        ("numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "numbers = [0, 1, 2]", "too few"),
        ("numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", 'numbers = "many"', "Expected `array`, got `str`"),
        ("missing = []", 'missing = [[3, "pink"]]', "never had"),
        ("missing = []", "missing = [3]", "line 7, missing: .*Expected `array`, got `int`"),
        ('letter = "G"', 'letter = "B"', "of its own"),
        ('letter = "G"', "letter = 3", "Expected `str`, got `int`"),
        ('name = "green"', f'name = "{"g" * 25}"', "length <= 24"),
        ('letters = "ABCDEFGHI"', 'letters = "ABCDEFGH"', "nine"),
        ("[deck]", "[deck", "TOML"),
        ("[deck]", "[dock]", "no such name here"),
        ("[players]", "[deck.players]", "no such name here"),
    ],
)
def test_what_cannot_be_used_is_refused(old: str, new: str, said: str) -> None:
    text = own_text().replace(old, new, 1)
    assert text != own_text()
    with pytest.raises(BadParts, match=said) as refused:
        load(text)
    assert re.match(r"line \d+(, \w+)?: ", str(refused.value))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "line 2, letters: nine stands need nine different letters"),
        ("fr", "ligne 2, letters\u00a0: neuf supports demandent neuf lettres différentes"),
        ("it", "riga 2, letters: nove supporti vogliono nove lettere diverse"),
        ("de", "Zeile 2, letters: Neun Halter brauchen neun verschiedene Buchstaben"),
    ],
)
def test_the_owner_reads_it_in_their_language(language: str, sentence: str) -> None:
    with pytest.raises(BadParts) as refused:
        load('[stands]\nletters = "AB"\n')
    assert refused.value.sentence(language) == sentence
    assert refused.value.where == "stands.letters"


def test_a_deck_must_be_enough_for_four_players() -> None:
    """Eight code cards, twelve opening cards and a hand to draw: 23."""
    fewer = own_text().replace("numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "numbers = [0, 1, 2, 3, 4]", 1)
    gone = ["blue", "green", "orange"]
    enough = fewer.replace("missing = []", f"missing = {[[4, name] for name in gone[:2]]}".replace("'", '"'), 1)
    assert load(enough).deck.size == 23
    with pytest.raises(BadParts, match="22 cards are too few for four players: at least 23"):
        load(fewer.replace("missing = []", f"missing = {[[4, name] for name in gone]}".replace("'", '"'), 1))


def test_help_and_refusals_know_a_deck_of_three_colours() -> None:
    """Two colours fewer and no 9: the teacher speaks of what is there, and a claim of a 9 hears why it is refused."""
    text = own_text().replace("7, 8, 9]", "7, 8]", 1)
    begin, end = text.index('[[colours]]\nname = "purple"'), text.index("[about_colours]")
    table = Table(
        GAME, GAME.setting(2, parts_text=text[:begin] + text[end:]), lambda occasion, codes, weights: codes[-1]
    )
    while table.truth.phase != k.P_ASK:
        table.pick(table.to_act[0], 0)
    told = help.as_text(table.view(0), "teacher", "en")
    assert "orange" in told and "yellow" not in told
    table.play(0, Stop())
    with pytest.raises(IllegalMove, match="no card of this deck has that number"):
        table.play(0, Name("E", 9))


def test_the_referee_speaks_the_players_language() -> None:
    table = Table(GAME, GAME.setting(2), lambda occasion, codes, weights: codes[-1])
    table.pick(table.to_act[0], 0)
    told = help.as_text(table.view(0), "referee", "de")
    assert "Blau 3" in told and "blue" not in told


def test_a_smaller_deck_is_played_with_its_own_cards_only() -> None:
    """Forty cards and one missing: nobody can ask for what is not there, and a claim names only its numbers."""
    text = own_text().replace("7, 8, 9]", "7]", 1).replace("missing = []", 'missing = [[0, "blue"]]', 1)
    setting = GAME.setting(4, parts_text=text)
    assert setting.parts.deck.size == 39
    table = Table(GAME, setting, lambda occasion, codes, weights: codes[-1])
    while table.truth.phase != k.P_ASK:
        table.pick(table.to_act[0], 0)
    asked = {(code - k.ASK) % 15 for code in table.look(table.to_act[0]).codes() if k.ASK <= code < k.SECRET}
    assert asked == {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14}
    table.play_code(0, k.STOP)
    assert {move.number for move in table.view(0).legal()} == set(range(8))


def test_a_file_needs_only_what_differs_from_ours() -> None:
    mine = load('[deck]\nmissing = [[9, "blue"]]\n')
    assert mine.deck.size == 49 and mine.deck.letters == load().deck.letters and mine.colours == load().colours
    assert load("").deck.cards == load().deck.cards
    with pytest.raises(BadParts, match="rulebook"):
        load("[players]\nopening_cards = 4\n")


def test_what_the_parts_print_is_told_to_a_page() -> None:
    ours = printed(load())
    assert ours.numbers == list(range(10)) and ours.cards == 50 and ours.missing == [] and ours.least == 23
    assert [colour.name for colour in ours.colours] == ["blue", "green", "orange", "purple", "yellow"]
    assert printed(load('[deck]\nmissing = [[9, "blue"]]\n')).missing == [Card(9, "blue")]
