"""A whole game of The Lost Code by two people in two browsers and a bot."""

import pytest
from player import LAPTOP, PHONE, SMALL, TURN, Player, Thumb, Typist, Visit, begin, comes_true, new_table, play, until
from playwright.sync_api import Page
from test_pages import clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]


STATES = {
    "a stone to give away": '[data-stone]:not([aria-disabled="true"])',
    "a token on offer": "[data-ui=keys] [data-number]",
    "a red die": "[data-ui=ring] [data-colour]",
}


class Inspector(Thumb):
    """Looks at every kind of decision with axe when it is met for the first time."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.looked: set[str] = set()

    def look(self, state: str) -> None:
        if state not in self.looked:
            self.looked.add(state)
            clean(self.page, state)

    def step(self) -> bool:
        if self.asked():
            for state in [state for state, sign in STATES.items() if self.there(sign)]:
                self.look(state)
        return super().step()

    def write(self) -> None:
        self.look("the final guesses")
        super().write()


class Reader(Player):
    """Reads the notes in the margin and puts them away."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.notes: list[str] = []

    def step(self) -> bool:
        note = self.page.locator("[data-ui=coach]")
        if note.count():
            self.notes.append(note.inner_text())
            if "our best guess" in self.notes[-1]:
                assert note.locator("a").get_attribute("href") == "/sheet/lost-code"
            note.locator("button").click()
        return super().step()


CUT = """() => {
  const list = document.querySelector('[data-ui=panel] [data-ui=journal]');
  const top = list.getBoundingClientRect().top;
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  return list.scrollTop > 0 && rows.every((row) => row.bottom <= top + 1 || row.top >= top - 1);
}"""


def table_for_two(visit: Visit, parts: str | None = None, **how: object) -> tuple[Page, Page]:
    """The first creates a table for friends and seats a bot; the second opens the link and sits down."""
    anna = visit("/", **how)
    if parts is None:
        anna.click("[data-friends=lost-code]")
        anna.click("[data-make]")
    else:
        anna.goto(new_table(anna, "lost-code", 3, parts=parts))
    anna.wait_for_selector("[data-ui=waiting] [data-ui=code]")
    ben = visit(anna.url.removeprefix(anna.evaluate("location.origin")), **how)
    ben.fill("[data-ui=waiting] form input", "Ben <b>")
    ben.click("[data-ui=waiting] form button")
    ben.wait_for_selector("text=Ben <b>")
    anna.wait_for_selector("text=Ben <b>")
    anna.click("[data-fill]")
    anna.click('[data-start]:not([aria-disabled="true"])')
    for page in (anna, ben):
        page.wait_for_selector("[data-ui=table]")
    return anna, ben


@pytest.mark.proof
def test_a_game_by_mouse_and_by_keyboard_alone(visit: Visit) -> None:
    anna, ben = table_for_two(visit)
    mouse, typist = Reader(anna), Typist(ben)
    moves = play(mouse, typist)
    assert moves > 18, "nine rounds, two people"
    places = anna.evaluate(
        "[...document.querySelectorAll('[data-ui=finals] [data-ui=sum] b')].map((one) => one.textContent)"
    )
    assert len(places) == 3
    assert (
        ben.evaluate("[...document.querySelectorAll('[data-ui=finals] [data-ui=sum] b')].map((one) => one.textContent)")
        == places
    )
    assert all(player.page.locator("[data-outcome] h2").inner_text() for player in (mouse, typist))
    told = [note for note in mouse.notes if "our best guess" in note]
    assert len(told) == 1, "that some printed numbers are reconstructed is said once"
    anna.get_by_role("tab", name="Journal").click()
    comes_true(anna, CUT)
    clean(anna, "the end on a laptop")


def test_a_game_by_touch_in_german_with_a_reload_in_the_middle(visit: Visit) -> None:
    anna, ben = table_for_two(visit, "[rounds]\n3 = 5\n", size=PHONE, touch=True, language="de-DE")
    ben.set_viewport_size(SMALL)
    inspector = Inspector(ben)
    thumbs = Thumb(anna), inspector
    play(*thumbs, until=12)
    marked = mark_the_sheet(ben)
    ben.reload()
    ben.wait_for_selector("[data-ui=table]")
    ben.get_by_role("tab", name="Blatt").tap()
    ben.wait_for_selector(f'[data-at="{marked}"] svg')  # the pencil came back from the server
    ben.get_by_role("tab", name="Tisch").tap()
    play(*thumbs)
    assert all(thumb.over() for thumb in thumbs)
    assert "gewinn" in anna.inner_text("[data-ui=head]").lower()
    assert "the final guesses" in inspector.looked
    clean(ben, "the end")
    ben.tap('[data-press="replay"]')
    ben.wait_for_selector("[data-ui=replay] [data-ui=controls]")
    ben.wait_for_selector("[data-ui=replay] [data-ui=log]")
    assert "move=0" in ben.url and "2048" not in ben.inner_text("body"), "at the beginning everybody has 0"
    clean(ben, "the replay")


