"""Programs at a seat that answer garbage, floods, never, or die: a sentence within their time, and nothing is left."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

from fuzz.door import Door, Finding

from tepui.bots.contract import choose
from tepui.bots.lines import SeatLines
from tepui.bots.process import END_SECONDS, BotProcess, ProgramBot
from tepui.core import find
from tepui.core.refusal import BotFailed
from tepui.core.table import Table
from tepui.core.view import View
from tepui.server.bots.pool import BotPool

WILD = Path(__file__).with_name("wild_bot.py")
MARK = f"fuzz-{os.getpid()}"
SECONDS = 0.3
MEMORY = 400  # MB
BUSY = 20.0  # seconds that a busy machine may take longer


def program(rng: Random) -> list[str]:
    return [sys.executable, "-S", str(WILD), str(rng.getrandbits(40)), MARK]


def left_over() -> set[int]:
    """The processes that run the wild program, guard it or were started by it, for this run of the fuzzer."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if MARK.encode() in (process / "cmdline").read_bytes():
                found.add(int(process.name))
    return found


class Bots(Door):
    """Asked as the terminal and the arena ask a program, and as the server asks its processes."""

    name = "bots"

    def __init__(self) -> None:
        super().__init__()
        self.before = left_over()
        self.games = [find.game(name) for name in find.names()]

    def try_case(self, rng: Random) -> None:
        game = rng.choice(self.games)
        table = Table(game, game.setting(rng.choice(game.seats)), lambda occasion, codes, weights: rng.choice(codes))
        for _ in range(rng.choice((0, 3, 30))):
            if not table.over:
                seat = rng.choice(table.to_act)
                table.pick(seat, rng.randrange(len(table.look(seat).codes())))
        if table.over:
            return
        if rng.random() < 0.5:
            self.by_program(rng, table)
        else:
            asyncio.run(self.by_pool(rng, table.view(table.to_act[0])))
        deadline = monotonic() + BUSY
        while (left := left_over() - self.before) and monotonic() < deadline:
            sleep(0.05)
        if left:
            self.before |= left
            raise Finding("a process is left of a bot")

    def by_program(self, rng: Random, table: Table) -> None:
        bot = ProgramBot(program(rng), memory=MEMORY, start_seconds=3.0)
        try:
            for _ in range(6):
                if table.over:
                    return
                seat, begun = table.to_act[0], monotonic()
                try:
                    pick = choose(bot, table.view(seat), SECONDS, rng)
                    self.count["program played"] += 1
                except BotFailed as failed:
                    self.sentence(failed)
                    self.count["program failed"] += 1
                    return
                finally:
                    if monotonic() - begun > SECONDS + 3.0 + END_SECONDS + BUSY:
                        raise Finding("a program keeps us waiting")
                if pick is not None:
                    table.pick(seat, pick)
        finally:
            bot.close(0.1)

    async def by_pool(self, rng: Random, view: View) -> None:
        """The server's own way: several questions at once, two processes."""

        class Wild(BotPool):
            def _start(self) -> BotProcess:
                return BotProcess(program(rng), memory=self.memory)

        pool = Wild(2, SECONDS, grace=1.5, memory=MEMORY)
        begun = monotonic()
        try:
            asked = (
                pool.ask("steady", view, SeatLines(view), seed=number, room="x", people=bool(number % 2))
                for number in range(3)
            )
            for answer in await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 60 + BUSY):
                if isinstance(answer, BotFailed):
                    self.sentence(answer)
                    self.count["pool failed"] += 1
                elif isinstance(answer, BaseException):
                    raise answer
                else:
                    self.count["pool played"] += 1
        except TimeoutError:
            raise Finding("the pool of bots keeps us waiting") from None
        finally:
            await pool.close()
        self.count["longest question, s"] = max(self.count["longest question, s"], round(monotonic() - begun))

    def sentence(self, failed: BotFailed) -> None:
        if not str(failed).strip() or "Traceback" in str(failed) or len(str(failed)) > 600:
            raise Finding(f"a bot fails without a sentence: {str(failed)[:100]!r}")
