"""What goes wrong on a device, each in Chromium with a folder of `tepui static`: a sentence, and nothing lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import player
import test_kryptx
from player import PHONE, comes_true
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError

from tepui.commands import static

WITHOUT = {  # a browser that lacks something: its worker begins with this line
    "wasm": "Object.defineProperty(self, 'WebAssembly', { value: undefined });\n",
    "database": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };\n",
    "room": """let full = false;
new BroadcastChannel("full").onmessage = ({ data }) => (full = data);
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...all) {
  if (full) throw new DOMException("full", "QuotaExceededError");
  return put.apply(this, all);
};
""",
}
ACTIVE = "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'"
KEPT = """change => new Promise((done, fail) => {
  const opening = indexedDB.open("tepui", 1);
  opening.onerror = fail;
  opening.onsuccess = () => {
    const store = opening.result.transaction("kept", "readwrite").objectStore("kept");
    if (change) for (const [name, text] of Object.entries(change)) store.put(text, name);
    const names = store.getAllKeys(), texts = store.getAll();
    store.transaction.oncomplete = () => {
      opening.result.close();
      done(Object.fromEntries(names.result.map((name, at) => [name, texts.result[at]])));
    };
  };
})"""


class Served:
    """Folders, by the web server that Python brings; it can be ended, and begun again at the same port."""

    def __init__(self, root: Path) -> None:
        self.root, self.port = root, 0
        static.write(root / "whole")
        for name, line in WITHOUT.items():
            shutil.copytree(root / "whole", root / name)
            (engine,) = (root / name / "assets").glob("engine-*.js")
            engine.write_text(line + engine.read_text())
        self.begin()

    def begin(self) -> None:
        words = ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(self.root), str(self.port)]
        self.server = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.server.stdout is not None
        self.port = int(self.server.stdout.readline().partition("port ")[2].split()[0])

    def end(self) -> None:
        self.server.kill()
        self.server.wait()

    def at(self, name: str = "whole") -> str:
        return f"http://127.0.0.1:{self.port}/{name}/"


def ready(page: Page) -> None:
    comes_true(page, "document.querySelector('aside[data-pocket=ready]') !== null")


def says(page: Page, sentence: str) -> None:
    comes_true(page, "part => document.body.innerText.includes(part)", arg=sentence)


def begun(page: Page, address: str) -> str:
    """Kryptx against two bots; the address of its table."""
    page.goto(address)
    page.evaluate("localStorage.setItem('tepui.knows.kryptx', '1')")
    ready(page)
    page.locator("[data-play=kryptx]").first.click()
    page.wait_for_selector("[data-ui=head]")
    return page.url


def a_browser_without_webassembly_says_so(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    page.goto(served.at("wasm"))
    says(page, "This browser cannot run the games by itself.")


def a_browser_without_a_database_plays_and_says_that_it_keeps_nothing(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    begun(page, served.at("database"))
    says(page, "This window keeps nothing.")


def a_second_tab_waits_for_the_first(context: BrowserContext, served: Served) -> None:
    first, second = context.new_page(), context.new_page()
    table = begun(first, served.at())
    second.goto(table)
    says(second, "Tepui is open in another tab.")
    first.close()
    ready(second)
    second.wait_for_selector("[data-ui=head]")


def a_full_disk_keeps_what_was_there_and_says_so(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    table = begun(page, served.at("room"))
    someone = test_kryptx.Player(page, "touch")
    player.until(page, someone.mine)  # a bot whose move cannot be kept tries again, and nobody is asked
    before = page.evaluate(KEPT, None)
    page.evaluate("new BroadcastChannel('full').postMessage(true)")
    said = "document.body.innerText.includes('This device has no room for it')"
    player.until(page, lambda: bool(page.evaluate(said)), lambda: try_once(page))
    after = page.evaluate(KEPT, None)
    assert after == before, "nothing was half kept"
    page.goto(table)  # now there is room again
    page.reload()
    ready(page)
    player.until(page, lambda: someone.moves > 0, someone.step)


def try_once(page: Page) -> None:
    """One tap at what is offered."""
    for offered in (
        '[data-press="confirm"]:not([aria-disabled="true"])',
        "[data-ask]",
        "[data-ui=others] [data-stand][data-lifted]",
        '[data-own] [data-stand][data-lifted], [data-place="beside"]',
        "[data-hand]:not([disabled])",
    ):
        if page.locator(offered).locator("visible=true").count():
            with suppress(TimeoutError):
                page.locator(offered).locator("visible=true").first.tap(timeout=2000)
            return


def files_that_the_browser_threw_away_come_back_with_a_line(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    table = begun(page, served.at())
    comes_true(page, ACTIVE)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    served.end()
    page.goto(served.at())
    says(page, "The files of the games are no longer on this device.")
    served.begin()
    page.goto(table)
    ready(page)
    page.wait_for_selector("[data-ui=head]")
    comes_true(
        page,
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).length))).some((n) => n > 50)",
    )
    served.end()
    page.goto(table)
    ready(page)
    page.wait_for_selector("[data-ui=head]")


def games_of_a_newer_version_are_left_to_it(context: BrowserContext, served: Served) -> None:
    page = context.new_page()
    begun(page, served.at())
    page.goto(served.at())
    ready(page)
    kept = page.evaluate(KEPT, None)
    (head,) = (name for name in kept if name.startswith("head/"))
    newer = {name: json.dumps(json.loads(kept[name]) | {"format": 99}) for name in (head, "person")}
    page.evaluate(KEPT, {head: newer[head]})
    page.goto(f"{served.at()}?/t/{head.removeprefix('head/')}")
    says(page, "This was kept by a newer version of Tepui.")
    page.evaluate(KEPT, {"person": newer["person"]})
    page.goto(served.at())
    says(page, "These games were kept by a newer version of Tepui.")
    assert page.evaluate(KEPT, {"person": kept["person"], head: kept[head]})["person"] == kept["person"]
    page.goto(f"{served.at()}?/t/{head.removeprefix('head/')}")
    page.wait_for_selector("[data-ui=head]")


def a_damaged_file_takes_nothing_away_and_a_whole_one_brings_the_games_back(
    context: BrowserContext, served: Served
) -> None:
    page = context.new_page()
    begun(page, served.at())
    page.goto(served.at())
    ready(page)
    with page.expect_download() as saved:
        page.locator("[data-save]").click()
    text = Path(saved.value.path()).read_text()
    before = page.evaluate(KEPT, None)
    for bad in (text[:-30], "no games", "\0", "[]"):
        page.locator("[data-take]").set_input_files(
            {"name": "games.json", "mimeType": "application/json", "buffer": bad.encode()}
        )
        says(page, "This file is damaged or not one of ours")
    assert page.evaluate(KEPT, None) == before
    other = context.browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[union-attr]
    page = other.new_page()
    page.goto(served.at())
    ready(page)
    page.locator("[data-take]").set_input_files(
        {"name": "games.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    says(page, "Games that are new here: 1.")
    other.close()


CASES: tuple[Callable[[BrowserContext, Served], None], ...] = (
    a_browser_without_webassembly_says_so,
    a_browser_without_a_database_plays_and_says_that_it_keeps_nothing,
    a_second_tab_waits_for_the_first,
    a_full_disk_keeps_what_was_there_and_says_so,
    files_that_the_browser_threw_away_come_back_with_a_line,
    games_of_a_newer_version_are_left_to_it,
    a_damaged_file_takes_nothing_away_and_a_whole_one_brings_the_games_back,
)


def all_of_it(browser: Browser, root: Path) -> None:
    served = Served(root)
    failed = []
    try:
        for case in CASES:
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            context.set_default_timeout(player.PATIENCE)
            try:
                case(context, served)
                print(f"pocket: {case.__name__.replace('_', ' ')}", flush=True)
            except Exception as error:
                failed.append(f"{case.__name__}: {error!r}"[:3000])
                print("pocket: FAILED", failed[-1], flush=True)
                context.pages[-1].screenshot(
                    path=Path(tempfile.gettempdir()) / f"tepui-pocket-{case.__name__[:30]}.png"
                )
            finally:
                context.close()
                served.end()
                served.begin()
    finally:
        served.end()
    assert not failed, failed
