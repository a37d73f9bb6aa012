"""More than the server can deal with: it refuses at the door, in sentences, and is itself again when it is over."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from headless import Refused as Told
from headless import Visitor
from own_server import HELLO, TEXT, Site, frame, serve
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tepui.server import load
from tepui.server.app import STATIC
from tepui.server.load import Load
from tepui.server.refusals import Refused

ROOT = Path(__file__).parents[2]


def test_a_loop_that_does_not_come_round_refuses_until_it_does() -> None:
    async def evening() -> None:
        watched = Load(on=True, changes=lambda: 0, clock=time.monotonic)
        watched.start()
        await asyncio.sleep(0.2)
        watched.check()
        time.sleep(0.5)
        with pytest.raises(Refused, match="too much to do"):
            watched.check()
        assert watched.refuses_message(ahead=9) and not watched.refuses_message(ahead=0)
        async with asyncio.timeout(120):
            while watched.behind > load.A_BIT_LATE:
                await asyncio.sleep(0.05)
        watched.check()
        time.sleep(1.2)
        assert watched.refuses_message(ahead=0)
        watched.stop()

    asyncio.run(evening())


def test_without_limits_nothing_is_refused() -> None:
    watched = Load(on=False, changes=lambda: 9_999_999, clock=lambda: 0.0)
    watched.check()
    assert not watched.refuses_message(ahead=99)


def test_a_disk_that_cannot_follow_refuses_too() -> None:
    waiting = load.MOST_CHANGES
    watched = Load(on=True, changes=lambda: waiting, clock=lambda: 0.0)
    watched.check()
    waiting += 1
    with pytest.raises(Refused, match="too much to do"):
        watched.check()
    assert watched.refuses_message(ahead=0)


def status_of(address: str) -> int:
    try:
        with urlopen(address, timeout=120) as answer:
            return answer.status
    except HTTPError as refused:
        return refused.code


def test_the_files_of_a_page_come_also_when_the_server_is_busy(tmp_path, monkeypatch) -> None:
    """A page that was answered a moment ago would stay empty without them."""
    monkeypatch.setattr(load, "LATE", -1.0)

    async def evening(site: Site) -> None:
        assert await asyncio.to_thread(status_of, f"{site.url}/api/games") == 429
        script = next((STATIC / "assets").glob("*.js"))
        assert await asyncio.to_thread(status_of, f"{site.url}/assets/{script.name}") == 200
        assert await asyncio.to_thread(status_of, f"{site.url}/healthz") == 200

    serve(tmp_path, evening)


def test_the_files_of_a_page_are_not_counted(tmp_path) -> None:
    """Whoever has asked enough for this minute still gets the files of the page that is open."""

    async def evening(site: Site) -> None:
        site.app.state.site.rates._most["page"] = 0
        assert await asyncio.to_thread(status_of, f"{site.url}/api/games") == 429
        script = next((STATIC / "assets").glob("*.js"))
        assert await asyncio.to_thread(status_of, f"{site.url}/assets/{script.name}") == 200
        assert await asyncio.to_thread(status_of, f"{site.url}/assets/%2e%2e/api/games") == 404
        assert await asyncio.to_thread(status_of, f"{site.url}/favicon.svg") == 429

    serve(tmp_path, evening)


def test_a_page_that_is_far_ahead_is_refused_what_is_old(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(load, "A_BIT_LATE", -1.0)

    async def evening(site: Site) -> None:
        visitor = Visitor(site.url)
        room = await visitor.create(game="forehead", seats=2)
        async with site.socket(room, visitor.cookie) as (reader, writer):
            writer.write(b"".join(frame(TEXT, b'{"type":"ping","id":%d}' % number) for number in range(30)))
            heard = b""
            while b'"pong","id":29' not in heard.replace(b" ", b""):
                heard += await asyncio.wait_for(reader.read(65536), 120)
            assert b'"why":"busy"' in heard and b"too much to do" in heard
            assert heard.count(b'"id":') == 30  # each has its answer
            assert heard.count(b'"pong"') >= load.MOST_AHEAD

    serve(tmp_path, evening)


def test_requests_and_new_pages_are_refused_with_a_sentence(tmp_path, monkeypatch) -> None:
    async def evening(site: Site) -> None:
        visitor = Visitor(site.url, "de")
        room = await visitor.create(game="forehead", seats=2)
        async with site.socket(room, visitor.cookie) as (reader, writer):
            monkeypatch.setattr(load, "LATE", -1.0)
            with pytest.raises(Told, match="Der Server hat gerade zu viel zu tun") as refused:
                await visitor.get("/api/lobby")
            assert refused.value.status == 429
            assert await asyncio.to_thread(visitor.fetch, "GET", "/healthz") == b"ok\n"
            address = f"{site.url.replace('http', 'ws')}/api/rooms/{room}/socket"
            async with connect(address, additional_headers={"accept-language": "de"}) as line:
                told = json.loads(await line.recv())
                assert told["why"] == "busy" and "zu viel zu tun" in told["sentence"]
                with pytest.raises(ConnectionClosed):
                    await line.recv()
                assert line.close_code == 1013
            writer.write(HELLO)  # who is here already plays on
            assert b'"type":"room"' in await asyncio.wait_for(reader.read(65536), 120)

    serve(tmp_path, evening)


@pytest.mark.proof
@pytest.mark.slow
def test_three_times_the_capacity() -> None:
    """The generator of bench/overload.py, for some seconds; the limits are generous, the machine may be busy."""
    words = [sys.executable, "bench/overload.py", "--tables", "100", "--seconds", "4", "--measure", "2", "--json"]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr[-2000:]
    found = json.loads(ended.stdout.splitlines()[-1])
    print(found)
    assert found["flood"]["refused"] > 0
    assert found["calm"]["answered"] >= 0.8 * found["calm"]["sent"] and found["calm"]["max"] < 3000
    assert found["recovery"] < 10
    assert found["memory"]["after"] - found["memory"]["before"] < 60
    assert found["closed"] == 0
