"""Who has loaded the games onto a device plays on without a line; the server's own page is as before."""

import pytest
from player import PHONE, Visit, comes_true
from test_installed import with_worker

from tepui.server import pocket

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        pocket.offered() is None, reason="the pocket is not built; `python3 dev.py setup` builds it, with Node"
    ),
]
INSTALLED = """(() => {
  const match = window.matchMedia.bind(window);
  window.matchMedia = (query) => (query.includes("standalone") ? { matches: true } : match(query));
})()"""


def test_games_that_were_loaded_are_played_without_a_line_and_stay_on_the_device(visit: Visit) -> None:
    page = with_worker(visit, PHONE)
    page.evaluate("localStorage.setItem('tepui.knows.kryptx', '1')")
    page.goto("/you")
    page.click("[data-load]")
    page.wait_for_selector("[data-offer=here]")
    page.context.set_offline(True)
    page.goto("/")
    assert "/pocket/" in page.url
    page.wait_for_selector("aside[data-pocket=ready]")
    page.click("[data-play=kryptx]")
    page.wait_for_selector("[data-ui=head]")
    table = page.url
    page.reload()
    page.wait_for_selector("[data-ui=head]")
    page.goto("/t/abcdefgh23456789")  # another one's table has no line
    assert "no connection" in page.inner_text("main")
    page.context.set_offline(False)
    page.goto("/")
    page.wait_for_selector("[data-ui=join]")
    assert page.locator("aside[data-pocket]").count() == 0
    page.goto(table)  # with a line too
    page.wait_for_selector("[data-ui=head]")
    page.goto("/pocket/")
    page.click("[data-send]")
    comes_true(page, "document.querySelector('aside').innerText.includes('has now: 0')")
    page.click("[data-back]")
    page.wait_for_selector("[data-ui=join]")
    page.goto("/you")
    page.click("[data-drop]")
    page.wait_for_selector("[data-offer=not]")


def test_who_has_installed_it_is_asked_once(visit: Visit) -> None:
    page = with_worker(visit, PHONE)
    assert page.locator("[data-offer]").count() == 0
    page.context.add_init_script(INSTALLED)
    page.reload()
    page.click("[data-offer] [data-close]")
    page.locator("[data-offer]").wait_for(state="detached")
    page.goto("/you")
    page.wait_for_selector("[data-offer=not]")  # it is still to be found, and asks no more
    assert page.locator("[data-offer]").count() == 1
