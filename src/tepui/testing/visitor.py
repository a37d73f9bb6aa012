"""A person at the server without sockets: a cookie, requests, and open pages over the real protocol."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_CHANCE, Chance

Json = dict[str, Any]
PATIENCE = 60.0  # seconds for anything to happen, also on a busy machine
HOST = "tepui.test"


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
    """A person with a cookie. `app` is what `make_app` returns, with its lifespan begun (`Evening` does that)."""

    def __init__(self, app: Any, language: str = "en", chance: Chance = SYSTEM_CHANCE) -> None:
        self.app = app
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
        return json.loads(await self.fetch_it(method, path, body))

    async def fetch_it(self, method: str, path: str, body: Any = None) -> bytes:
        """One request; a refusal is raised with its sentence."""
        answer = Answer(b"" if body is None else json.dumps(body).encode())
        await self.app(self.scope("http", path, method=method, headers=answer.headers), answer.receive, answer.send)
        return self.take(answer)

    def take(self, answer: Answer) -> bytes:
        self._keep(answer.cookies)
        if answer.status >= 400:
            raise Refused(answer.status, answer.body.decode(errors="replace"))
        return answer.body

    def scope(self, kind: str, path: str, address: str = "10.0.0.1", **more: Any) -> Json:
        path, _, query = path.partition("?")
        headers = [(b"host", HOST.encode()), (b"accept-language", self.language.encode()), *more.pop("headers", [])]
        headers += [(b"cookie", self.cookie.encode())] if self.cookie else []
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "root_path": "", "headers": headers, "client": (address, 1),
            "server": (HOST, 80), "scheme": "ws" if kind == "websocket" else "http", "state": {}, **more,
        }  # fmt: skip

    def _keep(self, cookies: list[str]) -> None:
        for text in cookies:
            for name, morsel in SimpleCookie(text).items():
                if name == "tepui":
                    self.cookie = f"tepui={morsel.value}"

    def new_word(self, key: tuple[str, int]) -> Word:
        word = self.words[key] = Word(self.chance.hex(16))
        return word

    async def create(self, **new: Any) -> str:
        """A new table, by its id."""
        made = await self.post("/api/rooms", new)
        room: str = made["room"]
        return room

    async def open(self, room: str, person: int | None = None, motion: bool = False) -> Page:
        page = Page(self, room, person, motion)
        self.pages.append(page)
        await page.connect()
        return page


class Answer:
    """One request on its way, and what came back."""

    def __init__(self, data: bytes, headers: Any = ()) -> None:
        length = str(len(data)).encode()
        self.headers = [*headers, (b"content-type", b"application/json"), (b"content-length", length)]
        self.status, self.body, self.cookies = 0, b"", list[str]()
        self._asked: list[Json] = [{"type": "http.request", "body": data, "more_body": False}]

    async def receive(self) -> Json:
        return self._asked.pop() if self._asked else await asyncio.get_running_loop().create_future()

    async def send(self, message: Json) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.cookies = [value.decode() for name, value in message["headers"] if name == b"set-cookie"]
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")


class Line:
    """The socket of a page, in memory."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self._in: asyncio.Queue[Json] = asyncio.Queue()
        self._out: asyncio.Queue[str | None] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._serving = asyncio.ensure_future(self._serve(visitor, path))

    async def _serve(self, visitor: Visitor, path: str) -> None:
        async def send(message: Json) -> None:
            if message["type"] == "websocket.send":
                self._out.put_nowait(message["text"])
            elif message["type"] == "websocket.close":
                self._out.put_nowait(None)

        try:
            await visitor.app(visitor.scope("websocket", path), self._in.get, send)
        finally:
            self._out.put_nowait(None)

    async def send(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    async def recv(self) -> str:
        text = await self._out.get()
        if text is None:
            self._out.put_nowait(None)
            raise ConnectionClosedError(None, None)
        return text

    async def close(self, code: int = 1005) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": code})
        await asyncio.wait([self._serving])


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
        self.socket: Any = None
        self.opens = True  # a page that never opens its word holds the game up
        self._inbox: asyncio.Queue[str | ConnectionClosed] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        person = "" if self.person is None else f"?person={self.person}"
        await self.listen_to(Line(self.visitor, f"/api/rooms/{self.id}/socket{person}"))

    async def listen_to(self, socket: Any) -> None:
        self.socket = socket
        await self.hello()
        self._inbox = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen(socket, self._inbox))

    async def hello(self) -> None:
        """The first word of a page; until then it is told nothing."""
        await self.send(type="hello", language=self.visitor.language, motion=self.motion)

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def _listen(self, socket: Any, inbox: asyncio.Queue[str | ConnectionClosed]) -> None:
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
        """Binds everyone at this device to a secret word; opens it once, under one promise."""
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
            self.moments, self.view = self.board_after(message)
            return self.view
        elif message["type"] == "clock":
            self.clock = message
        elif message["type"] == "tried":
            message["view"] = self.board_after(message["view"])[1]
        elif message["type"] == "gone":
            self.gone = message["sentence"]
        return message

    def board_after(self, message: Json) -> tuple[list[Json], Json]:
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
        await self.socket.close(1006)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
