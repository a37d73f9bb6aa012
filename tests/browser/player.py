"""Somebody who plays The Lost Code through the page: by mouse, by keyboard alone, or by touch."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 664}
LAPTOP = {"width": 1280, "height": 800}
PATIENCE = int(os.environ.get("TEPUI_PATIENCE", "120000"))  # ms that anything may take beside other work
# How many rows the game has on this page: grows with every move, and with a take-back. A sentence may be said twice.
TURN = "document.querySelector('[data-live]')?.dataset.turn ?? ''"
Visit = Callable[..., Page]  # the fixture `visit`: a new person with an empty profile
# Presses the middle button through a socket of the same person until the game is over: quick, and it loses to experts.
PLAY_OUT = """room => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/rooms/${room}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: "en", motion: false }));
  socket.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.type !== "view") return;
    const now = told.moments.at(-1);
    if (told.places) { socket.close(); done(true); }
    else if (told.legal.length && (!now || now.to_act.includes(told.eye)))
      socket.send(JSON.stringify({ type: "pick", turn: told.turn, pick: told.legal.length >> 1 }));
  };
})"""
# One decision through such a socket; a single one.
PICK = """room => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/rooms/${room}/socket`);
  let picked = false;
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: "en", motion: false }));
  socket.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.type !== "view") return;
    if (picked) { socket.close(); done(true); }
    else socket.send(JSON.stringify({ type: "pick", turn: told.turn, pick: told.legal.length >> 1 }));
    picked = true;
  };
})"""


class Player:
    """Answers whatever the page asks. What to press is found on the page, never computed from rules."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves = 0

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def asked(self) -> bool:
        """Is it this person's move, and may something be pressed?"""
        return self.page.locator("[data-ui=head][data-mine]").count() > 0

    def over(self) -> bool:
        return self.page.locator('[data-press="replay"]').count() > 0

    def step(self) -> bool:
        """One decision, if one is owed."""
        if not self.asked():
            return False
        turn = self.page.evaluate(TURN)
        if self.there('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'):
            self.guess()
        elif self.there('[data-stone]:not([aria-disabled="true"])'):
            self.press('[data-stone]:not([aria-disabled="true"])')
        elif self.there("[data-ui=keys] [data-number]"):
            self.take_or_leave()
            return self.settled(turn)
        elif self.there('[data-press="keep"]'):
            self.press('[data-press="keep"]' + ':not([aria-disabled="true"])')
            return self.settled(turn)
        elif self.there("[data-ui=ring] [data-colour]"):
            return self.turn_dice(turn)
        elif self.there("[data-ui=sheet] [data-ui=finals]"):
            self.write()
            self.commit()
            return self.settled("")
        else:
            return False
        self.press('[data-press="confirm"]:not([aria-disabled="true"])')
        return self.settled(turn)

    def turn_dice(self, turn: str) -> bool:
        """Red dice are turned one after the other and sent together; after each the next one is in hand."""
        for _ in range(3):
            self.press("[data-ui=ring] [data-colour]")
            self.press('[data-press="confirm"]:not([aria-disabled="true"])')
            comes_true(
                self.page,
                f"before => ({TURN}) !== before || !document.querySelector('[data-ui=ring] [aria-pressed=true]')",
                arg=turn,
            )
            if not self.there("[data-ui=ring] [data-colour]"):
                break
        return self.settled(turn)

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).locator("visible=true").count() > 0

    def guess(self) -> None:
        wheels = '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'
        self.page.locator(wheels).nth(-1 if self.moves % 2 else 3).click()
        self.turn_wheel()

    def turn_wheel(self) -> None:
        """By mouse the rim is dragged: three numbers further."""
        rim = self.page.locator("[role=slider]")
        before = int(rim.get_attribute("aria-valuenow") or 0)
        box = rim.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + 40
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 40, y, steps=4)
        self.page.mouse.move(x + 70, y, steps=4)
        assert self.page.locator("[data-ui=value]").count() == 1  # above the thumb, which covers the rim
        self.page.wait_for_timeout(120)  # no throw: the thumb rests before it lets go
        self.page.mouse.move(x + 70, y)
        self.page.mouse.up()
        after = int(rim.get_attribute("aria-valuenow") or 0)
        assert after < before or before <= 2, f"the rim was dragged to the right, from {before} to {after}"

    def commit(self) -> None:
        """Final guesses: empty columns are named once first, so it may take a second press; if others were faster, a
        third. While they are on their way nothing can be pressed."""
        confirm, done = '[data-press="confirm"]:not([aria-disabled="true"])', "[data-ui=head]:not([data-mine])"
        for _ in range(5):
            self.page.wait_for_selector(f"{confirm}, {done}")
            if self.there(done):
                return
            self.press(confirm)
        self.page.wait_for_selector(done)

    def take_or_leave(self) -> None:
        if self.moves % 2:
            self.press("[data-ui=keys] [data-number='3']")
            self.press('[data-press="confirm"]:not([aria-disabled="true"])')
        else:
            self.press('[data-press="leave"]:not([aria-disabled="true"])')

    def write(self) -> None:
        for column in range(self.page.locator('[data-at^="0-"]').count()):
            self.press(f'[data-at="{column % 7}-{column}"]')

    def settled(self, before: str) -> bool:
        self.moves += 1
        next_move(self.page, before)
        return True


class Typist(Player):
    """Never touches the mouse: Tab to a thing, then Enter, arrows, digits."""

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        self.page.wait_for_selector(selector)
        for _ in range(120):
            if self.page.evaluate("s => !!document.activeElement?.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    def guess(self) -> None:
        self.reach('[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])')
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")  # the wheel rolls to the middle and has the focus
        self.turn_wheel()

    def turn_wheel(self) -> None:
        assert self.page.evaluate("document.activeElement.getAttribute('role')") == "slider"
        keys = self.page.keyboard
        keys.press("Home")
        assert self.low() == 0
        keys.press("ArrowRight")
        keys.press("8")
        assert self.low() == 8
        keys.press("ArrowLeft")
        assert self.low() == 7

    def low(self) -> int:
        return int(self.page.locator("[role=slider]").get_attribute("aria-valuenow") or -1)

    def write(self) -> None:
        self.reach("[data-at]")
        at = self.page.evaluate("document.activeElement.dataset.at").split("-")
        for _ in range(int(at[0])):
            self.page.keyboard.press("ArrowUp")
        for _ in range(int(at[1])):
            self.page.keyboard.press("ArrowLeft")
        for _ in range(self.page.locator('[data-at^="0-"]').count()):
            self.page.keyboard.press("Enter")
            self.page.keyboard.press("ArrowRight")


class Thumb(Player):
    """Touches only."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def guess(self) -> None:
        wheels = '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'
        self.page.locator(wheels).nth(-1 if self.moves % 2 else 2).tap()
        self.turn_wheel()

    def turn_wheel(self) -> None:
        rim = self.page.locator("[role=slider]")
        before = int(rim.get_attribute("aria-valuenow") or 0)
        self.page.locator("[data-ui=more]").tap()
        assert int(rim.get_attribute("aria-valuenow") or 0) == before + 1
        box = rim.bounding_box()
        assert box
        line = self.page.context.new_cdp_session(self.page)
        x, y = box["x"] + box["width"] / 2, box["y"] + 40
        for kind, shift in [
            ("touchStart", 0),
            ("touchMove", 20),
            ("touchMove", 50),
            ("touchMove", 66),
            ("touchMove", 66),
        ]:
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + shift, "y": y}]})
            self.page.wait_for_timeout(40)  # no throw: Chromium swallows a tap that follows a flick
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert int(rim.get_attribute("aria-valuenow") or 0) <= before or before <= 3
        line.detach()
        self.page.wait_for_timeout(100)


def begin(page: Page, game: str) -> None:
    """From the first page to the page of a game, and there Play."""
    page.click(f"[data-card={game}] [data-game]")
    page.wait_for_url("**/game/*")
    page.click(f"[data-play={game}]")


def comes_true(page: Page, source: str, arg: object = None, seconds: float = 240) -> None:
    """Wait until JavaScript says yes: asked from here again and again, because a page that waits by itself
    (`page.wait_for_function`) does it by `eval`, which our own policy forbids as soon as the first answer is no."""
    asked = f"async (arg) => {{ const it = ({source}); return !!(typeof it === 'function' ? await it(arg) : it); }}"

    def reached() -> bool:
        try:
            return bool(page.evaluate(asked, arg))
        except Error as error:
            if "context was destroyed" in str(error) or "navigat" in str(error):
                return False  # it is leaving for another page, which is asked next
            raise

    until(page, reached, seconds=seconds, what=source)


def until(
    page: Page, reached: Callable[[], bool], step: Callable[[], object] = bool, seconds: float = 240, what: str = ""
) -> None:
    """Step until it is so. The limit is far above any honest wait: what hangs is named instead of hanging the suite."""
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, f"the page stands still: {what}\n" + page.inner_text("body")[:2000]
        if not step():
            page.wait_for_timeout(50)


def next_move(page: Page, before: str) -> None:
    """A move has arrived since then (`TURN`): what is said of it may be what was said before."""
    comes_true(page, f"before => ({TURN}) !== before", arg=before)


def new_table(page: Page, game: str, seats: int, **more: object) -> str:
    """A table made as the page makes one, with its first seat taken; returns its address."""
    wanted = {"game": game, "seats": seats, "sit": True, "bots": [], "start": False, **more}
    made = page.evaluate(
        """async (wanted) => (await (await fetch("/api/rooms", {method: "POST",
            headers: {"content-type": "application/json"}, body: JSON.stringify(wanted)})).json())""",
        wanted,
    )
    return str(made["link"])


def begin_with_bots(page: Page) -> None:
    """Bots in all free seats of the waiting room, and off it goes."""
    page.click("[data-fill]")
    page.click('[data-start]:not([aria-disabled="true"])')
    page.wait_for_selector("[data-ui=head]")


def pick_elsewhere(page: Page) -> None:
    """The same person decides through another socket: a view arrives here, and nothing on this page was touched."""
    page.evaluate(PICK, page.url.rpartition("/")[2])


def play_out(page: Page) -> None:
    """To the end of this game, without looking: through a socket of the same person."""
    page.wait_for_selector("#board")
    page.evaluate(PLAY_OUT, page.url.rpartition("/")[2])
    page.wait_for_selector('[data-press="rematch"]')


def play(*players: Player, until: int = 1000) -> int:
    """Everybody plays until the game is over, or for so many rounds of looking; returns the moves they made."""
    idle = 0
    for _ in range(until):
        if all(player.over() for player in players):
            break
        stepped = [player.step() for player in players]
        if any(stepped):
            idle = 0
            continue
        idle += 1
        assert idle < 400, [player.page.inner_text("[data-ui=head]") for player in players]
        players[0].page.wait_for_timeout(50)
    return sum(player.moves for player in players)
