"""Duplicate evenings: several tables with the same chance, compared seat by seat; no table learns from another."""

import asyncio
import json
from contextlib import AsyncExitStack
from threading import get_ident

import pytest
from headless import Page, Refused, Visitor
from own_server import Site, serve
from people import refused, room_where
from test_daily import NOON, at, moves_of, nothing_is_told, play, shared_of

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.record import parse
from tepui.core.verify import Noted, verify
from tepui.server.duplicate.evening_state import compared, standings
from tepui.server.duplicate.evenings import LONGEST
from tepui.server.store.contract import Result

Json = dict


def result(names: list[str], scores: list[int], bots: int = 0) -> list[Result]:
    """People's devices are called like them; the last `bots` are bots."""
    people = [name if seat < len(names) - bots else None for seat, name in enumerate(names)]
    return [
        Result("r", seat, "game", 1, len(names), 2, device, 1, name, None if device else "steady", 0, score)
        for seat, (name, device, score) in enumerate(zip(names, people, scores, strict=True))
    ]


def test_a_seat_is_compared_with_the_same_seat_at_the_other_tables() -> None:
    tables = [result(["a", "b"], [10, 4]), result(["c", "d"], [4, 4]), result(["e", "x"], [1, 10], bots=1), []]
    assert compared(tables) == [[7.5, -3.0], [-1.5, -3.0], [-6.0, 6.0], []]
    assert compared([tables[0], []]) == [[None, None], []]  # nobody to be compared with yet
    told = standings([tables, [result(["a", "b"], [0, 3]), result(["c", "d"], [0, 0])]], "c")
    assert [(one.place, one.name, one.difference, one.rounds, one.you) for one in told] == [
        (1, "a", 7.5, 2, False),
        (2, "b", 0.0, 2, False),
        (3, "c", -1.5, 2, True),
        (4, "d", -6.0, 2, False),
        (4, "e", -6.0, 1, False),
    ]


async def act(visitor: Visitor, code: str, **what: object) -> Json:
    told: Json = await visitor.post(f"/api/evenings/{code}", what)
    return told


async def page_of(visitor: Visitor, code: str) -> Page:
    page = await visitor.open((await visitor.get(f"/api/evenings/{code}"))["your_room"])
    await page.until("view")
    return page


def test_an_evening_of_three_tables_and_two_rounds(tmp_path) -> None:
    async def evening(site: Site) -> None:
        await at(site, NOON)
        async with (
            Visitor(site.url) as anna,
            Visitor(site.url) as ben,
            Visitor(site.url) as cleo,
            Visitor(site.url) as dora,
            Visitor(site.url) as eve,
        ):
            for visitor, name in ((anna, "Anna"), (ben, "Ben"), (cleo, "Cleo"), (dora, "Dora")):
                await visitor.post("/api/me", {"name": name})
            opened = await anna.post("/api/evenings", {"game": "hanabi", "seats": 2, "tables": 3, "bot": "random"})
            code = opened["code"]
            assert (await ben.post("/api/join", {"code": code.lower()}))["link"] == opened["link"]
            assert b"<svg" in await asyncio.to_thread(ben.fetch, "GET", f"/evening/{code}/qr.svg")
            await act(anna, code, do="sit", table=0, seat=0)
            await act(ben, code, do="sit", table=1, seat=0)
            await act(ben, code, do="sit", table=1, seat=1)  # he changes his mind
            await act(ben, code, do="sit", table=1, seat=0)
            await act(cleo, code, do="sit", table=2, seat=0)
            told = await act(dora, code, do="sit", table=2, seat=1)
            assert told["plan"] == [["Anna", None], ["Ben", None], ["Cleo", "Dora"]] and not told["host"]
            with pytest.raises(Refused, match="taken"):
                await act(eve, code, do="sit", table=0, seat=0)
            for what in ("start", "end", "let_bot"):
                with pytest.raises(Refused, match="Only the host of this evening"):
                    await act(ben, code, do=what)
            seeds = []
            for number in (1, 2):
                await one_round(site, code, number, [anna, ben, cleo, dora], eve)
                told = await eve.get(f"/api/evenings/{code}")
                seeds.append(told["rounds"][number - 1]["seed"])
            assert len(set(seeds)) == 2
            assert told["plan"] == [["Anna", None], ["Ben", None], ["Cleo", "Dora"]]  # twice one seat further
            check_sums(told)

    serve(tmp_path, evening, limited=False)


