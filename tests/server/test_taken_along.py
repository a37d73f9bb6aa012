"""A device that goes without a line: what it loads from a server, and the finished games that it sends there later."""

import asyncio
import json
import urllib.request

import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from pocket.device import Box, Device

from tepui.server import pocket


def played(game: str, take_back: bool = False) -> str:
    """The record of a game on a device, against two bots."""

    async def evening() -> str:
        device = await Device.on(Box())
        seat = await device.sit(await device.table(game))
        if take_back:
            await seat.play(1)
            before = seat.view
            seat.say(type="take_back")
            await seat.until(lambda: seat.view is not before)
        await seat.play()
        return (await device.ask("GET", f"/api/rooms/{seat.id}/record")).decode()

    return asyncio.run(evening())


@pytest.mark.parametrize("game", ["kryptx", "lost-code", "roll-and-write"])
def test_a_finished_game_of_a_device_becomes_a_table_of_the_server_once(tmp_path, game: str) -> None:
    record = played(game, take_back=game == "kryptx")
    assert len(json.dumps({"record": record})) < 64 * 1024, "what an address reads"

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            room = (await anna.post("/api/records", {"record": record}))["room"]
            assert (await anna.post("/api/records", {"record": record}))["room"] == room
            (past,) = (await anna.get("/api/history"))["games"]
            assert past["room"] == room and [seat["yours"] for seat in past["seats"]].count(True) == 1
            site.app.state.site.rooms.leave(site.app.state.site.rooms.loaded[room])  # and from the disk
            again = (await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room}/record")).decode()
            assert again == record
            assert (await anna.get(f"/api/rooms/{room}/replay?eye=all"))["moves"] > 20
            assert (await ben.post("/api/records", {"record": record}))["room"] != room
            assert [one["over"] for one in await ben.get("/api/mine")] == [True]

    serve(tmp_path, evening, limited=False)


def test_a_game_that_is_sent_twice_at_the_same_moment_becomes_one_table(tmp_path) -> None:
    record = played("kryptx")

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            await anna.get("/api/me")
            sent = [asyncio.to_thread(anna.fetch, "POST", "/api/records", {"record": record}) for _ in range(6)]
            assert len({json.loads(one)["room"] for one in await asyncio.gather(*sent)}) == 1
            assert len((await anna.get("/api/history"))["games"]) == 1

    serve(tmp_path, evening, limited=False)


def test_what_is_no_finished_game_of_ours_gets_a_sentence_and_leaves_nothing(tmp_path) -> None:
    record = played("kryptx")
    lines = record.splitlines(keepends=True)

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            for bad, sentence in {
                "": "not a record",
                "{}": "not a record",
                "".join(lines[:-1]): "Only a finished game",
                "".join([*lines[:5], *lines[6:]]): "damaged",
                record.replace('"casual"', '"nobody"', 1): "damaged",
                "x" * 70_000: "too long",
            }.items():
                with pytest.raises(Refused, match=sentence):
                    await anna.post("/api/records", {"record": bad})
            assert (await anna.get("/api/history"))["games"] == []
            assert not site.app.state.site.rooms.loaded

    serve(tmp_path, evening, limited=False)


def test_a_server_offers_its_own_files_or_says_that_it_has_none(tmp_path, monkeypatch) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            pocket.offered.cache_clear()
            if pocket.offered() is not None:
                told = await anna.get("/pocket/files.json")
                for path in told["files"]:
                    await asyncio.to_thread(anna.fetch, "GET", path)
                engine = next(path for path in told["files"] if path.startswith("/assets/engine-"))
                for path, allowed in ((engine, True), ("/pocket/", False)):
                    answer = await asyncio.to_thread(urllib.request.urlopen, site.url + path)
                    assert ("'wasm-unsafe-eval'" in answer.headers["content-security-policy"]) is allowed
                page = (await asyncio.to_thread(anna.fetch, "GET", "/pocket/")).decode()
                assert page.index("/assets/door-") < page.index("/assets/first-") < page.index("/assets/here-")
            pocket.offered.cache_clear()
            monkeypatch.setattr(pocket, "RUNTIME", tmp_path)
            for path in ("/pocket/files.json", "/pocket/", "/pocket/engine.zip.gz", "/pocket/..%2fpocket.py"):
                with pytest.raises(Refused, match=r"no games to take along|nothing at this address"):
                    await asyncio.to_thread(anna.fetch, "GET", path)
            pocket.offered.cache_clear()

    (tmp_path / "data").mkdir()
    serve(tmp_path / "data", evening, limited=False)
