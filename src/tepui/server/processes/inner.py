"""Between processes: a request for a room that another process has is handed on to it whole, page or socket.

A line carries frames: four bytes of length, then msgpack. Both sides prove that they know the key of the server, and
the one that is called says which process it is. Then the caller says what it wants: a request (its ASGI scope, then
ASGI messages both ways, a line for each, so that who reads slowly slows its own line only), or an errand.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tepui.core.refusal import Refusal
from tepui.server.refusals import Refused
from tepui.server.store.contract import OtherOwner

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.inner")
ANSWER = 3.0  # seconds for a process to say that it is there
UNREACHED = 20.0  # seconds without reaching a process that lives, after which a room is taken from it
AGAIN = 60.0  # seconds before the same room is taken in that way once more
LONGEST = 1 << 24  # bytes of a frame
GREETING = 200  # bytes of a frame of someone who has not proved anything yet
SCOPE = "type http_version method scheme path raw_path query_string root_path headers client".split()
INNER = "tepui.inner"  # in a scope: it came from another process, which has checked its limits
BODY, CLOSE = "http.response.body", "websocket.close"
Listening = Callable[[str], tuple[socket.socket, str]]
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode


class BadInner(Refusal):
    """Other processes could not reach this one: the sentence says what to do."""


class InnerLine:
    """Frames to and from another process; ConnectionError when it is gone."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer, self.close = reader, writer, writer.close

    async def get(self, longest: int = LONGEST) -> Any:
        try:
            size = int.from_bytes(await self._reader.readexactly(4), "big")
            if size <= longest:
                return decode(await self._reader.readexactly(size))
        except (EOFError, ValueError):
            pass
        raise ConnectionResetError

    async def put(self, thing: Any) -> None:
        data = encode(thing)
        self._writer.write(len(data).to_bytes(4, "big") + data)
        await self._writer.drain()