# Does the server hold marks of this person? It says so before it shows the table.
NOTED = """room => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/rooms/${room}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: "en", motion: false }));
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type !== "notes" && type !== "view") return;
    socket.close();
    done(type === "notes");
  };
})"""


def mark_the_sheet(page: Page) -> str:
    """A pencil cross in the first open box; says where."""
    page.get_by_role("tab", name="Blatt").tap()
    box = page.locator("[data-at]:not([data-seen])").first
    where = box.get_attribute("data-at") or ""
    box.tap()
    page.wait_for_selector(f'[data-at="{where}"] svg')
    comes_true(page, NOTED, arg=page.url.rpartition("/")[2])
    page.get_by_role("tab", name="Tisch").tap()
    return where


@pytest.mark.clause("LC-44")
def test_what_was_seen_and_what_was_deduced_look_different_and_a_mark_can_be_rubbed_out(visit: Visit) -> None:
    page = visit("/", size=LAPTOP)
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head]")
    page.wait_for_selector("[data-at][data-seen]")
    where = page.locator("[data-at]:not([data-seen])").first.get_attribute("data-at") or ""
    box = page.locator(f'[data-at="{where}"]')
    page.click('[data-tool="cross"]')
    box.click()
    box.locator("svg").wait_for()
    crossed = box.get_attribute("aria-label") or ""
    seen = page.locator("[data-at][data-seen]").first
    assert "seen" not in (box.get_attribute("class") or "")
    assert seen.locator("svg").count() == 0 and (seen.get_attribute("aria-label") or "")[-5:] != crossed[-5:]
    page.click('[data-tool="eraser"]')
    box.click()
    box.locator("svg").wait_for(state="detached")


# Every picture that the page shows while a stone is exchanged, in words: noted by the page itself, frame by frame.
FILM = """() => {
  window.film = [];
  const look = () => {
    const turned = document.querySelector('[data-turned] [role=img]')?.getAttribute('aria-label') ?? '';
    const laid = [...document.querySelectorAll('.mine [data-ui=gone] .sr')].map((one) => one.textContent.trim());
    const now = JSON.stringify({ turned, laid });
    if (now !== window.film.at(-1)?.text) window.film.push({ text: now, turned, laid });
    requestAnimationFrame(look);
  };
  look();
}"""
WHEEL = '[data-ui=shelf] [data-wheel]:not([aria-disabled="true"])'
STONE = '[data-stone]:not([aria-disabled="true"])'


def at_table(page: Page, thing: str, seats: int = 3, options: dict[str, bool] | None = None) -> Player:
    """At a table with bots that do not wait, where this can be pressed; if a game does not bring it, at the next."""
    player = Player(page)
    for _ in range(8):
        bots = ["beginner"] * (seats - 1)
        page.goto(new_table(page, "lost-code", seats, bots=bots, start=True, pace=0, options=options or {}))
        page.wait_for_selector("[data-ui=table]")
        until(page, lambda: player.over() or (player.asked() and player.there(thing)), player.step)
        if not player.over():
            return player
    raise AssertionError(f"eight games without {thing}")


@pytest.mark.proof
def test_a_stone_that_is_exchanged_turns_over_and_then_lies_beside_its_log(visit: Visit) -> None:
    page = visit("/", calm=False)
    at_table(page, STONE)
    assert page.locator("[data-stone] .pile").count() == page.locator("[data-stone]").count(), (
        "piles: now, and only now"
    )
    page.evaluate(FILM)
    before = page.locator(".mine [data-ui=gone] li").count()
    colour = page.locator(STONE).first.get_attribute("data-stone") or ""
    page.locator(STONE).first.click()
    page.click('[data-press="confirm"]:not([aria-disabled="true"])')
    comes_true(page, f"() => document.querySelectorAll('.mine [data-ui=gone] li').length === {before + 1}")
    film = page.evaluate("window.film")
    turned = next(shot for shot in film if shot["turned"].startswith(colour))
    assert len(turned["laid"]) == before, "it is turned over first"
    assert film[-1]["laid"][-1] == turned["turned"], "and lies there with the same number"
    assert page.locator(".pile").count() == 0, "no number on one's own stones"


