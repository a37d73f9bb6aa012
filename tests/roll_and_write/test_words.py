"""What people read: each action has its sentence in four languages, and a move tells its consequence first."""

from random import Random

import pytest
from roll_and_write.laid import Accelerate, Refuse, Skip, Take, can, play, roll, sheet, table

from tepui.bots.contract import RandomBot, choose
from tepui.core.position import TABLE, legal_codes
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.actions import say
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.outlook import outlook
from tepui.games.roll_and_write.picture import picture
from tepui.games.roll_and_write.text import draw, points_line
from tepui.games.roll_and_write.words import letters

NAMES = ("Anna", "Ben", "Cleo")
WORDS = GAME.words


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Anna writes 7, expedition: blue."),
        ("fr", "Anna inscrit 7, expédition\u00a0: bleu."),
        ("it", "Anna scrive 7, spedizione: blu."),
        ("de", "Anna trägt 7 ein, Expedition: Blau."),
    ],
)
def test_a_number_in_the_journal(language: str, sentence: str):
    game = roll(table(sheet(), sheet()), "red blue green", 1, 4, 7)
    assert WORDS.journal(game, 0, Take("blue", 7, "number"), NAMES, language) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ben rolls: red, blue, green · 1, 4, 7."),
        ("fr", "Ben lance\u00a0: rouge, bleu, vert · 1, 4, 7."),
        ("it", "Ben lancia: rosso, blu, verde · 1, 4, 7."),
        ("de", "Ben würfelt: Rot, Blau, Grün · 1, 4, 7."),
    ],
)
def test_a_roll_is_one_line_that_its_last_die_tells(language: str, sentence: str):
    game = table(sheet(), sheet())
    game.roller, lines = 1, []
    for code in (0, 4, 3, 1, 4, 7):
        lines.append(WORDS.journal(game, TABLE, say(game, TABLE, code), NAMES, language))
        game.apply(TABLE, code)
    assert lines == ["", "", "", "", "", sentence]


def test_a_button_says_the_consequence():
    game = roll(table(sheet(blue=[3, 4, 6])), "blue blue blue", 7, 7, 7)
    assert WORDS.button(game, 0, Take("blue", 7, "number"), NAMES, "en") == "Write 7, blue: −10 → 5"
    assert WORDS.button(game, 0, Refuse(), NAMES, "en") == "Refuse: 0 → −40"


def test_the_effects_of_a_box_are_told_before():
    game = roll(table(sheet(red=[1, 1]), sheet()), "red red red", 1, 1, 1)
    assert WORDS.button(game, 0, Take("red", 1, "number"), NAMES, "de") == "1 eintragen, Rot: −15 → −10 + Pfeil"
    game = roll(table(sheet(green=[1, 1])), "green green green", 1, 1, 1)
    ahead = outlook(game, 0, GAME.hear(game, 0, Take("green", 1, "number")))
    assert (ahead.artefacts, ahead.artefact_points, ahead.change) == (1, -40, -10 + 15 - 40)


@pytest.mark.clause("RW-39")
def test_an_open_bridge_is_promised_and_a_passed_one_is_not():
    six = sheet(blue=[1] * 6)
    game = roll(table(six), "blue blue blue", 1, 1, 1)
    code = GAME.hear(game, 0, Take("blue", 1, "number"))
    assert outlook(game, 0, code).bridges == ("blue",)
    assert outlook(game, 0, code).bonus == 20
    assert "Bridge passed" in WORDS.journal(game, 0, Take("blue", 1, "number"), NAMES, "en")
    game.bridges = 1 << 4
    assert outlook(game, 0, code).bonus == 0
    assert "ridge" not in WORDS.journal(game, 0, Take("blue", 1, "number"), NAMES, "en"), "it reads like 20 points"


