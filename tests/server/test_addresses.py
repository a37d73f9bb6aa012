"""Every address is declared in one way: what it reads, how often, where its work is done, and from which pages."""

import asyncio
import re
from pathlib import Path
from threading import Event, get_ident

import pytest
from headless import Visitor
from own_server import Site, serve
from starlette.routing import Mount, WebSocketRoute

from tepui.server.app import make_app
from tepui.server.people.asker import Asker
from tepui.server.refusals import Refused
from tepui.server.settings import Settings
from tepui.server.threads import Threads
from tepui.server.web.address import Address
from tepui.server.web.route import Answered

SOURCE = Path(__file__).parents[2] / "src" / "tepui"


def addresses(app) -> list[Address]:
    return [route.address for route in app.routes if isinstance(route, Answered)]


def test_no_route_is_declared_another_way(tmp_path) -> None:
    app = make_app(Settings(data=tmp_path))
    others = [route for route in app.routes if not isinstance(route, Answered)]
    assert {type(route) for route in others} <= {WebSocketRoute, Mount} and len(others) <= 2
    assert len(addresses(app)) > 80
    for one in addresses(app):
        assert not one.limit or one.limit in app.state.site.rates._most, one.path
        assert not one.slow or one.slow in app.state.site.threads, one.path
    app.state.site.rooms.store.close()
    for path in SOURCE.rglob("*.py"):
        if path.name != "route.py":
            assert not re.search(
                r"(?<!WebSocket)\bRoute\(|add_route|site_of|require_same_origin\(at", path.read_text()
            ), path


def test_what_the_coach_reckons_has_a_thread_and_a_limit_of_its_own(tmp_path) -> None:
    """Tables, lists and history do not wait behind companions, puzzles and lessons."""
    app = make_app(Settings(data=tmp_path))
    teaching = re.compile(r"/api/.*/(companion\b.*|puzzles?|what-if|lessons/.*)")
    found = [one for one in addresses(app) if teaching.fullmatch(one.path)]
    assert len(found) == 11 and {(one.slow, one.limit) for one in found} == {("coach", "coach")}
    assert not [one.path for one in addresses(app) if one.slow == "coach" and one not in found]
    assert app.state.site.threads["coach"] is not app.state.site.rooms.slow
    app.state.site.rooms.store.close()


def test_only_a_bot_with_a_token_may_come_from_another_site(tmp_path) -> None:
    """Asked for at each address that changes something, with a body that it takes or refuses otherwise."""

    async def evening(site: Site) -> None:
        changing = [one for one in addresses(site.app) if one.method != "GET"]
        assert [one.path for one in changing if one.by_token] == ["/api/rooms/{room}/bot"]
        for one in changing:
            path = re.sub(r"\{\w+\}", "x", one.path)
            head = f"{one.method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: http://evil.example\r\n"
            head += "Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
            async with site.line(head.encode()) as (reader, _):
                answer = await reader.read(-1)
            assert (b"another site" in answer) != one.by_token, (one.method, one.path, answer[:200])

    serve(tmp_path, evening, limited=False)


def test_a_body_is_read_before_anybody_is_recognised(tmp_path, monkeypatch) -> None:
    """Somebody who was somebody when the request began may be nobody when its body has come."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            await anna.get("/api/me")
            asked: list[str] = []
            devices = site.app.state.site.devices
            who = devices.who
            devices.who = lambda cookie: asked.append(cookie) or who(cookie)
            recognise = Asker.recognise  # which asks a shared database at once
            monkeypatch.setattr(Asker, "recognise", lambda at: asked.append("") or recognise(at))
            head = f"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {anna.cookie}\r\n"
            head += "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
            async with site.line(head.encode()) as (reader, writer):
                while not site.app.state.site.load.requests:
                    await asyncio.sleep(0.002)
                await asyncio.sleep(0.05)
                assert not asked
                writer.write(b'{"name":"Eve"}')
                assert b"200" in await reader.readline()
                assert asked

    serve(tmp_path, evening)


# ---- beside the loop


def test_whatever_one_network_asks_for_fills_a_quarter_of_the_queue(tmp_path) -> None:
    """Lists and history, too, whose work says nothing of who asked."""

    async def evening(site: Site) -> None:
        async def ask(address: str) -> bytes:
            head = f"GET /api/history HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n\r\n"
            async with site.line(head.encode()) as (reader, _):
                return await reader.readline()

        slow, go = site.app.state.site.rooms.slow, Event()
        held = [asyncio.create_task(slow.run(go.wait)) for _ in range(2)]
        try:
            asked = [asyncio.create_task(ask("203.0.113.9")) for _ in range(40)]
            async with asyncio.timeout(120):
                while sum(one.done() for one in asked) < 40 - slow._each:
                    await asyncio.sleep(0.005)
            calm = asyncio.create_task(ask("203.0.113.10"))
            while slow._unfinished["203.0.113.10"] == 0 and not calm.done():
                await asyncio.sleep(0.005)
        finally:
            go.set()
        assert b" 200 " in await calm
        assert sum(b" 429 " in line for line in await asyncio.gather(*asked)) == 40 - slow._each
        await asyncio.gather(*held)

    serve(tmp_path, evening)


def test_networks_take_turns_in_the_threads() -> None:
    """One that has filled its share of the queue is refused; another comes second, not after all of its work."""

    async def evening() -> None:
        threads, order = Threads("test", size=1, seconds=60, queue=40), []
        go, loop = asyncio.Event(), asyncio.get_running_loop()
        first = asyncio.create_task(
            threads.run(lambda: asyncio.run_coroutine_threadsafe(go.wait(), loop).result(), "busy")
        )
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(threads.run(lambda n=n: order.append(n), "busy")) for n in range(10)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too much to do"):
            await threads.run(lambda: None, "busy")
        calm = [asyncio.create_task(threads.run(lambda: order.append("calm"), "other")) for _ in range(2)]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, *waiting, *calm)
        assert order.index("calm") <= 1 and order[3:].count("calm") <= 1
        assert await threads.run(get_ident) != get_ident()
        threads.close()

    asyncio.run(asyncio.wait_for(evening(), 120))
