"""Proves that memory comes back: 5,000 tables and 2,000 idle pages come and go, again and again.

    python3 dev.py proofs memory [--tables 5000] [--pages 2000] [--waves 3] [--idle 300]

Each wave sets up so many tables with a running game, opens the pages, and lets all of them go. What the system has
given the server is printed before, with all of them there, and when no table is in memory any more. The first wave
shows what is needed; every further one must find room in what the first has left.
"""

import argparse
import asyncio
import re
import resource
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from headless import Visitor
from server.conftest import Running

GAMES = ("lost-code", "kryptx", "roll-and-write")
MORE = 1.1  # of the first wave's memory: pieces do not fit exactly


def megabytes(server: Running) -> float:
    assert server.process is not None
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1000


async def counted(visitor: Visitor, name: str) -> int:
    found = re.search(
        rb"(?m)^tepui_%s(?:\{[^}]*\})? (\S+)$" % name.encode(),
        await asyncio.to_thread(visitor.fetch, "GET", "/metrics"),
    )
    assert found, name
    return int(float(found[1]))


async def wave(server: Running, tables: int, pages: int) -> tuple[float, float]:
    """With all of them there, and when they have left."""
    visitor = Visitor(f"http://127.0.0.1:{server.port}")
    await visitor.get("/api/me")
    rooms: list[str] = []

    async def set_up(first: int) -> None:
        new = {"seats": 2, "bots": ["random"], "start": True, "pace": 10_000}
        rooms.extend([await visitor.create(game=GAMES[at % 3], **new) for at in range(first, tables, 4)])

    await asyncio.gather(*map(set_up, range(4)))
    for at in range(pages):
        await visitor.open(rooms[at % len(rooms)])  # a page that reads, and answers the server's pings
    await asyncio.sleep(5)
    most, awake = megabytes(server), await counted(visitor, "rooms_in_memory")
    print(f"{awake} tables in memory, {await counted(visitor, 'sockets')} pages: {most:.0f} MB", flush=True)
    if awake < tables:
        print("some tables have left already, so the waves differ: give --idle more seconds", flush=True)
    await asyncio.gather(*(page.close() for page in visitor.pages))
    while await counted(visitor, "rooms_in_memory"):
        await asyncio.sleep(1)
    await asyncio.sleep(3)
    return most, megabytes(server)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=5000)
    words.add_argument("--pages", type=int, default=2000)
    words.add_argument("--waves", type=int, default=3)
    words.add_argument(
        "--idle", type=int, default=300, help="seconds until a table leaves. Longer than the set-up takes"
    )
    asked = words.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * asked.pages + 1000), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder) / "data", "--no-limits", "--idle", str(asked.idle))
        server.start()
        found = []
        try:
            print(f"at the start: {megabytes(server):.0f} MB", flush=True)
            for number in range(1, asked.waves + 1):
                found.append(asyncio.run(wave(server, asked.tables, asked.pages)))
                most, left = found[-1]
                print(f"wave {number}: {most:.0f} MB with all of them, {left:.0f} MB when they have left", flush=True)
        finally:
            server.stop()
    (first, left), (last, after) = found[0], found[-1]
    return 0 if last <= MORE * first and after <= MORE * left and after < last else 1


if __name__ == "__main__":
    raise SystemExit(main())
