"""The visitor of `tepui.testing` over real sockets; reconnects by itself. For tests, load and scripts.

>>> async with Visitor("http://127.0.0.1:8000") as anna:                       # doctest: +SKIP
...     room = await anna.create(game="lost-code", bots=["random"], start=True)
...     page = await anna.open(room)
...     view = await page.next_view()
...     await page.pick(view, 0)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tepui.server.outside import SYSTEM_CHANCE, Chance
from tepui.testing import visitor
from tepui.testing.visitor import PATIENCE, Json, Refused, Word

__all__ = ["Json", "Page", "Refused", "Visitor", "Word"]


class Visitor(visitor.Visitor):
    """A person with a cookie."""

    pages: list[Page]  # type: ignore[assignment]

    def __init__(self, url: str, language: str = "en", chance: Chance = SYSTEM_CHANCE) -> None:
        super().__init__(None, language, chance)
        self.url = url.rstrip("/")

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(await asyncio.to_thread(self.fetch, method, path, body))

    def fetch(self, method: str, path: str, body: Any = None) -> bytes:
        """One request; a refusal is raised with its sentence."""
        headers = {"accept-language": self.language}
        if self.cookie:
            headers["cookie"] = self.cookie
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                self._keep(answer.headers.get_all("set-cookie") or [])
                found: bytes = answer.read()
                return found
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode(errors="replace")) from None
        except HTTPException as error:
            raise ConnectionError(str(error)) from None

    async def open(self, room: str, person: int | None = None, motion: bool = False) -> Page:
        page = Page(self, room, person, motion)
        self.pages.append(page)
        await page.connect()
        return page


class Page(visitor.Page):
    """One open page of a room."""

    visitor: Visitor

    async def connect(self, patience: float = PATIENCE) -> None:
        """Opens the socket; a server that restarts is waited for."""
        parts = urlsplit(self.visitor.url)
        address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/rooms/{self.id}/socket"
        if self.person is not None:
            address += f"?person={self.person}"
        headers = {"cookie": self.visitor.cookie} if self.visitor.cookie else {}
        until = asyncio.get_running_loop().time() + patience
        while True:
            try:
                socket = await connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE,
                    user_agent_header=None,
                )
                await self.listen_to(socket)
                return
            except (OSError, InvalidHandshake, EOFError, ConnectionClosed):
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(0.05)

    async def lose_line(self) -> None:
        """As when a train enters a tunnel: no goodbye."""
        if self.socket is not None:
            self.socket.transport.abort()
            with contextlib.suppress(ConnectionClosed):
                await self.socket.wait_closed()

    async def close(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed, OSError):
                await self.socket.close()
