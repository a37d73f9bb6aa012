"""Bots over the network: the documented examples on a real server, tokens, time, restarts; and nothing leaks."""

import asyncio
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from headless import Page, Visitor
from own_server import Site, serve
from people import finish, play_picks, refused, room_where
from test_secrets import Script, begun, here

from tepui.bots import network
from tepui.bots.lines import question_of, start_of
from tepui.core import find
from tepui.core.position import TABLE
from tepui.laws.finding import Asked
from tepui.laws.pairs import Branch, Pair
from tepui.laws.walk import some_setting
from tepui.server.bots import network as network_bots
from tepui.server.room.room import Room
from tepui.server.room.state import NETWORK, Chair, RoomState
from tepui.server.rooms import network_bots as rooms_bots
from tepui.server.rooms.rooms import Rooms

PAGE = Path(__file__).parents[2] / "docs" / "network-bots.md"


def example(language: str) -> str:
    [source] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    return str(source)


def post(url: str, token: str, said: Any, timeout: float = 60.0) -> tuple[int, dict]:
    """One request as a bot makes it: the status, and what was said."""
    address = url.replace("/t/", "/api/rooms/") + "/bot"
    body = said if isinstance(said, bytes) else json.dumps(said).encode()
    headers = {"authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(address, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


async def ask(url: str, token: str, said: Any = None) -> tuple[int, dict]:
    return await asyncio.to_thread(post, url, token, {} if said is None else said)


async def invited(page: Page, seat: int) -> str:
    """A token for that seat, as the host gets it."""
    await page.send(type="invite_bot", seat=seat, id=4)
    told = await page.until("token")
    assert told["id"] == 4 and told["seat"] == seat and told["address"].endswith(f"/api/rooms/{page.id}/bot")
    return str(told["token"])


async def play_all(page: Page) -> None:
    await asyncio.wait_for(finish(page), 240)


# ---- the examples of the document


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_bot_in_javascript_plays_a_whole_game_on_a_running_server(server, tmp_path) -> None:
    source = example("javascript")
    assert len(source.splitlines()) <= 40
    (tmp_path / "bot.mjs").write_text(source)

    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="lost-code", seats=2)
            page = await anna.open(room)
            token = await invited(page, 1)
            bot = subprocess.Popen(
                ["node", str(tmp_path / "bot.mjs"), f"{server.url}/t/{room}"],
                env={**os.environ, "TEPUI_TOKEN": token},
                stdout=subprocess.PIPE,
                text=True,
            )
            try:
                seen = await room_where(page, lambda told: told["seats"][1]["connected"] and told["seats"][1]["about"])
                seat = seen["seats"][1]
                assert (seat["kind"], seat["bot"], seat["about"]) == ("bot", "network", "plays anything")
                await page.send(type="start")
                await play_all(page)
                said, _ = await asyncio.to_thread(bot.communicate, None, 60)
                assert bot.returncode == 0 and "places" in said
            finally:
                bot.kill()
            by_bot = sum(entry["by"] == 1 for entry in page.view["journal"])
            assert by_bot > 5
            assert not any("house bot" in line["text"] for line in page.room["lines"]), "it made every move itself"
            record = anna.fetch("GET", f"/api/rooms/{room}/record").decode()
            assert token not in record and json.loads(record.splitlines()[0])["bots"] == [None, "network"]

    asyncio.run(asyncio.wait_for(evening(), 300))


def test_the_bot_in_python_comes_back_after_the_server_was_killed_and_started_again(start, tmp_path) -> None:
    source = example("python")
    assert len(source.splitlines()) <= 40
    (tmp_path / "bot.py").write_text(source)
    running = start(tmp_path / "data", "--pace", "0").start()

    async def evening() -> None:
        async with Visitor(running.url) as anna:
            room = await anna.create(game="lost-code", seats=2)
            page = await anna.open(room)
            token = await invited(page, 1)
            bot = subprocess.Popen(
                [sys.executable, "-S", str(tmp_path / "bot.py"), f"{running.url}/t/{room}"],
                env={**os.environ, "TEPUI_TOKEN": token},
                stdout=subprocess.PIPE,
                text=True,
            )
            try:
                await page.send(type="start")
                view = await page.until("view")
                while sum(entry["by"] == 1 for entry in view["journal"]) < 3:
                    if view["must_act"]:
                        await page.pick(view, 0)
                    view = await page.until("view")
                await asyncio.to_thread(running.kill)
                await asyncio.to_thread(running.start)
                await page.connect()
                page.view = await page.until("view")
                await play_all(page)
                said, _ = await asyncio.to_thread(bot.communicate, None, 60)
                assert bot.returncode == 0 and "places" in said
            finally:
                bot.kill()
            assert not any("house bot" in line["text"] for line in page.room["lines"])
            assert token not in running.errors()
        kept = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir() if file.is_file())
        assert token.encode() not in kept and network.hash_of(token).encode() in kept

    asyncio.run(asyncio.wait_for(evening(), 300))


