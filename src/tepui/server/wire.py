"""WebSocket frames as this server needs them: text that is encoded already, and several messages in one write.

ASGI sends text as `str`; a view is bytes, and to decode and encode it again cost more than all the rest of its way.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

READ_AHEAD = 16  # messages of one page that wait here before its socket is read no further


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, and beyond ASGI the message `{"type": "websocket.send", "texts": [b"...", ...]}`."""

    async def send(self, message: Any) -> None:
        texts = message.get("texts")
        if texts is None or not self.handshake_complete:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected()
        if self.close_sent:
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            raise ClientDisconnected() from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def send_receive_event_to_app(self) -> None:
        """Reading is paused when messages pile up, not after each of them: that costs two calls of the system."""
        if self.read_paused or self.queue.qsize() >= READ_AHEAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that uvicorn thinks that it has done so already
        super().send_receive_event_to_app()
        self.read_paused = False
