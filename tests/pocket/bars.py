"""What the pocket weighs and how long it takes: over a line of 10 Mbit/s, in Chromium, and ten games under Node."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from player import PHONE, comes_true
from playwright.sync_api import Browser
from pocket.test_bundle import in_browsers_python
from pocket.trouble import ACTIVE, ready

from tepui.commands import static
from tepui.server.pocket import offered

PER_SECOND = 10_000_000 / 8
SECOND_VISIT, OVER_THE_LINE = 20_000, 7_500_000
PIECE = 16 * 1024
TEN_GAMES = """
from js import process
from tepui.local.tables import Bots
import pyodide_js

spent = {}
ask = Bots.ask

async def timed(self, bot, view, lines, **more):
    begun = process.cpuUsage().user
    pick = await ask(self, bot, view, lines, **more)
    spent.setdefault(f"{view.game.name} {bot}", []).append((process.cpuUsage().user - begun) / 1e6)
    return pick

Bots.ask = timed
HARDEST = {"lost-code": {"x_race": True, "deadly_shortcut": True, "curse": True}, "kryptx": {"pro": True}}
device = await Device.on(Box())
for at in range(10):
    game = ("lost-code", "kryptx", "roll-and-write")[at % 3]
    seat = await device.sit(await device.table(game, ("expert", "expert"), options=HARDEST.get(game, {})))
    await seat.play()
    await seat.close()
found = {name: [len(all), round(sorted(all)[len(all) // 2], 3), round(max(all), 3)] for name, all in spent.items()}
json.dumps({"heap": pyodide_js._module.HEAP8.length, "decisions": found})
"""


class Line(ThreadingHTTPServer):
    """A web server at the end of such a line, which everybody on it shares."""

    def __init__(self, folder: Path) -> None:
        self.sent, self.free, self.lock = 0, 0.0, threading.Lock()
        super().__init__(("127.0.0.1", 0), partial(Throttled, directory=str(folder)))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait_for(self, bytes: int) -> None:
        with self.lock:
            self.sent += bytes
            self.free = max(self.free, time.monotonic()) + bytes / PER_SECOND
            wait = self.free - time.monotonic()
        time.sleep(max(0.0, wait))


class Throttled(SimpleHTTPRequestHandler):
    server: Line

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while piece := source.read(PIECE):
            self.server.wait_for(len(piece))
            outputfile.write(piece)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def cpu(browser: Browser) -> float:
    """Seconds that all of its processes have worked: what counts where others work beside it."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return float(sum(one["cpuTime"] for one in found["processInfo"]))


def first_views(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        static.write(Path(folder))
        line = Line(Path(folder))
        address = f"http://127.0.0.1:{line.server_address[1]}/"
        context = browser.new_context(viewport=PHONE, has_touch=True)
        page = context.new_page()
        for visit in ("cold, 10 Mbit/s", "warm"):
            begun, before, used = time.monotonic(), line.sent, cpu(browser)
            page.goto(address)
            ready(page)
            page.wait_for_selector("[data-friends]")
            seconds, used = time.monotonic() - begun, cpu(browser) - used
            comes_true(page, ACTIVE)
            time.sleep(3)  # what it still asks for
            sent = line.sent - before
            print(
                f"pocket: first view {visit}, {seconds:.1f} s (CPU {used:.1f} s); {sent:,} bytes in the visit",
                flush=True,
            )
        assert sent <= SECOND_VISIT
        line.shutdown()
    found = offered()
    assert found is not None
    print(f"pocket: from a server {sum(found.files.values()):,} bytes", flush=True)
    assert sum(found.files.values()) <= OVER_THE_LINE


def ten_games() -> None:
    device = (Path(__file__).parent / "device.py").read_text().replace("from __future__ import annotations\n", "")
    script = "from __future__ import annotations\n" + device + TEN_GAMES
    with tempfile.TemporaryDirectory() as folder:
        found = json.loads(in_browsers_python(script, Path(folder)))
    print(f"pocket: after ten games {found['heap'] / 1e6:.0f} MB of heap")
    for name, (count, median, slowest) in found["decisions"].items():
        print(f"pocket: {name}, {count} decisions, CPU: median {median} s, slowest {slowest} s", flush=True)
    assert found["heap"] <= 120e6
