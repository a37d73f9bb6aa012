"""The first database that ever was, made by the code of its day (upgrade/README.md), opened by today's server."""

import asyncio
import json
import tarfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from headless import Page, Visitor
from own_server import Site, serve

from tepui.cli import main
from tepui.server.store import schema
from tepui.server.store.store import Store

OLD = Path(__file__).parent / "upgrade"
GAMES = ("lost-code", "kryptx", "roll-and-write")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with tarfile.open(OLD / "first.tar.gz") as tar:
        tar.extractall(tmp_path, filter="data")
    return tmp_path


def told_of(data: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((data / "told.json").read_text())
    return told


def person(site: Site, told: dict[str, Any], name: str) -> Visitor:
    """Somebody whose browser still has the cookie of that day."""
    visitor = Visitor(site.url)
    visitor.cookie = told["people"][name]
    return visitor


async def at_table(visitor: Visitor, room: str) -> Page:
    page = await visitor.open(room)
    await page.until("view")
    return page


def test_it_is_migrated_once_and_the_doctor_is_content(data: Path, capsys) -> None:
    assert told_of(data)["schema"] == 1
    assert main(["doctor", "--data", str(data)]) == 1
    assert f"1, will be {len(schema.VERSIONS)} at the next start" in capsys.readouterr().out
    Store(data).close()
    Store(data).close()
    assert main(["doctor", "--data", str(data)]) == 0
    assert "fine   7 rooms" in capsys.readouterr().out


def test_people_find_their_tables_seats_names_and_words_again(data: Path) -> None:
    told = told_of(data)

    async def evening(site: Site) -> None:
        async with person(site, told, "Anna") as anna, person(site, told, "Ben") as ben:
            assert (await anna.get("/api/me"))["name"] == "Anna"
            mine = {one["room"]: one for one in await ben.get("/api/mine")}
            for what, room in told["rooms"].items():
                if not what.endswith("waiting"):
                    assert mine[room["room"]]["over"] is what.endswith("over")
                    page = await at_table(ben, room["room"])
                    assert page.room["you"]["seat"] == 2 and "Good luck at" in str(page.room["lines"])
                    assert (page.view["turn"], page.view["scores"]) == (room["turn"], room["scores"])
                    assert len(page.view["journal"]) == room["journal"]
            [lobby] = await anna.get("/api/lobby")
            assert lobby["room"] == told["rooms"]["kryptx waiting"]["room"] and lobby["free"] == 3
            notes = site.app.state.site.rooms.loaded[told["rooms"]["kryptx running"]["room"]].notes
            assert json.loads(next(iter(notes.values()))) == {"sheet": [1, 2, "kryptx"]}

    serve(data, evening, limited=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_goes_on_where_it_stopped_to_its_end(data: Path, game: str, capsys) -> None:
    told = told_of(data)
    room, rng = told["rooms"][f"{game} running"], Random(6)

    async def plays(page: Page) -> None:
        while not page.view["over"]:
            if page.view["must_act"]:
                await page.pick(page.view, rng.randrange(len(page.view["legal"])))
            await page.until("view")

    async def evening(site: Site) -> None:
        async with person(site, told, "Anna") as anna, person(site, told, "Ben") as ben:
            pages = [await at_table(anna, room["room"]), await at_table(ben, room["room"])]
            assert [page.view["turn"] for page in pages] == [room["turn"]] * 2
            assert any(page.view["must_act"] for page in pages)
            await asyncio.gather(*map(plays, pages))
            record = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room['room']}/record")
            (data / "record.jsonl").write_bytes(record)

    serve(data, evening, limited=False)
    assert main(["verify", str(data / "record.jsonl")]) == 0
    assert main(["doctor", "--data", str(data)]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_replayed_reviewed_and_verified(data: Path, game: str, capsys) -> None:
    told = told_of(data)
    room = told["rooms"][f"{game} over"]

    async def evening(site: Site) -> None:
        async with person(site, told, "Anna") as anna:
            replay = await anna.get(f"/api/rooms/{room['room']}/replay?eye=all&from=0&to=9")
            assert replay["moves"] == room["turn"] and len(replay["moments"]) == 10
            last = await anna.get(f"/api/rooms/{room['room']}/replay?eye=0&from={room['turn']}")
            assert last["moments"][-1]["scores"] == room["scores"]
            review = await anna.get(f"/api/rooms/{room['room']}/review?seat=0")
            assert not review["trouble"]
            record = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room['room']}/record")
            (data / "record.jsonl").write_bytes(record)

    serve(data, evening, limited=False)
    assert main(["verify", str(data / "record.jsonl")]) == 0


def test_a_backup_of_the_first_version_that_made_one_is_restored(tmp_path: Path, capsys) -> None:
    data = tmp_path / "data"
    assert main(["restore", str(OLD / "first-backup.tar.gz"), "--data", str(data)]) == 0
    Store(data).close()
    assert main(["doctor", "--data", str(data)]) == 0
    assert "fine   7 rooms" in capsys.readouterr().out
