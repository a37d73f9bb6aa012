"""Standing orders on the page: given in a list, always in sight of their owner, gone with one tap. A late watcher."""

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, comes_true

pytestmark = [pytest.mark.browser, pytest.mark.proof]
TABLE = """() => fetch("/api/rooms", {method: "POST", headers: {"content-type": "application/json"},
  body: JSON.stringify({game: "lost-code", seats: 2, bots: ["random"], start: true, clock: "day", pace: 0})})
  .then(answer => answer.json())"""


def test_an_order_is_given_acts_and_is_revoked_and_a_watcher_is_late(visit: Visit) -> None:
    anna = visit("/", size=PHONE)
    room = anna.evaluate(TABLE)["room"]
    anna.goto(f"/t/{room}")
    anna.click("[data-orders]")
    anna.click("[data-order=keep]")
    anna.wait_for_selector("[data-order=keep][aria-pressed=true]")
    assert not barriers(anna)
    anna.click("[data-order=middle]")
    anna.keyboard.press("Escape")
    anna.wait_for_selector("[data-revoke=middle]")
    zoe = visit(f"/t/{room}", size=LAPTOP)
    zoe.wait_for_selector("[data-ui=head]")
    assert zoe.locator("[data-ui=orders]").count() == 0
    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_text("A standing order of").first.wait_for()
    anna.click("[data-revoke=middle]")
    comes_true(anna, "() => !document.querySelector('[data-revoke=middle]')")
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="1 min later").click()
    zoe.wait_for_selector("[data-delay]")
    assert not barriers(zoe)
