"""A few niced processes that think for all the bots of this server, each question for a limited time.

A process hears nothing but what one seat has seen. One that crashes or is too late is ended, and the question is asked
once more; then `BotFailed` says so. `random` needs no process: it is what is left when everything else fails.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from random import Random

from tepui.bots import levels
from tepui.bots.contract import MEMORY, RandomBot, choose, pick_of
from tepui.bots.lines import SeatLines, answer_of, review_of, sentences_of
from tepui.bots.process import LATE, POSIX, BotProcess, own_bot
from tepui.coach.review import SeatReview
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.server.threads import FairQueue

log = logging.getLogger("tepui.bot_pool")
OVERDUE = 0.5  # seconds beyond its own after which a bot no longer keeps others waiting
GRACE = 4.0  # seconds beyond its own after which there is no answer: loading, a busy machine
NICE = 10
REVIEW = 20.0  # seconds for a review of one seat; ours need less than one

Question = tuple[bytes, float, asyncio.Future[bytes]]  # its lines, the seconds for it, who waits


class BotPool:
    def __init__(
        self,
        size: int | None = None,
        seconds: float = 1.0,
        grace: float = GRACE,
        memory: int = MEMORY,
        nice: int = NICE,
    ) -> None:
        self.size = size or max(1, (os.cpu_count() or 2) - 1)
        self.seconds = seconds
        self.grace = grace
        self.memory = memory
        self.nice = nice
        self.restarts = 0
        self.failures = 0  # bots that gave no answer twice
        self._queue: FairQueue[Question] = FairQueue()
        self._thinking: dict[BotWorker, asyncio.Future[bytes]] = {}
        self._overdue: dict[BotWorker, asyncio.Future[bytes]] = {}
        self._idle: list[BotWorker] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def beside(self, size: int, nice: int) -> BotPool:
        """Another one, for other work."""
        return type(self)(size, memory=self.memory, nice=nice)

    async def ask(self, bot: str, view: View, lines: SeatLines, *, seed: int, room: str, people: bool) -> int | None:
        """The bot's pick for this view, the same for the same seed; None: it lets an interrupt pass.

        `room` names the table, in the log too; `people`: someone there waits for the answer.
        """
        if bot == "random" and "random" not in view.game.bots:
            return choose(RandomBot(), view, self.seconds, Random(seed))
        offered, must_act, seconds = len(view.codes()), view.must_act, self.seconds_for(bot)
        question = lines.whole(view, bot, seconds, seed)
        for last in (False, True):
            try:
                answer = answer_of(await self._answer(question, seconds, room, people))
                return pick_of(answer, offered, must_act, Random(seed))
            except BotFailed as failed:
                if not last:
                    log.warning("a bot failed once", extra={"room": room, "bot": bot, "error": failed.why})
                    continue
                self.failures += 1
                if bot != "random":
                    raise failed.named(bot) from None
        return choose(RandomBot(), view, self.seconds, Random(seed))

    async def say(self, bot: str, view: View, what: str, language: str, *, room: str) -> list[str]:
        """What the bot has `forgot`, or how it would `explain` this view; one that fails at it has nothing to say."""
        seconds = self.seconds_for(bot)
        question = SeatLines(view).whole(view, bot, seconds, 0, what, language)
        try:
            return sentences_of(await self._answer(question, seconds, room, True))
        except BotFailed as failed:
            log.warning("a bot could not tell", extra={"room": room, "bot": bot, "error": failed.why})
            return []

    async def review(self, view: View, *, room: str, seconds: float = REVIEW) -> SeatReview:
        """A finished game looked at again by one seat; BotFailed says why not. Nobody's move waits for it."""
        question = SeatLines(view).whole(view, "random", seconds, 0, "review")
        return review_of(await self._answer(question, seconds, room, False))

    def seconds_for(self, bot: str) -> float:
        """The host's limit is for a bot of one second; a master has five times that."""
        return self.seconds * levels.seconds_for(bot) / levels.SECONDS

    @property
    def thinking(self) -> int:
        return len(self._thinking) + len(self._overdue)

    @property
    def processes(self) -> int:
        return self.thinking + len(self._idle)

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def _answer(self, question: bytes, seconds: float, room: str, people: bool) -> asyncio.Future[bytes]:
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if self._closed:
            answer.cancel()
        else:
            self._queue.put((question, seconds, answer), room, people)
            self._next()
        return answer

    def _next(self) -> None:
        """Gives waiting questions to processes, as many at a time as the pool is large."""
        while len(self._thinking) < self.size and (waiting := self._queue.get()) is not None:
            question, seconds, answer = waiting
            if answer.done():  # the room has gone while it waited
                continue
            try:
                worker = self._idle.pop() if self._idle else self._start()
            except BotFailed as failed:
                answer.set_exception(failed)
                continue
            self._thinking[worker] = answer
            worker.ask(question, seconds + OVERDUE, self.grace - OVERDUE, self._late)

    def _start(self) -> BotWorker:
        return BotWorker(BotProcess(own_bot(), memory=self.memory, nice=self.nice), self._done)

    def _late(self, worker: BotWorker) -> None:
        """Another may think in its place: a bot that hangs delays nobody else."""
        self._overdue[worker] = self._thinking.pop(worker)
        self._next()

    def _done(self, worker: BotWorker, text: bytes | BotFailed) -> None:
        """An answer; or why there is none, and then a new process next time: what this one was doing nobody knows."""
        if self._closed:
            return
        if worker in self._idle:
            self._idle.remove(worker)
        answer = self._thinking.pop(worker, None) or self._overdue.pop(worker, None)
        if isinstance(text, bytes):
            if answer is not None and not answer.done():
                answer.set_result(text)
            if len(self._idle) < self.size - len(self._thinking):
                self._idle.append(worker)
            else:  # another was started when this one was late
                self._end(worker)
        else:
            self.restarts += 1
            self._end(worker, text, answer)
        self._next()

    def _end(
        self, worker: BotWorker, failed: BotFailed | None = None, answer: asyncio.Future[bytes] | None = None
    ) -> None:
        worker.release()
        task = asyncio.get_running_loop().create_task(end(worker.process, failed, answer))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Ends every process; whoever still waits for an answer is cancelled."""
        self._closed = True
        while (waiting := self._queue.get()) is not None:
            waiting[-1].cancel()
        for answer in [*self._thinking.values(), *self._overdue.values()]:
            answer.cancel()
        for worker in [*self._idle, *self._thinking, *self._overdue]:
            self._end(worker)
        for workers in (self._idle, self._thinking, self._overdue):
            workers.clear()
        await asyncio.gather(*self._ending)


async def end(process: BotProcess, failed: BotFailed | None, answer: asyncio.Future[bytes] | None) -> None:
    """Ends a process, which may take a moment; then whoever waits for its answer hears why there is none."""
    if failed is None:
        await asyncio.to_thread(process.end)
        return
    failed = await asyncio.to_thread(process.ended, failed)
    if answer is not None and not answer.done():
        answer.set_exception(failed)


# ---- one process


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
