"""One tablet that a family passes around, and a screen for the whole room, in Chromium: nobody sees another's view."""

import json
from collections.abc import Iterator

import pytest
import test_kryptx as kryptx
import test_roll_and_write as roll_and_write
from barriers import barriers
from player import LAPTOP, PHONE, SMALL, Player, Visit, begin, begin_with_bots, new_table, until
from playwright.sync_api import Page, WebSocket

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HIDDEN = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Object.defineProperty(document, 'hidden', { get: () => false, configurable: true });
}"""
CODE = """() => Object.fromEntries([...document.querySelectorAll("[data-own] [data-stand]")].map(
  (one) => [one.dataset.stand, one.ariaLabel.match(/\\d/)[0]]))"""
PIECES = "#board, [data-ui=stone], [data-ui=sheet], [data-ui=picture], [data-stone], [data-ui=head]"


class Wires:
    """Every view that reaches this page, and over which line."""

    def __init__(self, page: Page) -> None:
        self.views: list[tuple[str, object]] = []
        self.open: set[str] = set()
        self.yes = False
        page.on("websocket", self.listen)

    def listen(self, wire: WebSocket) -> None:
        who = wire.url.partition("?person=")[2] or "nobody"
        self.open.add(who)
        wire.on("close", lambda _: self.open.discard(who))
        wire.on("framereceived", lambda frame: self.heard(who, frame))

    def heard(self, who: str, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.yes |= '"yes":true' in str(frame)
        if message["type"] in ("view", "helped", "notes"):
            self.views.append((who, message.get("eye", message["type"])))

    def new(self) -> Iterator[tuple[str, object]]:
        views, self.views = self.views, []
        return iter(views)


class Peeping(kryptx.Player):
    """Has seen the codes of all who sit here, and asks what is true."""

    def __init__(self, page: Page, how: str) -> None:
        super().__init__(page, how)
        self.codes: dict[str, str] = {}
        self.way = "yes"

    def ask(self) -> None:
        if self.way == "draw":
            self.press('[data-press="extra"]')
            return
        stand = self.page.locator("[data-ui=others] [data-stand][data-lifted]").first
        letter = stand.get_attribute("data-stand") or ""
        stand.click()
        number = int(self.codes[letter]) + (self.way == "no")
        self.press(f'[data-ask="{number % 10}"]')


class AroundTheTable(Player):
    """Lifts the curtain whenever it has fallen, and answers what is asked then; who has held the device."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.held: list[str] = []

    def step(self) -> bool:
        if self.there("[data-ui=curtain] [data-lift][data-first]"):
            self.held.append(lift(self.page))
        elif self.there("[data-ui=coach] button"):
            self.press("[data-ui=coach] button")
        else:
            return super().step()
        return True

    def commit(self) -> None:
        """Final guesses are written by one after the other: the curtain falls in between."""
        confirm = '[data-press="confirm"]:not([aria-disabled="true"])'
        until(
            self.page,
            lambda: not self.there("[data-ui=head][data-mine]"),
            lambda: self.there(confirm) and self.press(confirm),
        )


def family(page: Page, game: str, *names: str, **more: object) -> Wires:
    """A new table at which everybody sits around this page."""
    wires = Wires(page)
    if more:
        page.goto(new_table(page, game, len(names) + 1, **more))
    else:
        page.click(f"[data-friends={game}]")
        page.locator("fieldset [data-seats]", has_text=str(len(names) + 1)).first.click()
        page.click("[data-make]")
    for name in names:
        page.locator("[data-here]").first.click()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.locator("[data-ui=who] b", has_text=name).wait_for()
    page.click('[data-start]:not([aria-disabled="true"])')
    return wires


def lift(page: Page) -> str:
    """The curtain is down; whoever is named first says that it is they."""
    page.wait_for_selector("[data-ui=curtain] [data-lift][data-first]")
    assert page.locator(PIECES).count() == 0
    button = page.locator("[data-ui=curtain] [data-lift][data-first]")
    person = button.get_attribute("data-lift")
    button.click()
    page.wait_for_selector("[data-ui=head]")
    assert person
    return person


