"""The door of this device's tables: what a page asks of a server, over HTTP and sockets, answered here.

The handlers are the server's own (`ROUTES` of its features), and so is what a room hears and says.
"""

import asyncio
import inspect
import logging
import re
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

import msgspec

from tepui.core import find
from tepui.core.game import Game
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.local.shelf import Keeper, Shelf
from tepui.local.tables import Site, Tables
from tepui.server import games
from tepui.server.coach import routes as coach
from tepui.server.history import routes as history
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME, Chance, Time
from tepui.server.people import identity
from tepui.server.refusals import STATUS, Refused, sentence
from tepui.server.reviews import routes as reviews
from tepui.server.room import commands
from tepui.server.room.page import CLOSED, Page
from tepui.server.room.room import Room
from tepui.server.rooms import routes as rooms
from tepui.server.web.address import Address, File, delete, get, post
from tepui.server.wire import messages

ONLY_A_SERVER = N_("You play on this device only. For other people far away you need a Tepui server.")
WRONG = N_("Something went wrong on this device. Load the page again.")
UNCLEAR = N_("That is not what this address expects ({what}).")
FAR = (  # what only makes sense where others come from elsewhere
    messages.InviteBot,
    messages.RevokeBot,
    messages.GiveLink,
    messages.CallMe,
    messages.Holiday,
    messages.AskLook,
    messages.LetLook,
)
log = logging.getLogger("tepui.local")
JSON = "application/json"
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(messages.Incoming).decode
Send = Callable[[str | int], object]  # a message, or the code with which the connection is closed


class Kept(msgspec.Struct, frozen=True):
    """POST /api/kept: a file of another device."""

    text: str


class Taken(msgspec.Struct, frozen=True):
    """How many tables of it were new."""

    tables: int


class Asker:
    """As `server/people/asker.py`, for the one device that there is."""

    network = ""

    def __init__(self, site: Site, base: str, path: dict[str, str], query: dict[str, str]) -> None:
        self.site, self.base, self.path_params, self.query_params = site, base, path, query
        self.rooms, self.guest = site.rooms, site.rooms.device

    @property
    def person(self) -> int | None:
        return identity.asked_person(self.query_params.get("person"))

    @cached_property
    def language(self) -> str:
        return self.query_params.get("language", "en")

    def asked(self, name: str) -> str:
        return self.query_params.get(name, "")

    @property
    def game(self) -> Game:
        return find.game(self.path_params["game"])

    async def room(self) -> Room:
        return await self.rooms.room(self.path_params["room"])

    def log_out(self) -> None:
        """Nobody is logged in here."""


async def export(at: Asker) -> File:
    return File(await at.rooms.store.export(), JSON, f"tepui-{at.site.today()}.json")


async def take(at: Asker, kept: Kept) -> Taken:
    at.rooms.leave_idle()
    return Taken(await at.rooms.store.take(kept.text))


