"""Proves that Tepui needs no server: an evening in an aeroplane, and the same games in a browser's Python as here.

    python3 dev.py proofs pocket                      all of it
    python -P tests/proofs/pocket.py evening          a folder of `tepui static`, by python3 -m http.server below a path
    python -P tests/proofs/pocket.py records laws     60 records and the laws of a game, in Pyodide under Node
    TEPUI_PICTURES=FOLDER ...                         and keeps pictures of the evening

The evening: the folder is opened once, then nobody serves it any more. Somebody learns, plays three games with two bots
each to their ends with a reload in the middle, looks back, solves at a puzzle and begins beside a real box. Sizes and
times are printed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

import player
import test_kryptx
import test_roll_and_write
from conftest import FLAGS
from player import PHONE, comes_true, until
from playwright.sync_api import Page, sync_playwright
from pocket.recorded import records
from pocket.test_bundle import in_browsers_python

from tepui.commands import static

TESTS = Path(__file__).resolve().parents[1]
GAMES = ("lost-code", "kryptx", "roll-and-write")
LEVELS = ("beginner", "casual", "regular", "expert", "master")
BELOW = "deep/games"
RELOAD_AFTER = 4  # decisions
PICTURES = os.environ.get("TEPUI_PICTURES")


# ---- the same games


def all_records() -> None:
    """Level by level, for a master thinks long in the browser's Python."""
    equal = 0
    for game in GAMES:
        for level in LEVELS:
            wanted = [[game, level, seed, 2, hard] for seed in "ab" for hard in (False, True)]
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


class Evening:
    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def picture(self, name: str) -> None:
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(PICTURES) / f"pocket-{name}.png")

    def ready(self) -> None:
        self.page.locator("aside[data-pocket=ready]").wait_for(state="attached")

    def home(self) -> None:
        self.page.goto(self.address)
        self.ready()
        self.page.locator("[data-friends]").first.wait_for()

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}?{path}")
        self.ready()

    def game(self, name: str) -> int:
        page = self.page
        self.home()
        page.locator(f"[data-play={name}]").click()
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

    def look_back(self) -> None:
        """At the last game, in the history."""
        self.open("/history")
        self.page.locator("[data-room]").first.wait_for()
        assert self.page.locator("[data-room]").count() == len(GAMES)
        self.page.locator("[data-room]", has_text="Kryptx").locator("a[href$='#review']").click()
        self.page.wait_for_selector("[data-part]", timeout=600_000)
        self.picture("review")

    def learn(self) -> None:
        self.open("/learn/kryptx")
        self.page.locator("[data-ui=lesson]").wait_for()
        self.picture("lesson")

    def puzzle(self) -> None:
        self.open("/puzzle/lost-code")
        self.page.locator("[data-question]").wait_for()
        self.picture("puzzle")

    def beside_a_box(self) -> None:
        self.open("/companion/kryptx")
        self.page.locator("[data-begin]").click()
        self.page.wait_for_selector("[data-asking]")
        self.picture("companion")


def evening() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        total = static.write(Path(folder, BELOW, "tepui"))
        serve = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        port = server.stdout.readline().partition("port ")[2].split()[0]
        address = f"http://127.0.0.1:{port}/{BELOW}/tepui/"
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
            context.set_default_timeout(player.PATIENCE)
            kept = json.dumps({**test_kryptx.READ, "language": "en", "pace": 0})
            knows = "".join(f"localStorage.setItem('tepui.knows.{game}', '1');" for game in GAMES)
            context.add_init_script(f"localStorage.setItem('tepui.settings', {kept!r}); {knows}")
            page = context.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            there = Evening(page, address)
            begun = time.monotonic()
            there.home()
            print(f"pocket: {total / 1e6:.1f} MB, first view after {time.monotonic() - begun:.1f} s", flush=True)
            there.picture("home")
            comes_true(page, "async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
            server.kill()
            server.wait()
            begun = time.monotonic()
            there.home()
            print(f"pocket: without a line, again after {time.monotonic() - begun:.1f} s", flush=True)
            there.learn()
            for game in GAMES:
                begun = time.monotonic()
                print(f"pocket: {game}, {there.game(game)} decisions, {time.monotonic() - begun:.0f} s", flush=True)
            there.look_back()
            there.puzzle()
            there.beside_a_box()
            assert not errors, errors
        except BaseException:
            page.screenshot(path=Path(tempfile.gettempdir()) / "tepui-pocket.png")
            raise
        finally:
            server.kill()
            browser.close()
    print("pocket: an evening without a line", flush=True)


PARTS = {"evening": evening, "records": all_records, "laws": laws}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
