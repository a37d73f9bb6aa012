"""How long one page of a history takes when a device has thousands of finished games, beside the first page of one.

.venv/bin/python bench/history.py [N]

One game of Kryptx is played to its end and its result copied N times in the database; the server starts on it, and the
first page, a page in the middle, a page of one game and the statistics are asked for 20 times over HTTP.
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
from people import finish  # type: ignore[import-not-found]  # noqa: E402

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 5000


def copied(folder: Path, room: str, games: int) -> None:
    with sqlite3.connect(folder / "tepui.sqlite") as base:
        for table, key in {"rooms": "id", "results": "room", "sitters": "room", "reviews": "room"}.items():
            columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
            rest = ", ".join(one for one in columns if one != key)
            insert = f"INSERT INTO {table} ({key}, {rest}) SELECT ?, {rest} FROM {table} WHERE {key} = ?"  # noqa: S608
            base.executemany(insert, [(f"copy{n:05}", room) for n in range(1, games)])
        ended = [(1_700_000_000 + 600 * n, f"copy{n:05}") for n in range(1, games)]
        base.executemany("UPDATE results SET ended = ? WHERE room = ?", ended)


def measured(games: int) -> dict[str, float]:
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder, kept = Path(name), []

        async def begin(site: Site) -> None:
            async with Visitor(site.url) as anna:
                room = await anna.create(game="kryptx", seats=3, bots=["casual"] * 2, start=True)
                await finish(await anna.open(room))
                while not (await anna.get("/api/statistics"))["of"][0]["reviewed"]:
                    await asyncio.sleep(0.05)
                kept.extend([anna.cookie, room])

        async def look(site: Site) -> None:
            anna = Visitor(site.url)
            anna.cookie = kept[0]
            middle = f"{1_700_000_000 + 600 * (games // 2)}-x"
            paths = {
                "first page": "/api/history",
                "middle": f"/api/history?before={middle}",
                "one game": "/api/history?game=kryptx",
                "statistics": "/api/statistics",
                "CSV": "/api/history/export?form=csv",
            }
            for what, path in paths.items():
                times = []
                for _ in range(20):
                    begun = time.perf_counter()
                    await asyncio.to_thread(anna.fetch, "GET", path)
                    times.append((time.perf_counter() - begun) * 1000)
                found[what] = median(times)

        serve(folder, begin, limited=False)
        copied(folder, kept[1], games)
        serve(folder, look, limited=False)
    return found


if __name__ == "__main__":
    few, many = measured(30), measured(GAMES)
    for what, ms in many.items():
        print(f"{what:12} {ms:7.1f} ms with {GAMES:,} games, {few[what]:5.1f} ms with 30: {ms / few[what]:.1f} times")