def test_a_family_passes_a_tablet_around(visit: Visit) -> None:
    page = visit("/", size=LAPTOP)
    wires = family(page, "lost-code", "Ben", "Cleo")
    page.wait_for_selector("[data-ui=curtain]")
    assert barriers(page) == ""
    assert {who for who, _ in wires.new()} == {"nobody"}
    held, player = set(), Player(page)

    def step() -> bool:
        if page.locator("[data-ui=coach] button").count():
            page.locator("[data-ui=coach] button").first.click()
        return player.step()

    for _turn in range(7):
        person = lift(page)
        held.add(person)
        page.wait_for_selector("[data-ui=head][data-mine]")
        until(page, lambda: page.locator("[data-ui=curtain]").count() > 0, step)  # it falls by itself
        views = list(wires.new())
        assert {who for who, eye in views if eye != "audience"} == {person}
        assert "audience" in {eye for _, eye in views}  # over a line of its own, so before or after
    assert held == {"1", "2", "3"} and player.moves >= 7
    # The tab is left, the page is loaded anew, the browser's back is pressed: down it comes.
    for leave in (
        lambda: page.evaluate(HIDDEN),
        page.reload,
        lambda: page.goto(page.url.replace("/t/", "/?/t/")) and page.go_back(),
    ):
        lift(page)
        leave()
        page.wait_for_selector("[data-ui=curtain] [data-lift][data-first]")
        assert page.locator(PIECES).count() == 0
    lift(page)
    page.click("[data-hide]")
    page.wait_for_selector("[data-ui=curtain] [data-lift][data-first]")


@pytest.mark.proof(but="size1-True")
@pytest.mark.parametrize(("size", "calm"), [(PHONE, False), (LAPTOP, True)])
def test_in_kryptx_no_code_stays_on_the_page(visit: Visit, size: dict[str, int], calm: bool) -> None:
    """The curtain falls by itself; a claim is checked where nobody's code lies, though it is still their turn."""
    page = visit("/", size=size, calm=calm)
    page.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", kryptx.READ)
    wires = family(page, "kryptx", "Ben")
    player = Peeping(page, "mouse")
    for _turn in range(3):
        person = lift(page)
        page.locator("[data-own] [data-stand]").first.wait_for()
        player.codes |= page.evaluate(CODE)
        until(page, lambda: page.locator("[data-ui=curtain] [data-lift][data-first]").count() > 0, player.step)
        assert page.locator("[data-own]").count() == 0
        views = list(wires.new())
        assert {who for who, eye in views if eye != "audience"} == {person} and "audience" in {eye for _, eye in views}
    assert wires.yes, "a turn that ends with an answer"
    person = lift(page)
    page.wait_for_selector("[data-ui=head][data-mine]")
    kryptx.fill(page, "0000")
    kryptx.declare(page)
    page.locator("[data-ceremony] button").wait_for()
    assert page.locator("[data-own]").count() == 0 and page.locator("[data-ui=others] [data-stand]").count() == 8
    assert list(wires.new())[-1] == (person, "audience")
    page.locator("[data-ceremony] button").click()
    page.wait_for_selector(f'[data-ui=curtain] [data-lift="{person}"][data-first]')


@pytest.mark.proof
def test_kryptx_to_its_end_on_one_device_however_a_turn_ends(visit: Visit) -> None:
    """By a Yes, a No, a card that is drawn instead, a claim that fails and one that is right: no code stays open."""
    page = visit("/", size=PHONE)
    page.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", kryptx.READ)
    family(page, "kryptx", "Ben")
    player = Peeping(page, "mouse")
    for way in ("yes", "no", "draw", "no", "yes", "wrong", "draw", "right"):
        player.way = way
        lift(page)
        page.locator("[data-own] [data-stand]").first.wait_for()
        player.codes |= page.evaluate(CODE)
        if way in ("wrong", "right"):
            page.wait_for_selector("[data-ui=head][data-mine]")
            page.locator('[data-press="stop"]').click()
            page.locator("[data-dial]").first.wait_for()
            for dial in page.locator("[data-dial]").all():
                dial.click()
                number = int(player.codes[dial.get_attribute("data-dial") or ""]) + (way == "wrong")
                page.keyboard.type(str(number % 10))
            kryptx.declare(page)
            page.locator("[data-ceremony] button").wait_for()
            assert way == "right" or page.locator("[data-own]").count() == 0  # at the end every code lies open
            page.locator("[data-ceremony] button").click()
        else:
            until(page, lambda: page.locator("[data-ui=curtain] [data-lift][data-first]").count() > 0, player.step)
        if way == "right":
            page.wait_for_selector("[data-result]")
        else:
            page.wait_for_selector("[data-ui=curtain] [data-lift][data-first]")
            assert page.locator(PIECES).count() == 0


