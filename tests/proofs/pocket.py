"""Proves that Tepui needs no server: an evening in an aeroplane, and the same games in a browser's Python as here.

    python3 dev.py proofs pocket                       all of it
    python -P tests/proofs/pocket.py chromium          an evening with a folder of `tepui static`
    python -P tests/proofs/pocket.py firefox webkit    the same in these
    python -P tests/proofs/pocket.py trouble sent      what goes wrong; a game that is sent to a server
    python -P tests/proofs/pocket.py bars              how large, how fast
    python -P tests/proofs/pocket.py records laws      60 records and the laws of a game, in Pyodide under Node
    TEPUI_PICTURES=FOLDER ...                          and keeps pictures of the evening

The evening: the folder, below a path of `python3 -m http.server`, is opened once, then nobody serves it any more.
Somebody learns, plays three games with two bots each to their ends with a reload in the middle, looks back at each,
solves a puzzle and enters a round beside a real box, with a reload in it. Sizes and times are printed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

import player
import test_kryptx
import test_roll_and_write
from beside import Beside
from coach.looking import played
from coach.typing_in import typed
from conftest import FLAGS
from engine import EnginePage
from firefox import Firefox
from learner import Learner
from player import PHONE, comes_true, until
from playwright.sync_api import Browser, Page, sync_playwright
from pocket import bars, trouble
from pocket.recorded import records
from pocket.test_bundle import in_browsers_python
from serving import serving
from test_puzzles import FIRST, Solver, answer
from webkit import WebKit

from tepui.coach.puzzles import of_the_day
from tepui.commands import static
from tepui.core import find

TESTS = Path(__file__).resolve().parents[1]
GAMES = ("lost-code", "kryptx", "roll-and-write")
LEVELS = ("beginner", "casual", "regular", "expert", "master")
BELOW = "deep/games"
RELOAD_AFTER = 4  # decisions
ENTRIES = 30  # beside a box
KNOWS = "".join(f"localStorage.setItem('tepui.knows.{game}', '1');" for game in GAMES)
KNOWS += f"localStorage.setItem('tepui.settings', {json.dumps({**test_kryptx.READ, 'language': 'en', 'pace': 0})!r});"
PICTURES = os.environ.get("TEPUI_PICTURES")


# ---- the same games


def all_records() -> None:
    """Level by level, for a master thinks long in the browser's Python."""
    equal = 0
    for game in GAMES:
        for level in LEVELS:
            wanted = [[game, level, seed, 3 if hard else 2, hard] for seed in "ab" for hard in (False, True)]
            script = (TESTS / "pocket/recorded.py").read_text() + f"\nrecords(json.loads({json.dumps(wanted)!r}))"
            with tempfile.TemporaryDirectory() as folder:
                theirs = json.loads(in_browsers_python(script, Path(folder)))
            different = [
                one
                for one, here, there in zip(wanted, json.loads(records(wanted)), theirs, strict=True)
                if here != there
            ]
            assert not different, different
            equal += len(wanted)
            print(f"pocket: {equal} records are equal, the last of {game} {level}", flush=True)


def laws() -> None:
    """The bundle has no laws, so they come along."""
    words = ["kryptx", "--games", "3", "--jobs", "1"]
    script = f"""
from tepui.laws import LAWS
from tepui.laws import command, modes
every = [word for law in LAWS if law != modes.LAW for word in ("--law", law)]  # that one compares two processes
command.command({words!r} + every)
"""
    with tempfile.TemporaryDirectory() as folder:
        assert in_browsers_python(script, Path(folder), "laws/*.py", "*.py") == "0"
    print(f"pocket: tepui laws {' '.join(words)} holds in the browser's Python", flush=True)


# ---- an evening without a line


class Writer(test_roll_and_write.Someone):
    def step(self) -> bool:
        if not self.mine() or self.over():
            return False
        self.move()
        return True


PLAYERS: dict[str, Callable[[Page], Any]] = {
    "lost-code": player.Player,
    "kryptx": lambda page: test_kryptx.Player(page, "touch"),
    "roll-and-write": Writer,
}


