"""One open page: what is still to be sent to it, and the task that sends it.

A view replaces an unsent older one, so a slow page gets fewer views and never a stale queue of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec

from tepui.server import messages

encode = msgspec.json.Encoder().encode
Send = Callable[[dict[str, Any]], Awaitable[None]]
BACKLOG = 64
CLOSED = 4000  # do not come back


class Line:
    def __init__(self, guest: str, name: str, language: str, send: Send, base: str = "") -> None:
        self.guest = guest
        self.name = name
        self.language = language
        self.base = base  # the address under which this page knows the server
        self.seat: int | None = None
        self._send = send
        self._small: deque[bytes] = deque()
        self._room: bytes | None = None
        self._view: bytes | None = None
        self._help: bytes | None = None
        self._close: int | None = None
        self._wake = asyncio.Event()
        self._allowance = 60.0
        self._counted = monotonic()

    def tell(self, message: msgspec.Struct) -> None:
        if len(self._small) >= BACKLOG:  # it does not read its answers: no memory for it
            self.close(1013)
            return
        self._small.append(encode(message))
        self._wake.set()

    def show_room(self, room: messages.Room) -> None:
        self._room = encode(room)
        self._wake.set()

    def show(self, view: bytes) -> None:
        self._view = view
        self._wake.set()

    def show_help(self, help: messages.Helped) -> None:
        """Goes after its view, and replaces an older one like it."""
        self._help = encode(help)
        self._wake.set()

    def hide(self) -> None:
        self._view = self._help = None

    def dismiss(self, sentence: str) -> None:
        """The last message, then the line is closed for good."""
        self._room = self._view = self._help = None
        self.tell(messages.Gone(sentence=sentence))
        self.close(CLOSED)

    def close(self, code: int) -> None:
        self._close = code
        self._wake.set()

    def may_speak(self, rate: float = 20.0, burst: float = 60.0) -> bool:
        """Twenty messages a second, bursts of sixty."""
        now = monotonic()
        self._allowance = min(burst, self._allowance + (now - self._counted) * rate)
        self._counted = now
        if self._allowance < 1.0:
            return False
        self._allowance -= 1.0
        return True

    async def deliver(self) -> None:
        """Sends whatever there is, for as long as the page is open."""
        send = self._send
        while True:
            await self._wake.wait()
            self._wake.clear()
            texts = [*self._small]
            self._small.clear()
            texts += [text for text in (self._room, self._view, self._help) if text is not None]
            self._room = self._view = self._help = None
            if texts:
                await send({"type": "websocket.send", "texts": texts})
            if self._close is not None and not self._small:
                await send({"type": "websocket.close", "code": self._close})
                return
