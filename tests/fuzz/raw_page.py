"""A page made by hand: its bytes, its frames, the person who holds it; whatever comes back is kept."""

from __future__ import annotations

import hashlib
import json
import os
import select
import socket
from collections.abc import Callable
from time import monotonic
from typing import Any

from fuzz.door import Finding

PATIENCE = 20.0  # seconds for any answer, on a machine that is busy with other things
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(opcode: int, data: bytes = b"", first: int = 0x80, mask: bytes = b"\0\0\0\0") -> bytes:
    """As a page sends it; this mask changes nothing."""
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 65536:
        size = b"\xfe" + len(data).to_bytes(2, "big")
    else:
        size = b"\xff" + len(data).to_bytes(8, "big")
    return bytes([first | opcode]) + size + mask + data


class Lost(Exception):
    """The connection is closed."""


class Line:
    """A TCP connection; whatever comes is kept."""

    def __init__(self, port: int, heard: Callable[[bytes], None] = lambda data: None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.heard = heard
        self.data = b""
        self.closed = False
        self.since = monotonic()

    def send(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = True  # it may have said why before

    def pull(self, seconds: float) -> bool:
        """Waits so long for something; False: nothing came."""
        if self.closed and not select.select([self.socket], [], [], 0)[0]:
            return False
        if not select.select([self.socket], [], [], seconds)[0]:
            return False
        try:
            more = self.socket.recv(1 << 20)
        except OSError:
            more = b""
        if not more:
            self.closed = True
            return False
        self.heard(more)
        self.data += more
        return True

    def close(self) -> None:
        self.socket.close()


class RawPage(Line):
    """A page whose frames are made by hand; what the server says is kept as messages."""

    def __init__(self, port: int, room: str, guest: Guest, heard: Callable[[bytes], None], query: str = "") -> None:
        super().__init__(port, heard)
        self.guest = guest
        self.messages: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self.turn, self.legal, self.to_act = 0, 0, [0]
        self.eye: Any = None
        self.opened = False
        self.goodbye = False
        self.send(
            f"GET /api/rooms/{room}/socket{query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {guest.cookie}\r\nX-Forwarded-For: {guest.address}\r\n\r\n".encode()
        )
        until = monotonic() + PATIENCE
        while b"\r\n\r\n" not in self.data and monotonic() < until and not self.closed:
            self.pull(0.5)
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        if b" 101 " not in head[:20]:
            raise Finding(f"a page is not let in: {head[:100]!r}")

    def say(self, thing: Any) -> None:
        self.send(frame(TEXT, thing if isinstance(thing, bytes) else json.dumps(thing).encode()))

    def take(self, seconds: float = 0.0) -> list[dict[str, Any]]:
        """The messages that have come."""
        while self.pull(seconds):
            seconds = 0.0
        taken = []
        while (found := self._frame()) is not None:
            opcode, body = found
            if opcode == TEXT:
                message = json.loads(body)
                self._keep(message)
                taken.append(message)
            elif opcode == PING:
                self.send(frame(PONG, body))
            elif opcode == CLOSE:
                self.goodbye = True
        self.messages += taken
        del self.messages[:-300]
        return taken

    def _frame(self) -> tuple[int, bytes] | None:
        data = self.data
        if len(data) < 2:
            return None
        length, at = data[1] & 127, 2
        if length >= 126:
            at += 2 if length == 126 else 8
            if len(data) < at:
                return None
            length = int.from_bytes(data[2:at], "big")
        if len(data) < at + length:
            return None
        self.data = data[at + length :]
        return data[0] & 15, data[at : at + length]

    def _keep(self, message: dict[str, Any]) -> None:
        if message["type"] == "room":
            self.room = message
            self.guest.see_to_word(self, message)
        elif message["type"] == "view":
            self.turn, self.legal, self.eye = message["turn"], len(message["legal"]), message["eye"]
            self.to_act = (message["moments"][-1].get("to_act") if message["moments"] else None) or []

    @property
    def over(self) -> bool:
        return self.closed or self.goodbye

    def until(self, true: Callable[[dict[str, Any]], bool], what: str, seconds: float = PATIENCE) -> dict[str, Any]:
        due = monotonic() + seconds
        while monotonic() < due:
            for message in self.take(0.2):
                if true(message):
                    return message
            if self.over:
                raise Lost
        raise Finding(f"{what}: nothing for {seconds:.0f} s")

    def answers(self) -> None:
        """Whatever was said before: the server answers a ping, or has closed the connection."""
        due = monotonic() + PATIENCE
        while monotonic() < due:
            self.say({"type": "ping", "id": 4711})
            again = monotonic() + 3
            while monotonic() < again:
                for message in self.take(0.1):
                    if message["type"] == "pong" and message["id"] == 4711:
                        return
                    if message["type"] == "refused" and message["why"] == "busy":
                        again = min(again, monotonic() + 0.3)
                if self.over:
                    return
        raise Finding("a page is neither answered nor closed")


class Guest:
    """A person with a cookie, an address and a word for the dice."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.cookie = ""
        self.word = os.urandom(12).hex()
        self.careful = True  # sees to its word as a page does

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.word.encode()).hexdigest()

    def see_to_word(self, page: RawPage, room: dict[str, Any]) -> None:
        seat = room["you"]["seat"]
        if not self.careful or room["started"] or seat is None:
            return
        shown = room["seats"][seat]["commitment"]
        if room["promise"] is None and shown != self.hash:
            page.say({"type": "commit", "hash": self.hash})
        elif room["promise"] is not None and shown == self.hash:
            page.say({"type": "open", "word": self.word})
