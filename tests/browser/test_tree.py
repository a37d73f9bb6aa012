"""A whole game, a lesson and a review by the accessibility tree alone: names and roles, the keyboard, no selector."""

import re

import pytest
from player import Visit, until
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COLOURS = "red|orange|yellow|green|blue|purple"
COLUMN = re.compile(rf"^({COLOURS}): .*; .*(write|circle|ring|artefact|mark)", re.I)
REFUSAL = re.compile(r"^Refuse")
ON = re.compile(r"^(Refuse|Skip|Confirm \d+ step)")  # what the bar offers to whoever chooses no column


class Reader:
    """Someone who hears roles and names, and has keys."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def find(self, role: str, name: str | re.Pattern[str], exact: bool = True) -> Locator:
        return self.page.get_by_role(role, name=name, exact=exact).first  # type: ignore[arg-type]

    def press(self, role: str, name: str | re.Pattern[str], exact: bool = True) -> None:
        self.find(role, name, exact).press("Enter")

    def hears(self, role: str, name: str | re.Pattern[str]) -> bool:
        return self.page.get_by_role(role, name=name, disabled=False).count() > 0  # type: ignore[arg-type]


def test_a_whole_game_and_its_review(visit: Visit) -> None:
    reader = Reader(visit("/"))
    reader.press("button", re.compile("^With friends.*Roll & Write$"), exact=False)
    reader.press("button", "1")  # one seat: a practice sheet
    reader.press("button", "New table")
    reader.press("button", "Start")
    reader.find("button", REFUSAL).wait_for()
    done: list[str] = []

    def play() -> None:
        if done.count("chosen") < 4 and reader.hears("button", COLUMN):
            reader.press("button", COLUMN, exact=False)
            reader.page.keyboard.press("Enter")  # once more on what is chosen: it is done
            done.append("chosen")
        elif reader.hears("button", ON):
            reader.press("button", ON, exact=False)
            done.append("refused")

    over = reader.page.get_by_role("group", name="The game is over")
    until(reader.page, lambda: over.count() > 0, play)
    assert {*done} == {"chosen", "refused"}
    reader.press("link", re.compile("^Review"), exact=False)
    expect(reader.find("heading", "Review")).to_be_visible()
    expect(reader.find("combobox", "View as")).to_be_visible()


def test_a_page_that_was_gone_to_has_the_focus_at_its_head(visit: Visit) -> None:
    reader = Reader(visit("/"))
    reader.press("link", re.compile("history|finished games", re.I), exact=False)
    expect(reader.find("heading", "Your finished games")).to_be_focused()


def test_a_drawer_that_became_another_gives_the_focus_back_to_where_the_first_began(visit: Visit) -> None:
    reader = Reader(visit("/"))
    reader.press("button", re.compile("^With friends.*Roll & Write$"), exact=False)
    reader.press("button", "1")
    reader.press("button", "New table")
    reader.press("button", "Start")
    reader.press("button", "Menu")
    reader.press("button", "Settings")
    expect(reader.find("heading", "Settings")).to_be_visible()
    reader.page.keyboard.press("Escape")
    expect(reader.find("button", "Menu")).to_be_focused()


def test_the_first_steps_of_a_lesson(visit: Visit) -> None:
    reader = Reader(visit("/learn/lost-code"))
    sentence = reader.page.get_by_role("status").first
    reader.find("button", "Next").wait_for()
    said = sentence.inner_text()
    reader.press("button", "Next")
    expect(sentence).not_to_have_text(said)
