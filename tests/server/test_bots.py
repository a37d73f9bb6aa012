"""Bots on the server: in processes of their own, fed with one seat's view, and replaced when they fail."""

import asyncio
import os
from pathlib import Path

import pytest

from tepui.server.headless import Visitor

BOTS = '''
import json, os, sys, time

class Crash:
    def rank(self, view, seconds, rng):
        os._exit(3)

class Hang:
    def rank(self, view, seconds, rng):
        time.sleep(3600)

class Rubbish:
    def rank(self, view, seconds, rng):
        return [1.0]

class Once:
    """Crashes the first time, then plays."""
    def rank(self, view, seconds, rng):
        mark = os.environ["TEPUI_TEST_MARK"]
        if not os.path.exists(mark):
            open(mark, "w").close()
            os._exit(3)
        return [0.0] * len(view.codes())

class Spy:
    """Writes down all it can see, how nice it is, and that what it prints disturbs nobody."""
    def rank(self, view, seconds, rng):
        print("a bot that talks")
        with open(os.environ["TEPUI_TEST_MARK"], "w") as out:
            json.dump({"nice": os.nice(0), "eye": view.eye, "moves": view.moves, "pid": os.getpid(),
                       "unknown": view.position.numbers[view.eye]}, out)
        return [0.0] * len(view.codes())
'''


@pytest.fixture
def bots(tmp_path: Path) -> dict[str, str]:
    """A package with bots of all kinds, installed by its entry points alone; the environment that finds it."""
    folder = tmp_path / "packages"
    about = folder / "strange_bots-1.dist-info"
    about.mkdir(parents=True)
    (folder / "strange_bots.py").write_text(BOTS)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1\n")
    names = ("Crash", "Hang", "Rubbish", "Once", "Spy")
    points = "\n".join(f"forehead.{name.lower()} = strange_bots:{name}" for name in names)
    (about / "entry_points.txt").write_text(f"[tepui.bots]\n{points}\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return {"PYTHONPATH": path, "TEPUI_TEST_MARK": str(tmp_path / "mark")}


def game_with(start, tmp_path: Path, env: dict[str, str], bot: str, *words: str) -> tuple[dict, dict, str]:
    """Anna against one bot, to the end: the last room, the last view, the server's log."""
    server = start(tmp_path / "data", "--pace", "0", "--bot-seconds", "0.2", *words, env=env).start()

    async def evening() -> tuple[dict, dict]:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2, bots=[bot], start=True)
            page = await anna.open(room)
            view = await page.until("view")
            await page.pick(view, 0)
            while not page.view["over"]:
                await page.next(60)
            await page.send(type="hello")
            await page.until("room")
            return page.room, page.view

    room, view = asyncio.run(asyncio.wait_for(evening(), 90))
    return room, view, server.errors()


@pytest.mark.parametrize("bot", ["crash", "hang", "rubbish"])
def test_a_bot_that_fails_is_replaced_by_random_and_everybody_is_told(start, tmp_path, bots, bot) -> None:
    room, view, log = game_with(start, tmp_path, bots, bot)
    assert view["over"]
    assert room["seats"][1]["bot"] == "random"
    assert any(f"The bot {bot} failed; random plays on" in line["text"] for line in room["lines"])
    assert "a bot was replaced" in log
    assert room["room"] not in log, "a room's address is an invitation: it stays out of the log"


def test_a_bot_that_fails_once_is_started_again(start, tmp_path, bots) -> None:
    room, view, log = game_with(start, tmp_path, bots, "once")
    assert view["over"] and room["seats"][1]["bot"] == "once"
    assert "a bot failed once" in log


def test_a_bot_sees_its_seats_view_in_a_nice_process_of_its_own(start, tmp_path, bots) -> None:
    import json

    room, view, _ = game_with(start, tmp_path, bots, "spy")
    assert view["over"] and room["seats"][1]["bot"] == "spy"
    seen = json.loads((tmp_path / "mark").read_text())
    assert seen["nice"] >= 10 and seen["eye"] == 1
    assert seen["unknown"] == -1, "a bot must not know its own number"
    assert seen["moves"][1] == [16, 10], "the deal of its own number, seen from behind"
