"""What people at one table ask and tell each other: a name, a code, a move that should be taken back, a link."""

import pytest
from player import PHONE, TURN, Visit, comes_true, new_table, next_move, pick_elsewhere
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser
BROKEN = (
    "[...document.querySelectorAll('[data-ui=code] span')].filter((word) => word.getClientRects().length > 1).length"
)


def seated(visit: Visit, game: str) -> tuple[Page, Page]:
    anna, ben = visit("/", size=PHONE), visit("/", size=PHONE)
    anna.goto(new_table(anna, game, 2))
    anna.fill("[data-who] input", "Anna")
    anna.click("[data-who] .main")
    anna.wait_for_selector("[data-who]", state="detached")
    ben.goto(anna.url)
    ben.fill("[data-ui=come] input", "Ben")
    ben.click("[data-ui=come] button")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=head]")
    return anna, ben


def owes(page: Page) -> bool:
    return page.locator("[data-ui=head][data-mine]").count() > 0


def test_a_name_is_asked_for_once_and_a_code_breaks_between_its_words(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    late: list[Route] = []  # who types before the server has said how the device is called
    table = new_table(page, "kryptx", 2)
    page.route("**/api/me", lambda route: late.append(route) if route.request.method == "GET" else route.continue_())
    page.goto(table)
    page.fill("[data-who] input", "Anna")
    with page.expect_response("**/api/me"):
        for route in late:
            route.continue_()
    page.unroute("**/api/me")
    page.click("[data-who] .main")
    page.wait_for_selector("[data-who]", state="detached")
    expect(page.locator("[data-ui=seats] li").first).to_contain_text("Anna")
    for width in (320, 390, 844):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(BROKEN) == 0, f"at {width}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(new_table(page, "kryptx", 2))
    page.wait_for_selector("[data-start]")
    assert page.locator("[data-who]").count() == 0
    page.goto("/learn/kryptx")
    page.locator("[data-ui=strip]", has_text="Anna").first.wait_for(state="attached")  # there, too


def test_a_take_back_says_what_it_undoes_and_how_it_was_answered(visit: Visit) -> None:
    anna, ben = seated(visit, "kryptx")
    comes_true(anna, "document.querySelector('[data-ui=head]') !== null")
    while not owes(anna) and not owes(ben):
        anna.wait_for_timeout(50)
    first, other = (anna, ben) if owes(anna) else (ben, anna)
    names = {anna: "Anna", ben: "Ben"}
    last = None
    while last is not other or owes(first):  # so that a move of the other one came after the first one's
        last = first if owes(first) else other
        before = first.evaluate(TURN)
        pick_elsewhere(last)
        next_move(first, before)
        first.wait_for_timeout(100)
    for answer, said in (("Better not", f"{names[other]} would rather play on."), ("OK", "has taken a move back")):
        first.get_by_role("button", name="Take back").click()
        expect(first.locator("[data-asked-back]")).to_contain_text(names[other])
        strip = other.locator("[data-asks-back]")
        expect(strip).to_contain_text(f"{names[first]} wants to take back: {names[first]}")
        expect(strip).to_contain_text("that came after it")
        strip.get_by_role("button", name=answer).click()
        for page in (first, other):
            page.get_by_text(said).wait_for()
        first.wait_for_selector("[data-asked-back]", state="detached")


@pytest.mark.proof
def test_a_link_in_the_chat_can_be_tapped_and_a_long_word_wraps(visit: Visit) -> None:
    anna, ben = seated(visit, "lost-code")
    anna.get_by_role("tab", name="Chat").click()
    anna.fill("[data-ui=chat] input", f"see https://example.org/{'a' * 80}?b=1. <b>{'x' * 90}</b>")
    anna.keyboard.press("Enter")
    ben.get_by_role("tab", name="Chat").click()
    link = ben.locator("[data-ui=chat] li a")
    assert link.get_attribute("href") == f"https://example.org/{'a' * 80}?b=1"
    assert "noopener" in (link.get_attribute("rel") or "")
    assert ben.locator("[data-ui=chat] li b").count() == 1, "the speaker; what is typed stays text"
    assert ben.evaluate("(() => { const list = document.querySelector('[data-ui=chat] ol');"
                        " return list.scrollWidth <= list.clientWidth; })()")  # fmt: skip
