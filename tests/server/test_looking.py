"""Seeing what one player sees: only when all who play agree, told to everybody, and never as a player afterwards."""

import asyncio
import json
import urllib.error

import pytest
from headless import Page, Visitor
from people import evening, finish, refused, room_where
from test_one_device import plain, quiet


async def begun(anna: Visitor, ben: Visitor, zoe: Visitor, game: str = "lost-code") -> tuple[str, Page, Page, Page]:
    """Anna and Ben play, a bot sits with them, Zoe watches."""
    room = await anna.create(game=game, seats=3, bots=["random"], pace=10_000)
    host, guest = await anna.open(room), await ben.open(room)
    await guest.send(type="sit", name="Ben")
    await room_where(host, lambda room: all(seat["kind"] != "free" for seat in room["seats"]))
    await host.send(type="start")
    await host.next_view()
    await guest.next_view()
    watcher = await zoe.open(room)
    assert (await watcher.next_view())["eye"] == "audience"
    return room, host, guest, watcher


def hidden(picture: dict, seat: int) -> bool:
    """Are this seat's own stones seen from behind?"""
    return all(number is None for number in picture["logs"][seat]["numbers"])


async def everything(page: Page) -> dict:
    """The whole view, as a page gets it that holds nothing."""
    await page.send(type="hello", language="en")
    while '"printed"' not in (text := await page.recv()):
        pass
    found: dict = json.loads(text)
    return found


async def eye_is(page: Page, eye: object) -> dict:
    while page.view.get("eye") != eye:
        await page.next_view()
    return page.view


