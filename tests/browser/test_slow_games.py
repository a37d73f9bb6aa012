"""Slow games in the browser, with the clock of the server moved by hand: a holiday, and a seat that is given on."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from barriers import barriers
from player import LAPTOP, PHONE
from playwright.sync_api import Browser, BrowserContext, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
from own_server import Site, serve

from tepui.testing import HandTime

pytestmark = pytest.mark.browser
DAY = 24 * 3600


class SlowServer:
    """A server in a thread of this process, so that a test can move its clock."""

    def __init__(self, folder: Path) -> None:
        self.url = ""
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._folder = folder

    def start(self) -> "SlowServer":
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def _run(self) -> None:
        self.time = HandTime()
        serve(self._folder, self._evening, self.time, limited=False)

    async def _evening(self, site: Site) -> None:
        self._loop, self._end, self.url = asyncio.get_running_loop(), asyncio.Event(), site.url
        self._ready.set()
        await self._end.wait()

    def passes(self, seconds: float) -> None:
        asyncio.run_coroutine_threadsafe(self.time.passed(seconds), self._loop).result(60)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(60)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[SlowServer]:
    server = SlowServer(tmp_path).start()
    yield server
    server.stop()


@pytest.fixture
def come(chromium: Browser, slow: SlowServer) -> Iterator:
    contexts: list[BrowserContext] = []

    def arrive(path: str, size: dict[str, int]) -> Page:
        context = chromium.new_context(base_url=slow.url, viewport=size, locale="en-GB", reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()


def slow_table(come) -> tuple[Page, Page]:
    """Anna on a laptop and Ben on a phone, at a game with a day for each move."""
    anna = come("/", LAPTOP)
    anna.wait_for_selector("[data-card]")
    room = anna.evaluate(
        """async () => (await (await fetch('/api/rooms', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({game: 'lost-code', seats: 2, clock: 'day'})})).json()).room"""
    )
    anna.goto(f"/t/{room}")
    ben = come(f"/t/{room}", PHONE)
    ben.get_by_role("button", name="Sit down").first.click()
    anna.click("[data-start]:not([disabled])")
    for page in (anna, ben):
        page.wait_for_selector("[data-clocks] [data-runs]")
    return anna, ben


@pytest.mark.proof
def test_a_holiday_is_taken_on_the_home_page_seen_at_the_table_and_ended_there(come, slow: SlowServer) -> None:
    anna, ben = slow_table(come)
    mover, other = (anna, ben) if anna.locator("[data-ui=head][data-mine]").count() else (ben, anna)
    address = mover.url
    mover.goto("/")
    mover.click("[data-holiday] summary")
    assert not barriers(mover)
    mover.click("[data-holiday] [data-days='7']")
    mover.wait_for_selector("[data-holiday] p[aria-live]:not(:empty)")
    other.wait_for_selector("[data-clocks] li:has-text('7 days')")
    assert other.locator("[data-clocks] [data-runs]").count() == 0
    slow.passes(6 * DAY)  # six times what is allowed for a move: nobody has lost anything
    mover.goto(address)
    mover.click("[data-ui=head] button[aria-label=Menu]")
    mover.click("[data-holiday] summary")
    mover.click("[data-holiday] [data-days='0']")
    other.wait_for_selector("[data-clocks] [data-runs]")


@pytest.mark.proof
def test_a_player_who_is_gone_for_long_is_replaced_by_whoever_comes(come, slow: SlowServer) -> None:
    anna, ben = slow_table(come)
    mover, other = (anna, ben) if anna.locator("[data-ui=head][data-mine]").count() else (ben, anna)
    address = other.url
    mover.goto("about:blank")
    slow.passes(DAY + 1)  # a bot plays on
    other.wait_for_selector("[data-ui=head][data-mine]")
    other.click("[data-ui=head] button[aria-label=Menu]")
    assert other.locator("[data-replace]").count() == 0
    other.click("[data-holiday] summary")  # so that only one of them is gone
    other.click("[data-holiday] [data-days='7']")
    other.wait_for_selector("[data-clocks] li:has-text('7 days')", state="attached")
    slow.passes(3 * DAY)
    other.goto("about:blank")
    other.goto(address)
    other.click("[data-ui=head] button[aria-label=Menu]")
    assert not barriers(other)
    other.click("[data-replace] [data-yes]")
    other.locator("[data-replace]").wait_for(state="detached")
    cleo = come(address.removeprefix(slow.url), PHONE)
    cleo.click("[data-sit]")
    cleo.wait_for_selector("[data-clocks] li")
    mover.goto(address)
    mover.wait_for_selector("[data-clocks] li")
    assert mover.locator("[data-back]").count() == 0
