"""Two people and a watcher, with motion and without: each page always ends where a reload would."""

import contextlib

import pytest
from player import Player, Visit, until
from playwright.sync_api import Page, TimeoutError
from test_lost_code import table_for_two

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TEXT = "document.querySelector('.table')?.innerText"


def rests_where_a_reload_would(page: Page) -> None:
    """A second tab of the same person holds a whole view; this one was told step by step."""
    twin = page.context.new_page()
    twin.goto(page.url)
    twin.wait_for_selector(".table")
    until(page, lambda: page.evaluate(TEXT) == twin.evaluate(TEXT), seconds=30)
    twin.close()


def step_of(*players: Player) -> None:
    """Somebody makes a move."""
    until(players[0].page, lambda: any(player.step() for player in players), seconds=60)


@pytest.mark.parametrize("calm", [False, True], ids=["motion", "calm"])
def test_take_back_reload_and_a_lost_connection_in_the_middle_of_what_is_shown(visit: Visit, calm: bool) -> None:
    anna, ben = table_for_two(visit, calm=calm)
    watcher = visit(anna.url.removeprefix(anna.evaluate("location.origin")), calm=calm)
    watcher.wait_for_selector(".table")
    pages = anna, ben, watcher
    people = Player(anna), Player(ben)
    for _ in range(3):
        step_of(*people)
    for page in pages:
        rests_where_a_reload_would(page)

    # A reload, and a connection that is cut, while moves are being shown.
    step_of(*people)
    ben.reload()
    watcher.context.set_offline(True)
    ben.wait_for_selector(".table")
    step_of(*people)
    watcher.context.set_offline(False)
    watcher.evaluate("window.dispatchEvent(new Event('online'))")
    for page in pages:
        rests_where_a_reload_would(page)

    # A move that others have learned from is taken back if the other agrees.
    mover = next(player for player in people if not player.asked())
    other = next(player for player in people if player is not mover)
    journal = mover.page.evaluate(TEXT)
    mover.page.get_by_role("button", name="Take back").click()
    agree = other.page.get_by_role("button", name="Fine")

    def consent() -> None:
        with contextlib.suppress(TimeoutError):  # it may go away under the finger: the answer has arrived
            if agree.count():
                agree.click(timeout=1000)

    until(mover.page, lambda: mover.page.evaluate(TEXT) != journal, consent)
    for page in pages:
        rests_where_a_reload_would(page)
    step_of(*people)
    for page in pages:
        rests_where_a_reload_would(page)