def test_only_when_everybody_agrees_and_all_are_told(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        _, host, guest, watcher = await begun(anna, ben, zoe)
        seats = [page.room["you"]["seat"] for page in (host, guest)]
        await watcher.send(type="look", seat=seats[0])
        wish = (await room_where(guest, lambda room: room["looks"]))["looks"][0]
        assert wish["seat"] == seats[0] and wish["agreed"] == [] and not wish["open"]
        assert "no seat" in await refused(watcher, type="let_look", who=wish["who"], yes=True)
        await host.send(type="let_look", who=wish["who"], yes=True)
        await room_where(watcher, lambda room: room["looks"][:1] and room["looks"][0]["agreed"] == [seats[0]])
        assert not any('"watched":true' in text for text in await quiet(watcher))  # one of two is not enough
        await guest.send(type="let_look", who=wish["who"], yes=True)
        seen = await eye_is(watcher, seats[0])
        assert seen["legal"] == [] and not seen["must_act"]
        assert watcher.room["you"]["look"]["open"] and watcher.room["you"]["seat"] is None
        for page in (host, guest, watcher):
            told = await room_where(page, lambda room: room["looks"] and room["looks"][0]["open"])
            assert any("everyone at the table agreed" in line["text"] for line in told["lines"])
        assert "only watch" in await refused(watcher, type="pick", turn=seen["turn"], pick=0)
        await host.send(type="let_look", who=wish["who"], yes=False)  # whoever agreed may think again
        await eye_is(watcher, "audience")
        assert "would rather not" in await refused(watcher, type="look", seat=seats[1])

    evening(play, server.url)


def test_not_a_byte_more_than_that_seat_sees_and_none_of_its_help_or_notes(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        _, host, guest, watcher = await begun(anna, ben, zoe)
        seat = host.room["you"]["seat"]
        await host.send(type="note", marks={"mine": "a secret mark"})
        before = await quiet(watcher)
        assert not any('"watched"' in text or "secret mark" in text for text in before)
        await watcher.send(type="look", seat=seat)
        who = (await room_where(guest, lambda room: room["looks"]))["looks"][0]["who"]
        for page in (host, guest):
            await page.send(type="let_look", who=who, yes=True)
        await room_where(watcher, lambda room: room["you"]["look"] and room["you"]["look"]["open"])
        await quiet(host)
        texts = await quiet(watcher)
        mine, theirs = await everything(host), await everything(watcher)
        assert theirs.pop("watched") and "watched" not in mine
        for message in (mine, theirs):
            message.pop("legal")
            message.pop("help", None)
        asked, told = mine["moments"][-1].pop("prompt"), theirs["moments"][-1].pop("prompt")
        if seat in mine["moments"][-1]["to_act"]:
            assert asked != told, "an order to the seat is none to whoever looks through its eyes"
        assert mine == theirs
        assert hidden(theirs["moments"][-1]["picture"], seat)
        sent = "".join([*texts, json.dumps(theirs)])
        assert "secret mark" not in sent and '"help":{' not in sent and '"type":"notes"' not in sent

    evening(play, server.url)


def test_a_newcomer_has_not_agreed_and_who_looked_does_not_come_in_by_any_door(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        room, host, guest, watcher = await begun(anna, ben, zoe)
        bot = next(seat["seat"] for seat in host.room["seats"] if seat["kind"] == "bot")
        await watcher.send(type="look", seat=bot)
        who = (await room_where(guest, lambda room: room["looks"]))["looks"][0]["who"]
        for page in (host, guest):
            await page.send(type="let_look", who=who, yes=True)
        await eye_is(watcher, bot)
        await host.send(type="free_seat", seat=bot)
        await room_where(guest, lambda room: room["seats"][bot]["open"])
        assert not (await room_where(watcher, lambda room: True))["seats"][bot]["open"]
        assert "you can only watch it" in await refused(watcher, type="sit", seat=bot)
        await host.send(type="give_link", seat=guest.room["you"]["seat"])
        link = (await host.until("link"))["link"]
        with pytest.raises(urllib.error.HTTPError) as no:
            await asyncio.to_thread(plain, zoe, link.removeprefix(zoe.url), yes="1")
        assert "you can only watch it" in no.value.read().decode()
        async with Visitor(server.url) as dora:
            late = await dora.open(room)
            await late.until("room")
            await late.send(type="sit", name="Dora")
            await eye_is(watcher, "audience")
            await late.send(type="let_look", who=who, yes=True)
            await eye_is(watcher, bot)

    evening(play, server.url)


def test_who_may_not_ask(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        _, host, _, watcher = await begun(anna, ben, zoe)
        assert "You see what that seat sees" in await refused(host, type="look", seat=1)
        assert "no such seat" in await refused(watcher, type="look", seat=9)
        open_game = await anna.create(game="roll-and-write", seats=2, bots=["random"], start=True)
        await (await anna.open(open_game)).next_view()
        other = await zoe.open(open_game)
        assert "Nothing is hidden" in await refused(other, type="look", seat=0)
        alone = await anna.create(game="lost-code", seats=2, bots=["random"], start=True, watching=False)
        await (await anna.open(alone)).next_view()
        outside = await zoe.open(alone)
        assert "not for watching" in await refused(outside, type="look", seat=0)

    evening(play, server.url)


def test_the_plain_page_asks_and_answers_too(server) -> None:
    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        room, host, guest, watcher = await begun(anna, ben, zoe)
        seat = host.room["you"]["seat"]
        path = f"/plain/t/{room}"
        assert f'id="look-{seat}"' in await asyncio.to_thread(plain, zoe, path)
        asked = await asyncio.to_thread(plain, zoe, path, type="look", seat=str(seat))
        assert "You have asked to see what" in asked and 'id="moves"' not in asked
        who = (await room_where(guest, lambda room: room["looks"]))["looks"][0]["who"]
        for visitor in (anna, ben):
            assert 'id="look-yes-0"' in await asyncio.to_thread(plain, visitor, path)
            await asyncio.to_thread(plain, visitor, path, type="let_look", who=who, yes="1")
        sees = await asyncio.to_thread(plain, zoe, path)
        assert "You see what" in sees and 'id="moves"' not in sees
        await eye_is(watcher, seat)
        assert "Only watch" in sees
        await asyncio.to_thread(plain, zoe, path, type="look")
        await eye_is(watcher, "audience")

    evening(play, server.url)


def test_at_the_end_who_watches_and_the_screen_are_shown_every_stone_that_turns(server) -> None:
    async def to_the_end(page: Page) -> None:
        """What was new at the end came with its pictures, though other eyes look at it."""
        while not page.view.get("over"):
            held, eye = len(page.moments), page.view.get("eye")
            await page.until("view")
        assert (eye, page.view["eye"]) == ("audience", "all")
        new = page.moments[held:]
        assert len(new) > 10 and all(moment.get("picture") for moment in new)
        assert not any(moment.get("picture") for moment in page.moments[:held])
        late = await everything(page)  # whoever comes now sees where it ended
        assert [moment["n"] for moment in late["moments"] if moment.get("picture")] == [page.moments[-1]["n"]]

    async def play(anna: Visitor, ben: Visitor, zoe: Visitor) -> None:
        room = await anna.create(game="lost-code", seats=2)
        host, guest = await anna.open(room), await ben.open(room)
        await guest.send(type="sit", name="Ben")
        await room_where(host, lambda room: all(seat["kind"] != "free" for seat in room["seats"]))
        await host.send(type="start")
        watchers = [await zoe.open(room, motion=True), await anna.open(room, person=0, motion=True)]
        for page in (host, guest, *watchers):
            await page.next_view()
        await asyncio.gather(finish(host, guest), *(to_the_end(page) for page in watchers))

    evening(play, server.url)