@pytest.mark.proof
def test_the_token_picker_knows_the_sheet_says_the_stakes_and_locks_the_stone(visit: Visit) -> None:
    page = visit("/")
    at_table(page, "[data-ui=keys] [data-number]", 2, {"deadly_shortcut": True})
    seen = page.locator("[data-ui=keys] [data-number][data-seen]")
    assert seen.count() > 0, "two neutral logs and another player's: some numbers lie open"
    stakes = page.locator("[data-ui=stakes]").inner_text()
    assert all(points in stakes for points in ("+10", "+4", "+2", "−4")), stakes
    seen.first.click()
    page.locator("[data-ui=warns]").wait_for()
    seen.first.click()
    page.locator("[data-ui=warns]").wait_for(state="detached")
    for number in range(4):
        page.click(f"[data-ui=keys] [data-number='{number}']")
    assert page.locator("[data-ui=keys] [aria-pressed=true]").count() == 3, "a fourth does not throw out the first"
    assert "Three numbers at most" in page.locator("[data-ui=warns]").inner_text()
    page.click('[data-press="confirm"]:not([aria-disabled="true"])')
    lock = page.locator(".mine [data-ui=lock]")
    lock.wait_for()
    assert lock.count() == 1 and lock.locator("[aria-label*='0 · 1 · 2']").count() == 1


@pytest.mark.proof
def test_final_guesses_say_what_is_missing_on_the_button_and_what_cannot_be(visit: Visit) -> None:
    page = visit("/")
    at_table(page, "[data-ui=sheet] [data-ui=finals]", 2, {"introductory": True})
    columns = page.locator('[data-at^="0-"]').count()
    page.locator("[data-at][data-seen]").first.click()
    assert "not yours" in page.locator("[data-ui=warns]").inner_text()
    page.locator("[data-at][data-seen]").first.click()
    page.locator("[data-ui=warns]").wait_for(state="detached")
    for column in range(columns - 1):
        page.locator(f'[data-at$="-{column}"]:not([data-seen])').first.click()
    confirm = page.locator('[data-press="confirm"]:not([aria-disabled="true"])')
    confirm.click()
    page.get_by_role("button", name="Write without pink").wait_for()
    page.locator(f'[data-at$="-{columns - 1}"]:not([data-seen])').first.click()
    page.get_by_role("button", name="Write the final guesses").click()
    page.wait_for_selector('[data-press="replay"]')
    assert page.locator("[data-ui=aside] h2").inner_text() == "Ranking"
    points = page.locator("[data-ui=finals] [data-ui=sum] b").all_inner_texts()
    tied = len(set(points)) == 1
    assert page.locator("[data-ui=tie]").count() == tied, "equal points are explained, and nothing else"


@pytest.mark.proof
def test_crosses_are_asked_about_only_if_their_stone_was_exchanged(visit: Visit) -> None:
    page = visit("/")
    player = at_table(page, STONE)
    colours = page.locator("[data-stone]").evaluate_all("all => all.map((one) => one.dataset.stone)")
    given = page.locator(STONE).first.get_attribute("data-stone") or ""
    column = colours.index(given)
    page.locator(STONE).first.click()
    page.click('[data-press="confirm"]:not([aria-disabled="true"])')
    page.wait_for_selector(".mine [data-ui=gone] li")
    page.locator(f'[data-at$="-{column}"]:not([data-seen])').first.click()
    page.wait_for_selector(f'[data-at$="-{column}"] [data-mark=x]')
    assert page.get_by_text("Erase your crosses?").count() == 0, "the cross is about the new stone"
    again = f'[data-stone="{given}"][aria-disabled=false]'
    until(page, lambda: player.over() or (player.asked() and player.there(again)), player.step)
    if not player.over():  # whoever guesses right to the end exchanges no more
        page.click(again)
        page.click('[data-press="confirm"]:not([aria-disabled="true"])')
        page.get_by_text("Erase your crosses?").wait_for()


@pytest.mark.proof
def test_whoever_plays_by_keys_finds_the_next_thing_under_the_fingers(visit: Visit) -> None:
    page = visit("/")
    at_table(page, WHEEL)
    page.locator(WHEEL).first.focus()
    page.keyboard.press("Enter")
    comes_true(page, "document.activeElement?.getAttribute('role') === 'slider'")
    before = page.evaluate(TURN)
    page.keyboard.press("Enter")
    comes_true(
        page,
        f"""before => ({TURN}) !== before && document.querySelector('[data-ui=head][data-mine]')
          && document.activeElement.matches('[data-wheel], [data-stone], [data-press], [data-colour]')""",
        arg=before,
    )
