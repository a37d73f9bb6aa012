"""The server's processes, and the lines of pages to them: each message after a while, in order, or never."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosedError

from simulation.loop import Body, Loop
from simulation.store import Database, Disk, SharedStore, file_store, held_by
from tepui.server.app import make_app
from tepui.server.outside import Chance
from tepui.server.settings import Settings
from tepui.server.store.contract import Commit
from tepui.testing.evening import AsideThreads, BotsInTheLoop
from tepui.testing.visitor import Answer, Page, Visitor

EPOCH = 1.79e9  # the time of day at which every world begins
HOST = "http://tepui.test"


class ProcessTime:
    """The clocks of one machine: one begins anywhere, and of the other somebody may set the time of day."""

    def __init__(self, loop: Loop, began: float) -> None:
        self.loop, self.began = loop, began
        self.set_by = 0.0

    def monotonic(self) -> float:
        return self.loop.now + self.began

    def time(self) -> float:
        return EPOCH + self.loop.now + self.set_by

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)


class FakeSocket:
    def __init__(self, port: int) -> None:
        self.port = port

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def close(self) -> None:
        pass


class Life(Body):
    """One start of a process."""

    app: Any
    stopping: asyncio.Event
    living: asyncio.Task[None]


class Process:
    """One of the server's, started again as often as it takes."""

    def __init__(self, name: str, folder: Path, loop: Loop, rng: Random, disk: Disk, database: Database | None) -> None:
        self.name, self.folder, self.loop, self.rng = name, folder, loop, rng
        self.disk, self.database = disk, database
        self.time = ProcessTime(loop, rng.uniform(0, 1e6))
        self.life: Life | None = None
        self.lives: list[Life] = []  # kept: what is left of one that has ended must not be cleared away in the middle
        self.lines: dict[Line, None] = {}
        self.requests: dict[asyncio.Future[None], None] = {}
        self.ports = 10_000 + 100 * ord(name)
        self.settings: dict[str, Any] = {}
        self.limited = False

    @property
    def up(self) -> bool:
        return self.life is not None and not self.life.dead

    @property
    def rooms(self) -> Any:
        assert self.life is not None
        return self.life.app.state.site.rooms

    @property
    def changes_a_table(self) -> bool:
        """Is something of a table on its way to the disk?"""
        return any(isinstance(job.change, Commit) for job, _ in self.rooms.store.writer.line.jobs)

    async def start(self) -> bool:
        """False: it could not begin, because the database is away."""
        life = Life(self.name)
        ready: asyncio.Future[bool] = self.loop.create_future()
        life.living = held_by(life).run(self.loop.create_task, self._live(life, ready))
        self.lives.append(life)
        if await ready:
            self.life = life
            return True
        life.dead = True
        return False

    async def _live(self, life: Life, ready: asyncio.Future[bool]) -> None:
        chance = Chance(Random(self.rng.random()))
        store: Any = None
        try:
            if self.database is None:
                store = file_store(self.folder, self.loop, self.disk, self.time)
            else:
                store = SharedStore(self.database, self.name, self.time, chance)
            self.ports += 1
            life.app = make_app(
                Settings(
                    data=self.folder,
                    url=HOST,
                    limited=self.limited,
                    reviews=False,
                    calls_anywhere=True,
                    workers=1,
                    **self.settings,
                ),
                self.time,
                chance,
                store,
                BotsInTheLoop,
                AsideThreads,  # type: ignore[arg-type]
                lambda inner, port=self.ports: (FakeSocket(port), "127.0.0.1"),  # type: ignore[arg-type,return-value,misc]
            )
            life.stopping = asyncio.Event()
            async with life.app.router.lifespan_context(life.app):
                ready.set_result(True)
                await life.stopping.wait()
        except Exception:
            if not ready.done():
                ready.set_result(False)
            else:
                raise

    def kill(self, silently: bool = False) -> None:
        """Without a goodbye. `silently`: its machine is gone, so nobody even hears that its lines are cut."""
        assert self.life is not None
        life, self.life = self.life, None
        life.dead, life.stopped = True, False
        life.held.clear()
        for door in [door for door in self.loop.doors.values() if door.body is life]:
            door.silent = silently
        notice = 8.0 if silently else 0.0
        for wire in [wire for wire in self.loop.wires if wire.body is life]:
            self.loop.call_later(notice, wire.peer.lose, ConnectionResetError(), context=wire.peer.context)
        for line in [*self.lines]:
            self.loop.call_later(notice, line.cut, context=held_by(None))
        self.lines.clear()
        for done in [*self.requests]:
            if not done.done():
                done.set_exception(ConnectionResetError())

    async def end(self) -> None:
        """As it is asked to."""
        assert self.life is not None
        life = self.life
        life.stopping.set()
        for line in [*self.lines]:
            line.cut()
        self.lines.clear()
        await life.living
        if self.life is life:
            self.life = None
        life.dead = True

    def stop(self) -> None:
        if self.life is not None:
            self.life.stopped = True

    def go_on(self) -> None:
        if self.life is not None:
            self.loop.let_go_on(self.life)


