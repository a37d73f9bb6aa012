"""Kryptx in Chromium: whole games by mouse, keyboard and touch; two Stops at once; the page never scrolls sideways."""

from __future__ import annotations

from typing import Any

import player
import pytest
from barriers import barriers
from player import TURN, comes_true, until
from playwright.sync_api import Page, TimeoutError

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 664}
LAPTOP = {"width": 1280, "height": 800}
READ = {"coached": ["kx.code", "kx.ask", "kx.stop"]}

# Down and up at one moment, however busy the machine is.
TOUCHED = "button => ['down', 'up'].forEach((how) => button.dispatchEvent(new PointerEvent(`pointer${how}`)))"


def new_table(page: Page, seats: int, bots: list[str], **more: Any) -> str:
    """A table made as the page makes one; returns its address."""
    page.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", READ)
    return player.new_table(page, "kryptx", seats, bots=bots, start=len(bots) == seats - 1, **more)


class Player:
    """Plays by what the page offers; `how` is mouse, keyboard or touch."""

    def __init__(self, page: Page, how: str) -> None:
        self.page, self.how, self.moves = page, how, 0

    def press(self, selector: str, nth: int = 0) -> None:
        found = self.page.locator(selector).nth(nth)
        if self.how == "keyboard":
            found.press("Enter")
        elif self.how == "touch":
            found.tap()
        else:
            found.click()

    def there(self, selector: str) -> int:
        return self.page.locator(selector).locator("visible=true").count()

    def over(self) -> bool:
        return self.there('[data-press="replay"]') > 0

    def mine(self) -> bool:
        return self.there("[data-ui=head][data-mine]") > 0

    def step(self) -> bool:
        """One decision, if one is owed and nobody calls Stop! before it is made."""
        try:
            return self.mine() and self.decided()
        except TimeoutError:
            if self.mine():
                raise
            return False

    def decided(self) -> bool:
        if self.there("[data-ceremony] button"):
            self.press("[data-ceremony] button")
        if self.there("[data-hand]:not([disabled])"):
            self.press("[data-hand]:not([disabled])")
            if not self.there('[data-press="confirm"]'):
                self.press('[data-own] [data-stand][data-lifted], [data-place="beside"]')
        elif self.there("[data-ui=others] [data-stand][data-lifted]"):
            self.ask()
        elif self.there("[data-own] [data-stand][data-lifted]"):
            self.press("[data-own] [data-stand][data-lifted]")
        else:
            return False
        before = self.page.evaluate(TURN)
        self.page.locator('[data-press="confirm"]:not([aria-disabled="true"])').wait_for()
        self.press('[data-press="confirm"]')
        self.moves += 1
        comes_true(
            self.page,
            f"before => ({TURN}) !== before || document.querySelector('[data-press=replay]')",
            arg=before,
        )
        return True

    def ask(self) -> None:
        self.press("[data-ui=others] [data-stand][data-lifted]", self.moves % 2)
        if self.moves % 3 == 0:
            self.press('[data-kind="colour"]')
            self.press("[data-ask]", self.moves % 5)
        else:
            self.press("[data-ask]", self.moves % 10)

    def until_over(self) -> None:
        until(self.page, self.over, self.step)


@pytest.mark.proof(but="keyboard")
@pytest.mark.parametrize("how", ["mouse", "keyboard", "touch"])
def test_a_whole_game(visit: Any, how: str) -> None:
    page = visit("/", size=LAPTOP if how == "mouse" else PHONE, touch=how == "touch")
    page.goto(new_table(page, 2, ["random"]))
    page.locator("[data-phase]").wait_for()
    player = Player(page, how)
    player.until_over()
    assert player.moves > 5
    assert page.locator("[data-ui=others] [data-stand]").first.get_attribute("aria-label").count("face down") == 0
    page.locator("[data-result] [data-first]").first.wait_for()
    if how != "keyboard":
        assert not barriers(page)


def fill(page: Page, numbers: str) -> None:
    """The private form: digits typed on the dials."""
    page.locator('[data-press="stop"]').click()
    comes_true(page, "document.activeElement.matches('[data-dial]')")  # the panel takes the focus
    page.keyboard.type(numbers)  # and each digit goes on to the next stand


def declare(page: Page) -> None:
    """By keys: the button asks once more."""
    for _ in range(2):
        page.locator("[data-declare]").press("Enter")


