"""A whole evening decided by one number: the real server in one thread, and a clock that jumps to what is due next.

There is no socket, no thread and no process: writes are made at once, and a bot is asked where it stands. So the same
number is the same evening, in any process on any machine.
"""

from __future__ import annotations

import asyncio
import io
import selectors
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy.engine import Connection

from tepui.bots import program
from tepui.core import find
from tepui.core.refusal import BotFailed
from tepui.server.app import make_app
from tepui.server.bots.pool import BotPool
from tepui.server.outside import Chance, SystemTime
from tepui.server.settings import Settings
from tepui.server.store.contract import Commit
from tepui.server.store.store import Store
from tepui.server.store.writer import Job, Writer, settle
from tepui.testing.time import BEGUN
from tepui.testing.visitor import HOST, Visitor

BEGINS = 1000.0  # seconds of the loop's own time


class Jumping(selectors.SelectSelector):
    """Nobody outside can wake us: when nothing is ready, the next timer is."""

    loop: JumpingLoop

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everyone waits for ever")
        self.loop.now += max(0.0, timeout)
        return []


class JumpingLoop(asyncio.SelectorEventLoop):
    """An hour passes in no time. Code that asks for a thread breaks it: a thread is ready when it likes."""

    def __init__(self, rng: Random) -> None:
        chooser = Jumping()
        chooser.loop = self
        super().__init__(chooser)
        self.now = BEGINS
        self.rng = rng
        self._clock_resolution = 1e-9

    def time(self) -> float:
        return self.now

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, work: Any, *words: Any) -> Any:  # type: ignore[override]
        error = RuntimeError(f"a thread was asked for {work!r}, and there is none in this world")
        self.call_exception_handler({"message": str(error), "exception": error})  # whatever the caller makes of it
        raise error


class LoopTime(SystemTime):
    """Both clocks of a server: the loop's."""

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def time(self) -> float:
        return BEGUN + self.monotonic()


class AsideThreads:
    """Work that would be done in a thread: in one piece, a little later."""

    def __init__(self, name: str, size: int, seconds: float, queue: int = 100, each: int | None = None) -> None:
        self.seconds = seconds

    async def run(self, work: Callable[[], Any], network: str = "") -> Any:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
        await asyncio.sleep(loop.rng.expovariate(1 / 0.004))
        return work()

    def close(self) -> None:
        pass


class BotsInTheLoop(BotPool):
    """The bot's program, called instead of started: the same question, the same answer."""

    def _answer(self, question: bytes, seconds: float, room: str, people: bool) -> asyncio.Future[bytes]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpingLoop)
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


class AtOnce(Writer):
    """A change is on disk when it is asked for."""

    def change(self, change: Commit | Callable[[Connection], object]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        settle(self._write_group([Job(change, done)]))
        return done


class Evening:
    """The server, and people who come: `await evening.visitor()`."""

    def __init__(self, seed: int, app: Any) -> None:
        self.app = app
        self._chance = Random(f"people {seed}")

    async def visitor(self, language: str = "en") -> Visitor:
        one = Visitor(self.app, language, Chance(Random(self._chance.random())))
        await one.get("/api/me")
        return one


def live(seed: int, folder: Path, play: Callable[[Evening], Awaitable[Any]], **settings: Any) -> Any:
    """One evening over this folder, from the server's start to its end; what `play` returns."""
    time = LoopTime()

    async def whole() -> Any:
        chosen = Settings(**{"data": folder, "url": f"http://{HOST}", "pace": 0, "reviews": False, **settings})
        chance = Chance(Random(f"server {seed}"))
        app = make_app(chosen, time, chance, Store(folder, time, AtOnce), BotsInTheLoop, AsideThreads)  # type: ignore[arg-type]
        async with app.router.lifespan_context(app):
            return await play(Evening(seed, app))

    with asyncio.Runner(loop_factory=lambda: JumpingLoop(Random(f"loop {seed}"))) as runner:
        return runner.run(whole())
