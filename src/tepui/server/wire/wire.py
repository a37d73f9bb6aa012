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

from tepui.server.wire.frames import CONTROL, LAST, MASKED, WHOLE_TEXT, frame_at, framed, is_short_text

READ_AHEAD = 16  # messages of one page that wait here before its socket is read no further
NAME = "tepui.wire"  # under which a scope carries its wire, as an extension of ASGI


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol; beyond ASGI, `at_once` hears a text first, and `write` sends many without waiting."""

    def __init__(self, *said: Any, **more: Any) -> None:
        super().__init__(*said, **more)
        self.at_once: Callable[[bytes], bool] | None = None  # has it dealt with this text? Else ASGI gets it
        self.drained: Callable[[], None] | None = None  # more can be written again
        self.full = False  # the page does not read what it was sent; `drained` is called when it does
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
        if is_short_text(data) and not self._begun and not self._in_pieces and not self.close_sent:
            self._text(apply_mask(data[6:], data[2:6]))
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

    def write(self, texts: list[list[bytes]]) -> None:
        """All of them in one go, each in pieces that are never joined; nothing, if the line is down."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.writelines(framed(texts))

    def hang_up(self, code: int) -> None:
        """Says goodbye; what was written before it arrives before it."""
        goodbye = self.loop.create_task(self.send({"type": "websocket.close", "code": code}))
        self.tasks.add(goodbye)
        goodbye.add_done_callback(self._said_goodbye)

    def _said_goodbye(self, goodbye: asyncio.Task[None]) -> None:
        self.tasks.discard(goodbye)
        if not goodbye.cancelled():
            goodbye.exception()  # the page was faster: no matter

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        if self.drained is not None:
            self.drained()
