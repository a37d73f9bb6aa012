"""Storage: on disk before anyone is told, full disks, folders that cannot be used, old files, backup, doctor."""

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from headless import Refused, Visitor
from sqlalchemy import column, create_engine, select
from sqlalchemy.exc import IntegrityError

from tepui.cli import main
from tepui.core.refusal import Refusal
from tepui.server.app import make_app
from tepui.server.refusals import Refused as NotSaved
from tepui.server.room import start as dice
from tepui.server.room.change import Change
from tepui.server.room.chat import Said
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings, usable
from tepui.server.store import schema
from tepui.server.store.contract import Commit
from tepui.server.store.store import Store
from tepui.testing import HandTime

SMALL = 200_000  # bytes that a file may have: the disk of a very small computer


def serve(data, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--data", str(data), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_a_full_disk_is_said_and_nothing_is_acknowledged_that_was_not_saved(start, tmp_path) -> None:
    server = start(tmp_path / "data", "--pace", "0", "--no-limits").start()
    assert server.process is not None

    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="roll-and-write", seats=1, start=True)  # alone: every refusal is hers
            page = await anna.open(room)
            told = await page.until("view")
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))
            refused = None
            message = told
            for _ in range(4000):  # play until the disk is full
                if message["type"] == "view" and message["must_act"]:  # help comes after its view: one pick each
                    await page.pick(message, 0)
                message = await page.next()
                if message["type"] == "refused":
                    refused = message
                    break
                told = page.view
                if told["over"]:
                    room = await anna.create(game="roll-and-write", seats=1, start=True)
                    await page.close()
                    page = await anna.open(room)
                    message = told = await page.until("view")
            assert refused is not None, "the disk never filled"
            assert refused["why"] == "trouble" and "nothing was" in refused["sentence"]
            await page.send(type="hello")
            again = await page.until("view")
            assert len(again["journal"]) == len(told["journal"])
            saved = sqlite3.connect(server.data / "tepui.sqlite")
            [(count,)] = saved.execute("SELECT count(*) FROM moves WHERE room = ?", [room])
            assert count == len(told["journal"])
            # somebody makes room: the game goes on
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            await page.pick(again, 0)
            assert len((await page.until("view"))["journal"]) > len(told["journal"])

    asyncio.run(asyncio.wait_for(evening(), 600))
    assert "seed" not in server.errors()


