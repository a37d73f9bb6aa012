"""A page without a screen: plays over the real protocol, reconnects by itself. For tests, load and scripts.

>>> async with Visitor("http://127.0.0.1:8000") as anna:                       # doctest: +SKIP
...     room = await anna.create(game="lost-code", bots=["random"], start=True)
...     page = await anna.open(room)
...     view = await page.next_view()
...     await page.pick(view, 0)
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_CHANCE, Chance

Json = dict[str, Any]
PATIENCE = 60.0  # seconds for anything to happen, also on a busy machine


class Refused(Refusal):
    """The server said no, in this sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class Word:
    """A secret word for the dice of one game, and the promise under which it was opened."""

    text: str
    promise: str | None = None

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


class Visitor:
    """A person with a cookie."""

    def __init__(self, url: str, language: str = "en", chance: Chance = SYSTEM_CHANCE) -> None:
        self.url = url.rstrip("/")
        self.chance = chance
        self.language = language
        self.cookie = ""
        self.pages: list[Page] = []
        self.words: dict[tuple[str, int], Word] = {}  # for the dice, by room and person

    async def __aenter__(self) -> Visitor:
        await self.get("/api/me")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for page in self.pages:
            await page.close()

    async def get(self, path: str) -> Any:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any) -> Any:
        return await self.ask("POST", path, body)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = await asyncio.to_thread(self.fetch, method, path, body)
        return json.loads(data)

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

    def _keep(self, cookies: list[str]) -> None:
        for text in cookies:
            for name, morsel in SimpleCookie(text).items():
                if name == "tepui":
                    self.cookie = f"tepui={morsel.value}"

    def new_word(self, key: tuple[str, int]) -> Word:
        word = self.words[key] = Word(self.chance.hex(16))
        return word

    async def create(self, **new: Any) -> str:
        made = await self.post("/api/rooms", new)
        room: str = made["room"]
        return room

    async def open(self, room: str, person: int | None = None, motion: bool = False) -> Page:
        page = Page(self, room, person, motion)
        self.pages.append(page)
        await page.connect()
        return page


class Page:
    """One open page of a room."""

    def __init__(self, visitor: Visitor, room: str, person: int | None = None, motion: bool = False) -> None:
        self.visitor = visitor
        self.id = room
        self.person = person  # of several who share a device; 0: its screen
        self.motion = motion  # it wants every move as a picture, not only where they lead
        self.room: Json = {}
        self.clock: Json = {}
        self.moments: list[Json] = []
        self.printed: Json = {}
        self.view: Json = {}  # as a board draws it
        self.gone = ""
        self.socket: ClientConnection | None = None
        self.opens = True  # a page that never opens its word holds the game up
        self._inbox: asyncio.Queue[str | ConnectionClosed] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None

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
                self.socket = await connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE,
                    user_agent_header=None,
                )
                await self.hello()
                self._inbox = asyncio.Queue()
                self._listening = asyncio.create_task(self._listen(self.socket, self._inbox))
                return
            except (OSError, InvalidHandshake, EOFError, ConnectionClosed):
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(0.05)

    async def hello(self) -> None:
        """The first word of a page; until then it is told nothing."""
        await self.send(type="hello", language=self.visitor.language, motion=self.motion)

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def _listen(self, socket: ClientConnection, inbox: asyncio.Queue[str | ConnectionClosed]) -> None:
        """Reads whatever comes, and sees to the words for the dice as any page does, asked or not."""
        try:
            while True:
                text = str(await socket.recv())
                if text.startswith('{"type":"room"'):
                    await self._see_to_words(json.loads(text))
                inbox.put_nowait(text)
        except ConnectionClosed as closed:
            inbox.put_nowait(closed)

    async def _see_to_words(self, room: Json) -> None:
        """Binds everybody at this device to a secret word; opens it once, under one promise."""
        if room["started"]:
            return
        for one in room["you"]["people"]:
            key, shown = (self.id, one["person"]), room["seats"][one["seat"]]
            word = self.visitor.words.get(key) or self.visitor.new_word(key)
            if one["kept"]:
                continue
            if room["promise"] is None:
                if word.promise is not None:  # that list came to nothing
                    word = self.visitor.new_word(key)
                if shown["commitment"] != word.hash:
                    await self.send(type="commit", hash=word.hash, person=one["person"])
            elif shown["commitment"] == word.hash and word.promise in (None, room["promise"]) and self.opens:
                word.promise = room["promise"]
                await self.send(type="open", word=word.text, person=one["person"])

    async def recv(self, timeout: float = PATIENCE) -> str:
        """The next message as it came."""
        text = await asyncio.wait_for(self._inbox.get(), timeout)
        if isinstance(text, ConnectionClosed):
            self._inbox.put_nowait(text)
            raise text
        return text

    async def next(self, timeout: float = PATIENCE) -> Json:
        """The next message, whatever it is."""
        message: Json = json.loads(await self.recv(timeout))
        if message["type"] == "room":
            self.room = message
        elif message["type"] == "view":
            self.moments, self.view = self.told(message)
            return self.view
        elif message["type"] == "clock":
            self.clock = message
        elif message["type"] == "tried":
            message["view"] = self.told(message["view"])[1]
        elif message["type"] == "gone":
            self.gone = message["sentence"]
        return message

    def told(self, message: Json) -> tuple[list[Json], Json]:
        """What a page holds after this view, and all of it as a board draws it."""
        news = message["moments"]
        held = [one for one in self.moments if not news or one["n"] < news[0]["n"]] + news
        self.printed = message.get("printed", self.printed)
        now, eye, legal = held[-1], message["eye"], message["legal"]
        must_act = eye in now["to_act"] and not message.get("watched", False)
        names = [seat["name"] or str(seat["seat"] + 1) for seat in self.room["seats"]]
        journal = [{"n": one["n"], **one["entry"]} for one in held if "entry" in one]
        view = {
            **message,
            **{key: now[key] for key in ("prompt", "to_act", "scores")},
            "must_act": must_act,
            "may_act": bool(legal) and not must_act,
            "over": "places" in message,
            "places": message.get("places", [0] * len(names)),
            "names": names,
            "since": max((entry["n"] for entry in journal if entry["by"] == eye), default=0),
            "picture": {**self.printed, **now["picture"]},
            "journal": journal,
        }
        return held, view

    async def until(self, kind: str, timeout: float = PATIENCE) -> Json:
        """The next message of that kind."""
        async with asyncio.timeout(timeout):
            while True:
                message = await self.next(timeout)
                if message["type"] == kind:
                    return message

    async def next_view(self) -> Json:
        return await self.until("view")

    async def pick(self, view: Json, pick: int | list[int]) -> None:
        await self.send(type="pick", turn=view["turn"], pick=pick)

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
