"""Connections that want to cost much and say little: slow, silent, endless, unread, and floods of frames."""

import asyncio
import json
import logging
from typing import Any

import pytest
from headless import Visitor
from own_server import CONT, HELLO, PING, PONG, TEXT, Site, closed, frame, megabytes, serve
from uvicorn.server import ServerState

from tepui.server import logs
from tepui.server.serve import uvicorn_config
from tepui.server.web import connections, guard, http_protocol, ws_protocol

# ---- heads


def test_silent_and_slow_connections_are_closed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.5)

    async def evening(site: Site) -> None:
        async with site.line() as (silent, _), site.line(b"GET / HTTP/1.1\r\n") as (slow, writer):

            async def drip() -> None:
                while True:
                    writer.write(b"a: b\r\n")
                    await asyncio.sleep(0.05)

            dripping = asyncio.create_task(drip())
            assert await closed(silent) == b""
            assert await closed(slow) == b""
            dripping.cancel()
        await site.alive()

    serve(tmp_path, evening)


def test_a_slow_second_request_is_closed_too(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.5)

    async def evening(site: Site) -> None:
        async with site.line(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /") as (reader, writer):
            assert b"200" in await reader.readline()
            writer.write(b"slow")
            await closed(reader)

    serve(tmp_path, evening)


def test_a_handshake_that_cannot_be_read_is_answered_and_ended(tmp_path, monkeypatch) -> None:
    """Its lines are too long for the reader of handshakes, which is not that of heads. It used to stay open."""
    monkeypatch.setattr(ws_protocol, "HANDSHAKE_SECONDS", 1e6)  # at once, not when its time is up

    async def evening(site: Site) -> None:
        head = (
            f"GET /api/rooms/x/socket HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
        )
        for name in ("Cookie", "X"):
            async with site.line(f"{head}{name}: {'a' * 9000}\r\n\r\n".encode()) as (reader, _):
                assert (await closed(reader)).startswith(b"HTTP/1.1 400")
        await site.alive()

    serve(tmp_path, evening)


def test_a_handshake_that_does_not_come_is_answered_and_ended_in_time() -> None:
    """Nobody counts such a connection as a page, and the timer of its head has ended."""

    class Line(asyncio.Transport):
        said, ended = b"", False

        def write(self, data: bytes) -> None:
            self.said += data

        def close(self) -> None:
            self.ended = True

        def is_closing(self) -> bool:
            return self.ended

        abort = close

    async def evening() -> None:
        loop, line, due = asyncio.get_running_loop(), Line(), {}
        loop.call_later = lambda seconds, what, *_: due.setdefault(seconds, what)  # type: ignore[method-assign]
        config = uvicorn_config(None)
        config.load()
        page = config.ws_protocol_class(config=config, server_state=ServerState(), app_state={})
        page.connection_made(line)
        page.data_received(b"GET /api/rooms/x/socket HTTP/1.1\r\nHost: x\r\n")
        assert not line.ended
        due[ws_protocol.HANDSHAKE_SECONDS]()
        assert line.said.startswith(b"HTTP/1.1 400") and line.ended

    asyncio.run(evening())


@pytest.mark.parametrize("packet", [50, 5_000, 300_000])
def test_an_endless_head_is_refused(tmp_path, packet: int) -> None:
    async def evening(site: Site) -> None:
        before = megabytes()
        async with site.line(b"GET / HTTP/1.1\r\nHost: x\r\na: ") as (reader, writer):
            answer = asyncio.create_task(closed(reader))
            for _ in range(20_000_000 // packet):
                if writer.transport.is_closing() or answer.done():
                    break
                writer.write(b"b" * packet)
                await asyncio.sleep(0)
                if writer.transport.get_write_buffer_size() > 1_000_000:
                    await asyncio.sleep(0.01)
            assert b"400" in await answer or answer.result() == b""  # a reset may overtake it
        assert megabytes() - before < 10
        await site.alive()

    serve(tmp_path, evening)


def test_a_long_head_in_one_packet_is_refused(tmp_path) -> None:
    async def evening(site: Site) -> None:
        head = b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: " + b"b" * 40_000 + b"\r\n\r\n"
        async with site.line(head) as (reader, _):
            assert b"400" in await reader.readline()
        await site.alive()

    serve(tmp_path, evening)


def test_requests_that_do_not_wait_for_answers_are_refused(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with site.line(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 5_000) as (reader, _):
            answers = await closed(reader)
            assert answers.count(b"HTTP/1.1 200") <= http_protocol.MOST_PIPELINED + 1
        await site.alive()

    serve(tmp_path, evening, limited=False)


def test_a_slow_body_gets_a_sentence_and_one_that_nobody_wants_is_not_waited_for(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.5)

    async def evening(site: Site) -> None:
        head = b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n{"
        for path, told in ((b"/api/me", b"took too long to arrive"), (b"/api/nothing", b"nothing at this address")):
            async with site.line(head % path) as (reader, writer):

                async def drip(writer: asyncio.StreamWriter = writer) -> None:
                    while True:
                        writer.write(b" ")
                        await asyncio.sleep(0.05)

                dripping = asyncio.create_task(drip())
                assert told in await closed(reader)
                dripping.cancel()

    serve(tmp_path, evening)


def test_who_does_not_read_an_answer_is_cut_off(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.5)

    async def evening(site: Site) -> None:
        ask = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
        _, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1024)
        writer.transport.pause_reading()
        with pytest.raises(ConnectionError):
            async with asyncio.timeout(60):
                while True:
                    writer.write(ask)
                    await writer.drain()
                    await asyncio.sleep(0.001)
                    if writer.transport.is_closing():
                        raise ConnectionResetError

    serve(tmp_path, evening, limited=False)


def test_one_address_holds_only_so_many_connections() -> None:
    class Transport:
        def __init__(self, address: str) -> None:
            self.address = address

        def get_extra_info(self, _: str) -> tuple[str, int]:
            return self.address, 1

    counted: Any = connections.Connections(3)
    stranger, proxy = Transport("192.0.2.7"), Transport("127.0.0.1")
    assert [counted.enter(stranger) for _ in range(4)] == [True, True, True, False]
    assert all(counted.enter(proxy) for _ in range(9))
    counted.leave(stranger)
    counted.leave(stranger)
    assert counted.enter(stranger)
    for _ in range(3):
        counted.leave(stranger)
    assert "192.0.2.7" not in counted._open


# ---- frames


async def a_room(site: Site) -> tuple[str, str]:
    visitor = Visitor(site.url)
    await visitor.get("/api/me")
    return await visitor.create(game="forehead", seats=2, bots=["random"], start=True), visitor.cookie


@pytest.mark.parametrize(
    "flood", [frame(PING, b"x" * 125), frame(PONG), frame(CONT, fin=False)], ids=["pings", "pongs", "fragments"]
)
def test_a_flood_of_frames_that_are_no_messages_ends_the_connection(tmp_path, flood: bytes) -> None:
    """131 MB of pings, unread, grew the server by 200 MB."""

    async def evening(site: Site) -> None:
        async with site.socket(*await a_room(site)) as (_, writer):
            before = megabytes()
            writer.transport.pause_reading()
            writer.write(frame(TEXT, fin=False))
            sent, many = 0, flood * (60_000 // len(flood))
            while sent < 131_000_000 and not writer.transport.is_closing():
                writer.write(many)
                sent += len(many)
                while writer.transport.get_write_buffer_size() > 1_000_000 and not writer.transport.is_closing():
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0)
            assert megabytes() - before < 20
            assert sent < 20_000_000
        await site.alive()

    serve(tmp_path, evening)


def test_a_flood_of_small_messages_is_heard_at_the_pages_own_rate(tmp_path) -> None:
    async def evening(site: Site) -> None:
        room, cookie = await a_room(site)
        async with site.socket(room, cookie) as (_, writer), site.socket(room, cookie) as (other, calm):
            writer.write(HELLO)
            calm.write(HELLO)
            before, heard = megabytes(), site.app.state.sockets.heard
            for _ in range(40):
                writer.write(frame(TEXT, b"0") * 8_000)
                await asyncio.sleep(0.05)
            assert site.app.state.sockets.heard - heard < 60 + 20 * 10
            assert megabytes() - before < 20
            calm.write(frame(TEXT, b'{"type":"ping","id":4}'))
            while b'"pong"' not in await asyncio.wait_for(other.read(65536), 120):
                pass

    serve(tmp_path, evening)


def test_a_page_that_does_not_read_its_answers_is_not_heard_and_then_closed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 1.0)

    async def evening(site: Site) -> None:
        visitor = Visitor(site.url)
        await visitor.get("/api/me")
        room = await visitor.create(game="lost-code", seats=2, bots=["random"], start=True)
        page = await visitor.open(room)
        await page.until("view")
        await page.close()
        async with site.socket(room, visitor.cookie) as (_, writer):
            writer.transport.pause_reading()
            writer.write(HELLO)
            before = megabytes()
            tries = frame(TEXT, json.dumps({"type": "try", "turn": 10_000, "try": []}).encode()) * 500
            async with asyncio.timeout(60):
                while not writer.transport.is_closing():
                    if writer.transport.get_write_buffer_size() < 100_000:
                        writer.write(tries)
                    await asyncio.sleep(0.01)
            assert megabytes() - before < 30
            while site.app.state.sockets.open:
                await asyncio.sleep(0.05)

    serve(tmp_path, evening, limited=False)


def test_whole_messages_may_come_in_some_fragments(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with site.socket(*await a_room(site)) as (reader, writer):
            text = b'{"type":"ping","id":' + b" " * 20_000 + b"7}"
            pieces = [text[at : at + 1_000] for at in range(0, len(text), 1_000)]
            for at, piece in enumerate(pieces):
                writer.write(frame(TEXT if at == 0 else CONT, piece, fin=at == len(pieces) - 1))
            assert b'"id":7' in await asyncio.wait_for(reader.read(65536), 120)

    serve(tmp_path, evening)


def test_the_log_is_not_a_way_to_fill_the_disk() -> None:
    said = logs.NotTooOften(most=3)
    lines = [logging.makeLogRecord({"pathname": "a.py", "lineno": 1, "created": 60.0}) for _ in range(10)]
    assert [said.filter(line) for line in lines] == [True] * 3 + [False] * 7
    assert "left out" in lines[2].last
    assert said.filter(logging.makeLogRecord({"pathname": "a.py", "lineno": 2, "created": 60.0}))
    assert said.filter(logging.makeLogRecord({"pathname": "a.py", "lineno": 1, "created": 121.0}))
