"""Proves that Tepui plays in Firefox and in WebKit as in Chromium: whole games by the same players, and every page.

    python3 dev.py proofs engines                          both, one after the other
    python -P tests/proofs/engines.py firefox kryptx       one of them, one game
    TEPUI_PICTURES=FOLDER python3 dev.py proofs engines    and keeps a picture of every state, phone and laptop

A table of each game is made, played against a bot to its end with a reload in the middle, and looked at again; the
language changes; the pages around a game open. Nothing is wider than the screen or an error in the console (of which
WebKit tells only what comes after a page has loaded).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

import player
import test_kryptx
import test_roll_and_write
from engine import Engine, EnginePage, quietly
from firefox import Firefox
from player import LAPTOP, PHONE, comes_true, until
from webkit import WebKit

ENGINES: dict[str, Callable[[], Engine]] = {"firefox": Firefox, "webkit": WebKit}
GAMES = ("lost-code", "kryptx", "roll-and-write")
SCREENS = {"phone": PHONE, "laptop": LAPTOP}
PAGES = {  # address, and what is there when it is drawn
    "/history": "[data-room]",
    "/statistics": "section[data-game]",
    "/learn/lost-code": "#board, .board, .table",
    "/sheet/roll-and-write": "[data-box]",
    **{f"/puzzle/{game}": "[data-question]" for game in GAMES},
    **{f"/companion/{game}": "[data-begin]" for game in GAMES},
    **{f"/daily/{game}": "h1" for game in GAMES},
}
RELOAD_AFTER = 4  # decisions
PICTURES = os.environ.get("TEPUI_PICTURES")


@contextmanager
def served() -> Iterator[str]:
    """`tepui serve` with bots that do not wait."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--no-limits", "--pace", "0"]
        log = Path(folder, "errors.log")
        with log.open("w") as errors:
            server = subprocess.Popen(
                [*command, "--port", "0", "--data", str(Path(folder, "data"))],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        try:
            assert server.stdout is not None
            found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
            assert found, log.read_text()
            yield found[0]
        finally:
            server.terminate()
            server.wait()


class Visitor:
    """Somebody with this browser: goes everywhere, and looks at it on both screens."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.page: Any = EnginePage(engine, address)  # Any: it stands in for Playwright's page
        self.engine = engine
        self.screen = "laptop"

    def show(self, screen: str) -> None:
        self.screen = screen
        self.page.set_viewport_size(SCREENS[screen])

    def look(self, state: str) -> None:
        """On both screens, then back to the one in hand."""
        here = self.screen
        for screen in SCREENS:
            self.show(screen)
            comes_true(self.page, "document.documentElement.scrollWidth <= innerWidth", seconds=60)
            if PICTURES:
                time.sleep(0.5)  # what was moved by the new size has arrived
                folder = Path(PICTURES)
                folder.mkdir(parents=True, exist_ok=True)
                browser = self.engine.name.split()[0].lower()
                self.page.screenshot(path=folder / f"{browser}-{state}-{screen}.png")
        self.show(here)

    def home(self) -> None:
        """Four languages without a reload, English in the end."""
        self.show("phone")
        self.page.goto("/")
        self.page.wait_for_selector("[data-card]")
        self.page.evaluate("void (window.here = true)")
        for language in ("fr", "it", "de", "en"):
            before = self.page.inner_text("[data-friends]")
            self.page.select_option("select", language)
            comes_true(
                self.page,
                "([before, language]) => document.documentElement.lang === language"
                " && document.querySelector('[data-friends]').innerText !== before",
                [before, language],
            )
        assert self.page.evaluate("window.here"), "the page was loaded anew"
        self.look("home")

    def game(self, game: str) -> int:
        """To the end by tapping on the board; returns how many decisions were made."""
        self.show("laptop" if game == "lost-code" else "phone")
        self.page.goto("/")
        kept = {**test_kryptx.READ, "language": "en"}
        self.page.evaluate("kept => localStorage.setItem('tepui.settings', JSON.stringify(kept))", kept)
        self.page.goto(player.new_table(self.page, game, 2, bots=["random"], start=True, pace=0))
        self.page.wait_for_selector("header.top")
        someone = {
            "lost-code": lambda: player.Player(self.page),
            "kryptx": lambda: test_kryptx.Player(self.page, "touch"),
            "roll-and-write": lambda: Writer(self.page),
        }[game]()
        until(self.page, lambda: someone.moves >= RELOAD_AFTER, someone.step, 900)
        self.page.reload()
        self.page.wait_for_selector("header.top")
        self.look(f"{game}-middle")
        until(self.page, someone.over, someone.step, 900)
        self.page.wait_for_selector('[data-press="review"]')
        self.look(f"{game}-end")
        self.page.click('[data-press="review"]')
        self.page.wait_for_selector("[data-part]", timeout=300_000)  # one's own seat; it is computed beside
        self.look(f"{game}-review")
        return int(someone.moves)

    def pages(self) -> None:
        self.show("phone")
        for path, sign in PAGES.items():
            self.page.goto(path)
            self.page.wait_for_selector(sign)
            self.look(path.strip("/").replace("/", "-"))
        self.page.goto("/companion/kryptx")
        self.page.click("[data-begin]")
        self.page.wait_for_selector("[data-asking]")

    def content(self) -> None:
        """The console has no error; a socket that a left page had open is none."""
        serious = [one for one in self.engine.errors() if "WebSocket" not in one and "can’t establish" not in one]
        assert not serious, f"{self.engine.name} wrote to the console: {serious}"


class Writer(test_roll_and_write.Someone):
    """The writer of Roll & Write, asked for one decision at a time."""

    def step(self) -> bool:
        if not self.mine() or self.over():
            return False
        self.move()
        return True


def everywhere(visitor: Visitor, games: list[str]) -> None:
    """The whole tour; where it fails, a picture is left."""
    name = visitor.engine.name
    try:
        visitor.home()
        for game in games:
            print(f"{name}, {game}: {visitor.game(game)} decisions", flush=True)
        if games == list(GAMES):
            visitor.pages()
            print(f"{name}: {len(PAGES)} pages", flush=True)
        visitor.content()
    except BaseException:
        file = Path(tempfile.gettempdir()) / f"tepui-{name.split()[0].lower()}.png"
        quietly(lambda: visitor.page.screenshot(path=file))
        print(f"{name}: what it showed is in {file}. The console: {visitor.engine.errors()}", file=sys.stderr)
        raise


def main(asked: list[str]) -> int:
    unknown = sorted(set(asked) - set(ENGINES) - set(GAMES))
    if unknown:
        print(f"engines: {', '.join(unknown)}? There are {', '.join([*ENGINES, *GAMES])}.", file=sys.stderr)
        return 2
    games = [game for game in GAMES if game in asked] or list(GAMES)
    for name in [name for name in ENGINES if name in asked] or ENGINES:
        begun = time.monotonic()
        try:
            engine = ENGINES[name]()
        except AssertionError as missing:
            print(f"engines: {missing}", file=sys.stderr)
            return 1
        try:
            with served() as address:
                everywhere(Visitor(engine, address), games)
        finally:
            engine.close()
        print(f"{engine.name}: proved in {time.monotonic() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