@pytest.mark.parametrize("who", ["bot", "program"])
def test_tepui_join_plays_an_installed_bot_or_a_program(server, tmp_path, who) -> None:
    program = re.findall(r"^```python\n(.*?)^```$", (PAGE.parent / "write-a-bot.md").read_text("utf-8"), re.S | re.M)[0]
    (tmp_path / "my_bot.py").write_text(program)
    words = {"bot": ["--bot", "random"], "program": ["--program", f"{sys.executable} -S {tmp_path / 'my_bot.py'}"]}[who]

    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            page = await anna.open(room)
            token = await invited(page, 1)
            await page.send(type="start")
            join = [sys.executable, "-m", "tepui.cli", "join", f"{server.url}/t/{room}", *words]
            bot = subprocess.Popen(
                [*join, "--name", "Kim\u202e’s\n bot", "--says", "Kim’s <first> try", "--token-file", "-"],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            _, heard = await asyncio.gather(play_all(page), asyncio.to_thread(bot.communicate, token + "\n", 240))
            assert bot.returncode == 0 and "the game is over" in heard[1], heard
            await page.send(type="hello")
            told = await room_where(page, lambda told: told["over"])
            seat = told["seats"][1]
            assert (seat["name"], seat["kind"], seat["about"]) == ("Kim’s bot", "bot", "Kim’s <first> try")
            assert any("Kim’s bot" in entry["text"] for entry in page.view["journal"])
            assert not any("house bot" in line["text"] for line in told["lines"])

    asyncio.run(asyncio.wait_for(evening(), 300))


@pytest.mark.parametrize(
    "words, why",
    [
        (["http://127.0.0.1:1/t/abc?token=x", "--bot", "random"], "has no ? # or @"),
        (["http://127.0.0.1:1/", "--bot", "random"], "no table's address"),
        (["http://127.0.0.1:1/t/abc"], "one of the arguments --bot --program is required"),
        (["http://127.0.0.1:1/t/abc", "--bot", "random"], "there is no token"),
        (["http://127.0.0.1:1/t/abc", "--bot", "random", "--token-file", "/no/such/file"], "cannot read the token"),
        (["SERVER", "--bot", "random"], "This token plays no seat"),
        (["http://127.0.0.1:1/t/abc", "--bot", "random", "--patience", "0.01"], "cannot be reached"),
    ],
)
def test_tepui_join_refuses_in_a_sentence(server, words, why) -> None:
    async def table() -> str:
        async with Visitor(server.url) as anna:
            return await anna.create(game="forehead", seats=2)

    words = [f"{server.url}/t/{asyncio.run(table())}" if word == "SERVER" else word for word in words]
    env = {**os.environ, "TEPUI_TOKEN": "nonsense"} if "reached" in why or "plays no seat" in why else {**os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "tepui.cli", "join", *words],
        env=env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr, done.stderr


# ---- names and tokens


def test_a_bot_chooses_its_name_as_people_do_and_has_one_in_the_host_s_language_before(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url, language="de") as anna:
            room = await anna.create(game="forehead", seats=3)
            url, page = f"{server.url}/t/{room}", await anna.open(room)
            first, second = await invited(page, 1), await invited(page, 2)
            told = await room_where(page, lambda told: told["seats"][2]["bot"])
            assert [seat["name"] for seat in told["seats"][1:]] == ["Bot übers Netz", "Bot übers Netz 2"]
            for wrong in ("", "  \u202e ", "x" * 25):
                status, said = await ask(url, first, {"name": wrong})
                assert status == 400 and "1 to 24 characters" in said["sentence"]
            assert (await ask(url, first, {"name": 7}))[0] == 400
            await page.send(type="rename", name="Kim")
            await room_where(page, lambda told: told["seats"][0]["name"] == "Kim")
            waiting = [asyncio.create_task(ask(url, token, {"name": "Kim"})) for token in (first, second)]
            told = await room_where(page, lambda told: "Bot übers Netz" not in str(told["seats"]))
            assert sorted(seat["name"] for seat in told["seats"]) == ["Kim", "Kim 2", "Kim 3"], (
                "nobody is taken for another"
            )
            assert [seat["kind"] for seat in told["seats"]] == ["person", "bot", "bot"]
            await page.send(type="revoke_bot", seat=1)
            await page.send(type="revoke_bot", seat=2)
            await asyncio.gather(*waiting)

    asyncio.run(asyncio.wait_for(evening(), 120))


def test_a_token_plays_one_seat_until_the_host_withdraws_it(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna, Visitor(server.url) as ben:
            room = await anna.create(game="forehead", seats=3)
            url = f"{server.url}/t/{room}"
            page, other = await anna.open(room), await ben.open(room)
            assert "Only the host" in await refused(other, type="invite_bot", seat=1)
            assert "no such seat" in await refused(page, type="invite_bot", seat=7)
            assert "A person sits there" in await refused(page, type="invite_bot", seat=0)
            assert "No network bot plays there" in await refused(page, type="revoke_bot", seat=2)
            first = await invited(page, 1)
            for wrong in ("", "nonsense", first[:-1], first.upper(), "x" * 5000):
                status, told = await ask(url, wrong)
                assert status == 403 and "Ask the host" in told["sentence"], wrong[:50]
            assert (await ask(f"{server.url}/t/nowhere", first))[0] == 404

            waiting = asyncio.create_task(ask(url, first))
            await room_where(page, lambda told: told["seats"][1]["connected"])
            newest = asyncio.create_task(ask(url, first, {"about": "the second of two"}))
            status, told = await waiting
            assert status == 409 and "Another program uses this token" in told["sentence"]

            second = await invited(page, 1)  # a new one for the same seat: the old one ends
            assert await newest == (200, {"wait": True})
            assert (await ask(url, first))[0] == 403
            still = asyncio.create_task(ask(url, second))
            told = await room_where(page, lambda told: told["seats"][1]["connected"] and not told["seats"][1]["about"])
            assert "token" not in json.dumps(told["seats"]), "nobody is told tokens, or their hashes"
            await page.send(type="revoke_bot", seat=1)
            assert await still == (200, {"wait": True})
            assert (await ask(url, second))[0] == 403
            await room_where(page, lambda told: told["seats"][1]["kind"] == "free")
            for said in (b"{", b"[]", b'{"nonsense":1}', b'{"question":"x"}', b"\xff\xfe", b"[" * 50_000):
                third = await invited(page, 1)
                status, told = await ask(url, third, said)
                assert status == 400 and told["sentence"], said[:40]

    asyncio.run(asyncio.wait_for(evening(), 200))


def test_a_token_ends_with_its_table(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            page = await anna.open(room)
            token = await invited(page, 1)
            url = f"{server.url}/t/{room}"
            await page.send(type="start")

            async def bot() -> dict:
                said: dict = {}
                while True:
                    status, told = await ask(url, token, said)
                    assert status == 200, told
                    if "over" in told:
                        return told["over"]
                    said = {"question": told["question"], "answer": {"rank": [0, 1]}} if "ask" in told else {}

            _, over = await asyncio.gather(play_all(page), bot())
            assert over["places"] == page.view["places"] and over["scores"] == page.view["scores"]
            assert "over" in (await ask(url, token))[1]
            await page.send(type="rematch")
            told = await room_where(page, lambda told: told["rematch"])
            again = told["rematch"].rpartition("/")[2]
            assert (await ask(f"{server.url}/t/{again}", token))[0] == 403
            new = await anna.open(again)
            told = await room_where(new, lambda told: True)
            assert sorted(seat["kind"] for seat in told["seats"]) == ["bot", "person"]
            assert "network" not in [seat["bot"] for seat in told["seats"]], "a house bot plays on"

    asyncio.run(asyncio.wait_for(evening(), 200))


# ---- time, rates and bad answers, in a server whose limits are short


def test_who_is_late_or_lies_is_helped_out_and_keeps_the_seat(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(network_bots, "COME_BACK", 0.3)
    monkeypatch.setattr(network, "SECONDS", 0.3)
    monkeypatch.setattr(network, "GRACE", 0.1)

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await anna.create(game="lost-code", seats=2, sit=False)
            url = f"{site.url}/t/{room}"
            page = await anna.open(room)
            nobody, liar = await invited(page, 0), await invited(page, 1)
            await page.send(type="start")
            status = 0
            while status != 400:  # from the first question on
                status, told = await ask(url, liar)
                if "ask" in told:
                    said = {"question": told["question"], "answer": {"pick": 10_000}}
                    status, told = await ask(url, liar, said)
            assert "picked 10000" in told["sentence"] and "house bot has moved for you" in told["sentence"]
            while not page.view.get("over"):
                await page.next()
            await page.send(type="hello")
            told = await room_where(page, lambda told: told["over"])
            lines = [line["text"] for line in told["lines"] if "house bot" in line["text"]]
            assert len(lines) == 2, "each is told of once, not at every move"
            assert [seat["bot"] for seat in told["seats"]] == ["network", "network"]
            assert not any(seat["connected"] for seat in told["seats"])
            assert (await ask(url, nobody))[1]["over"]["places"] == page.view["places"]

    serve(tmp_path, evening)


def test_a_token_may_not_be_used_too_often_and_few_can_be_tried(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await anna.create(game="forehead", seats=2)
            url = f"{site.url}/t/{room}"
            page = await anna.open(room)
            token = await invited(page, 1)
            await page.send(type="start")
            await page.pick(await page.until("view"), 0)
            while "ask" not in (await ask(url, token))[1]:
                pass
            answers = await asyncio.gather(*(ask(url, token) for _ in range(120)))
            assert {status for status, _ in answers} <= {200, 409, 429}
            assert sum(status == 429 for status, _ in answers) > 10
            tried = [(await ask(url, f"guess {n}"))[0] for n in range(30)]
            assert tried[0] == 403 and tried[-1] == 429
            await site.alive()

    serve(tmp_path, evening)


def test_who_hangs_up_while_another_program_takes_the_token_leaves_no_error_in_the_log(tmp_path, monkeypatch) -> None:
    """Whatever comes first of the two: an error that nobody fetches is one in the log for the loop."""
    hung_up = asyncio.Event()
    monkeypatch.setattr(rooms_bots, "left", lambda at: hung_up.wait())

    async def evening(site: Site) -> None:
        errors: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context["message"]))
        async with Visitor(site.url) as anna:
            page = await anna.open(await anna.create(game="forehead", seats=2))
            token = await invited(page, 1)
            line = site.app.state.site.rooms.loaded[page.id].network.visitor(network.hash_of(token)).line
            statuses = set()
            for beats in range(-6, 6):  # of the loop from the one to the other
                hung_up.clear()
                waiting = asyncio.create_task(ask(f"{site.url}/t/{page.id}", token))
                while not line.waits:
                    await asyncio.sleep(0.001)
                both = [hung_up.set, lambda: line.leave(line.hear(network.Said()))]  # the other program asks
                first, second = both if beats >= 0 else both[::-1]
                first()
                for _ in range(abs(beats)):
                    await asyncio.sleep(0)
                second()
                statuses.add((await waiting)[0])
            gc.collect()
            assert statuses == {200, 409} and not errors

    serve(tmp_path, evening, limited=False)


def test_a_question_that_nobody_asks_any_more_is_taken_back(tmp_path, monkeypatch) -> None:
    """In Kryptx somebody else may move while a bot thinks about calling: it does not keep the table waiting."""
    monkeypatch.setattr(network, "HOLD", 1.0)

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room_id = await anna.create(game="kryptx", seats=2)
            page = await anna.open(room_id)
            token = await invited(page, 1)
            await page.send(type="start")
            room: Room = site.app.state.site.rooms.loaded[room_id]
            await page.until("view")
            url, said = f"{site.url}/t/{room_id}", {}
            told: dict = {}
            while not ("ask" in told and not told["ask"]["must"]):  # until the bot may call while anna must act
                assert room.session is not None and not room.session.over
                if room.session.look(0).must_act and room.session.look(1).must_act is False:
                    if room.session.look(1).offered():
                        _, told = await ask(url, token, said)
                        said = {}
                        continue
                    async with room.lock:
                        await play_picks(room, 0, room.session.turn, [0])
                else:
                    _, told = await ask(url, token, said)
                    said = {"question": told["question"], "answer": {"pick": 0}} if "ask" in told else {}
            old = told["question"]
            async with room.lock:
                await play_picks(room, 0, room.session.turn, [0])  # while the bot thinks
            async with asyncio.timeout(network.SECONDS - 2):  # long before its time would be over
                while told.get("question") == old:
                    _, told = await ask(url, token)

    serve(tmp_path, evening)


def test_who_answers_what_was_asked_before_a_restart_has_answered(tmp_path) -> None:
    """The question is open again, and nobody was told of it since; the bot need not be told twice."""

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            page = await anna.open(await anna.create(game="forehead", seats=2))
            token = await invited(page, 1)
            await page.send(type="start")
            view = await page.until("view")
            while view["must_act"]:
                await page.pick(view, 0)
                view = await page.until("view")
            room: Room = site.app.state.site.rooms.loaded[page.id]
            line = room.network.visitor(room.state.chairs[1].token).line
            while line._open is None or line._open.number != view["turn"]:
                await asyncio.sleep(0.01)
            said = {"question": view["turn"], "answer": {"pick": 0}}
            waiting = asyncio.create_task(ask(f"{site.url}/t/{page.id}", token, said))
            while not any(entry["by"] == 1 for entry in page.view["journal"]):
                await page.until("view")
            assert not any("house bot" in line["text"] for line in page.room["lines"])
            await page.send(type="revoke_bot", seat=1)
            await waiting

    serve(tmp_path, evening)


# ---- nothing leaks


async def overheard(rooms: Rooms, url: str, game, setting, eye: int, moves: list[tuple[int, int]]) -> list[bytes]:
    """Every byte that a network bot at this seat is told while these moves are made."""
    token = network.new_token()
    chairs = tuple(
        Chair(None, "Bot", NETWORK, token=network.hash_of(token))
        if seat == eye
        else Chair(f"{seat:032x}", f"Player {seat}")
        for seat in range(setting.seats)
    )
    rooms.dealer = lambda seed, words, version: Script(game, setting, moves)  # type: ignore[assignment,return-value]
    room = await begun(rooms, game, setting, RoomState(chairs=chairs, host=f"{9:032x}", pace=0))
    session, heard, said = room.session, [], {}
    assert session is not None
    while len(session.table.moves) < len(moves) and not session.over:
        by, code = moves[len(session.table.moves)]
        assert by != TABLE
        if by == eye:
            status, told = await ask(f"{url}/t/{room.id}", token, said)
            assert status == 200
            said = {}
            if "ask" not in told or len(told["ask"]["moves"]) != len(session.table.moves):
                continue  # a question from before somebody else moved
            view = session.look(eye)
            assert told["ask"] == plain(question_of(view, encoded(told), told["ask"]["seconds"]))
            assert told["start"] == plain(start_of(view, "en", told["start"]["seed"]))
            told["start"]["seed"] = 0
            heard.append(json.dumps(told).encode())
            before = len(session.table.moves)
            said = {"question": told["question"], "answer": {"pick": view.codes().index(code)}}
            waiting = asyncio.create_task(ask(f"{url}/t/{room.id}", token, said))
            while len(session.table.moves) == before:
                await asyncio.sleep(0.005)
            waiting.cancel()
            said = {}
        else:
            async with room.lock:
                await play_picks(room, by, session.turn, [session.look(by).codes().index(code)])
    room.bot_turns.stop()
    room.network.adopt(set(), True)
    rooms.loaded.pop(room.id, None)
    return heard


def encoded(told: dict) -> list[bytes]:
    return [msgspec.json.encode(move) for move in told["ask"]["moves"]]


def plain(thing: Any) -> Any:
    return json.loads(msgspec.json.encode(thing))


async def compared(name: str, pairs: int) -> tuple[int, int]:
    """Pairs of worlds that differ only in what this seat may not know: it is told the same bytes in both."""
    differ = questions = 0
    game = find.game(name)
    async with here() as (url, rooms):
        for n in range(pairs):
            rng = Random(77 + n)
            setting = some_setting(game, rng, Asked())
            eye = rng.randrange(setting.seats)
            branch: Branch = max(Pair(game, setting, eye, rng).branches, key=lambda branch: len(branch.kinds))
            one = await overheard(rooms, url, game, setting, eye, branch.one)
            other = await overheard(rooms, url, game, setting, eye, branch.other)
            assert one == other, f"{name}, pair {n}, seat {eye}: it was told a secret"
            differ += branch.one != branch.other
            questions += len(one)
    return differ, questions


@pytest.mark.parametrize("name", ["forehead", "lost-code"])
def test_worlds_that_differ_in_secrets_ask_the_same_questions(name) -> None:
    differ, questions = asyncio.run(compared(name, 6))
    assert differ > 0 and questions > 0


def test_a_leaking_question_is_caught(monkeypatch) -> None:
    honest = network.question

    def leaking(number, view, *things):
        asked = honest(number, view, *things)
        asked.text = asked.text.replace(b'"seed":', b'"leak":%d,"seed":' % sum(code for _, code in truth[-1].moves))
        return asked

    truth: list[Any] = []
    monkeypatch.setattr(network, "question", leaking)
    original = Room.new_session

    async def session(self, state):
        made = await original(self, state)
        truth.append(made.table)
        return made

    monkeypatch.setattr(Room, "new_session", session)
    with pytest.raises(AssertionError):
        asyncio.run(compared("forehead", 10))
