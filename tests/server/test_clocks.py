"""Clocks at a table: whose runs, what a move earns, what happens at zero, and that nobody pays for a lost server."""

import asyncio
import shutil
from time import sleep
from typing import Any

import pytest
from headless import Page, Visitor
from headless import Refused as Said
from own_server import Site, serve
from people import kinds, play_picks, room_where
from test_bot_turns import Pool, quiet, until

from tepui.games.kryptx import codes as k
from tepui.server.refusals import Refused
from tepui.server.room import clocks
from tepui.server.room.clocks import PRESETS, advanced, parse, remaining
from tepui.server.store import schema
from tepui.server.store.writer import Writer
from tepui.server.wire.messages import ClockLimit
from tepui.testing import HandTime

QUICK = PRESETS["quick"]
MINUTE = 60_000


def test_a_clock_is_a_name_or_written_out() -> None:
    assert parse("") is None
    assert parse("none") is None
    assert parse(" Quick ") == QUICK
    assert parse("10m+15s") == ClockLimit(kind="bank", seconds=600, increment=15)
    assert parse("90s/move") == ClockLimit(kind="move", seconds=90, increment=0)
    assert parse("2d") == ClockLimit(kind="bank", seconds=172_800, increment=0)


@pytest.mark.parametrize("said", ["4s", "31d", "9999999d", "10m+", "fast", "-5m", "5m+40d", "٣m", "5m/turn"])
def test_anything_else_gets_a_sentence(said: str) -> None:
    with pytest.raises(Refused, match="A clock is none, quick"):
        parse(said)


def test_a_move_stops_ones_own_clock_and_earns_the_increment() -> None:
    told = advanced(clocks.begun(QUICK, 2), QUICK, 0, [0], [], {})
    assert clocks.due(told, QUICK) == 5 * MINUTE
    told = advanced(told, QUICK, 2 * MINUTE, [1], [0], {0: 1})
    assert (told.left, told.since) == ((3 * MINUTE + 10_000, 5 * MINUTE), (None, 2 * MINUTE))
    assert remaining(told, 0, 60 * MINUTE) == 3 * MINUTE + 10_000
    assert remaining(told, 1, 60 * MINUTE) == 0


def test_whoever_decides_at_the_same_time_has_a_clock_of_their_own() -> None:
    told = advanced(clocks.begun(QUICK, 3), QUICK, 0, [0, 1, 2], [], {})
    told = advanced(told, QUICK, MINUTE, [0, 2], [1], {1: 1})  # the second has decided, the others go on
    assert told.since == (0, None, 0)
    assert [remaining(told, seat, 2 * MINUTE) for seat in range(3)] == [3 * MINUTE, 4 * MINUTE + 10_000, 3 * MINUTE]


def test_a_call_stops_the_clock_of_whoever_was_interrupted_and_earns_nothing() -> None:
    told = advanced(clocks.begun(QUICK, 2), QUICK, 0, [0], [], {})
    told = advanced(
        told, QUICK, MINUTE, [1], [1], {1: 1}
    )  # the second calls Stop while the first thinks, and must guess
    assert told.left == (4 * MINUTE, 5 * MINUTE)
    assert told.since == (None, MINUTE)


def test_so_much_a_move_is_whole_again_at_each_but_not_after_a_take_back() -> None:
    limit = PRESETS["move"]
    told = advanced(clocks.begun(limit, 1), limit, 0, [0], [], {})
    told = advanced(told, limit, MINUTE, [0], [0], {0: 1})
    assert remaining(told, 0, MINUTE) == 2 * MINUTE
    told = advanced(told, limit, 2 * MINUTE, [], [0], {0: 2})
    told = advanced(told, limit, 2 * MINUTE, [0], [], {0: 1})
    assert remaining(told, 0, 2 * MINUTE) == MINUTE
    told = advanced(told, limit, 2 * MINUTE, [0], [0], {0: 2})  # and is asked again at once
    assert remaining(told, 0, 2 * MINUTE) == MINUTE


def test_so_much_a_move_is_not_whole_again_after_a_stop_in_the_place_of_a_move() -> None:
    limit = PRESETS["move"]
    told = advanced(clocks.begun(limit, 2), limit, 0, [0], [], {})
    told = advanced(told, limit, MINUTE, [0], [0], {0: 1})
    told = advanced(told, limit, 2 * MINUTE, [1], [], {})  # that move is taken back, and the second must decide
    told = advanced(told, limit, 2 * MINUTE, [0], [0], {0: 1})  # the first calls Stop, and must name a number
    assert remaining(told, 0, 2 * MINUTE) == MINUTE


def test_a_move_in_the_place_of_another_earns_nothing_again() -> None:
    told = advanced(clocks.begun(QUICK, 2), QUICK, 0, [0], [], {})
    told = advanced(told, QUICK, MINUTE, [1], [0], {0: 1})
    told = advanced(told, QUICK, MINUTE, [0], [], {})
    assert (told.left, told.since) == ((4 * MINUTE + 10_000, 5 * MINUTE), (MINUTE, None))
    told = advanced(told, QUICK, MINUTE, [1], [0], {0: 1})
    assert told.left[0] == 4 * MINUTE + 10_000
    told = advanced(told, QUICK, MINUTE, [0], [1], {0: 1, 1: 1})
    assert advanced(told, QUICK, MINUTE, [1], [0], {0: 2, 1: 1}).left[0] == 4 * MINUTE + 20_000