async def one_round(site: Site, code: str, number: int, people: list[Visitor], eve: Visitor) -> None:
    """Two tables end, the third still plays: nothing of those two is told; then everything is."""
    anna, ben, cleo, dora = people
    told = await act(anna, code, do="start")
    assert told["running"] and told["round"] == number and told["your_room"]
    with pytest.raises(Refused, match="round is running"):
        await act(eve, code, do="sit", table=0, seat=1)
    with pytest.raises(Refused, match="round is running"):
        await act(anna, code, do="start")
    pages = {visitor: await page_of(visitor, code) for visitor in people}
    assert pages[anna].room["shared"]["page"] == f"/evening/{code}" and pages[cleo].id == pages[dora].id
    assert "No move can be taken back" in await refused(pages[anna], type="take_back")
    for visitor in (anna, ben):
        await play(pages[visitor])
    await shared_of(site).tick()
    for running, looking in ((pages[cleo].id, anna), (pages[anna].id, cleo), (pages[anna].id, eve)):
        player = cleo if running == pages[cleo].id else anna
        await nothing_is_told(running, player, looking)
    told = await eve.get(f"/api/evenings/{code}")
    now = told["rounds"][-1]
    assert told["running"] and now["seed"] is None and told["your_room"] is None
    assert [table["room"] for table in now["tables"]] == [None] * 3  # to somebody who plays at none of them
    assert [table["over"] for table in now["tables"]] == [True, True, False]
    assert now["tables"][0]["seats"][0]["difference"] is not None
    seed = shared_of(site).rooms.loaded[pages[anna].id].saved.seed
    assert now["hash"] == commitment(seed) and seed not in json.dumps(told)
    await asyncio.gather(play(pages[cleo]), play(pages[dora]))
    await shared_of(site).tick()
    told = await eve.get(f"/api/evenings/{code}")
    assert not told["running"] and told["rounds"][-1]["seed"] == seed
    rooms = [table["room"] for table in told["rounds"][-1]["tables"]]
    records = [await asyncio.to_thread(eve.fetch, "GET", f"/api/rooms/{room}/record") for room in rooms]
    for record in records:
        assert "every roll" in verify(parse(record), find.game("hanabi"), Noted(seed_hash=now["hash"]))
    dealt = [[line["move"] for line in moves_of(record)[:8]] for record in records]
    assert dealt[0] == dealt[1] == dealt[2]  # the same cards, whoever sits there
    assert (await (await eve.open(rooms[0])).until("view"))["eye"] == "all"


def check_sums(told: Json) -> None:
    """The standings are the differences of both rounds, by name."""
    total: dict[str, float] = {}
    for round in told["rounds"]:
        for table in round["tables"]:
            for at_seat, seat in enumerate(table["seats"]):
                others = [other["seats"][at_seat]["points"] for other in round["tables"] if other is not table]
                assert seat["difference"] == pytest.approx(seat["points"] - sum(others) / 2)
                if not seat["bot"]:
                    total[seat["name"]] = total.get(seat["name"], 0) + seat["difference"]
    assert {one["name"]: pytest.approx(one["difference"]) for one in told["standings"]} == total
    assert sorted(total) == ["Anna", "Ben", "Cleo", "Dora"]


def test_a_bot_plays_for_who_is_away_and_the_host_need_not_wait(tmp_path) -> None:
    async def evening(site: Site) -> None:
        await at(site, NOON)
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            code = (await anna.post("/api/evenings", {"game": "hanabi", "seats": 2, "bot": "random"}))["code"]
            with pytest.raises(Refused, match="Nobody has a seat"):
                await act(anna, code, do="start")
            with pytest.raises(Refused, match="No round is running"):
                await act(anna, code, do="end")
            await act(anna, code, do="sit", table=0, seat=0)
            await act(ben, code, do="sit", table=1, seat=0)
            await act(ben, code, do="leave")
            assert (await act(ben, code, do="sit", table=1, seat=1))["plan"][1][1] is not None
            await act(anna, code, do="start")
            page = await page_of(anna, code)
            with pytest.raises(Refused, match="is at the table"):
                await act(anna, code, do="let_bot", table=0, seat=0)
            told = await act(anna, code, do="let_bot", table=1, seat=1)
            assert told["rounds"][0]["tables"][1]["seats"][1]["bot"]
            while not (await anna.get(f"/api/evenings/{code}"))["rounds"][0]["tables"][1]["over"]:
                await asyncio.sleep(0.02)
            assert "not possible where other tables" in await refused(page, type="rematch")
            told = await act(anna, code, do="end")  # nobody waits for herself
            assert not told["running"] and told["rounds"][0]["seed"]
            assert [table["ended"] for table in told["rounds"][0]["tables"]] == [True, False]
            await room_where(page, lambda room: room["trouble"] is not None)
            await act(anna, code, do="start")  # and then everybody forgets about it
            await at(site, NOON + LONGEST)
            told = await ben.get(f"/api/evenings/{code}")
            assert not told["running"] and told["rounds"][1]["seed"]

    serve(tmp_path, evening, limited=False)


