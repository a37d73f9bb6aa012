"""A part of the app does not come: no page stays empty, and an upgrade of the server is loaded once."""

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from barriers import barriers
from player import PHONE, begin, comes_true, until
from playwright.sync_api import Browser, BrowserContext, Error, Page, TimeoutError, WebSocketRoute, expect
from serving import serving

from tepui.server.app import STATIC

pytestmark = pytest.mark.browser

NOT_ARRIVED = "A part of this page has not arrived."
Arrive = Callable[..., Page]
OTHER_FILES = """
from tepui.server import app
from tepui.server.web import files
app.FRONT, app.FILES = app.Path({0!r}) / "index.html", files.Files(directory={0!r})
"""
# One cache, whole: the page beside the box and everything that it can ask for, all of one version.
COMPANION_IS_KEPT = """async (mark) => {
  const [name, ...others] = await caches.keys();
  if (others.length || !name?.includes(mark)) return false;
  const cache = await caches.open(name);
  const text = await (await cache.match("/companion/"))?.text();
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const files = paths.filter((file) => file.startsWith("/assets/"));
  return text?.includes(mark) && files.length > 60 && files.every((file) => file.includes(mark)) &&
    text.match(/\\/assets\\/[\\w.-]+/g).every((file) => files.includes(file));
}"""
IS_INSTALLED = """async (mark) => {
  const names = await caches.keys();
  return names.length === 1 && names[0].includes(mark) && navigator.serviceWorker.controller !== null;
}"""


@pytest.fixture
def arrive(chromium: Browser) -> Iterator[Arrive]:
    """A phone for whose console nothing needs to be in order."""
    with ExitStack() as closing:

        def come(address: str, language: str = "en-GB", worker: bool = False) -> Page:
            context: BrowserContext = chromium.new_context(
                base_url=address,
                viewport=PHONE,
                locale=language,
                reduced_motion="reduce",
                service_workers="allow" if worker else "block",
            )
            closing.callback(context.close)
            return context.new_page()

        yield come


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """The built files once more, to be upgraded."""
    shutil.copytree(STATIC, tmp_path / "static", ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return tmp_path / "static"


@pytest.fixture
def upgradable(tmp_path: Path, static: Path) -> Iterator[str]:
    with serving(tmp_path, "--no-limits", before=OTHER_FILES.format(str(static))) as address:
        yield address


def upgrade(static: Path) -> None:
    """As if everything had been built anew: all names with a hash change."""
    assets = list((static / "assets").iterdir())
    old = re.compile("|".join(re.escape(file.name) for file in assets))
    for file in [static / "index.html", static / "sw.js", *assets]:
        if file.suffix in (".html", ".js", ".css"):
            text = file.read_text("utf-8")
            file.write_text(old.sub(lambda name: newer(name[0]), text), "utf-8")
    for file in assets:
        file.rename(file.with_name(newer(file.name)))


def newer(name: str) -> str:
    return name.replace(".", "-v2.", 1) if ".svelte-" not in name else name.replace(".svelte-", ".svelte-v2-")


def at_home(page: Page) -> None:
    """Who knows the game plays from the first page; nothing of a table has come yet."""
    page.goto("/")
    page.evaluate("localStorage.setItem('tepui.knows.lost-code', '1')")
    page.goto("/")
    page.wait_for_selector("[data-play=lost-code]")


def loads(page: Page) -> list[str]:
    found: list[str] = []
    page.on("domcontentloaded", lambda page: found.append(page.url))
    return found


@pytest.mark.proof
@pytest.mark.parametrize(
    ("language", "sentence", "button"),
    [
        ("en-GB", NOT_ARRIVED, "Try again"),
        ("fr-FR", "Une partie de cette page n’est pas arrivée.", "Réessayer"),
        ("it-IT", "Una parte di questa pagina non è arrivata.", "Riprova"),
        ("de-DE", "Ein Teil dieser Seite ist nicht angekommen.", "Noch einmal"),
    ],
)
def test_a_language_that_does_not_come(arrive: Arrive, address: str, language: str, sentence: str, button: str) -> None:
    page = arrive(address, language)
    lost = f"**/assets/{language[:2]}-*.js"
    page.route(lost, lambda route: route.abort())
    page.goto("/")
    page.get_by_text(sentence).wait_for()
    assert page.locator("#missing p").count() == 2
    assert not barriers(page)
    page.unroute(lost)
    page.get_by_role("link", name=button, exact=True).click()
    page.wait_for_selector("[data-card]")
    expect(page.locator("#missing")).to_have_count(0)


@pytest.mark.proof(but="room")
@pytest.mark.parametrize("part", ["room", "lost-code"])
def test_a_page_or_a_board_that_does_not_come(arrive: Arrive, address: str, part: str) -> None:
    page = arrive(address)
    at_home(page)
    lost = f"**/assets/{part}-*.js"
    page.route(lost, lambda route: route.fulfill(status=429, body="Too many requests"))
    page.click("[data-play=lost-code]")
    page.get_by_text(NOT_ARRIVED).wait_for()
    expect(page.locator("#app")).to_be_empty()
    page.unroute(lost)
    page.click("#missing a")
    page.wait_for_selector("[data-ui=head][data-mine]")


@pytest.mark.proof
def test_a_page_whose_first_script_does_not_come(arrive: Arrive, address: str) -> None:
    page = arrive(address)
    page.route("**/assets/first-*.js", lambda route: route.abort())
    page.goto("/history")
    expect(page.locator("#missing")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")  # a while later
    page.get_by_text(NOT_ARRIVED).wait_for()
    page.unroute("**/assets/first-*.js")
    page.click("#missing a")
    page.get_by_role("heading", level=1, name="History").wait_for()


def test_after_an_upgrade_the_new_version_is_loaded_by_itself(arrive: Arrive, upgradable: str, static: Path) -> None:
    page = arrive(upgradable)
    page.goto("/game/lost-code")
    page.wait_for_selector("[data-play]")
    upgrade(static)
    found = loads(page)
    page.click("[data-play]")
    page.wait_for_selector("[data-ui=head][data-mine]")
    assert len(found) == 1 and "/t/" in found[0]


@pytest.mark.proof
def test_no_page_is_loaded_for_ever(arrive: Arrive, address: str) -> None:
    """The server says that there is another version, and gives the one that is here all the same."""
    page = arrive(address)
    at_home(page)
    other = '<script type="module" crossorigin src="/assets/first-other.js"></script>'
    page.route(f"{address}/", lambda route: route.fulfill(body=other))
    page.route("**/assets/room-*.js", lambda route: route.abort())
    found = loads(page)
    page.click("[data-play=lost-code]")
    page.get_by_text(NOT_ARRIVED).wait_for()
    assert len(found) == 1


@pytest.mark.proof
def test_an_upgrade_under_an_open_companion_and_then_no_line(arrive: Arrive, upgradable: str, static: Path) -> None:
    page = arrive(upgradable, worker=True)
    page.goto("/companion/lost-code")
    page.click("[data-begin]")
    page.wait_for_selector("[data-asking]")
    comes_true(page, COMPANION_IS_KEPT, arg="-")
    page.context.set_offline(True)
    upgrade(static)
    page.reload()  # the version that is here, whole
    page.locator("[data-lost]").wait_for()
    page.locator("[data-ui=box-game] [data-asking]").wait_for()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    comes_true(page, COMPANION_IS_KEPT, arg="v2")  # the new version, and nothing of the old one
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-ui=box-game] [data-asking]").wait_for()
    page.goto("/companion/kryptx")  # a game that was never opened here; what it is called has not been told
    page.get_by_text("The server does not answer").wait_for()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.proof
def test_an_upgrade_that_does_not_come_whole_changes_nothing(arrive: Arrive, upgradable: str, static: Path) -> None:
    page = arrive(upgradable, worker=True)
    page.goto("/companion/lost-code")
    page.click("[data-begin]")
    page.wait_for_selector("[data-asking]")
    comes_true(page, COMPANION_IS_KEPT, arg="-")
    upgrade(static)
    next((static / "assets").glob("kryptx-*.js")).unlink()  # while the server is being upgraded once more
    outcome = page.evaluate("""async () => {
      const one = await navigator.serviceWorker.ready;
      await one.update();
      const fresh = one.installing ?? one.waiting;
      return new Promise((done) => {
        if (!fresh || fresh.state === "redundant") done("redundant");
        else fresh.onstatechange = () => ["redundant", "activated"].includes(fresh.state) && done(fresh.state);
      });
    }""")
    assert outcome == "redundant"
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-ui=box-game] [data-asking]").wait_for()


