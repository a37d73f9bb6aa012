"""A whole game, a lesson and a review by the accessibility tree alone: names and roles, the keyboard, no selector."""

import re

import pytest
from player import Visit, until
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COLOURS = "red|orange|yellow|green|blue|purple"
COLUMN = re.compile(rf"^({COLOURS}): .*; .*(write|circle|ring|artefact|mark)", re.I)
REFUSAL = re.compile(r"^Refuse")
ON = re.compile(r"^(Really\? |Refuse|Skip|Confirm \d+ step)")  # what the bar offers to whoever chooses no column

FOCUSED = "(at => at === document.body ? '' : at.ariaLabel ?? at.textContent)(document.activeElement)"


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


@pytest.mark.proof
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
    whose = reader.find("combobox", "View as")
    expect(whose).to_be_visible()
    moment = reader.find("link", re.compile("Look at this moment"), exact=False)
    moment.wait_for()
    moment.press("Enter")  # to that moment of the game, and back
    expect(reader.find("slider", "Replay")).to_be_visible()
    reader.press("button", "One move on")
    reader.page.go_back()
    expect(reader.find("heading", "Review")).to_be_visible()


def test_a_page_that_was_gone_to_has_the_focus_at_its_head(visit: Visit) -> None:
    reader = Reader(visit("/"))
    reader.press("link", "The Lost Code")
    expect(reader.find("heading", "The Lost Code")).to_be_focused()


@pytest.mark.proof
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


@pytest.mark.proof
def test_a_whole_lesson(visit: Visit) -> None:
    """What the lesson points at has the focus: Enter is enough. Of the dice those are taken that the sentence names.
    Where it points at nothing it shows the way at last."""
    reader = Reader(visit("/learn/roll-and-write"))
    sentence = reader.page.get_by_role("status").first
    sentence.wait_for()
    heard: list[str] = []

    def step() -> None:
        heard.append(sentence.inner_text())
        focused = reader.page.evaluate(FOCUSED)
        choices = reader.page.get_by_role("group", name=heard[-1]).get_by_role("button", pressed=False)
        if reader.hears("button", "Next"):
            reader.press("button", "Next")
        elif reader.hears("button", "Show me"):
            reader.press("button", "Show me")
        elif choices.count():
            choices.nth(len(heard) % choices.count()).press("Enter")
        elif focused.startswith("Colour die"):
            for die, named in (("Colour die", COLOURS), ("Number die", r"\d+")):
                reader.press("button", f"{die}: {re.findall(named, heard[-1])[0]}")
            reader.page.keyboard.press("Enter")  # once more on what is chosen: it is done
        elif reader.hears("button", COLUMN) and focused in ("", "Menu"):
            reader.press("button", COLUMN, exact=False)
        else:
            reader.page.keyboard.press("Enter")
        reader.page.wait_for_timeout(60)

    until(reader.page, lambda: reader.hears("button", "Now a real game"), step)
    assert len(set(heard)) > 10
