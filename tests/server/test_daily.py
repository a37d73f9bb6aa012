"""The daily table: the same chance and the same bots for everybody; nothing of it is told before the last is over."""

import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import pytest
from headless import Page, Refused, Visitor
from own_server import Site, serve
from people import refused, room_where
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.record import parse
from tepui.core.verify import Noted, verify
from tepui.server.duplicate.daily_table import GRACE

NOON = int(datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp())
MIDNIGHT = NOON + 12 * 3600


def shared_of(site: Site):
    return site.app.state.site.shared


async def at(site: Site, seconds: int) -> None:
    """The time of day is this now, and what is over is looked for."""
    shared_of(site).now = lambda: seconds
    await shared_of(site).tick()


def daily(tmp_path, play: Callable[[Site], Awaitable[None]]) -> None:
    """A day that begins at noon, by a clock that is moved by hand."""

    async def evening(site: Site) -> None:
        await at(site, NOON)
        await play(site)

    serve(tmp_path, evening, limited=False)


async def begin(visitor: Visitor, game: str) -> Page:
    page = await visitor.open((await visitor.post(f"/api/daily/{game}", {}))["room"])
    await page.until("view")
    return page


async def play(page: Page, choose: Random | None = None) -> None:
    """To the end, with choices that follow from the seed of `choose`; the first button without it."""
    while not page.view["over"]:
        if page.view["must_act"]:
            await page.pick(page.view, choose.randrange(len(page.view["legal"])) if choose else 0)
        await page.until("view")


def moves_of(record: bytes) -> list[dict]:
    return [json.loads(line) for line in record.splitlines()[2:]]


def without_sums(lines: list[dict]) -> list[dict]:
    return [{key: line[key] for key in line if key not in ("sum", "seal")} for line in lines]


@pytest.mark.parametrize("many", [6, pytest.param(20, marks=pytest.mark.proof)])
def test_people_play_the_table_of_a_day_and_its_seed_is_published(many: int, tmp_path) -> None:
    game = "kryptx"

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as first:
            promised = await first.get(f"/api/daily/{game}")
        assert promised["seed"] is None and promised["begun"] == 0 and promised["today"]
        people = [Visitor(site.url) for _ in range(many)]
        rooms = {}

        async def one(number: int, visitor: Visitor) -> None:
            async with visitor:
                await visitor.post("/api/me", {"name": f"Player {number}"})
                page = await begin(visitor, game)
                rooms[number] = page.id
                await play(page, Random(number // 2))  # two and two make the same choices
                own = (await visitor.get(f"/api/daily/{game}"))["yours"]
                assert (
                    own["over"] and own["points"] == page.view["scores"][0] and own["place"] == page.view["places"][0]
                )

        await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(people)))
        await at(site, MIDNIGHT)
        told = await people[5].get(f"/api/daily/{game}/{promised['date']}")
        assert told["hash"] == promised["hash"] == commitment(told["seed"])
        assert (told["begun"], told["finished"]) == (many, many)
        check_standings(told["standings"], "Player 5", many)
        records = {
            n: await asyncio.to_thread(people[0].fetch, "GET", f"/api/rooms/{id}/record") for n, id in rooms.items()
        }
        for number in range(0, many, 2):
            assert without_sums(moves_of(records[number])) == without_sums(moves_of(records[number + 1]))
        assert len({record.splitlines()[-1] for record in records.values()}) >= many // 2
        for record in records.values():
            read = parse(record)
            assert read.header.words == () and read.end is not None and read.end.seed == told["seed"]
            assert "every roll and deal" in verify(read, find.game(game), Noted(seed_hash=promised["hash"]))
        file = tmp_path / "mine.jsonl"
        file.write_bytes(records[3])
        command = [sys.executable, "-m", "tepui.cli", "verify", str(file), "--seed-hash", promised["hash"]]
        said = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        assert said.returncode == 0 and "proven by the seed's hash" in said.stdout, said
        command[-1] = hashlib.sha256(b"another").hexdigest()
        said = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        assert said.returncode != 0 and "not the one of that hash" in said.stderr

    daily(tmp_path, evening)


def check_standings(standings: list[dict], mine: str, many: int) -> None:
    """The best first, ties share a place, and one line is this device's own."""
    assert len(standings) == many and [one["name"] for one in standings if one["you"]] == [mine]
    rank = [(-one["points"], one["at_table"]) for one in standings]
    assert rank == sorted(rank)
    assert [one["place"] for one in standings] == [1 + sum(other < own for other in rank) for own in rank]
    assert len(set(rank)) < many  # two and two played alike


