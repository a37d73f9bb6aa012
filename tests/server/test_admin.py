"""The admin page: who gets in, what it shows and what never, and what can be done there."""

import asyncio
import http.client
import os
import re
import stat
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest
from headless import Page, Visitor
from headless import Refused as Said
from own_server import Site, serve
from people import refused, room_where
from test_clocks import table_of_two
from websockets.asyncio.client import connect

from tepui.cli import main
from tepui.server.admin import access, tables, work
from tepui.server.outside import Chance
from tepui.server.room import commands
from tepui.server.store.contract import Commit
from tepui.server.store.store import FILE
from tepui.testing import HandTime

WORD = "quokkaword"  # said, noted and used as a name: it must never be seen on the page


class Browser:
    """What a browser without scripts does on the admin page."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookie = ""
        self.kept = ""  # the whole line of the cookie
        self.status = 0

    async def ask(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> str:
        return await asyncio.to_thread(self._ask, path, fields, headers)

    def _ask(self, path: str, fields: dict[str, str] | None, headers: dict[str, str]) -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        headers = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
        line.request("GET" if fields is None else "POST", path, None if fields is None else urlencode(fields), headers)
        answer = line.getresponse()
        self.status, text = answer.status, answer.read().decode()
        for kept in answer.headers.get_all("set-cookie") or []:
            for name, morsel in SimpleCookie(kept).items():
                if name == access.COOKIE:
                    self.cookie, self.kept = f"{name}={morsel.value}", kept
        line.close()
        return self._ask(answer.headers["location"], None, {}) if self.status == 303 else text

    async def enter(self, token: str) -> str:
        return await self.ask("/admin/enter", {"token": token})

    async def press(self, path: str, **fields: str) -> str:
        key = re.search(r'name="key" value="(\w+)"', await self.ask("/admin"))
        assert key
        return await self.ask(path, {"key": key[1], **fields})


def at_home(tmp_path: Path, play, **settings) -> None:
    async def evening(site: Site) -> None:
        await play(site, Browser(site))

    serve(tmp_path, evening, **{"limited": False, **settings})


def token(tmp_path: Path) -> str:
    return (tmp_path / access.FILE).read_text().strip()


def test_the_token_is_made_at_the_first_start_for_its_owner_only_and_printed(tmp_path: Path, capsys, caplog) -> None:
    async def nothing(site: Site, browser: Browser) -> None:
        await browser.enter("wrong")
        await browser.enter(token(tmp_path))

    at_home(tmp_path, nothing)
    first = token(tmp_path)
    assert stat.S_IMODE((tmp_path / access.FILE).stat().st_mode) == 0o600
    assert main(["admin-token", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == first + "\n"
    at_home(tmp_path, nothing)
    assert token(tmp_path) == first
    assert first not in caplog.text
    assert main(["admin-token", "--data", str(tmp_path), "--new"]) == 0
    assert token(tmp_path) != first and token(tmp_path) in capsys.readouterr().out
    (tmp_path / access.FILE).write_text("short")
    assert main(["admin-token", "--data", str(tmp_path)]) == 2
    assert "--new` makes another" in capsys.readouterr().err
    assert main(["admin-token", "--data", str(tmp_path / "nowhere")]) == 2
    assert not list(tmp_path.glob(".admin-token-*"))


def test_two_processes_that_start_together_have_one_token(tmp_path: Path) -> None:
    access.write_whole(tmp_path / access.FILE, b"a" * 43, access.put_first)
    access.write_whole(tmp_path / access.FILE, b"b" * 43, access.put_first)
    assert access.token_of(tmp_path) == "a" * 43


def test_only_the_token_opens_the_page_and_a_new_one_closes_it(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        for path in ("/admin", "/admin?done=closed"):
            told = await browser.ask(path)
            assert "prints the token" in told and "Tables" not in told and "tepui_rooms" not in told
        for said in ("", "wrong", token(tmp_path)[:-1], "é" * 43):
            assert "This is not the token" in await browser.enter(said)
            assert browser.status == 403 and not browser.cookie
        for path in ("table", "drain", "doctor", "backup", "delete"):
            assert "Say the token again" in await browser.ask(f"/admin/{path}", {"on": "1", "sure": "1"})
        assert not await site.app.state.site.rooms.draining()
        assert "Tables" in await browser.enter(token(tmp_path))
        for said in ("HttpOnly", "SameSite=strict", "Path=/admin", f"Max-Age={access.LIFE}"):
            assert said in browser.kept
        assert token(tmp_path) not in browser.kept
        access.replace_token(tmp_path)
        assert "prints the token" in await browser.ask("/admin")
        (tmp_path / access.FILE).write_text("rubbish")
        assert "holds no whole token" in await browser.enter("rubbish")

    at_home(tmp_path, play)


def test_a_cookie_lasts_half_an_hour_and_cannot_be_made(tmp_path: Path) -> None:
    time = HandTime()
    ours = access.Access(tmp_path, time, Chance(Random(5)))
    cookie = ours.cookie()
    assert ours.admits(cookie)
    assert not any(map(ours.admits, (None, "", "x", cookie[:-1], cookie + "x", "é" * 60, "x" * 9999)))
    time.advance(access.LIFE + 1)
    assert not ours.admits(cookie)


def test_guessing_is_slow(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        for _ in range(10):
            await browser.enter("wrong")
        assert "Wait a minute" in await browser.enter(token(tmp_path))
        assert browser.status == 429 and not browser.cookie

    at_home(tmp_path, play, limited=True)


def test_another_site_cannot_press_a_button(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        await browser.enter(token(tmp_path))
        rooms = site.app.state.site.rooms
        key = re.search(r'name="key" value="(\w+)"', await browser.ask("/admin"))[1]
        told = await browser.ask("/admin/drain", {"key": key, "on": "1"}, Origin="https://evil.example")
        assert "another site" in told and not await rooms.draining()
        for wrong in ({}, {"key": ""}, {"key": "0" * 64}, {"key": "é"}):
            assert "This form is too old" in await browser.ask("/admin/drain", {"on": "1", **wrong})
        assert not await rooms.draining()
        assert "No new tables are taken" in await browser.ask("/admin/drain", {"key": key, "on": "1"})
        assert await rooms.draining()

    at_home(tmp_path, play)


async def noisy_table(anna: Visitor, ben: Visitor) -> tuple[Page, Page]:
    """A running game with names, chat, notes and a webhook that nobody else may see."""
    for visitor, name in ((anna, f"{WORD}-a"), (ben, f"{WORD}-b")):
        await visitor.post("/api/me", {"name": name})
    one, two = await table_of_two(anna, ben, clock="day")
    await one.send(type="say", text=f"{WORD} in the chat")
    await one.send(type="note", marks=f"{WORD} in the notes")
    await one.send(type="call_me", address=f"https://example.org/{WORD}")
    await room_where(two, lambda room: WORD in str(room["lines"]))
    return one, two


def test_no_running_game_can_be_looked_into(tmp_path: Path) -> None:
    """Everything that the page can ever show, with every list and the doctor's findings, of a damaged table too."""

    async def play(site: Site, browser: Browser) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            one, _ = await noisy_table(anna, ben)
            rooms = site.app.state.site.rooms
            room = rooms.loaded[one.id]
            other = (await table_of_two(anna, ben, clock="none"))[0]
            await rooms.store.commit(Commit(other.id, rows=[(0, b'{"quokkaword": 1}')], first=7_000))
            await browser.enter(token(tmp_path))
            for asked in ("/admin/doctor", "/admin/backup"):
                await browser.press(asked)
                await site.app.state.work.task
            told = ""
            for query in ("", "?phase=running", "?phase=over", "?phase=waiting", "?order=oldest", "?from=1&phase=x"):
                told += await browser.ask(f"/admin{query}")
            figures = await browser.ask("/metrics")
            told += figures
            assert room.code in told and "1 of the tables" in told and "2 people, 0 bots" in told
            actions = {action.decode() for _, _, action in rooms.store.moves(one.id)}
            secrets = [WORD, one.id, other.id, room.saved.seed, room.commitment, *actions, *room.state.words]
            secrets += [anna.cookie.split("=")[1][:32], ben.cookie.split("=")[1][:32], token(tmp_path)]
            secrets += [(tmp_path / "key").read_text().strip()]
            assert len(actions) > 3
            assert [one for one in secrets if one and one in told] == []
            names = [backup.name for backup in site.app.state.work.backups()]
            for path in ("/admin/backups/", "/admin/", "/admin/backup/"):  # a backup holds it all: none is handed out
                await browser.ask(path + names[0])
                assert browser.status in (404, 405)
            lines = [line for line in figures.splitlines() if not line.startswith("#")]
            assert len(lines) > 10 and all(f'process="{os.getpid()}"' in line for line in lines)

    at_home(tmp_path, play)


