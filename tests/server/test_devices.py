"""One person on several devices: a link adds one, once; each can be removed, and is a stranger from that moment on."""

import asyncio
import http.client
import sqlite3
from urllib.parse import urlsplit

import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from people import finish
from sqlalchemy import select
from test_history import elsewhere, played
from websockets.exceptions import ConnectionClosed

from tepui.bots import network as network_bots
from tepui.server.people import devices
from tepui.server.people.identity import Credential
from tepui.server.people.routes import label_of
from tepui.server.people.signatures import Signatures
from tepui.server.store import schema
from tepui.testing import HandTime

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1"
)
ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"


def asked(who: Visitor, method: str, path: str, agent: str = ANDROID, origin: str | None = None) -> tuple[int, str]:
    """As a browser opens a link: cookies are kept, a redirect is told and not followed."""
    at = urlsplit(who.url)
    line = http.client.HTTPConnection(at.hostname or "", at.port)
    headers = {"cookie": who.cookie, "user-agent": agent, "accept-language": who.language}
    if method == "POST":
        headers |= {"origin": origin or who.url, "content-length": "0"}
    line.request(method, path, None, headers)
    answer = line.getresponse()
    text = answer.read().decode()
    who._keep([value for name, value in answer.getheaders() if name.lower() == "set-cookie"])
    line.close()
    return answer.status, text


async def link(who: Visitor) -> str:
    made = await who.post("/api/devices/link", {})
    assert made["seconds"] == 600 and made["qr"].startswith("<svg")
    return urlsplit(made["link"]).path


async def become(who: Visitor, path: str, agent: str = ANDROID) -> None:
    assert (await asyncio.to_thread(asked, who, "GET", path, agent))[0] == 200
    assert (await asyncio.to_thread(asked, who, "POST", path, agent))[0] == 303


def evening(tmp_path, play, **settings) -> None:
    async def whole(site: Site) -> None:
        async with Visitor(site.url) as phone, Visitor(site.url) as tablet, Visitor(site.url) as thief:
            await phone.post("/api/me", {"name": "Anna"})
            await play(site, phone, tablet, thief)

    serve(tmp_path, whole, limited=False, **settings)  # a busy machine is not what is tried here


def test_the_other_device_is_the_same_person_at_every_table(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, _: Visitor) -> None:
        over = await played(phone)
        room = await phone.create(game="forehead", seats=2, bots=["random"], start=True)
        here = await phone.open(room)
        await here.until("view")
        await become(tablet, await link(phone))
        assert (await tablet.get("/api/me"))["name"] == "Anna"
        assert {one["room"] for one in await tablet.get("/api/mine")} == {over, room}
        assert [one["room"] for one in (await tablet.get("/api/history"))["games"]] == [over]
        there = await tablet.open(room)
        assert (await there.until("view"))["eye"] == here.view["eye"]
        await finish(there)
        await finish(here)
        assert here.view["places"] == there.view["places"]
        told = await phone.get("/api/devices")
        assert [(one["label"], one["here"], one["first"]) for one in told] == [
            ("", True, True),
            ("Android · Chrome", False, False),
        ]
        assert [one["here"] for one in await tablet.get("/api/devices")] == [False, True]
        secret = tablet.cookie.split("-")[1][:32]
        assert secret not in str(told) and secret.encode() not in (tmp_path / "tepui.sqlite").read_bytes()

    evening(tmp_path, play)


def test_a_preview_that_opens_the_link_changes_nothing_and_the_question_says_what_happens(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, _: Visitor) -> None:
        path = await link(phone)
        for _n in range(3):
            status, text = await asyncio.to_thread(asked, Visitor(site.url), "GET", path)
            assert status == 200 and "Play as Anna on this device?" in text and "set aside" not in text
        await tablet.post("/api/me", {"name": "<b>Ben</b>"})
        _status, text = await asyncio.to_thread(asked, tablet, "GET", path)
        assert "as &lt;b&gt;Ben&lt;/b&gt;, is set aside" in text and "Go on only if Anna is you" in text
        assert len(await phone.get("/api/devices")) == 1
        status, text = await asyncio.to_thread(asked, phone, "GET", path)
        assert "yours already" in text and '<form method="post"><button id="become"' not in text
        before = phone.cookie
        await become(phone, path)
        assert phone.cookie == before and len(await phone.get("/api/devices")) == 1
        await become(tablet, path)  # that did not use it up

    evening(tmp_path, play)


