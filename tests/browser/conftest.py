"""Chromium and a real server for the pages: every test gets browser contexts of its own."""

import itertools
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))  # the people of these tests

from player import LAPTOP, PATIENCE, Visit
from serving import serving

STATIC = Path(__file__).resolve().parents[2] / "src" / "tepui" / "server" / "static" / "index.html"
WORDS = """{
  let drawn = %d;
  crypto.getRandomValues = (bytes) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = (drawn = (drawn * 48271) %% 2147483647);
    return bytes;
  };
}"""  # a page's secret words for the dice follow from a number
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all of them, without limits."""
    if not STATIC.exists():
        pytest.skip("the front end is not built; install Node 20 and run `python3 dev.py setup`")
    with serving(tmp_path_factory.mktemp("browser"), "--no-limits") as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("chromium is missing; `apt install chromium` as root brings it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        new = browser.new_context

        def patient(**how: Any) -> BrowserContext:
            context = new(**how)
            context.set_default_timeout(PATIENCE)
            return context

        browser.new_context = patient  # type: ignore[method-assign]
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Visit]:
    """A new person with an empty profile; any error in their console fails the test."""
    contexts: list[BrowserContext] = []
    people = itertools.count(1)
    errors: list[str] = []

    def arrive(
        path: str = "/",
        size: dict[str, int] | None = None,
        language: str = "en-GB",
        calm: bool = True,
        touch: bool = False,
        dark: bool = False,
        worker: bool = False,
        seed: int = 1,
    ) -> Page:
        context = chromium.new_context(
            base_url=address,
            viewport=size or LAPTOP,
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if worker else "block",  # it would answer before a test's own routes
        )
        contexts.append(context)
        context.add_init_script(WORDS % (1000 * seed + next(people)))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    serious = [error for error in errors if "WebSocket connection" not in error and "ERR_INTERNET" not in error]
    assert serious == []
