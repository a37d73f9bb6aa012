"""What a phone does beside the page: its screen stays on, it buzzes, counts on the app's icon, hands on what is shared.

A browser without a screen has none of these, so doors of our own note what the page asks for.
"""

import pytest
from player import PHONE, Visit, comes_true, new_table
from playwright.sync_api import Page
from test_companion import sit_down

pytestmark = pytest.mark.browser
DOORS = """{
  const asked = (window.asked = []);
  const door = (name, answer) => async (...said) => (asked.push([name, ...said]), answer);
  const release = door("release");
  Object.defineProperty(navigator, "wakeLock", { value: { request: door("wake", { release }) } });
  Object.defineProperty(navigator, "canShare", { value: () => true });
  Object.defineProperty(navigator, "share", { value: async ({ text, url, files }) =>
    void asked.push(["share", text ?? url, ...(files ?? []).map((one) => one.type)]) });
  for (const name of ["vibrate", "setAppBadge"]) Object.defineProperty(navigator, name, { value: door(name) });
}"""


def with_doors(visit: Visit, path: str = "/") -> Page:
    page = visit("/", PHONE, touch=True)
    page.add_init_script(DOORS)
    page.goto(path)
    return page


def asks(page: Page, *what: object) -> None:
    """The page asks the phone for this, sooner or later."""
    comes_true(page, f"() => window.asked.some((one) => `${{one}}` === '{','.join(map(str, what))}')")


def test_the_screen_stays_on_beside_the_box_and_on_the_wall(visit: Visit) -> None:
    page = with_doors(visit, "/companion/kryptx")
    assert page.evaluate("window.asked") == []  # who only chooses may rest
    sit_down(page, "kryptx")
    asks(page, "wake", "screen")
    page.go_back()
    asks(page, "release")
    link = new_table(page, "kryptx", 2, bots=["random"], start=True)
    page.goto(link)
    page.wait_for_selector("#board")
    assert "wake" not in str(page.evaluate("window.asked"))  # a table in the hand
    page.goto("about:blank")
    page.goto(f"{link}#screen")
    asks(page, "wake", "screen")


def test_the_icon_counts_the_tables_that_wait(visit: Visit) -> None:
    page = with_doors(visit)
    for _ in range(2):
        page.goto(new_table(page, "roll-and-write", 2, bots=["random"], start=True, clock="day", pace=0))
        page.wait_for_selector("[data-ui=head][data-mine]")
        page.goto("/")
    asks(page, "setAppBadge", 2)


def test_keys_are_felt_and_points_are_handed_on_by_the_phone(visit: Visit) -> None:
    page = with_doors(visit, "/box")
    page.locator("[data-score]").first.tap()
    page.tap("[data-ui=score] [data-key='7']")
    asks(page, "vibrate", 6)
    page.tap("[data-ui=score] [data-key='back']")
    page.locator("[data-press=share]").tap()
    comes_true(page, "() => window.asked.some(([name, text]) => name === 'share' && text.includes('Player 1: 0'))")
