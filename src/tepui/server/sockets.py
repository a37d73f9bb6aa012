"""The socket of a page: opened with the cookie, then one message after another, for as long as the line holds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from tepui.core.words import N_
from tepui.server import door, guests, messages
from tepui.server.hall import Hall
from tepui.server.heard import hear, refused
from tepui.server.line import CLOSED, Line
from tepui.server.metrics import Metrics
from tepui.server.no import No
from tepui.server.room import Room

log = logging.getLogger("tepui.sockets")
decode = msgspec.json.Decoder(messages.Incoming).decode


class Sockets:
    def __init__(self, hall: Hall, rates: door.Rates, metrics: Metrics) -> None:
        self.hall = hall
        self.rates = rates
        self.metrics = metrics
        self.open: Counter[str] = Counter()
        self.closing = False

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI, without a layer in between: this is the hot path."""
        connection = HTTPConnection(scope)
        await receive()  # websocket.connect
        address = door.address_of(connection)
        language = door.language_of(connection)
        url = self.hall.settings.url
        try:
            door.require_same_origin(connection, url)
            self.rates.check("socket", address)
            self._not_too_many(address)
            room = await self.hall.room(scope["path_params"]["room"])
        except No as no:
            await refuse(send, no, language)
            return
        guest = self.hall.signatures.guest(connection.cookies.get(guests.COOKIE))
        accept: dict[str, Any] = {"type": "websocket.accept"}
        base = door.base_of(connection, url)
        if guest is None:
            guest = guests.new_guest()
            cookie = f"{guests.COOKIE}={self.hall.signatures.cookie(guest)}; Max-Age={guests.YEAR}; Path=/; HttpOnly"
            cookie += "; SameSite=Lax" + ("; Secure" if base.startswith("https") else "")
            accept["headers"] = [(b"set-cookie", cookie.encode())]
        await send(accept)
        line = Line(guest, self.hall.name_of(guest), language, send, base)
        self.open[address] += 1
        self.metrics.sockets.inc()
        delivering = asyncio.get_running_loop().create_task(line.deliver())
        try:
            await room.enter(line)
            await self._listen(room, line, receive, delivering)
        finally:
            self.open[address] -= 1
            if self.open[address] <= 0:
                del self.open[address]
            self.metrics.sockets.dec()
            delivering.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await delivering
            await room.exit(line)

    async def _listen(self, room: Room, line: Line, receive: Receive, delivering: asyncio.Task[None]) -> None:
        while True:
            frame = await receive()
            if frame["type"] == "websocket.disconnect" or delivering.done():
                return
            try:
                await self._hear(room, line, frame)
            except Exception:
                self.metrics.errors.inc()
                log.exception("a message failed", extra={"room": room.tag})
                line.tell(refused(No("trouble", N_("Something went wrong on the server; reload the page.")), line))

    async def _hear(self, room: Room, line: Line, frame: Any) -> None:
        self.metrics.messages.inc()
        if not line.may_speak() and self.rates.on:
            line.tell(refused(No("busy", N_("Too many messages; slow down.")), line))
            return
        text = frame.get("text")
        try:
            message = decode(frame["bytes"] if text is None else text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
            no = No("unclear", N_("The server does not understand this message ({what})."), what=str(error)[:200])
            line.tell(refused(no, line))
            return
        await hear(room, line, message)

    def _not_too_many(self, address: str) -> None:
        settings = self.hall.settings
        busy = No("busy", N_("Too many open pages; close some and try again."))
        if self.open.total() >= settings.sockets:
            raise busy
        if self.rates.on and self.open[address] >= settings.sockets_per_address:
            raise busy


async def refuse(send: Send, no: No, language: str) -> None:
    """Accepted, told why in a sentence, and closed: a page cannot read the answer to a refused handshake."""
    await send({"type": "websocket.accept"})
    sentence, busy = no.sentence(language), no.why == "busy"
    told = messages.Refused(id=None, sentence=sentence, why="busy") if busy else messages.Gone(sentence=sentence)
    await send({"type": "websocket.send", "text": msgspec.json.encode(told).decode()})
    await send({"type": "websocket.close", "code": 1013 if busy else CLOSED})