@pytest.mark.proof
def test_the_lost_code_to_its_end_on_one_device(visit: Visit) -> None:
    """Wheels, exchanges and what both write at last: each by who holds the device, until everything lies open."""
    page = visit("/", size=PHONE)
    family(page, "lost-code", "Ben", parts="[rounds]\n2 = 5\n")
    player = AroundTheTable(page)
    until(page, player.over, player.step, seconds=900)
    assert len(player.held) >= 10 and set(player.held) == {"1", "2"}
    assert page.locator("[data-ui=curtain]").count() == 0
    assert page.locator("[data-ui=finals] tbody").count() == 2
    won = page.locator("[data-outcome] h2").inner_text()
    assert "You win" not in won, "two people look at it"
    assert page.locator("[data-ui=finals] tbody").first.locator(".ellipsis").inner_text() in won


@pytest.mark.proof
def test_roll_and_write_to_its_end_on_one_device(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    family(page, "roll-and-write", "Ben")
    someone = roll_and_write.Someone(page)
    moved: dict[str, int] = {}

    def move() -> bool:
        if not someone.mine():
            return False
        headline = page.locator("[data-ui=head] [data-ui=headline]").inner_text()
        name = headline.partition(":")[0].splitlines()[-1]  # "Your move." for who cannot see, then whose it is
        moved[name] = moved.get(name, 0) + 1
        someone.move()
        return True

    until(page, someone.over, move, seconds=900)
    assert len(moved) == 2 and "Ben" in moved and min(moved.values()) > 9, moved
    assert page.locator("[data-ui=curtain]").count() == 0
    assert "You win" not in page.locator("[data-outcome] h2").inner_text()
    assert page.locator("[data-ui=account] th[scope=col]").count() == 2


@pytest.mark.proof
def test_a_game_without_secrets_needs_no_curtain(visit: Visit) -> None:
    page = visit("/")
    wires = family(page, "roll-and-write", "Ben")
    seen = set()
    for _turn in range(8):
        page.wait_for_selector("[data-ui=head][data-mine]")
        assert page.locator("[data-ui=curtain]").count() == 0
        page.wait_for_timeout(300)
        seen |= {who for who in wires.open if who != "nobody"}
        for press in ('[data-press="pass"]', '[data-press="confirm"]'):
            found = page.locator(f'{press}:not([aria-disabled="true"])')
            if found.count():
                found.first.click()
                break
        page.wait_for_timeout(400)
    assert seen == {"1", "2"}


def test_a_screen_for_the_room_shows_what_the_audience_may_see(visit: Visit) -> None:
    page = visit("/")
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head][data-mine]")
    screen = page.context.new_page()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    wires = Wires(screen)
    screen.goto(page.url + "#screen")
    screen.wait_for_selector("[data-ui=head]")
    until(screen, lambda: bool(wires.views))
    assert set(wires.new()) == {("0", "audience")}
    assert barriers(screen) == ""
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert screen.locator("[data-ui=code] img").count() == 1
    Player(page).step()
    until(screen, lambda: bool(wires.views))
    assert {eye for _, eye in wires.new()} == {"audience"}


@pytest.mark.proof
def test_the_curtain_fits_the_smallest_phone_in_german(visit: Visit) -> None:
    page = visit("/", size=SMALL, language="de-DE", dark=True)
    family(page, "kryptx", "Großmutter Cleopatra", "Bartholomäus")
    page.wait_for_selector("[data-ui=curtain] [data-lift][data-first]")
    assert barriers(page) == ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "[...document.querySelectorAll('[data-ui=curtain] button')].every((one) => one.scrollWidth <= one.clientWidth)"
    )


@pytest.mark.proof
def test_names_are_changed_where_they_are_read(visit: Visit) -> None:
    page = visit("/")
    page.click("[data-friends=lost-code]")
    page.click("[data-make]")
    page.click("[data-rename]")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.locator("[data-ui=who] b", has_text="Anna").wait_for()
    begin_with_bots(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    assert page.input_value("[data-called]") == "Anna"
    page.fill("[data-called]", "Annabel")
    page.keyboard.press("Tab")
    page.locator("[data-ui=aside] [data-ui=name]", has_text="Annabel").wait_for()
