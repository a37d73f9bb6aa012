"""A stranger's game, which the front end has never seen, through the generic board; then its replay."""

import pytest
from barriers import barriers
from player import PHONE, Visit, begin, begin_with_bots, comes_true
from playwright.sync_api import Page, Route, TimeoutError

pytestmark = pytest.mark.browser

ANY = "[data-ui=generic] [data-pick]"
CONFIRM = '[data-press="confirm"]:not([aria-disabled="true"])'


def play_on(page: Page) -> None:
    """Whatever is offered: the first of it, until the game is over."""
    for _ in range(200):
        page.wait_for_selector('[data-ui=head][data-mine], [data-press="replay"]')
        if page.locator('[data-press="replay"]').count():
            return
        try:
            if page.locator(ANY).count():
                page.locator(ANY).first.click(timeout=3_000)
            page.locator(CONFIRM).click(timeout=3_000)
        except TimeoutError:  # the choice made before was still shown, and went while it was pressed: look again
            continue
        page.wait_for_timeout(60)
    raise AssertionError(page.inner_text("[data-ui=head]"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "lines", "ended"),
    [("hanabi", 1, "Lost together: 0 of 25"), ("letter", 3, " point"), ("partners", 2, " and ")],
)
def test_a_strangers_game_ends_with_its_result(visit: Visit, game: str, lines: int, ended: str) -> None:
    """On a phone, to the end: whoever plays their first card again and again loses Hanabi soon."""
    page = visit("/", size=PHONE)
    begin(page, game)
    page.wait_for_selector("[data-ui=generic]")
    assert page.locator("[data-ui=strip] [data-ui=team]:visible").count() == (4 if game == "partners" else 0)
    play_on(page)
    result = page.locator("[data-ui=generic] [data-ui=result] li").all_inner_texts()
    assert len(result) == lines and all(ended in line for line in result), result
    if game == "hanabi":
        assert ended in page.inner_text("[data-ui=head]")


def test_forehead_through_the_generic_board(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    begin(page, "forehead")
    page.wait_for_selector("[data-ui=generic]")
    assert page.locator("dl").count() > 0, "its picture is drawn"
    play_on(page)
    page.click('[data-press="replay"]')
    page.wait_for_selector("[data-ui=replay] input[type=range]")
    moves = int(page.get_attribute("[data-ui=replay] input[type=range]", "max") or 0)
    assert moves > 2
    eyes = page.locator("[data-ui=replay] select option").all_inner_texts()
    assert len(eyes) >= 4, "every seat, the audience, and everything open"
    page.select_option("[data-ui=replay] select", "0")
    page.locator("[data-ui=replay] input[type=range]").fill("1")
    comes_true(page, "() => location.hash.includes('move=1&eye=0')")
    address = page.evaluate("location.pathname + location.hash")
    page.get_by_role("button", name="One move on").click()
    comes_true(page, "() => location.hash.includes('move=2')")
    page.goto(address)
    comes_true(page, "() => document.querySelector('[data-ui=replay] input[type=range]')?.value === '1'")


@pytest.mark.proof
def test_what_lies_on_the_table_comes_first_and_hands_lie_side_by_side(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    begin(page, "forehead")
    page.wait_for_selector("[data-ui=generic] [data-mine]")
    assert page.inner_text("[data-ui=generic] [data-mine]") == "Your move."
    page.wait_for_selector(ANY)
    hands = [hand.bounding_box() for hand in page.locator("[data-ui=generic] [data-ui=hands] > li").all()]
    assert len(hands) == 3 and len({round(box["y"]) for box in hands if box}) == 1, hands
    first = page.locator(ANY).first.bounding_box()
    assert first and all(box and box["y"] + box["height"] <= first["y"] for box in hands)


@pytest.mark.proof
def test_leave_and_come_back_lost_line_and_rematch(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    begin(page, "forehead")
    page.wait_for_selector("[data-ui=head]")
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.context.set_offline(False)
    play_on(page)
    page.wait_for_timeout(600)
    first = page.url
    page.click('[data-press="rematch"]:not([aria-disabled="true"])')
    comes_true(page, "first => location.href !== first && document.querySelector('[data-ui=head]')", arg=first)
    page.goto("/")
    page.wait_for_selector("[data-waits=mine]")
    page.get_by_role("link", name="Continue").first.click()
    page.wait_for_selector("[data-ui=head]")


def test_the_page_checks_the_dice_by_itself(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.click("[data-friends=forehead]")
    page.click("[data-make]")
    page.click("[data-dice-word]")
    page.fill("[data-word]", "Orinoco")
    page.click("[data-dice] button")
    page.locator("[data-dice] button", has_text="Added").wait_for()
    begin_with_bots(page)
    play_on(page)
    page.locator("[data-dice-verdict]", has_text="nobody could choose it").wait_for()  # unasked
    page.click('[data-press="dice"]')
    page.wait_for_selector("[data-verdict=honest]")
    said = page.inner_text("dialog")
    assert "saved before the first move" in said and "“Orinoco” is mixed" in said
    assert "stood before your word was opened" in said and "--promise" in said and "as many moves" in said
    assert barriers(page) == ""
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    def forged(route: Route) -> None:
        honest = route.fetch().text()
        route.fulfill(body=honest.replace('"Orinoco ', '"Amazon ').replace('"seed":"', '"seed":"0'))

    page.route("**/record", forged)  # a server that lies about its dice
    page.click('[data-press="dice"]')
    page.wait_for_selector("[data-verdict=doubtful]")
    said = page.inner_text("dialog")
    assert "changed at line 2" in said and "“Orinoco” was not used" in said