class Line:
    """The socket of a page, both ways in order."""

    def __init__(self, process: Process, path: str, device: "Device", hear: Callable[[str, int, float], None]) -> None:
        assert process.life is not None
        self.process, self.loop, self.hear = process, process.loop, hear
        self.gone = False
        self.to_page: asyncio.Queue[str | None] = asyncio.Queue()
        self.to_server: asyncio.Queue[Any] = asyncio.Queue()
        self.last = [0.0, 0.0]
        self.slow = 0.02
        self.to_server.put_nowait({"type": "websocket.connect"})
        process.lines[self] = None
        self.processes = [process, *(one for one in device.processes if one is not process)]
        self.context = held_by(process.life)
        self.context.run(
            self.loop.create_task,
            self._serve(process.life.app, device.scope("websocket", path, device.address)),
        )
        self.transport = self

    async def _serve(self, app: Any, scope: Any) -> None:
        try:
            await app(scope, self.to_server.get, self._out)
        except OSError:
            pass
        finally:
            self.cut()

    def _soon(self, way: int, what: Any, *words: Any) -> None:
        at = self.last[way] = max(self.last[way] + 1e-7, self.loop.now + self.loop.rng.expovariate(1 / self.slow))
        self.loop.call_at(at, what, *words, context=held_by(None))

    async def _out(self, message: Any) -> None:
        if self.gone:
            raise OSError("gone")
        if message["type"] == "websocket.send":
            # Whose database is away counts no time meanwhile; what it hands on comes from one that may.
            ran = max((one.rooms.uptime.now() for one in self.processes if one.life is not None), default=0)
            self._soon(1, self._heard, message["text"], ran, self.loop.now)
        elif message["type"] == "websocket.close":
            self._soon(1, self.cut)

    def _heard(self, text: str, ran: int, sent: float) -> None:
        if not self.gone:
            self.hear(text, ran, sent)
            self.to_page.put_nowait(text)

    async def send(self, text: str) -> None:
        if self.gone:
            raise ConnectionClosedError(None, None)
        self._soon(0, self._say, text)

    def _say(self, text: str) -> None:
        if not self.gone:
            self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        text = await self.to_page.get()
        if text is None:
            self.to_page.put_nowait(None)
            raise ConnectionClosedError(None, None)
        return text

    def cut(self) -> None:
        if not self.gone:
            self.gone = True
            self.process.lines.pop(self, None)
            self.to_page.put_nowait(None)
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def abort(self) -> None:
        self.cut()

    async def close(self, code: int = 1005) -> None:
        self.cut()

    async def wait_closed(self) -> None:
        pass


class Device(Visitor):
    """A browser of somebody, which asks any of the processes."""

    stranger = False  # who has no business at these tables
    sent: Any = None  # where what is said by its pages is kept

    def __init__(
        self, processes: list[Process], rng: Random, hear: Callable[["OpenPage", str], None], address: str = "10.0.0.1"
    ) -> None:
        super().__init__(None, chance=Chance(Random(rng.random())))
        self.processes, self.rng, self.hear, self.address = processes, rng, hear, address

    def a_process(self) -> Process:
        there = [one for one in self.processes if one.up]
        if not there:
            raise ConnectionRefusedError
        return self.rng.choice(there)

    async def fetch_it(self, method: str, path: str, body: Any = None, headers: Any = ()) -> bytes:
        """One request, whole or not at all."""
        process = self.a_process()
        life = process.life
        assert life is not None
        answer = Answer(b"" if body is None else json.dumps(body).encode(), headers)
        scope = self.scope("http", path, self.address, method=method, headers=answer.headers)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def served() -> None:
            await asyncio.sleep(self.rng.expovariate(1 / 0.02))
            try:
                await life.app(scope, answer.receive, answer.send)
            except Exception as error:
                if not done.done():
                    done.set_exception(ConnectionError(type(error).__name__))
            if not done.done():
                done.set_result(None)

        held_by(life).run(process.loop.create_task, served())
        process.requests[done] = None
        try:
            await asyncio.wait_for(done, 40)
        except TimeoutError:
            raise ConnectionError("no answer") from None
        finally:
            del process.requests[done]
        await asyncio.sleep(self.rng.expovariate(1 / 0.02))
        return self.take(answer)

    async def open(self, room: str, person: int | None = None, motion: bool = False) -> "OpenPage":
        page = OpenPage(self, room, person, motion)
        await page.connect()
        return page


class OpenPage(Page):
    visitor: Device
    turn: int | None = None  # of the last view that has arrived, read or not
    news: dict[str, Any] | None = None  # the last message about the room

    async def connect(self, patience: float = 60) -> None:
        person = "" if self.person is None else f"?person={self.person}"
        path = f"/api/rooms/{self.id}/socket{person}"
        line = Line(self.visitor.a_process(), path, self.visitor, self._hear)
        await self.listen_to(line)

    ran, sent = 0, 0.0  # when the message was sent: how long the server had run, and the world

    async def send(self, **message: Any) -> None:
        if self.visitor.sent is not None:
            self.visitor.sent.append((self.id, message))
        await super().send(**message)

    def _hear(self, text: str, ran: int, sent: float) -> None:
        self.ran, self.sent = ran, sent
        self.visitor.hear(self, text)
