"""WebSocket frames as this server needs them: a straight way for the frame that nearly all are, in and out.

A page sends short whole texts and gets long ones that are encoded already. For these the general machine of the
library costs more than the move they carry, so they are read and written here; every other frame (a ping, a goodbye,
a message in pieces, one that is too long or wrong) goes to the library as it came, and what it says counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it can be
from websockets.http11 import Request

READ_AHEAD = 16  # messages of one page that wait here before its socket is read no further
NAME = "tepui.wire"  # under which a scope carries its wire, as an extension of ASGI

WHOLE_TEXT = 0x81  # the first byte of a text that comes in one frame
LAST = 0x80  # in the first: no more pieces of this message follow
CONTROL = 8  # from this kind on: pings and goodbyes, which may come between the pieces of a message
MASKED = 0x80  # in the second: what a page sends is always masked, what a server sends never is


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol; beyond ASGI, `at_once` hears a text first, and `write` sends many without waiting."""

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.at_once: Callable[[bytes], bool] | None = None  # has it dealt with this text? Else ASGI gets it
        self.drained: Callable[[], None] | None = None  # more can be written again
        self._begun = b""  # a frame that has not come whole yet
        self._in_pieces = False  # the library has a part of a message and waits for the rest
        self._too_long = False  # a frame will never be whole: the library has it, and will say goodbye

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][NAME] = {"wire": self}

    # ---- from the page

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete or self._too_long:
            super().data_received(data)
            return
        data = self._begun + data if self._begun else data
        self._begun = b""
        at = 0
        while at < len(data):
            body, end = frame_at(data, at)
            if end - body > self.config.ws_max_size:
                self._too_long = True
                super().data_received(data[at:])
                return
            if end > len(data):
                self._begun = data[at:]
                return
            first = data[at]
            if first == WHOLE_TEXT and data[at + 1] & MASKED and not self._in_pieces and not self.close_sent:
                self._text(apply_mask(data[body:end], data[body - 4 : body]))
            else:
                if first & 0x0F < CONTROL:
                    self._in_pieces = not first & LAST
                super().data_received(data[at:end])
            at = end

    def _text(self, text: bytes) -> None:
        if self.queue.empty() and self.at_once is not None and self.at_once(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if self.queue.qsize() >= READ_AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    # ---- to the page

    @property
    def full(self) -> bool:
        """The page does not read what it was sent; `drained` is called when it does."""
        return not self.writable.is_set()

    def write(self, texts: list[list[bytes]]) -> None:
        """All of them in one go, each in pieces that are never joined; nothing, if the line is down."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        pieces = []
        for text in texts:
            pieces.append(header(sum(map(len, text))))
            pieces += text
        self.transport.writelines(pieces)

    def hang_up(self, code: int) -> None:
        """Says goodbye; what was written before it arrives before it."""
        goodbye = self.loop.create_task(self.send({"type": "websocket.close", "code": code}))
        self.tasks.add(goodbye)
        goodbye.add_done_callback(self._said_goodbye)

    def _said_goodbye(self, goodbye: asyncio.Task[None]) -> None:
        self.tasks.discard(goodbye)
        if not goodbye.cancelled():
            goodbye.exception()  # the page was faster: no matter

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.drained is not None:
            self.drained()


def frame_at(data: bytes, at: int) -> tuple[int, int]:
    """Where the frame that begins here has its body, and where it ends; beyond the data, if its head is not whole."""
    there = len(data) - at
    second = data[at + 1] if there > 1 else 0
    length = second & 0x7F
    more = 8 if length == 127 else 2 if length == 126 else 0
    body = at + 2 + more + (4 if second & MASKED else 0)
    if there < 2 or body > len(data):
        return body, max(body, len(data) + 1)
    if more:
        length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
    return body, body + length


def header(length: int) -> bytes:
    """The head of a whole text as a server sends it."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return b"%c\x7e" % WHOLE_TEXT + length.to_bytes(2, "big")
    return b"%c\x7f" % WHOLE_TEXT + length.to_bytes(8, "big")
