"""Standing orders: theirs alone who gave them, carried out like a move, and ended by whatever nobody could expect."""

import asyncio
import json
from typing import Any

import pytest
from headless import Page, Visitor
from own_server import Site, serve
from people import refused, room_where
from test_clocks import table_of_two
from test_one_device import quiet

from tepui.core import find, orders
from tepui.core.record import parse
from tepui.core.verify import verify
from tepui.server.room import orders as standing

SLOW: dict[str, Any] = {"clock": "day", "pace": 0}


def played(tmp_path, play) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            await play(site, anna, ben)

    serve(tmp_path, evening, limited=False)


def mine(page: Page) -> dict[str, dict]:
    return {one["order"]: one for one in page.room["you"]["orders"]}


async def give(page: Page, name: str, on: bool = True) -> None:
    await page.send(type="order", order=name, on=on)
    await room_where(page, lambda room: any(o["order"] == name and o["given"] == on for o in room["you"]["orders"]))


def whose(one: Page, two: Page) -> tuple[Page, Page]:
    """Who is asked, and who is not."""
    return (one, two) if one.view["must_act"] else (two, one)


async def press(page: Page, do: str) -> None:
    """The first choice of this kind, and everything that follows until another is asked."""
    while not any(one["action"]["do"] == do for one in page.view["legal"]):
        await page.until("view")
    at = next(n for n, one in enumerate(page.view["legal"]) if one["action"]["do"] == do)
    await page.pick(page.view, at)
    await page.until("view")


def test_an_order_is_its_owners_alone_until_it_acts_and_is_told_as_what_it_is(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        asked, other = whose(*await table_of_two(anna, ben, **SLOW))
        await quiet(asked)
        await quiet(other)
        assert [one["text"] for one in asked.room["you"]["orders"]][2] == "Keep every roll."
        await give(other, "middle")
        assert len(await quiet(asked)) == 1  # the answer, and nothing at all: not even a message that says nothing
        assert mine(other)["middle"]["given"] and not mine(asked)["middle"]["given"]
        await press(asked, "keep")
        await press(asked, "guess")
        await room_where(asked, lambda room: any("standing order" in line["text"] for line in room["lines"]))
        [line] = [one for one in asked.room["lines"] if "standing order" in one["text"]]
        name = other.room["you"]["name"]
        assert line["name"] is None and line["text"] == (
            f"A standing order of {name}: Guess with the widest wheel that is free, around the middle."
        )
        assert mine(other)["middle"]["given"]  # it goes on
        await give(other, "middle", on=False)  # one tap
        await other.send(type="hello", language="de")
        await room_where(other, lambda room: "breitesten freien Scheibe" in str(room["lines"]))

    played(tmp_path, play)


def test_only_in_a_slow_game_and_only_what_is_offered(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, _ = await table_of_two(anna, ben, clock="quick")
        assert one.room["you"]["orders"] == []
        assert "no such standing order" in await refused(one, type="order", order="keep")
        one, _two = await table_of_two(anna, ben, **SLOW)
        assert "no such standing order" in await refused(one, type="order", order="win")
        async with Visitor(site.url) as zoe:
            watcher = await zoe.open(one.id)
            await watcher.until("room")
            assert "no seat" in await refused(watcher, type="order", order="keep")
            assert watcher.room["you"]["orders"] == []

    played(tmp_path, play)


def test_a_take_back_ends_all_orders_and_their_owners_alone_hear_it(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, **SLOW)
        asked, other = whose(one, two)
        await give(other, "middle")
        await press(asked, "keep")
        await asked.send(type="take_back")
        await room_where(other, lambda room: mine(other)["middle"]["ended"] or room["asked"])
        if other.room["asked"]:
            await other.send(type="answer", yes=True)
            await room_where(other, lambda room: mine(other)["middle"]["ended"])
        await press(asked, "keep")
        await press(asked, "guess")
        while not other.view["must_act"]:
            await other.until("view")
        room = site.app.state.site.rooms.loaded[one.id]
        seat = other.room["you"]["seat"]
        assert standing.due(room, seat) is None and not room.bot_turns.busy
        assert other.view["legal"][0]["action"]["do"] == "guess"  # asked, and nothing was done for them
        await give(other, "middle")  # given again, it counts, and acts at once
        await room_where(asked, lambda room: any("standing order" in line["text"] for line in room["lines"]))

    played(tmp_path, play)


def test_orders_survive_a_restart_and_act_then(tmp_path) -> None:
    known: dict[str, Any] = {}

    async def before(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, game="roll-and-write", **SLOW)
        _asked, other = whose(one, two)
        await give(other, "write-2")
        known.update(id=one.id, cookie=(ben if other is two else anna).cookie)

    async def afterwards(site: Site, anna: Visitor, ben: Visitor) -> None:
        anna.cookie = known["cookie"]
        page = await anna.open(known["id"])
        await room_where(page, lambda room: room["you"]["orders"])
        assert mine(page)["write-2"] | {"text": ""} == {"order": "write-2", "text": "", "given": True, "ended": False}

    played(tmp_path, before)
    played(tmp_path, afterwards)


def test_who_leaves_takes_their_orders_along(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        _one, two = await table_of_two(anna, ben, **SLOW)
        await give(two, "keep")
        await two.send(type="leave")
        await room_where(two, lambda room: room["you"]["kept"] is not None)
        await two.send(type="sit")
        await room_where(two, lambda room: room["you"]["seat"] is not None)
        assert not any(one["given"] or one["ended"] for one in two.room["you"]["orders"])

    played(tmp_path, play)


def test_a_whole_game_by_orders_is_a_record_that_verifies(tmp_path) -> None:
    """Two people who have ordered everything press only what no order does."""

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, game="roll-and-write", **SLOW)
        for page in (one, two):
            for order in ("write-2", "climb", "refuse"):
                await page.send(type="order", order=order)
        room = site.app.state.site.rooms.loaded[one.id]
        pressed = 0
        while not room.state.over:
            while room.bot_turns.busy:
                await asyncio.sleep(0.001)
            for page in (one, two):
                await quiet(page)
                if page.view.get("must_act") and not room.bot_turns.busy and not room.state.over:
                    await page.pick(page.view, 0)
                    await page.until("view")
                    pressed += 1
        text = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{one.id}/record")
        record = parse(text)
        verify(record, find.game("roll-and-write"))
        assert sum("standing order" in json.dumps(line) for line in one.room["lines"]) > 0
        assert pressed < sum(move.by >= 0 for move in record.moves) / 2

    played(tmp_path, play)


@pytest.mark.parametrize("name", [name for name in find.names() if orders.of(find.game(name))])
def test_every_sentence_is_there_in_four_languages(name: str) -> None:
    game = find.game(name)
    names = [one.name for one in orders.of(game)]
    assert len(set(names)) == len(names)
    for language in ("de", "fr", "it"):
        for one in orders.of(game):
            assert game.catalogue is not None
            assert game.catalogue.language(language)(one.sentence) != one.sentence, (language, one.sentence)
