"""uvicorn's WebSocket protocol with what it lacks: frames that are no messages count, and who does not read is closed.

What has arrived is parsed in small pieces, and the next one when all messages of the last are dealt with: a page that
sends thousands of frames at once waits for its turn like any other, and its frames wait as bytes. Messages themselves
are counted by the page (page.py). A handshake that cannot be read is answered, and one that does not come is ended.
"""

from asyncio import BaseTransport
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from tepui.server.web.allowance import Allowance
from tepui.server.web.connections import Connections, CutOff

PIECE = 4096  # bytes; an empty frame has six
GOODBYE_SECONDS = 5.0  # for whoever was told why the connection ends
HANDSHAKE_SECONDS = 10.0
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
RATE, BURST = 20.0, 60.0  # pings, pongs and fragments


class BoundedWebSocket(CutOff, WebSocketsSansIOProtocol):
    def __init__(self, connections: Connections, **things: Any) -> None:
        super().__init__(**things)
        self._counted = connections
        self._allowance = Allowance(RATE, BURST)
        self._unparsed = b""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._due = self.loop.call_later(HANDSHAKE_SECONDS, self._no_handshake)

    def _no_handshake(self) -> None:
        """Nobody counts this connection as a page, and no timer of a head runs any more."""
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._due.cancel()
        self._counted.leave(self.transport)  # the HTTP protocol, which it came by, has counted it
        self._has_read()
        super().connection_lost(exc)

    # ---- what arrives

    def data_received(self, data: bytes) -> None:
        if len(data) <= PIECE and not self._unparsed:
            super().data_received(data)
        else:
            self._unparsed += data
            self._parse()
        if self.conn.handshake_exc is not None:
            self._no_handshake()

    def _parse(self) -> None:
        """Piece by piece, until there is a message."""
        while self._unparsed and (self.queue.empty() or self.close_sent) and not self.transport.is_closing():
            piece, self._unparsed = self._unparsed[:PIECE], self._unparsed[PIECE:]
            super().data_received(piece)
        if self._unparsed and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        message: Any = await self.queue.get()
        if self._unparsed and self.queue.empty():
            self._parse()
        if self._unparsed or not self.queue.empty():
            message["ahead"] = self.queue.qsize()  # messages that this page has sent meanwhile
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def handle_ping(self) -> None:
        if not self._counts():
            return
        pongs = self.conn.data_to_send()
        if self.writable.is_set():
            self.transport.write(b"".join(pongs))

    def handle_pong(self, event: Frame) -> None:
        if self._counts():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counts():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._counts():
            super().handle_bytes(event)  # as bytes: the codec reads them so, and says in a sentence what is no text

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._counts():
            super().handle_bytes(event)

    def _counts(self) -> bool:
        """A frame that is not a message of its own; too many of them end the connection."""
        if self.transport.is_closing():
            return False
        if self._allowance.take(self.loop.time()):
            return True
        if self.conn.state is State.OPEN:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
        self.close_sent = True
        self._unparsed = b""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._end()
        return False

    # ---- who does not read

    def _end(self) -> None:
        self.transport.close()
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end()
