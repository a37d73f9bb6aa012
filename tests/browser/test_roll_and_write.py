"""A whole game of Roll & Write in Chromium: by mouse, by keyboard alone, by touch.

The short form is a practice sheet that is filled for a while and then refused to its end; TEPUI_WHOLE=1 plays against
bots until the bridges are crossed (minutes each).
"""

import contextlib
import os

import pytest
from barriers import barriers
from player import PHONE, TURN, Visit, comes_true, new_table, play_out, until
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
    """Keys only: 1 to 6 the columns, R the refusal, and Enter confirms."""

    def column(self) -> None:
        colours = ["red", "orange", "yellow", "green", "blue", "purple"]
        first = self.page.evaluate("s => document.querySelector(s)?.dataset.column ?? ''", COLUMN)
        if first:
            self.page.keyboard.press(str(colours.index(first) + 1))

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def refuse(self) -> None:
        self.page.keyboard.press("r")


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


GHOSTS = "[data-ui=table] [data-ui=sheet] [data-ghost]"
SHEET = "JSON.stringify(document.querySelector('[data-ui=table] [data-ui=sheet]').getBoundingClientRect())"
# Numbers that lie outside of the box, or the chip, that they belong to.
OUTSIDE = """(boxes) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const edge = box.getBoundingClientRect();
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const out = [];
  for (let text; (text = texts.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    const unseen = text.parentElement.closest("[data-bridge], .sr, title");
    if (edge.width && text.data.trim() && !unseen && (at.left < edge.left - 1 || at.right > edge.right + 1))
      out.push(text.data);
  }
  return out;
})"""


@pytest.mark.proof
def test_refusing_is_confirmed_and_the_sheet_keeps_its_size(visit: Visit) -> None:
    page = sit_down(visit, size=PHONE)
    someone = Someone(page)
    until(page, someone.mine)
    page.wait_for_selector(PASS)
    turn, size = someone.turn(), page.evaluate(SHEET)
    page.keyboard.press("r")
    page.wait_for_selector(GHOSTS)
    assert (someone.turn(), page.evaluate(SHEET)) == (turn, size), "one key asks, and does nothing"
    page.keyboard.press("Escape")
    assert page.locator(GHOSTS).count() == 0
    press(page, COLUMN)
    page.wait_for_selector(CONFIRM)
    assert page.evaluate(SHEET) == size
    press(page, '[data-press="back"]')
    press(page, PASS)
    assert someone.turn() == turn
    page.keyboard.press("?")
    told = page.locator("[data-ui=keys-told]")
    assert all(key in told.inner_text() for key in ("Q W E", "1–6", "R", "Enter", "Esc"))
    page.keyboard.press("Escape")
    press(page, CONFIRM)
    comes_true(page, f"before => ({TURN}) !== before", arg=turn)


@pytest.mark.proof
def test_a_crossed_bridge_is_celebrated_and_the_finished_sheet_is_the_picture_of_the_end(visit: Visit) -> None:
    page = sit_down(visit, size=PHONE)
    page.evaluate(
        """() => {
            globalThis.crossed = [];
            new MutationObserver(() => {
                const shown = document.querySelector("[data-crossed]")?.textContent.trim();
                if (shown && crossed.at(-1) !== shown) crossed.push(shown);
            }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    play_out(page)
    told = page.evaluate("crossed")
    assert told and all("+20" in one for one in told), "whoever refuses nine times crosses the bridge of the refusals"
    assert page.locator("[data-ui=ended] [data-ui=sheet]").count() == 1
    page.goto(page.url + "#replay?move=7")
    page.wait_for_selector("[data-ui=controls]")
    comes_true(page, "document.querySelector('[data-ui=controls] p').textContent.includes(' rolls: ')")
    page.click('[data-ui=controls] [aria-label="One move on"]')
    comes_true(page, "!document.querySelector('[data-ui=controls] p').textContent.includes(' rolls: ')")


@pytest.mark.proof
@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, PHONE, {"width": 844, "height": 390}], ids=str)
def test_numbers_fit_their_boxes_and_scores_their_chips_with_five_players(visit: Visit, size: dict[str, int]) -> None:
    page = visit("/", size=size)
    page.goto(new_table(page, "roll-and-write", 5, bots=["beginner"] * 4, start=True))
    page.wait_for_selector("[data-ui=table] [data-ui=sheet]")
    someone = Someone(page)
    for _ in range(12):
        until(page, someone.mine)
        assert page.evaluate(OUTSIDE, "[data-ui=table] [data-cell], [data-ui=strip]:not([data-tall]) li") == []
        assert page.locator("[data-die]").first.is_visible()
        someone.move()


@pytest.mark.proof
def test_a_big_screen_shows_all_sheets_of_one_size(visit: Visit) -> None:
    page = visit("/")
    table = new_table(page, "roll-and-write", 3, bots=["beginner"] * 2, start=True)
    screen = page.context.new_page()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.goto(table + "#screen")
    screen.wait_for_selector("[data-ui=all-sheets] [data-ui=sheet]")
    sizes = screen.evaluate(
        """[...document.querySelectorAll("[data-ui=all-sheets] [data-ui=sheet]")].map((sheet) =>
            [sheet.getBoundingClientRect().width, sheet.getBoundingClientRect().height].map(Math.round).join(" x "))"""
    )
    assert len(sizes) == 3 and len(set(sizes)) == 1
    assert screen.evaluate(OUTSIDE, "[data-ui=all-sheets] [data-cell]") == []
