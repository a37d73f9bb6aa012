"""Somebody who learns a game on the page and does only what it says: by mouse, by touch or by keyboard alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from player import comes_true
from playwright.sync_api import Locator, Page

from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.walk import Walk, spoken
from tepui.core import find

CONFIRM = '[data-press="confirm"]:not([aria-disabled="true"])'
# Does the ring lie around the thing, on the screen, and does nothing of the lesson's own lie on it?
POINTED = """(things) => {
  const near = (one, other) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(one[side] - other[side]) < 12);
  const found = things.flatMap((thing) => [...document.querySelectorAll(`[data-thing="${thing}"], [data-press]`)]);
  const ring = document.querySelector('[data-pointer]').getBoundingClientRect();
  const head = document.querySelector('[data-ui=lesson] > header').getBoundingClientRect();
  const inside = ring.right > 4 && ring.bottom > 4 && ring.left < innerWidth - 4 && ring.top < innerHeight - 4;
  const around = found.some((one) => near(one.getBoundingClientRect(), ring));
  return inside && around && ring.top + 8 >= head.bottom && ring.width > 12 && ring.height > 12;
}"""
# Nothing is wider than the screen, and no text of the lesson's head is cut.
WHOLE = """() => document.documentElement.scrollWidth <= innerWidth + 1 &&
  [...document.querySelectorAll('[data-ui=lesson] > header p, [data-ui=lesson] > header button')].every(
    (one) => one.scrollWidth <= one.clientWidth + 1 && one.getBoundingClientRect().right <= innerWidth + 1)"""


class Learner:
    """Reads the sentence, looks where it points, and does it. A twin of the lesson tells what a reader finds out."""

    def __init__(
        self, page: Page, game: str, language: str, how: str, pictures: Path | None = None, reads: bool = False
    ) -> None:
        self.reads = reads  # takes the time that a reader needs
        self.page, self.how, self.language = page, how, language
        self.walk = Walk(lessons.lesson(find.game(game)))
        self.pictures = pictures
        self.sentences: list[str] = []
        self.dice: Any = ()
        self.picked = 0

    def whole_lesson(self) -> None:
        while not self.walk.over:
            self.step()
        self.arrive()
        self.page.locator('[data-press="play"]').wait_for()
        self.picture()

    def step(self) -> None:
        self.arrive()
        {"look": self.look, "choose": self.choose, "move": self.move}[self.walk.kind]()

    def arrive(self) -> None:
        """The page says what this step says, in the reader's language, and points at what it points at."""
        say = spoken(self.walk.game, self.walk.now.say, self.language)
        self.page.locator(f'[data-ui=lesson][data-step="{self.walk.step}"]').wait_for()
        comes_true(self.page, "say => document.querySelector('[data-sentence]')?.textContent.trim() === say", arg=say)
        self.sentences.append(say)
        if self.walk.now.point and not self.walk.now.challenge and not self.walk.over:
            self.page.locator("[data-pointer]").wait_for()
            comes_true(self.page, POINTED, arg=self.walk.now.point)
        elif self.walk.now.challenge:
            assert self.page.locator("[data-pointer]").count() == 0
        assert self.page.evaluate(WHOLE), say
        self.picture()
        if self.reads:
            self.page.wait_for_timeout(1000 * seconds_of_reading(say))

    def picture(self, after: str = "") -> None:
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=self.pictures / f"{self.walk.step + 1:02}{after}.png")

    def press(self, found: str | Locator) -> None:
        one = self.page.locator(found).locator("visible=true").first if isinstance(found, str) else found
        if self.how == "keyboard":
            one.wait_for()
            one.focus()
            self.page.keyboard.press("Enter")
        elif self.how == "touch":
            one.tap()
        else:
            one.click()

    def look(self) -> None:
        if self.how == "keyboard":  # the focus is there already
            comes_true(self.page, "document.activeElement?.matches('[data-pointer]')")
            self.page.keyboard.press("Enter")
        else:
            self.press("[data-pointer]")
        self.walk = self.walk.answer([])

    def choose(self) -> None:
        for pick in self.walk.shown():
            self.press(f'[data-choice="{self.walk.now.choices[pick]}"]')
            self.walk = self.walk.answer([pick])
            if self.walk.kind == "choose" and self.walk.found:
                self.page.locator("[data-ui=choices] [aria-pressed=true]").nth(len(self.walk.found) - 1).wait_for()

    def move(self) -> None:
        """All moves that the page sends together: a chain goes through several steps."""
        self.dice = getattr(self.walk.view.picture(), "dice", ())
        actions: list[Any] = []
        while not actions or (self.walk.kind == "move" and self.goes_on(actions[-1])):
            pick = self.picked = self.walk.shown()[0]
            actions.append(self.walk.view.legal()[pick])
            self.walk = self.walk.answer([pick])
        game = self.walk.game.name
        play = {"lost-code": self.lost_code, "roll-and-write": self.roll_and_write, "kryptx": self.kryptx}
        play.get(game, self.generic)(actions)

    def goes_on(self, last: Any) -> bool:
        """Does the page collect the next move with this one?"""
        chained = getattr(self.walk.view.picture(), "phase", "") == "accelerate"
        return type(last).__name__ in ("Write", "Stop", "Name") or chained

    def confirm(self) -> None:
        self.page.locator(CONFIRM).wait_for()
        self.press(CONFIRM)

    def lost_code(self, actions: list[Any]) -> None:
        action = actions[0]
        match type(action).__name__:
            case "Turn":
                if not self.page.locator("[data-ui=ring] [data-colour]").locator("visible=true").count():
                    self.press(f'[data-die="{action.die}"]')
                self.press(f'[data-ui=ring] [data-colour="{action.colour}"]')
                self.confirm()
            case "Guess":
                if self.page.locator(f'[data-wheel="{action.wheel}"]').get_attribute("aria-pressed") != "true":
                    self.press(f'[data-wheel="{action.wheel}"]')
                self.turn_rim(action.low)
                self.confirm()
            case "Exchange":
                self.press(f'[data-stone="{action.colour}"]')
                self.confirm()
            case "Write":
                for column, one in enumerate(actions):
                    for number in one.numbers:
                        self.press(f'[data-at="{number}-{column}"]')
                self.picture("-written")
                self.confirm()

    def turn_rim(self, low: int) -> None:
        rim = self.page.locator("[role=slider]")
        rim.wait_for()
        for _ in range(40):
            now = int(rim.get_attribute("aria-valuenow") or 0)
            if now == low:
                return
            if self.how == "keyboard":
                rim.focus()
                self.page.keyboard.press("ArrowRight" if now < low else "ArrowLeft")
            else:
                self.press("[data-ui=more]" if now < low else "[data-ui=less]")
        raise AssertionError(f"the rim does not turn to {low}")

    def roll_and_write(self, actions: list[Any]) -> None:
        for action in actions:
            match type(action).__name__:
                case "Take":
                    self.press(f'[data-die="{[die.colour for die in self.dice].index(action.colour)}"]')
                    at = [die.digit if not die.taken else None for die in self.dice].index(action.digit)
                    digit = self.page.locator(f'[data-die="{at}"]')
                    if digit.get_attribute("aria-pressed") != "true":
                        self.press(digit)
                    self.confirm()
                case "Accelerate":
                    self.page.locator("[data-ui=chain] li").nth(0).wait_for()
                    before = self.page.locator("[data-ui=chain] li").count()
                    self.press(f'[data-ui=table] [data-column="{action.colour}"]:not([disabled])')
                    self.page.locator("[data-ui=chain] li").nth(before).wait_for()
                case _:
                    self.press('[data-press="pass"]:not([aria-disabled="true"])')
                    self.confirm()
        if len(actions) > 1:
            self.picture("-chain")
            self.confirm()

    def kryptx(self, actions: list[Any]) -> None:
        action = actions[0]
        match type(action).__name__:
            case "Place":
                number, colour = action.card
                self.press(f'[data-hand="{colour} {number}"]')
                if not self.page.locator(CONFIRM).count():
                    beside = action.where == "beside"
                    self.press('[data-place="beside"]' if beside else f'[data-own] [data-stand="{action.where}"]')
                self.confirm()
            case "Ask":
                self.press(f'[data-ui=others] [data-stand="{action.stand}"]')
                self.press(f'[data-kind="{action.kind}"]')
                self.press(f'[data-ask="{action.value}"]')
                self.confirm()
            case "Stop":
                self.press('[data-press="stop"]')
                self.claim(actions[1:])

    def claim(self, numbers: list[Any]) -> None:
        for one in numbers:
            self.press(f'[data-dial="{one.stand}"]')
            self.press(f'[data-digit="{one.number}"]')
        self.picture("-form")
        for _ in range(2):  # by keys it is pressed twice
            self.page.locator("[data-declare]").press("Enter")

    def generic(self, actions: list[Any]) -> None:
        """Any other game: its buttons say what they do."""
        self.press(f'[data-pick="{self.picked}"]')
        self.confirm()


def seconds_of_reading(sentence: str) -> float:
    """For somebody who reads 250 words a minute, and needs three seconds to find what a sentence points at."""
    return len(sentence.split()) * 60 / 250 + 3
