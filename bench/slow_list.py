"""How long the home page waits for its list when one device has 2,000 slow games.

.venv/bin/python bench/slow_list.py [N]

One game is played for a few moves and copied N times in the database, half of them with this device to move; the server
starts on it, and the list is asked for 20 times, over HTTP, by one page.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests" / "server")]

from headless import Visitor  # type: ignore[import-not-found]  # noqa: E402
from own_server import Site, serve  # type: ignore[import-not-found]  # noqa: E402

TABLES = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
COPY = {"rooms": "id", "moves": "room", "sitters": "room"}


def copied(folder: Path, room: str) -> None:
    """The same game under other names."""
    with sqlite3.connect(folder / "tepui.sqlite") as base:
        for table, key in COPY.items():
            columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
            rest = ", ".join(one for one in columns if one != key)
            for n in range(1, TABLES):
                insert = f"INSERT INTO {table} ({key}, {rest}) SELECT ?, {rest} FROM {table} WHERE {key} = ?"  # noqa: S608
                base.execute(insert, (f"copy{n}", room))
        row = base.execute("SELECT due, stamp, clocks FROM turns WHERE room = ?", [room]).fetchone()
        for n in range(1, TABLES):
            waiting = "0" if n % 2 else ""
            base.execute("INSERT INTO turns VALUES (?, ?, ?, ?, ?)", (f"copy{n}", waiting, *row))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, cookie = Path(name), ""

        async def begin(site: Site) -> None:
            nonlocal cookie
            async with Visitor(site.url) as anna:
                room = await anna.create(game="lost-code", seats=3, bots=["random"] * 2, start=True, clock="three_days")
                page = await anna.open(room)
                while not page.view.get("must_act"):
                    await page.next_view()
                cookie = f"{anna.cookie} {room}"

        async def look(site: Site) -> None:
            async with Visitor(site.url) as anna:
                anna.cookie = cookie.split()[0]
                times = []
                for _ in range(20):
                    begun = time.perf_counter()
                    data = await asyncio.to_thread(anna.fetch, "GET", "/api/mine")
                    times.append((time.perf_counter() - begun) * 1000)
                listed = await anna.get("/api/mine")
                mine = sum(one["your_move"] for one in listed)
                print(f"{len(listed)} games, {mine} with a move to make, {len(data):,} bytes")
                print(f"median {median(times):.0f} ms, slowest {max(times):.0f} ms, first {times[0]:.0f} ms")

        serve(folder, begin, limited=False)
        copied(folder, cookie.split()[1])
        serve(folder, look, limited=False)


if __name__ == "__main__":
    main()