def test_how_an_evening_stands_is_put_together_beside_the_loop(tmp_path) -> None:
    """Of fifty rounds it takes a fifth of a second."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            code = (await anna.post("/api/evenings", {"game": "forehead", "bot": "random"}))["code"]
            rows, threads = site.app.state.site.shared.rows, set[int]()
            several = rows.several
            rows.several = lambda ids: threads.add(get_ident()) or several(ids)
            for path in (f"/api/evenings/{code}", f"/plain/evening/{code}"):
                await asyncio.to_thread(anna.fetch, "GET", path)
            assert threads and get_ident() not in threads

    serve(tmp_path, evening, limited=False)


def test_evenings_that_cannot_be_are_refused(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            for new, sentence in (
                ({"game": "forehead", "tables": 1, "bot": "random"}, "2 to 12 tables"),
                ({"game": "forehead", "tables": 99, "bot": "random"}, "2 to 12 tables"),
                ({"game": "forehead", "bot": "nobody"}, "no such bot"),
                ({"game": "forehead", "bot": "random", "seats": 77}, "77"),
            ):
                with pytest.raises(Refused, match=sentence):
                    await anna.post("/api/evenings", new)
            with pytest.raises(Refused, match="no evening with this code") as no:
                await anna.get("/api/evenings/TAPIR-MANGO-47")
            assert no.value.status == 404
            code = (await anna.post("/api/evenings", {"game": "forehead", "bot": "random"}))["code"]
            with pytest.raises(Refused, match="no such seat"):
                await act(anna, code, do="sit", table=7, seat=0)
            with pytest.raises(Refused, match="expects"):
                await act(anna, code, do="dance")

    serve(tmp_path, evening, limited=False)


def test_who_wants_to_be_forgotten_leaves_the_evening(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            await anna.post("/api/me", {"name": "Annabella"})
            code = (await anna.post("/api/evenings", {"game": "forehead", "bot": "random"}))["code"]
            await act(anna, code, do="sit", table=0, seat=0)
            await anna.ask("DELETE", "/api/me")
            assert "Annabella" not in json.dumps(await ben.get(f"/api/evenings/{code}"))

    serve(tmp_path, evening, limited=False)


def test_every_table_of_a_round_counts_as_a_new_table(tmp_path) -> None:
    """30 a minute of one address: two rounds of twelve, not a hundred."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            new = {"game": "forehead", "bot": "random", "tables": 12}
            codes = [(await anna.post("/api/evenings", new))["code"] for _ in range(3)]  # three of the thirty
            for code in codes:
                await act(anna, code, do="sit", table=0, seat=0)
            for code in codes[:2]:
                await act(anna, code, do="start")
            with pytest.raises(Refused, match="Too many requests") as no:
                await act(anna, codes[2], do="start")
            assert no.value.status == 429
            assert (await anna.get(f"/api/evenings/{codes[2]}"))["round"] == 0

    serve(tmp_path, evening)


def test_whoever_guesses_codes_is_refused_before_anything_is_looked_up(tmp_path) -> None:
    """Then the right code is refused, too: otherwise each of 600 tries a minute would count. On plain pages as well."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            code = (await anna.post("/api/evenings", {"game": "forehead", "bot": "random"}))["code"]
            wrong = (
                "/api/evenings/TAPIR-MANGO-{n}",
                "/plain/evening/TAPIR-MANGO-{n}",
                "/evening/TAPIR-MANGO-{n}/qr.svg",
            )
            statuses = []
            for n in range(12):
                with pytest.raises(Refused) as no:
                    await anna.get(wrong[n % 3].format(n=20 + n))
                statuses.append(no.value.status)
            assert statuses == [404] * 10 + [429] * 2
            for path in (f"/api/evenings/{code}", f"/plain/evening/{code}", f"/evening/{code}/qr.svg"):
                with pytest.raises(Refused) as no:
                    await anna.get(path)
                assert no.value.status == 429

    serve(tmp_path, evening)


def test_guesses_whose_bodies_come_late_are_counted_when_they_begin(tmp_path) -> None:
    async def evening(site: Site) -> None:
        head = (
            f"POST /api/evenings/TAPIR-MANGO-20 HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
            "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n"
        )
        async with AsyncExitStack() as lines:
            guesses = [await lines.enter_async_context(site.line(head.encode())) for _ in range(14)]
            said = [asyncio.create_task(reader.readline()) for reader, _ in guesses]
            async with asyncio.timeout(120):
                while sum(one.done() for one in said) < 4:
                    await asyncio.sleep(0.005)
            for _, writer in guesses:
                writer.write(b'{"do":"leave"}')
            statuses = sorted([(await one).split()[1] for one in said])
            assert statuses == [b"404"] * 10 + [b"429"] * 4

    serve(tmp_path, evening)


def test_the_code_of_an_evening_ends_after_a_day_but_for_those_who_took_part(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben, Visitor(site.url) as cleo:
            code = (await anna.post("/api/evenings", {"game": "forehead", "bot": "random"}))["code"]
            await act(ben, code, do="sit", table=0, seat=0)
            await cleo.get(f"/api/evenings/{code}")
            shared = site.app.state.site.shared
            now = shared.now()
            shared.now = site.app.state.site.rooms.now = lambda: now + 25 * 3600
            for somebody in (anna, ben):
                assert (await somebody.get(f"/api/evenings/{code}"))["code"] == code
            for asked in (cleo.get(f"/api/evenings/{code}"), cleo.post("/api/join", {"code": code})):
                with pytest.raises(Refused) as no:
                    await asked
                assert no.value.status == 404

    serve(tmp_path, evening, limited=False)