@pytest.mark.clause("RW-39")
def test_a_bridge_on_each_sheet_and_what_a_box_more_is_worth() -> None:
    game = roll(table(sheet(blue=[1] * 6), sheet(blue=[1] * 6), sheet(circles=("red",))), "blue blue blue", 1, 1, 1)
    play(game, 0, Take("blue", 1, "number"))
    view = View(GAME, GAME.setting(3), 0, ("Anna", "Ben", "Cleo"))
    view.position = game
    anna, ben, cleo = picture(view).sheets
    assert (anna.bridges[4], ben.bridges[4], cleo.bridges[4]) == ("passing", "open", "open")
    assert (anna.columns[4].points, anna.columns[4].next) == (30, 35)
    assert (cleo.columns[0].points, cleo.columns[0].next) == (-100, -40)
    play(game, 1, Take("blue", 1, "number"))
    play(game, 2, Take("blue", 1, "number"))
    anna, ben, cleo = picture(view).sheets
    assert (anna.bridges[4], ben.bridges[4], cleo.bridges[4]) == ("paid", "paid", "gone")
    assert (anna.bonus_points, cleo.bonus_points, anna.total) == (20, 0, 30 + 20 - 40)


@pytest.mark.clause("RW-41")
def test_the_end_of_a_turn_names_who_is_paid():
    six = sheet(blue=[1] * 6)
    game = roll(table(six, six), "blue blue blue", 1, 1, 1)
    play(game, 0, Take("blue", 1, "number"))
    sentence = WORDS.journal(game, 1, Take("blue", 1, "number"), NAMES, "en")
    assert sentence.endswith("Bridge blue: 20 bonus points for Anna and Ben.")


def test_prompts_speak_to_the_one_who_decides():
    game = roll(table(sheet(red=[1, 1]), sheet()), "red red red", 1, 1, 1)
    assert WORDS.prompt(game, 0, NAMES, "en") == "Your move: 6 dice"
    assert WORDS.prompt(game, 1, NAMES, "it") == "Prima scelta: Anna"
    play(game, 0, Take("red", 1, "number"))
    assert can(game, 0, Accelerate("red"))
    assert WORDS.prompt(game, 0, NAMES, "de") == "Beschleunigen oder verzichten"
    play(game, 0, Skip())
    assert WORDS.prompt(game, 1, NAMES, "fr") == "À toi\u00a0: 4 dés"


def test_letters_differ_in_every_language():
    for language in GAME.languages:
        found = letters(CATALOGUE.language(language))
        assert len(set(found.values())) == 6
    assert "".join(letters(CATALOGUE.language("de")).values()) == "ROGeGrBL"


@pytest.mark.parametrize("language", GAME.languages)
def test_a_whole_game_is_told_and_drawn(language: str):
    print("seed 7")
    rng = Random(7)
    game = Table(GAME, GAME.setting(3), lambda occasion, codes, weights: rng.choice(codes), NAMES)
    english = 0
    while not game.over:
        seat = game.to_act[0]
        view = game.look(seat)
        for code in legal_codes(view.position, seat):
            action = say(view.position, seat, code)
            told = WORDS.journal(view.position, seat, action, NAMES, language)
            assert told.strip().endswith((".", "?"))
            assert "{" not in told + WORDS.button(view.position, seat, action, NAMES, language)
            english += language != "en" and told == WORDS.journal(view.position, seat, action, NAMES, "en")
        assert WORDS.prompt(view.position, seat, NAMES, language)
        index = choose(RandomBot(), view, 1, rng)
        assert index is not None
        game.pick(seat, index)
    assert english == 0, "every sentence is translated"
    drawn = draw(game.look(0), language)
    assert all(name in drawn for name in NAMES)


def test_the_game_and_its_option_are_told_in_every_language():
    told = {GAME.about_in(language) for language in GAME.languages}
    assert len(told) == 4
    assert GAME.options_in("de")[0].title == "Alle anderen gleichzeitig"


def test_no_formal_address():
    for po in CATALOGUE.folder.glob("*.po"):
        text = po.read_text("utf-8")
        assert not any(word in text for word in ("Sie ", "Ihr ", "vous", "votre", "Lei "))


@pytest.mark.parametrize(
    ("language", "one", "none"),
    [("en", "A: 1 point", "A: 0 points"), ("de", "A: 1 Punkt", "A: 0 Punkte"),
     ("fr", "A\u00a0: 1 point", "A\u00a0: 0 point"), ("it", "A: −1 punto", "A: 0 punti")],
)  # fmt: skip
def test_one_point_is_no_points(language: str, one: str, none: str) -> None:
    _ = CATALOGUE.language(language)
    assert (points_line(_, "A", -1 if "−" in one else 1), points_line(_, "A", 0)) == (one, none)
