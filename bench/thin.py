"""The cheapest page there can be: so that a measurement of the server does not wait for the pages that load it.

It opens a real socket and speaks the real protocol, but reads of a view only whose move it is and how many buttons
there are, and draws nothing. `tepui.server.headless` is the page for everything else.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tepui.server.wire.frames import frame_at

MASK = b"\x00\x00\x00\x00"  # changes nothing, as a mask may


class Told(msgspec.Struct):
    """As much of a message as is read here."""

    type: str
    turn: int = -1
    must_act: bool = False
    over: bool = False
    legal: list[msgspec.Raw] = []
    seats: list[Any] = []


decode = msgspec.json.Decoder(Told).decode


class ThinPage(asyncio.Protocol):
    """One socket; `heard` is called with every message."""

    def __init__(self, heard: Callable[[ThinPage, Told], None]) -> None:
        self.heard = heard
        self.open = asyncio.get_running_loop().create_future()
        self.view = Told("")
        self.begun = b""
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, url: str, room: str, cookie: str, heard: Callable[[ThinPage, Told], None]) -> ThinPage:
        to = urlsplit(url)
        page = cls(heard)
        await asyncio.get_running_loop().create_connection(lambda: page, to.hostname or "", to.port or 80)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/rooms/{room}/socket HTTP/1.1",
            f"Host: {to.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {cookie}",
            "\r\n",
        ]
        assert page.transport is not None
        page.transport.write("\r\n".join(lines).encode())
        await page.open
        return page

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        data = self.begun + data if self.begun else data
        at = 0
        if not self.open.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.begun = data
                return
            assert b" 101 " in data[:20], data[:200]
            self.open.set_result(None)
        while at < len(data):
            body, end = frame_at(data, at)
            if end > len(data):
                break
            if data[at] == 0x81:
                told = decode(data[body:end])
                if told.type == "view":
                    self.view = told
                self.heard(self, told)
            at = end
        self.begun = data[at:]

    def send(self, **message: Any) -> None:
        text = msgspec.json.encode(message)
        assert len(text) < 126 and self.transport is not None
        self.transport.write(bytes((0x81, 0x80 | len(text))) + MASK + text)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()
