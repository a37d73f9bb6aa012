"""What a move costs on PostgreSQL, with one process and with two: CPU of servers, of PostgreSQL, and of this program.

    .venv/bin/python bench/processes.py --seconds 4 --tables 20

Tables of two people make each move as soon as both pages have seen the last. *Spread*: both at one process, every other
table at the next. *Split*: the two at different processes. A PostgreSQL of its own is started and thrown away.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "server"))

from conftest import Running  # type: ignore[import-not-found]
from headless import Page, Visitor  # type: ignore[import-not-found]
from postgres import Postgres  # type: ignore[import-not-found]

TICK = os.sysconf("SC_CLK_TCK")


def cpu(pid: int) -> float:
    """Seconds of this process and of those that it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICK


def family(pid: int) -> list[int]:
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [pid, *map(int, said.split())]


async def table(urls: list[str], game: str) -> list[Page]:
    anna, ben = (Visitor(url) for url in urls)
    for one in (anna, ben):
        await one.get("/api/me")
    room = await anna.create(game=game, seats=2)
    host, guest = await anna.open(room), await ben.open(room)
    await guest.send(type="sit")
    while not all(seat["kind"] == "person" for seat in host.room.get("seats", [{"kind": ""}])):
        await host.until("room")
    await host.send(type="start")
    await asyncio.gather(host.until("view"), guest.until("view"))
    return [host, guest]


async def play(urls: list[str], game: str, moves: list[int], until: list[float]) -> None:
    while time.monotonic() < until[0]:
        pages = await table(urls, game)
        while time.monotonic() < until[0] and not pages[0].view["over"]:
            turn = max(page.view["turn"] for page in pages)
            for page in pages:
                while page.view["turn"] < turn:
                    await page.until("view")
            mover = next((page for page in pages if page.view["must_act"]), None)
            if mover is None:
                break
            await mover.pick(mover.view, 0)
            for page in pages:
                while page.view["turn"] <= turn:
                    await page.until("view")
            moves[0] += 1
        for page in pages:
            await page.close()


async def count(urls: list[str], split: bool, said: argparse.Namespace, pids: list[int], root: int) -> str:
    moves, until = [0], [time.monotonic() + 1e9]
    places = [urls if split else [urls[at % len(urls)]] * 2 for at in range(said.tables)]
    if split:
        places = [place if at % 2 else place[::-1] for at, place in enumerate(places)]
    playing = [asyncio.create_task(play(place, said.game, moves, until)) for place in places]
    while moves[0] < 5 * said.tables:  # all are warm
        await asyncio.sleep(0.1)
        for task in playing:
            if task.done():
                task.result()
    base = family(root)  # its connections are open by now
    before, first, begun = moves[0], [sum(map(cpu, some)) for some in (pids, base, [os.getpid()])], time.monotonic()
    await asyncio.sleep(said.seconds)
    made, went_by = moves[0] - before, time.monotonic() - begun
    used = [sum(map(cpu, some)) - then for some, then in zip((pids, base, [os.getpid()]), first, strict=True)]
    until[0] = 0
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return f"{made / went_by:,.0f} | " + " | ".join(f"{1e6 * one / made:,.0f}" for one in used)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=20)
    words.add_argument("--seconds", type=float, default=4.0)
    words.add_argument("--game", default="lost-code")
    said = words.parse_args()
    print("| where | moves/s | servers, us a move | PostgreSQL, us | this program, us |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        postgres = Postgres()
        ending.callback(postgres.close)

        def servers(n: int, *options: str) -> list[Running]:
            made = [Running(Path(folder) / f"{n}{at}" / "data", "--no-limits", *options) for at in range(n)]
            for one in made:
                one.data.parent.mkdir(parents=True, exist_ok=True)
                one.start()
            return made

        def row(title: str, running: list[Running], split: bool = False) -> None:
            pids = [one.process.pid for one in running if one.process is not None]
            told = asyncio.run(count([one.url for one in running], split, said, pids, postgres.process.pid))
            print(f"| {title} | {told} |", flush=True)

        alone = servers(1)
        row("SQLite, one process", alone)
        alone[0].stop()
        address = postgres.database()
        one = servers(1, "--database", address)
        row("PostgreSQL, one process", one)
        one[0].stop()
        two = servers(2, "--database", address)
        row("PostgreSQL, two processes, tables spread", two)
        row("PostgreSQL, two processes, players split", two, split=True)
        for each in two:
            each.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
