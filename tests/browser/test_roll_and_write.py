"""A whole game of Roll & Write in Chromium: by mouse, by keyboard alone, by touch.

The short form is a practice sheet that is filled for a while and then refused to its end; TEPUI_WHOLE=1 plays against
bots until the bridges are crossed (minutes each).
"""

import contextlib
import os

import pytest
from barriers import barriers
from player import PHONE, TURN, Visit, comes_true, until
from playwright.sync_api import Page, TimeoutError

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CONFIRM = '[data-press="confirm"]:not([aria-disabled="true"])'
PASS = '[data-press="pass"]:not([aria-disabled="true"])'
COLUMN = "[data-ui=table] button[data-column]:not([disabled])"  # one's own sheet, not those beside it


WHOLE = os.environ.get("TEPUI_WHOLE") == "1"
ENOUGH = 9  # entries of the short form


def sit_down(visit: Visit, **how: object) -> Page:
    """A table of one's own, or with bots, started at once."""
    page = visit("/", **how)
    press(page, "[data-friends=roll-and-write]")
    if not WHOLE:
        press(page, "fieldset [data-seats]")  # one player: a practice sheet
    press(page, "[data-make]")
    page.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    if WHOLE:
        press(page, "[data-fill]")
    press(page, '[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=table] [data-ui=sheet]")
    return page


def press(page: Page, selector: str) -> None:
    page.wait_for_selector(selector)
    target = page.locator(selector).first
    if page.evaluate("navigator.maxTouchPoints") > 0:
        target.tap()
    else:
        target.click()


def quickly(page: Page, selector: str) -> None:
    """Press it if it is still there: the table may have moved on in the meantime."""
    target = page.locator(selector).first
    with contextlib.suppress(TimeoutError):
        if page.evaluate("navigator.maxTouchPoints") > 0:
            target.tap(timeout=1500)
        else:
            target.click(timeout=1500)


class Someone:
    """Takes the first column that takes something; answers arrows with the same; refuses when nothing fits."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves = 0
        self.chains = 0

    def over(self) -> bool:
        return self.page.locator("[data-ui=account]").count() > 0

    def mine(self) -> bool:
        return self.page.locator("[data-ui=head][data-mine]").count() > 0

    def turn(self) -> str:
        return str(self.page.evaluate(TURN))

    def column(self) -> None:
        quickly(self.page, COLUMN)

    def confirm(self) -> None:
        quickly(self.page, CONFIRM)

    def refuse(self) -> None:
        quickly(self.page, PASS)

    def move(self) -> None:
        """One decision: looks again and again, as a person does, until the table has moved on."""
        before = self.turn()

        def look() -> None:
            chained = self.page.locator("[data-ui=chain]").count() > 0
            if self.page.locator(CONFIRM).count():
                self.confirm()
                self.chains += chained
            elif self.page.locator(COLUMN).count() and (WHOLE or self.moves < ENOUGH):
                self.column()
            elif self.page.locator(PASS).count():
                self.refuse()

        until(self.page, lambda: self.turn() != before or self.over(), look)
        self.moves += 1

    def play(self) -> None:
        until(self.page, self.over, lambda: self.mine() and self.move(), seconds=600)


class Typist(Someone):
    """Keys only: 1 to 6 the columns, Enter; R goes to the refusal."""

    def column(self) -> None:
        colours = ["red", "orange", "yellow", "green", "blue", "purple"]
        first = self.page.evaluate("s => document.querySelector(s)?.dataset.column ?? ''", COLUMN)
        if first:
            self.page.keyboard.press(str(colours.index(first) + 1))

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def refuse(self) -> None:
        self.page.keyboard.press("r")
        self.page.keyboard.press("Enter")


def accessible(page: Page, what: str) -> None:
    found = barriers(page)
    assert not found, f"{what}: {found}"


def account_adds_up(page: Page) -> None:
    comes_true(page, "() => document.querySelectorAll('[data-ui=account] tbody tr:not([data-come])').length === 0")
    sums = page.evaluate(
        """() => {
            const value = (cell) => Number(cell.textContent.replace('−', '-').replace('+', ''));
            const cells = (row) => [...row.querySelectorAll('td')].map(value);
            const rows = [...document.querySelectorAll('[data-ui=account] tbody tr')].map(cells);
            const totals = [...document.querySelectorAll('[data-totals] td')].map(value);
            return [totals, totals.map((_, k) => rows.reduce((sum, row) => sum + row[k], 0))];
        }"""
    )
    assert sums[0] == sums[1]
    page.wait_for_selector('[data-press="review"]')
    accessible(page, "the account")


@pytest.mark.proof
def test_a_game_by_mouse(visit: Visit) -> None:
    page = sit_down(visit)
    someone = Someone(page)
    someone.play()
    assert someone.moves >= 9
    account_adds_up(page)


@pytest.mark.proof
def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    page = sit_down(visit)
    someone = Typist(page)
    someone.play()
    assert someone.moves >= 9
    account_adds_up(page)


def test_a_game_by_touch_on_a_phone_in_german(visit: Visit) -> None:
    page = sit_down(visit, size=PHONE, touch=True, language="de-DE")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    someone = Someone(page)
    someone.play()
    assert someone.moves >= 9
    account_adds_up(page)


@pytest.mark.proof
def test_a_ghost_first_then_back_and_nothing_has_happened(visit: Visit) -> None:
    page = sit_down(visit)
    someone = Someone(page)
    until(page, someone.mine)
    before = someone.turn()
    press(page, COLUMN)
    page.wait_for_selector("[data-ui=sheet] [data-ghost]")
    accessible(page, "a ghost on the sheet")
    assert page.locator(CONFIRM).count() or page.locator('[data-press="confirm"]').count()
    page.keyboard.press("Escape")
    assert page.locator("[data-ui=sheet] [data-ghost]").count() == 0
    assert someone.turn() == before


@pytest.mark.proof
def test_the_teacher_values_every_offer_and_marks_the_best(visit: Visit) -> None:
    page = sit_down(visit)
    someone = Someone(page)
    while not someone.mine():
        page.wait_for_timeout(25)
    assert page.locator("[data-worth]").count() == 0
    press(page, "[data-ui=aside] [data-help]")
    press(page, "dialog [data-level=teacher]")
    page.keyboard.press("Escape")
    for _ in range(3):
        while not someone.mine():
            page.wait_for_timeout(25)
        page.wait_for_selector("[data-best]")
        assert page.locator("[data-best]").count() == 1
        someone.move()
    page.wait_for_selector("[data-best]")
    spoken = [column.get_attribute("aria-label") or "" for column in page.locator(COLUMN).all()]
    assert all("against" in words for words in spoken)
    assert (
        sum("the teacher’s choice" in words for words in spoken) == page.locator("[data-ui=sheet] [data-best]").count()
    )
    accessible(page, "the teacher's values")