def test_nobody_gains_time_by_moving_and_taking_back_again_and_again() -> None:
    """Several answers in a row, as a name for each stand of Kryptx: the clock runs on through each of them."""
    told = advanced(clocks.begun(QUICK, 1), QUICK, 0, [0], [], {})
    for _ in range(5):
        told = advanced(told, QUICK, MINUTE, [0], [0], {0: 1})
        told = advanced(told, QUICK, MINUTE, [0], [], {})
    assert remaining(told, 0, MINUTE) == 4 * MINUTE + 10_000


def test_a_move_that_a_bot_made_costs_nothing_when_it_is_taken_back() -> None:
    told = advanced(clocks.begun(QUICK, 1), QUICK, 0, [], [0], {0: 1})  # while its person was gone
    told = advanced(told, QUICK, MINUTE, [0], [], {})
    assert remaining(told, 0, MINUTE) == 5 * MINUTE


def test_the_time_to_reconnect_is_for_one_decision() -> None:
    told = clocks.reconnecting(advanced(clocks.begun(QUICK, 2), QUICK, 0, [0], [], {}), 0, 5 * MINUTE)
    assert remaining(told, 0, 5 * MINUTE) == clocks.RECONNECT
    told = advanced(told, QUICK, 5 * MINUTE + 1000, [1], [0], {0: 1})
    assert told.left[0] == 10_000  # the increment, and not 29 seconds more


# ---- a server whose time the test moves


def timed(tmp_path, time: HandTime, play) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            await play(site, anna, ben)

    serve(tmp_path, evening, time, limited=False)


async def table_of_two(anna: Visitor, ben: Visitor, **new: object) -> tuple[Page, Page]:
    id = await anna.create(**{"game": "lost-code", "seats": 2, "clock": "quick", **new})
    pages = await anna.open(id), await ben.open(id)
    await pages[1].send(type="sit")
    await room_where(pages[0], lambda room: kinds(room) == ["person", "person"])
    await pages[0].send(type="start")
    for page in pages:
        await page.until("view" if new.get("clock") == "none" else "clock")
    return pages


async def clock_where(page: Page, running: list[int]) -> list[int]:
    while page.clock.get("running") != running:
        await page.until("clock")
    left: list[int] = page.clock["left"]
    return left


async def until_moved_from(page: Page, other: Page, seat: int) -> None:
    """The first button, until the clock of this seat stands."""
    while seat in page.clock["running"]:
        await page.pick(page.view, 0)
        await page.until("clock")


def test_everybody_sees_the_clocks_and_at_zero_a_bot_plays_until_one_is_back(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben)
        first = one.clock["running"][0]
        mover, other = (one, two) if first == 0 else (two, one)
        async with Visitor(site.url) as cleo:
            watcher = await cleo.open(one.id)
            await watcher.until("clock")
            assert watcher.clock == mover.clock
            assert watcher.room["clock"] == {"kind": "bank", "seconds": 300, "increment": 10}
        await time.passed(240)
        await mover.hello()
        assert (await mover.until("clock"))["left"][first] == MINUTE
        await time.passed(60)
        room = await room_where(mover, lambda room: kinds(room)[first] == "kept")
        assert room["you"]["kept"] == first
        name = room["seats"][first]["name"]
        assert f"The time of {name} is up: a bot plays until {name} is back." in [one["text"] for one in room["lines"]]
        await clock_where(other, [1 - first])  # the bot has moved
        assert other.clock["left"][first] is None
        await mover.send(type="sit")
        await room_where(mover, lambda room: kinds(room)[first] == "person")
        await until_moved_from(other, mover, 1 - first)
        left = await clock_where(mover, [first])
        assert left[first] == 30_000  # a tenth of the bank: more than nothing

    timed(tmp_path, time, play)


def test_a_lost_connection_has_half_a_minute_more_once(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben)
        first = one.clock["running"][0]
        mover, other = (one, two) if first == 0 else (two, one)
        await mover.lose_line()
        await room_where(other, lambda room: not room["seats"][first]["connected"])
        await time.passed(300)
        while other.clock["left"][first] != 30_000:
            await other.until("clock")
        assert kinds(other.room)[first] == "person"
        await time.passed(30)
        await room_where(other, lambda room: kinds(room)[first] == "kept")

    timed(tmp_path, time, play)