def two_people(visit: Any) -> tuple[Page, Page]:
    anna, ben = visit("/", size=LAPTOP), visit("/", size=PHONE)
    link = new_table(anna, 2, [])
    ben.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", READ)
    anna.goto(link)
    ben.goto(link)
    ben.get_by_role("button", name="Sit down").first.click()
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.locator("[data-phase]").wait_for()
    players = [Player(anna, "mouse"), Player(ben, "mouse")]

    def begun() -> bool:
        return anna.locator("[data-phase]").get_attribute("data-phase") not in ("opening", "draw", "deal")

    until(anna, begun, lambda: any(player.step() for player in players))
    return anna, ben


def stop_at_once(visit: Any) -> tuple[tuple[Page, Page], list[int]]:
    """Both hold a full form and press at the same tick of the clock; returns how many dials each still has."""
    pages = anna, ben = two_people(visit)
    fill(anna, "0123")
    fill(ben, "4567")
    at = anna.evaluate("Date.now()") + 1000
    for page in pages:
        page.locator("[data-declare]").evaluate("button => button.click()")  # once by keys only asks
        page.locator("[data-declare]").evaluate(
            "(button, at) => void setTimeout(() => button.click(), at - Date.now())", at
        )
    for page in pages:
        page.locator("[data-ceremony]").first.wait_for()
    return pages, [page.locator("[data-dial]").count() for page in pages]


@pytest.mark.proof
def test_two_stops_at_once_one_is_served_and_the_other_keeps_the_form(visit: Any) -> None:
    for _ in range(4):
        pages, forms = stop_at_once(visit)
        if forms != [0, 0]:
            break  # otherwise the machine dawdled, and the second Stop was cried after the first had been counted
    assert sorted(forms) == [0, 4], "one claim was made; the other player's form is still there"
    loser = pages[forms.index(4)]
    kept = [dial.text_content() for dial in loser.locator("[data-dial] b").all()]
    assert kept == list("0123" if loser is pages[0] else "4567"), "and nothing of it is lost"
    claims = {page.locator("[data-ceremony] [data-ui=numbers] b").all_text_contents()[0] for page in pages}
    assert len(claims) == 1, "everybody sees the same one"


def test_the_form_is_private_and_the_hold_declares(visit: Any) -> None:
    anna, ben = two_people(visit)
    fill(anna, "9999")
    assert ben.locator("[data-ceremony]").count() == 0
    hold = anna.locator("[data-declare]")
    hold.evaluate(TOUCHED)  # let go too early: nothing happens
    anna.wait_for_timeout(800)
    assert ben.locator("[data-ceremony]").count() == 0
    hold.hover()
    anna.mouse.down()
    anna.locator("[data-ceremony]").first.wait_for()
    anna.mouse.up()
    ben.locator("[data-ceremony]").first.wait_for()
    ben.locator("[data-ceremony]").get_by_text("1 red of 1").wait_for()
    anna.locator('[data-press="stop"]').click()  # locked now, and it says why
    anna.locator("[role=status][data-explained]").get_by_text(
        "Your claim was wrong: wait until someone else"
    ).wait_for()
    anna.locator('[data-press="not-yet"]').click()
    player = Player(anna, "mouse")
    until(anna, lambda: anna.locator("[data-own] [data-stand][data-open]").count() == 1, player.step)
    for page in (anna, ben):  # the claim stays where everyone can read it
        assert page.locator("[data-failed] span b").all_text_contents() == ["9"] * 4


@pytest.mark.proof
def test_a_turn_by_keys_alone_is_a_few_presses(visit: Any) -> None:
    """The focus goes where the next choice is: a card, its place, the confirm, a stand, a number, the confirm."""
    page = visit("/", size=LAPTOP)
    page.goto(new_table(page, 2, ["random"]))
    page.locator("[data-phase]").wait_for()
    presses, placed = 0, 0

    def enter() -> bool:
        nonlocal presses, placed
        if not page.locator("[data-ui=head][data-mine]").count():
            return False
        things = "[data-hand], [data-stand], [data-place], [data-ask], [data-press=confirm]"
        if not presses:
            page.locator("[data-hand]").first.focus()  # the first time by Tab
        comes_true(page, "things => document.activeElement.matches(things)", arg=things)
        if page.evaluate("document.activeElement.getAttribute('aria-disabled')"):
            return False
        presses += 1
        placed += page.evaluate("document.activeElement.dataset.press === 'confirm'")
        before = page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Enter")
        comes_true(page, "before => document.activeElement.outerHTML !== before", arg=before)
        return True

    until(page, lambda: page.locator("[data-question]").count() > 0 and placed > 4, enter)
    assert presses <= 4 * placed


