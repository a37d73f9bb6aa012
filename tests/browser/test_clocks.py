"""A table with a clock in the browser: chosen when it is made, seen by everybody, and what happens at zero."""

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, comes_true

pytestmark = pytest.mark.browser


@pytest.mark.proof
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_clock_is_chosen_and_everybody_sees_it(visit: Visit, size: dict[str, int]) -> None:
    page = visit("/", size=size, language="de-DE")
    page.click("[data-friends=kryptx]")
    page.select_option("[data-clock]", "own")
    page.fill("[data-clock] >> xpath=following::input[1]", "3")
    page.click("[data-make]")
    assert "3 Min. pro Person, 15 Sek. mehr pro Zug" in page.locator("[data-clock-is]").inner_text()
    watcher = visit(page.url.removeprefix(page.url.split("/t/")[0]), size=size)
    page.click("[data-fill]")
    page.click("[data-start]")
    for one in (page, watcher):
        one.wait_for_selector("[data-clocks] [data-runs]")
        assert one.locator("[data-clocks] li").count() == 1  # bots have none
        assert one.locator("[data-clocks] b").inner_text().startswith(("3:00", "2:"))
    assert not barriers(page)


@pytest.mark.proof
def test_at_zero_a_bot_plays_and_one_press_takes_the_seat_back(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.wait_for_selector("[data-card]")
    room = page.evaluate(
        """async () => (await (await fetch('/api/rooms', {method: 'POST',
        headers: {'Content-Type': 'application/json'}, body: JSON.stringify({game: 'roll-and-write', seats: 2,
        bots: ['random'], start: true, pace: 5000, clock: '5s/move'})})).json()).room"""
    )
    page.goto(page.url + f"t/{room}")
    # The sign is a mark too, not only a colour; asked at once, for it is there for some seconds only.
    comes_true(page, "document.querySelector('[data-clocks] [data-low] b')?.textContent.includes('!')")
    page.wait_for_selector("[data-back]")
    page.click("[data-back]")
    page.wait_for_selector("[data-clocks] [data-runs]")
