"""What watchers see later: never a moment too early, and everything in the end; the clock is moved by hand."""

import asyncio
import json
from typing import Any

import pytest
from headless import Page, Visitor
from headless import Refused as No
from own_server import Site, serve
from people import play_picks, refused, room_where
from test_one_device import plain, quiet

from tepui.server.room import orders as standing
from tepui.server.room.change import Change
from tepui.server.room.chat import Said
from tepui.testing import HandTime

MINUTE: dict[str, Any] = {"type": "delay", "seconds": 60}


def watched(tmp_path, play, **new: Any) -> None:
    """Anna plays against a bot, Zoe watches."""
    time = HandTime()

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as zoe:
            room = await anna.create(
                **{"game": "lost-code", "seats": 2, "bots": ["random"], "pace": 0, "start": True, **new}
            )
            host, watcher = await anna.open(room), await zoe.open(room)
            for page in (host, watcher):
                await page.until("view")
            await play(site, time, host, watcher)

    serve(tmp_path, evening, time, limited=False)


async def settled(site: Site, host: Page) -> Any:
    room = site.app.state.site.rooms.loaded[host.id]
    while room.bot_turns.busy or room.lock.locked():
        await asyncio.sleep(0.001)
    return room


def moves(page: Page) -> int:
    return int(page.moments[-1]["n"])


async def press(site: Site, host: Page) -> int:
    """Anna's first choice, and what the bot answers; how many moves there are then."""
    room = await settled(site, host)
    async with room.lock:
        await play_picks(room, 0, room.session.turn, [0])
    await settled(site, host)
    return len(room.session.table.moves)


async def silent(watcher: Page) -> None:
    """Nothing comes, also not after an answer."""
    assert [len(await quiet(watcher)) for _ in range(3)] == [1, 1, 1]


async def everything(watcher: Page) -> int:
    """How many moves a page is shown that is loaded again."""
    page = await watcher.visitor.open(watcher.id)
    await page.until("view")
    seen = moves(page)
    await page.close()
    return seen


def test_a_watcher_sees_a_moment_when_it_is_due_and_nothing_at_all_before(tmp_path) -> None:
    async def play(site: Site, time: HandTime, host: Page, watcher: Page) -> None:
        known = len((await settled(site, host)).session.table.moves)
        while moves(watcher) < known:
            await watcher.until("view")
        await host.send(**MINUTE)
        await room_where(watcher, lambda room: room["delay"] == 60)
        await room_where(host, lambda room: "one minute later" in str(room["lines"]))
        assert "Only the host" in await refused(watcher, type="delay", seconds=0)
        assert "at once, or 15" in await refused(host, type="delay", seconds=7)
        await quiet(watcher)
        there = await press(site, host)
        assert there > known
        await silent(watcher)  # not even that something has happened
        assert await everything(watcher) == known  # a page that is loaded again sees no more
        replay = await watcher.visitor.get(f"/api/rooms/{host.id}/replay")
        assert replay["moves"] == known
        assert await asyncio.to_thread(lines_of_plain, watcher) <= known
        await time.passed(59)
        assert not any('"type":"view"' in text for text in await quiet(watcher))
        await time.passed(2)
        while moves(watcher) < there:
            await watcher.until("view")
        assert moves(watcher) == there == await everything(watcher)
        there = await press(site, host)
        await host.send(type="delay", seconds=0)
        while moves(watcher) < there:
            await watcher.until("view")

    watched(tmp_path, play)


def test_no_message_says_too_early_that_a_move_was_taken_back_or_an_order_has_acted(tmp_path) -> None:
    async def play(site: Site, time: HandTime, host: Page, watcher: Page) -> None:
        await host.send(**MINUTE)
        await room_where(watcher, lambda room: room["delay"] == 60)
        room = await settled(site, host)
        await press(site, host)
        await quiet(watcher)
        await host.send(type="order", order="leave")
        await quiet(host)
        line = (None, Said(0, standing.DONE, things={"name": "Anna"}, order="leave"))
        async with room.lock:
            rows = room.session.pick(0, room.session.turn, [0])
            await room.commit(Change(rows=rows, lines=(line,)))  # as an order that acts
        await settled(site, host)
        await room_where(host, lambda room: "standing order" in str(room["lines"]))
        await host.send(type="take_back")
        await quiet(host)
        await settled(site, host)
        await silent(watcher)
        await time.passed(61)
        await room_where(watcher, lambda room: "standing order" in str(room["lines"]))
        await watcher.send(type="hello", language="en")  # who loads the page again gets all that there is
        await watcher.until("room")

    watched(tmp_path, play, clock="day")


def lines_of_plain(watcher: Page) -> int:
    return plain(watcher.visitor, f"/plain/t/{watcher.id}").count("<li value=")


def test_the_end_the_result_and_the_record_come_later_too(tmp_path) -> None:
    async def play(site: Site, time: HandTime, host: Page, watcher: Page) -> None:
        await host.send(**MINUTE)
        await room_where(watcher, lambda room: room["delay"] == 60)
        room = await settled(site, host)
        while not room.state.over:
            await press(site, host)
        await room_where(host, lambda room: room["over"])
        assert not watcher.room["over"] and watcher.room["record"] is None
        for path in ("record", "replay?eye=all", "review", "what-if"):
            with pytest.raises(No):
                await watcher.visitor.get(f"/api/rooms/{host.id}/{path}")
        await quiet(watcher)
        page = await watcher.visitor.open(watcher.id)
        await page.until("view")
        assert page.view["eye"] == "audience" and not page.room["over"] and not page.view.get("over"), (
            page.view["eye"],
            page.room["over"],
        )
        assert not page.clock
        await time.passed(61)
        await room_where(page, lambda room: room["over"] and room["record"])
        while page.view["eye"] != "all":
            await page.until("view")
        assert moves(page) == len(room.session.table.moves)
        assert await watcher.visitor.get(f"/api/rooms/{host.id}/replay?eye=all")

    watched(tmp_path, play, game="roll-and-write", clock="relaxed")


def test_what_is_said_comes_later_and_ones_own_words_at_once(tmp_path) -> None:
    async def play(site: Site, time: HandTime, host: Page, watcher: Page) -> None:
        await host.send(**MINUTE)
        await room_where(watcher, lambda room: room["delay"] == 60)
        await host.send(type="say", text="My blue one is a seven")
        await watcher.send(type="say", text="Hello")
        await room_where(watcher, lambda room: "Hello" in str(room["lines"]))
        assert "seven" not in json.dumps(watcher.room)
        await time.passed(61)
        await room_where(watcher, lambda room: "seven" in str(room["lines"]))

    watched(tmp_path, play)


def test_after_a_restart_nothing_is_seen_too_early(tmp_path) -> None:
    known: dict[str, Any] = {}

    async def before(site: Site, time: HandTime, host: Page, watcher: Page) -> None:
        await host.send(**MINUTE)
        await room_where(watcher, lambda room: room["delay"] == 60)
        known.update(id=host.id, cookie=watcher.visitor.cookie, moves=await press(site, host))

    watched(tmp_path, before)
    time = HandTime()

    async def afterwards(site: Site) -> None:
        async with Visitor(site.url) as zoe:
            zoe.cookie = known["cookie"]
            page = await zoe.open(known["id"])
            await page.until("view")
            assert moves(page) == 0
            await time.passed(61)
            while moves(page) < known["moves"]:
                await page.until("view")

    serve(tmp_path, afterwards, time, limited=False)
