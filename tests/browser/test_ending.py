"""The end of a game, on every screen: who won and with what, whole, then two rows of buttons, everything else below."""

import os
from pathlib import Path

import pytest
from player import PHONE, Visit, comes_true, new_table, play_out
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SIZES = [(320, 640), (375, 667), (390, 844), (1280, 800)]
LANGUAGES = ("en", "fr", "it", "de")
PICTURES = os.environ.get("TEPUI_PICTURES")  # a folder: what was measured, to be looked at
# The longest numbers that a game can bring, whatever it brought.
LONGEST = """() => {
  for (const one of document.querySelectorAll("[data-ui=strip]:not([data-tall]) b[data-ui=points], [data-totals] td"))
    one.textContent = "−140";
  for (const one of document.querySelectorAll("[data-ui=account] tbody td")) one.textContent = "−100";
  for (const one of document.querySelectorAll("[data-ui=finals] [data-ui=sum] b")) one.textContent = "−19";
}"""
# Drawn anew at that width, with its letters: a number that the game did not have may want a font that is not there yet.
DRAWN = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  do { await frame(); await frame(); await document.fonts.ready; } while (innerWidth !== width);
}"""
# What is wrong with the page as it stands, in words; the board has not been scrolled.
FAULTS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const written = (one) => { // where its letters are, without what only a screen reader says
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const out = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let text; (text = walk.nextNode()); ) {
      if (!text.data.trim() || text.parentElement.closest(".sr")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, top, right: end, bottom } = range.getBoundingClientRect();
      const goesOn = getComputedStyle(text.parentElement).textOverflow === "ellipsis"; // says so itself
      const right = goesOn ? Math.min(end, box(text.parentElement).right) : end;
      [out.left, out.top] = [Math.min(out.left, left), Math.min(out.top, top)];
      [out.right, out.bottom] = [Math.max(out.right, right), Math.max(out.bottom, bottom)];
    }
    return out;
  };
  const within = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
    && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
  const name = (one) => one.dataset.press ?? one.innerText.trim().replace(/\\s+/g, " ");
  const faults = [];
  const must = (good, what) => good || faults.push(what);
  const result = document.querySelector("[data-ui=finals], [data-ui=account], [data-result]");
  const ending = document.querySelector("[data-ui=ending]");
  const board = document.querySelector("#board");
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  must(document.documentElement.scrollWidth <= innerWidth, "the page moves sideways");
  must(within(written(document.querySelector("[data-ui=head] [data-ui=headline]")), screen), "who won is cut");
  must(board.scrollTop === 0, "the board is scrolled");
  must(board.scrollWidth <= board.clientWidth, "the board moves sideways");
  must(within(box(result), box(board)), "the result is not whole");
  must(box(result).bottom <= box(ending).top + 0.5, "buttons stand before or on the result");
  for (const cell of result.querySelectorAll("th, td, li > *"))
    must(within(written(cell), box(cell)), `does not fit: ${name(cell)}`);
  for (const one of result.querySelectorAll("th[scope=col] span:not(.sr)")) { // no name is broken within a word
    const lines = box(one).height / parseFloat(getComputedStyle(one).lineHeight);
    must(!one.innerText.trim() || lines < one.innerText.trim().split(/\\s+/).length + 0.6, `broken: ${name(one)}`);
  }
  for (const points of document.querySelectorAll("[data-ui=strip]:not([data-tall]) b[data-ui=points]")) {
    const seat = box(points.closest("li"));
    must(!seat.width || within(written(points), seat), `cut: the points of a seat, in ${seat.width}`);
  }
  const buttons = [...ending.querySelectorAll("button, a")];
  must(buttons.length >= 4, "no buttons");
  for (const button of buttons) {
    const { left, right, top, bottom, width, height } = box(button);
    must(within(box(button), screen), `outside: ${name(button)}`);
    must(width >= 44 && height >= 44, `${name(button)} is ${width} x ${height}`);
    must(height < 76, `${name(button)} is a tower of ${height}`);
    must(button.innerText.trim(), `${name(button)} has no word`);
    must(within(written(button), box(button)), `the label of ${name(button)} hangs out`);
    for (const [x, y] of [[left + 6, top + 6], [right - 6, bottom - 6]])
      must(button.contains(document.elementFromPoint(x, y)), `covered: ${name(button)}`);
  }
  must(new Set(buttons.map((one) => Math.round(box(one).top))).size === 2, "not two rows");
  for (const one of document.querySelectorAll("[data-dice-verdict], [data-press=forgot], [data-press=dice]"))
    must(box(one).top >= box(ending).bottom - 0.5, `${name(one)} stands before the buttons`);
  return faults;
}"""


