"""One process that thinks for bots, driven by the event loop: a question goes in, its answer or why there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tepui.core.bot_process import LATE, POSIX, BotProcess
from tepui.core.refusal import BotFailed

Done = Callable[["BotWorker", bytes | BotFailed], None]


class BotWorker:
    """`done` is called once for each question; and once without a question if the process breaks off while it rests."""

    def __init__(self, process: BotProcess, done: Done) -> None:
        self.process = process
        self._done = done
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        if POSIX:
            self._loop.add_reader(process.out.fileno(), self._pull)
            self._loop.add_reader(process.err.fileno(), self._listen)

    def ask(self, question: bytes, seconds: float, grace: float, overdue: Callable[[BotWorker], None]) -> None:
        """Calls `overdue` when `seconds` have passed; `grace` later there is no answer any more."""
        self._timer = self._loop.call_later(seconds, self._wait_longer, grace, overdue)
        if not POSIX:  # that loop can wait for sockets only
            self._asking = self._loop.create_task(self._ask_in_thread(question, seconds + grace))
            return
        try:
            self.process.begin(question)
        except BotFailed as failed:
            self.release()
            self._loop.call_soon(self._done, self, failed)
            return
        if self.process.rest:
            self._loop.add_writer(self.process.into.fileno(), self._push)

    def release(self) -> None:
        """The loop hears no more of it; before the process is ended."""
        if self._timer is not None:
            self._timer.cancel()
        if POSIX:
            self._loop.remove_reader(self.process.out.fileno())
            self._loop.remove_reader(self.process.err.fileno())
            self._loop.remove_writer(self.process.into.fileno())

    def _finish(self, answer: bytes | BotFailed) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._done(self, answer)

    def _wait_longer(self, grace: float, overdue: Callable[[BotWorker], None]) -> None:
        self._timer = self._loop.call_later(grace, self._finish, BotFailed(LATE))
        overdue(self)

    def _pull(self) -> None:
        try:
            answer = self.process.pull()
        except BotFailed as failed:
            self._finish(failed)
        else:
            if self._timer is None:
                self._finish(BotFailed("spoke without being asked"))
            elif answer is not None:
                self._finish(answer)

    def _push(self) -> None:
        self.process.push()
        if not self.process.rest:
            self._loop.remove_writer(self.process.into.fileno())

    def _listen(self) -> None:
        if not self.process.listen():
            self._loop.remove_reader(self.process.err.fileno())

    async def _ask_in_thread(self, question: bytes, seconds: float) -> None:
        try:
            self._finish(await asyncio.to_thread(self.process.ask, question, seconds))
        except BotFailed as failed:
            self._finish(failed)
