"""Frames as they come and go: in any pieces, whatever lies between, and never a wrong one taken for a right one."""

import asyncio
import socket
import struct
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from uvicorn.server import ServerState

from tepui.server.serve import listen, uvicorn_config
from tepui.server.wire.frames import frame_at, header
from tepui.server.wire.messages import FRAME
from tepui.server.wire.wire import NAME, READ_AHEAD, Wire

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, MORE, PING, CLOSE, LAST = 1, 0, 9, 8, 0x80


def frame(first: int, body: bytes, mask: bytes | None = b"\x01\x02\x03\x04") -> bytes:
    """A frame as a page sends it."""
    masked = 0x80 if mask else 0
    if len(body) < 126:
        head = bytes((first, masked | len(body)))
    elif len(body) < 1 << 16:
        head = bytes((first, masked | 126)) + struct.pack("!H", len(body))
    else:
        head = bytes((first, masked | 127)) + struct.pack("!Q", len(body))
    if mask is None:
        return head + body
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))


class Transport:
    """What the wire writes to."""

    def __init__(self) -> None:
        self.sent = b""
        self.closed = False
        self.paused = 0

    def get_extra_info(self, name: str) -> Any:
        return None

    def write(self, data: bytes) -> None:
        self.sent += data

    def writelines(self, pieces: list[bytes]) -> None:
        self.sent += b"".join(pieces)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        self.paused += 1

    def resume_reading(self) -> None:
        self.paused -= 1


class Page:
    """A wire with an application behind it that writes down what it gets."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.gone: int | None = None
        self.transport = Transport()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await self.app(scope, receive, send)

        config = uvicorn_config(app)
        config.load()
        self.wire = Wire(config, ServerState(), {}, asyncio.get_running_loop())
        self.wire.connection_made(self.transport)  # type: ignore[arg-type]
        self.wire.data_received(HANDSHAKE)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        assert scope["extensions"][NAME]["wire"] is self.wire
        await receive()
        await send({"type": "websocket.accept"})
        while (told := await receive())["type"] == "websocket.receive":
            self.heard.append(told["bytes"] if told.get("text") is None else told["text"].encode())
        self.gone = told["code"]

    async def rest(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def frames_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        body, end = frame_at(data, at)
        yield data[at], data[body:end]
        at = end


@pytest.mark.parametrize("seed", range(30))
def test_however_the_line_cuts_them_the_messages_are_the_same(seed: int) -> None:
    rng = Random(seed)

    async def run() -> None:
        page = Page()
        await page.rest()
        said, stream = [], b""
        for _ in range(40):
            text = bytes(rng.choices(b"abc{}", k=rng.choice([0, 1, 10, 125, 126, 300, 5000])))
            mask = bytes(rng.choices(range(256), k=4))
            if rng.random() < 0.3:  # in pieces, with a ping between them
                cut = rng.randrange(len(text) + 1)
                stream += frame(TEXT, text[:cut], mask) + frame(LAST | PING, b"?", mask)
                stream += frame(LAST | MORE, text[cut:], mask)
            else:
                stream += frame(LAST | TEXT, text, mask)
            said.append(text)
        while stream:
            some = rng.choice([1, 2, 3, 7, 100, 9000])
            page.wire.data_received(stream[:some])
            stream = stream[some:]
            await page.rest()
        assert page.heard == said
        assert page.transport.paused == 0 and not page.transport.closed
        answers = [kind for kind, _ in frames_of(page.transport.sent.partition(b"\r\n\r\n")[2])]
        assert set(answers) <= {LAST | 10}  # pongs

    asyncio.run(run())


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(LAST | TEXT, b"open", None), 1002),  # not masked
        (frame(LAST | TEXT, b"x" * (FRAME + 1)), 1009),  # too long
        (frame(LAST | TEXT, b"")[:1] + b"\xff" + struct.pack("!Q", 1 << 62), 1009),  # longer than there is memory
        (frame(LAST | MORE, b"of what?"), 1002),
        (frame(TEXT, b"one ") + frame(LAST | TEXT, b"another"), 1002),  # a text between the pieces of a text
        (frame(LAST | 5, b"no such kind"), 1002),
        (frame(LAST | CLOSE, struct.pack("!H", 1001)), 1001),
    ],
    ids=["not masked", "too long", "endless", "the rest of nothing", "a text in a text", "no such kind", "goodbye"],
)
def test_what_is_wrong_or_a_goodbye_ends_the_line_with_its_reason(bad: bytes, code: int) -> None:
    async def run() -> None:
        page = Page()
        await page.rest()
        page.wire.data_received(frame(LAST | TEXT, b"before") + bad + frame(LAST | TEXT, b"after"))
        await page.rest()
        assert page.heard == [b"before"]
        assert page.transport.closed
        kind, body = list(frames_of(page.transport.sent.partition(b"\r\n\r\n")[2]))[-1]
        assert kind == LAST | CLOSE and struct.unpack("!H", body[:2]) == (code,)

    asyncio.run(run())


def test_a_page_that_talks_without_end_is_not_read_any_further() -> None:
    async def run() -> None:
        page = Page()
        await page.rest()
        page.wire.data_received(frame(LAST | TEXT, b"hello") * (READ_AHEAD + 1))
        assert page.transport.paused == 1
        await page.rest()
        assert len(page.heard) == READ_AHEAD + 1
        assert page.transport.paused == 0

    asyncio.run(run())


def test_what_is_dealt_with_at_once_goes_nowhere_else_and_keeps_its_place() -> None:
    async def run() -> None:
        page = Page()
        await page.rest()
        quick: list[bytes] = []
        page.wire.at_once = lambda text: text.startswith(b"q") and (quick.append(text) or True)
        page.wire.data_received(b"".join(frame(LAST | TEXT, text) for text in (b"q1", b"slow", b"q2")))
        await page.rest()
        assert quick == [b"q1"]
        assert page.heard == [b"slow", b"q2"]  # not before what was said earlier

    asyncio.run(run())


def test_texts_are_written_whole_however_long() -> None:
    async def run() -> None:
        page = Page()
        await page.rest()
        page.transport.sent = b""
        texts = [[b"x" * n] for n in (0, 1, 125, 126, 65535, 65536, 100_000)]
        page.wire.write([*texts, [b"in", b" ", b"pieces"]])
        assert list(frames_of(page.transport.sent)) == [(LAST | TEXT, text) for (text,) in texts] + [
            (LAST | TEXT, b"in pieces")
        ]
        page.transport.close()
        page.transport.sent = b""
        page.wire.write([[b"too late"]])
        assert page.transport.sent == b""

    asyncio.run(run())


@pytest.mark.parametrize("length", [0, 125, 126, 65535, 65536])
def test_a_head_says_how_long_its_text_is(length: int) -> None:
    head = header(length)
    assert frame_at(head, 0) == (len(head), len(head) + length)
    for some in range(len(head)):
        assert frame_at(head[:some], 0)[1] > some  # a head that is not whole: wait for more


def test_no_small_message_is_held_back_by_nagle() -> None:
    """asyncio switches the delay off only for sockets that say that they are TCP; uvloop always does."""

    async def run() -> int:
        answers: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Peek(asyncio.Protocol):
            def connection_made(self, transport: Any) -> None:
                accepted = transport.get_extra_info("socket")
                answers.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        listening = listen("127.0.0.1", 0)
        serving = await asyncio.get_running_loop().create_server(Peek, sock=listening)
        with socket.create_connection(listening.getsockname()):
            found = await asyncio.wait_for(answers, 10)
        serving.close()
        return found

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(run())
