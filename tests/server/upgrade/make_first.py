"""Makes the database of the first server that had one, with that server's own code: see README.md beside this file.

Run it with the Python of an environment in which that old Tepui is installed; it knows nothing of the Tepui of today.
"""

import asyncio
import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random
from typing import Any

from tepui.server.headless import Page, Visitor

GAMES = ("lost-code", "kryptx", "roll-and-write")


async def room_where(page: Page, true: Any) -> dict[str, Any]:
    while not (page.room and true(page.room)):
        await page.until("room")
    return page.room


async def play(pages: list[Page], rng: Random, moves: int) -> None:
    """So many decisions of people, or until the game is over: then all have seen the same moves."""
    made = 0

    async def one(page: Page) -> None:
        nonlocal made
        while not page.view:
            await page.until("view")
        while not page.view["over"] and made < moves:
            if page.view["must_act"]:
                made += 1
                await page.pick(page.view, rng.randrange(len(page.view["legal"])))
            with contextlib.suppress(TimeoutError):  # another has made the last of them
                await page.until("view", 5)

    await asyncio.gather(*map(one, pages))
    for page in pages:  # what the bots have done since
        with contextlib.suppress(TimeoutError):
            while not page.view["over"]:
                await page.until("view", 2)
    assert len({page.view["turn"] for page in pages}) == 1


async def table(anna: Visitor, ben: Visitor, game: str) -> tuple[Page, Page]:
    """Anna, Ben, and a bot."""
    room = await anna.create(game=game, seats=3, bots=["random"], pace=0)
    one, two = await anna.open(room), await ben.open(room)
    await two.send(type="sit", word="umbrella")
    await room_where(one, lambda told: sum(seat["kind"] == "person" for seat in told["seats"]) == 2)
    await one.send(type="start")
    await room_where(two, lambda told: told["started"])
    return one, two


async def evening(url: str) -> dict[str, Any]:
    rng, told = Random(469136), {"rooms": {}, "people": {}}
    async with Visitor(url) as anna, Visitor(url, "de") as ben:
        for visitor, name in ((anna, "Anna"), (ben, "Ben")):
            await visitor.post("/api/me", {"name": name})
            told["people"][name] = visitor.cookie
        for game in GAMES:
            for state, moves in (("over", 10_000), ("running", 6)):
                one, two = await table(anna, ben, game)
                await one.send(type="say", text=f"Good luck at {game}!")
                await two.send(type="note", marks={"sheet": [1, 2, game]})
                await play([one, two], rng, moves)
                last = one.view
                told["rooms"][f"{game} {state}"] = {
                    "room": one.id,
                    "code": one.room["code"],
                    "turn": last["turn"],
                    "scores": last["scores"],
                    "places": last["places"],
                    "journal": len(last["journal"]),
                    "views": {name: page.view["picture"] for name, page in (("Anna", one), ("Ben", two))},
                }
                await one.close()
                await two.close()
        waiting = await anna.create(game="kryptx", seats=4, public=True)
        told["rooms"]["kryptx waiting"] = {"room": waiting}
    return told


def main(to: Path) -> None:
    data = to / "data"
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    with subprocess.Popen([*command, "--no-limits"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
        try:
            assert found
            told = asyncio.run(evening(found[0]))
            backup = [sys.executable, "-m", "tepui.cli", "backup", "--data", str(data), str(to / "backup.tar.gz")]
            subprocess.run(backup)  # while it runs; the very first server has no such command, and says so
        finally:
            server.terminate()
    with sqlite3.connect(data / "tepui.sqlite") as file:
        told["schema"] = file.execute("SELECT version FROM tepui_schema").fetchone()[0]
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.execute("VACUUM")
    (data / "told.json").write_text(json.dumps(told))
    with tarfile.open(to / "first.tar.gz", "w:gz") as tar:
        for name in ("tepui.sqlite", "key", "told.json"):
            tar.add(data / name, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
