"""A page that asks the server for what a browser asks for, and draws nothing: the load generator is no bottleneck.

Everything the benchmarks know about the protocol is in this file. There are two protocols: `old`, where a page that
shows motion asks for a replay over HTTP whenever a view brings more than one move (`web/src/play/table.svelte.ts`), and
`new`, where a page says in its `hello` that it shows motion, and every view brings its moments along.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

NO_MASK = b"\x00\x00\x00\x00"  # a page must mask what it sends; this mask changes nothing
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # first byte of a frame that is a whole message
MOST_NEWS = 99  # a browser shows no motion after an absence longer than this


def protocol_of(checkout: Path) -> str:
    """Which protocol the server in this checkout speaks."""
    sources = (checkout / "src/tepui/server").rglob("messages.py")
    return "new" if any("motion" in source.read_text("utf-8") for source in sources) else "old"


class Seat(msgspec.Struct):
    kind: str = ""
    commitment: str | None = None


class You(msgspec.Struct):
    seat: int | None = None


class Moment(msgspec.Struct):
    to_act: list[int] | None = None


class Message(msgspec.Struct):
    """As much of a message from the server as is read here."""

    type: str
    id: int | None = None  # of what it answers
    sentence: str = ""
    seats: list[Seat] = []
    you: You = msgspec.field(default_factory=You)
    started: bool = False
    promise: str | msgspec.UnsetType | None = msgspec.UNSET  # unset: a server that asks for no words for the dice
    turn: int = -1
    eye: int | str = ""
    legal: list[msgspec.Raw] = []
    must_act: bool = False  # old protocol
    moments: list[Moment] = []  # new protocol

    @property
    def owes_move(self) -> bool:
        return self.must_act or (bool(self.moments) and self.eye in (self.moments[-1].to_act or []))


decode = msgspec.json.Decoder(Message).decode


class Browser:
    """One person's browser: a cookie, a keep-alive connection for HTTP, and pages."""

    def __init__(self, url: str, protocol: str, motion: bool = True, address: str = "") -> None:
        self.url, self.protocol, self.motion = url, protocol, motion
        self.address = address  # where it claims to be, as a proxy would say
        self.cookie = ""
        self.received = 0  # bytes, over HTTP and sockets
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> bytes:
        return await self._request("GET", path, b"")

    async def create_room(self, **new: Any) -> str:
        if not self.cookie:
            await self.get("/api/me")
        made = msgspec.json.decode(await self._request("POST", "/api/rooms", msgspec.json.encode(new)))
        return str(made["room"])

    async def open(
        self, room: str, changed: Callable[[ThinPage], None], kind: type[ThinPage] | None = None
    ) -> ThinPage:
        if not self.cookie:
            await self.get("/api/me")
        page = (kind or ThinPage)(self, room, changed)
        to = urlsplit(self.url)
        await asyncio.get_running_loop().create_connection(lambda: page, to.hostname or "", to.port or 80)
        await page.opened
        return page

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None

    async def _request(self, method: str, path: str, body: bytes) -> bytes:
        to = urlsplit(self.url)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {to.netloc}", f"Cookie: {self.cookie}"]
        if self.address:
            lines.append(f"X-Forwarded-For: {self.address}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        question = "\r\n".join([*lines, "\r\n"]).encode() + body
        fresh = self._streams is None
        if self._streams is None:
            self._streams = await asyncio.open_connection(to.hostname or "", to.port or 80)
        reader, writer = self._streams
        try:
            writer.write(question)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            answer = await reader.readexactly(int(length[1]) if length else 0)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if fresh:
                raise
            return await self._request(method, path, body)  # the server has closed an idle connection: open another
        self.received += len(head) + len(answer)
        if not re.match(rb"HTTP/1.1 2", head):
            raise RuntimeError(f"{method} {path}: {head[:40]!r} {answer[:300]!r}")
        if cookie := re.search(rb"(?i)\r\nset-cookie: *(tepui=[^;]*)", head):
            self.cookie = cookie[1].decode()
        return answer


class ThinPage(asyncio.Protocol):
    """One socket at a table; `changed` is called after a message about the room, a view, or the end of a replay."""

    def __init__(self, browser: Browser, room: str, changed: Callable[[ThinPage], None]) -> None:
        self.browser, self.room, self.changed = browser, room, changed
        self.opened = asyncio.get_running_loop().create_future()
        self.turn = -1  # of the newest view that can be shown whole, with all its moments
        self.owes_move = False
        self.choices = 0  # length of the list of legal moves
        self.all_seated = False
        self.word = os.urandom(16).hex()  # for the dice
        self.refused = ""  # the server's sentence, if it refused anything
        self.closed = False  # the connection is lost
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._replays: set[asyncio.Task[None]] = set()

    # ---- what a person does

    def sit(self) -> None:
        self._send({"type": "sit"})

    def start(self) -> None:
        self._send({"type": "start"})

    def pick(self, index: int) -> None:
        self._send({"type": "pick", "turn": self.turn, "pick": index})

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()
        for replay in self._replays:
            replay.cancel()

    # ---- what the server says

    def _hear(self, message: Message) -> None:
        if message.type == "view":
            before, self.owes_move, self.choices = self.turn, message.owes_move, len(message.legal)
            asks = self.browser.motion and self.browser.protocol == "old"
            if asks and before >= 0 and 1 < message.turn - before <= MOST_NEWS:
                task = asyncio.get_running_loop().create_task(self._replay(message, before))
                self._replays.add(task)
                task.add_done_callback(self._replays.discard)
                return
            self.turn = message.turn
        elif message.type == "room":
            self._see_to_word(message)
            self.all_seated = all(seat.kind == "person" for seat in message.seats)
        elif message.type in ("refused", "gone"):
            self.refused = message.sentence
        else:
            return
        self.changed(self)

    def _see_to_word(self, room: Message) -> None:
        """As a page does it: bind the seat to a secret word, and open it when the list is closed."""
        if room.started or room.you.seat is None or room.promise is msgspec.UNSET:
            return
        hash, shown = hashlib.sha256(self.word.encode()).hexdigest(), room.seats[room.you.seat].commitment
        if room.promise is None and shown != hash:
            self._send({"type": "commit", "hash": hash})
        elif room.promise is not None and shown == hash:
            self._send({"type": "open", "word": self.word})

    async def _replay(self, view: Message, before: int) -> None:
        """The moments of a view, which an old server tells only over HTTP."""
        query = f"eye={view.eye}&from={before + 1}&to={view.turn}&language=en"
        try:
            await self.browser.get(f"/api/rooms/{self.room}/replay?{query}")
        except RuntimeError as error:
            self.refused = str(error)
        self.turn = view.turn
        self.changed(self)

    def _hello(self) -> None:
        hello: dict[str, object] = {"type": "hello", "language": "en"}
        if self.browser.protocol == "new":
            hello["motion"] = self.browser.motion
        self._send(hello)

    # ---- frames

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        lines = [
            f"GET /api/rooms/{self.room}/socket HTTP/1.1",
            f"Host: {urlsplit(self.browser.url).netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self.browser.cookie}",
            *([f"X-Forwarded-For: {self.browser.address}"] if self.browser.address else []),
            "\r\n",
        ]
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self.browser.received += len(data)
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._buffer = data
                return
            if b" 101 " not in data[:20]:
                self.opened.set_exception(ConnectionError(repr(data[:300])))
                return
            self.opened.set_result(None)
            self._hello()
        while frame := frame_at(data, at):
            body, end = frame
            if data[at] == TEXT:
                self._hear(decode(data[body:end]))
            elif data[at] == PING:
                self._write(PONG, data[body:end])
            at = end
        self._buffer = data[at:]

    def _send(self, message: dict[str, object]) -> None:
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, body: bytes) -> None:
        assert len(body) < 126 and self._transport is not None
        self._transport.write(bytes((kind, 0x80 | len(body))) + NO_MASK + body)


def frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the server's frame that begins here begins and ends; None while it is not all there."""
    if len(data) < at + 2:
        return None
    length, body = data[at + 1], at + 2
    if length >= 126:
        body += 2 if length == 126 else 8
        if len(data) < body:
            return None
        length = int.from_bytes(data[at + 2 : body], "big")
    return (body, body + length) if len(data) >= body + length else None
