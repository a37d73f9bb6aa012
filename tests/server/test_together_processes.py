"""Daily tables and evenings over several processes: each of them knows what the others have begun, closed and told."""

import asyncio
import threading
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from headless import Page, Refused, Visitor
from own_server import Site
from people import refused, room_where
from test_admin import Browser, token
from test_daily import GRACE, MIDNIGHT, NOON, begin, nothing_is_told, play, shared_of
from test_evenings import act, page_of
from test_processes import two

from tepui.core.dealer import commitment
from tepui.server.admin import tables
from tepui.server.store.postgres import PostgresStore


@pytest.fixture(autouse=True)
def nobody_waits_for_a_read(monkeypatch) -> Any:
    """Whatever is read while people are served is read in a thread: the database may be far away."""
    looking, here, seen = PostgresStore._tried, threading.current_thread(), []

    def tried(*words: Any) -> Any:
        if threading.current_thread() is here:
            who = [frame.name for frame in traceback.extract_stack()]
            if not {"make_app", "lifespan"} & set(who):  # before it serves anybody
                seen.append(who[-8:])
        return looking(*words)

    monkeypatch.setattr(PostgresStore, "_tried", tried)
    yield
    assert not seen


async def at(seconds: int, *sites: Site) -> None:
    """The time of day is this now, everywhere, and all of them look at the same moment for what is over."""
    for site in sites:
        shared_of(site).now = lambda: seconds
    await asyncio.gather(*(shared_of(site).tick() for site in sites))


async def until(what: Callable[[], bool]) -> None:
    while not what():
        await asyncio.sleep(0.01)


def all_open(site: Site) -> bool:
    return not any(room.sealed for room in shared_of(site).rooms.loaded.values())


async def moves(site: Site, room: str) -> list[tuple[int, bytes]]:
    store = shared_of(site).rooms.store
    return [(who, action) for _, who, action in await store.read(store.moves, room)]


