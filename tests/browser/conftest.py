"""Chromium and a real server for the pages: every test gets browser contexts of its own."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))  # the people of these tests

from player import LAPTOP, Visit

STATIC = Path(__file__).resolve().parents[2] / "src" / "tepui" / "server" / "static" / "index.html"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`tepui serve` with bots that do not wait."""
    assert STATIC.exists(), "the front end is not built; run `npm ci && npm run build` in web/"
    data = tmp_path_factory.mktemp("browser")
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--no-limits", "--pace", "0"]
    with subprocess.Popen(
        [*command, "--port", "0", "--data", str(data / "data")],
        stdout=subprocess.PIPE,
        stderr=(data / "errors.log").open("w"),
        text=True,
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
        assert found, (data / "errors.log").read_text()
        yield found[0]
        server.terminate()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Visit]:
    """A new person with an empty profile; any error in their console fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def arrive(
        path: str = "/",
        size: dict[str, int] | None = None,
        language: str = "en-GB",
        calm: bool = True,
        touch: bool = False,
        dark: bool = False,
        worker: bool = False,
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
        context.set_default_timeout(15_000)
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