@pytest.mark.proof
def test_a_question_stays_at_its_stand_with_who_asked(visit: Any) -> None:
    anna, ben = two_people(visit)
    players = [Player(anna, "mouse"), Player(ben, "mouse")]
    asking = "[data-ui=others] [data-stand][data-lifted]"
    until(anna, lambda: any(one.there(asking) for one in players), lambda: any(one.step() for one in players))
    asker = next(one.page for one in players if one.there(asking))
    asked = ben if asker is anna else anna
    stand = asker.locator(asking).first.get_attribute("data-stand")
    asker.locator(asking).first.click()
    asker.locator('[data-ask="7"]').click()
    asker.locator('[data-press="confirm"]:not([aria-disabled="true"])').click()
    for page in (anna, ben):
        page.locator(f'[data-stand="{stand}"] [data-question]').wait_for()
    head = asked.locator("[data-ui=headline]").inner_text()
    assert f"asks about stand {stand}: 7?" in head or asked.locator("[data-ui=head][data-mine]").count()


@pytest.mark.proof
def test_who_draws_instead_is_told_what_it_means_and_keeps_the_card_in_sight(visit: Any) -> None:
    page = visit("/", size=PHONE)
    page.goto(new_table(page, 2, ["random"]))
    page.locator("[data-phase]").wait_for()
    player = Player(page, "mouse")
    until(page, lambda: player.there('[data-press="extra"]'), player.step)
    page.locator('[data-press="extra"]:not([aria-disabled="true"])').click()
    page.locator("[data-ui=headline]").get_by_text("discard your whole hand").wait_for()
    page.locator('[data-press="confirm"]').click()
    page.locator("[data-drawn]").wait_for()


@pytest.mark.proof
def test_the_question_fits_the_phone_in_four_languages(visit: Any) -> None:
    page = visit("/", size=PHONE)
    page.goto(new_table(page, 4, ["random"] * 3))
    page.locator("[data-phase]").wait_for()
    player = Player(page, "mouse")
    until(page, lambda: player.there("[data-ui=others] [data-stand][data-lifted]"), player.step)
    for language in ("en", "fr", "it", "de"):
        page.evaluate(
            "kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", {**READ, "language": language}
        )
        page.reload()
        page.locator("[data-ui=others] [data-stand][data-lifted]").first.click()
        page.locator("[data-ask]").nth(3).click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        small = page.evaluate(
            """[...document.querySelectorAll("[data-ui=builder] button, [data-press], [data-stand]")].filter(one =>
                one.offsetParent && one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML.slice(0, 80))"""
        )
        assert small == [], language
        clipped = page.evaluate(
            """[...document.querySelectorAll("[data-ui=builder] button, [data-press] span, [data-ui=bar] button")]
                .filter(one =>
                one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map(one => one.textContent)"""
        )
        assert clipped == [], language


@pytest.mark.proof
def test_help_is_chosen_and_proves_itself(visit: Any) -> None:
    page = visit("/", size=LAPTOP)
    page.goto(new_table(page, 3, ["random"] * 2))
    page.locator("[data-phase]").wait_for()
    player = Player(page, "mouse")
    until(page, lambda: player.there("[data-ui=others] [data-stand][data-lifted]"), player.step)
    page.locator("[data-note]").first.click()
    page.locator('[data-help="teacher"]').click()
    page.get_by_text("possibilities").first.wait_for()
    page.locator('[role="gridcell"] button[data-seen]').first.click()
    page.locator("[data-ui=because] li").first.wait_for()
    assert page.locator("[data-ui=because] li").last.text_content().startswith("So stand")
    page.locator('[data-help="pencil"]').click()
    page.get_by_text("possibilities").first.wait_for(state="detached")


@pytest.mark.proof
def test_nothing_on_the_table_bars_anybody(visit: Any) -> None:
    """axe finds nothing: the question, the private form, the notes; by day and by night."""
    page = visit("/", size=PHONE)
    page.goto(new_table(page, 3, ["random"] * 2, options={"pro": True}))
    page.locator("[data-phase]").wait_for()
    player = Player(page, "mouse")
    until(page, lambda: player.there("[data-ui=others] [data-stand][data-lifted]"), player.step)
    page.locator("[data-ui=others] [data-stand][data-lifted]").first.click()
    assert not barriers(page)
    page.locator('[data-press="stop"]').click()
    assert not barriers(page)
    page.locator('[role="tab"]').nth(1).click()
    page.locator("[data-note]").first.click()
    page.emulate_media(color_scheme="dark")
    assert not barriers(page)
