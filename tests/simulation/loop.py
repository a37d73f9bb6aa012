"""One thread in which everybody lives: the clock jumps to whoever is next, and a process can end or stand still.

Whatever a process does is done in its context. So its callbacks are known: of one that has ended none is ever called
again, without a goodbye; of one that was stopped they wait until it goes on.
"""

import asyncio
import heapq
import socket
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from random import Random
from typing import Any

from tepui.testing.evening import JumpingLoop


class Body:
    """What lives in the loop: a process, or the world itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.stopped = False
        self.held: list[asyncio.Handle] = []  # what it would have done while it was stopped


WHO: ContextVar[Body | None] = ContextVar("who", default=None)


def run_due(handle: Any, run: Callable[[], None]) -> None:
    body = handle.body
    if body.stopped:
        body.held.append(handle)
    elif not body.dead:
        run()


class Deed(asyncio.Handle):
    body: Body

    def _run(self) -> None:
        run_due(self, super()._run)


class LaterDeed(asyncio.TimerHandle):
    body: Body

    def _run(self) -> None:
        run_due(self, super()._run)


class Loop(JumpingLoop):
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.doors: dict[tuple[str, int], Door] = {}
        self.wires: dict[Wire, None] = {}
        self.latency = 0.002  # seconds on the way between two processes, on average

    def _call_soon(self, callback: Any, args: Any, context: Any) -> asyncio.Handle:
        context = context if context is not None else copy_context()
        body = context.get(WHO)
        if body is None:
            handle = asyncio.Handle(callback, args, self, context)
        else:
            handle = Deed(callback, args, self, context)
            handle.body = body
        self._ready.append(handle)
        return handle

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        context = context if context is not None else copy_context()
        body = context.get(WHO)
        if body is None:
            return super().call_at(when, callback, *args, context=context)
        timer = LaterDeed(when, callback, args, self, context)
        timer.body = body
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def let_go_on(self, body: Body) -> None:
        body.stopped = False
        self._ready.extend(handle for handle in body.held if not handle.cancelled())
        body.held.clear()

    # ---- lines between processes, and to those who are called

    async def getaddrinfo(self, host: Any, port: Any, **_: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]

    async def create_server(
        self, factory: Any, host: Any = None, port: Any = None, *, sock: Any = None, **_: Any
    ) -> Any:
        return self.open_door(*(sock.getsockname() if sock is not None else (host, port)), factory)

    def open_door(self, host: str, port: int, factory: Any) -> "Door":
        door = self.doors[host, port] = Door(self, (host, port), factory)
        return door

    async def create_connection(self, factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        await asyncio.sleep(self.rng.expovariate(1 / self.latency))
        door = self.doors.get((host, port))
        if door is None or (door.body is not None and door.body.dead and not door.silent):
            raise ConnectionRefusedError
        if door.silent:
            await self.create_future()  # its machine is gone: nothing comes back
        here, there = Wire(self, factory()), None
        there = door.context.run(Wire, self, door.factory())
        here.peer, there.peer = there, here
        here.protocol.connection_made(here)
        there.soon(there.protocol.connection_made, there)
        return here, here.protocol


class Door:
    """Where a process, or somebody outside, can be called."""

    def __init__(self, loop: Loop, at: tuple[str, int], factory: Any) -> None:
        self.loop, self.at, self.factory = loop, at, factory
        self.context = copy_context()
        self.body = WHO.get()
        self.silent = False  # nobody answers, and nobody refuses either

    def close(self) -> None:
        if self.loop.doors.get(self.at) is self:
            del self.loop.doors[self.at]


class Wire(asyncio.Transport):
    """One end of a line: what is written arrives at the other in order, a moment later."""

    peer: "Wire"

    def __init__(self, loop: Loop, protocol: Any) -> None:
        super().__init__()
        self.loop, self.protocol = loop, protocol
        self.context, self.body = copy_context(), WHO.get()
        self.gone = False
        self.last = 0.0
        loop.wires[self] = None

    def soon(self, what: Any, *words: Any) -> None:
        """Here, in order."""
        self.last = max(self.last + 1e-7, self.loop.now + self.loop.rng.expovariate(1 / self.loop.latency))
        self.loop.call_at(self.last, what, *words, context=self.context)

    def write(self, data: Any) -> None:
        if not self.gone and self.loop.wires:
            self.peer.soon(self.peer.hear, bytes(data))

    def hear(self, data: bytes) -> None:
        if not self.gone:
            self.protocol.data_received(data)

    def lose(self, error: Exception | None = None) -> None:
        if not self.gone:
            self.gone = True
            self.loop.wires.pop(self, None)
            if error is None:
                self.protocol.eof_received()
            self.protocol.connection_lost(error)

    def close(self) -> None:
        if not self.gone:
            self.gone = True
            self.loop.wires.pop(self, None)
            self.loop.call_soon(self.protocol.connection_lost, None, context=self.context)
            self.peer.soon(self.peer.lose)

    def abort(self) -> None:
        self.close()

    def is_closing(self) -> bool:
        return self.gone

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def get_protocol(self) -> Any:
        return self.protocol
