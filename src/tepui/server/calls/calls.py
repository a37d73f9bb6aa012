"""Who is called when it is their move, and how often it is tried; nobody at a table ever waits for it.

Each receiver (a host name) has a queue and a worker of its own, so one that hangs delays only its own calls. What a
call says is the table and "your move". A call about a move that has been made meanwhile is not sent.
"""

import asyncio
import logging
import ssl
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec

from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.calls.rows import Subscription, Subscriptions
from tepui.server.people.identity import tag_of
from tepui.server.refusals import words
from tepui.server.room import clocks, orders
from tepui.server.room.room import Room
from tepui.server.rooms.rooms import Rooms
from tepui.server.threads import Threads
from tepui.server.web import outgoing

log = logging.getLogger("tepui.calls")
DELAYS = (5.0, 30.0, 180.0, 900.0)  # seconds before it is tried again
MOST = 200  # calls that wait for one receiver; the oldest go
RECEIVERS = 500  # that are called at the same time
GONE = (404, 410)  # a push service does not know this browser any more
LATER = (408, 425, 429)
YOUR_MOVE = N_("Your move")
encode = msgspec.json.Encoder().encode


class Call(msgspec.Struct):
    room: str
    seat: int
    turn: int
    url: str
    who: str  # wants to be called there
    body: bytes
    headers: dict[str, str]
    push: Subscription | None = None  # then the body is locked when it is sent
    tries: int = 0

    @property
    def key(self) -> tuple[str, int, str]:
        return self.room, self.seat, self.url


class Called(NamedTuple):
    """Who had to decide when people were last called, and who of them was reminded."""

    waiting: tuple[int, ...]
    reminded: tuple[int, ...]


NOBODY = Called((), ())


def awaited(room: Room) -> Called:
    left = room.turn.clocks
    asked = () if room.session is None else clocks.waits_for(room.state, room.session)
    waiting = tuple(seat for seat in asked if orders.due(room, seat) is None)  # those that no order answers for
    return Called(waiting, () if left is None else left.reminded)


