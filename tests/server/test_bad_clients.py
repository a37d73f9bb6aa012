"""Whatever a client sends: a clear refusal, never a failure of the server, never a leak."""

import asyncio
import http.client
import json
import os
import socket
from typing import get_args
from urllib.parse import quote, urlsplit

import pytest
from headless import Refused, Visitor
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tepui.server.wire import messages

EXAMPLES = int(os.environ.get("TEPUI_EXAMPLES", "60"))
careful = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
TAGS = [kind.__struct_config__.tag for kind in get_args(messages.Incoming)]
FIELDS = sorted({field for kind in get_args(messages.Incoming) for field in kind.__struct_encode_fields__})
anything = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(max_size=40),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(some.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
small = some.integers(-3, 300)
nearly = some.builds(
    lambda tag, fields: {"type": tag, **fields},
    some.sampled_from([*TAGS, "view", "nonsense"]),
    some.dictionaries(some.sampled_from(FIELDS), small | anything | some.lists(small, max_size=70), max_size=4),
)


def errors(url: str) -> float:
    """How often the server itself has failed."""
    with Plain(url) as plain:
        _, _, body = plain.ask("GET", "/metrics")
    return float(next(line for line in body.decode().splitlines() if line.startswith("tepui_errors_total")).split()[1])


class Plain:
    """HTTP without any politeness."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=120)

    def __enter__(self) -> "Plain":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, named)
        answer = self.connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_every_message_that_is_not_one_gets_a_sentence(server) -> None:
    async def evening(said: list[object]) -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="bell", seats=3, bots=["random"])
            page = await anna.open(room)
            for one in said:
                text = one if isinstance(one, str | bytes) else json.dumps(one)
                assert page.socket is not None
                await page.socket.send(text)
            await page.send(type="ping", id=77)
            while True:
                try:
                    message = await page.next()
                except ConnectionClosed:  # it was sent away, or left by its own words
                    return
                assert "Traceback" not in str(message) and "Error" not in str(message.get("sentence", ""))
                if message["type"] == "pong" and message["id"] == 77:
                    return

    before = errors(server.url)

    @careful
    @given(some.lists(nearly | anything | some.text(max_size=200) | some.binary(max_size=60), max_size=12))
    def fuzz(said: list[object]) -> None:
        asyncio.run(evening(said))

    fuzz()
    assert errors(server.url) == before, server.errors()[-2000:]


PATHS = some.sampled_from(
    ["/api/rooms", "/api/join", "/api/me", "/api/games", "/api/lobby", "/api/mine", "/plain/", "/plain/rooms",
     "/plain/join", "/plain/name", "/plain/language", "/plain/forget", "/plain/t/ROOM", "/t/ROOM", "/t/ROOM/qr.svg",
     "/api/rooms/ROOM/record", "/api/rooms/ROOM/replay", "/d/x", "/", "/healthz", "/api/rooms/ROOM/socket"]
)  # fmt: skip
queries = some.dictionaries(
    some.sampled_from(["eye", "from", "to", "language", "x"]), some.text(max_size=10) | small.map(str), max_size=3
)
forms = some.dictionaries(
    some.sampled_from([*FIELDS, "type", "game", "seats", "how", "bot", "code", "sure", "language", "back"]),
    some.sampled_from([*TAGS, "forehead", "2", "random", "bots"]) | some.text(max_size=20),
    max_size=6,
)


def test_no_request_is_answered_by_a_failure(server) -> None:
    async def a_room() -> str:
        async with Visitor(server.url) as anna:
            return await anna.create(game="forehead", seats=2, bots=["random"], start=True)

    room = asyncio.run(a_room())
    before = errors(server.url)

    @careful
    @given(
        some.sampled_from(["GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS"]),
        PATHS | some.text(max_size=30).map(lambda text: "/" + quote(text)),
        queries,
        anything.map(lambda thing: json.dumps(thing).encode()) | forms.map(form) | some.binary(max_size=50),
        some.sampled_from(["application/json", "application/x-www-form-urlencoded", "text/plain", ""]),
        some.sampled_from(["", "tepui=forged", "tepui=" + "a" * 500, "language=xx; tepui=.."]),
    )
    def fuzz(method: str, path: str, query: dict[str, str], body: bytes, kind: str, cookie: str) -> None:
        asked = "&".join(f"{quote(key)}={quote(value)}" for key, value in query.items())
        with Plain(server.url) as plain:
            status, headers, answer = plain.ask(
                method, path.replace("ROOM", room) + "?" + asked, body, content_type=kind, cookie=cookie
            )
        assert status < 500, (method, path, status)
        assert b"Traceback" not in answer
        assert "content-security-policy" in headers
        if status >= 400 and path.startswith("/api/") and method != "HEAD":
            assert json.loads(answer)["sentence"]

    fuzz()
    assert errors(server.url) == before, server.errors()[-2000:]


@pytest.mark.parametrize("host", ["[", "[::1", "", "a b", "x" * 300])
@pytest.mark.parametrize("origin", ["http://[", "http://x:99999999", ""])
def test_a_host_or_an_origin_that_is_none_is_no_failure(server, host: str, origin: str) -> None:
    before = errors(server.url)
    for method, path in (("GET", "/plain/"), ("GET", "/api/lobby"), ("POST", "/api/me"), ("POST", "/plain/join")):
        with Plain(server.url) as plain:
            plain.connection.putrequest(method, path, skip_host=True)
            for name, value in (("Host", host), ("Origin", origin), ("Content-Length", "0")):
                plain.connection.putheader(name, value)
            plain.connection.endheaders()
            answer = plain.connection.getresponse()
            assert answer.status == (200 if method == "GET" else 403), (method, path)
            assert b"http://[" not in answer.read()
    with Plain(server.url) as plain:
        fields = form({"back": "http://[", "language": "de"})
        assert plain.ask("POST", "/plain/language", fields)[0] == 303
    assert errors(server.url) == before, server.errors()[-2000:]


def test_who_leaves_in_the_middle_of_a_request_is_no_failure(server) -> None:
    before = errors(server.url)
    host, port = urlsplit(server.url).hostname, urlsplit(server.url).port
    for path in ("/api/me", "/api/rooms", "/plain/join"):
        with socket.create_connection((host, port), timeout=120) as line:
            kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: 100\r\n\r\n{{"
            line.sendall(head.encode())
    with Plain(server.url) as plain:  # the next request is answered after those were given up
        assert plain.ask("GET", "/healthz")[0] == 200
    assert errors(server.url) == before, server.errors()[-2000:]
    assert "ClientDisconnect" not in server.errors()


def test_text_that_is_none_gets_a_sentence_and_nothing_in_the_log(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            page = await anna.open(await anna.create(game="forehead", seats=2))
            await page.until("room")
            assert page.socket is not None
            await page.socket.send(b'{"type":"say","text":"\xff"}', text=True)
            assert "does not understand" in (await page.until("refused"))["sentence"]
            await page.send(type="ping")
            await page.until("pong")

    asyncio.run(evening())
    assert "Invalid UTF-8" not in server.errors()


def form(fields: dict[str, str]) -> bytes:
    return "&".join(f"{quote(key)}={quote(value)}" for key, value in fields.items()).encode()


def test_what_is_too_big_is_refused_or_the_line_is_closed(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            page = await anna.open(room)
            await page.until("room")
            with pytest.raises(ConnectionClosed):
                await page.send(type="say", text="x" * 70_000)
                while True:
                    await page.next()
            with pytest.raises(Refused) as refused:
                await anna.post("/api/rooms", {"game": "x" * 70_000})
            assert refused.value.status == 400

    asyncio.run(evening())
    with Plain(server.url) as plain:
        status, _, _ = plain.ask("GET", "/" + "x" * 60_000)
        assert status in (400, 404, 414, 431)


def test_another_site_cannot_speak_for_a_visitor(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            headers = {"origin": "https://evil.example", "cookie": anna.cookie, "content_type": "application/json"}
            with Plain(server.url) as plain:
                assert plain.ask("POST", "/api/rooms", b'{"game":"forehead"}', **headers)[0] == 403
            with Plain(server.url) as plain:
                assert plain.ask("POST", f"/plain/t/{room}", b"type=leave", **headers)[0] == 403
            with Plain(server.url) as plain:
                assert plain.ask("DELETE", "/api/me", None, **headers)[0] == 403
            address = f"{server.url.replace('http', 'ws')}/api/rooms/{room}/socket"
            async with connect(
                address, origin="https://evil.example", additional_headers={"cookie": anna.cookie}
            ) as line:
                told = json.loads(await line.recv())
                assert told["type"] == "gone" and "another site" in told["sentence"]
                with pytest.raises(ConnectionClosed):
                    await line.recv()

    asyncio.run(evening())


def test_a_forged_cookie_is_nobody(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna, Visitor(server.url) as eve:
            room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            await (await anna.open(room)).until("view")
            guest = anna.cookie.partition("=")[2].partition(".")[0]
            eve.cookie = f"tepui={guest}.forged"
            page = await eve.open(room)
            await page.until("room")
            assert page.room["you"]["seat"] is None
            assert (await page.until("view"))["eye"] == "audience"

    asyncio.run(evening())


def test_names_and_chat_are_text_in_the_plain_page(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            page = await anna.open(room)
            await page.send(type="rename", name='<img src=x onerror="1">')
            await page.send(type="say", text="</li><script>alert(1)</script>")
            while not any(line["name"] for line in page.room.get("lines", [])):
                await page.until("room")
            html = (await asyncio.to_thread(anna.fetch, "GET", f"/plain/t/{room}")).decode()
            assert "<img src=x" not in html and "<script>alert" not in html
            assert "&lt;img src=x" in html and "&lt;script&gt;alert" in html
            assert "http://" not in html.replace(server.url, "") and "https://" not in html

    asyncio.run(evening())


def test_limits_of_an_address(start, tmp_path) -> None:
    server = start(tmp_path / "data", "--pace", "0", "--sockets-per-address", "3").start()

    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            pages = [await anna.open(room) for _ in range(4)]
            assert "Too many open pages" in (await pages[3].until("refused"))["sentence"]
            for _ in range(100):
                await pages[0].send(type="ping")
            assert (await pages[0].until("refused"))["why"] == "busy"
            answers = []
            for _ in range(12):
                with pytest.raises(Refused) as refused:
                    await anna.post("/api/join", {"code": "PUMA22"})
                answers.append(refused.value.status)
            assert answers[0] == 404 and answers[-1] == 429

    asyncio.run(evening())


def test_half_a_handshake_and_rubbish_do_not_disturb(server) -> None:
    host, port = urlsplit(server.url).hostname, urlsplit(server.url).port
    for rubbish in (b"", b"GET", b"\x16\x03\x01" * 50, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 3000):
        with socket.create_connection((host, port), timeout=120) as line:
            line.sendall(rubbish)
            line.shutdown(socket.SHUT_WR)
    with Plain(server.url) as plain:
        assert plain.ask("GET", "/healthz")[0] == 200
