"""What a move costs the server, from the click until both pages can show it: CPU of its process, bytes, and times.

.venv/bin/python bench/server.py                  CPU per move of each game, in a rush and at the pace of people
.venv/bin/python bench/server.py --anchor DIR     the same beside boardgame.io, installed in DIR (see docs/host.md)
.venv/bin/python bench/server.py --before DIR     the same beside another checkout of Tepui, set up by its own dev.py
.venv/bin/python bench/server.py --load           500 players, 250 moves a second, bots beside them
.venv/bin/python bench/server.py --idle           memory of 10,000 idle rooms
.venv/bin/python bench/server.py --restart        first view after a restart with 1,000 running games

In a rush, 20 tables make each move as soon as both pages have seen the last; at the pace of people, 250 tables make one
a second each. All servers of a row take turns, and a ratio is the median of the ratios of the rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pair import Pair
from thin import Browser, ThinPage, protocol_of

HERE = Path(__file__).resolve().parents[1]
WARM = 2.0  # seconds before a count begins, as in relay.cjs
GAMES = {"lost-code": 45, "kryptx": 65, "roll-and-write": 42}  # picks of a short random game, less ten
PACES = {"rush": (20, 0.0), "pace": (250, 1.0)}  # tables, and seconds between a move that was seen and the next


# ---- servers


@dataclass(frozen=True)
class Tepui:
    """A checkout of Tepui, and how its pages behave."""

    root: Path
    protocol: str
    motion: bool

    @contextmanager
    def serving(self, data: Path, *options: str) -> Iterator[tuple[str, int]]:
        """A server of its own; its address and process number."""
        python = self.root / ".venv/bin/python"
        command = [str(python), "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--no-limits"]
        process = subprocess.Popen(
            [*command, "--data", str(data), *options], cwd=self.root, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.search(r"http://127.0.0.1:\d+", line)
            if not found:
                raise SystemExit(f"Tepui in {self.root} does not start: {line}")
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait()

    def browser(self, url: str) -> Browser:
        return Browser(url, self.protocol, self.motion)

    def pairs(self, url: str, games: list[str], tables: int, seed: int) -> list[Pair]:
        return [
            Pair([self.browser(url), self.browser(url)], games[i % len(games)], random.Random(seed + i))
            for i in range(tables)
        ]


def cpu(pid: int) -> float:
    """Seconds of CPU this process has used, all its threads, in the system too; without its children."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def memory(pid: int) -> float:
    """Megabytes of it that are in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


# ---- what a move costs


@dataclass
class Count:
    """Moves of pages at a server and what they cost it."""

    moves: int = 0
    cpu: float = 0.0  # seconds, of the server's process
    seconds: float = 0.0
    received: int = 0  # bytes, by both pages

    @property
    def micros(self) -> float:
        return self.cpu / self.moves * 1e6

    @contextmanager
    def counting(self, pid: int, pairs: list[Pair]) -> Iterator[None]:
        """Adds what happens meanwhile."""
        self._add(pid, pairs, -1)
        yield
        self._add(pid, pairs, 1)

    def _add(self, pid: int, pairs: list[Pair], sign: int) -> None:
        self.cpu += sign * cpu(pid)
        self.seconds += sign * time.monotonic()
        self.moves += sign * sum(pair.moves for pair in pairs)
        self.received += sign * sum(browser.received for pair in pairs for browser in pair.browsers)


async def rush(pid: int, pairs: list[Pair], seconds: float) -> Count:
    """Game after game at each table, from first moves to last ones.

    New tables are set up between the games, which is not counted: boardgame.io plays on at the same tables for ever.
    """
    count = Count()
    warm = time.monotonic() + WARM
    while count.seconds < seconds:
        await asyncio.gather(*(pair.sit() for pair in pairs))
        counted = count if time.monotonic() > warm else Count()
        with counted.counting(pid, pairs):
            await asyncio.gather(*(pair.play_on() for pair in pairs))
    return count


async def paced(pid: int, pairs: list[Pair], seconds: float, pause: float) -> Count:
    """When the count begins the tables stand anywhere between first moves and last ones; nobody sits down meanwhile."""

    async def prepare(pair: Pair) -> None:
        await pair.sit()
        for _ in range(pair.rng.randrange(GAMES[pair.game])):
            if not await pair.move():
                break

    async def play(pair: Pair) -> None:
        await asyncio.sleep(pair.rng.random() * pause)  # not all at the same moment
        await pair.play_on(pause)

    await asyncio.gather(*(prepare(pair) for pair in pairs))
    playing = [asyncio.create_task(play(pair)) for pair in pairs]
    await asyncio.sleep(max(WARM, 2 * pause))
    count = Count()
    with count.counting(pid, pairs):
        done, still = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in still:
        task.cancel()
    for task in done:
        task.result()  # raises what went wrong
    return count


def ours(tepui: Tepui, game: str, tables: int, pause: float, seconds: float, seed: int) -> Count:
    async def run(url: str, pid: int) -> Count:
        pairs = tepui.pairs(url, [game], tables, seed)
        try:
            return await (paced(pid, pairs, seconds, pause) if pause else rush(pid, pairs, seconds))
        finally:
            for pair in pairs:
                pair.close()

    with tempfile.TemporaryDirectory() as data, tepui.serving(Path(data)) as (url, pid):
        return asyncio.run(run(url, pid))


def theirs(folder: Path, tables: int, pause: float, seconds: float, files: bool) -> Count:
    """boardgame.io relaying one mark between two players: in memory, or with its own file storage."""
    script = str(Path(__file__).parent / "relay.cjs")
    port = str(random.randrange(20000, 30000))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        words = ["node", script, str(folder), "serve", port, *([data] if files else [])]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                if not server.stdout.readline():
                    raise SystemExit(
                        f"boardgame.io does not start; `npm i boardgame.io@0.50 node-persist@3` in {folder}"
                    )
                words = ["node", script, str(folder), "play", port, str(tables), str(seconds), str(pause * 1000)]
                with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as players:
                    assert players.stdout is not None
                    players.stdout.readline()  # begin: everybody is connected and warm
                    before, begin = cpu(server.pid), time.monotonic()
                    moves, alive = map(int, players.stdout.readline().split())
                    count = Count(moves, cpu(server.pid) - before, time.monotonic() - begin)
            finally:
                server.kill()
    if alive < tables:
        print(f"boardgame.io: {tables - alive} of {tables} tables lost a move and stand still")
    return count


# ---- the table of all of them


Row = dict[str, list[Count]]  # by server: a count per round


def compare(said: argparse.Namespace, after: Tepui, before: Tepui | None) -> dict[tuple[str, str], Row]:
    """By game and pace. All games of a round are compared with the same count of boardgame.io."""
    rows: dict[tuple[str, str], Row] = {}
    for n, pace in itertools.product(range(said.rounds), said.only):
        tables, pause = said.tables or PACES[pace][0], PACES[pace][1]
        anchors = {}
        if said.anchor:
            for name, files in (("memory", False), ("files", True)):
                anchors[name] = theirs(said.anchor, tables, pause, said.seconds, files)
                progress(pace, f"boardgame.io, {name}", anchors[name])
        for game in said.games:
            counts = dict(anchors)
            for name, tepui in (("before", before), ("tepui", after)):
                if tepui:
                    counts[name] = ours(tepui, game, tables, pause, said.seconds, said.seed + n)
                    progress(pace, f"{name}, {game}", counts[name])
            for name, count in counts.items():
                rows.setdefault((game, pace), {}).setdefault(name, []).append(count)
    return rows


def progress(pace: str, who: str, count: Count) -> None:
    rate = f"{count.micros:6.0f} us of CPU a move  {count.moves / count.seconds:6.0f} moves/s  ({count.moves} moves)"
    print(f"{pace}  {who:24} {rate}  load {os.getloadavg()[0]:.1f}", flush=True)


def markdown(rows: dict[tuple[str, str], Row]) -> str:
    """Medians of the rounds, with the least and the most; a ratio is ours to theirs."""
    names = {"memory": "boardgame.io in memory", "files": "boardgame.io with files", "before": "before"}
    others = [name for name in names if name in next(iter(rows.values()))]
    head = ["game", "pace", "CPU a move, us", "moves/s", "bytes a move"]
    for name in others:
        head += [f"{names[name]}, us", "ratio"] + (["bytes"] if name == "before" else [])
    lines = [head, ["---"] * len(head)]
    for (game, pace), row in rows.items():
        mine = row["tepui"]
        rate = median(count.moves / count.seconds for count in mine)
        cells = [game, pace, spread(mine), f"{rate:,.0f}", size(mine)]
        for name in others:
            ratio = median(our.micros / their.micros for our, their in zip(mine, row[name], strict=True))
            cells += [spread(row[name]), f"**{ratio:.2f}**"] + ([size(row[name])] if name == "before" else [])
        lines.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def spread(counts: list[Count]) -> str:
    micros = sorted(count.micros for count in counts)
    return f"{median(micros):,.0f} ({micros[0]:,.0f}-{micros[-1]:,.0f})"


def size(counts: list[Count]) -> str:
    return f"{median(count.received / count.moves for count in counts):,.0f}"


# ---- many players, many rooms


async def load(tepui: Tepui, url: str, pid: int, said: argparse.Namespace) -> None:
    """Many tables at a given rate of moves, all games mixed, with bots thinking beside them."""
    pairs = tepui.pairs(url, said.games, said.players // 2, said.seed)
    await asyncio.gather(*(pair.sit() for pair in pairs))
    host = tepui.browser(url)
    for i in range(10):  # tables of bots alone, which keep the workers busy
        game = said.games[i % len(said.games)]
        await host.create_room(game=game, seats=4, sit=False, bots=["steady"] * 4, start=True, pace=100)
    stop, every = time.monotonic() + said.seconds, len(pairs) / said.rate
    dice = random.Random(said.seed)

    async def run(pair: Pair) -> None:
        due = time.monotonic() + dice.random() * every
        while due < stop:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if not await pair.move():
                await pair.sit()
            due = max(due + every, time.monotonic() - every)

    count, mine = Count(), resource.getrusage(resource.RUSAGE_SELF)
    with count.counting(pid, pairs):
        await asyncio.gather(*(run(pair) for pair in pairs))
    after = resource.getrusage(resource.RUSAGE_SELF)
    own = after.ru_utime + after.ru_stime - mine.ru_utime - mine.ru_stime
    times = sorted(one * 1e3 for pair in pairs for one in pair.times)
    print(
        f"{said.players} players, {count.moves / count.seconds:.0f} moves/s: p50 {times[len(times) // 2]:.1f} ms, "
        f"p99 {times[int(len(times) * 0.99)]:.1f} ms; server {count.cpu / count.seconds * 100:.0f} % of a core, "
        f"{memory(pid):.0f} MB; the load generator itself {own / count.seconds * 100:.0f} %"
    )
    for pair in pairs:
        pair.close()


async def fill(browser: Browser, rooms: int) -> list[str]:
    """That many running games, each left alone after its first view."""
    made = [await browser.create_room(game="lost-code", seats=2, bots=["random"], start=True) for _ in range(rooms)]
    browser.close()
    return made


def idle(tepui: Tepui, rooms: int) -> None:
    with tempfile.TemporaryDirectory() as data, tepui.serving(Path(data), "--idle", "1000000") as (url, pid):
        before = memory(pid)
        asyncio.run(fill(tepui.browser(url), rooms))
        print(f"{rooms} idle rooms in memory: {memory(pid):.0f} MB ({before:.0f} MB without any)")
    with tempfile.TemporaryDirectory() as data, tepui.serving(Path(data), "--idle", "5") as (url, pid):
        asyncio.run(fill(tepui.browser(url), rooms))
        time.sleep(12)
        print(f"{rooms} idle rooms asleep:    {memory(pid):.0f} MB")


def restart(tepui: Tepui, rooms: int) -> None:
    async def look(browser: Browser, room: str) -> None:
        seen = asyncio.get_running_loop().create_future()

        def changed(page: ThinPage) -> None:
            if page.turn >= 0 and not seen.done():
                seen.set_result(None)

        page = await browser.open(room, changed)
        await seen
        page.close()

    with tempfile.TemporaryDirectory() as data:
        with tepui.serving(Path(data)) as (url, _):
            browser = tepui.browser(url)
            made = asyncio.run(fill(browser, rooms))
        begin = time.monotonic()
        with tepui.serving(Path(data)) as (url, _):
            listening = time.monotonic() - begin
            browser.url = url
            asyncio.run(look(browser, random.choice(made)))
            print(f"restart with {rooms} running games: listening after {listening:.2f} s, ", end="")
            print(f"first view after {time.monotonic() - begin:.2f} s")


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--anchor", type=Path, help="folder in which boardgame.io is installed")
    words.add_argument("--before", type=Path, help="another checkout of Tepui, to compare with")
    words.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    words.add_argument("--only", nargs=1, choices=list(PACES), default=list(PACES))
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--seconds", type=float, help="of counting; 4, with --load 30")
    words.add_argument("--tables", type=int, help="20 in a rush, 250 at the pace of people")
    words.add_argument("--motion", choices=("on", "off"), default="on", help="do pages show move after move")
    words.add_argument("--protocol", choices=("old", "new", "auto"), default="auto", help="auto: look into the source")
    words.add_argument("--load", action="store_true")
    words.add_argument("--players", type=int, default=500)
    words.add_argument("--rate", type=float, default=250, help="moves a second, of all players")
    words.add_argument("--idle", type=int, nargs="?", const=10_000)
    words.add_argument("--restart", type=int, nargs="?", const=1000)
    words.add_argument("--seed", type=int, default=random.randrange(10**6))
    said = words.parse_args()
    said.seconds = said.seconds or (30.0 if said.load else 4.0)
    return said


def main() -> int:
    said = arguments()

    def checkout(root: Path) -> Tepui:
        return Tepui(root, protocol_of(root) if said.protocol == "auto" else said.protocol, said.motion == "on")

    after, before = checkout(HERE), checkout(said.before.resolve()) if said.before else None
    print(f"seed {said.seed}, {after.protocol} protocol, motion {said.motion}, load of the machine {os.getloadavg()}")
    if said.load or said.idle or said.restart:
        for tepui in (before, after):
            if tepui and said.load:
                with tempfile.TemporaryDirectory() as data, tepui.serving(Path(data)) as (url, pid):
                    asyncio.run(load(tepui, url, pid, said))
            elif tepui and said.idle:
                idle(tepui, said.idle)
            elif tepui:
                restart(tepui, said.restart)
    else:
        print(f"\n{markdown(compare(said, after, before))}\n\nload of the machine at the end {os.getloadavg()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
