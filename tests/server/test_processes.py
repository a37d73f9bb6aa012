"""Several processes over one PostgreSQL: players of one table at different ones notice nothing of it.

Two whole servers in the test's own process are as good as two processes: they share nothing but the database. The last
tests start real ones, and harm them.
"""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import uvicorn
from harms import Harmed
from headless import Page, Visitor
from own_server import Site
from people import finish, kinds, room_where
from postgres import Cable, Postgres
from receiver import Receiver
from test_devices import become, link
from test_network_bots import ask, invited, post
from websockets.exceptions import ConnectionClosed

from tepui.bots import network
from tepui.cli import main
from tepui.core import find
from tepui.core.record import parse
from tepui.core.verify import verify
from tepui.server.app import make_app
from tepui.server.serve import listen, uvicorn_config
from tepui.server.settings import Settings
from tepui.server.store.contract import OtherOwner

Evening = Callable[[Site, Site], Awaitable[None]]
GAMES = ("lost-code", "roll-and-write", "kryptx")


@contextlib.asynccontextmanager
async def running(tmp_path: Path, database: str, **settings: Any) -> Any:
    app = make_app(Settings(data=tmp_path, database=database, pace=0, workers=1, limited=False, **settings))
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield Site(listening.getsockname()[1], app)
    finally:
        server.should_exit = True
        await serving


def two(tmp_path: Path, database: str, evening: Evening, **settings: Any) -> None:
    async def whole() -> None:
        async with running(tmp_path, database, **settings) as one, running(tmp_path, database, **settings) as other:
            await evening(one, other)

    asyncio.run(asyncio.wait_for(whole(), 150))


async def table(anna: Visitor, ben: Visitor, start: bool = True, **new: Any) -> tuple[Page, Page]:
    """Anna sets it up at one process, Ben sits down at the other."""
    room = await anna.create(seats=2, **new)
    host, guest = await anna.open(room), await ben.open(room)
    await guest.send(type="sit")
    await room_where(host, lambda told: kinds(told) == ["person", "person"])
    if start:
        await host.send(type="start")
        await asyncio.gather(host.until("view"), guest.until("view"))
    return host, guest


