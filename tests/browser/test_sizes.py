"""Every game on every screen: nothing that carries meaning is cut or covered, and what is asked for is in view.

Measured by geometry, in the lobby, on both sides of a move and at the end. `TEPUI_PICTURES=folder` keeps pictures.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from player import PHONE, TURN, Visit, comes_true, until
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = [(320, 640), (390, 844), (844, 390), (640, 400), (1280, 800), (1920, 1080)]
LANGUAGES = ("de", "en", "fr", "it")
GAMES = ("lost-code", "roll-and-write", "kryptx")
PICTURES = os.environ.get("TEPUI_PICTURES")
# What must be touched to decide, by game: of those that are offered, at least one is whole on the first screen.
ASKED = {
    "lost-code": '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"]), [data-stone]:not([aria-disabled="true"]),'
    " [data-ui=ring] [data-colour], [data-ui=keys] [data-number], [data-press=keep]",
    "roll-and-write": "[data-die]",
    "kryptx": "[data-hand], [data-stand][data-lifted]",
}
# The middle button, as a person of this page: so that the page itself is left in peace.
MIDDLE = """room => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/rooms/${room}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: "en", motion: false }));
  socket.onmessage = (event) => {
    const view = JSON.parse(event.data);
    if (view.type !== "view") return;
    const now = view.moments.at(-1);
    const asked = view.legal.length && now.to_act.includes(view.eye);
    if (asked) socket.send(JSON.stringify({ type: "pick", turn: view.turn, pick: view.legal.length >> 1 }));
    socket.onmessage = (next) => JSON.parse(next.data).type === "view" && (socket.close(), done(true));
    if (!asked) { socket.close(); done(false); }
  };
})"""
# What is wrong with the page as it stands, in words.
FAULTS = """(asked) => {
  const box = (one) => one.getBoundingClientRect();
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const within = (inner, outer, slack = 1) => inner.left >= outer.left - slack && inner.right <= outer.right + slack
    && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const apart = (one, other) => one.right <= other.left || one.left >= other.right
    || one.bottom <= other.top || one.top >= other.bottom;
  const words = (one) => (one.innerText ?? "").trim().replace(/\\s+/g, " ").slice(0, 40);
  const name = (one) => `${one.dataset.press ?? one.dataset.ui ?? one.tagName} ${words(one)}`;
  const faults = new Set();
  const drawn = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (document.documentElement.scrollWidth > innerWidth) faults.add("the page moves sideways");
  // Where a thing can be seen without scrolling: the screen, and every box around it that cuts off.
  const seen = (one) => {
    let { left, top, right, bottom } = screen;
    for (let up = one.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up), at = box(up);
      if (overflowX !== "visible") [left, right] = [Math.max(left, at.left), Math.min(right, at.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, at.top), Math.min(bottom, at.bottom)];
    }
    return { left, top, right, bottom };
  };
  // A box that cuts and cannot be scrolled hides its letters for good.
  const cutBy = (one, at) => {
    for (let up = one; up; up = up.parentElement) {
      const style = getComputedStyle(up), edge = box(up);
      if (style.textOverflow === "ellipsis" && up.clientWidth >= 48) return null; // says itself that it goes on
      const x = /hidden|clip/.test(style.overflowX) && (at.left < edge.left - 1 || at.right > edge.right + 1);
      const y = /hidden|clip/.test(style.overflowY) && (at.top < edge.top - 2 || at.bottom > edge.bottom + 2);
      if (x || y) return up;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null; // reached by scrolling
    }
    return null;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = walk.nextNode()); ) {
    const one = text.parentElement;
    if (!text.data.trim() || one.closest(".sr, [aria-hidden=true], svg, script, style") || !drawn(one)) continue;
    if (one.clientWidth === 1 || one.parentElement.clientWidth === 1) continue; // only for a screen reader
    const range = document.createRange();
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    if (!at.width || at.right < 0) continue; // the link that keys alone find lies outside
    const cut = cutBy(one, at);
    if (cut) faults.add(`cut: "${text.data.trim().slice(0, 30)}" by ${name(cut)}`);
    const held = one.closest(".btn, td, th");
    if (held && !within(at, box(held), 2)) faults.add(`hangs out: ${name(held)}`);
    const place = seen(one);
    const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
    if (x > place.left && x < place.right && y > place.top && y < place.bottom) {
      const top = document.elementFromPoint(x, y);
      const related = !top || top.contains(one) || one.contains(top) || held?.contains(top)
        || top.closest("[data-ui=notice], dialog, [popover], aside");
      if (!related && [one, held ?? one].every((each) => getComputedStyle(each).pointerEvents !== "none"))
        faults.add(`covered: "${text.data.trim().slice(0, 30)}" by ${name(top)}`);
    }
  }
  for (const button of document.querySelectorAll("button.btn, a.btn, [data-press]")) {
    if (!drawn(button) || button.closest(".sr, [inert]")) continue;
    const { width, height } = box(button);
    if (!width || apart(box(button), screen)) continue;
    if (width < 43.5 || height < 43.5) faults.add(`${name(button)} is ${Math.round(width)} x ${Math.round(height)}`);
  }
  if (asked) {
    const found = [...document.querySelectorAll(asked)].filter(drawn);
    if (!found.some((one) => within(box(one), seen(one), 2))) faults.add("what is asked for is not on the screen");
  }
  return [...faults];
}"""
# Drawn anew at that size, with its letters.
DRAWN = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  do { await frame(); await frame(); await document.fonts.ready; } while (innerWidth !== width);
}"""