def finished(page: Page, game: str, seats: int, **more: object) -> None:
    """A game that one person has played against bots, by pressing the middle button."""
    page.evaluate("""() => fetch("/api/me", {method: "POST", headers: {"content-type": "application/json"},
        body: JSON.stringify({name: "Maximiliane"})})""")
    page.goto(new_table(page, game, seats, bots=["beginner"] * (seats - 1), start=True, pace=0, **more))
    play_out(page)


def speak(page: Page, language: str) -> None:
    page.evaluate("language => localStorage.setItem('tepui.settings', JSON.stringify({ language }))", language)
    page.reload()
    page.wait_for_selector(f"html[lang={language}] [data-ui=ending] :is(button, a)")


@pytest.mark.proof(but="kryptx-4-more2")
@pytest.mark.parametrize(
    ("game", "seats", "more"),
    [
        ("lost-code", 3, {"options": {"introductory": True}}),
        ("lost-code", 4, {}),
        ("kryptx", 4, {}),
        ("roll-and-write", 4, {}),
        ("roll-and-write", 5, {}),
    ],
)
def test_the_result_comes_first_and_whole_then_two_rows_of_words(
    visit: Visit, game: str, seats: int, more: dict[str, object]
) -> None:
    page = visit("/", size=PHONE)
    finished(page, game, seats, **more)
    faults = {}
    for language in LANGUAGES:
        speak(page, language)
        page.wait_for_selector("[data-dice-verdict]:not(:empty)", state="attached")
        page.wait_for_selector("[data-press=forgot]", state="attached")
        if game == "roll-and-write":
            comes_true(page, "() => !document.querySelector('[data-ui=account] tbody tr:not([data-come])')")
            totals = [int(one.replace("\u2212", "-")) for one in page.locator("[data-totals] td").all_inner_texts()]
            assert totals == sorted(totals, reverse=True), "who came in first stands first"
        page.evaluate(LONGEST)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN, width)
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{game}-{seats}-{language}-{width}.png")
            if found := page.evaluate(FAULTS):
                faults[language, width, height] = found
    assert faults == {}


@pytest.mark.proof
def test_view_opens_the_finished_game_and_not_its_rematch(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    finished(page, "kryptx", 2)
    old = page.url
    page.click('[data-press="rematch"]:not([aria-disabled="true"])')
    page.wait_for_url(lambda url: url != old and "/t/" in url)
    rematch = page.url
    page.wait_for_selector("#board")
    page.goto("/")
    page.click("[data-history]")
    page.click("[data-view]")
    page.wait_for_selector('[data-press="replay"]')
    page.locator('[data-press="next"]', has_text="Go to the rematch").wait_for()
    assert page.url == old
    screen = page.context.new_page()  # nobody presses anything there
    screen.goto(f"{old}#screen")
    screen.wait_for_url(f"{rematch}#screen")
    page.click('[data-press="next"]')
    page.wait_for_url(rematch)


@pytest.mark.proof
def test_the_numbers_of_the_steps_stand_upright_beside_them(visit: Visit) -> None:
    page = visit("/game/lost-code", size=PHONE)
    page.click("[data-rules=lost-code]")
    page.wait_for_selector("[data-summary] li >> nth=4")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        drawn = page.evaluate("""() => [...document.querySelectorAll("[data-summary] li")].map((step) => {
          const { transform, width, height } = getComputedStyle(step, "::before");
          return [transform, parseFloat(width), parseFloat(height)];
        })""")
        assert all(transform == "none" and wide >= 20 and high >= 20 for transform, wide, high in drawn), drawn
