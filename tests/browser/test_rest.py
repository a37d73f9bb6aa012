"""Every page of the app at rest, with the ordinary limits: it sends nothing but its heartbeat."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle, repeat
from pathlib import Path

import pytest
from player import LAPTOP, new_table, play_out
from playwright.sync_api import Browser, BrowserContext, Page, Request, WebSocket
from serving import serving
from starlette.routing import Route

from tepui.server.app import front, make_app
from tepui.server.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLACES = Path(__file__).resolve().parents[2] / "web" / "src" / "app" / "routes.ts"
GAMES = ("lost-code", "roll-and-write", "kryptx")
NEW_EVENING = """async () => (await (await fetch("/api/evenings", {method: "POST",
    headers: {"content-type": "application/json"}, body: '{"game": "kryptx", "seats": 2}'})).json()).code"""
HEARTBEAT = re.compile(r'"type":"ping"|GET \S+/api/evenings/[\w-]+$')
# What one address may ask in a minute is counted; only a busy machine refuses nobody.
PATIENT = "from tepui.server import load; load.LATE = load.VERY_LATE = 3600"
IDLE = "scheduler.postTask(() => undefined, {priority: 'background'})"
LIMIT = 120  # real seconds until everything has been loaded and worked out: far above any honest wait


class Listener:
    """Hears what the pages of one browser send, and knows what has not been answered yet."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.sent: list[str] = []
        self.refused: list[str] = []
        self.owed: set[object] = set()
        context.on("request", self.asked)
        context.on("requestfinished", lambda request: self.owed.discard(request))
        context.on("requestfailed", lambda request: self.owed.discard(request))
        context.on("response", lambda answer: answer.status == 429 and self.refused.append(answer.url))
        context.on("page", lambda page: page.on("websocket", self.opened))

    def asked(self, request: Request) -> None:
        self.owed.add(request)
        self.sent.append(f"{request.method} {request.url}")

    def opened(self, socket: WebSocket) -> None:
        def said(text: str | bytes) -> None:
            self.sent.append(f"{text!s} {socket.url}")
            if HEARTBEAT.search(str(text)):
                self.owed.add(socket)

        socket.on("framesent", said)
        socket.on("framereceived", lambda _: self.owed.discard(socket))
        self.sent.append(socket.url)

    def second(self) -> list[str]:
        """What is sent in a second of the pages' own time, and because of the answers."""
        before, end = len(self.sent), time.monotonic() + LIMIT
        self.context.clock.run_for(1000)
        for page in self.context.pages:
            page.evaluate(IDLE)
        while self.owed:
            assert time.monotonic() < end, f"no answer: {self.owed}"
            self.context.pages[0].wait_for_timeout(20)
        return [one for one in self.sent[before:] if not HEARTBEAT.search(one)]

    def settle(self) -> None:
        """Until nothing is sent for three seconds: a review, for one, is asked about until it is done."""
        quiet, end = 0, time.monotonic() + LIMIT
        while quiet < 3:
            quiet = quiet + 1 if not (sent := self.second()) else 0
            assert time.monotonic() < end, f"no rest: {sent[-3:]}"


def addresses(folder: Path, known: dict[str, Iterator[str]], finished: str) -> list[str]:
    """As the server's routes and the page itself know them, so that a new page is among them by itself."""
    app = make_app(Settings(data=folder))
    paths = [route.path for route in app.routes if isinstance(route, Route) and route.endpoint is front]
    app.state.site.rooms.store.close()
    marks = re.findall(r'hash\.startsWith\("(#\w+)"', PLACES.read_text())
    assert len(paths) > 10 and len(marks) > 3
    filled = [re.sub(r"{(\w+)[^}]*}", lambda name: next(known[name[1]]), path) for path in paths]
    return filled + [f"/t/{finished}{mark}" for mark in marks]


def at_table(page: Page, game: str, **more: object) -> str:
    return new_table(page, game, 2, pace=0, **more).rpartition("/")[2]


def test_every_page_at_rest_sends_nothing_but_its_heartbeat(chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, before=PATIENT) as address,
        chromium.new_context(base_url=address, viewport=LAPTOP, service_workers="block") as context,
    ):
        context.clock.install()
        heard = Listener(context)
        page = context.new_page()
        page.goto("/")
        waiting = at_table(page, "roll-and-write")
        playing = at_table(page, "lost-code", bots=["casual"], start=True)
        finished = at_table(page, "kryptx", bots=["casual"], start=True)
        page.goto(f"/t/{finished}")
        play_out(page)
        known = {
            "game": cycle(GAMES),
            "room": cycle([playing, waiting]),
            "date": repeat(datetime.now(UTC).date().isoformat()),
            "code": repeat(page.evaluate(NEW_EVENING)),
            "rest": repeat(""),
        }
        for path in addresses(tmp_path, known, finished):
            context.new_page().goto(path, wait_until="commit")
        for game in GAMES:
            page = context.new_page()
            page.goto(f"/companion/{game}")
            page.click("[data-begin]")
            page.wait_for_selector("[data-asking]")
        heard.settle()
        print(f"{len(context.pages)} pages at rest after {len(heard.sent)} requests and messages")
        rest = [heard.second() for _ in range(10)]
        assert [one for second in rest for one in second] == []
        assert heard.refused == []
        assert any(HEARTBEAT.search(one) for one in heard.sent), "nothing was heard"