class Screens:
    """Pages looked at on every screen in every language; what is wrong is kept by where it was seen."""

    def __init__(self, game: str, language: str) -> None:
        self.game, self.language = game, language
        self.faults: dict[str, list[str]] = {}

    def look(self, page: Page, phase: str, asked: str = "", frozen: bool = False) -> None:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if frozen:
                page.wait_for_timeout(150)  # its own frames stand still with its clock
            else:
                page.evaluate(DRAWN, width)
            where = f"{self.game}-{self.language}-{phase}-{width}x{height}"
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{where}.png")
            if found := page.evaluate(FAULTS, asked):
                self.faults[where] = found


def table_of_two(visit: Visit, game: str, language: str, calm: bool = True) -> tuple[Page, Page]:
    """Two people with long names, and nobody else."""
    anna, ben = (visit("/", size=PHONE, language=language, calm=calm) for _ in range(2))
    anna.request.post("/api/me", data={"name": "Maximiliane"})
    made = anna.request.post("/api/rooms", data={"game": game, "seats": 2}).json()
    for page in (anna, ben):
        page.goto(f"/t/{made['room']}")
    ben.fill("[data-ui=waiting] form input", "Bartholomäus")
    ben.click("[data-ui=waiting] form button")
    anna.locator('[data-start]:not([aria-disabled="true"])').wait_for()
    return anna, ben


def moves(*pages: Page) -> Iterator[tuple[Page, Page]]:
    """Who is to move and who waits, again and again to the end; each move is made when the next is asked for."""
    anna, ben = pages
    for _ in range(600):
        until(
            anna, lambda: any(page.locator("[data-ui=head][data-mine], [data-press=replay]").count() for page in pages)
        )
        if anna.locator("[data-press=replay]").count():
            return
        mover = next(page for page in pages if page.locator("[data-ui=head][data-mine]").count())
        yield mover, ben if mover is anna else anna
        before = mover.evaluate(TURN)
        mover.evaluate(MIDDLE, mover.url.rpartition("/")[2])
        comes_true(mover, f"before => ({TURN}) !== before", arg=before)
    raise AssertionError("the game does not end")


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_fits_every_screen(visit: Visit, game: str, language: str) -> None:
    anna, ben = table_of_two(visit, game, language)
    screens = Screens(game, language)
    screens.look(anna, "lobby")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("#board")
    for turn, (mover, other) in enumerate(moves(anna, ben)):
        if turn in (0, 1, 2, 7):
            screens.look(mover, f"mine{turn}", ASKED[game])
            screens.look(other, f"other{turn}")
    screens.look(anna, "end")
    assert not screens.faults, "\n" + "\n".join(f"{where}: {found}" for where, found in screens.faults.items())