@pytest.mark.parametrize("game", ["kryptx", "shells"])
def test_equal_choices_give_equal_games_however_fast_somebody_is(tmp_path, game: str) -> None:
    """One presses before any bot has answered, the other when all have: interrupts and choices of all at once."""

    async def evening(site: Site) -> None:
        records = []
        for quick in (True, False):
            async with Visitor(site.url) as visitor:
                page = await begin(visitor, game)
                room = shared_of(site).rooms.loaded[page.id]
                while not page.view["over"]:
                    while not quick and room.bot_turns.busy:
                        await asyncio.sleep(0.001)
                    if page.view["must_act"]:  # by the number of the choice: one that comes too early is made again
                        choice = sum(entry["by"] == 0 for entry in page.view["journal"])
                        await page.pick(page.view, Random(choice).randrange(len(page.view["legal"])))
                    await page.until("view")
                records.append([(who, action) for _, who, action in shared_of(site).rooms.store.moves(page.id)])
        assert records[0] == records[1]

    daily(tmp_path, evening)


def test_bots_answer_before_a_quick_person(tmp_path) -> None:
    """Where all choose at the same time, the order is the bots', then the person's, whoever was faster."""

    async def evening(site: Site) -> None:
        pool, gate = shared_of(site).rooms.bot_pool, asyncio.Event()
        asking = pool.ask

        async def slow(*words: object, **more: object) -> int | None:
            await gate.wait()
            return await asking(*words, **more)

        pool.ask = slow
        async with Visitor(site.url) as anna:
            page = await begin(anna, "shells")
            heard = site.app.state.sockets.heard
            await page.pick(page.view, 0)
            while site.app.state.sockets.heard == heard:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.2)  # without the rule it is played now
            gate.set()
            moves: list[int] = []
            while len(moves) < 3:
                await page.until("view")
                moves = [who for _, who, _ in shared_of(site).rooms.store.moves(page.id) if who < 3]
            assert moves[:3] == [1, 2, 0]

    daily(tmp_path, evening)


