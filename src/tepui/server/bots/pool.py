"""A few niced processes that think for all the bots of this server, each question for a limited time.

A process hears nothing but what one seat has seen. One that crashes or is too late is ended, and the question is asked
once more; then `BotFailed` says so. `random` needs no process: it is what is left when everything else fails.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tepui.bots import levels
from tepui.bots.contract import MEMORY, RandomBot, choose, pick_of
from tepui.bots.lines import SeatLines, answer_of, review_of, sentences_of
from tepui.bots.process import BotProcess, own_bot
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
        self._thinking: dict[BotProcess, asyncio.Future[bytes]] = {}
        self._overdue: dict[BotProcess, asyncio.Future[bytes]] = {}
        self._idle: list[BotProcess] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(8 * self.size, "tepui-bots")  # each waits for one process
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
            while self._idle and self._idle[-1].is_over:  # it broke off while it rested
                self._idle.pop().end()
                self.restarts += 1
            try:
                process = self._idle.pop() if self._idle else self._start()
            except BotFailed as failed:
                answer.set_exception(failed)
                continue
            self._thinking[process] = answer
            task = asyncio.get_running_loop().create_task(self._think(process, question, seconds, answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _start(self) -> BotProcess:
        return BotProcess(own_bot(), memory=self.memory, nice=self.nice)

    async def _think(self, process: BotProcess, question: bytes, seconds: float, answer: asyncio.Future[bytes]) -> None:
        """An answer; or why there is none, and then a new process next time: what this one was doing nobody knows."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(seconds + OVERDUE, self._late, process)
        said: bytes | BotFailed
        try:
            said = await loop.run_in_executor(self._threads, process.ask, question, seconds + self.grace)
        except BotFailed as failed:
            said = failed
            self.restarts += not self._closed
        late.cancel()
        self._thinking.pop(process, None)
        self._overdue.pop(process, None)
        if isinstance(said, BotFailed):
            if not answer.done():
                answer.set_exception(said)
        else:
            if not answer.done():
                answer.set_result(said)
            if len(self._idle) < self.size - len(self._thinking) and not self._closed:
                self._idle.append(process)
            else:  # another was started when this one was late
                await loop.run_in_executor(self._threads, process.end)
        self._next()

    def _late(self, process: BotProcess) -> None:
        """Another may think in its place: a bot that hangs delays nobody else."""
        self._overdue[process] = self._thinking.pop(process)
        self._next()

    async def close(self) -> None:
        """Ends every process; whoever still waits for an answer is cancelled."""
        self._closed = True
        while (waiting := self._queue.get()) is not None:
            waiting[-1].cancel()
        for process, answer in (self._thinking | self._overdue).items():
            answer.cancel()
            process.break_off()
        loop = asyncio.get_running_loop()
        await asyncio.gather(*self._tasks, *(loop.run_in_executor(self._threads, one.end) for one in self._idle))
        self._idle.clear()
        self._threads.shutdown(wait=False)