def test_a_folder_that_cannot_be_used_gets_a_sentence(tmp_path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = serve(tmp_path / "file" / "data")
    assert done.returncode == 2
    assert "cannot write to" in done.stderr and "--data" in done.stderr and "Traceback" not in done.stderr
    if os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        with pytest.raises(Refusal, match="permissions"):
            usable(tmp_path / "closed" / "data")


def test_a_damaged_or_newer_file_gets_a_sentence(tmp_path) -> None:
    (tmp_path / "tepui.sqlite").write_bytes(b"rubbish" * 1000)
    done = serve(tmp_path)
    assert done.returncode == 2 and "tepui doctor" in done.stderr and "Traceback" not in done.stderr
    newer = tmp_path / "newer"
    newer.mkdir()
    with sqlite3.connect(newer / "tepui.sqlite") as file:
        file.execute("CREATE TABLE tepui_schema (version INTEGER)")
        file.execute("INSERT INTO tepui_schema VALUES (99)")
    done = serve(newer)
    assert done.returncode == 2 and "newer Tepui" in done.stderr
    with sqlite3.connect(newer / "tepui.sqlite") as file:
        file.execute("UPDATE tepui_schema SET version = 'x'")
    done = serve(newer)
    assert done.returncode == 2 and "does not say which version" in done.stderr and "Traceback" not in done.stderr


def test_a_damaged_backup_gets_a_sentence_and_nothing_is_replaced(tmp_path, capsys) -> None:
    (tmp_path / "data").mkdir()
    Store(tmp_path / "data").close()
    assert main(["backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]) == 0
    whole, before = (tmp_path / "copy").read_bytes(), (tmp_path / "data" / "tepui.sqlite").read_bytes()
    refused = 0
    for at in range(0, len(whole), 7):
        (tmp_path / "copy").write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        if main(["restore", str(tmp_path / "copy"), "--data", str(tmp_path / "data")]) == 2:
            refused += 1
            assert "Choose a file that `tepui backup` wrote" in capsys.readouterr().err
            assert (tmp_path / "data" / "tepui.sqlite").read_bytes() == before
        else:  # a byte of the archive that means nothing: what lay in the folder is what was in it
            before = (tmp_path / "data" / "tepui.sqlite").read_bytes()
    assert refused > 20


def test_two_servers_do_not_share_a_folder(server) -> None:
    done = serve(server.data)
    assert done.returncode == 2 and "uses" in done.stderr


def test_the_key_is_for_its_owner_only(server) -> None:
    assert stat.S_IMODE((server.data / "key").stat().st_mode) == 0o600
    assert stat.S_IMODE((server.data / "tepui.sqlite").stat().st_mode) == 0o600


def test_a_number_can_be_written_only_once_and_neighbours_do_not_suffer(tmp_path) -> None:
    async def writing() -> None:
        store = Store(tmp_path)
        first = store.commit(Commit("room", rows=[(0, b"a"), (1, b"b")]))
        again = store.commit(Commit("room", rows=[(0, b"c")], first=2))
        other = store.commit(Commit("elsewhere", rows=[(0, b"d")]))
        await first
        await other
        with pytest.raises(IntegrityError):
            await again
        assert store.moves("room") == [(1, 0, b"a"), (2, 1, b"b")]
        store.close()

    asyncio.run(writing())


def test_a_group_is_one_transaction(tmp_path) -> None:
    async def writing() -> None:
        store = Store(tmp_path)
        await store.commit(Commit("warm", rows=[(0, b"a")]))
        before = store.writer.commits
        await asyncio.gather(*(store.commit(Commit(f"room {n}", rows=[(0, b"a")])) for n in range(200)))
        assert store.writer.commits - before < 50
        store.close()

    asyncio.run(writing())


def test_migrations_lead_from_every_version_to_the_newest_and_all_or_nothing(tmp_path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite'}")
    newer = (*schema.VERSIONS, "ALTER TABLE guests ADD COLUMN colour TEXT")
    with engine.begin() as connection:
        assert schema.migrate(connection) == 0
    with engine.begin() as connection:
        assert schema.migrate(connection, newer) == len(schema.VERSIONS)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT colour FROM guests")
        assert connection.scalar(schema.version.select()) == len(newer)
    with pytest.raises(schema.TooNew), engine.begin() as connection:
        schema.migrate(connection)


def test_notes_of_an_older_file_are_still_there(tmp_path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'tepui.sqlite'}")
    with engine.begin() as connection:
        schema.migrate(connection, schema.VERSIONS[:1])
        connection.exec_driver_sql("INSERT INTO notes VALUES ('here', 1, 'ben', x'31')")
    engine.dispose()
    store = Store(tmp_path)
    assert store.notes("here") == {(1, "ben"): b"1"}
    store.close()


def test_backup_restore_and_doctor(start, tmp_path, capsys) -> None:
    server = start(tmp_path / "data", "--pace", "0", "--no-limits").start()

    async def evening() -> str:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            page = await anna.open(room)
            await page.until("view")
            cookie.append(anna.cookie)
            return room

    cookie: list[str] = []
    room = asyncio.run(evening())
    copy = tmp_path / "copy.tgz"
    assert main(["backup", str(copy), "--data", str(server.data)]) == 0  # while it runs
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert main(["backup", str(copy), "--data", str(server.data)]) == 2
    assert main(["restore", str(copy), "--data", str(server.data)]) == 2
    assert "Stop it first" in capsys.readouterr().err
    assert main(["doctor", "--data", str(server.data)]) == 0
    server.stop()
    elsewhere = tmp_path / "elsewhere"
    assert main(["restore", str(copy), "--data", str(elsewhere)]) == 0
    again = start(elsewhere, "--pace", "0", "--no-limits").start()

    async def later() -> None:
        anna = Visitor(again.url)
        anna.cookie = cookie[0]
        page = await anna.open(room)
        assert (await page.until("view"))["eye"] == 0
        await page.close()

    asyncio.run(later())
    again.stop()
    with sqlite3.connect(elsewhere / "tepui.sqlite") as file:
        file.execute("DELETE FROM moves WHERE number = 1")
    (elsewhere / "key").chmod(0o644)
    capsys.readouterr()
    assert main(["doctor", "--data", str(elsewhere)]) == 1
    said = capsys.readouterr().out
    assert f"room {room}: it is damaged (move 1 is missing)" in said and "others can read it" in said
    with sqlite3.connect(elsewhere / "tepui.sqlite") as file:
        file.execute("DELETE FROM moves")
    assert main(["doctor", "--data", str(elsewhere)]) == 1
    assert f"room {room}: its last moves are missing" in capsys.readouterr().out
    assert main(["doctor", "--data", str(tmp_path / "nowhere")]) == 1
    assert main(["restore", str(tmp_path / "nothing"), "--data", str(elsewhere)]) == 2


DAY = 24 * 3600


def test_tables_that_were_never_played_at_are_cleared_away_after_a_month(tmp_path) -> None:
    """A month that the server ran, in pieces, with a restart between; what is touched meanwhile begins anew."""

    async def first_half() -> dict[str, str]:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        anna = "0" * 32
        new = NewRoom(game="lost-code", seats=2, bots=["random"])
        made = {name: await rooms.create(anna, new) for name in ("forgotten", "touched", "awake")}
        made["played"] = await rooms.create(anna, msgspec.structs.replace(new, start=True))
        await made["played"].do(dice.page_without_scripts, anna)
        made["played"].bot_turns.stop()
        said = anna, Said(0, "is anybody there?", "Anna", 0)
        await made["forgotten"].do(lambda room: Change(lines=(said,), tell="nobody"))
        assert [await rooms.clear(days * DAY) for days in (0, 7, 13)] == [0, 0, 0]
        await rooms.store.commit(Commit(made["touched"].id, fields={"changed": 7}))
        await rooms.close()
        return {name: room.id for name, room in made.items()}

    async def second_half() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        await rooms.room(ids["awake"])
        assert await rooms.clear(9 * DAY) == 0
        assert await rooms.clear(DAY) == 1
        assert await rooms.clear(20 * DAY) == 0
        assert {saved.id for saved in rooms.store.rooms_of("0" * 32)} == set(ids.values()) - {ids["forgotten"]}
        assert not rooms.store.lines(ids["forgotten"]) and rooms.store.moves(ids["played"])
        with pytest.raises(Refusal, match="no such table"):
            await rooms.room(ids["forgotten"])
        await rooms.close()

    ids = asyncio.run(first_half())
    asyncio.run(second_half())


def test_a_clock_that_jumps_forty_days_deletes_nothing(tmp_path) -> None:
    """Neither at the jump, nor at the starts and the days after it."""

    async def evening(day: float, ids: list[str]) -> None:
        time = HandTime()
        time.midnight += day * DAY
        app = make_app(Settings(data=tmp_path, limited=False, idle=0.01), time)
        rooms = app.state.site.rooms
        ids.append((await rooms.create("0" * 32, NewRoom(game="lost-code", seats=2))).id)
        rooms.loaded.clear()
        sweeping = asyncio.create_task(rooms.sweep_for_ever())
        for _ in range(3):
            await rooms.clear(DAY)
        assert all(rooms.store.room(id) for id in ids)
        sweeping.cancel()
        await rooms.close()

    ids: list[str] = []
    for day in (0, 40, 40, 400, -40):
        asyncio.run(evening(day, ids))


def zero_page_of(data: Path, table: str) -> None:
    """The disk has lost the first page of a table."""
    with sqlite3.connect(data / "tepui.sqlite") as file:
        [(page,)] = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table])
    with (data / "tepui.sqlite").open("r+b") as raw:
        raw.seek((page - 1) * 4096)
        raw.write(bytes(4096))


@pytest.mark.parametrize("table", ["moves", "rooms"])
def test_a_disk_that_cannot_be_read_is_told_as_that_and_the_host_hears_of_it(start, tmp_path, table: str) -> None:
    data = tmp_path / "data"
    server = start(data, "--pace", "0", "--no-limits").start()

    async def evening() -> str:
        async with Visitor(server.url) as anna:
            assert await asyncio.to_thread(anna.fetch, "GET", "/healthz") == b"ok\n"
            room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
            await (await anna.open(room)).until("view")
            return room

    room = asyncio.run(evening())
    server.stop()
    zero_page_of(data, table)
    server.start()

    async def later() -> None:
        anna = Visitor(server.url)
        with pytest.raises(Refused) as unwell:
            await asyncio.to_thread(anna.fetch, "GET", "/healthz")
        assert unwell.value.status == 503 and "could not read" in str(unwell.value)
        with pytest.raises(Refused) as told:
            anna.cookie = ""
            await asyncio.to_thread(anna.fetch, "GET", f"/plain/t/{room}")
        assert told.value.status == 503
        assert "could not read its disk" in str(told.value) and "save" not in str(told.value)

    asyncio.run(asyncio.wait_for(later(), 300))


def test_a_read_that_failed_is_remembered_for_a_minute(tmp_path) -> None:
    time = HandTime()
    store = Store(tmp_path, time)
    store.check()
    with pytest.raises(NotSaved, match="could not read"):
        store.rows(select(column("nothing")))
    with pytest.raises(NotSaved, match="could not read"):
        store.check()
    time.advance(61)
    store.check()
    store.close()
