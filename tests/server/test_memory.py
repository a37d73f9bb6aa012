"""What strangers make the server remember has a limit, and what leaves is freed."""

import asyncio
import gc
import inspect
import pkgutil
import re
import weakref
from functools import _lru_cache_wrapper
from importlib import import_module, resources
from pathlib import Path

import pytest
from headless import Visitor
from own_server import HELLO, Site, megabytes, serve

import tepui
from tepui.core import find
from tepui.server.room.page import Page
from tepui.server.web.http_protocol import BoundedHttp
from tepui.server.web.ws_protocol import BoundedWebSocket

BY_WHAT_IS_INSTALLED = {
    "tepui.core.find.load": "by the name of an installed game",
    "tepui.core.find.bots": "the same",
    "tepui.games.roll_and_write.bots.learned.chooser": "by the number of players, of which there are five",
    "tepui.research.minds.conditions.words": "by a language, of which there are four",
}


def test_every_cache_has_a_limit() -> None:
    """Those without one are kept by something that a stranger cannot choose."""
    unlimited = set()
    for found in pkgutil.walk_packages(tepui.__path__, "tepui."):
        if found.name.endswith("__main__") or "._compiled" in found.name:
            continue
        try:
            module = import_module(found.name)
        except ModuleNotFoundError as missing:  # of an extra, which this machine need not have
            assert missing.name is not None and not missing.name.startswith("tepui")
            continue
        for thing in vars(module).values():
            if isinstance(thing, _lru_cache_wrapper) and thing.__module__ == found.name:
                asked = inspect.signature(thing.__wrapped__).parameters
                if asked and thing.cache_parameters()["maxsize"] is None:
                    unlimited.add(f"{thing.__module__}.{thing.__name__}")
    assert unlimited == set(BY_WHAT_IS_INSTALLED)


@pytest.mark.proof
def test_hundreds_of_parts_files_leave_nothing_behind() -> None:
    """700 different ones of Kryptx took 44 MB for ever."""
    game = find.game("kryptx")
    own = (resources.files("tepui.games.kryptx") / "parts.toml").read_text("utf-8")
    padding = "# nothing\n" * 1_400

    def read(first: int, number: int) -> None:
        for n in range(first, first + number):
            game.setting(2, {}, f"{own}\n# {n}\n{padding}")

    read(0, 30)
    before = megabytes()
    read(1000, 700)
    assert megabytes() - before < 6


def test_a_page_that_leaves_is_freed_at_once(tmp_path) -> None:
    """Without a search for rings, which would stop the server for as long as it takes, or come hours later."""

    async def evening(site: Site) -> None:
        visitor = Visitor(site.url)
        room = await visitor.create(game="lost-code", seats=2, bots=["random"], start=True)
        gc.collect()
        gc.disable()
        try:
            async with site.socket(room, visitor.cookie) as (reader, writer):
                writer.write(HELLO)
                await asyncio.wait_for(reader.read(1000), 120)
                kept = [thing for thing in gc.get_objects() if isinstance(thing, Page | BoundedWebSocket | BoundedHttp)]
                left = [weakref.ref(thing) for thing in kept if isinstance(thing, Page)]
                counts = {type(thing).__name__ for thing in kept}
                del kept
            assert counts == {"Page", "BoundedWebSocket"} and left
            async with asyncio.timeout(120):
                while any(ref() is not None for ref in left):
                    await asyncio.sleep(0.05)
                while any(isinstance(thing, BoundedWebSocket) for thing in gc.get_objects()):
                    await asyncio.sleep(0.05)
        finally:
            gc.enable()

    serve(tmp_path, evening, limited=False)


@pytest.mark.proof
@pytest.mark.slow
def test_memory_is_not_kept_by_pages_that_have_left(start, tmp_path) -> None:
    """Wave after wave of idle pages: each finds the memory of the one before."""
    server = start(tmp_path / "data", "--no-limits", "--idle", "1", "--pace", "0").start()
    site = Site(server.port, None)

    def now() -> float:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1000

    async def wave(pages: int) -> tuple[float, float]:
        visitor = Visitor(site.url)
        await visitor.get("/api/me")
        lines = []
        for at in range(pages):
            game = ("lost-code", "kryptx", "roll-and-write")[at % 3]
            room = await visitor.create(game=game, seats=2, bots=["random"], start=True)
            page = await visitor.open(room)
            await page.until("view")
            await page.close()
            visitor.pages.clear()
            line = site.socket(room, visitor.cookie)
            _, writer = await line.__aenter__()
            writer.write(HELLO)
            lines.append(line)
        await asyncio.sleep(1)
        most = now()
        for line in lines:
            await line.__aexit__(None, None, None)
        async with asyncio.timeout(60):
            while not re.search(
                rb"tepui_rooms_in_memory\{[^}]*\} 0.0", await asyncio.to_thread(visitor.fetch, "GET", "/metrics")
            ):
                await asyncio.sleep(0.5)
        await asyncio.sleep(2)
        return most, now()

    async def evening() -> None:
        waves = [await wave(150) for _ in range(3)]
        print(waves)
        assert waves[2][0] < waves[0][0] + 8  # at the most
        assert waves[2][1] < waves[0][1] + 8  # and afterwards
        assert waves[2][1] < waves[2][0]  # the system has some of it back

    asyncio.run(evening())
