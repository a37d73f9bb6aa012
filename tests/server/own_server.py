"""A server in the test's own process: its limits can be made short, its memory is ours; and frames made by hand."""

import asyncio
import os
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvicorn

from tepui.server.app import make_app
from tepui.server.outside import SYSTEM_TIME, Chance, Time
from tepui.server.serve import listen, uvicorn_config
from tepui.server.settings import Settings

Evening = Callable[["Site"], Awaitable[None]]


class Site:
    def __init__(self, port: int, app: Any) -> None:
        self.port = port
        self.app = app

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def line(self, first: bytes = b"") -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(first)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def socket(self, room: str, cookie: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A page whose frames are made by hand."""
        head = (
            f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        async with self.line(head.encode()) as (reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer

    async def alive(self) -> None:
        async with asyncio.timeout(120), self.line(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as (reader, _):
            assert b"200" in await reader.readline()


def serve(
    tmp_path, evening: Evening, time: Time = SYSTEM_TIME, limit: float = 400, seed: int = 1, **settings: Any
) -> None:
    async def whole() -> None:
        app = make_app(Settings(data=tmp_path, pace=0, **settings), time, Chance(Random(seed)))
        listening = listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn_config(app))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            while not server.started:
                await asyncio.sleep(0.01)
            await evening(Site(listening.getsockname()[1], app))
        finally:
            server.should_exit = True
            await serving

    # The loop of `tepui serve`. No configuration of logs: it would close the handlers of others, and with absl's the
    # file into which pytest collects what is printed.
    with asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner:
        runner.run(asyncio.wait_for(whole(), limit))


async def closed(reader: asyncio.StreamReader, seconds: float = 120.0) -> bytes:
    """All that was said until the end; fails if there is none."""
    try:
        return await asyncio.wait_for(reader.read(-1), seconds)
    except ConnectionError:
        return b""


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    mask = b"\0\0\0\0"
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + struct.pack("!H", len(data))
    return bytes([(0x80 if fin else 0) | opcode]) + size + mask + data


TEXT, CONT, PING, PONG = 1, 0, 9, 10
HELLO = frame(TEXT, b'{"type":"hello","language":"en","motion":false}')


def megabytes() -> float:
    """Of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
