"""Whatever a stranger writes into the head of a request costs next to nothing, at every address and socket."""

import asyncio
from time import thread_time

import pytest
import starlette.requests
from headless import Visitor
from own_server import Site, serve
from starlette.requests import HTTPConnection
from starlette.routing import Route

from tepui.server.web.guard import cookie_of

SIZE = 31_000  # bytes: a head may have 32 kB
SOME = ("\\", '\\"', ";", "a=b;", "=", " ", "a,", "a&", "%41", "-", "tepui=;", "é")
COOKIES = (b'Cookie: tepui="%s"', b'Cookie: a="%s"', b"Cookie: %s")
LINES = (*COOKIES, b"Accept-Language: %s", b"Origin: http://%s", b"X: %s")
ASKED = ("/api/me", "/api/rooms/x/record", "/admin")  # answered, refused with a sentence, looked at before the limits


async def ask(site: Site, method: str, address: str, lines: bytes = b"X: x") -> float:
    """How much of the processor the loop needed: other work on this machine does not count."""
    head = f"{method} {address} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n".encode() + lines
    before = thread_time()
    async with site.line(head + b"\r\n\r\n") as (reader, _):
        assert await reader.read(-1)
    return thread_time() - before


def test_no_bytes_in_a_head_keep_the_server_busy(tmp_path) -> None:
    """Less than 10 ms, of which ten times as much is allowed here: the slowest used to take two seconds."""

    async def evening(site: Site) -> None:
        for address in ASKED:
            await ask(site, "GET", address)  # the first time it reads its words and templates
            heads = [line % (some.encode("latin-1") * (SIZE // len(some))) for line in LINES for some in SOME]
            took = {head[:30]: await ask(site, "GET", address, head) for head in heads}
            query = ["x" if some in (" ", "é") else some for some in SOME]
            took |= {some.encode(): await ask(site, "GET", f"{address}?{some * (SIZE // len(some))}") for some in query}
            assert max(took.values()) < 0.1, max(took.items(), key=lambda one: one[1])

    serve(tmp_path, evening, limited=False)


def test_nobody_asks_the_reader_of_cookies_that_takes_seconds(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every address, by every method, and at the door of a socket."""
    asked: list[str] = []
    monkeypatch.setattr(starlette.requests, "cookie_parser", lambda text: asked.append(text) or {})

    async def evening(site: Site) -> None:
        routes = [route for route in site.app.routes if isinstance(route, Route)]
        assert len(routes) > 60
        for route in routes:
            path = route.path.replace(":path", "")
            for name in route.param_convertors:
                path = path.replace("{" + name + "}", "x")
            for method in route.methods or ():
                await ask(site, method, path, b'Cookie: a="\\\\"')
                assert not asked, (method, path)
        async with Visitor(site.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            async with site.socket(room, 'a="\\\\"; ' + anna.cookie):
                while not site.app.state.site.rooms.loaded[room].audience.pages:
                    await asyncio.sleep(0.002)
        assert not asked

    serve(tmp_path, evening, limited=False)


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("tepui=abc.def", "abc.def"),
        ("a=1; tepui = abc ;tepui=later", "abc"),
        ('tepui="abc"', '"abc"'),  # nothing is unquoted
        ("tepuis=1; xtepui=2; tepui", ""),
        ("tepui=" + "a" * 300, "a" * 200),
        ("a;" * 300 + "tepui=late", ""),
        ("", ""),
    ],
)
def test_a_cookie_is_read_as_it_was_sent(sent: str, read: str) -> None:
    assert cookie_of(HTTPConnection({"type": "http", "headers": [(b"cookie", sent.encode())]}), "tepui") == read