class Calls:
    def __init__(self, rooms: Rooms, threads: type[Threads]) -> None:
        self.rooms = rooms
        self.names = outgoing.Names(threads)
        self.subscriptions = Subscriptions(rooms.store)
        self.devices: set[str] = self.subscriptions.devices()  # of all processes
        self._called: WeakKeyDictionary[Room, Called] = WeakKeyDictionary()
        self.sent = 0
        self.failed = 0
        self._queues: dict[str, deque[Call]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- whom to call

    def opened(self, room: Room) -> None:
        """Whoever is waited for there has been called before."""
        if self.devices or room.with_calls:
            self._called[room] = awaited(room)

    def moved(self, room: Room) -> None:
        """Calls those who must decide from now on and do not look, and once more when little of a long time is left."""
        if not (self.devices or room.with_calls):
            return  # nearly always, and on the way of every move
        before, now = self._called.get(room, NOBODY), awaited(room)
        for seat in now.waiting:
            chair = room.state.chairs[seat]
            again = seat in now.reminded and seat not in before.reminded and chair.device not in room.devices_here
            if again or (seat not in before.waiting and chair.guest not in room.guests_here):
                self.call(room, seat)
        self._called[room] = now

    def call(self, room: Room, seat: int) -> None:
        chair = room.state.chairs[seat]
        if room.session is None:
            return
        turn = room.session.offered(seat).turn
        if chair.call_at:
            text = f"{room.game.title}, {room.code}: {words(chair.call_language)(YOUR_MOVE)}"
            body, kind = text.encode(), "text/plain; charset=utf-8"
            if chair.call_form == "json":
                body, kind = encode({"text": text, "content": text}), "application/json"
            self._queue(Call(room.id, seat, turn, chair.call_at, chair.device or "", body, {"Content-Type": kind}))
        if chair.device in self.devices:
            self._start(self._call_browsers(room.id, seat, turn, chair.device or "", room.game.title))

    async def _call_browsers(self, room: str, seat: int, turn: int, device: str, title: str) -> None:
        with suppress(Refusal):
            for one in await self.rooms.store.read(self.subscriptions.of, device):
                news = {"title": title, "body": words(one.language)(YOUR_MOVE), "room": room}
                self._queue(Call(room, seat, turn, one.endpoint, device, encode(news), {}, push=one))

    # ---- sending

    def _queue(self, call: Call) -> None:
        parts = urlsplit(call.url)  # written in whatever way: one machine is one receiver
        host = f"{(parts.hostname or '').rstrip('.')}:{parts.port or ''}"
        queue = self._queues.get(host)
        if queue is None:
            if len(self._queues) >= RECEIVERS:
                log.warning("too many receivers are called at the same time. A call is left out")
                return
            queue = self._queues[host] = deque(maxlen=MOST)
            self._start(self._work(host, queue))
        for old in [one for one in queue if one.key == call.key]:
            queue.remove(old)
        queue.append(call)

    def _start(self, what: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, host: str, queue: deque[Call]) -> None:
        try:
            while queue:
                call = queue.popleft()
                if await self._is_due(call) and not await self._delivered(call) and call.tries < len(DELAYS):
                    self._start(self._again(call))
        finally:
            del self._queues[host]

    async def _again(self, call: Call) -> None:
        await self.rooms.time.wait(asyncio.Event(), DELAYS[call.tries])
        call.tries += 1
        if await self._is_due(call):
            self._queue(call)

    async def _is_due(self, call: Call) -> bool:
        """Is it still that move? A table that has left memory has not moved since, or another process knows better."""
        room = self.rooms.loaded.get(call.room)
        if room is None or room.session is None:
            with suppress(Refusal, ValueError):
                row = await self.rooms.store.read(self.rooms.store.turns.of, call.room)
                return row is None or call.seat in clocks.seats_of(row.waiting)
            return True
        same = room.session.offered(call.seat).turn <= call.turn and room.session.look(call.seat).must_act
        return same and room.state.banned is None and room.state.chairs[call.seat].kind == "person"

    async def _delivered(self, call: Call) -> bool:
        """True: it need not be tried again."""
        try:
            body, headers = call.body, call.headers
            if call.push is not None:
                body, headers = await self.rooms.slow.run(lambda: self._locked(call))
            anywhere = self.rooms.settings.calls_anywhere
            status = await outgoing.post(call.url, headers, body, anywhere, self.tls, self.names, call.who)
        except Exception as error:  # whatever a receiver does: it must not end the others' calls
            why = str(error) if isinstance(error, outgoing.Unreachable) else type(error).__name__
            log.info("a call did not arrive", extra={"room": tag_of(call.room), "error": why})
            self.failed += 1
            return False
        if call.push is not None and status in GONE:
            await self.forget(call.push.guest, call.url)
        if 200 <= status < 300:
            self.sent += 1
            return True
        self.failed += 1
        log.info("a call was refused", extra={"room": tag_of(call.room), "status": status})
        return status < 500 and status not in LATER

    def _locked(self, call: Call) -> tuple[bytes, dict[str, str]]:
        from tepui.server.calls import push  # takes a fifth of a second, and most servers call nobody

        assert call.push is not None
        contact = self.rooms.settings.url or "https://tepui.invalid"
        topic = sha256(f"{call.room} {call.seat}".encode()).hexdigest()[:32]
        headers = push.headers(call.url, self.key(), contact, self.rooms.now(), topic)
        keys = push.unb64(call.push.p256dh), push.unb64(call.push.auth)
        return push.locked(call.body, *keys, self.rooms.chance), headers

    def key(self) -> str:
        """This server's private key for push services: made at the first start."""
        kept = self.rooms.store.fact("push")
        if kept is None:
            from tepui.server.calls import push

            kept = self.rooms.store.once("push", push.new_key())
        return kept

    @cached_property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    # ---- devices

    async def read_devices(self) -> None:
        """Another process has heard of a browser, or of one less."""
        found = await self.rooms.store.read(self.subscriptions.devices)
        self.devices.clear()
        self.devices |= found

    async def subscribe(self, one: Subscription) -> None:
        await self.subscriptions.put(one)
        self.devices.add(one.guest)
        await self.rooms.neighbours.tell("subscribed", one.guest)

    async def forget(self, guest: str, endpoint: str | None) -> None:
        """This browser, or all of this device."""
        await self.subscriptions.delete(guest, endpoint)
        if not await self.rooms.store.read(self.subscriptions.of, guest):
            self.devices.discard(guest)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.names.threads.close()
