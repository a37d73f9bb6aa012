"""Strangers at a table: sent away is away everywhere, who may talk, whose notes, whose seat, and whose device."""

import asyncio
import urllib.error
import urllib.parse
import urllib.request

import pytest
from headless import Page, Refused, Visitor
from people import evening, finish, kinds, refused, room_where

from tepui.server.app import make_app
from tepui.server.room.commands import handle
from tepui.server.room.page import CLOSED
from tepui.server.room.page import Page as OpenPage
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.wire import messages

AWAY = "sent you away"


async def two(anna: Visitor, ben: Visitor, begun: bool = False, **new: object) -> tuple[str, Page, Page]:
    """Anna's table with Ben at it."""
    room = await anna.create(**{"game": "forehead", "seats": 2, **new})
    host, page = await anna.open(room), await ben.open(room)
    await page.send(type="sit", name="Ben")
    await room_where(host, lambda told: kinds(told)[:2] == ["person"] * 2)
    await room_where(page, lambda told: told["you"]["seat"] == 1)
    if begun:
        await host.send(type="start")
        await host.until("view")
        await page.until("view")
    return room, host, page


def plain(visitor: Visitor, path: str, **fields: str) -> tuple[int, str]:
    """A plain page; with fields, the one that follows the form."""
    data = urllib.parse.urlencode(fields).encode() if fields else None
    request = urllib.request.Request(visitor.url + path, data, {"cookie": visitor.cookie})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


# ---- sent away


@pytest.mark.parametrize("begun", [False, True])
def test_whoever_was_sent_away_is_away_everywhere(server, begun: bool) -> None:
    async def play(anna: Visitor, ben: Visitor, _: Visitor) -> None:
        room, host, page = await two(anna, ben, begun)
        await host.send(type="kick", seat=1)
        assert AWAY in (await page.until("gone"))["sentence"]
        await room_where(host, lambda told: told["seats"][1]["name"] != "Ben")
        for person in (None, 0, 1, 2):
            assert AWAY in (await (await ben.open(room, person)).until("gone"))["sentence"]
        for path in (f"/api/rooms/{room}/replay", f"/api/rooms/{room}/record", f"/api/rooms/{room}/review"):
            with pytest.raises(Refused, match=AWAY):
                await ben.get(path)
        status, text = await asyncio.to_thread(plain, ben, f"/plain/t/{room}")
        assert status == 403 and AWAY in text and "Chat" not in text
        for message in ({"type": "say", "text": "still here"}, {"type": "sit"}, {"type": "rename", "name": "Anna"}):
            status, text = await asyncio.to_thread(plain, ben, f"/plain/t/{room}", **message)
            assert status == 403 and AWAY in text
        await host.send(type="hello")
        await host.until("room")
        assert "still here" not in str(host.room)

    evening(play, server.url)


def test_a_socket_that_is_still_open_after_that_is_heard_no_more(tmp_path) -> None:
    """A page that reads nothing cannot be told that it is closed; what it says meanwhile does not count."""

    async def evening() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        room = await rooms.create("a" * 32, NewRoom(game="forehead", seats=2))
        host, page = OpenPage("a" * 32, "Anna", "en"), OpenPage("b" * 32, "Ben", "en")
        for one in (host, page):
            await room.enter(one)
        await handle(room, page, messages.Sit())
        await handle(room, host, messages.Kick(seat=1))
        assert page.closing == CLOSED and not host.answers
        for message in (
            messages.Say(text="still here"),
            messages.Sit(),
            messages.Hello(),
            messages.Rename(name="Anna"),
        ):
            await handle(room, page, message)
        assert not any(said.text == "still here" for _, said in room.chat.lines)
        assert room.state.chairs[1].guest is None and page not in room.audience.pages
        await rooms.close()

    asyncio.run(evening())


def test_a_new_cookie_does_not_give_the_seat_back_it_waits_for_the_host(server) -> None:
    async def play(anna: Visitor, ben: Visitor, other: Visitor) -> None:
        room, host, _ = await two(anna, ben)
        await host.send(type="kick", seat=1)
        await room_where(host, lambda told: kinds(told) == ["person", "free"])
        assert not host.room["seats"][1]["open"]
        again = await other.open(room)  # the same person with another cookie
        assert "Every seat is taken" in await refused(again, type="sit")
        assert "taken" in await refused(again, type="sit", seat=1)
        assert "seat is still free" in await refused(host, type="start")
        await host.send(type="free_seat", seat=1)
        await room_where(again, lambda told: told["seats"][1]["open"])
        await again.send(type="sit", seat=1)
        await room_where(again, lambda told: told["you"]["seat"] == 1)

    evening(play, server.url)


def test_nor_while_the_game_runs(server) -> None:
    async def play(anna: Visitor, ben: Visitor, other: Visitor) -> None:
        room, host, _ = await two(anna, ben, begun=True)
        await host.send(type="kick", seat=1)
        await room_where(host, lambda told: kinds(told) == ["person", "bot"])
        again = await other.open(room)
        assert "Every seat is taken" in await refused(again, type="sit")
        assert "taken" in await refused(again, type="sit", seat=1)
        status, _ = await asyncio.to_thread(plain, other, f"/plain/t/{room}", type="sit", seat="1")
        assert status == 409
        assert kinds(host.room) == ["person", "bot"]

    evening(play, server.url)