class Typing(Beside):
    """Beside the box, in any browser."""

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def settled(self) -> None:
        comes_true(self.page, there(f'[data-ui=box-game][data-entries="{self.entered}"][data-current="true"]'))


def there(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)}) !== null"


class Evening:
    """Somebody with a browser: Chromium's page, or one with its words."""

    def __init__(self, page: Any, address: str, name: str) -> None:
        self.page, self.address, self.name = page, address, name

    def picture(self, name: str) -> None:
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(PICTURES) / f"pocket-{self.name}-{name}.png")

    def ready(self) -> None:
        comes_true(self.page, there("aside[data-pocket=ready]"))

    def home(self) -> None:
        self.page.goto(self.address)
        self.ready()
        self.page.wait_for_selector("[data-friends]")

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}?{path}")
        self.ready()

    def install(self) -> None:
        """As somebody who knows the games: no help is shown, bots do not wait."""
        self.home()
        self.page.evaluate(f"() => {{ {KNOWS} }}")
        comes_true(self.page, "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")

    def game(self, name: str) -> int:
        page = self.page
        self.home()
        page.locator(f"[data-play={name}]").first.click()
        page.wait_for_selector("[data-ui=head]")
        someone = PLAYERS[name](page)
        until(page, lambda: someone.moves >= RELOAD_AFTER, someone.step, 900)
        page.reload()
        self.ready()
        page.wait_for_selector("[data-ui=head]")
        self.picture(name)
        until(page, someone.over, someone.step, 1800)
        page.wait_for_selector('[data-press="review"]')
        self.picture(f"{name}-end")
        return int(someone.moves)

    def look_back(self, game: str) -> None:
        """At a game in the history, which begins with the newest."""
        self.open("/history")
        self.page.wait_for_selector("[data-room]")
        assert self.page.locator("[data-room]").count() == len(GAMES)
        self.page.locator("[data-room] a[href$='#review']").nth(len(GAMES) - 1 - GAMES.index(game)).click()
        self.page.wait_for_selector("[data-part]", timeout=600_000)
        self.picture(f"{game}-review")

    def learn(self) -> None:
        self.open("/learn/roll-and-write")
        self.page.wait_for_selector("[data-ui=lesson]")
        Learner(self.page, "roll-and-write", "en", "mouse").whole_lesson()
        self.picture("lesson")

    def puzzle(self) -> None:
        game = find.game("lost-code")
        daily = of_the_day.list_of(game).on(FIRST)
        self.open(f"/puzzle/lost-code/{FIRST}")
        self.page.wait_for_selector("[data-question]")
        answer(Solver(self.page, daily.view(game), "mouse"), daily.puzzle, right=True)
        self.page.wait_for_selector('[data-state="solved"]')
        self.picture("puzzle")

    def beside_a_box(self) -> None:
        """The cards of a whole game of bots, as one of them sees it: dealt, and a round."""
        page = self.page
        self.open("/companion/kryptx")
        page.wait_for_selector("[data-begin]")
        page.locator("[data-seats='2']").click()
        page.locator("[data-begin]").click()
        page.wait_for_selector("[data-asking]")
        for at, entry in enumerate(typed(played("kryptx", ["steady"] * 2, "an evening").view(0)).entries[:ENTRIES]):
            if page.locator("[data-compared]").count():
                page.locator("[data-compared]").click()
            Typing(page).enter(entry)
            if at == ENTRIES // 2:
                page.reload()
                self.ready()
                page.wait_for_selector("[data-asking], [data-compared]")
        self.picture("companion")

    def whole(self, server: subprocess.Popen[str]) -> None:
        def timed(what: str, part: Callable[[], Any]) -> None:
            begun = time.monotonic()
            found = part()
            more = "" if found is None else f", {found} decisions"
            print(f"pocket: {self.name}, {what}{more}, {time.monotonic() - begun:.1f} s", flush=True)

        timed("first view", self.install)
        self.picture("home")
        server.kill()
        server.wait()
        timed("again, without a line", self.home)
        timed("a lesson", self.learn)
        for game in GAMES:
            timed(game, lambda game=game: self.game(game))
        for game in GAMES:
            timed(f"the review of {game}", lambda game=game: self.look_back(game))
        timed("a puzzle", self.puzzle)
        timed("beside a box", self.beside_a_box)


