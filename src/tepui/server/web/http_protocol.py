"""uvicorn's HTTP protocol with what it lacks: how long the head of a request may be, and how long it may take.

The parser takes any head, at any pace, and its work grows with the square of what a head has come to. So a connection
has 10 s for each head, from its first byte (the first head: from the connection), and 32 kB. Bodies are limited where
they are read (guard.py).
"""

from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tepui.server.web.address import is_for_bots
from tepui.server.web.connections import Connections, CutOff

HEAD = 32 * 1024  # bytes of request line and headers
ADDRESS = 8 * 1024  # of it the address: its query is taken apart before anyone looks at it
HEAD_SECONDS = 10.0
MOST_PIPELINED = 8  # requests that wait on one connection for the answer to the one before
TOO_LONG = "The head of this request is too long. Shorten the address or delete this site's cookies."


class TooMuch(Exception):
    """More than this connection may ask for; the parser turns it into a bad request."""


class BoundedHttp(CutOff, HttpToolsProtocol):
    def __init__(self, connections: Connections, **things: Any) -> None:
        super().__init__(**things)
        self._counted = connections
        self._heard = 0  # bytes of a head that has not come to its end
        self._in_body = False
        self._head_due: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()
        if not self._counted.enter(transport):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._counted.leave(self.transport)
        self._head_has_come()
        self._has_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head_due is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_head()  # of the next request, or the rest of a body that nobody wanted
        if not self._in_body:
            self._heard += len(data)
        super().data_received(data)
        if self._heard > HEAD and not self.transport.is_closing():
            self.send_400_response(TOO_LONG)

    def on_headers_complete(self) -> None:
        self._head_has_come()
        self._in_body = True
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD:
            raise TooMuch
        if len(self.url) > ADDRESS or len(self.pipeline) >= MOST_PIPELINED:
            raise TooMuch
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it holds this protocol, which holds it: neither would be freed when the page leaves

    def _expect_head(self) -> None:
        self._head_due = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _head_has_come(self) -> None:
        self._heard = 0
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None

    def shutdown(self) -> None:
        """The server ends; a network bot's request that waits for a question ends at once, and comes back."""
        super().shutdown()
        if self.cycle is not None and not self.cycle.response_complete and is_for_bots(self.cycle.scope["path"]):
            self.transport.close()