def test_a_device_plays_it_once_and_comes_back_to_it(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            both = await asyncio.gather(*(anna.post("/api/daily/forehead", {}) for _ in range(2)))
            assert both[0]["room"] == both[1]["room"]  # two tabs at the same moment
            page = await begin(anna, "forehead")
            assert page.id == both[0]["room"]
            assert "waits for you" in await refused(page, type="leave")
            await play(page)
            assert (await anna.post("/api/daily/forehead", {}))["room"] == page.id
            assert "not possible where other tables" in await refused(page, type="rematch")
            other = await begin(ben, "forehead")
            assert other.id != page.id
            assert [bot["bot"] for bot in other.room["seats"][1:]] == [bot["bot"] for bot in page.room["seats"][1:]]
            await at(site, MIDNIGHT)  # a new day, a new table
            assert (await anna.post("/api/daily/forehead", {}))["room"] != page.id

    daily(tmp_path, evening)


ADDRESSES = (
    "record",
    "replay",
    "replay?eye=audience",
    "replay?eye=all",
    "replay?eye=1",
    "review",
    "forgot",
    "weigh",
    "puzzles",
)


async def nothing_is_told(room: str, player: Visitor, stranger: Visitor) -> None:
    """Neither to who sits there nor to anybody else."""
    for path in ADDRESSES:
        for visitor in (player, stranger):
            with pytest.raises(Refused) as no:
                await visitor.get(f"/api/rooms/{room}/{path}")
            assert no.value.status == 403 and "same dice and cards" in str(no.value), (path, str(no.value))
    for path in (f"/plain/t/{room}", f"/t/{room}/qr.svg"):
        with pytest.raises(Refused) as no:
            await asyncio.to_thread(stranger.fetch, "GET", path)
        assert no.value.status == 403 and "same dice and cards" in str(no.value)
    for person in ("", "?person=0", "?person=2"):
        [message] = await heard(stranger, f"/api/rooms/{room}/socket{person}")
        assert message["type"] == "gone" and "Only those who sit here" in message["sentence"]


async def heard(visitor: Visitor, path: str) -> list[dict]:
    """All that a socket is told before it is closed."""
    address = visitor.url.replace("http", "ws") + path
    async with connect(address, additional_headers={"cookie": visitor.cookie}) as socket:
        told = []
        with suppress(ConnectionClosed):
            await socket.send('{"type":"hello"}')
        with suppress(ConnectionClosed):
            while True:
                told.append(json.loads(await asyncio.wait_for(socket.recv(), 120)))
        return told


def test_nothing_of_it_is_told_before_the_last_table_is_over(tmp_path) -> None:
    """Every address that could, while it runs and when it is over: to its player, to a watcher, to a big screen."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben, Visitor(site.url) as cleo:
            page = await begin(anna, "lost-code")
            await nothing_is_told(page.id, anna, ben)
            for message in ({"type": "take_back"}, {"type": "answer", "yes": True}):
                assert "No move can be taken back" in await refused(page, **message)
            for message in (
                {"type": "look", "seat": 1},
                {"type": "give_link"},
                {"type": "add_bot", "seat": 1, "bot": "random"},
                {"type": "invite_bot", "seat": 1},
                {"type": "free_seat", "seat": 1},
                {"type": "help_at_most", "level": "teacher"},
            ):
                assert "not possible where other tables" in await refused(page, **message)
            assert "less help" in await refused(page, type="help_me", level="teacher")
            await play(page)
            await page.hello()
            await room_where(page, lambda room: room["over"])
            assert page.room["record"] is None and page.room["shared"]["closed"]
            await nothing_is_told(page.id, anna, ben)
            screen = await anna.open(page.id, 0)  # her own: what the audience sees, and nothing that is turned over
            assert (await screen.until("view"))["eye"] == "audience"
            plain = (await asyncio.to_thread(anna.fetch, "GET", f"/plain/t/{page.id}")).decode()
            assert "/record" not in plain
            for visitor in (anna, ben):
                told = await visitor.get("/api/daily/lost-code")
                assert told["seed"] is None and told["standings"] == []
                assert all(one["seed"] is None for one in await visitor.get("/api/daily"))
            assert (await ben.get("/api/daily/lost-code"))["yours"] is None
            assert page.id not in json.dumps([await ben.get("/api/lobby"), await ben.get("/api/mine")])
            seed = shared_of(site).rooms.loaded[page.id].saved.seed
            await cleo.post("/api/daily/lost-code", {})  # she does not come back
            await at(site, MIDNIGHT)
            assert (await ben.get(f"/api/daily/lost-code/{told['date']}"))["seed"] is None  # Cleo may still play
            await nothing_is_told(page.id, anna, ben)
            await at(site, MIDNIGHT + GRACE)
            assert (await ben.get(f"/api/daily/lost-code/{told['date']}"))["seed"] == seed
            await asyncio.to_thread(ben.fetch, "GET", f"/api/rooms/{page.id}/record")
            assert (await ben.get(f"/api/rooms/{page.id}/replay"))["eye"] == "all"
            watching = await ben.open(page.id)
            assert (await watching.until("view"))["eye"] == "all"
            assert not (await room_where(page, lambda room: room["record"] is not None))["shared"]["closed"]

    daily(tmp_path, evening)


def test_a_table_that_is_not_finished_in_time_is_closed_and_does_not_count(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            page = await begin(anna, "hanabi")
            await play(await begin(ben, "hanabi"))
            date = (await anna.get("/api/daily/hanabi"))["date"]
            await at(site, MIDNIGHT)
            await page.pick(page.view, 0)  # it is after midnight, and she plays on
            await at(site, MIDNIGHT + GRACE)
            await room_where(page, lambda room: room["trouble"] is not None)
            assert "not finished in time" in page.room["trouble"] and page.room["shared"]["ended"]
            assert "not finished in time" in await refused(page, type="pick", turn=page.view["turn"], pick=0)
            told = await anna.get(f"/api/daily/hanabi/{date}")
            assert told["yours"]["ended"] and not told["yours"]["over"]
            assert (told["begun"], told["finished"], len(told["standings"])) == (2, 1, 1)
            assert [one["over"] for one in await anna.get("/api/mine")] == [True]

    daily(tmp_path, evening)


def test_who_wants_to_be_forgotten_is_in_no_standings(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            for visitor, name in ((anna, "Annabella"), (ben, "Benvolio")):
                await visitor.post("/api/me", {"name": name})
                await play(await begin(visitor, "forehead"))
            date = (await ben.get("/api/daily/forehead"))["date"]
            await anna.ask("DELETE", "/api/me")
            await at(site, MIDNIGHT)
            told = await ben.get(f"/api/daily/forehead/{date}")
            assert [one["name"] for one in told["standings"]] == ["Benvolio"] and told["finished"] == 2
            tables = shared_of(site).rows.tables(f"daily forehead {date}")
            assert "Annabella" not in str(tables)

    daily(tmp_path, evening)


def test_days_that_are_none_are_refused(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            for path, sentence in (
                ("forehead/2001-01-01", "no daily table on that day"),
                ("forehead/tomorrow", "written like"),
                ("no-such-game", "no-such-game"),
            ):
                with pytest.raises(Refused, match=sentence):
                    await anna.get(f"/api/daily/{path}")

    daily(tmp_path, evening)