ROUTES: list[Address] = [
    *games.ROUTES,
    *coach.ROUTES,
    *reviews.ROUTES,
    *history.ROUTES,
    *(one for one in rooms.ROUTES if one.path in ("/api/rooms", "/api/mine", "/api/me")),
    get("/api/games/{game}/board", lambda at: False),
    *(get(path, lambda at: []) for path in ("/api/lobby", "/api/daily", "/api/devices")),
    get("/api/kept", export),
    post("/api/kept", take, Kept),
    delete("/api/kept", rooms.forget),
]
PATTERNS = [
    (one, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", one.path))) for one in ROUTES if one.path.startswith("/api")
]


class Answer(NamedTuple):
    status: int
    kind: str
    data: bytes
    name: str = ""


class Line:
    """One page at one table: what it says is heard in its order, what the room says is sent when there is news."""

    def __init__(self, room: Room, page: Page, send: Send) -> None:
        self.room, self.page, self.send = room, page, send
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.tasks = [asyncio.ensure_future(self.hear()), asyncio.ensure_future(self.tell())]

    async def hear(self) -> None:
        while True:
            text = await self.said.get()
            try:
                message = decode(text)
            except msgspec.MsgspecError as error:
                self.page.tell(commands.refused(Refused("unclear", UNCLEAR, what=str(error)[:200]), self.page))
                continue
            try:
                if isinstance(message, FAR):
                    raise Refused("forbidden", ONLY_A_SERVER)
                await commands.handle(self.room, self.page, message)
            except Refused as no:
                self.page.tell(commands.refused(no, self.page, message.id))
            except Exception:
                log.exception("a message failed")
                self.page.tell(commands.refused(Refused("trouble", WRONG), self.page, message.id))

    async def tell(self) -> None:
        while self.page.closing is None:
            await self.page.news.wait()
            for text in self.page.outgoing():
                self.send(text.decode())
        self.send(self.page.closing)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.page.close(CLOSED)
        await self.room.exit(self.page)


class Pocket:
    def __init__(self, site: Site, base: str) -> None:
        self.site, self.base = site, base
        self.lines: dict[int, Line] = {}

    @classmethod
    async def open(cls, keeper: Keeper, base: str, time: Time = SYSTEM_TIME, chance: Chance = SYSTEM_CHANCE) -> Self:
        shelf = await Shelf.open(keeper, identity.new_guest(chance))
        return cls(Site(Tables(shelf, time, chance)), base)

    async def http(self, method: str, path: str, body: str = "") -> Answer:
        url = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        language = query.get("language", "en")
        try:
            for one, pattern in PATTERNS:
                if one.method == method and (found := pattern.fullmatch(url.path)):
                    return await self._answer(one, Asker(self.site, self.base, found.groupdict(), query), body)
            raise Refused("absent", ONLY_A_SERVER)
        except Refused as no:
            status, text = STATUS[no.why], no.sentence(language)
        except Refusal as no:
            status, text = 400, sentence(no, language)
        except Exception:
            log.exception("a question failed")
            status, text = 500, Refused("trouble", WRONG).sentence(language)
        return Answer(status, JSON, encode(messages.Trouble(sentence=text)))

    async def _answer(self, one: Address, at: Asker, body: str) -> Answer:
        read = []
        if one.body is not None:
            try:
                read = [msgspec.json.decode(body or "{}", type=one.body)]
            except (msgspec.MsgspecError, RecursionError) as error:
                raise Refused("unclear", UNCLEAR, what=str(error)[:200]) from None
        made = one.handler(at, *read)
        made = await made if inspect.isawaitable(made) else made
        made = made() if one.slow else made
        if isinstance(made, File):
            data = made.data if isinstance(made.data, bytes) else b"".join([piece async for piece in made.data])
            return Answer(200, made.kind, data, made.name)
        return Answer(204, JSON, b"") if made is None else Answer(one.status, JSON, encode(made))

    # ---- sockets, by a number that the page chooses

    async def connect(self, number: int, path: str, send: Send, language: str = "en") -> None:
        url = urlsplit(path)
        try:
            asked = parse_qs(url.query).get("person")
            person = identity.asked_person(asked[0] if asked else None)
            room = await self.site.rooms.room(url.path.split("/")[3])
        except Refused as no:
            send(encode(messages.Gone(sentence=no.sentence(language))).decode())
            send(CLOSED)
            return
        guest = identity.person_of(self.site.rooms.device, person or 1)
        page = Page(guest, await self.site.rooms.name_of(guest), language, self.base, person)
        self.lines[number] = Line(room, page, send)
        await room.enter(page)

    def say(self, number: int, text: str) -> None:
        if number in self.lines:
            self.lines[number].said.put_nowait(text)

    async def disconnect(self, number: int) -> None:
        line = self.lines.pop(number, None)
        if line is not None:
            await line.close()
            self.site.rooms.leave_idle()
