"""Three levels of help on the page: the sheet changes, the teacher proves, and everybody sees who has what."""

import re

import pytest
from player import LAPTOP, SMALL, Player, Visit, begin, until
from playwright.sync_api import Page
from test_pages import clean

pytestmark = pytest.mark.browser

SHEET = {"en": "Sheet", "de": "Blatt", "fr": "Feuille", "it": "Foglio"}


def at_table(visit: Visit, moves: int = 0, **how: object) -> Page:
    """Alone with bots; after so many decisions of one's own."""
    page = visit("/", **how)
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head][data-mine]")
    player = Player(page)
    until(page, lambda: player.moves >= moves and choosing(player), player.step)
    return page


def choosing(player: Player) -> bool:
    """Is a wheel to be chosen?"""
    return player.asked() and player.there('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])')


def open_sheet(page: Page, name: str = "Sheet") -> None:
    page.get_by_role("tab", name=name).click()
    page.wait_for_selector("[data-ui=sheet]")


def choose(page: Page, level: str) -> None:
    """Two taps from the sheet."""
    page.click("[data-ui=sheet] [data-help]")
    page.click(f"dialog [data-level={level}]")
    page.wait_for_selector(f"[data-ui=sheet][data-level={level}]", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def drawn(page: Page) -> dict[str, int]:
    """How many boxes of the sheet carry what."""
    signs = {
        "seen": "button[data-seen]",
        "shares": "[data-ui=share]",
        "dots": "[data-ui=reasoned]",
        "counts": "[data-ui=candidates]",
        "codes": "[data-ui=codes]",
    }
    return {name: page.locator(f"[data-ui=sheet] {sign}").count() for name, sign in signs.items()}


def test_the_sheet_at_each_level_and_its_proof(visit: Visit) -> None:
    page = at_table(visit, moves=8)
    open_sheet(page)
    referee = drawn(page)
    assert referee["seen"] >= 6 and referee["counts"] == page.locator("[data-at^='0-']").count()
    assert referee["shares"] == referee["dots"] == referee["codes"] == 0

    choose(page, "pencil")
    assert set(drawn(page).values()) == {0}
    page.locator("[data-at='0-0']").click()
    page.wait_for_selector("[data-at='0-0'] svg")

    choose(page, "teacher")
    page.wait_for_selector("[data-ui=sheet] [data-ui=share]")
    teacher = drawn(page)
    assert teacher["seen"] == referee["seen"] and teacher["counts"] == referee["counts"] and teacher["codes"] == 1
    boxes = page.locator("[data-ui=sheet] [data-at]").count()
    assert teacher["seen"] + teacher["shares"] + teacher["dots"] == boxes
    assert page.locator("[data-at='0-0'] svg").count() == 1, "the pencil stays under the machine's marks"

    page.locator("[data-ui=sheet] button[data-seen]").first.click()
    page.wait_for_selector("[data-proof]")
    lines = page.locator("[data-proof] li").all_inner_texts()
    assert len(lines) >= 2
    assert re.fullmatch(r"So your stone, \w+, cannot be \d\.", lines[-1])


@pytest.mark.proof
def test_the_chance_follows_the_wheel(visit: Visit) -> None:
    page = at_table(visit, size=LAPTOP)
    open_sheet(page)
    choose(page, "teacher")
    page.locator('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])').last.click()
    page.wait_for_selector("[data-chance]")
    assert page.locator("[data-ui=rim] [data-ui=chance]").count() >= 20
    seen = set()
    for key in ("Home", "PageUp", *["ArrowRight"] * 9, "End"):  # some settings may be as likely as others
        page.locator("[role=slider]").press(key)
        text = page.locator("[data-chance]").inner_text()
        assert re.fullmatch(r"\d+(\.\d)?%", text)
        assert text in (page.locator("[role=slider]").get_attribute("aria-valuetext") or "")
        seen.add(text)
    assert len(seen) >= 2, "three dice of one colour leave few sums, and a wide wheel few chances"


@pytest.mark.proof
def test_notes_that_contradict_each_other_are_named_once(visit: Visit) -> None:
    page = at_table(visit)
    open_sheet(page)
    for box in page.locator("[data-at$='-0']:not([data-seen])").all():
        assert page.locator("[data-ui=clash]").count() == 0
        box.click()
    page.wait_for_selector("[data-ui=clash]")
    assert page.locator("[data-ui=clash]").inner_text() == "These notes contradict each other"
    assert (
        page.locator("[data-at$='-0'][data-shaking]").count()
        == page.locator("[data-ui=sheet] [data-shaking]").count()
        > 0
    )
    choose(page, "pencil")
    assert page.locator("[data-ui=clash]").count() == 0


@pytest.mark.proof
def test_two_people_see_each_others_level_and_the_host_sets_the_highest(visit: Visit) -> None:
    anna = visit("/", language="de-DE")
    anna.click("[data-friends=lost-code]")
    anna.click("[data-make]")
    anna.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    ben = visit(anna.url.removeprefix(anna.evaluate("location.origin")))
    ben.fill("[data-ui=waiting] form input", "Ben")
    ben.click("[data-ui=waiting] form button")
    anna.wait_for_selector("text=Ben")  # his row moves what is below it
    anna.click("[data-fill]")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=sheet]")
    choose(ben, "teacher")
    anna.get_by_role("img", name="Hilfe: Coach").first.wait_for(state="attached")
    anna.get_by_role("button", name="Menü").click()
    anna.click("[data-help-menu]")
    anna.click("[data-most=pencil]")
    ben.wait_for_selector("[data-ui=sheet][data-level=pencil]", state="attached")
    assert set(drawn(ben).values()) == {0}
    ben.click("[data-ui=sheet] [data-help]")
    assert ben.locator('[data-level=teacher][aria-disabled="true"]').inner_text().endswith("(not at this table)")


@pytest.mark.proof
def test_every_level_is_accessible_and_whole_on_the_smallest_phone(visit: Visit) -> None:
    page = at_table(visit, size=SMALL, language="de-DE", dark=True)
    open_sheet(page, SHEET["de"])
    for level in ("pencil", "teacher"):
        choose(page, level)
        clean(page, level)
    page.wait_for_selector("[data-ui=sheet] [data-ui=share]")
    page.locator("[data-ui=sheet] button[data-seen]").first.click()
    page.wait_for_selector("[data-proof]")
    clean(page, "a proof")
    page.click("[data-ui=sheet] [data-help]")
    clean(page, "the choice of help")