@pytest.mark.proof
def test_a_day_is_begun_here_gone_on_with_there_and_closed_by_one(tmp_path, database, caplog) -> None:
    caplog.set_level("INFO", "tepui.series")

    async def day(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        async with Visitor(one.url) as anna, Visitor(other.url) as ben, Visitor(other.url) as cleo:
            hashes = [(await visitor.get("/api/daily/forehead"))["hash"] for visitor in (anna, ben)]
            assert hashes[0] == hashes[1]  # one seed, whoever was asked first
            page = await begin(anna, "forehead")
            await page.pick(page.view, 0)
            await page.until("view")
            await page.close()
            anna.url = other.url
            again = await begin(anna, "forehead")
            assert again.id == page.id
            await play(again)
            await nothing_is_told(again.id, anna, ben)
            late = await begin(ben, "forehead")
            await at(MIDNIGHT, one, other)
            date = "2026-11-17"
            assert (await cleo.get(f"/api/daily/forehead/{date}"))["seed"] is None  # Ben may still play
            await at(MIDNIGHT + GRACE, one, other)
            await room_where(late, lambda room: room["trouble"] is not None)
            assert "not finished in time" in await refused(late, type="pick", turn=late.view["turn"], pick=0)
            told = []
            for site in (one, other):
                cleo.url = site.url
                told.append(await cleo.get(f"/api/daily/forehead/{date}"))
                await until(partial(all_open, site))
                assert await asyncio.to_thread(cleo.fetch, "GET", f"/api/rooms/{page.id}/record")
            assert told[0] == told[1] and commitment(told[0]["seed"]) == hashes[0]
            assert (told[0]["begun"], told[0]["finished"], len(told[0]["standings"])) == (2, 1, 1)
            assert (await ben.get(f"/api/daily/forehead/{date}"))["yours"]["ended"]

    two(tmp_path, database, day)
    said = [record for record in caplog.records if record.message == "a seed is published"]
    assert len(said) == 1  # by exactly one of them


def test_a_device_has_one_table_a_day_also_at_two_processes_at_the_same_moment(tmp_path, database) -> None:
    async def day(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        for game in ("forehead", "hanabi", "shells"):
            async with Visitor(one.url) as anna:
                await anna.get("/api/me")
                there = Visitor(other.url)
                there.cookie = anna.cookie
                both = await asyncio.gather(*(who.post(f"/api/daily/{game}", {}) for who in (anna, there) * 3))
                assert len({told["room"] for told in both}) == 1
                for visitor in (anna, there):
                    page = await visitor.open(both[0]["room"])
                    await page.until("view")
                    assert page.room["trouble"] is None
                    assert (await visitor.get(f"/api/daily/{game}"))["begun"] == 1

    two(tmp_path, database, day)


@pytest.mark.proof
def test_no_table_is_begun_with_a_seed_that_is_published(tmp_path, database) -> None:
    """One process has midnight a moment before the other."""

    async def day(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        async with Visitor(other.url) as anna:
            await anna.get("/api/daily/forehead")
            await at(MIDNIGHT, one)
            with pytest.raises(Refused, match="Try again"):
                await anna.post("/api/daily/forehead", {})
            await at(MIDNIGHT, other)
            await begin(anna, "forehead")

    two(tmp_path, database, day)


@pytest.mark.proof
@pytest.mark.parametrize("game", ["kryptx", "shells"])
def test_equal_choices_give_equal_games_wherever_bots_are_asked(tmp_path, database, game: str) -> None:
    """At one process, and with a second page at another, where the bots might be asked first."""

    async def day(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        played = []
        for places in ([one], [one, other], [other, one]):
            async with Visitor(places[0].url) as anna:
                page = await begin(anna, game)
                for place in places[1:]:
                    anna.url = place.url
                    await (await anna.open(page.id)).until("view")
                choices = 0
                while not page.view["over"] and choices < 12:
                    if page.view["must_act"]:
                        await page.pick(page.view, choices % len(page.view["legal"]))
                        choices += 1
                    await page.until("view")
                while not page.view["must_act"] and not page.view["over"]:
                    await page.until("view")
                done = await moves(one, page.id)
                played.append(done[: 1 + max(at for at, (who, _) in enumerate(done) if who == 0)])
        assert len(played[0]) > 12 and played[0] == played[1] == played[2]

    two(tmp_path, database, day)


@pytest.mark.proof
def test_a_pick_waits_for_bots_that_another_process_asks(tmp_path, database) -> None:
    async def day(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        gate = asyncio.Event()
        for site in (one, other):
            pool = shared_of(site).rooms.bot_pool

            async def slow(*words: Any, asking: Any = pool.ask, **more: Any) -> int | None:
                await gate.wait()
                return await asking(*words, **more)

            pool.ask = slow
        async with Visitor(one.url) as anna:
            page = await begin(anna, "shells")
            heard = one.app.state.sockets.heard
            await page.pick(page.view, 0)
            await until(lambda: one.app.state.sockets.heard > heard)
            await asyncio.sleep(0.2)  # without the rule it is played now
            gate.set()
            order: list[int] = []
            while len(order) < 3:
                await page.until("view")
                order = [who for who, _ in await moves(one, page.id) if who < 3]
            assert order[:3] == [1, 2, 0]

    two(tmp_path, database, day)


@pytest.mark.proof
def test_an_evening_with_tables_at_different_processes(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        async with Visitor(one.url) as anna, Visitor(other.url) as ben, Visitor(other.url) as cleo:
            new = {"game": "forehead", "seats": 2, "tables": 2, "bot": "random"}
            code = (await anna.post("/api/evenings", new))["code"]
            first = [act(visitor, code, do="sit", table=0, seat=0) for visitor in (anna, ben)]
            sat = await asyncio.gather(*first, return_exceptions=True)  # at the same moment, at two processes
            assert sum(isinstance(one, Refused) for one in sat) == 1
            await act(anna, code, do="leave")
            await act(ben, code, do="leave")
            await act(anna, code, do="sit", table=0, seat=0)
            await act(ben, code, do="sit", table=1, seat=0)
            for number in (1, 2):
                started = (act(anna, code, do="start") for _ in range(2))
                assert any(isinstance(told, dict) for told in await asyncio.gather(*started, return_exceptions=True))
                pages = [await page_of(visitor, code) for visitor in (anna, ben)]
                assert pages[0].id != pages[1].id
                await everybody_is_there(cleo, code)
                await everybody_is_there(anna, code)
                await play(pages[0])
                await nothing_is_told(pages[0].id, anna, cleo)
                told = await cleo.get(f"/api/evenings/{code}")
                assert told["running"] and told["rounds"][-1]["seed"] is None
                await play(pages[1])
                for page in pages:  # told to the pages of both, whoever has published it
                    await room_where(page, lambda room: not room["shared"]["closed"])
                seen = [await stands(visitor, code) for visitor in (anna, cleo)]
                assert seen[0] == seen[1] and [line[2] for line in seen[0]] == [number, number]
            assert not (await ben.get(f"/api/evenings/{code}"))["running"]

    two(tmp_path, database, evening)


async def stands(visitor: Visitor, code: str) -> list[tuple[str, float, int]]:
    """The seed of the last round is told, and these are the standings."""
    while (told := await visitor.get(f"/api/evenings/{code}"))["rounds"][-1]["seed"] is None or told["running"]:
        await asyncio.sleep(0.02)
    return [(line["name"], line["difference"], line["rounds"]) for line in told["standings"]]


async def everybody_is_there(visitor: Visitor, code: str) -> None:
    """At whichever process their pages are."""
    while any(seat["away"] for table in await last_round(visitor, code) for seat in table["seats"]):
        await asyncio.sleep(0.02)


async def last_round(visitor: Visitor, code: str) -> list[dict]:
    tables: list[dict] = (await visitor.get(f"/api/evenings/{code}"))["rounds"][-1]["tables"]
    return tables


@pytest.mark.proof
def test_a_table_that_the_host_of_the_server_closes_is_closed_everywhere(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        await at(NOON, one, other)
        async with Visitor(other.url) as anna:
            page: Page = await begin(anna, "forehead")
            browser = Browser(one)  # the admin page of the other process
            await browser.enter(token(tmp_path))
            table = tables.mark_of(page.id)
            await browser.press("/admin/table", table=table, what="close", why="a fight", sure="1")
            assert "a fight" in (await page.until("gone"))["sentence"]
            await browser.press("/admin/table", table=table, what="open")
            again = await begin(anna, "forehead")
            assert again.id == page.id
            await browser.press("/admin/drain", on="1")
            with pytest.raises(Refused, match="restart"):
                await anna.post("/api/daily/hanabi", {})
            await play(again)  # running games go on
            await browser.press("/admin/drain", on="0")
            await begin(anna, "hanabi")

    two(tmp_path, database, evening)
