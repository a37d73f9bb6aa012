"""A phone beside the real box: a recorded game is typed in by its keys, a wrong entry found, a lost line outlived."""

from collections.abc import Iterator

import pytest
from barriers import barriers
from beside import Beside
from coach.looking import NAMES, played
from coach.typing_in import typed
from player import PHONE, Visit
from playwright.sync_api import Page, expect

from tepui.core.companion import Companion, Entry

pytestmark = pytest.mark.browser


def seen(game: str, seats: int = 2, eye: int = 0, seed: str = "an evening") -> Companion:
    """A game among bots, and what one of them would have to enter of it."""
    return typed(played(game, ["steady"] * seats, seed).view(eye))


def sit_down(page: Page, game: str, seats: int = 2, eye: int | str = 0) -> Beside:
    page.wait_for_selector("[data-begin]")
    page.tap(f"[data-seats='{seats}']")
    for seat in range(seats):
        page.fill(f"[data-name='{seat}']", NAMES[seat])
    page.tap(f"[data-eye='{eye}']")
    if eye != "audience":
        page.tap("[data-level=teacher]")
    page.tap("[data-begin]")
    page.wait_for_selector("[data-asking]")
    return Beside(page)


def enter(phone: Beside, entries: list[Entry]) -> Iterator[int]:
    """Types them in, and compares the deal with the table when it is asked for."""
    for entry in entries:
        if phone.page.locator("[data-compared]").count():
            phone.page.tap("[data-compared]")
        yield phone.enter(entry)


def test_the_home_page_leads_to_the_box(visit: Visit) -> None:
    page = visit("/", size=PHONE, touch=True)
    page.tap("[data-companion=kryptx]")
    page.wait_for_selector("[data-begin]")
    assert page.url.endswith("/companion/kryptx") and not barriers(page)
    page.tap("[data-begin]")
    page.locator("[data-prompt]").wait_for()
    page.goto("/companion/nothing")
    page.get_by_text("There is no such game here").wait_for()


def test_a_deal_is_entered_by_one_tap_each_and_read_back_once(visit: Visit) -> None:
    page = visit("/companion/lost-code", size=PHONE, touch=True)
    phone = sit_down(page, "lost-code")
    entries = seen("lost-code").entries
    taps = list(enter(phone, entries[:19]))
    assert taps == [1] * 19  # who begins, and eighteen numbers
    assert page.locator("[data-compare] li").count() == 18
    assert not barriers(page)
    page.reload()  # in the middle: everything is there
    page.wait_for_selector("[data-compared]")
    page.tap("[data-compared]")
    expect(page.locator("[data-prompt]")).to_contain_text("Die 1")
    page.reload()
    expect(page.locator("[data-prompt]")).to_contain_text("Die 1")  # and it is not asked for twice
    page.tap("[data-undo]")
    expect(page.locator(".evening")).to_have_attribute("data-entries", "18")
    page.tap("[data-put-back]")
    expect(page.locator(".evening")).to_have_attribute("data-entries", "19")
    page.goto("/companion/lost-code")
    expect(page.locator("[data-evening]")).to_have_count(1)
    page.locator("[data-forget]").tap()
    page.locator("[data-forget]").tap()
    expect(page.locator("[data-evening]")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tepui.companion.')).length") == 0