def test_a_link_works_once_for_ten_minutes_and_only_the_newest(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        async def refused(path: str) -> bool:
            tried = [await asyncio.to_thread(asked, thief, method, path) for method in ("GET", "POST")]
            return all(status == 404 and "Ask for a new one" in text for status, text in tried)

        old, path = await link(phone), await link(phone)
        assert await refused(old) and await refused("/me/nonsense") and await refused("/me/" + "x" * 5000)
        await become(tablet, path)
        assert await refused(path)
        path = await link(phone)
        time.midnight += 601
        assert await refused(path)
        time.midnight -= 700  # the clock of the machine was set back
        assert await refused(path)
        path = await link(phone)
        time.midnight += 599
        both = [Visitor(site.url), Visitor(site.url)]
        answers = await asyncio.gather(*(asyncio.to_thread(asked, one, "POST", path) for one in both))
        assert sorted(status for status, _ in answers) == [303, 404]
        assert len(await phone.get("/api/devices")) == 3

    evening(tmp_path, play, time=time)


def test_nobody_else_can_use_it_list_it_or_remove_it(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        path = await link(phone)
        status, text = await asyncio.to_thread(asked, thief, "POST", path, ANDROID, "https://evil.example")
        assert status == 403 and "another site" in text
        await become(tablet, path)
        ids = [one["id"] for one in await phone.get("/api/devices")]
        assert await thief.get("/api/devices") == []
        for id in ids:
            with pytest.raises(Refused, match="no such device"):
                await asyncio.to_thread(thief.fetch, "DELETE", f"/api/devices/{id}")
            with pytest.raises(Refused, match="another site"):
                await elsewhere(phone, "DELETE", f"/api/devices/{id}")
        assert len(await phone.get("/api/devices")) == 2
        keys = Signatures(b"not the key of this server, but as long as it")
        guest = site.app.state.site.rooms.signatures.read(phone.cookie.partition("=")[2]).guest
        thief.cookie = f"tepui={keys.cookie(Credential(guest, 'a' * 32))}"
        assert (await thief.get("/api/me"))["name"] != "Anna"
        real = site.app.state.site.rooms.signatures  # even a signed secret that nobody was given opens nothing
        thief.cookie = f"tepui={real.cookie(Credential(guest, 'a' * 32))}"
        assert (await thief.get("/api/me"))["name"] != "Anna"

    evening(tmp_path, play)


def test_a_device_that_is_removed_is_a_stranger_at_once(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        await tablet.post("/api/me", {"name": "Ben"})
        own = await tablet.create(game="forehead", seats=2, bots=["random"], start=True)
        await become(tablet, await link(phone))
        room = await phone.create(game="lost-code", seats=2, bots=["random"], start=True)
        here, there = await phone.open(room), await tablet.open(room)
        await here.until("view")
        await there.until("view")
        await there.send(type="give_link", seat=0)
        private = urlsplit((await there.until("link"))["link"]).path
        waiting = await link(tablet)
        removed = next(one["id"] for one in await phone.get("/api/devices") if not one["here"])
        stolen = tablet.cookie
        await asyncio.to_thread(phone.fetch, "DELETE", f"/api/devices/{removed}")
        with pytest.raises(ConnectionClosed):
            while True:
                await there.next()
        assert "removed" in there.gone
        assert (await asyncio.to_thread(asked, thief, "POST", waiting))[0] == 404  # its link is withdrawn
        assert (await asyncio.to_thread(asked, thief, "POST", private))[0] == 403  # and so is that of the seat
        assert (await tablet.get("/api/me"))["name"] == "Ben"  # who it was before
        assert [one["room"] for one in await tablet.get("/api/mine")] == [own]
        assert tablet.cookie != stolen
        thief.cookie = stolen
        page = await thief.open(room)
        await page.until("room")
        assert page.room["you"]["seat"] is None
        assert (await thief.get("/api/history"))["games"] == []
        await here.send(type="ping")
        await here.until("pong")  # the others play on
        assert len(await phone.get("/api/devices")) == 1
        with pytest.raises(Refused, match="only device"):
            await asyncio.to_thread(phone.fetch, "DELETE", f"/api/devices/{(await phone.get('/api/devices'))[0]['id']}")

    evening(tmp_path, play)


def test_a_device_that_is_removed_while_it_asks_for_a_link_gets_none(tmp_path) -> None:
    """It was recognised, then removed, and what it wants is written after that."""

    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        await become(tablet, await link(phone))
        rooms = site.app.state.site.rooms
        greet, done = rooms.store.greet, False
        removed = next(one["id"] for one in await phone.get("/api/devices") if not one["here"])

        async def slowly(*words) -> None:
            nonlocal done
            if not done:
                done = True
                await site.app.state.site.devices.revoke(
                    rooms.signatures.read(phone.cookie.partition("=")[2]).guest, removed
                )
            await greet(*words)

        rooms.store.greet = slowly
        with pytest.raises(Refused, match="removed"):
            await link(tablet)
        rows = site.app.state.site.rooms.store.rows(select(schema.device_links))
        assert not rows, "a link of a removed device"

    evening(tmp_path, play)


def test_tokens_and_calls_that_a_removed_device_asked_for_end_with_it(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        await become(tablet, await link(phone))
        room = await phone.create(game="forehead", seats=2)
        page = await tablet.open(room)
        await page.send(type="sit", seat=0)
        await page.until("room")
        await page.send(type="invite_bot", seat=1)
        token = (await page.until("token"))["token"]
        await page.send(type="call_me", address="https://thief.example/x")
        table = site.app.state.site.rooms.loaded[room]
        while not table.state.chairs[0].call_at:
            await page.next()

        assert network_bots.fits(token, table.state.chairs[1].token)
        removed = next(one["id"] for one in await phone.get("/api/devices") if not one["here"])
        await asyncio.to_thread(phone.fetch, "DELETE", f"/api/devices/{removed}")
        assert not network_bots.fits(token, table.state.chairs[1].token)
        assert not table.state.chairs[0].call_at and table.state.chairs[1].bot == "network"

    evening(tmp_path, play, calls_anywhere=True)


def test_a_lost_phone_is_removed_from_the_new_one_though_it_was_the_first(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, _: Visitor) -> None:
        await become(tablet, await link(phone))
        first = next(one["id"] for one in await tablet.get("/api/devices") if one["first"])
        await asyncio.to_thread(tablet.fetch, "DELETE", f"/api/devices/{first}")
        before = phone.cookie
        assert (await phone.get("/api/me"))["name"] != "Anna" and phone.cookie != before
        assert (await tablet.get("/api/me"))["name"] == "Anna"
        await become(phone, await link(tablet))  # it was found again
        assert (await phone.get("/api/me"))["name"] == "Anna"

    evening(tmp_path, play)


def test_who_is_forgotten_is_forgotten_on_every_device(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, thief: Visitor) -> None:
        await tablet.post("/api/me", {"name": "Ben"})
        await become(tablet, await link(phone))
        await become(thief, await link(phone))
        await asyncio.to_thread(thief.fetch, "DELETE", "/api/me")
        assert (await tablet.get("/api/me"))["name"] == "Ben"
        assert (await phone.get("/api/me"))["name"] != "Anna"
        with sqlite3.connect(tmp_path / "tepui.sqlite") as base:
            assert {row[0] for row in base.execute("SELECT guest || label FROM devices")} == {""}

    evening(tmp_path, play)


def test_ten_devices_are_enough(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(devices, "MOST", 2)

    async def play(site: Site, phone: Visitor, tablet: Visitor, _: Visitor) -> None:
        await become(tablet, await link(phone))
        with pytest.raises(Refused, match="Remove one of them"):
            await link(phone)

    evening(tmp_path, play)


def test_calls_of_a_removed_device_end(tmp_path) -> None:
    async def play(site: Site, phone: Visitor, tablet: Visitor, _: Visitor) -> None:
        await become(tablet, await link(phone))
        rooms = site.app.state.site.rooms
        key = (await phone.get("/api/push"))["key"]
        for who, name in ((phone, "phone"), (tablet, "tablet")):
            one = {"endpoint": f"https://push.example/{name}", "p256dh": key, "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
            await who.post("/api/push", one)
        removed = next(one["id"] for one in await phone.get("/api/devices") if not one["here"])
        await asyncio.to_thread(phone.fetch, "DELETE", f"/api/devices/{removed}")
        guest = rooms.signatures.read(phone.cookie.partition("=")[2]).guest
        assert [one.endpoint for one in site.app.state.site.calls.subscriptions.of(guest)] == [
            "https://push.example/phone"
        ]

    evening(tmp_path, play, calls_anywhere=True)


@pytest.mark.parametrize(
    ("agent", "label"), [(IPHONE, "iPhone · Safari"), (ANDROID, "Android · Chrome"), ("curl/8", ""), ("", "")]
)
def test_a_device_is_called_by_what_its_owner_recognises(agent: str, label: str) -> None:
    from starlette.requests import Request

    headers = [(b"user-agent", agent.encode())]
    assert label_of(Request({"type": "http", "headers": headers})) == label


def test_two_processes_on_postgresql_agree_about_devices_and_history(start, tmp_path, database) -> None:
    words = ("--pace", "0", "--no-limits", "--database", database)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    one, other = start(tmp_path / "one" / "data", *words).start(), start(tmp_path / "two" / "data", *words).start()

    async def whole() -> None:
        async with Visitor(one.url) as phone, Visitor(other.url) as tablet:
            await phone.post("/api/me", {"name": "Anna"})
            over = [await played(phone), await played(phone, "kryptx")]
            await become(tablet, await link(phone))
            told = await tablet.get("/api/history")
            assert {game["room"] for game in told["games"]} == set(over)
            assert [game["room"] for game in (await tablet.get("/api/history?game=kryptx"))["games"]] == over[1:]
            async with asyncio.timeout(60):
                while sum(game["reviewed"] for game in (await tablet.get("/api/statistics"))["of"]) < 1:
                    await asyncio.sleep(0.05)
            room = await phone.create(game="forehead", seats=2, bots=["random"], start=True)
            there = await tablet.open(room)
            await there.until("view")
            removed = next(device["id"] for device in await phone.get("/api/devices") if not device["here"])
            await asyncio.to_thread(phone.fetch, "DELETE", f"/api/devices/{removed}")
            with pytest.raises(ConnectionClosed):  # its page is open at the other process
                while True:
                    await there.next()
            assert (await tablet.get("/api/me"))["name"] != "Anna"
            await asyncio.to_thread(phone.fetch, "DELETE", "/api/history")
            assert (await phone.get("/api/history"))["games"] == []

    asyncio.run(asyncio.wait_for(whole(), 120))
