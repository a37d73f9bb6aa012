"""Two people and a watcher, with motion and without: whatever happens, each page ends where a reload would."""

import pytest
from player import Player, Visit, until
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TEXT = "document.querySelector('[data-ui=table]')?.innerText"
MINE = "document.querySelector('[data-ui=head]')?.dataset.mine"


def rests_where_a_reload_would(page: Page) -> None:
    """A second tab of the same person holds a whole view; this one was told step by step."""
    twin = page.context.new_page()
    twin.goto(page.url)
    twin.wait_for_selector("[data-ui=table]")
    until(page, lambda: all(page.evaluate(one) == twin.evaluate(one) for one in (TEXT, MINE)))
    twin.close()


def table_for_two(visit: Visit, calm: bool) -> tuple[Page, Page]:
    """No bots: nothing happens but what these two do."""
    anna = visit("/", calm=calm)
    made = anna.request.post("/api/rooms", data={"game": "lost-code", "seats": 2}).json()
    anna.goto(f"/t/{made['room']}")
    ben = visit(f"/t/{made['room']}", calm=calm)
    ben.fill("[data-ui=waiting] form input", "Ben")
    ben.click("[data-ui=waiting] form button")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=table]")
    return anna, ben


def step_of(*players: Player) -> Player:
    """Somebody makes a move; says who."""
    moved: list[Player] = []

    def one() -> bool:
        moved.extend(player for player in players if not moved and player.step())
        return bool(moved)

    until(players[0].page, one)
    return moved[0]


def asked_again(mover: Player) -> bool:
    """Is there more to decide when all of the move has been shown? In the middle of it nobody is asked."""
    rests_where_a_reload_would(mover.page)
    return mover.asked()


@pytest.mark.proof(but="calm")
@pytest.mark.parametrize("calm", [False, True], ids=["motion", "calm"])
def test_take_back_reload_and_a_lost_connection_in_the_middle_of_what_is_shown(visit: Visit, calm: bool) -> None:
    anna, ben = table_for_two(visit, calm)
    watcher = visit(anna.url.removeprefix(anna.evaluate("location.origin")), calm=calm)
    watcher.wait_for_selector("[data-ui=table]")
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
    ben.wait_for_selector("[data-ui=table]")
    step_of(*people)
    watcher.context.set_offline(False)
    watcher.evaluate("window.dispatchEvent(new Event('online'))")
    for page in pages:
        rests_where_a_reload_would(page)

    # A move that others have learned from is taken back if the other agrees.
    mover = step_of(*people)
    while asked_again(mover):  # who is asked again cannot take back any more
        mover = step_of(*people)
    other = next(player for player in people if player is not mover)
    journal = mover.page.evaluate(TEXT)
    mover.page.get_by_role("button", name="Take back").click()
    agree = other.page.get_by_role("button", name="OK")  # nobody is asked where nobody has learned from the move
    until(mover.page, lambda: mover.page.evaluate(TEXT) != journal, lambda: agree.is_visible() and agree.click())
    for page in pages:
        rests_where_a_reload_would(page)
    step_of(*people)
    for page in pages:
        rests_where_a_reload_would(page)
