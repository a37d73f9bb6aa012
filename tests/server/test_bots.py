"""Bots on the server: in processes of their own, fed with one seat's view, and replaced when they fail."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from headless import Visitor

from tepui.server.app import make_app
from tepui.server.room.bot_turns import Thought
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings


def game_with(start, tmp_path: Path, bot: str, *words: str) -> tuple[dict, dict, str]:
    """Anna against one bot, to the end: the last room, the last view, the server's log."""
    server = start(tmp_path / "data", "--pace", "0", "--bot-seconds", "0.2", *words).start()

    async def evening() -> tuple[dict, dict]:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2, bots=[bot], start=True)
            page = await anna.open(room)
            view = await page.until("view")
            await page.pick(view, 0)
            while not page.view["over"]:
                await page.next(240)
            await page.send(type="hello")
            await page.until("room")
            return page.room, page.view

    room, view = asyncio.run(asyncio.wait_for(evening(), 300))
    return room, view, server.errors()


@pytest.mark.proof(but="crash")
@pytest.mark.parametrize("bot", ["crash", "hang", "rubbish"])
def test_a_bot_that_fails_is_replaced_by_random_and_everybody_is_told(start, tmp_path, bots, bot) -> None:
    room, view, log = game_with(start, tmp_path, bot)
    assert view["over"]
    assert room["seats"][1]["bot"] == "random"
    assert any(f"The bot {bot} failed. A random bot plays on" in line["text"] for line in room["lines"])
    assert "a bot was replaced" in log
    assert room["room"] not in log, "a room's address is an invitation: it stays out of the log"


def test_the_host_says_how_much_memory_a_bot_may_take(start, tmp_path, bots) -> None:
    room, view, log = game_with(start, tmp_path, "greedy", "--bot-memory", "500")
    assert view["over"] and room["seats"][1]["bot"] == "random"
    assert "MemoryError" in log


@pytest.mark.proof
def test_with_more_memory_the_same_bot_plays(start, tmp_path, bots) -> None:
    room, view, _ = game_with(start, tmp_path, "greedy", "--bot-memory", "2000")
    assert view["over"] and room["seats"][1]["bot"] == "greedy"


def test_a_bot_that_fails_once_is_started_again(start, tmp_path, bots) -> None:
    room, view, log = game_with(start, tmp_path, "once")
    assert view["over"] and room["seats"][1]["bot"] == "once"
    assert "a bot failed once" in log


def test_a_bot_sees_its_seats_view_in_a_nice_process_of_its_own(start, tmp_path, bots) -> None:
    room, view, _ = game_with(start, tmp_path, "spy")
    assert view["over"] and room["seats"][1]["bot"] == "spy"
    seen = json.loads((bots / "spy").read_text())
    assert seen["nice"] >= min(19, os.nice(0) + 10) and seen["eye"] == 1
    assert seen["unknown"] == -1, "a bot must not know its own number"
    assert seen["moves"][1] == [16, 10], "the deal of its own number, seen from behind"


def test_a_bot_that_waited_too_long_to_interrupt_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kryptx, four bots: whoever may stop waits as long as the table's pace says, and meanwhile somebody has moved."""

    async def evening() -> list[object]:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        asked: list[object] = []
        monkeypatch.setattr(rooms.bot_pool, "ask", lambda bot, view, *_, **__: asked.append(view.eye))
        new = NewRoom(game="kryptx", seats=4, sit=False, bots=["steady"] * 4, start=True)
        room = await rooms.create("a" * 32, new)
        assert room.session is not None
        room.bot_turns.stop()
        quiet = next(seat for seat in range(4) if not room.session.look(seat).offered())
        await room.bot_turns._think(Thought(quiet, False, []))
        await rooms.close()
        return asked

    assert asyncio.run(evening()) == []
