"""Every game on every screen: nothing that carries meaning is cut or covered, and what is asked for is in view.

Measured by geometry, in the lobby, on both sides of a move, while a reveal stands still and at the end; and on
screens of a lesson, of a review and of a game beside the box. `TEPUI_PICTURES=folder` keeps pictures.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from learner import Learner
from player import PHONE, PLAY_OUT, TURN, Visit, comes_true, until
from playwright.sync_api import Browser, Page
from serving import serving
from test_companion import kept, seen, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = [(320, 640), (390, 844), (844, 390), (640, 400), (1280, 800), (1920, 1080)]
SMALLEST = [(320, 640), (640, 400)]
ACROSS_THE_ROOM = [(1280, 800), (1920, 1080)]
LANGUAGES = ("de", "en", "fr", "it")
GAMES = ("lost-code", "roll-and-write", "kryptx")
COLOURS = 6  # of The Lost Code, each written down at its end
PICTURES = os.environ.get("TEPUI_PICTURES")
# What must be touched to decide, by game: of those that are offered, at least one is whole on the first screen.
ASKED = {
    "lost-code": '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"]), [data-stone]:not([aria-disabled="true"]),'
    " [data-ui=ring] [data-colour], [data-ui=keys] [data-number], [data-press=keep]",
    "roll-and-write": "[data-die]",
    "kryptx": "[data-hand], [data-stand][data-lifted]",
}
# What must be whole on the first screen whenever one is to move.
WHOLE = {"lost-code": "[data-stone]", "roll-and-write": "[data-die]", "kryptx": "[data-own] [data-stand]"}
# The middle button (of one kind, if it is there), as a person of this page: so that the page itself is left in peace.
MIDDLE = """([room, kind]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/rooms/${room}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: "en", motion: false }));
  socket.onmessage = (event) => {
    const view = JSON.parse(event.data);
    if (view.type !== "view") return;
    const now = view.moments.at(-1);
    const asked = view.legal.length && now.to_act.includes(view.eye);
    const wanted = view.legal.findIndex(({ action }) => action.do === kind);
    const pick = wanted < 0 ? view.legal.length >> 1 : wanted;
    if (asked || wanted >= 0) socket.send(JSON.stringify({ type: "pick", turn: view.turn, pick }));
    else { socket.close(); return done(""); }
    socket.onmessage = (next) =>
      JSON.parse(next.data).type === "view" && (socket.close(), done(view.legal[pick].action.do));
  };
})"""
# What is wrong with the page as it stands, in words.
FAULTS = """([asked, whole]) => {
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
  const head = document.querySelector("header");
  if (head && box(head).top < -1) faults.add("the head of the page is out of sight");
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
      const slack = 2 * (up.currentCSSZoom ?? 1);
      const y = /hidden|clip/.test(style.overflowY) && (at.top < edge.top - slack || at.bottom > edge.bottom + slack);
      if (x || y) return up;
      if (/auto|scroll/.test(style.overflowX) && (at.left < edge.left - 1 || at.right > edge.right + 1)) return up;
      if (/auto|scroll/.test(style.overflowY)) return null; // reached by scrolling
    }
    return null;
  };
  const stays = (one) => one && (getComputedStyle(one).position === "sticky" || stays(one.parentElement));
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
    const goesOn = getComputedStyle(one).textOverflow === "ellipsis" && one.clientWidth >= 48; // says so itself
    if (held && !goesOn && !within(at, box(held), 2)) faults.add(`hangs out: ${name(held)}`);
    const place = seen(one);
    const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
    if (x > place.left && x < place.right && y > place.top && y < place.bottom) {
      const top = document.elementFromPoint(x, y);
      const related = !top || top.contains(one) || one.contains(top) || held?.contains(top)
        || top.closest("[data-ui=notice], dialog, [popover], aside, footer, [data-ceremony], [data-pointer]")
        || top.closest("svg")?.parentElement.contains(one) || stays(top); // a mark on it; the head of a list
      if (!related && [one, held ?? one].every((each) => getComputedStyle(each).pointerEvents !== "none"))
        faults.add(`covered: "${text.data.trim().slice(0, 30)}" by ${name(top)}`);
    }
  }
  // What a curve says lies on the screen, apart from its point.
  for (const text of document.querySelectorAll("svg[role=img] text")) {
    const at = box(text), point = text.closest("svg").querySelector("circle"), said = text.textContent;
    if (!apart(at, screen) && (at.left < 0 || at.right > innerWidth)) faults.add(`outside: ${said}`);
    if (point && text.matches(".result") && !apart(at, box(point))) faults.add(`on its point: ${said}`);
    for (const mark of text.closest("div").querySelectorAll(".mark:first-of-type span"))
      if (!text.matches(".quiet") && !apart(at, box(mark))) faults.add(`under a mark: ${said}`);
  }
  // A line of what was said last is there whole or not at all, and all stands abreast begin at one height.
  for (const line of document.querySelectorAll(".told li")) {
    const [at, list] = [box(line), box(line.parentElement)];
    if (drawn(line) && !within(at, list) && !apart(at, list)) faults.add(`half a line: ${words(line)}`);
  }
  const rows = [...document.querySelectorAll("[data-ui=others] [data-seat]")].map((row) =>
    [box(row).top, box(row.querySelector("[data-stand]")).top]);
  if (rows.some(([top, stand]) => rows.some(([other, its]) => top === other && Math.abs(stand - its) > 1)))
    faults.add("stands at two heights");
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
  for (const one of whole ? document.querySelectorAll(whole) : [])
    if (drawn(one) && !within(box(one), seen(one), 2)) faults.add(`not whole: ${one.ariaLabel || name(one)}`);
  return [...faults];
}"""
# What nobody could reach on a screen that nobody touches.
UNREACHED = """() => [
  ...[...document.querySelectorAll("#board, #board *")].filter((one) => one.scrollHeight > one.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(one).overflowY)).map((one) => `goes on below: ${one.className}`),
  ...[...document.querySelectorAll("[data-ui=ending] :is(a, button), main .btn, [data-ceremony] .btn")]
    .filter((one) => one.checkVisibility()).map((one) => `to be pressed: ${one.innerText}`),
]"""
# In Kryptx letters are the names of stands: no colour has one.
LETTERED = """() => [...document.querySelectorAll("svg text")].map((one) => one.textContent.trim())
  .filter((text) => /^\\p{L}+$/u.test(text)).map((text) => `a colour with a letter: ${text}`)"""
# The ring around it is not cut by the box that it lies in.
RINGED = """async (one) => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // it grows
  const ring = document.querySelector(one), { outlineWidth, outlineOffset } = getComputedStyle(ring);
  const wide = parseFloat(outlineWidth) + parseFloat(outlineOffset), at = ring.getBoundingClientRect();
  const held = ring.parentElement.getBoundingClientRect();
  return parseFloat(outlineWidth) > 0 && ["top", "left"].every((side) => at[side] - wide >= held[side] - 0.5)
    && ring.matches(":focus-visible") && at.bottom + wide <= held.bottom + 0.5;
}"""
# Drawn anew at that size, with its letters, and everything has come to rest: ten frames in which nothing moved.
DRAWN = """async (width) => {
  let still = 0;
  for (let before = ""; still < 10; ) {
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    const at = (one) => Object.values(one.getBoundingClientRect().toJSON());
    const places = [...document.body.querySelectorAll("*")].map(at);
    const now = `${innerWidth} ${places}`;
    still = now === before && innerWidth === width ? still + 1 : 0;
    before = now;
  }
}"""


class Screens:
    """Pages looked at on screens of these sizes; what is wrong is kept by where it was seen."""

    def __init__(self, game: str, language: str, sizes: list[tuple[int, int]]) -> None:
        self.game, self.language, self.sizes = game, language, sizes
        self.faults: dict[str, list[str]] = {}

    def look(self, page: Page, phase: str, mine: bool = False, frozen: bool = False, asked: str = "") -> None:
        for width, height in self.sizes:
            page.set_viewport_size({"width": width, "height": height})
            if frozen:
                page.wait_for_timeout(150)  # its own frames stand still with its clock
            else:
                page.evaluate(DRAWN, width)
            where = f"{self.game}-{self.language}-{phase}-{width}x{height}"
            if PICTURES:
                page.screenshot(path=Path(PICTURES) / f"{where}.png")
            # On its side a phone shows the cards of one's own code by scrolling, once there are many.
            whole = WHOLE[self.game] if mine and (self.game != "kryptx" or height > 480) else ""
            found = page.evaluate(FAULTS, [ASKED[self.game] if mine else asked, whole])
            if self.game == "kryptx":
                found += page.evaluate(LETTERED)
            if page.url.endswith("#screen"):
                found += page.evaluate(UNREACHED)
            if found:
                self.faults[where] = found

    def told(self) -> str:
        return "\n" + "\n".join(f"{where}: {found}" for where, found in self.faults.items())


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


def pick(page: Page, kind: str = "") -> str:
    """One decision of this person, through a line of their own; what was done."""
    before = page.evaluate(TURN)
    done: str = page.evaluate(MIDDLE, [page.url.rpartition("/")[2].partition("#")[0], kind])
    comes_true(page, f"before => ({TURN}) !== before", arg=before)
    return done


def moves(anna: Page, ben: Page, done: list[str] | None = None) -> Iterator[tuple[Page, Page]]:
    """Who is to move and who waits, again and again to the end; each move is made when the next is asked for."""
    pages, done = (anna, ben), [] if done is None else done
    for _ in range(600):
        until(
            anna, lambda: any(page.locator("[data-ui=head][data-mine], [data-press=replay]").count() for page in pages)
        )
        if anna.locator("[data-press=replay]").count():
            return
        mover = next(page for page in pages if page.locator("[data-ui=head][data-mine]").count())
        yield mover, ben if mover is anna else anna
        done.append(pick(mover))
    raise AssertionError("the game does not end")


class Watcher:
    """Somebody who sees everything move, and whose clock can stand still in the middle of it."""

    def __init__(self, visit: Visit, table: Page, language: str) -> None:
        self.page = visit("/", size=PHONE, language=language, calm=False)
        self.page.clock.install(time=0)
        self.page.goto(table.url)
        self.page.wait_for_selector("#board")

    def hold(self) -> None:
        self.page.clock.pause_at(3_600_000)

    def go_on(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


def whole_game(visit: Visit, screens: Screens, turns: tuple[int, ...], quick: bool = False) -> None:
    """A game to its end, looked at in all its phases; `quick`: after the last of these turns only at the end."""
    game, language = screens.game, screens.language
    anna, ben = table_of_two(visit, game, language)
    screens.look(anna, "lobby")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("#board")
    done: list[str] = []
    watcher = None
    for turn, (mover, other) in enumerate(moves(anna, ben, done)):
        if turn in turns:
            screens.look(mover, f"mine{turn}", mine=True)
            screens.look(other, f"other{turn}")
        if game == "kryptx" and turn == turns[-1]:
            claimed(visit, screens, mover)
        if quick and turn == turns[-1]:
            room = anna.url.rpartition("/")[2]
            ben.evaluate(f"room => void ({PLAY_OUT})(room)", room)
            anna.evaluate(PLAY_OUT, room)
            break
        if "write" in done:
            watcher = watcher or Watcher(visit, anna, language)
            if done.count("write") == 2 * COLOURS - 1:
                watcher.hold()
    if watcher is not None:
        watcher.go_on(3000)
        screens.look(watcher.page, "reveal", frozen=True)
    anna.wait_for_selector("[data-press=replay]")
    comes_true(anna, "!document.querySelector('[data-ui=account] tbody tr:not([data-come])')")
    screens.look(anna, "end", asked="[data-press=rematch]")


def claimed(visit: Visit, screens: Screens, mover: Page) -> None:
    """Stop!, four numbers, and the control cards before they have turned."""
    watcher = Watcher(visit, mover, screens.language)
    watcher.hold()
    assert pick(mover, "stop") == "stop"
    while pick(mover, "name") == "name":
        if not mover.evaluate("document.querySelector('[data-ui=head][data-mine]') !== null"):
            break
    watcher.page.locator("[data-ui=numbers]").wait_for()
    watcher.go_on(1500)
    screens.look(watcher.page, "reveal", frozen=True)
    watcher.page.context.close()


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_fits_every_screen(visit: Visit, game: str, language: str) -> None:
    screens = Screens(game, language, SIZES)
    whole_game(visit, screens, (0, 1, 2, 7))
    assert not screens.faults, screens.told()


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Visit]:
    """People at a server whose chance, like that of their own browsers, follows from a number."""
    seeded = "import random; random.SystemRandom = lambda: random.Random(32)"
    contexts = []
    with serving(tmp_path_factory.mktemp("sizes"), "--no-limits", before=seeded) as address:

        def arrive(
            path: str = "/", size: dict[str, int] | None = None, language: str = "de", calm: bool = True
        ) -> Page:
            context = chromium.new_context(
                base_url=address,
                viewport=size,
                locale=language,
                reduced_motion="reduce" if calm else "no-preference",
                service_workers="block",
            )
            context.add_init_script("crypto.getRandomValues = (list) => list.fill(7)")
            contexts.append(context)
            page = context.new_page()
            page.goto(path)
            return page

        yield arrive
        for context in contexts:
            context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_screens_in_the_longest_language(decided: Visit, game: str) -> None:
    screens = Screens(game, "de", SMALLEST)
    whole_game(decided, screens, (0, 7), quick=True)
    assert not screens.faults, screens.told()


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_fits_every_screen(visit: Visit, game: str, language: str) -> None:
    """Every fourth step, and the last one."""
    screens = Screens(game, language, SIZES)
    page = visit(f"/learn/{game}", size=PHONE, language=language)
    learner = Learner(page, game, language, "mouse")
    while not learner.walk.over:
        learner.arrive()
        if learner.walk.step % 4 == 0:
            screens.look(page, f"lesson{learner.walk.step}")
            page.set_viewport_size(PHONE)
        learner.step()
    page.locator('[data-press="play"]').wait_for()
    screens.look(page, "lesson-end")
    assert not screens.faults, screens.told()


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_beside_the_box_fits_every_screen(visit: Visit, game: str, language: str) -> None:
    """Before it, its first question, and when thirty entries have been made."""
    screens = Screens(game, language, SIZES)
    page = visit(f"/companion/{game}", size=PHONE, language=language, touch=True)
    page.wait_for_selector("[data-begin]")
    screens.look(page, "box")
    page.set_viewport_size(PHONE)
    sit_down(page, game)
    screens.look(page, "box-first")
    page.set_viewport_size(PHONE)
    kept(page, seen(game).entries[:30])
    screens.look(page, "box-later")
    assert not screens.faults, screens.told()


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_fits_every_screen(visit: Visit, game: str, language: str) -> None:
    """Its story, and a moment of it on the board."""
    screens = Screens(game, language, SIZES)
    page = visit("/", size=PHONE, language=language)
    made = page.request.post("/api/rooms", data={"game": game, "seats": 2, "bots": ["beginner"], "start": True}).json()
    page.goto(f"/t/{made['room']}")
    page.wait_for_selector("#board")
    page.evaluate(PLAY_OUT, made["room"])
    page.goto(f"/t/{made['room']}#review")
    moment = page.locator("[data-list=moments] [data-moment]").first
    moment.wait_for()
    screens.look(page, "review")
    moment.click()
    page.locator("[data-ui=moment] p").wait_for()
    screens.look(page, "moment")
    assert not screens.faults, screens.told()


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_for_the_room_shows_everything_at_once(visit: Visit, game: str, seats: int) -> None:
    """In the middle and at the end nothing is to be scrolled or pressed where nobody can."""
    screens = Screens(game, "de", ACROSS_THE_ROOM)
    page = visit("/", size=PHONE, language="de")
    bots = ["beginner"] * (seats - 1)
    made = page.request.post("/api/rooms", data={"game": game, "seats": seats, "bots": bots, "pace": 0})
    room = made.json()["room"]
    page.goto(f"/t/{room}")
    screen = page.context.new_page()
    screen.goto(f"/t/{room}#screen")
    screen.wait_for_selector("[data-ui=waiting] img")
    screens.look(screen, f"room-lobby-{seats}")
    page.click('[data-start]:not([aria-disabled="true"])')
    for one in (page, screen):
        one.wait_for_selector("#board")
    for _ in range(16):
        if page.locator("[data-press=replay]").count():
            break
        page.wait_for_selector("[data-ui=head][data-mine], [data-press=replay]")
        pick(page)
    screens.look(screen, f"room-{seats}")
    page.evaluate(PLAY_OUT, room)
    screen.locator("[data-ui=finals], [data-ui=account], [data-result]").wait_for()
    comes_true(screen, "!document.querySelector('[data-ui=account] tbody tr:not([data-come])')")
    screens.look(screen, f"room-end-{seats}")
    assert not screens.faults, screens.told()


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dark", [False, True])
def test_standing_orders_fit_every_screen(visit: Visit, game: str, dark: bool) -> None:
    """The list of them, and the strip when all are given: one whole, and the ring of whoever comes by keys."""
    screens = Screens(game, "de", SIZES)
    page = visit("/", size=PHONE, language="de", dark=dark)
    table = {"game": game, "seats": 2, "bots": ["random"], "start": True, "clock": "day", "pace": 0}
    page.goto(f"/t/{page.request.post('/api/rooms', data=table).json()['room']}")
    page.click("[data-orders]")
    screens.look(page, "orders")
    for order in page.locator("[data-order]").all():
        order.click()
    comes_true(page, "!document.querySelector('[data-order][aria-pressed=false]')")
    page.keyboard.press("Escape")
    page.locator("[data-orders]").focus()
    page.keyboard.press("Tab")
    comes_true(page, "!!document.activeElement.dataset.revoke")
    screens.look(page, f"ordered-{dark}", asked="[data-revoke]:focus")
    page.keyboard.press("Shift+Tab")
    ringed = page.evaluate(RINGED, "[data-orders]")
    assert not screens.faults and ringed, screens.told()
