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
import resource
import statistics
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

    async def move(self) -> bool:
        """One move: sent by one, and then both have seen it; False when the game is over."""
        one = next((page for page in self.pages if page.view["must_act"]), None)
        if one is None:
            return False
        turn, legal = one.view["turn"], one.view["legal"]
        begin = time.perf_counter()
        await one.pick(one.view, self.rng.randrange(len(legal)))
        for page in self.pages:
            while page.view["turn"] <= turn:
                await page.next()
        self.times.append(time.perf_counter() - begin)
        self.moves += 1
        return True

    async def close(self) -> None:
        for page in self.pages:
            await page.close()


async def cost(url: str, pid: int, tables: int, seed: int) -> tuple[int, float, float]:
    """(moves, CPU seconds of the server, seconds): a whole game at each table, all at once, first move to last."""
    pairs = [Pair(url, random.Random(seed + i)) for i in range(tables)]
    for pair in pairs:
        await pair.sit()
    before, begin = cpu(pid), time.monotonic()

    async def run(pair: Pair) -> None:
        while await pair.move():
            pass

    await asyncio.gather(*(run(pair) for pair in pairs))
    used, took = cpu(pid) - before, time.monotonic() - begin
    for pair in pairs:
        await pair.close()
    return sum(pair.moves for pair in pairs), used, took


def ours(tables: int, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (url, pid):
        moves, used, took = asyncio.run(cost(url, pid, tables, seed))
    told(f"tepui, {GAME}", moves, used, took)
    return used / moves


def anchor(folder: Path, pairs: int, seconds: float) -> float:
    """boardgame.io relaying a move between two players; nothing is saved."""
    script = str(Path(__file__).parent / "relay.cjs")
    port = str(random.randrange(20000, 30000))
    with subprocess.Popen(["node", script, str(folder), "serve", port], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            server.stdout.readline()
            words = ["node", script, str(folder), "play", port, str(pairs), str(seconds)]
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as players:
                assert players.stdout is not None
                players.stdout.readline()  # begin: everybody is connected and warm
                before, begin = cpu(server.pid), time.monotonic()
                moves = int(players.stdout.readline())
                used, took = cpu(server.pid) - before, time.monotonic() - begin
        finally:
            server.kill()
    told("boardgame.io, relay", moves, used, took)
    return used / moves


def told(who: str, moves: int, used: float, took: float) -> None:
    print(
        f"{who:20} {used / moves * 1e6:6.0f} us of CPU a move  {moves / took:6.0f} moves/s  ({moves} moves)", flush=True
    )


async def load(url: str, pid: int, players: int, rate: float, seconds: float, seed: int) -> None:
    """Many tables at a given rate of moves, with bots thinking beside them."""
    pairs = [Pair(url, random.Random(seed + i)) for i in range(players // 2)]
    for pair in pairs:
        await pair.sit()
    host = Visitor(url)
    await host.get("/api/me")
    for _ in range(10):  # tables of bots alone, which keep the workers busy
        await host.create(game=GAME, seats=4, sit=False, bots=["steady"] * 4, start=True, pace=100)
    stop, every = time.monotonic() + seconds, len(pairs) / rate
    dice = random.Random(seed)
    before, mine, begin = cpu(pid), resource.getrusage(resource.RUSAGE_SELF), time.monotonic()

    async def run(pair: Pair) -> None:
        due = time.monotonic() + dice.random() * every
        while due < stop:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if not await pair.move():
                await pair.sit()
            due = max(due + every, time.monotonic() - every)

    await asyncio.gather(*(run(pair) for pair in pairs))
    used, took = cpu(pid) - before, time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_SELF)
    own = after.ru_utime + after.ru_stime - mine.ru_utime - mine.ru_stime
    times = sorted(one for pair in pairs for one in pair.times)
    print(
        f"{players} players, {len(times) / took:.0f} moves/s: p50 {times[len(times) // 2] * 1e3:.1f} ms, "
        f"p99 {times[int(len(times) * 0.99)] * 1e3:.1f} ms; server {used / took * 100:.0f} % of a core, "
        f"{memory(pid):.0f} MB; the load generator itself {own / took * 100:.0f} %"
    )
    for pair in pairs:
        await pair.close()


async def fill(url: str, rooms: int) -> list[tuple[Visitor, str]]:
    """That many running games, each left alone after its first view."""
    anna = Visitor(url)
    await anna.get("/api/me")
    return [(anna, await anna.create(game=GAME, seats=2, bots=["random"], start=True)) for _ in range(rooms)]


def idle(rooms: int) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--idle", "1000000") as (url, pid):
        before = memory(pid)
        asyncio.run(fill(url, rooms))
        print(f"{rooms} idle rooms in memory: {memory(pid):.0f} MB ({before:.0f} MB without any)")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "--idle", "5") as (url, pid):
        asyncio.run(fill(url, rooms))
        time.sleep(12)
        print(f"{rooms} idle rooms asleep:    {memory(pid):.0f} MB")


def restart(rooms: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with serving(Path(folder)) as (url, _):
            made = asyncio.run(fill(url, rooms))
        begin = time.monotonic()
        with serving(Path(folder)) as (url, _):
            listening = time.monotonic() - begin
            anna, room = random.choice(made)
            anna.url = url

            async def look() -> None:
                page = await anna.open(room)
                await page.next_view()
                await page.close()

            asyncio.run(look())
            print(f"restart with {rooms} running games: listening after {listening:.2f} s, ", end="")
            print(f"first view after {time.monotonic() - begin:.2f} s")


def main() -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--anchor", type=Path, help="folder in which boardgame.io is installed")
    words.add_argument("--load", action="store_true")
    words.add_argument("--players", type=int, default=500)
    words.add_argument("--rate", type=float, default=250)
    words.add_argument("--seconds", type=float, default=30)
    words.add_argument("--idle", type=int, nargs="?", const=10_000)
    words.add_argument("--restart", type=int, nargs="?", const=1000)
    words.add_argument("--seed", type=int, default=random.randrange(10**6))
    said = words.parse_args()
    print(f"seed {said.seed}, load of the machine before: {os.getloadavg()[0]:.1f}")
    if said.load:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (url, pid):
            asyncio.run(load(url, pid, said.players, said.rate, said.seconds, said.seed))
    elif said.idle:
        idle(said.idle)
    elif said.restart:
        restart(said.restart)
    else:
        ratios = []
        for n in range(said.rounds):
            theirs = anchor(said.anchor, said.tables, 6) if said.anchor else 0.0
            mine = ours(said.tables, said.seed + n)
            if theirs:
                ratios.append(mine / theirs)
        if ratios:
            print(f"tepui / boardgame.io: {statistics.median(ratios):.2f} (median of {len(ratios)})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
