"""The socket of a page: opened with the cookie, then one message after another, until the connection is closed."""

import asyncio
import logging
from collections import Counter
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from tepui.core.words import N_
from tepui.server.people import identity
from tepui.server.people.devices import REMOVED
from tepui.server.people.rows import id_of
from tepui.server.people.signatures import COOKIE, cookie_headers
from tepui.server.processes.inner import INNER, Client
from tepui.server.refusals import Refused
from tepui.server.room.commands import handle, refused
from tepui.server.room.page import CLOSED, MOVED, Page
from tepui.server.room.room import Room
from tepui.server.site import Site
from tepui.server.store.contract import OtherOwner
from tepui.server.threads import ASKING, TOO_MUCH
from tepui.server.web import guard
from tepui.server.web.allowance import Allowance
from tepui.server.wire import messages

log = logging.getLogger("tepui.sockets")
LOST = 1006  # close code: without a goodbye
AWAY = 1013  # come back a little later
TOGETHER = 100.0  # messages a second of all pages of one address
decode = msgspec.json.Decoder(messages.Incoming).decode


class Sockets:
    def __init__(self, site: Site) -> None:
        self.rooms, self.devices = site.rooms, site.devices
        self.rates, self.metrics, self.load = site.rates, site.metrics, site.load
        self.open: Counter[str] = Counter()
        self.heard = 0  # messages of pages
        self._allowances: dict[str, Allowance] = {}  # by address, of those with open pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From the handshake to the end of the connection, which counts from the first moment on."""
        connection = HTTPConnection(scope)
        await receive()  # websocket.connect
        address = guard.network_of(guard.address_of(connection))
        ASKING.set(address)
        try:
            guard.require_own_name(connection, self.rooms.settings.url)
            guard.require_same_origin(connection, self.rooms.settings.url)
            self.load.check()
            if INNER not in scope:
                self.rates.check("socket", address)
                self._not_too_many(address)
        except Refused as no:
            await refuse(send, no, guard.language_of(connection))
            return
        self.open[address] += 1
        try:
            await self._serve(connection, address, receive, send)
        finally:
            self.open[address] -= 1
            if self.open[address] <= 0:
                del self.open[address]
                self._allowances.pop(address, None)

    async def _serve(self, connection: HTTPConnection, address: str, receive: Receive, send: Send) -> None:
        language = guard.language_of(connection)
        try:
            person = identity.asked_person(connection.query_params.get("person"))
            try:
                room: Room | None = await self.rooms.room(connection.path_params["room"])
            except OtherOwner as owner:
                client = Client(receive, send)
                receive, send = client.receive, client.send
                room = await self._hand_on(owner, connection, client)
            if room is None:
                return
            known = await self.rooms.store.read(self.devices.who, guard.cookie_of(connection, COOKIE))
            who = self.rooms.newcomer() if known is None else known.credential
            guest = identity.person_of(who.guest, person or 1)
            name = await self.rooms.name_of(guest)
        except Refused as no:
            if isinstance(no, OtherOwner) and INNER in connection.scope:
                raise  # whoever has handed it on looks again
            await refuse(send, no, language)
            return
        accept: dict[str, Any] = {"type": "websocket.accept"}
        base = guard.base_of(connection, self.rooms.settings.url)
        if known is None or known.changed:
            accept["headers"] = cookie_headers(self.rooms.signatures.cookie(who), base.startswith("https"))
        await send(accept)
        page = Page(guest, name, language, base, person, id_of(*who))
        page.together = self._allowances.setdefault(address, Allowance(TOGETHER, 3 * TOGETHER))
        sender = asyncio.create_task(self._send(page, send))
        try:
            await room.enter(page)
            if self.rooms.loaded.get(room.id) is not room:  # it was left while this page came in
                page.close(MOVED)
            try:
                if not await self.rooms.store.read(self.devices.valid, page.device):  # removed while it came in
                    room.dismiss([page], REMOVED)
            except Refused:  # nobody can tell just now
                page.close(AWAY)
            await asyncio.create_task(self._listen(room, page, receive))  # of its own: no way through all this again
        finally:
            sender.cancel()
            page.close(LOST)
            await room.exit(page)

    async def _hand_on(self, owner: OtherOwner, connection: HTTPConnection, client: Client) -> Room | None:
        """To the process that has the room, and to the next one if that ends; None: the page was there and has left."""
        while not await self.rooms.inner.hand_on(owner, connection.scope, client.receive, client.send):
            client.repeat()
            try:
                return await self.rooms.room(owner.room)
            except OtherOwner as another:
                owner = another
        return None

    async def _listen(self, room: Room, page: Page, receive: Receive) -> None:
        """One message at a time: the next is read when this one is dealt with, and its answers are taken."""
        while (frame := await receive())["type"] != "websocket.disconnect":
            self.heard += 1
            if page.closing is not None:
                continue  # it is being closed, and says no more
            try:
                await self._handle(room, page, frame)
            except Exception as error:
                self.metrics.errors += 1
                log.error("a message failed", extra={"room": room.tag}, exc_info=error)
                page.tell(refused(Refused("trouble", N_("Something went wrong on the server. Reload the page.")), page))
            await page.reads()

    async def _handle(self, room: Room, page: Page, frame: Any) -> None:
        now = self.rooms.time.monotonic()
        if self.rates.on and not (page.allowance.take(now) and page.together.take(now)):
            page.tell(refused(Refused("busy", N_("Too many messages. Slow down.")), page))
            await asyncio.sleep(1 / page.allowance.rate)  # meanwhile nothing more is read of it
            return
        text = frame.get("text")
        try:
            message = decode(frame["bytes"] if text is None else text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
            no = Refused("unclear", N_("The server does not understand this message ({what})."), what=str(error)[:200])
            page.tell(refused(no, page))
            return
        if self.load.refuses_message(frame.get("ahead", 0)):
            page.tell(refused(Refused("busy", TOO_MUCH), page, message.id))
            return
        await handle(room, page, message)

    async def _send(self, page: Page, send: Send) -> None:
        """Sends what there is whenever there is something, at the pace at which the page reads it."""
        try:
            while True:
                await page.news.wait()
                for text in page.outgoing():
                    await send({"type": "websocket.send", "text": text.decode()})
                if page.closing is not None:
                    await send({"type": "websocket.close", "code": page.closing})
                    return
        except OSError:  # the connection is gone: `_listen` hears of it when it does not wait for this page to read
            page.close(LOST)

    def _not_too_many(self, address: str) -> None:
        settings = self.rooms.settings
        here = self.open[address] if self.rates.on else 0
        if self.open.total() >= settings.sockets or here >= settings.sockets_per_address:
            raise Refused("busy", N_("Too many open pages. Close some and try again."))


async def refuse(send: Send, no: Refused, language: str) -> None:
    """Accepted, refused with a sentence, and closed: a page cannot read the answer to a refused handshake."""
    await send({"type": "websocket.accept"})
    sentence, busy = no.sentence(language), no.why in ("busy", "trouble")  # it may be over soon: the page comes back
    why: Any = no.why
    last = messages.RefusedMessage(id=None, sentence=sentence, why=why) if busy else messages.Gone(sentence=sentence)
    await send({"type": "websocket.send", "text": msgspec.json.encode(last).decode()})
    await send({"type": "websocket.close", "code": AWAY if busy else CLOSED})
