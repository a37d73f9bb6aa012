"""Standing orders: theirs alone who gave them, carried out like a move, and ended by whatever nobody could expect."""

import asyncio
import json
import urllib.request
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from headless import Page, Visitor
from msgspec.structs import replace
from own_server import Site, serve
from people import play_picks, refused, room_where
from test_clocks import table_of_two
from test_one_device import quiet

from tepui.core import find, orders
from tepui.core.record import parse
from tepui.core.verify import verify
from tepui.server.room import orders as standing
from tepui.server.room.state import Given, put

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
        assert "only while a slow game is running" in await refused(one, type="order", order="keep")
        one, _two = await table_of_two(anna, ben, **SLOW)
        assert "no such standing order" in await refused(one, type="order", order="win")
        for n in range(1000):
            await one.send(type="order", order=one.room["you"]["orders"][n % 9]["order"])
        await quiet(one)
        state = site.app.state.site.rooms.loaded[one.id].state
        assert sorted(len(chair.orders) for chair in state.chairs) == [0, 9]
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
        assert mine(other)["middle"]["ended"] == "Ended by a take-back"
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
        assert mine(page)["write-2"] | {"text": ""} == {"order": "write-2", "text": "", "given": True, "ended": ""}

    played(tmp_path, before)
    played(tmp_path, afterwards)


def test_who_comes_back_reads_that_a_bot_has_ended_their_orders(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        _one, two = await table_of_two(anna, ben, **SLOW)
        await give(two, "keep")
        await two.send(type="leave")
        await room_where(two, lambda room: room["you"]["kept"] is not None)
        await two.send(type="sit")
        await room_where(two, lambda room: room["you"]["seat"] is not None)
        assert not any(one["given"] for one in two.room["you"]["orders"])
        known = [one for one in two.room["you"]["orders"] if one["ended"]]
        assert [(one["order"], one["ended"]) for one in known] == [("keep", "Ended because a bot played for you")]
        await two.send(type="order", order="keep", on=False)  # read, and away with it
        await room_where(two, lambda room: not any(one["ended"] for one in room["you"]["orders"]))

    played(tmp_path, play)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("lost-code", "Ended because the curse has changed hands"),
        ("kryptx", "Ended by a failed Stop!"),
        ("roll-and-write", "Ended by a surprise"),
    ],
)
def test_the_game_says_by_which_surprise_an_order_has_ended(tmp_path, game: str, why: str) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, _two = await table_of_two(anna, ben, game=game, **SLOW)
        name = one.room["you"]["orders"][0]["order"]
        room, seat = site.app.state.site.rooms.loaded[one.id], one.room["you"]["seat"]
        back, *known = standing.mark(room.session, seat)
        changed = Given(name, (back, *(number + 1 for number in known), *([] if known else [1])))
        state = standing.after(put(room.state, seat, replace(room.state.chairs[seat], orders=(changed,))), room.session)
        room.adopt(state)
        room.tell_own(seat)
        await room_where(one, lambda room: mine(one)[name]["ended"] == why)
        assert not mine(one)[name]["given"]

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
        await quiet(one)
        await quiet(two)
        while not room.state.over:
            while room.bot_turns.busy:
                await asyncio.sleep(0.001)
            async with room.lock:
                asked = [seat for seat in room.session.table.to_act if standing.due(room, seat) is None]
                if asked:
                    await play_picks(room, asked[0], room.session.turn, [0])
                    pressed += 1
        await room_where(one, lambda room: room["over"])
        text = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{one.id}/record")
        record = parse(text)
        verify(record, find.game("roll-and-write"))
        assert sum("standing order" in json.dumps(line) for line in one.room["lines"]) > 0
        assert pressed < sum(by >= 0 for by, _ in record.moves) / 2

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


def test_the_page_without_scripts_lists_them_to_their_owner_who_gives_and_revokes(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, **SLOW)
        asked, other = whose(one, two)
        mover, owner = asked.visitor, other.visitor
        path = f"/plain/t/{one.id}"

        async def page(visitor: Visitor, *form: tuple[str, str]) -> str:
            return (await asyncio.to_thread(submitted, site.url + path, visitor.cookie, form)).decode()

        found = await page(owner)
        assert 'id="order-middle"' in found and "Revoke" not in found
        found = await page(owner, ("type", "order"), ("order", "middle"), ("on", "1"))
        assert found.count(">Revoke<") == 1 and ">Revoke<" not in await page(mover)
        await room_where(other, lambda room: mine(other)["middle"]["given"])
        found = await page(owner, ("type", "order"), ("order", "middle"), ("on", "0"))
        assert ">Revoke<" not in found
        async with Visitor(site.url) as zoe:
            assert "order-middle" not in await page(zoe)

    played(tmp_path, play)


def submitted(url: str, cookie: str, form: Sequence[tuple[str, str]]) -> bytes:
    """What a browser without scripts shows then."""
    data = urlencode(form).encode() if form else None
    request = urllib.request.Request(url, data, {"cookie": cookie, "accept-language": "en"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()