@contextmanager
def folder_served() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`tepui static` below a path, by the web server that Python brings."""
    with tempfile.TemporaryDirectory() as folder:
        total = static.write(Path(folder, BELOW, "tepui"))
        print(f"pocket: {total / 1e6:.2f} MB in a folder", flush=True)
        serve = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        try:
            port = server.stdout.readline().partition("port ")[2].split()[0]
            yield f"http://127.0.0.1:{port}/{BELOW}/tepui/", server
        finally:
            server.kill()
            server.wait()


def chromium() -> None:
    with folder_served() as (address, server), a_chromium() as browser:
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.set_default_timeout(player.PATIENCE)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        try:
            Evening(page, address, "chromium").whole(server)
            assert not errors, errors
        except BaseException:
            page.screenshot(path=Path(tempfile.gettempdir()) / "tepui-pocket-chromium.png")
            raise


def elsewhere(kind: Callable[[], Any], name: str) -> None:
    with folder_served() as (address, server):
        engine = kind()
        page = EnginePage(engine, address)
        try:
            page.set_viewport_size(player.LAPTOP)
            Evening(page, address, name).whole(server)
            print(f"pocket: {engine.name}, an evening without a line. The console: {engine.errors()}", flush=True)
        except BaseException:
            engine.picture(Path(tempfile.gettempdir()) / f"tepui-pocket-{name}.png")
            print(f"pocket: {engine.name}, the console: {engine.errors()}", file=sys.stderr)
            raise
        finally:
            engine.close()


@contextmanager
def a_chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def troubles() -> None:
    with tempfile.TemporaryDirectory() as folder, a_chromium() as browser:
        trouble.all_of_it(browser, Path(folder))


def sent() -> None:
    """Somebody takes the games along from a server, plays without a line, and sends the game there: it is proven."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "--no-limits") as address,
        a_chromium() as browser,
    ):
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", accept_downloads=True)
        context.set_default_timeout(player.PATIENCE)
        context.add_init_script(KNOWS)
        page = context.new_page()
        page.goto(address)
        comes_true(page, trouble.ACTIVE)
        page.goto(f"{address}/you")
        page.click("[data-load]")
        page.wait_for_selector("[data-offer=here]")
        context.set_offline(True)
        page.goto(address)
        trouble.ready(page)
        page.locator("[data-play=kryptx]").first.click()
        page.wait_for_selector("[data-ui=head]")
        someone = PLAYERS["kryptx"](page)
        until(page, someone.over, someone.step, 1800)
        context.set_offline(False)
        page.goto(f"{address}/pocket/")
        trouble.ready(page)
        for _ in range(2):  # sent twice, it is there once
            page.click("[data-send]")
            trouble.says(page, "has now: 1.")
        page.goto(f"{address}/history")
        page.wait_for_selector("[data-room]")
        assert page.locator("[data-room]").count() == 1
        room = page.locator("[data-room]").get_attribute("data-room")
        record = Path(folder, "sent.jsonl")
        record.write_text(page.evaluate("async room => (await fetch(`/api/rooms/${room}/record`)).text()", room))
        subprocess.run([sys.executable, "-m", "tepui.cli", "verify", record], check=True)
        page.goto(f"{address}/t/{room}#review")
        page.wait_for_selector("[data-part]")
        context.close()
    print("pocket: a game of a device is listed, proven and reviewed at the server", flush=True)


def measured() -> None:
    with a_chromium() as browser:
        bars.first_views(browser)
    bars.ten_games()


PARTS: dict[str, Callable[[], None]] = {
    "chromium": chromium,
    "firefox": lambda: elsewhere(Firefox, "firefox"),
    "webkit": lambda: elsewhere(WebKit, "webkit"),
    "trouble": troubles,
    "sent": sent,
    "bars": measured,
    "records": all_records,
    "laws": laws,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