def test_a_table_that_left_memory_is_woken_and_a_server_that_was_off_charges_nobody(tmp_path) -> None:
    """Also after a crash: the second server starts on a copy of the files as they lay there."""
    time, found = HandTime(), {}
    data, copy = tmp_path / "data", tmp_path / "copy"
    data.mkdir()

    async def begin(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, _ = await table_of_two(anna, ben, clock="day")
        found.update(room=one.id, first=one.clock["running"][0], cookie=anna.cookie)
        rooms = site.app.state.site.rooms
        await time.passed(3600)
        assert int(rooms.store.fact("ran") or 0) >= 3_600_000
        await time.passed(5)  # these seconds are not on disk
        shutil.copytree(data, copy)

    timed(data, time, begin)
    time.advance(100 * 24 * 3600)  # off for a hundred days

    async def go_on(site: Site, anna: Visitor, ben: Visitor) -> None:
        rooms = site.app.state.site.rooms
        anna.cookie = found["cookie"]
        page = await anna.open(found["room"])
        assert (await page.until("clock"))["left"][found["first"]] == 23 * 3_600_000
        assert [one["left"] for one in await anna.get("/api/mine")] == [23 * 3600 if found["first"] == 0 else None]
        await page.close()
        room = rooms.loaded[found["room"]]
        while room.audience.pages:
            await asyncio.sleep(0.01)
        rooms.loaded.clear()
        await time.passed(23 * 3600)
        assert rooms.loaded[found["room"]].state.chairs[found["first"]].bot is not None

    timed(copy, time, go_on)


def test_an_hour_has_passed_when_what_was_due_is_on_disk_however_slow_that_is(tmp_path, monkeypatch) -> None:
    """Of the clock that tests move: with a disk of 50 ms a day of slow games goes on hour by hour all the same."""
    write, time = Writer._write_group, HandTime()

    def slowly(*words: Any) -> Any:
        sleep(0.05)
        return write(*words)

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, clock="day")
        first, rooms = one.clock["running"][0], site.app.state.site.rooms
        room, before = rooms.loaded[one.id], rooms.uptime.now()
        for page in (one, two):
            await page.close()
        while room.audience.pages:
            await asyncio.sleep(0.002)
        monkeypatch.setattr(Writer, "_write_group", slowly)
        for hour in range(1, 24):
            await time.passed(3600)
            assert int(rooms.store.fact("ran") or 0) == before + hour * 3_600_000
        assert room.state.chairs[first].kind == "person"
        await time.passed(3600)
        assert room.state.chairs[first].kind == "kept"

    timed(tmp_path, time, play)


def test_who_may_only_interrupt_pays_nothing(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        rooms = site.app.state.site.rooms
        pool = rooms.bot_pool = Pool()
        page = await anna.open(await anna.create(game="kryptx", seats=3, bots=["steady"] * 2, start=True, clock="move"))
        await page.until("clock")
        room = rooms.loaded[page.id]
        while True:
            await quiet()
            async with room.lock:  # what is being written is on disk
                pass
            view, turn = room.session.look(0), room.session.turn
            if view.must_act:
                assert room.turn.clocks.since[0] is not None
                async with room.lock:
                    pick = next(n for n, code in enumerate(view.offered()) if code != k.STOP)
                    await play_picks(room, 0, turn, [pick])
            elif view.offered():
                break  # a bot thinks, and Anna could call Stop
            else:
                await until(lambda: bool(pool.asked))
                pool.answer_any(next(iter(pool.asked)))
                await until(lambda turn=turn: room.session.turn > turn)
        assert room.turn.clocks.since == (None, None, None)

    timed(tmp_path, HandTime(), play)


def test_a_clock_that_is_none_is_refused_with_a_sentence(tmp_path) -> None:
    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        with pytest.raises(Said, match="A clock is none, quick"):
            await anna.create(game="lost-code", clock="soon")
        page = await anna.open(await anna.create(game="lost-code"))
        assert (await page.until("room"))["clock"] is None

    timed(tmp_path, HandTime(), play)


def test_whose_move_it_is_is_known_without_opening_a_table(tmp_path) -> None:
    """Without a clock too: it is written down with every move. Where an older version has not, the table is asked."""
    found = {}

    async def begin(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, clock="none")
        found.update(room=one.id, cookies=(anna.cookie, ben.cookie), first=int(two.view["must_act"]))

    async def look(site: Site, anna: Visitor, ben: Visitor) -> None:
        rooms = site.app.state.site.rooms
        anna.cookie, ben.cookie = found["cookies"]
        mine = [(await one.get("/api/mine"))[0]["your_move"] for one in (anna, ben)]
        assert mine == [found["first"] == 0, found["first"] == 1]
        assert not rooms.loaded
        mover = [anna, ben][found["first"]]
        page = await mover.open(found["room"])
        await page.next_view()
        while page.view["must_act"]:
            await page.pick(page.view, 0)
            await page.next_view()
        assert rooms.store.turns.of(found["room"]).waiting == str(1 - found["first"])
        gone = schema.turns.delete().where(schema.turns.c.room == found["room"])
        await rooms.store.change(lambda connection: connection.execute(gone))
        rooms.loaded.clear()
        assert [one["left"] for one in await mover.get("/api/mine")] == [None]
        assert rooms.loaded

    timed(tmp_path, HandTime(), begin)
    timed(tmp_path, HandTime(), look)