@pytest.mark.proof
def test_an_upgrade_under_an_installed_app(arrive: Arrive, upgradable: str, static: Path) -> None:
    page = arrive(upgradable, worker=True)
    page.goto("/")
    page.wait_for_selector("[data-play]")
    comes_true(page, IS_INSTALLED, arg="-")
    page.context.set_offline(True)
    upgrade(static)
    page.reload()
    page.get_by_text("There is no connection to the table").wait_for()
    page.context.set_offline(False)
    page.click("a")
    page.wait_for_selector("[data-play]")
    comes_true(page, IS_INSTALLED, arg="v2")
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head][data-mine]")


@pytest.mark.proof
def test_an_upgrade_under_an_open_table_waits_for_the_end_of_a_move(
    arrive: Arrive, upgradable: str, static: Path
) -> None:
    """The line comes back with another version: who owes a move keeps what is in hand, and is renewed after it."""
    page = arrive(upgradable)
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/socket", lambda line: (lines.append(line), line.connect_to_server()))
    page.goto("/")
    begin(page, "roll-and-write")
    page.wait_for_selector("[data-ui=head][data-mine]")
    found = loads(page)
    upgrade(static)
    with page.expect_response(f"{upgradable}/"):  # it looks which version is there
        lines[-1].close(code=1001)
    page.wait_for_selector("[data-ui=head][data-mine]")
    assert len(lines) == 2 and found == []
    with page.expect_event("domcontentloaded"):
        until(page, lambda: bool(found), lambda: move(page))
    page.wait_for_selector("[data-ui=head]")
    assert len(found) == 1 and "/t/" in found[0]
    assert "-v2" in page.content()


def move(page: Page) -> None:
    with contextlib.suppress(TimeoutError, Error):  # the page may be going
        page.locator("[data-press]:not([aria-disabled=true])").first.click(timeout=1000)
