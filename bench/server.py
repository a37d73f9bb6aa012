"""What a move costs the server: accepted, on disk, seen by the opponent. CPU of its process, and times on the wire.

.venv/bin/python bench/server.py                 CPU per move, The Lost Code, two seats
.venv/bin/python bench/server.py --anchor DIR    the same beside boardgame.io, installed in DIR (see docs/host.md)
.venv/bin/python bench/server.py --load          500 players, 250 moves a second, bots beside them
.venv/bin/python bench/server.py --idle          memory of 10,000 idle rooms
.venv/bin/python bench/server.py --restart       first view after a restart with 1,000 running games
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tepui.server.headless import Page, Visitor

GAME = "lost-code"
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(data: Path, *words: str) -> Iterator[tuple[str, int]]:
    """A server of its own; its address and process number."""
    command = [
        sys.executable,
        "-m",
        "tepui.cli",
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--no-limits",
        "--data",
        str(data),
    ]
    process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127.0.0.1:\d+", line)
    assert found, line
    try:
        yield found[0], process.pid
    finally:
        process.terminate()
        process.wait()


def cpu(pid: int) -> float:
    """Seconds of CPU this process has used, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """Megabytes of it that are in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


class Pair:
    """Two people at one table; each presses a random button when it is their move."""

    def __init__(self, url: str, rng: random.Random, game: str = GAME) -> None:
        self.url, self.rng, self.game = url, rng, game
        self.people = [Visitor(url), Visitor(url)]
        self.pages: list[Page] = []
        self.moves = 0
        self.games = 0
        self.times: list[float] = []

    async def sit(self) -> None:
        for person in self.people:
            if not person.cookie:
                await person.get("/api/me")
        room = await self.people[0].create(game=self.game, seats=2)
        for page in self.pages:
            await page.close()
        self.pages = [await person.open(room) for person in self.people]
        await self.pages[1].send(type="sit")
        while self.pages[0].room.get("seats", [{}])[-1].get("kind") != "person":
            await self.pages[0].next()
        await self.pages[0].send(type="start")
        for page in self.pages:
            page.view = {}
            while not page.view:
                await page.next()

    async def move(self) -> None:
        """One move: sent by one, and then both have seen it."""
        one = next((page for page in self.pages if page.view["must_act"]), None)
        if one is None or one.view["over"]:
            self.games += 1
            await self.sit()
            return
        turn, legal = one.view["turn"], one.view["legal"]
        begin = time.perf_counter()
        await one.pick(one.view, self.rng.randrange(len(legal)))
        for page in self.pages:
            while page.view["turn"] <= turn:
                await page.next()
        self.times.append(time.perf_counter() - begin)
        self.moves += 1

    async def close(self) -> None:
        for page in self.pages:
            await page.close()


async def cost(url: str, pid: int, pairs: int, seconds: float, seed: int) -> tuple[int, float, float]:
    """(moves, CPU seconds of the server, seconds) with every pair playing as fast as it can."""
    tables = [Pair(url, random.Random(seed + i)) for i in range(pairs)]
    for table in tables:
        await table.sit()
    stop = time.monotonic() + seconds
    before, begin = cpu(pid), time.monotonic()

    async def run(table: Pair) -> None:
        while time.monotonic() < stop:
            await table.move()

    await asyncio.gather(*(run(table) for table in tables))
    used, took = cpu(pid) - before, time.monotonic() - begin
    for table in tables:
        await table.close()
    return sum(table.moves for table in tables), used, took


def per_move(pairs: int, seconds: float, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (url, pid):
        moves, used, took = asyncio.run(cost(url, pid, pairs, seconds, seed))
    print(
        f"tepui         {used / moves * 1e6:6.0f} us of CPU a move   {moves / took:6.0f} moves/s"
        f"   ({moves} moves, {pairs} tables)"
    )
    return used / moves


def main() -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--pairs", type=int, default=20)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--seed", type=int, default=random.randrange(10**6))
    said = words.parse_args()
    print(f"seed {said.seed}")
    per_move(said.pairs, said.seconds, said.seed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
