"""What a move costs the server: accepted, on disk, seen by the opponent. CPU of its process, and times on the wire.

.venv/bin/python bench/server.py                 CPU per move, The Lost Code, two seats
.venv/bin/python bench/server.py --anchor DIR    the same beside boardgame.io, installed in DIR (see docs/host.md)
.venv/bin/python bench/server.py --anchor DIR --pause 1    at the pace of people; with --files the other one saves too
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

from thin import ThinPage, Told

from tepui.server.headless import Visitor

GAME = "lost-code"
WARM = 2.0  # seconds before a count begins, as relay.cjs has it too
PLAYED = 40  # moves at most at a table when a paced count begins; a game has about fifty


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
    """Seconds of CPU this process has used, all its threads, in the system too; without its children."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def memory(pid: int) -> float:
    """Megabytes of it that are in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


class Pair:
    """Two people at one table; each presses a random button when it is their move."""

    def __init__(self, url: str, rng: random.Random, pause: float = 0.0) -> None:
        self.url, self.rng, self.pause = url, rng, pause  # seconds between a move that was seen and the next
        self.people = [Visitor(url), Visitor(url)]
        self.pages: list[ThinPage] = []
        self.moves = 0
        self.times: list[float] = []
        self._turn = -1  # before the move that is on its way
        self._begin = 0.0
        self._seen: asyncio.Future[None] | None = None
        self.flowing: asyncio.Future[None] | None = None  # plays on by itself until the game is over

    async def sit(self) -> None:
        for person in self.people:
            if not person.cookie:
                await person.get("/api/me")
        room = await self.people[0].create(game=GAME, seats=2)
        self.close()
        self.pages = []
        self._turn, self._seen = -1, asyncio.get_running_loop().create_future()
        self.pages = [await ThinPage.connect(self.url, room, person.cookie, self.heard) for person in self.people]
        self.pages[1].send(type="sit")
        await self._seen

    def heard(self, page: ThinPage, told: Told) -> None:
        if len(self.pages) < 2:
            return
        if told.type == "room" and page is self.pages[0] and self._turn < 0 and told.seats[-1]["kind"] == "person":
            self._turn = 0
            page.send(type="start")
        if told.type != "view" or any(page.view.turn <= self._turn for page in self.pages):
            return
        if self._seen is not None:
            self._seen.set_result(None)
            self._seen = None
        elif self.flowing is not None:
            self._count()
            if self.pause:
                asyncio.get_running_loop().call_later(self.pause, self._go_on)
            else:
                self._go_on()

    def _go_on(self) -> None:
        if self.flowing is not None and not self._go():
            self.flowing.set_result(None)

    def _count(self) -> None:
        self.times.append(time.perf_counter() - self._begin)
        self.moves += 1

    def _go(self) -> bool:
        one = next((page for page in self.pages if page.view.must_act), None)
        if one is None:
            return False
        self._turn, self._begin = one.view.turn, time.perf_counter()
        one.send(type="pick", turn=one.view.turn, pick=self.rng.randrange(len(one.view.legal)))
        return True

    async def move(self) -> bool:
        """One move: sent by one, and then both have seen it; False when the game is over."""
        self._seen = seen = asyncio.get_running_loop().create_future()
        if not self._go():
            self._seen = None
            return False
        await seen
        self._count()
        return True

    async def play_on(self) -> None:
        """Move after move to the end of the game, each as soon as both have seen the last."""
        self.flowing = asyncio.get_running_loop().create_future()
        if self._go():
            await self.flowing
        self.flowing = None

    def close(self) -> None:
        for page in self.pages:
            page.close()


async def cost(url: str, pid: int, tables: int, seconds: float, seed: int) -> tuple[int, float, float]:
    """(moves, CPU seconds of the server, seconds): game after game at each table, from first moves to last ones.

    Like the other server it is warm when the count begins. New tables are set up between the games, which is not
    counted: the other one plays on at the same tables for ever.
    """
    pairs = [Pair(url, random.Random(seed + i)) for i in range(tables)]
    moves, used, took = 0, 0.0, 0.0
    warm = time.monotonic() + WARM
    while took < seconds:
        for pair in pairs:
            await pair.sit()
        before, begin, made = cpu(pid), time.monotonic(), sum(pair.moves for pair in pairs)
        await asyncio.gather(*(pair.play_on() for pair in pairs))
        if begin > warm:
            used += cpu(pid) - before
            took += time.monotonic() - begin
            moves += sum(pair.moves for pair in pairs) - made
    for pair in pairs:
        pair.close()
    return moves, used, took


async def cost_at(url: str, pid: int, tables: int, seconds: float, seed: int, pause: float) -> tuple[int, float, float]:
    """The same at the pace of people, who move so many seconds after they have seen the last move.

    When the count begins the tables stand anywhere between first moves and last ones; nobody sits down meanwhile.
    """
    pairs = [Pair(url, random.Random(seed + i), pause) for i in range(tables)]

    async def flow(pair: Pair) -> None:
        await asyncio.sleep(pair.rng.random() * pause)  # not all at the same moment
        await pair.play_on()

    for pair in pairs:
        await pair.sit()
        for _ in range(pair.rng.randrange(PLAYED)):
            if not await pair.move():
                break
    flows = [asyncio.ensure_future(flow(pair)) for pair in pairs]
    await asyncio.sleep(max(WARM, 2 * pause))
    before, begin, made = cpu(pid), time.monotonic(), sum(pair.moves for pair in pairs)
    await asyncio.sleep(seconds)
    used, took = cpu(pid) - before, time.monotonic() - begin
    moves = sum(pair.moves for pair in pairs) - made
    for one in flows:
        one.cancel()
    for pair in pairs:
        pair.close()
    return moves, used, took


def ours(tables: int, seconds: float, seed: int, pause: float) -> float:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (url, pid):
        if pause:
            moves, used, took = asyncio.run(cost_at(url, pid, tables, seconds, seed, pause))
        else:
            moves, used, took = asyncio.run(cost(url, pid, tables, seconds, seed))
    told(f"tepui, {GAME}", moves, used, took)
    return used / moves


def anchor(folder: Path, pairs: int, seconds: float, pause: float, files: Path | None) -> float:
    """boardgame.io relaying a move between two players; nothing is saved, unless there is a folder for its files."""
    script = str(Path(__file__).parent / "relay.cjs")
    port = str(random.randrange(20000, 30000))
    words = ["node", script, str(folder), "serve", port, *([str(files)] if files else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            if not server.stdout.readline():
                raise SystemExit(f"boardgame.io does not start; `npm i boardgame.io@0.50 node-persist@3` in {folder}")
            words = ["node", script, str(folder), "play", port, str(pairs), str(seconds), str(pause * 1000)]
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as players:
                assert players.stdout is not None
                players.stdout.readline()  # begin: everybody is connected and warm
                before, begin = cpu(server.pid), time.monotonic()
                moves = int(players.stdout.readline())
                used, took = cpu(server.pid) - before, time.monotonic() - begin
        finally:
            server.kill()
    told("boardgame.io, files" if files else "boardgame.io, relay", moves, used, took)
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
        pair.close()


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
    words.add_argument("--pause", type=float, default=0.0, help="seconds between a move that was seen and the next")
    words.add_argument("--files", action="store_true", help="boardgame.io saves too: its own file storage")
    words.add_argument("--load", action="store_true")
    words.add_argument("--players", type=int, default=500)
    words.add_argument("--rate", type=float, default=250)
    words.add_argument("--seconds", type=float, help="of counting; 6, with --load 30")
    words.add_argument("--idle", type=int, nargs="?", const=10_000)
    words.add_argument("--restart", type=int, nargs="?", const=1000)
    words.add_argument("--seed", type=int, default=random.randrange(10**6))
    said = words.parse_args()
    said.seconds = said.seconds or (30.0 if said.load else 6.0)
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
            theirs = 0.0
            if said.anchor:
                with tempfile.TemporaryDirectory() as files:
                    theirs = anchor(
                        said.anchor, said.tables, said.seconds, said.pause, Path(files) if said.files else None
                    )
            mine = ours(said.tables, said.seconds, said.seed + n, said.pause)
            if theirs:
                ratios.append(mine / theirs)
        if ratios:
            print(f"tepui / boardgame.io: {statistics.median(ratios):.2f} (median of {len(ratios)})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
