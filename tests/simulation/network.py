"""The server's processes, and the lines of pages to them: each message after a while, in order, or never."""

import asyncio
import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from server import headless
from websockets.exceptions import ConnectionClosedError

from simulation.loop import Body, Loop
from simulation.store import Database, Disk, FileStore, SharedStore, held_by
from tepui.bots import program
from tepui.core import find
from tepui.core.refusal import BotFailed
from tepui.server.app import make_app
from tepui.server.bots.pool import BotPool
from tepui.server.outside import Chance
from tepui.server.settings import Settings

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


class AsideThreads:
    """Work that would be done in a thread: in one piece, a little later."""

    def __init__(self, name: str, size: int, seconds: float, queue: int = 100, each: int | None = None) -> None:
        self.seconds = seconds

    async def run(self, work: Callable[[], Any], network: str = "") -> Any:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        await asyncio.sleep(loop.rng.expovariate(1 / 0.004))
        return work()

    def close(self) -> None:
        pass


class BotsInTheLoop(BotPool):
    """The bot's program, called instead of started: the same question, the same answer."""

    def _answer(self, question: bytes, seconds: float, room: str, people: bool) -> asyncio.Future[bytes]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        answer: asyncio.Future[bytes] = loop.create_future()

        def think() -> None:
            if answer.done():
                return
            said = io.BytesIO()
            try:
                program.serve(io.BytesIO(question), said, lambda start: find.bot(start.game, start.bot or "random"))
                answer.set_result(said.getvalue().rstrip(b"\n"))
            except Exception as error:
                answer.set_exception(BotFailed(str(error)))

        if self._closed:
            answer.cancel()
        else:
            loop.call_later(loop.rng.expovariate(1 / 0.05), think)
        return answer


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

    @property
    def up(self) -> bool:
        return self.life is not None and not self.life.dead

    @property
    def rooms(self) -> Any:
        assert self.life is not None
        return self.life.app.state.site.rooms

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
        store = None
        try:
            if self.database is None:
                store = FileStore(self.folder, self.loop, self.disk, self.time)
            else:
                store = SharedStore(self.database, self.name, self.time, chance)
            self.ports += 1
            life.app = make_app(
                Settings(
                    data=self.folder,
                    url=HOST,
                    limited=False,
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

    def __init__(self, process: Process, path: str, cookie: str, hear: Callable[[str, int, float], None]) -> None:
        assert process.life is not None
        self.process, self.loop, self.hear = process, process.loop, hear
        self.gone = False
        self.to_page: asyncio.Queue[str | None] = asyncio.Queue()
        self.to_server: asyncio.Queue[Any] = asyncio.Queue()
        self.last = [0.0, 0.0]
        self.slow = 0.02
        self.to_server.put_nowait({"type": "websocket.connect"})
        process.lines[self] = None
        self.rooms = process.rooms
        self.context = held_by(process.life)
        self.context.run(self.loop.create_task, self._serve(process.life.app, scope_of("websocket", path, cookie)))
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
            self._soon(1, self._heard, message["text"], self.rooms.uptime.now(), self.loop.now)
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

    async def close(self) -> None:
        self.cut()

    async def wait_closed(self) -> None:
        pass


def scope_of(kind: str, path: str, cookie: str, **more: Any) -> dict[str, Any]:
    path, _, query = path.partition("?")
    headers = [(b"host", b"tepui.test"), (b"accept-language", b"en"), *more.pop("headers", [])]
    headers += [(b"cookie", cookie.encode())] if cookie else []
    scheme = "ws" if kind == "websocket" else "http"
    return {
        "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "root_path": "", "headers": headers, "client": ("10.0.0.1", 1),
        "server": ("tepui.test", 80), "scheme": scheme, "state": {}, **more,
    }  # fmt: skip


class Device(headless.Visitor):
    """A browser of somebody, which asks any of the processes."""

    def __init__(self, processes: list[Process], rng: Random, hear: Callable[["OpenPage", str], None]) -> None:
        super().__init__(HOST, chance=Chance(Random(rng.random())))
        self.processes, self.rng, self.hear = processes, rng, hear

    def a_process(self) -> Process:
        there = [one for one in self.processes if one.up]
        if not there:
            raise ConnectionRefusedError
        return self.rng.choice(there)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(await self.fetch_it(method, path, body))

    async def fetch_it(self, method: str, path: str, body: Any = None, headers: Any = ()) -> bytes:
        """One request, whole or not at all."""
        process = self.a_process()
        life = process.life
        assert life is not None
        data = b"" if body is None else json.dumps(body).encode()
        more = [*headers, (b"content-type", b"application/json"), (b"content-length", str(len(data)).encode())]
        scope = scope_of("http", path, self.cookie, method=method, headers=more)
        asked: list[Any] = [{"type": "http.request", "body": data, "more_body": False}]
        answer: dict[str, Any] = {"status": 0, "body": b"", "cookies": []}
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def receive() -> Any:
            return asked.pop() if asked else await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
                answer["cookies"] = [value.decode() for name, value in message["headers"] if name == b"set-cookie"]
            elif message["type"] == "http.response.body":
                answer["body"] += message.get("body", b"")

        async def served() -> None:
            await asyncio.sleep(self.rng.expovariate(1 / 0.02))
            try:
                await life.app(scope, receive, send)
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
        self._keep(answer["cookies"])
        if answer["status"] >= 400:
            raise headless.Refused(answer["status"], answer["body"].decode())
        found: bytes = answer["body"]
        return found

    async def open(self, room: str, person: int | None = None, motion: bool = False) -> "OpenPage":
        page = OpenPage(self, room, person, motion)
        await page.connect()
        return page


class OpenPage(headless.Page):
    visitor: Device
    turn: int | None = None  # of the last view that has arrived, read or not
    news: dict[str, Any] | None = None  # the last message about the room

    async def connect(self, patience: float = 60) -> None:
        person = "" if self.person is None else f"?person={self.person}"
        path = f"/api/rooms/{self.id}/socket{person}"
        line = Line(self.visitor.a_process(), path, self.visitor.cookie, self._hear)
        self.socket = line  # type: ignore[assignment]
        await self.hello()
        self._inbox = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen(line, self._inbox))  # type: ignore[arg-type]

    ran, sent = 0, 0.0  # when the message was sent: how long the server had run, and the world

    def _hear(self, text: str, ran: int, sent: float) -> None:
        self.ran, self.sent = ran, sent
        self.visitor.hear(self, text)