# ---- who may hear and talk


def test_at_a_table_that_may_not_be_watched_strangers_neither_hear_nor_talk(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, page = await two(anna, ben, watching=False)
        stranger = await cleo.open(room)
        await page.send(type="say", text="between us")
        await room_where(host, lambda told: any(line["text"] == "between us" for line in told["lines"]))
        for begun in (False, True):
            if begun:
                await host.send(type="start")
                await host.until("view")
            assert "Sit down before you talk" in await refused(stranger, type="say", text="and me")
            await stranger.send(type="hello")
            await stranger.until("room")
            assert stranger.room["lines"] == [] and not stranger.view
            status, text = await asyncio.to_thread(plain, cleo, f"/plain/t/{room}")
            assert status == 200 and "between us" not in text and 'id="say"' not in text
            status, text = await asyncio.to_thread(plain, cleo, f"/plain/t/{room}", type="say", text="and me")
            assert status == 409 and "Sit down before you talk" in text and "between us" not in text
        await page.send(type="leave")  # a bot keeps the seat: Ben still belongs here
        await room_where(page, lambda told: told["you"]["kept"] == 1)
        assert page.room["lines"]
        await page.send(type="sit")
        await room_where(page, lambda told: told["you"]["seat"] == 1)
        await finish(host, page)
        await room_where(stranger, lambda told: told["over"] and told["lines"])

    evening(play, server.url)


def test_a_host_without_a_seat_hears_and_talks(server) -> None:
    async def play(anna: Visitor, ben: Visitor, _: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2, sit=False, watching=False)
        host = await anna.open(room)
        await host.send(type="say", text="welcome")
        await room_where(host, lambda told: told["lines"])

    evening(play, server.url)


# ---- muting


def test_somebody_who_watches_is_muted_by_what_they_said(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, page = await two(anna, ben)
        watcher = await cleo.open(room)
        said = {"buy my things", "please not", "hm"}  # over three connections: they come in whatever order
        await watcher.send(type="say", text="buy my things")
        await host.send(type="say", text="please not")
        await page.send(type="say", text="hm")
        await room_where(host, lambda told: said <= {line["text"] for line in told["lines"]})
        who = {line["text"]: line["who"] for line in host.room["lines"]}
        mark = who["buy my things"]
        assert mark and who["please not"] is None and who["hm"] not in (None, mark)
        cookies = (anna.cookie, ben.cookie, cleo.cookie)
        assert not any(cookie[6:38] in str(host.room) for cookie in cookies)
        for other in (page, watcher):  # nobody but the host gets marks
            await room_where(other, lambda told: said <= {line["text"] for line in told["lines"]})
            assert {line["who"] for line in other.room["lines"]} == {None} and other.room["muted"] == []
        assert "Only the host" in await refused(page, type="mute", who=mark)
        assert "known by that mark" in await refused(host, type="mute", who="0" * 12)
        assert "Say whom" in await refused(host, type="mute")
        await host.send(type="mute", who=mark)
        await room_where(watcher, lambda told: told["you"]["muted"])
        await room_where(host, lambda told: told["muted"] == [mark])
        assert "muted" in await refused(watcher, type="say", text="buy")
        status, text = await asyncio.to_thread(plain, cleo, f"/plain/t/{room}", type="say", text="buy")
        assert status == 409 and "muted" in text
        await host.send(type="mute", who=mark, on=False)
        await room_where(watcher, lambda told: not told["you"]["muted"])
        await watcher.send(type="say", text="sorry")
        await room_where(host, lambda told: told["lines"][-1]["text"] == "sorry")
        # the same watcher has another mark at another table
        elsewhere = await anna.create(game="forehead", seats=2)
        there, desk = await cleo.open(elsewhere), await anna.open(elsewhere)
        await there.send(type="say", text="hello")
        await room_where(desk, lambda told: told["lines"])
        assert desk.room["lines"][-1]["who"] not in (None, mark)

    evening(play, server.url)


def test_the_plain_page_mutes_somebody_who_watches(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, _ = await two(anna, ben)
        watcher = await cleo.open(room)
        await watcher.send(type="say", text="buy my things")
        await room_where(host, lambda told: told["lines"] and told["lines"][-1]["text"] == "buy my things")
        mark = host.room["lines"][-1]["who"]
        _, text = await asyncio.to_thread(plain, anna, f"/plain/t/{room}")
        assert f'name="who" value="{mark}"' in text
        status, text = await asyncio.to_thread(plain, anna, f"/plain/t/{room}", type="mute", who=mark)
        assert status == 200 and 'value="unmute"' in text
        await room_where(watcher, lambda told: told["you"]["muted"])
        status, _ = await asyncio.to_thread(plain, anna, f"/plain/t/{room}", type="unmute", who=mark)
        assert status == 200
        await room_where(watcher, lambda told: not told["you"]["muted"])

    evening(play, server.url)


# ---- links and notes


async def take_over(link: str, who: Visitor) -> None:
    await asyncio.to_thread(who.fetch, "POST", link.removeprefix(who.url), {})


def test_a_seat_taken_over_by_the_hosts_link_is_told_and_its_notes_stay_their_writers(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, page = await two(anna, ben, begun=True)
        await page.send(type="note", marks="Ben's secret")
        await host.send(type="give_link", seat=1)
        await take_over((await host.until("link"))["link"], cleo)
        await page.until("gone")
        await room_where(host, lambda told: "Ben was taken over" in told["lines"][-1]["text"])
        taken = await cleo.open(room)
        await taken.until("view")
        assert taken.view["eye"] == 1
        await taken.send(type="note", marks="Cleo's own")
        await taken.send(type="hello")
        assert (await taken.until("notes"))["marks"] == "Cleo's own"
        # Ben gets the seat back, and finds what he wrote
        await host.send(type="give_link", seat=1)
        await take_over((await host.until("link"))["link"], ben)
        back = await ben.open(room)
        assert (await back.until("notes"))["marks"] == "Ben's secret"

    evening(play, server.url)


def test_the_hosts_own_seat_taken_over_is_told_too(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, page = await two(anna, ben)
        await host.send(type="note", marks="mine")
        await host.send(type="give_link")
        await take_over((await host.until("link"))["link"], cleo)
        await room_where(page, lambda told: told["lines"] and "the host, was taken over" in told["lines"][-1]["text"])
        phone = await cleo.open(room)
        assert (await phone.until("notes"))["marks"] == "mine"  # her own link: she goes on elsewhere
        await room_where(phone, lambda told: told["you"]["host"])
        await phone.send(type="say", text="it is still me")
        await room_where(page, lambda told: told["lines"][-1]["text"] == "it is still me")

    evening(play, server.url)


def test_notes_of_somebody_who_sat_there_before_do_not_pile_up(server) -> None:
    async def play(anna: Visitor, ben: Visitor, _: Visitor) -> None:
        room, host, page = await two(anna, ben)
        await page.send(type="note", marks=0)
        people = [Visitor(server.url) for _ in range(5)]
        for n, one in enumerate(people, 1):
            await one.get("/api/me")
            await host.send(type="give_link", seat=1)
            await take_over((await host.until("link"))["link"], one)
            own = await one.open(room)
            await own.send(type="note", marks=n)
            await own.send(type="hello")
            assert (await own.until("notes"))["marks"] == n
        await host.send(type="give_link", seat=1)
        await take_over((await host.until("link"))["link"], ben)
        again = await ben.open(room)
        await again.until("room")
        await again.send(type="ping")
        while (message := await again.next())["type"] != "pong":
            assert message["type"] != "notes"
        for one in people:
            for page in one.pages:
                await page.close()

    evening(play, server.url)


# ---- one device


def test_a_host_can_forbid_several_people_at_one_device(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, _, page = await two(anna, ben, seats=4, public=True, sharing=False)
        assert not page.room["sharing"] and page.room["you"]["next_person"] is None
        assert "device of their own" in await refused(page, type="sit", person=2, name="Second")
        second = await ben.open(room, 2)
        assert "device of their own" in await refused(second, type="sit")
        status, text = await asyncio.to_thread(
            plain, ben, f"/plain/t/{room}", type="sit", person="2", seat="2", name="Second"
        )
        assert status == 409 and "device of their own" in text and "Seat a person at this device" not in text
        await page.send(type="sit", seat=3)  # another seat for oneself is no second person
        await room_where(page, lambda told: told["you"]["seat"] == 3)
        # nor by a link: Cleo's seat does not come to a device at which Ben plays
        third = await cleo.open(room)
        await third.send(type="sit")
        await room_where(third, lambda told: told["you"]["seat"] is not None)
        await third.send(type="give_link")
        link = (await third.until("link"))["link"]
        with pytest.raises(Refused):
            await take_over(link, ben)

    evening(play, server.url)


def test_elsewhere_devices_are_shared_as_before(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        _, _, page = await two(anna, ben, seats=3)
        assert page.room["sharing"] and page.room["you"]["next_person"] == 2
        await page.send(type="sit", person=2, name="Second")
        await room_where(page, lambda told: len(told["you"]["people"]) == 2)

    evening(play, server.url)


def test_whoever_wants_to_be_forgotten_is_also_where_they_only_watched(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, host, _ = await two(anna, ben)
        watcher = await cleo.open(room)
        await watcher.send(type="say", text="I was here")
        await room_where(host, lambda told: told["lines"] and told["lines"][-1]["text"] == "I was here")
        await cleo.ask("DELETE", "/api/me")
        await host.send(type="hello")
        await host.until("room")
        assert "I was here" not in str(host.room)

    evening(play, server.url)