class Inner:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.address = ""  # MACHINE@HOST:PORT; without a machine it can be reached from others, too
        self._machine = ""
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[Any]] = set()
        self.dead: set[str] = set()  # leases of processes that are not there any more
        self._unreached: dict[str, tuple[float, float]] = {}  # by process: since when, and when it was last tried
        self._forced: dict[str, tuple[float, str]] = {}  # by room: when it was taken from whoever lives, and that lease

    # ---- being called

    def open(self, inner: str, listening: Listening) -> None:
        """Listens, if the other processes that live can reach us, and we them."""
        self._socket, host = listening(inner)
        place, port = self._socket.getsockname()[:2]
        self._machine = socket.gethostname()[:100] if ip_address(place).is_loopback else ""
        self.address = f"{self._machine}@{host}:{port}"
        for peer in self.rooms.store.peers():
            if peer.address.partition("@")[0] != self._machine:
                self.close()
                raise BadInner(
                    f"a process at {peer.address.strip('@')} uses the same database, and this one is at "
                    f"{self.address.strip('@')}. Start each with --inner and an address that the others can reach"
                )

    async def listen(self, app: ASGIApp) -> None:
        self.app = app
        if self._socket is not None:
            self._server = await asyncio.start_server(self._serve, sock=self._socket)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line, task = InnerLine(reader, writer), asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        try:
            wanted = await self._wanted(line)
            if wanted is not None:
                await (self._run(line, wanted) if "errand" in wanted else self._answer(line, wanted))
        except (ConnectionError, asyncio.CancelledError):
            pass  # it has left, or we end
        except Exception as error:
            log.error("a request of another process failed", exc_info=error)
        finally:
            line.close()
            self._lines.discard(task)

    async def _wanted(self, line: InnerLine) -> Any:
        """None: it is none of us."""
        with suppress(OSError, TypeError):
            async with asyncio.timeout(ANSWER):
                asked, number, me = await line.get(GREETING), self.rooms.chance.bytes(16), self.rooms.store.process
                await line.put([me, number, self._proof("called", me, asked, number)])
                if hmac.compare_digest(await line.get(GREETING), self._proof("caller", me, asked, number)):
                    return await line.get()
        return None

    async def _run(self, line: InnerLine, wanted: Any) -> None:
        try:
            answer = {"done": await self.rooms.errands.run(wanted["room"], wanted["errand"], wanted["arguments"])}
        except OtherOwner:
            answer = {}
        except Refused as no:
            answer = {"refused": [no.why, no.text, no.things]}
        await line.put(answer)

    async def _answer(self, line: InnerLine, wanted: Scope) -> None:
        scope = {**wanted, "asgi": {"version": "3.0"}, "client": tuple(wanted.get("client") or ("?", 0)), INNER: True}
        scope["headers"] = [tuple(pair) for pair in wanted["headers"]]

        async def receive() -> Message:
            try:
                message: Message = await line.get()
                return message
            except OSError:
                return {"type": f"{scope['type']}.disconnect", "code": 1006}

        try:
            await self.app(scope, receive, line.put)
        except OtherOwner:
            await line.put({"type": "moved"})

    def _proof(self, *parts: Any) -> bytes:
        return hmac.digest(self.rooms.signatures.inner, encode(parts), "sha256")

    # ---- calling

    async def call(self, owner: OtherOwner, wanted: Any) -> InnerLine | None:
        """A line to that process; None: what it had can be taken, because it is not there any more."""
        peer, line = owner.peer, None
        machine, _, place = peer.address.partition("@")
        host, _, port = place.rpartition(":")
        asked = self.rooms.chance.bytes(16)
        try:
            if machine not in ("", self._machine):
                raise TimeoutError
            async with asyncio.timeout(ANSWER):
                line = InnerLine(*await asyncio.open_connection(host, int(port)))
                await line.put(asked)
                me, number, proof = await line.get(GREETING)
        except (ConnectionRefusedError, TypeError, ValueError):
            me = ""
        except OSError:  # perhaps it is only busy: its lease will tell
            if line is not None:
                line.close()
            self._give_up(owner)
            return None
        self._unreached.pop(peer.process, None)
        if line is not None and me == peer.process and proof == self._proof("called", me, asked, number):
            with suppress(OSError):
                await line.put(self._proof("caller", me, asked, number))
                await line.put(wanted)
            return line
        if line is not None:
            line.close()
        self.dead.add(peer.lease)
        return None

    def _give_up(self, owner: OtherOwner) -> None:
        """A process that lives and cannot be reached loses the room after a while, and not again and again: it is safe,
        because it is fenced, and costs its pages a reconnection."""
        now, process = self.rooms.time.monotonic(), owner.peer.process
        since, last = self._unreached.get(process, (now, now))
        since = now if now - last > UNREACHED else since
        self._unreached[process] = since, now
        if now - since < UNREACHED or now - self._forced.get(owner.room, (-AGAIN, ""))[0] < AGAIN:
            raise owner
        log.warning("a table is taken from a process that cannot be reached", extra={"address": owner.peer.address})
        self._forced = {room: one for room, one in self._forced.items() if now - one[0] < AGAIN}
        self._forced[owner.room] = now, owner.peer.lease

    def void(self, room: str) -> set[str]:
        """Leases that do not count."""
        return self.dead | {self._forced[room][1]} if room in self._forced else self.dead

    async def errand(self, owner: OtherOwner, errand: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        """Was it done there, and what was answered? If not, the room is somewhere else by now."""
        line = await self.call(owner, {"errand": errand, "room": owner.room, "arguments": arguments})
        if line is None:
            return False, None
        try:
            answer = await line.get()
        except OSError:
            raise owner from None
        finally:
            line.close()
        if "refused" in answer:
            why, text, things = answer["refused"]
            raise Refused(why, text, **things)
        return "done" in answer, answer.get("done")

    async def hand_on(self, owner: OtherOwner, scope: Scope, receive: Receive, send: Send) -> bool:
        """The whole request, to its end; False: that process has not answered, and whoever has the room now may.

        A change that was on its way when the process ended is not asked for again: it may have been made.
        """
        if INNER in scope:
            raise owner  # whoever has handed it on looks again
        line = await self.call(owner, {name: scope[name] for name in SCOPE if name in scope})
        if line is None:
            return False
        begun = False

        async def outward() -> None:
            if scope["type"] == "websocket":
                await line.put({"type": "websocket.connect"})
            while not (message := await receive())["type"].endswith("disconnect"):
                await line.put(message)

        async def inward() -> bool:
            nonlocal begun
            while (message := await line.get())["type"] != "moved":
                begun = True
                try:
                    await send(message)
                except OSError:
                    return True  # who asked has left
                if message["type"] == CLOSE or (message["type"] == BODY and not message.get("more_body")):
                    return True
            return False

        out, back = asyncio.create_task(outward()), asyncio.create_task(inward())
        try:
            await asyncio.wait({out, back}, return_when=asyncio.FIRST_COMPLETED)
            if back.done():
                return back.result()
            out.result()
            return True  # who asked has left
        except OSError:
            if scope["type"] == "http" and (begun or scope["method"] not in ("GET", "HEAD")):
                raise owner from None
            return False
        finally:
            line.close()
            out.cancel()
            back.cancel()
            await asyncio.gather(out, back, return_exceptions=True)

    def close(self) -> None:
        for one in (self._server, self._socket):
            if one is not None:
                one.close()
        for task in self._lines:
            task.cancel()


class Client:
    """Whoever has asked: what it has said can be said again, to the next process that has the room.

    Of a socket that is its hello, and the question it has asked last: what may have been done is not done twice.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._accepted = False
        self._kept: list[Message] = []
        self._question: list[Message] = []
        self._again: list[Message] = []

    async def receive(self) -> Message:
        if self._again:
            return self._again.pop(0)
        message = await self._receive()
        if message["type"] == "http.request":
            self._kept.append(message)
        elif message["type"] == "websocket.receive":
            kind: Any = ""
            with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
                kind = msgspec.json.decode(message.get("text") or message.get("bytes") or b"", type=dict).get("type")
            self._kept = [message] if kind == "hello" else self._kept
            self._question = [message] if kind in ("try", "why") else []
        return message

    async def send(self, message: Message) -> None:
        if message["type"] != "websocket.accept" or not self._accepted:
            self._accepted = True
            await self._send(message)

    def repeat(self) -> None:
        self._again = [*self._kept, *self._question]


def parse(inner: str) -> tuple[str, int]:
    """HOST, HOST:PORT, or an IPv6 address, in brackets if a port follows; without one, any that is free."""
    host, _, port = inner.rpartition(":") if inner.count(":") == 1 or "]:" in inner else (inner, "", "0")
    if not port.isdecimal() or int(port) > 65535:
        raise BadInner(f"--inner takes HOST or HOST:PORT, and {inner} is neither")
    return host.strip("[]"), int(port)


def listen(inner: str) -> tuple[socket.socket, str]:
    """At this address, which is called once: what does not lead here is noticed before anyone plays."""
    host, port = parse(inner)
    listening = None
    try:
        family, kind, number, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        if ip_address(place[0]).is_unspecified:
            raise OSError("it stands for every address")
        listening = socket.socket(family, kind, number)
        listening.bind(place)
        listening.listen(1024)
        listening.settimeout(ANSWER)
        with socket.create_connection((host, listening.getsockname()[1]), ANSWER) as call:
            answer, caller = listening.accept()
            answer.close()
            if caller != call.getsockname():
                raise OSError("something else answers there")
        listening.setblocking(False)
        return listening, host
    except OSError as error:
        if listening is not None:
            listening.close()
        raise BadInner(
            f"--inner {inner} does not lead to this process ({error}). "
            "Give an address of this machine that the other processes can reach, like 10.0.0.5"
        ) from None
