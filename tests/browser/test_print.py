"""Sheets for the real table: printed by Chromium on A4 and Letter, whole, on as many pages as they should take."""

import re

import pytest
from player import PHONE, Visit, comes_true

pytestmark = pytest.mark.browser

GAMES = {"lost-code": 2, "roll-and-write": 2, "kryptx": 6}  # drawn on one page
CUT = """() => [...document.querySelectorAll('[data-ui=paper], [data-ui=paper] [data-sheet]')]
    .filter((one) => one.scrollHeight > one.clientHeight + 1)
    .map((one) => [one.className, one.scrollHeight, one.clientHeight])"""
OUTSIDE = """() => { const paper = document.querySelector('[data-ui=paper]').getBoundingClientRect();
    return [...document.querySelectorAll('[data-ui=paper] *')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.right > paper.right + 1 || box.bottom > paper.bottom + 1 || box.left < paper.left - 1);
    }).map((one) => one.outerHTML.slice(0, 80)); }"""


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.proof(but="lost-code-en-GB")
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("game", GAMES)
def test_one_page_of_sheets_with_nothing_cut(visit: Visit, game: str, language: str) -> None:
    page = visit(f"/print/{game}", language=language, dark=True)
    page.wait_for_selector("[data-ready] [data-sheet]")
    assert page.locator("[data-sheet]").count() == GAMES[game]
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == [] and page.evaluate(OUTSIDE) == []
    for paper in ("A4", "Letter"):
        assert pages(page.pdf(format=paper)) == 1, paper
    assert page.locator("header").first.is_hidden(), "the page's own buttons are not printed"


@pytest.mark.proof
def test_the_rules_lead_to_the_sheets(visit: Visit) -> None:
    page = visit("/game/kryptx", size=PHONE)
    page.click("[data-rules=kryptx]")
    assert page.get_attribute("dialog [data-print]", "href") == "/print/kryptx"
    page.goto("/sheet/lost-code")
    page.click("[data-print]")
    page.wait_for_selector("[data-ready] [data-sheet]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.proof
def test_what_was_entered_is_printed(visit: Visit) -> None:
    page = visit("/sheet/lost-code")
    page.wait_for_selector("[data-verdict=good]")
    page.click("[data-points='0'] [data-ui=more]")
    comes_true(page, "() => localStorage.getItem('tepui.parts.lost-code')?.includes('7, 4, 3')")
    page.goto("/print/lost-code")
    page.wait_for_selector("[data-ready] [data-sheet]")
    assert "+7" in page.inner_text("[data-sheet='1'] [data-ui=wheels]")


@pytest.mark.proof
def test_a_game_without_sheets_says_so(visit: Visit) -> None:
    page = visit("/print/forehead")
    page.get_by_text("no sheets to print").wait_for()
