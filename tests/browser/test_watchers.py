"""Whoever watches: what the host may do about them, and one player's view when all who play agree."""

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, comes_true

BEHIND = "document.querySelectorAll('[aria-label*=\"seen from behind\"]').length"


def test_one_players_view_opens_when_all_agree_and_closes_when_one_does_not(visit: Visit) -> None:
    anna, ben, zoe = visit("/", size=LAPTOP), visit("/", size=PHONE), visit("/", size=PHONE)
    anna.click("[data-friends=lost-code]")
    anna.get_by_role("button", name="2", exact=True).click()
    anna.click("[data-make]")
    anna.wait_for_url("**/t/*")
    ben.goto(anna.url)
    ben.fill("[data-ui=come] input", "Ben")
    ben.click("[data-ui=come] button")
    anna.click("[data-piece]")
    anna.wait_for_selector("[data-emblem=fish]")
    anna.evaluate(  # the second tap before the first is answered: they add up
        "() => ['[data-emblem=fish]', '[data-tint=night]'].forEach((one) => document.querySelector(one).click())"
    )
    ben.wait_for_selector("li [data-look='fish night']")
    assert not barriers(anna)
    anna.keyboard.press("Escape")
    ben.click("[data-piece]")
    assert ben.locator("[data-emblem=fish]").get_attribute("aria-disabled") == "true"
    ben.keyboard.press("Escape")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=head]")
        page.wait_for_selector("[data-ui=log] [data-look='fish night']")  # everywhere that Anna's seat is drawn
    zoe.goto(anna.url)
    zoe.wait_for_selector("[data-ui=log] [data-look='fish night']")
    anna.wait_for_selector("[data-ui=track] [data-look='fish night']")
    zoe.click("[data-look]")
    zoe.wait_for_selector("[data-look-at]")
    assert not barriers(zoe)
    hidden = zoe.evaluate(BEHIND)
    zoe.click("[data-look-at] >> nth=0")
    zoe.wait_for_selector("[data-look-end]")
    for page in (anna, ben):
        page.wait_for_selector("[data-wish]")
        assert not barriers(page)
        page.locator("[data-wish]").get_by_role("button", name="OK").click()
        page.wait_for_selector("[data-wish]", state="detached")
    zoe.get_by_text("You see what").wait_for()
    comes_true(zoe, f"hidden => {BEHIND} < hidden", arg=hidden)  # the view comes after the words
    assert zoe.inner_text("[data-ui=headline]").startswith("Waiting for"), "no order to whoever only watches"
    assert zoe.locator("[data-ui=head][data-mine]").count() == 0 and zoe.locator('[data-press="keep"]').count() == 0
    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_role("tabpanel", name="Chat").get_by_text("everyone at the table agreed").wait_for()
    ben.click("[data-ui=head] button")
    ben.locator("[data-looks] button").click()
    zoe.get_by_text("would rather not show").wait_for()
    comes_true(zoe, f"hidden => {BEHIND} === hidden", arg=hidden)


@pytest.mark.proof
def test_the_host_mutes_a_watcher_and_gives_a_seat_back_that_somebody_was_sent_away_from(visit: Visit) -> None:
    anna, ben, zoe = visit("/", size=LAPTOP), visit("/", size=PHONE), visit("/", size=LAPTOP)
    anna.click("[data-friends=kryptx]")
    anna.get_by_role("button", name="2", exact=True).click()
    anna.uncheck("[data-sharing]")
    anna.click("[data-make]")
    anna.wait_for_url("**/t/*")
    assert anna.locator("[data-here]").count() == 0  # everybody plays on a device of their own
    ben.goto(anna.url)
    ben.fill("[data-ui=come] input", "Ben")
    ben.click("[data-ui=come] button")
    anna.get_by_role("button", name="Remove: Ben").click()
    anna.get_by_text("waits for the host").wait_for()
    zoe.goto(anna.url)
    zoe.get_by_text("waits for the host").wait_for()
    assert zoe.locator("[data-ui=come]").count() == 0
    assert not barriers(anna)
    anna.click("[data-free]")
    zoe.wait_for_selector("[data-ui=come]")
    anna.click("[data-fill]")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, zoe):
        page.wait_for_selector("[data-ui=head]")
        page.get_by_role("tab", name="Chat").click()
    zoe.get_by_placeholder("Say something").fill("C is a 7!")
    zoe.keyboard.press("Enter")
    anna.click("[data-mute]")
    zoe.get_by_text("The host has muted you").wait_for()
    assert zoe.get_by_placeholder("Say something").is_disabled()
    assert not barriers(zoe)
    anna.locator("[data-mute]", has_text="Unmute").click()
    zoe.wait_for_selector("[data-silenced]", state="detached")
