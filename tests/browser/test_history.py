"""History, statistics and other devices on the page: two browsers become one person, and one of them goes again."""

import re

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, PLAY_OUT, SMALL, Visit, comes_true, new_table
from playwright.sync_api import Page
from test_pages import CLIPPED, SMALL_TARGETS

pytestmark = pytest.mark.browser


def new_room(page: Page, game: str) -> str:
    return new_table(page, game, 2, bots=["random"], start=True).rpartition("/")[2]


def play_on(page: Page, room: str) -> None:
    """To the end, on this page's device."""
    page.goto(f"/t/{room}")
    page.wait_for_selector("[data-ui=head]")
    page.evaluate(PLAY_OUT, room)
    page.wait_for_selector('[data-press="rematch"]')


def finished(page: Page, game: str) -> str:
    room = new_room(page, game)
    play_on(page, room)
    return room


def named(page: Page, name: str) -> None:
    page.evaluate(
        """async (name) => { await fetch('/api/me', {
          method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) }); }""",
        name,
    )


def clean(page: Page, what: str) -> None:
    assert not (found := barriers(page)), f"{what}: {found}"
    assert page.evaluate(CLIPPED) == [], what
    assert page.evaluate(SMALL_TARGETS) == [], what
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} is wider than the screen"


@pytest.mark.proof(but="phone by day")
@pytest.mark.parametrize(
    ("size", "dark", "language"),
    [(SMALL, False, "de-DE"), (LAPTOP, True, "en-GB")],
    ids=["phone by day", "laptop by night"],
)
def test_finished_games_lead_to_their_replay_and_review(visit: Visit, size, dark: bool, language: str) -> None:
    page = visit(size=size, dark=dark, language=language)
    page.goto("/history")
    page.wait_for_selector("main [data-ui=none]")
    assert page.locator("[data-room]").count() == 0
    first, second = finished(page, "forehead"), finished(page, "kryptx")
    page.goto("/")
    page.click("[data-history]")
    page.wait_for_selector(f'[data-room="{first}"]')
    assert page.locator("li[data-ui=game]").count() == 2
    clean(page, "history")
    page.click('[data-game="kryptx"]')
    comes_true(page, "() => document.querySelectorAll('li[data-ui=game]').length === 1")
    page.reload()  # the choice stands in the address
    page.wait_for_selector(f'[data-room="{second}"]')
    assert page.locator("li[data-ui=game]").count() == 1
    with page.expect_download() as file:
        page.click('a[href*="form=csv"]')
    assert re.fullmatch(r"tepui-[\d-]+\.csv", file.value.suggested_filename)
    page.click(f'[data-room="{second}"] a[href$="#review"]')
    page.wait_for_selector("[data-part]")
    page.goto("/statistics")
    page.wait_for_selector('section[data-game="kryptx"] [data-few]')
    assert page.locator("section[data-game]").count() == 2
    clean(page, "statistics")
    page.goto("/history")
    page.click("[data-delete]")
    page.wait_for_selector("[role=alert]")
    assert page.locator("li[data-ui=game]").count() == 2  # it asks first
    page.click("[data-delete]")
    comes_true(page, "() => document.querySelectorAll('li[data-ui=game]').length === 0")


@pytest.mark.proof
def test_a_person_moves_to_another_device_plays_on_and_removes_it(visit: Visit) -> None:
    phone, tablet = visit(size=PHONE), visit(size=LAPTOP)
    named(phone, "Anna")
    named(tablet, "Ben")
    own, room = new_room(tablet, "forehead"), new_room(phone, "roll-and-write")
    phone.goto("/you")
    phone.click("[data-devices]")
    phone.click("[data-show]")
    phone.wait_for_selector("[data-device-link] img")
    clean(phone, "devices")
    link = phone.locator("[data-device-link] a").get_attribute("href") or ""

    tablet.goto("/you")  # a messenger would open the link; here it is pasted, as in the installed app
    tablet.click("[data-devices]")
    tablet.click("details summary")
    tablet.fill("details input", "https://elsewhere.example/")
    tablet.click("details button")
    tablet.wait_for_selector("[data-ui=answer]:not(:empty)")
    tablet.fill("details input", link)
    tablet.click("details button")
    tablet.wait_for_selector("#become")
    assert "Anna" in tablet.inner_text("h1") and "Ben" in tablet.inner_text("#aside")
    assert not barriers(tablet)
    tablet.click("#become")
    tablet.wait_for_selector(f'a[href="/t/{room}"]')
    assert tablet.locator(f'a[href="/t/{own}"]').count() == 0

    phone.wait_for_selector("[data-device] + [data-device]")  # it says so by itself, and the code is gone
    phone.wait_for_selector("[data-device-link]", state="detached")
    play_on(tablet, room)  # Anna's game, played to its end on the tablet

    other = phone.locator("[data-device] + [data-device] [data-remove]")
    other.click()
    other.click()
    comes_true(tablet, "() => document.body.innerText.includes('removed')")
    comes_true(phone, "() => document.querySelectorAll('[data-device]').length === 1")
    tablet.goto("/")
    tablet.wait_for_selector(f'a[href="/t/{own}"]')  # Ben again, with what he had
    assert tablet.locator(f'a[href="/t/{room}"]').count() == 0
    phone.goto("/history")
    phone.wait_for_selector(f'[data-room="{room}"]')