def test_the_columns_that_are_read_hold_no_secret() -> None:
    """A field that is added here must be thought about."""
    assert tables.TableRow.__struct_fields__ == (
        *("mark", "tag", "game", "code", "phase", "people", "bots", "free", "pages", "clock", "created", "changed"),
    )


def test_a_closed_table_tells_those_who_sit_there_and_nobody_plays_on(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        rooms = site.app.state.site.rooms
        await browser.enter(token(tmp_path))
        async with Visitor(site.url, "de") as anna, Visitor(site.url) as ben:
            one, two = await table_of_two(anna, ben, clock="day")
            mark = tables.mark_of(one.id)
            assert "Tick" in await browser.press("/admin/table", table=mark, what="close")
            told = await browser.press("/admin/table", table=mark, what="close", sure="1", why="{spam}  <b>")
            assert "The table is closed" in told and "closed: 2 people" in await browser.ask("/admin?phase=over")
            for page in (one, two):
                while not page.gone:
                    await page.until("gone")
            assert two.gone == "The people who run this server have closed this table. They say: {spam} <b>"
            assert one.gone.startswith("Dieser Tisch wurde") and one.gone.endswith("{spam} <b>")
            address = f"ws://127.0.0.1:{site.port}/api/rooms/{one.id}/socket"
            async with connect(address, additional_headers={"cookie": ben.cookie}) as again:
                assert "have closed this table" in str(await again.recv())
            for path in ("record", "replay", "review"):
                with pytest.raises(Said, match="have closed this table"):
                    await ben.get(f"/api/rooms/{one.id}/{path}")
            with pytest.raises(Said, match="have closed this table"):
                await asyncio.to_thread(ben.fetch, "GET", f"/plain/t/{one.id}")
            assert [(table["over"], table["your_move"]) for table in await ben.get("/api/mine")] == [(True, False)]
            assert rooms.store.turns.of(one.id).due is None  # no clock runs
            rooms.loaded.clear()  # and so it stays when it is opened from disk
            room = await rooms.room(one.id)
            assert room.turn.waiting == () and not room.bot_turns.busy
            assert "is open again" in await browser.press("/admin/table", table=mark, what="open")
            assert rooms.store.turns.of(one.id).due is not None
            back = await ben.open(one.id)
            await back.until("view")
            assert back.room["started"] and not back.room["over"]
            assert "no such table" in await browser.press("/admin/table", table="0" * 24, what="close", sure="1")

    at_home(tmp_path, play)


def test_bots_do_not_play_on_at_a_closed_table(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        async with Visitor(site.url) as anna:
            id = await anna.create(game="lost-code", seats=2, bots=["random", "random"], sit=False, start=True, pace=20)
            page = await anna.open(id)
            while page.view.get("turn", 0) < 5:
                await page.until("view")
            room = await site.app.state.site.rooms.room(id)
            await room.do(commands.ban, "")
            turn = room.session.turn
            while room.bot_turns.busy:
                await asyncio.sleep(0.01)
            room.bot_turns.wake()
            assert not room.bot_turns.busy and room.session.turn == turn < 100

    at_home(tmp_path, play)


def test_before_a_restart_no_new_tables_are_taken_and_pages_are_told(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        await browser.enter(token(tmp_path))
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            one, two = await table_of_two(anna, ben, clock="none")
            assert one.room["notice"] is None
            await browser.press("/admin/drain", on="1")
            told = await room_where(one, lambda room: room["notice"])
            assert told["notice"].startswith("This server will be restarted soon.")
            assert "restarted soon" in (await asyncio.to_thread(ben.fetch, "GET", f"/plain/t/{one.id}")).decode()
            with pytest.raises(Said, match="takes no new tables now") as no:
                await ben.create(game="lost-code")
            assert no.value.status == 503
            assert "no seat" not in await refused(two, type="pick", turn=-1, pick=0)  # games go on
            await browser.press("/admin/drain", on="0")
            await room_where(one, lambda room: room["notice"] is None)
            assert await ben.create(game="lost-code")
            await browser.press("/admin/drain", on="1")

    async def after(site: Site, browser: Browser) -> None:
        async with Visitor(site.url) as anna:
            assert await anna.create(game="lost-code")  # the restart was what it waited for

    at_home(tmp_path, play)
    at_home(tmp_path, after)


def test_a_backup_is_made_kept_private_restored_and_deleted(tmp_path: Path, monkeypatch) -> None:
    data = tmp_path / "data"
    data.mkdir()
    made: list[str] = []

    async def play(site: Site, browser: Browser) -> None:
        ours: work.Work = site.app.state.work
        await browser.enter(token(data))
        async with Visitor(site.url) as anna:
            made.append(await anna.create(game="lost-code"))
        assert "is being made" in await browser.press("/admin/backup")
        await ours.task
        [one] = ours.backups()
        made.append(one.name)
        assert one.name in await browser.ask("/admin")
        assert stat.S_IMODE((data / work.BACKUPS / one.name).stat().st_mode) == 0o600
        assert stat.S_IMODE((data / work.BACKUPS).stat().st_mode) == 0o700
        for wrong in ("../key", "key", one.name + "x", ""):
            assert "no such backup" in await browser.press("/admin/delete", name=wrong, sure="1")
        with monkeypatch.context() as now:
            now.setattr(work, "MOST", 1)
            await browser.press("/admin/backup")
            await ours.task
            assert "Delete one first" in await browser.ask("/admin")
        assert (data / "key").exists()

    async def delete(site: Site, browser: Browser) -> None:
        await browser.enter(token(data))
        assert "is deleted" in await browser.press("/admin/delete", name=made[1], sure="1")
        assert site.app.state.work.backups() == []

    at_home(data, play)
    elsewhere = tmp_path / "restored"
    assert main(["restore", "--data", str(elsewhere), str(data / work.BACKUPS / made[1])]) == 0
    assert main(["doctor", "--data", str(elsewhere)]) == 0
    at_home(data, delete)


def test_the_doctor_says_on_the_page_what_is_wrong_without_disturbing_anybody(tmp_path: Path) -> None:
    async def play(site: Site, browser: Browser) -> None:
        await browser.enter(token(tmp_path))
        (tmp_path / FILE).chmod(0o644)
        await browser.press("/admin/doctor")
        await site.app.state.work.task
        told = await browser.ask("/admin")
        assert "Fine: the key" in told and "others can read it. Run chmod 600" in told
        site.app.state.work.running = "The doctor is looking."
        assert "Load the page again" in await browser.press("/admin/doctor")

    at_home(tmp_path, play)


def test_under_overload_whoever_looks_after_the_server_is_let_in(tmp_path: Path, monkeypatch) -> None:
    async def play(site: Site, browser: Browser) -> None:
        await browser.enter(token(tmp_path))
        monkeypatch.setattr(site.app.state.site.load, "changes", lambda: 10**6)
        site.app.state.site.load.on = True
        assert "Tables" in await browser.ask("/admin")
        stranger = Browser(site)
        assert "too much to do" in await stranger.ask("/admin") and stranger.status == 429
        assert site.app.state.site.load.refused == 1

    at_home(tmp_path, play)