def test_all_games_are_played_by_people_at_different_processes_and_their_records_are_true(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            for game in GAMES:
                host, guest = await table(anna, ben, game=game)
                await finish(host, guest)
                assert host.view["scores"] == guest.view["scores"] and host.view["turn"] == guest.view["turn"]
                for visitor in (anna, ben):
                    data = await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{host.id}/record")
                    assert "every move" in verify(parse(data), find.game(game)) or parse(data).end is not None
            assert {one["over"] for one in await ben.get("/api/mine")} == {True}

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_whatever_changes_at_a_table_is_seen_at_the_other_process(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben, Visitor(other.url) as cleo:
            host, guest = await table(anna, ben, start=False, game="forehead")
            await room_where(guest, lambda told: told["seats"][0]["connected"])
            await room_where(host, lambda told: told["seats"][1]["connected"])
            watcher = await cleo.open(host.id)
            await room_where(host, lambda told: told["watchers"] == 1)
            await guest.send(type="rename", name="Benno")
            await room_where(host, lambda told: told["seats"][1]["name"] == "Benno")
            assert (await ben.get("/api/me"))["name"] == "Benno"
            ben.url = one.url  # the same person at the other process
            assert (await ben.get("/api/me"))["name"] == "Benno"
            await host.send(type="say", text="hello there")
            await room_where(guest, lambda told: "hello there" in str(told["lines"]))
            await host.send(type="start")
            await asyncio.gather(host.until("view"), guest.until("view"))
            await guest.send(type="note", marks={"mine": 1})
            again = await ben.open(host.id)  # a second page of the same seat, at the other process
            assert (await again.until("notes"))["marks"] == {"mine": 1}
            await guest.send(type="note", marks={"mine": 2})
            assert (await again.until("notes"))["marks"] == {"mine": 2}
            await again.close()
            await watcher.close()
            await room_where(host, lambda told: told["watchers"] == 0)
            await host.send(type="kick", seat=1)
            assert "sent you away" in (await guest.until("gone"))["sentence"]

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_question_to_take_back_and_a_rematch_cross(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="lost-code")
            mover, waiter = (host, guest) if host.view["must_act"] else (guest, host)
            await mover.pick(mover.view, 0)
            await waiter.until("view")
            moves = len(waiter.moments)
            await mover.send(type="take_back")
            told = await room_where(waiter, lambda told: told["asked"] is not None or "taken a move back" in str(told))
            if told["asked"] is not None:
                await waiter.send(type="answer", yes=True)
            await room_where(mover, lambda told: "taken a move back" in str(told["lines"]))
            while len(mover.moments) >= moves:
                await mover.until("view")
            await finish(host, guest)
            await asyncio.gather(host.send(type="rematch"), guest.send(type="rematch"))  # both at once
            links = [(await room_where(page, lambda told: told["rematch"]))["rematch"] for page in (host, guest)]
            ids = {link.rpartition("/")[2] for link in links}
            assert len(ids) == 1
            mine = {one["room"] for one in await anna.get("/api/mine")}
            assert mine == {host.id, *ids}  # no second table is left over

    two(tmp_path, database, evening)


def test_who_loses_the_race_is_told_the_new_view_and_nothing_is_doubled(tmp_path, database) -> None:
    """One person with two pages at two processes, who presses in both at the same time."""

    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna:
            room = await anna.create(game="lost-code", seats=2, bots=["random"], start=True)
            here = await anna.open(room)
            anna.url = other.url
            there = await anna.open(room)
            await asyncio.gather(here.until("view"), there.until("view"))
            presses = 0
            while presses < 25 and not here.view["over"]:
                for page in (here, there):
                    while not (page.view["over"] or (page.view["must_act"] and page.view["turn"] >= here.view["turn"])):
                        await page.until("view")
                if here.view["over"] or here.view["turn"] != there.view["turn"]:
                    continue
                before = sum(entry["by"] == 0 for entry in here.view["journal"])
                await asyncio.gather(here.pick(here.view, 0), there.pick(there.view, 0))
                presses += 1
                await asyncio.gather(here.until("view"), there.until("view"))
                assert sum(entry["by"] == 0 for entry in here.view["journal"]) - before <= 2
            await here.close()
            await there.close()
            record = one.app.state.site.rooms.store.moves(room)
            assert [number for number, _, _ in record] == list(range(1, len(record) + 1))

    two(tmp_path, database, evening)


def test_a_player_is_called_once_wherever_the_move_was_made(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben, Receiver() as receiver:
            host, guest = await table(anna, ben, game="lost-code")
            mover, waiter = (host, guest) if host.view["must_act"] else (guest, host)
            await waiter.send(type="call_me", address=f"{receiver.url}/topic")
            await room_where(waiter, lambda told: told["you"]["called_at"])
            await waiter.close()
            seat = waiter.room["you"]["seat"]
            await room_where(mover, lambda told: not told["seats"][seat]["connected"])
            while mover.view["must_act"]:
                await mover.pick(mover.view, 0)
                await mover.until("view")
            assert len(await receiver.calls(1)) == 1
            keys = [await visitor.get("/api/push") for visitor in (anna, ben)]
            assert keys[0] == keys[1]  # made once, for all processes
            await asyncio.sleep(0.5)  # nothing else may come: that is the question itself
            assert len(receiver.got) == 1

    two(tmp_path, database, evening, calls_anywhere=True)


def test_a_page_stays_when_the_process_of_its_table_ends(tmp_path, database) -> None:
    """By the same socket it hears the next process, and plays on."""

    async def whole() -> None:
        async with running(tmp_path, database) as other, Visitor(other.url) as ben, Visitor(other.url) as cleo:
            async with running(tmp_path, database) as one, Visitor(one.url) as anna:
                host, guest = await table(anna, ben, game="lost-code")
                watcher = await cleo.open(host.id)
                await watcher.until("view")
                mover, waiter = (host, guest) if host.view["must_act"] else (guest, host)
                await mover.pick(mover.view, 0)
                for page in (mover, waiter, watcher):
                    await page.until("view")
                told = guest.view
                assert not other.app.state.site.rooms.loaded
            view = await guest.until("view")  # its own hello, said again
            assert view["journal"][: len(told["journal"])] == told["journal"]
            assert host.id in other.app.state.site.rooms.loaded
            await guest.send(type="say", text="still here")
            await room_where(guest, lambda told: "still here" in str(told["lines"]))
            await room_where(watcher, lambda told: "still here" in str(told["lines"]))
            anna.url = other.url
            again = await anna.open(host.id)
            await again.until("view")
            await finish(again, guest)

    asyncio.run(asyncio.wait_for(whole(), 150))


async def nothing(*_: Any) -> bool:
    return False


async def taken(room: str, by: Site) -> None:
    """From a process that lives, as when it could not be reached for a while."""
    rooms = by.app.state.site.rooms
    with pytest.raises(OtherOwner) as owner:
        await rooms.room(room)
    rooms.inner._forced[room] = time.monotonic(), owner.value.peer.lease
    await rooms.room(room)


def test_a_process_from_which_a_table_was_taken_changes_nothing_and_lets_its_pages_go(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, _ = await table(anna, ben, game="lost-code")
            before = host.view
            one.app.state.site.rooms.leave_lost = nothing  # it has not looked yet
            await taken(host.id, by=other)
            await host.send(type="rename", name="Nobody")  # whatever it is, it comes too late
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await host.next()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
            assert host.id not in one.app.state.site.rooms.loaded
            again = await anna.open(host.id)  # by its own process, which hands it on now
            await again.until("view")
            assert again.view["journal"] == before["journal"] and "Nobody" not in str(again.room)
            later = await ben.open(host.id)
            await later.until("view")
            await finish(again, later)

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_table_that_was_taken_is_let_go_without_a_change_too(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(one.url) as ben:
            host, _ = await table(anna, ben, game="lost-code")
            kept = await anna.create(game="lost-code", seats=2)
            page = await anna.open(kept)
            await page.until("room")
            await taken(host.id, by=other)
            await one.app.state.site.rooms.leave_lost()  # every few beats
            with pytest.raises(ConnectionClosed):
                while True:
                    await host.next()
            assert [*one.app.state.site.rooms.loaded] == [kept]

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_code_that_has_expired_leads_to_a_table_that_is_awake_at_another_process(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            room = await anna.create(game="lost-code", seats=2)
            page = await anna.open(room)
            code = (await page.until("room"))["code"]
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute("UPDATE rooms SET changed = 1")
            assert (await ben.post("/api/join", {"code": code}))["room"] == room

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_removed_device_is_gone_at_the_other_process_at_once_or_at_its_next_look(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        here, there = one.app.state.site.rooms, other.app.state.site.rooms
        look, there.neighbours.looks = other.app.state.site.devices.close_removed, []
        async with Visitor(one.url) as anna, Visitor(other.url) as phone:
            for reached in (True, False):
                await become(phone, await link(anna))
                page = await phone.open(await phone.create(game="lost-code", seats=2))
                await page.until("room")
                [added] = [device for device in await anna.get("/api/devices") if not device["here"]]
                if not reached:
                    here.neighbours.tell = nothing
                await asyncio.to_thread(anna.fetch, "DELETE", f"/api/devices/{added['id']}")
                if not reached:
                    await look()
                assert "removed" in (await page.until("gone"))["sentence"]

    two(tmp_path, database, evening)


def times_up(room: dict) -> list[str]:
    return [line["text"] for line in room["lines"] if "The time of" in line["text"]]


@pytest.mark.proof
def test_at_zero_one_bot_plays_and_it_is_said_once(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="lost-code", clock="5s/move")
            for page in (host, guest):
                await room_where(page, lambda told: "kept" in kinds(told) and bool(times_up(told)))
            await host.send(type="say", text="what was that?")
            await room_where(host, lambda told: "what was that?" in str(told["lines"]))
            said = times_up(host.room)
            assert len(said) == len(set(said)) <= kinds(host.room).count("kept")

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_network_bot_asks_any_process(tmp_path, database) -> None:
    """Each of its requests goes to another one, as a proxy would send them."""

    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna:
            room = await anna.create(game="lost-code", seats=2)
            host = await anna.open(room)
            await host.until("room")
            token = await invited(host, 1)
            await host.send(type="start")
            await host.until("view")
            sites, said, answers, errors = [one, other], {}, 0, []
            asyncio.get_running_loop().set_exception_handler(lambda _, what: errors.append(what))
            for nonsense in (b'{"answer":{"pick":0}}', b'{"question":1,"answer":{"pick":"\xff"}}'):
                for site in sites:  # it is not passed on, or harms nobody there
                    status, _ = await ask(f"{site.url}/t/{room}", token, nonsense)
                    assert status == 200

            async def bot() -> None:
                nonlocal said, answers
                while True:
                    sites.reverse()
                    status, told = await ask(f"{sites[0].url}/t/{room}", token, said)
                    assert status == 200, told
                    if "over" in told:
                        return
                    said = {}
                    if "question" in told:
                        said = {"question": told["question"], "answer": {"pick": 0}}
                        answers += 1

            await asyncio.gather(bot(), finish(host))
            assert answers > 10
            assert not any("house bot" in line["text"] for line in host.room["lines"]), "it made every move itself"
            assert not errors

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_a_network_bot_that_left_the_last_process_is_gone_everywhere(tmp_path, database, monkeypatch) -> None:
    monkeypatch.setattr(network, "HOLD", 1.0)

    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host = await anna.open(await anna.create(game="lost-code", seats=3))
            watcher = await ben.open(host.id)
            token = await invited(host, 1)
            for site in (one, other):
                assert await ask(f"{site.url}/t/{host.id}", token) == (200, {"wait": True})
            for page in (host, watcher):
                await room_where(page, lambda told: told["seats"][1]["connected"])
            with pytest.raises(TimeoutError):
                await asyncio.to_thread(post, f"{other.url}/t/{host.id}", token, {}, 0.2)
            for page in (host, watcher):
                await room_where(page, lambda told: not told["seats"][1]["connected"])

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_who_is_forgotten_is_forgotten_everywhere(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="forehead")
            await guest.send(type="say", text="my secret")
            await room_where(host, lambda told: "my secret" in str(told["lines"]))
            ben.url = one.url  # asked for at another process than the page is open at
            await ben.ask("DELETE", "/api/me")
            assert "deleted" in (await guest.until("gone"))["sentence"]
            await room_where(host, lambda told: kinds(told)[1] == "bot" and "my secret" not in str(told["lines"]))

    two(tmp_path, database, evening)


@pytest.mark.proof
def test_pages_come_back_when_the_database_does(tmp_path, postgres: Postgres) -> None:
    cable = Cable(postgres)

    async def evening(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="lost-code")
            mover, waiter = (host, guest) if host.view["must_act"] else (guest, host)
            cable.cut()
            status = await asyncio.to_thread(health, one.url)
            assert status == 503
            cable.mend()
            turn = mover.view["turn"]
            while mover.view["turn"] == turn:
                await mover.pick(mover.view, 0)
                while (told := await mover.next())["type"] not in ("refused", "view"):
                    pass
                assert told["type"] == "view" or told["why"] in ("stale", "trouble"), told
            await waiter.until("view")
            assert await asyncio.to_thread(health, one.url) == 200

    two(tmp_path, cable.address(postgres.database()), evening)
    cable.close()


def health(url: str) -> int:
    import urllib.error
    import urllib.request

    try:
        return int(urllib.request.urlopen(f"{url}/healthz").status)
    except urllib.error.HTTPError as error:
        assert "cannot reach its database" in error.read().decode()
        return error.code


# ---- maintenance


def test_a_backup_goes_from_sqlite_to_postgresql_and_back(tmp_path, database, start, capsys) -> None:
    server = start(tmp_path / "first", "--pace", "0", "--no-limits").start()

    async def begin() -> tuple[str, str, int]:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="lost-code", seats=2, bots=["random"], start=True)
            page = await anna.open(room)
            view = await page.until("view")
            return room, anna.cookie, view["turn"]

    room, cookie, turn = asyncio.run(begin())
    server.stop()
    capsys.readouterr()
    first, second, third = tmp_path / "one", tmp_path / "two", tmp_path / "three"
    assert main(["backup", str(first), "--data", str(tmp_path / "first")]) == 0
    assert main(["restore", str(first), "--database", database]) == 0
    assert main(["doctor", "--database", database]) == 0, capsys.readouterr().out
    assert "no problems found in the database" in capsys.readouterr().out

    async def go_on(one: Site, other: Site) -> None:
        anna = Visitor(other.url)
        anna.cookie = cookie  # signed by the same key
        page = await anna.open(room)
        view = await page.until("view")
        assert view["turn"] >= turn and view["eye"] == 0
        assert main(["restore", str(first), "--database", database]) == 2  # while it serves
        await finish(page)
        await page.close()

    two(tmp_path, database, go_on)
    assert "Stop it first" in capsys.readouterr().err
    assert main(["backup", str(second), "--database", database]) == 0
    assert main(["restore", str(second), "--data", str(tmp_path / "second")]) == 0
    assert main(["doctor", "--data", str(tmp_path / "second")]) == 0, capsys.readouterr().out
    assert main(["restore", str(second), "--database", database]) == 0  # what was there is kept
    assert "before-restore-" in capsys.readouterr().out
    assert main(["backup", str(third), "--database", database]) == 0
    server = start(tmp_path / "second", "--pace", "0", "--no-limits").start()
    anna = Visitor(server.url)
    anna.cookie = cookie
    assert anna.fetch("GET", f"/api/rooms/{room}/record").startswith(b'{"tepui"')


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--database", "mysql://here/there"], "takes an address like postgresql://"),
        (["--database", "postgresql://nobody@127.0.0.1:1/there"], "Start PostgreSQL, or correct --database"),
        (["--processes", "2"], "several processes need PostgreSQL"),
        (["--processes", "0", "--database", "postgresql://x/y"], "a number from 1 to 64"),
        (["--processes", "2", "--database", "postgresql://x/y", "--inner", "127.0.0.1:7000"], "a port of its own"),
    ],
)
def test_what_cannot_be_served_gets_a_sentence(words: list[str], sentence: str, tmp_path) -> None:
    done = serve(*words, "--data", str(tmp_path))
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr


@pytest.mark.proof
def test_an_inner_address_that_leads_nowhere_is_noticed_at_the_start(database) -> None:
    for words in ([], ["--processes", "2"]):
        done = serve("--database", database, "--inner", "192.0.2.1", *words)
        assert done.returncode == 2 and "--inner 192.0.2.1 does not lead to this process" in done.stderr
        assert "Traceback" not in done.stderr and done.stdout == ""


def test_a_database_of_a_newer_version_is_left_alone(database, tmp_path) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE TABLE tepui_schema (version BIGINT)")
        connection.execute("INSERT INTO tepui_schema VALUES (999)")
    done = serve("--database", database)
    assert done.returncode == 2 and "newer Tepui" in done.stderr and "--database" in done.stderr
    assert main(["backup", str(tmp_path / "x"), "--database", database]) == 2
    assert main(["doctor", "--database", database]) == 1


# ---- real processes


@pytest.fixture
def supervised(database, tmp_path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--processes", "2"]
    command += ["--no-limits", "--pace", "0", "--database", database]
    with (tmp_path / "errors.log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    found = re.search(r"http://127.0.0.1:\d+", process.stdout.readline())
    assert found, (tmp_path / "errors.log").read_text()
    yield process, found[0]
    process.kill()
    process.wait()


def children_of(pid: int) -> list[int]:
    said = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in said.splitlines() if "--inherit" in line]


@pytest.mark.proof
def test_two_behind_one_port_one_killed_and_all_ended_together(supervised) -> None:
    process, url = supervised

    async def evening() -> None:
        async with Visitor(url) as anna:
            room = await anna.create(game="lost-code", seats=2, bots=["random"], start=True)
            page = await anna.open(room)
            await page.until("view")
            first = children_of(process.pid)
            for pid in first:  # one after the other: whichever served the page, it comes back
                os.kill(pid, signal.SIGKILL)
                while len(children_of(process.pid)) < 2 or pid in children_of(process.pid):
                    await asyncio.sleep(0.1)
            page = await anna.open(room)
            await page.until("view")
            assert not set(first) & set(children_of(process.pid))

    asyncio.run(asyncio.wait_for(evening(), 150))
    last = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in last):
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.proof
def test_nothing_is_lost_whatever_is_harmed(tmp_path, postgres: Postgres) -> None:
    """The short form of `python3 dev.py proofs processes`."""
    seed = int(os.environ.get("TEPUI_SEED", "1"))
    print(f"TEPUI_SEED={seed}")
    harmed = Harmed(tmp_path, postgres, seed, tables=2, games=("roll-and-write",))
    asyncio.run(asyncio.wait_for(harmed.evening(6), 600))
    assert harmed.games >= 2 and harmed.comebacks > 0
