"""The socket of a page: opened with the cookie, then one message after another, for as long as the line holds."""

from __future__ import annotations

import logging
from collections import Counter
from functools import partial
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from tepui.core.words import N_
from tepui.server.http import guests, http_guard
from tepui.server.metrics import Metrics
from tepui.server.refusals import Refused
from tepui.server.rooms.handlers import hear, refused
from tepui.server.rooms.room import Room
from tepui.server.rooms.rooms import Rooms
from tepui.server.wire import messages
from tepui.server.wire.page import CLOSED, Line, Outbox
from tepui.server.wire.wire import NAME, Wire

log = logging.getLogger("tepui.sockets")
decode = msgspec.json.Decoder(messages.Incoming).decode
PICK = b'"pick"'


class Sockets:
    def __init__(self, rooms: Rooms, rates: http_guard.Rates, metrics: Metrics) -> None:
        self.rooms = rooms
        self.rates = rates
        self.metrics = metrics
        self.open: Counter[str] = Counter()
        self.heard = 0  # messages of pages
        self.outbox = Outbox()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From the handshake to the goodbye; picks go past it (`_at_once`), everything else is heard here in turn."""
        connection = HTTPConnection(scope)
        await receive()  # websocket.connect
        address = http_guard.address_of(connection)
        language = http_guard.language_of(connection)
        url = self.rooms.settings.url
        try:
            http_guard.require_same_origin(connection, url)
            self.rates.check("socket", address)
            self._not_too_many(address)
            person = guests.asked_person(connection.query_params.get("person"))
            room = await self.rooms.room(scope["path_params"]["room"])
        except Refused as no:
            await refuse(send, no, language)
            return
        guest = self.rooms.signatures.guest(connection.cookies.get(guests.COOKIE))
        accept: dict[str, Any] = {"type": "websocket.accept"}
        base = http_guard.base_of(connection, url)
        if guest is None:
            guest = guests.new_guest()
            cookie = f"{guests.COOKIE}={self.rooms.signatures.cookie(guest)}; Max-Age={guests.YEAR}; Path=/; HttpOnly"
            cookie += "; SameSite=Lax" + ("; Secure" if base.startswith("https") else "")
            accept["headers"] = [(b"set-cookie", cookie.encode())]
        await send(accept)
        wire: Wire = scope["extensions"][NAME]["wire"]
        guest = guests.person_of(guest, person or 1)
        line = Line(guest, self.rooms.name_of(guest), language, wire, base, self.outbox, person)
        self.open[address] += 1
        self.metrics.sockets.inc()
        try:
            line.busy = True
            wire.drained = line.send
            await room.enter(line)
            wire.at_once = partial(self._at_once, room, line)
            await self._listen(room, line, receive)
        finally:
            wire.at_once = wire.drained = None
            self.open[address] -= 1
            if self.open[address] <= 0:
                del self.open[address]
            self.metrics.sockets.dec()
            await room.exit(line)

    async def _listen(self, room: Room, line: Line, receive: Receive) -> None:
        while True:
            line.busy = False
            frame = await receive()
            line.busy = True
            if frame["type"] == "websocket.disconnect":
                return
            try:
                await self._hear(room, line, frame)
            except Exception as error:
                line.tell(self._failed(error, room, line))

    def _failed(self, error: Exception, room: Room, line: Line) -> messages.Refused:
        self.metrics.errors.inc()
        log.error("a message failed", extra={"room": room.tag}, exc_info=error)
        return refused(Refused("trouble", N_("Something went wrong on the server; reload the page.")), line)

    def _at_once(self, room: Room, line: Line, text: bytes) -> bool:
        """A pick that waits for nobody goes straight to the table; False of all else, which then is heard in turn."""
        if line.busy or PICK not in text or (self.rates.on and not line.may_speak()):
            return False
        try:
            pick = decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
            return False
        if not isinstance(pick, messages.Pick):
            return False
        failed = partial(self._not_picked, room, line, pick.id)
        try:
            taken = room.pick_at_once(line, pick, failed)
        except Exception as error:
            failed(error)
            taken = True
        self.heard += taken
        return taken

    def _not_picked(self, room: Room, line: Line, id: int | None, error: Exception) -> None:
        line.tell(refused(error, line, id) if isinstance(error, Refused) else self._failed(error, room, line))

    async def _hear(self, room: Room, line: Line, frame: Any) -> None:
        self.heard += 1
        if not line.may_speak() and self.rates.on:
            line.tell(refused(Refused("busy", N_("Too many messages; slow down.")), line))
            return
        text = frame.get("text")
        try:
            message = decode(frame["bytes"] if text is None else text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
            no = Refused("unclear", N_("The server does not understand this message ({what})."), what=str(error)[:200])
            line.tell(refused(no, line))
            return
        await hear(room, line, message)

    def _not_too_many(self, address: str) -> None:
        settings = self.rooms.settings
        busy = Refused("busy", N_("Too many open pages; close some and try again."))
        if self.open.total() >= settings.sockets:
            raise busy
        if self.rates.on and self.open[address] >= settings.sockets_per_address:
            raise busy


async def refuse(send: Send, no: Refused, language: str) -> None:
    """Accepted, told why in a sentence, and closed: a page cannot read the answer to a refused handshake."""
    await send({"type": "websocket.accept"})
    sentence, busy = no.sentence(language), no.why == "busy"
    told = messages.Refused(id=None, sentence=sentence, why="busy") if busy else messages.Gone(sentence=sentence)
    await send({"type": "websocket.send", "text": msgspec.json.encode(told).decode()})
    await send({"type": "websocket.close", "code": 1013 if busy else CLOSED})
