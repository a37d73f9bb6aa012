"""Bots think in other processes, niced, with a time limit; a worker hears nothing but what one seat has seen.

A worker that crashes or is too late is ended and started anew, and the question is asked once more;
then `BotFailed` says so. `random` needs no worker: it is what is left when everything else fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import sys

import msgspec

from tepui.core.bot_process import Answer, line, start_of
from tepui.core.follower import Follower
from tepui.core.position import TABLE
from tepui.core.refusal import BotFailed
from tepui.core.view import View

log = logging.getLogger("tepui.workers")
GRACE = 4.0  # seconds beyond its own that a bot may take: loading, a busy machine
LINE = 1 << 20
NICE = "10"


class Heard:
    """What one bot's seat has heard so far, as lines for its worker; each move is put into words once."""

    def __init__(self, view: View) -> None:
        self.told = Follower(view)
        self.moves: list[bytes] = []

    def lines(self, view: View, bot: str, seconds: float, seed: int) -> bytes:
        for by, action in self.told.catch_up(view):
            self.moves.append(msgspec.json.encode({"by": "table" if by == TABLE else by, "move": action}))
        moves = msgspec.Raw(b"[" + b",".join(self.moves) + b"]")
        ask = {"moves": moves, "must": view.must_act, "seconds": seconds}
        return line({**start_of(view, "en", seed), "bot": bot}) + line(ask)


class Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tepui.core.bot_main",
            "--nice",
            NICE,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE,
            start_new_session=True,  # Ctrl-C is for the server; it ends its workers itself
        )
        return cls(process)

    async def ask(self, question: bytes, limit: float) -> Answer:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(question)
            await self.process.stdin.drain()
            answer = await asyncio.wait_for(self.process.stdout.readline(), limit)
        except TimeoutError:
            raise BotFailed(f"it did not answer within {limit:.0f} seconds") from None
        except (OSError, ValueError) as error:
            raise BotFailed(f"it broke the line ({type(error).__name__})") from None
        if not answer:
            raise BotFailed("its process ended")
        try:
            return msgspec.json.decode(answer, type=Answer)
        except msgspec.MsgspecError:
            raise BotFailed("it talked rubbish") from None

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Workers:
    """A few processes for all the bots of this server."""

    def __init__(self, size: int | None = None, seconds: float = 1.0, grace: float = GRACE) -> None:
        self.size = size or max(1, (os.cpu_count() or 2) - 1)
        self.seconds = seconds
        self.grace = grace
        self.restarts = 0
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._turn = asyncio.Semaphore(self.size)
        self._dice = random.SystemRandom()
        self._closed = False

    async def ask(self, bot: str, view: View, heard: Heard, room: str) -> int | None:
        """The bot's pick for this view; None: it lets an interrupt pass."""
        offered = len(view.codes())
        if bot == "random" and "random" not in view.game.bots:
            return self._anything(view)
        question = heard.lines(view, bot, self.seconds, self._dice.getrandbits(60))
        must = view.must_act
        try:
            return checked(await self._asked(question), offered, must)
        except BotFailed as failed:
            log.warning("a bot failed once", extra={"room": room, "bot": bot, "error": str(failed)})
        try:
            return checked(await self._asked(question), offered, must)
        except BotFailed:
            if bot != "random":
                raise
            return self._anything(view)

    def _anything(self, view: View) -> int | None:
        return self._dice.randrange(len(view.codes())) if view.must_act else None

    async def _asked(self, question: bytes) -> Answer:
        async with self._turn:
            if self._closed:
                raise asyncio.CancelledError
            worker = self._idle.pop() if self._idle else None
            try:
                if worker is None:
                    worker = await Worker.start()
                    self._all.add(worker)
                answer = await worker.ask(question, self.seconds + self.grace)
            except BaseException as error:
                if worker is not None:  # what it was doing nobody knows: a new one next time
                    self.restarts += 1
                    self._all.discard(worker)
                    worker.end()
                if isinstance(error, OSError):
                    raise BotFailed("its process could not be started") from None
                raise
            self._idle.append(worker)
            return answer

    async def close(self) -> None:
        self._closed = True
        for worker in list(self._all):
            worker.end()
            with contextlib.suppress(Exception):
                await asyncio.wait_for(worker.process.wait(), 2)


def checked(answer: Answer, offered: int, must: bool) -> int | None:
    """A pick that can be played, or BotFailed."""
    if answer.pick is None:
        if must:
            raise BotFailed("it did not answer though its seat must act")
        return None
    if not isinstance(answer.pick, int) or not 0 <= answer.pick < offered:
        raise BotFailed("it picked something that is not on offer")
    return answer.pick
