"""Printed numbers come in by the page: read as a table reads them, refused with line and reason, played with."""

import asyncio
from typing import Any

import pytest
from headless import Refused, Visitor

NOTHING = "".join(f"{colour} = []\n" for colour in ("orange", "yellow", "green", "purple"))
MINE = f"[layout.arrows]\nred = [1, 2]\nblue = []\n{NOTHING}[layout.artefacts]\nred = []\nblue = [7, 8, 9]\n{NOTHING}"
PARTS = "/api/games/roll-and-write/parts"


def asked(server: Any, body: Any, path: str = PARTS, language: str = "en") -> Any:
    return asyncio.run(Visitor(server.url, language).post(path, body))


def test_the_games_own_numbers(server) -> None:
    printed = asked(server, {"parts": None})["printed"]
    assert printed["arrows"]["orange"] == [4, 5]
    assert printed["reconstruction"] is True


def test_an_owners_sheet_is_read_and_told_back(server) -> None:
    printed = asked(server, {"parts": MINE})["printed"]
    assert printed["arrows"] == {"red": [1, 2], "orange": [], "yellow": [], "green": [], "blue": [], "purple": []}
    assert printed["artefacts"]["blue"] == [7, 8, 9]
    assert printed["artefact"][9] == 100
    assert printed["reconstruction"] is False


@pytest.mark.parametrize(
    ("text", "language", "sentence"),
    [
        ("", "en", None),  # nothing said: the game's own
        ("[layout.arrows]\nred = [10]\n", "en", "Line 2, red: boxes are numbered 1 to 9 from the bottom. Fix [10]"),
        (
            "[layout.arrows]\nred = [3, 3]\n",
            "de",
            "Zeile 2, red: ein Feld steht zweimal in [3, 3]",
        ),
        ("[layout.arrows]\nred = [1\n", "it", "Riga 2: questa riga non è TOML"),
        (
            f"[layout.artefacts]\nred = [1]\nblue = []\n{NOTHING}",
            "fr",
            "Ligne 1, artefacts\u00a0: on ne peut pas trouver",
        ),
        ("[dice]\nfaces = '1-6'\n", "en", "Line 1, dice: [dice] is certain and cannot be changed. Take it out"),
    ],
)
def test_what_cannot_be_is_refused_with_line_and_reason(server, text: str, language: str, sentence: str | None) -> None:
    if sentence is None:
        assert asked(server, {"parts": text}, language=language)["printed"]["arrows"]["orange"] == [4, 5]
        return
    answer = asked(server, {"parts": text}, language=language)
    assert answer["printed"] is None
    assert answer["sentence"].startswith(sentence)


def test_a_table_refuses_the_same_with_the_same_words(server) -> None:
    bad = "[layout.arrows]\nred = [10]\n"
    with pytest.raises(Refused, match="Zeile 2, red: die Felder zählen von unten 1 bis 9"):
        asked(server, {"game": "roll-and-write", "seats": 2, "parts": bad}, "/api/rooms", "de")


def test_the_wheels_of_the_lost_code_and_the_deck_of_kryptx_are_entered_too(server) -> None:
    path = "/api/games/lost-code/parts"
    assert asked(server, {"parts": None}, path)["printed"]["plain"]["sizes"] == [1, 2, 3, 4, 5, 7, 10]
    bad = asked(server, {"parts": "[wheels.plain]\npoints = [1]\n"}, path, "de")
    assert bad["sentence"] == (
        "Zeile 2, points: Das passt nicht (Expected `array` of length >= 7). Vergleiche es mit unserer Datei."
    )
    assert (bad["line"], bad["where"], bad["printed"]) == (2, "wheels.plain.points", None)
    assert asked(server, {"parts": None}, "/api/games/kryptx/parts")["printed"]["cards"] == 50
    assert "too few" in asked(server, {"parts": "[deck]\nnumbers = [1]\n"}, "/api/games/kryptx/parts")["sentence"]


@pytest.mark.parametrize(("path", "status"), [("/api/games/forehead/parts", 404), ("/api/games/whist/parts", 400)])
def test_games_that_have_no_numbers_to_enter(server, path: str, status: int) -> None:
    with pytest.raises(Refused) as refusal:
        asked(server, {"parts": MINE}, path)
    assert refusal.value.status == status


@pytest.mark.parametrize("body", [{"parts": 3}, {"file": ""}, {"parts": "x" * 70_000}])
def test_rubbish(server, body: Any) -> None:
    with pytest.raises(Refused):
        asked(server, body)


def test_a_table_is_played_with_the_sheet(server) -> None:
    async def game() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="roll-and-write", seats=2, parts=MINE, bots=["learned"], start=True)
            page = await anna.open(room)
            view = await page.next_view()
            assert view["picture"]["printed"]["arrows"]["red"] == [1, 2]
            assert view["picture"]["printed"]["reconstruction"] is False

    asyncio.run(game())


def test_the_games_own_file_can_be_fetched(server) -> None:
    """Ours, as `tepui parts` prints it, and read as ours."""

    async def own() -> str:
        text: str = (await Visitor(server.url).get("/api/games/lost-code/parts"))["text"]
        return text

    text = asyncio.run(own())
    path = "/api/games/lost-code/parts"
    assert asked(server, {"parts": text}, path) == asked(server, {"parts": None}, path)


def test_the_room_says_when_numbers_are_our_guess(server) -> None:
    """With ours, yes; with an owner's sheet, or where nothing is a guess, no."""

    async def told(**new: Any) -> bool:
        async with Visitor(server.url) as anna:
            page = await anna.open(await anna.create(seats=2, **new))
            return bool((await page.until("room"))["reconstructed"])

    assert asyncio.run(told(game="roll-and-write")) and asyncio.run(told(game="lost-code"))
    assert not asyncio.run(told(game="roll-and-write", parts=MINE))
    assert not asyncio.run(told(game="lost-code", parts="[wheels.plain]\npoints = [7, 4, 3, 3, 2, 2, 1]\n"))
    assert not asyncio.run(told(game="kryptx")) and not asyncio.run(told(game="forehead"))


def test_a_strangers_file_is_checked_too(server) -> None:
    """It brings no structure for a page: only the sentence says whether the file is good."""
    path = "/api/games/shells/parts"
    assert asked(server, {"parts": "more_rounds = 1\n"}, path) == {
        "printed": None,
        "sentence": "",
        "reason": "",
        "line": 0,
        "where": "",
    }
    bad = asked(server, {"parts": "\nmore_rounds = 2\n"}, path, "fr")
    assert bad["sentence"] == (
        "Ligne 2, more_rounds\u00a0: ceci ne convient pas (Expected `int` <= 1). Compare avec notre fichier"
    )
