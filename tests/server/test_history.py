"""The finished games of a device: kept with the last move, listed without opening a table, exported, deleted."""

import asyncio
import csv
import io
import json

import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from people import finish
from sqlalchemy.exc import IntegrityError

from tepui.core import find
from tepui.server.history import history
from tepui.server.reviews import queue as review_queue
from tepui.server.room import replays
from tepui.server.room import sealed as sealing
from tepui.server.store.contract import Commit, Result
from tepui.server.store.store import Store


async def played(anna: Visitor, game: str = "forehead", **new: object) -> str:
    """A game of Anna against a bot, to its end."""
    room = await anna.create(**{"game": game, "seats": 2, "bots": ["random"], "start": True, **new})
    page = await anna.open(room)
    await finish(page)
    return room


async def together(anna: Visitor, ben: Visitor) -> str:
    room = await anna.create(game="forehead", seats=2)
    pages = [await anna.open(room), await ben.open(room)]
    await pages[1].send(type="sit")
    await pages[1].until("room")
    while not all(seat["kind"] == "person" for seat in pages[0].room.get("seats", [{"kind": ""}])):
        await pages[0].until("room")
    await pages[0].send(type="start")
    await finish(*pages)
    return room


def test_a_game_that_is_over_is_in_the_history_of_everyone_who_played_it(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben, Visitor(site.url) as cleo:
            await anna.post("/api/me", {"name": "Anna"})
            await ben.post("/api/me", {"name": "Ben"})
            first, second = await played(anna), await together(anna, ben)
            running = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            site.app.state.site.rooms.loaded.clear()  # no table needs to be opened for it
            told = await anna.get("/api/history")
            assert [one["room"] for one in told["games"]] in ([second, first], [first, second])
            assert running not in str(told) and not site.app.state.site.rooms.loaded
            assert told["counts"] == [{"game": "forehead", "title": find.game("forehead").title, "games": 2}]
            shared = next(one for one in told["games"] if one["room"] == second)
            assert {seat["name"]: seat["yours"] for seat in shared["seats"]} == {"Anna": True, "Ben": False}
            record = (await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{second}/record")).decode().splitlines()
            end = json.loads(record[-1])
            assert sorted(seat["score"] for seat in shared["seats"]) == sorted(end["scores"])
            assert [seat["place"] for seat in shared["seats"]] == sorted(end["places"])
            alone = next(one for one in told["games"] if one["room"] == first)
            assert {seat["bot"] for seat in alone["seats"]} == {None, "random"}
            assert [one["room"] for one in (await ben.get("/api/history"))["games"]] == [second]
            assert (await cleo.get("/api/history"))["games"] == []
            plain = (await asyncio.to_thread(ben.fetch, "GET", "/plain/history")).decode()
            assert f"/plain/t/{second}" in plain and f"/plain/t/{first}" not in plain and "Anna" in plain

    serve(tmp_path, evening, limited=False)


def test_people_who_share_a_device_share_its_history(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            pages = [await anna.open(room, 1), await anna.open(room, 2)]
            await pages[1].send(type="sit")
            while not all(seat["kind"] == "person" for seat in pages[0].room.get("seats", [{"kind": ""}])):
                await pages[0].until("room")
            await pages[0].send(type="start")
            for person in (1, 2):  # everybody bets once, and hands the device on
                page = await anna.open(room, person)
                await page.pick(await page.next_view(), 0)
            while not page.view["over"]:
                await page.until("view")
            told = await anna.get("/api/history")
            assert [[seat["yours"] for seat in game["seats"]] for game in told["games"]] == [[True, True]]
            assert told["counts"][0]["games"] == 1
            people = (await anna.get("/api/statistics"))["people"]
            assert [(one["person"], one["games"]) for one in people] == [(1, 1), (2, 1)]

    serve(tmp_path, evening, limited=False)


def result(room: str, seat: int = 0, **other: object) -> Result:
    plain = {"game": "forehead", "ended": 100, "seats": 2, "sides": 2, "device": None, "person": 1}
    return Result(room=room, seat=seat, **{**plain, "name": "x", "bot": None, "place": 1, "score": 3, **other})


def test_pages_follow_each_other_without_a_gap_also_within_one_second(tmp_path, monkeypatch) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            rooms = site.app.state.site.rooms
            me = rooms.signatures.read(anna.cookie.partition("=")[2]).guest
            for n in range(25):
                game = "kryptx" if n % 5 == 0 else "forehead"
                one = result(f"room{n:02}", device=me, ended=100 + n // 4, game=game)
                await rooms.store.commit(Commit(one.room, ended=[one]))
            seen, before = [], ""
            while True:
                told = await anna.get(f"/api/history?before={before}")
                seen += [game["room"] for game in told["games"]]
                before = told["next"]
                if not before:
                    break
            assert seen == [f"room{n:02}" for n in reversed(range(25))]
            told = await anna.get("/api/history?game=kryptx")
            assert [game["room"] for game in told["games"]] == [f"room{n:02}" for n in (20, 15, 10, 5, 0)]
            for wrong in ("x", "٣-room", "9" * 20):
                with pytest.raises(Refused, match="no such page"):
                    await anna.get("/api/history?before=" + "".join(f"%{b:02x}" for b in wrong.encode()))

    monkeypatch.setattr(history, "PAGE", 7)
    serve(tmp_path, evening, limited=False)


def test_a_result_that_cannot_be_written_takes_the_last_move_with_it(tmp_path) -> None:
    async def writing() -> None:
        store = Store(tmp_path)
        bad = result("here", name=None)
        with pytest.raises(IntegrityError):
            await store.commit(Commit("here", rows=[(0, b"a")], ended=[bad]))
        assert store.moves("here") == []
        await store.commit(Commit("here", rows=[(0, b"a")], ended=[result("here")]))
        assert len(store.moves("here")) == 1 and len(store.results.of_rooms(["here"])) == 1
        store.close()

    asyncio.run(writing())


def test_whoever_is_forgotten_is_not_named_in_what_others_keep(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            await anna.post("/api/me", {"name": "Anna"})
            await ben.post("/api/me", {"name": "Ben"})
            await together(anna, ben)
            assert "Anna" in str(await ben.get("/api/history"))
            await anna.ask("DELETE", "/api/me")
            for path in ("/api/history", "/api/history/export", "/api/statistics"):
                assert "Anna" not in str(await ben.get(path))
            assert [seat["name"] for seat in (await ben.get("/api/history"))["games"][0]["seats"]].count("?") == 1

    serve(tmp_path, evening, limited=False)


def test_a_history_can_be_deleted_and_running_games_stay(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            await anna.post("/api/me", {"name": "Anna"})
            alone, shared = await played(anna), await together(anna, ben)
            running = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            with pytest.raises(Refused, match="another site"):
                await elsewhere(anna, "DELETE", "/api/history")
            assert len((await anna.get("/api/history"))["games"]) == 2
            await asyncio.to_thread(anna.fetch, "DELETE", "/api/history")
            assert (await anna.get("/api/history"))["games"] == []
            assert [one["room"] for one in await anna.get("/api/mine")] == [running]
            with pytest.raises(Refused, match="no such table"):
                await anna.get(f"/api/rooms/{alone}/replay")
            told = (await ben.get("/api/history"))["games"]
            assert [one["room"] for one in told] == [shared] and "Anna" not in str(told)
            assert "Anna" not in str(await ben.get(f"/api/rooms/{shared}/replay"))
            assert (await anna.get("/api/me"))["name"] == "Anna"

    serve(tmp_path, evening, limited=False)


async def elsewhere(who: Visitor, method: str, path: str) -> None:
    """The same, from another site's page."""
    import urllib.error
    import urllib.request

    def asked() -> None:
        headers = {"cookie": who.cookie, "origin": "https://evil.example"}
        request = urllib.request.Request(who.url + path, None, headers, method=method)
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode()) from None

    await asyncio.to_thread(asked)


def test_a_history_can_be_taken_along(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            await anna.post("/api/me", {"name": "=1+1"})
            room = await played(anna)
            told = await anna.get("/api/history/export")
            assert [game["table"] for game in told] == [room]
            assert {seat["name"] for seat in told[0]["seats"] if seat["yours"]} == {"=1+1"}
            text = (await asyncio.to_thread(anna.fetch, "GET", "/api/history/export?form=csv")).decode()
            rows = list(csv.DictReader(io.StringIO(text)))
            assert [(row["table"], row["game"], row["bots"]) for row in rows] == [(room, "forehead", "random")]
            assert rows[0]["you"] == "'=1+1"  # no spreadsheet reckons with it
            with pytest.raises(Refused, match="json or csv"):
                await anna.get("/api/history/export?form=exe")

    serve(tmp_path, evening, limited=False)


def test_a_game_whose_chance_others_still_play_is_listed_and_stays_closed(tmp_path, monkeypatch) -> None:
    def shut(*_: object) -> bool:
        return True

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await played(anna, "roll-and-write")
            told = (await anna.get("/api/history"))["games"]
            assert [(one["room"], one["closed"]) for one in told] == [(room, True)]
            for what in ("replay", "review", "record"):
                with pytest.raises(Refused, match="same dice"):
                    await anna.get(f"/api/rooms/{room}/{what}")
            queue = site.app.state.site.reviews
            async with asyncio.timeout(120):
                while queue.waiting([room]):
                    await asyncio.sleep(0.02)
            assert (await anna.get("/api/statistics"))["of"][0]["reviewed"] == 0
            await asyncio.to_thread(anna.fetch, "DELETE", "/api/history")
            with pytest.raises(Refused, match="same dice"):  # nobody plays it again by deleting it
                await anna.get(f"/api/rooms/{room}/record")

    for module in (sealing, review_queue):
        monkeypatch.setattr(module, "is_sealed", shut)
    monkeypatch.setattr(history, "sealed_on_disk", lambda store, states: set(states))
    assert replays.require_unsealed is sealing.require_unsealed
    serve(tmp_path, evening, limited=False)
