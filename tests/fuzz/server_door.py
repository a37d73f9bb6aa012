"""A real server in a process of its own, as strangers reach it: with its limits, a table that must not notice, and secrets.

Anna and Ben play at a table that may not be watched. Anna has notes, a line of chat and a private link, the table has a
seed: none of it may ever come back in an answer to anybody else. Now and then the two make a move, which both must see.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import select
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import quote

import msgspec
from fuzz.door import Door, Finding
from fuzz.mutations import TEXTS, anything, changed, damaged, text_of
from server.conftest import Running
from starlette.routing import Mount, Route

from tepui.core import find
from tepui.core.help import LEVELS
from tepui.server.http.app import make_app
from tepui.server.settings import Settings
from tepui.server.storage.store import Store
from tepui.server.wire import messages

PATIENCE = 20.0  # seconds for any answer, on a machine that is busy with other things
CALM_EVERY = 2.0  # seconds between two moves of the calm table
HANGING = 60.0  # seconds after which every silent connection is closed
MORE_MEMORY = 250.0  # MB
FAILED = "Something went wrong"  # what the server says when it has failed itself
SEATS = ("Anna", "Ben")
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(opcode: int, data: bytes = b"", first: int = 0x80, mask: bytes = b"\0\0\0\0") -> bytes:
    """As a page sends it; this mask changes nothing."""
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 65536:
        size = b"\xfe" + len(data).to_bytes(2, "big")
    else:
        size = b"\xff" + len(data).to_bytes(8, "big")
    return bytes([first | opcode]) + size + mask + data


class Lost(Exception):
    """The connection is closed."""


class Line:
    """A TCP connection; whatever comes is kept."""

    def __init__(self, port: int, heard: Callable[[bytes], None] = lambda data: None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.heard = heard
        self.data = b""
        self.closed = False
        self.since = monotonic()

    def send(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = True  # it may have said why before

    def pull(self, seconds: float) -> bool:
        """Waits so long for something; False: nothing came."""
        if self.closed and not select.select([self.socket], [], [], 0)[0]:
            return False
        if not select.select([self.socket], [], [], seconds)[0]:
            return False
        try:
            more = self.socket.recv(1 << 20)
        except OSError:
            more = b""
        if not more:
            self.closed = True
            return False
        self.heard(more)
        self.data += more
        return True

    def close(self) -> None:
        self.socket.close()


class RawPage(Line):
    """A page whose frames are made by hand; what the server says is kept as messages."""

    def __init__(self, port: int, room: str, guest: Guest, heard: Callable[[bytes], None], query: str = "") -> None:
        super().__init__(port, heard)
        self.guest = guest
        self.messages: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self.turn, self.legal, self.to_act = 0, 0, [0]
        self.eye: Any = None
        self.opened = False
        self.goodbye = False
        self.send(
            f"GET /api/rooms/{room}/socket{query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {guest.cookie}\r\nX-Forwarded-For: {guest.address}\r\n\r\n".encode()
        )
        until = monotonic() + PATIENCE
        while b"\r\n\r\n" not in self.data and monotonic() < until and not self.closed:
            self.pull(0.5)
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        if b" 101 " not in head[:20]:
            raise Finding(f"a page is not let in: {head[:100]!r}")

    def say(self, thing: Any) -> None:
        self.send(frame(TEXT, thing if isinstance(thing, bytes) else json.dumps(thing).encode()))

    def take(self, seconds: float = 0.0) -> list[dict[str, Any]]:
        """The messages that have come."""
        while self.pull(seconds):
            seconds = 0.0
        taken = []
        while (found := self._frame()) is not None:
            opcode, body = found
            if opcode == TEXT:
                message = json.loads(body)
                self._keep(message)
                taken.append(message)
            elif opcode == PING:
                self.send(frame(PONG, body))
            elif opcode == CLOSE:
                self.goodbye = True
        self.messages += taken
        del self.messages[:-300]
        return taken

    def _frame(self) -> tuple[int, bytes] | None:
        data = self.data
        if len(data) < 2:
            return None
        length, at = data[1] & 127, 2
        if length >= 126:
            at += 2 if length == 126 else 8
            if len(data) < at:
                return None
            length = int.from_bytes(data[2:at], "big")
        if len(data) < at + length:
            return None
        self.data = data[at + length :]
        return data[0] & 15, data[at : at + length]

    def _keep(self, message: dict[str, Any]) -> None:
        if message["type"] == "room":
            self.room = message
            self.guest.see_to_word(self, message)
        elif message["type"] == "view":
            self.turn, self.legal, self.eye = message["turn"], len(message["legal"]), message["eye"]
            self.to_act = (message["moments"][-1].get("to_act") if message["moments"] else None) or []

    @property
    def over(self) -> bool:
        return self.closed or self.goodbye

    def until(self, true: Callable[[dict[str, Any]], bool], what: str, seconds: float = PATIENCE) -> dict[str, Any]:
        due = monotonic() + seconds
        while monotonic() < due:
            for message in self.take(0.2):
                if true(message):
                    return message
            if self.over:
                raise Lost
        raise Finding(f"{what}: nothing for {seconds:.0f} s")

    def answers(self) -> None:
        """Whatever was said before: the server answers a ping, or has closed the connection."""
        due = monotonic() + PATIENCE
        while monotonic() < due:
            self.say({"type": "ping", "id": 4711})
            again = monotonic() + 3
            while monotonic() < again:
                for message in self.take(0.1):
                    if message["type"] == "pong" and message["id"] == 4711:
                        return
                    if message["type"] == "refused" and message["why"] == "busy":
                        again = min(again, monotonic() + 0.3)
                if self.over:
                    return
        raise Finding("a page is neither answered nor closed")


class Guest:
    """A person with a cookie, an address and a word for the dice."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.cookie = ""
        self.word = os.urandom(12).hex()
        self.careful = True  # sees to its word as a page does

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.word.encode()).hexdigest()

    def see_to_word(self, page: RawPage, room: dict[str, Any]) -> None:
        seat = room["you"]["seat"]
        if not self.careful or room["started"] or seat is None:
            return
        shown = room["seats"][seat]["commitment"]
        if room["promise"] is None and shown != self.hash:
            page.say({"type": "commit", "hash": self.hash})
        elif room["promise"] is not None and shown == self.hash:
            page.say({"type": "open", "word": self.word})


class Answer(msgspec.Struct):
    status: int
    head: bytes
    body: bytes


class Target:
    """The server that is attacked, and everything that must hold of it whatever happens."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.running = Running(
            folder / "data", "--pace", "0", "--idle", "3", "--bot-seconds", "0.05", "--workers", "1", *words
        )
        self.running.start()
        self.port = self.running.port
        self.secrets: dict[bytes, str] = {}
        self._log_at = 0
        self._tail = b""
        self.calm: list[RawPage] = []
        self.calm_moves = 0
        self.calm_slowest = 0.0
        self._calm_due = 0.0
        self.people = [
            Guest(name, f"10.9.0.{at}") for at, name in enumerate(("Anna", "Ben", "Eve", "Mallory", "Trudy"))
        ]
        for guest in self.people:
            self.greet(guest)
        self.room = ""
        self.seat_anna_and_ben()
        self.memory = self.megabytes()

    def greet(self, guest: Guest) -> None:
        head = self.ask(guest, "GET", "/api/me").head
        found = re.search(rb"(?i)set-cookie: *(tepui=[^;]*)", head)
        assert found, head
        guest.cookie = found[1].decode()

    @property
    def strangers(self) -> list[Guest]:
        return self.people[2:]

    # ---- requests

    def ask(self, guest: Guest, method: str, path: str, body: Any = None) -> Answer:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {guest.address}\r\nConnection: close\r\n"
        head += f"Cookie: {guest.cookie}\r\n" if guest.cookie else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
        answer = self.send(head.encode() + b"\r\n" + data, PATIENCE)
        if answer is None:
            raise Finding(f"{method} {path} is not answered")
        return answer

    def send(self, data: bytes, seconds: float) -> Answer | None:
        """One request as it stands; None: no whole answer within so long."""
        line = Line(self.port, self.no_secret_in)
        try:
            line.send(data)
            until = monotonic() + seconds
            while not line.closed and monotonic() < until and not whole(line.data):
                line.pull(min(0.5, max(0.0, until - monotonic())))
            head, _, body = line.data.partition(b"\r\n\r\n")
            found = re.match(rb"HTTP/1\.1 (\d{3})", head)
            return Answer(int(found[1]), head, body) if found and (line.closed or whole(line.data)) else None
        finally:
            line.close()

    def no_secret_in(self, data: bytes) -> None:
        text = self._tail + data
        self._tail = text[-200:]
        for secret, what in self.secrets.items():
            if secret in text:
                self._tail = b""
                raise Finding(f"a stranger is told {what}")
        if b"Traceback (most recent" in text:
            self._tail = b""
            raise Finding("an answer shows a traceback")

    # ---- the table that must not notice anything

    def seat_anna_and_ben(self) -> None:
        """A new game of theirs, with its secrets."""
        for page in self.calm:
            page.close()
        self.secrets = {}
        anna, ben = self.people[:2]
        new = {"game": "lost-code", "seats": 2, "watching": False}
        answer = self.ask(anna, "POST", "/api/rooms", new)
        if answer.status != 201:
            raise Finding(f"Anna gets no table: {answer.status} {answer.body[:200]!r}")
        self.room = json.loads(answer.body)["room"]
        self.calm = [RawPage(self.port, self.room, guest, lambda data: None) for guest in (anna, ben)]
        for page in self.calm:
            page.say({"type": "hello"})
        self.calm[1].say({"type": "sit"})
        self.calm[0].until(
            lambda said: all(seat["kind"] == "person" for seat in self.calm[0].room.get("seats", [{"kind": ""}])),
            "Ben sits down",
        )
        secret = f"NOTES-{os.urandom(6).hex()}", f"CHAT-{os.urandom(6).hex()}"
        self.calm[0].say({"type": "note", "marks": {"mine": secret[0]}})
        self.calm[0].say({"type": "say", "text": secret[1]})
        self.calm[0].say({"type": "give_link", "id": 5})
        link = self.calm[0].until(lambda said: said["type"] == "link", "a private link")["link"].rpartition("/")[2]
        self.calm[0].say({"type": "start"})
        due = monotonic() + PATIENCE
        while any(page.eye is None for page in self.calm):
            for page in self.calm:
                page.take(0.05)
            if monotonic() > due:
                raise Finding("the game of Anna and Ben does not begin")
        with sqlite3.connect(f"file:{self.running.data / 'tepui.sqlite'}?mode=ro", uri=True) as file:
            (seed,) = file.execute("SELECT seed FROM rooms WHERE id = ?", (self.room,)).fetchone()
        self.secrets = {
            secret[0].encode(): "Anna's notes",
            secret[1].encode(): "what is said at a table that may not be watched",
            link.encode(): "Anna's private link",
            str(seed).encode(): "the seed of a running game",
            anna.cookie.partition("=")[2].encode(): "Anna's cookie",
            ben.cookie.partition("=")[2].partition(".")[0].encode(): "who Ben is",
            (self.running.data / "key").read_bytes().strip(): "the key",
        }

    def look(self) -> None:
        """After every case."""
        process = self.running.process
        assert process is not None
        if process.poll() is not None:
            raise SystemExit(f"the server has ended with {process.returncode}: {self.running.errors()[-3000:]}")
        self.read_log()
        if monotonic() >= self._calm_due:
            self._calm_due = monotonic() + CALM_EVERY
            self.calm_move()
            if self.ask(self.people[0], "GET", "/healthz").body != b"ok\n":
                raise Finding("/healthz does not say ok")
            grown = self.megabytes() - self.memory
            if grown > MORE_MEMORY:
                raise Finding(f"the server has grown by more than {MORE_MEMORY:.0f} MB")

    def calm_move(self) -> None:
        """Anna or Ben makes a move, and both see it."""
        for page in self.calm:
            page.take()
            if page.over:
                self.seat_anna_and_ben()
                raise Finding("a page of Anna or Ben was closed")
        room = self.calm[0].room
        if [seat["kind"] for seat in room["seats"]] != ["person", "person"] or not room["you"]["host"]:
            self.seat_anna_and_ben()
            raise Finding("somebody else has changed who sits at the table of Anna and Ben")
        mover = next((page for page in self.calm if page.legal and page.eye in page.to_act), None)
        if mover is None:  # it is over
            self.seat_anna_and_ben()
            return
        begun, turn = monotonic(), mover.turn
        mover.say({"type": "pick", "turn": turn, "pick": Random(turn).randrange(mover.legal), "id": 8})
        for page in self.calm:
            while page.turn <= turn:
                page.until(lambda said: said["type"] == "view", "a move at the table of Anna and Ben")
        self.calm_moves += 1
        self.calm_slowest = max(self.calm_slowest, monotonic() - begun)

    def read_log(self) -> None:
        log = self.running.data.parent / "errors.log"
        with log.open("rb") as file:
            file.seek(self._log_at)
            new = file.read()
        self._log_at += len(new)
        for line in new.splitlines():
            if b'"level": "error"' in line or b"Traceback" in line or b'"trace"' in line:
                place = re.sub(r'"(at|room)": "[^"]*", ', "", line.decode(errors="replace"))
                raise Finding(f"the log has an error: {place[:400]}")
            for secret, what in self.secrets.items():
                if secret in line:
                    raise Finding(f"the log tells {what}")

    def megabytes(self) -> float:
        assert self.running.process is not None
        pages = int(Path(f"/proc/{self.running.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def close(self) -> None:
        for page in self.calm:
            page.close()
        self.running.stop()


def whole(data: bytes) -> bool:
    """Is this an answer with all of its body?"""
    head, found, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if not found:
        return False
    if length:
        return len(body) >= int(length[1])
    return body.endswith(b"0\r\n\r\n") or b" 304 " in head[:20] or b" 204 " in head[:20]


class ServerDoor(Door):
    """What HTTP and sockets have in common: the target, and what is looked at after each case."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        folder = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))
        self.target = Target(folder, *words)
        self.closing.callback(self.target.close)
        self.rooms = [self.target.room]
        self.games = [game for game in find.names()]

    def try_case(self, rng: Random) -> None:
        guest_addresses(self.target.strangers, rng)
        try:
            self.attack(rng)
        except Lost:
            self.count["closed"] += 1
        self.target.look()
        self.count["calm moves"] = self.target.calm_moves

    def attack(self, rng: Random) -> None:
        raise NotImplementedError

    def last_look(self) -> None:
        self.target._calm_due = 0.0
        self.target.look()
        answer = self.target.ask(Guest("the host", "127.0.0.1"), "GET", "/metrics")
        errors = re.search(rb"(?m)^tepui_errors_total (\S+)", answer.body)
        if errors is None or float(errors[1]) > 0:
            raise Finding(f"the server itself counts errors: {errors and errors[1]!r}")
        grown = self.target.megabytes() - self.target.memory
        self.count["MB grown"] = round(grown)
        self.count["slowest calm move, ms"] = round(1000 * self.target.calm_slowest)

    def new_room(self, rng: Random, guest: Guest) -> str:
        game = find.game(rng.choice(self.games))
        seats = rng.choice(game.seats)
        bots = [
            rng.choice(["random", "random", *find.bots(game.name)])
            for _ in range(rng.randrange(seats + 1) if rng.random() < 0.7 else 0)
        ]
        new = {
            "game": game.name, "seats": seats, "bots": bots[: seats - 1] if rng.random() < 0.95 else bots,
            "start": rng.random() < 0.3, "public": rng.random() < 0.5, "watching": rng.random() < 0.8,
            "sharing": rng.random() < 0.7, "sit": rng.random() < 0.9, "pace": 0,
            "options": {option.name: rng.choice(option.choices) for option in game.options},
        }  # fmt: skip
        answer = self.target.ask(guest, "POST", "/api/rooms", new)
        if answer.status == 201:
            room: str = json.loads(answer.body)["room"]
            self.rooms = [self.target.room, *self.rooms[-6:], room]
            return room
        self.count[f"no table ({answer.status})"] += 1
        if answer.status >= 500:
            raise Finding(f"POST /api/rooms: {answer.status} {answer.body[:200]!r}")
        return rng.choice(self.rooms)


def guest_addresses(guests: list[Guest], rng: Random) -> None:
    """Every case comes from somewhere else, so that the limits of an address do not end the evening."""
    for guest in guests:
        guest.address = f"10.{rng.randrange(10, 250)}.{rng.randrange(256)}.{rng.randrange(256)}"


# ---------------------------------------------------------------- HTTP


class Http(ServerDoor):
    """Every address of the server, with strange paths, fields, heads and bodies; raw bytes; halves of requests."""

    name = "HTTP"

    def __init__(self) -> None:
        super().__init__()
        with tempfile.TemporaryDirectory() as folder:
            app = make_app(Settings(data=Path(folder)))
            self.routes = [
                (route.path, sorted(route.methods or ["GET"])) for route in app.routes if isinstance(route, Route)
            ]
            self.routes += [("/assets/{file}", ["GET"]) for route in app.routes if isinstance(route, Mount)]
            store: Store = app.state.site.rooms.store
            store.close()
        self.hanging: list[Line] = []
        self.closing.callback(lambda: [line.close() for line in self.hanging])

    def attack(self, rng: Random) -> None:
        guest = rng.choice(self.target.strangers)
        if rng.random() < 0.05 or len(self.rooms) < 3:
            self.new_room(rng, guest)
        data, plain, api = self.request(rng, guest)
        self.look_at_hanging()
        luck = rng.random()
        if luck < 0.2:
            data, plain = damaged(rng, data), False
        elif luck < 0.25:
            data, plain = rng.randbytes(rng.choice((1, 10, 200, 5000))), False
        elif luck < 0.35:
            data, plain = data[: rng.randrange(len(data))], False
            if rng.random() < 0.3 and len(self.hanging) < 40:
                line = Line(self.target.port, self.target.no_secret_in)
                line.send(data)
                self.hanging.append(line)
                self.count["left hanging"] += 1
                return
        elif luck < 0.4:
            data, plain = data * rng.choice((2, 8, 40)), False
        answer = self.target.send(data, PATIENCE if plain else 0.15)
        if answer is None:
            self.count["not answered"] += 1
            if plain:
                raise Finding(f"a whole request is not answered: {data[:80]!r}")
            return
        self.count[str(answer.status)] += 1
        head = data.partition(b"\r\n")[0].decode(errors="replace")
        route = re.sub(r"[?].*|[a-z2-9]{16}", "", head)
        if answer.status >= 500 and (answer.status != 503 or FAILED.encode() in answer.body or not answer.body):
            raise Finding(f"{answer.status} for {route[:60]}: {answer.body[:150]!r}")
        if plain and api and answer.status >= 400 and not head.startswith("HEAD"):
            try:
                assert json.loads(answer.body)["sentence"]
            except (ValueError, KeyError, TypeError, AssertionError):
                raise Finding(f"{answer.status} without a sentence for {route[:60]}: {answer.body[:150]!r}") from None
        if plain and b"content-security-policy" not in answer.head.lower() and b"text/html" in answer.head:
            raise Finding(f"no content-security-policy for {answer.status} {route[:60]}")

    def look_at_hanging(self) -> None:
        for line in list(self.hanging):
            line.pull(0)
            if line.closed:
                self.hanging.remove(line)
                line.close()
            elif monotonic() - line.since > HANGING:
                self.hanging.remove(line)
                line.close()
                raise Finding("half a request keeps its connection open")

    def request(self, rng: Random, guest: Guest) -> tuple[bytes, bool, bool]:
        """A request; whether it must be answered; whether in JSON."""
        template, methods = rng.choice(self.routes)
        method = (
            rng.choice(methods)
            if rng.random() < 0.85
            else rng.choice(("POST", "PUT", "HEAD", "OPTIONS", "DELETE", "X"))
        )
        path = re.sub(r"\{(\w+)(:path)?\}", lambda found: self.part(rng, found[1]), template)
        if rng.random() < 0.1:
            path += rng.choice(("/", "//", "/..", "/%2e%2e/%2e%2e/key", "%00", "%ff", ";a", "?", "#x"))
        query = {
            rng.choice(("eye", "from", "to", "language", "person", "x")): rng.choice(
                ("0", "1", "7", "-1", "all", "audience", "9" * 5000, "fr", "٣", str(anything(rng, 0))[:60])
            )
            for _ in range(rng.choice((0, 0, 1, 3)))
        }
        asked = "&".join(f"{name}={quote(value.encode('utf-8', 'replace'), safe='')}" for name, value in query.items())
        kind, body = self.body(rng, template, method)
        fields = [("Host", rng.choice(("x", "x", "x", "evil.example", "", "[::1", "x" * 300, "a:b:c")))]
        fields.append(
            ("X-Forwarded-For", guest.address if rng.random() < 0.97 else rng.choice(("", "x", "::1%x", "1,2,3")))
        )
        fields.append(("Connection", "close"))
        luck = rng.random()
        cookie = (
            guest.cookie
            if luck < 0.7
            else rng.choice(
                (
                    "",
                    "tepui=",
                    "tepui=" + "a" * 300,
                    "tepui=é; tepui=b",
                    damaged(rng, guest.cookie.encode()).decode("latin-1"),
                    "language=xx; language=de",
                )
            )
        )
        if cookie:
            fields.append(("Cookie", re.sub(r"[\r\n\0]", "", cookie)))
        if rng.random() < 0.3:
            fields.append(
                (
                    "Accept-Language",
                    rng.choice(("de", "fr;q=x", "it-IT;q=0.5,en;q=nan", "*", "é" * 90, ",;q=1" * 50, "de;q=1e999")),
                )
            )
        if rng.random() < 0.15:
            fields.append(
                (
                    "Origin",
                    rng.choice(("http://x", "http://evil.example", "null", "http://[", "http://x:99999999", "x" * 99)),
                )
            )
        if rng.random() < 0.15:
            fields.append(
                rng.choice(
                    (
                        ("Range", "bytes=5-2"),
                        ("Range", "bytes=0-9,2-3"),
                        ("If-None-Match", "*"),
                        ("If-Modified-Since", "x"),
                        ("Expect", "100-continue"),
                        ("Accept-Encoding", "br;q=0, gzip;q=x"),
                        ("Sec-Fetch-Site", "cross-site"),
                        ("Upgrade", "websocket"),
                        ("Upgrade", "h2c"),
                        ("X-Forwarded-Proto", "\x80"),
                    )
                )
            )
        if kind:
            fields.append(("Content-Type", kind))
        strange = False
        if body or rng.random() < 0.1:
            luck = rng.random()
            if luck < 0.85:
                fields.append(("Content-Length", str(len(body))))
            elif luck < 0.92:
                fields.append(("Transfer-Encoding", "chunked"))
                body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces(rng, body)) + b"0\r\n\r\n"
            else:
                strange = True
                fields.append(("Content-Length", rng.choice((str(len(body) + 9), "-1", "x", "9" * 30, "0"))))
        head = f"{method} {path}{'?' + asked if asked else ''} HTTP/1.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in fields)
        data = head.encode("utf-8", "replace") + b"\r\n" + body
        upgrade = any(name in ("Upgrade", "Expect") for name, _ in fields)
        asks = method in ("GET", "POST", "DELETE", "PUT", "OPTIONS") and not any(bad in path for bad in ("#", "%00"))
        hosts = fields[0][1] in ("x", "evil.example")
        return data, asks and hosts and not strange and not upgrade, path.startswith("/api/")

    def part(self, rng: Random, name: str) -> str:
        if rng.random() < 0.1:
            return quote(str(rng.choice((*TEXTS, "x" * 5000)))[:6000].encode("utf-8", "replace"), safe="")
        if name == "room":
            return rng.choice((self.target.room, *self.rooms))
        if name == "game":
            return rng.choice(self.games)
        if name == "token":
            return rng.choice(("x", "eyJ4IjoxfQ.x", "WyJ4IiwxLDFd.aaaa", "." * 200, "%F0%9F%8C%B4"))
        return rng.choice(("x", "index.html", "../app.py", "%2e%2e%2fapp.py", "main.js"))

    def body(self, rng: Random, template: str, method: str) -> tuple[str, bytes]:
        if method in ("GET", "HEAD", "DELETE") and rng.random() < 0.9:
            return "", b""
        luck = rng.random()
        kind = "application/json" if template.startswith("/api/") else "application/x-www-form-urlencoded"
        if luck < 0.1:
            kind = rng.choice(("", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-99"))
        if luck > 0.93:
            return kind, rng.randbytes(rng.choice((1, 50, 70_000)))
        if template.startswith("/api/"):
            game = rng.choice(self.games)
            thing: Any = {
                "/api/rooms": {
                    "game": game,
                    "seats": 2,
                    "bots": ["random"],
                    "start": True,
                    "options": {},
                    "parts": None,
                },
                "/api/join": {"code": rng.choice(("TAPIR-MANGO-47", "puma", "9" * 50))},
                "/api/me": {"name": "Eve"},
            }.get(template, {"parts": self.parts(rng, game)})
            if template == "/api/rooms" and rng.random() < 0.3:
                thing["parts"] = self.parts(rng, game)
            if rng.random() < 0.6:
                thing = changed(rng, thing)
            data = text_of(rng, thing)
            return kind, damaged(rng, data) if rng.random() < 0.2 else data
        fields = [(name, str(value)) for name, value in {**some_message(rng, None), **self.form(rng)}.items()]
        if rng.random() < 0.3:
            fields.append((rng.choice(TEXTS), str(anything(rng, 1))[:5000]))
        text = "&".join(
            f"{quote(one.encode('utf-8', 'replace'))}={quote(other.encode('utf-8', 'replace'))}"
            for one, other in fields
        )
        return kind, text.encode() if rng.random() < 0.85 else damaged(rng, text.encode())

    def form(self, rng: Random) -> dict[str, Any]:
        if rng.random() < 0.6:
            return {}
        return {
            "game": rng.choice(self.games), "seats": rng.choice((1, 2, 3, "x", -1, "9" * 5000)), "how": "bots", "bot": "random",
            "code": "TAPIR-MANGO-47", "name": str(anything(rng, 0))[:50], "language": rng.choice(("de", "xx")),
            "back": rng.choice(("/plain/", "//evil.example", "http://[")), "option.x": "1", "sure": "1" if rng.random() < 0.2 else "",
        }  # fmt: skip

    def parts(self, rng: Random, name: str) -> Any:
        from fuzz.files_door import parts_text

        game = find.game(name)
        if game.own_parts is None or rng.random() < 0.1:
            return anything(rng, 1)
        return parts_text(rng, game.own_parts())


def pieces(rng: Random, data: bytes) -> Iterator[bytes]:
    while data:
        size = rng.choice((1, 7, 100, 70_000))
        yield data[:size]
        data = data[size:]


# ---------------------------------------------------------------- the socket

TAGS = [kind.__struct_config__.tag for kind in messages.Incoming.__args__]  # type: ignore[attr-defined]


def some_message(rng: Random, page: RawPage | None, guest: Guest | None = None) -> dict[str, Any]:
    """A message of any kind, as a page could mean it at this moment."""
    tag = rng.choice((*TAGS, "pick", "pick", "try", "sit", "hello"))
    seat = rng.choice((0, 1, 2, 3, rng.randint(-2, 9)))
    turn = 0 if page is None else page.turn + rng.choice((0, 0, 0, 0, -1, 1, 5))
    legal = 6 if page is None else max(1, page.legal)
    pick = rng.randrange(legal + 1)
    level = rng.choice(LEVELS)
    word = "x" if guest is None else guest.word
    fields: dict[str, dict[str, Any]] = {
        "hello": {"language": rng.choice(("en", "de", "fr", "it")), "motion": rng.random() < 0.5},
        "pick": {"turn": turn, "pick": rng.choice((pick, pick, [pick], [pick, 0, 0]))},
        "try": {"turn": turn, "try": rng.choice(([], [pick], [pick, pick], [0] * 70)), "help": rng.random() < 0.5},
        "note": {"marks": rng.choice(({"a": 1}, "text", [1, 2], None, anything(rng)))},
        "answer": {"yes": rng.random() < 0.7},
        "say": {"text": rng.choice(("hello", *TEXTS))},
        "sit": rng.choice(({}, {"seat": seat}, {"person": rng.randint(0, 9)}, {"seat": seat, "name": rng.choice(TEXTS)})),
        "commit": {"hash": rng.choice((hashlib.sha256(word.encode()).hexdigest(), "0" * 64, "x"))},
        "open": {"word": rng.choice((word, "x", "x" * 300))},
        "rename": {"name": rng.choice(("Eve", *TEXTS))},
        "add_bot": {"seat": seat, "bot": rng.choice(("random", "steady", "nobody"))},
        "free_seat": {"seat": seat}, "kick": {"seat": seat},
        "mute": rng.choice(({"seat": seat}, {"who": rng.choice(("x", "0" * 12))}, {"seat": seat, "on": False})),
        "pace": {"milliseconds": rng.choice((0, 100, -1, 10**9))},
        "give_link": rng.choice(({}, {"seat": seat})),
        "help_me": {"level": level}, "help_at_most": {"level": level},
        "why": {"claim": rng.choice(({"colour": 0, "value": 1}, {"log": 0}, anything(rng)))},
    }  # fmt: skip
    message = {"type": tag, **fields.get(tag, {})}
    if rng.random() < 0.2:
        message["id"] = rng.choice((1, 7, 2**40, 10**30, anything(rng, 0)))
    if rng.random() < 0.05:
        message["person"] = rng.randint(0, 9)
    return message


class Sockets(ServerDoor):
    """Several pages of several people at one table: every kind of message, in any order, whole and damaged; frames."""

    name = "sockets"

    def attack(self, rng: Random) -> None:
        strangers = self.target.strangers
        for guest in strangers:
            guest.careful = rng.random() < 0.7
        room = self.target.room if rng.random() < 0.15 else self.new_room(rng, strangers[0])
        self.count["at the calm table"] += room == self.target.room
        pages: list[RawPage] = []
        try:
            for number in range(rng.choice((1, 2, 2, 3, 4))):
                query = rng.choice(("", "", "", "", "", f"?person={rng.randint(0, 9)}", "?person=x", "?language=de"))
                guest = strangers[0] if number == 0 else rng.choice(strangers)
                pages.append(RawPage(self.target.port, room, guest, self.target.no_secret_in, query if number else ""))
            for page in pages:
                if rng.random() < 0.9:
                    page.say({"type": "hello", "language": "en", "motion": rng.random() < 0.5})
                if rng.random() < 0.6:
                    page.say({"type": "sit"})
            if rng.random() < 0.7:
                self.begin(pages)
            for _ in range(rng.choice((5, 20, 45))):
                page = rng.choice(pages)
                if page.over:
                    continue
                self.one(rng, page)
                for other in pages:
                    other.take(rng.choice((0, 0, 0.01)))
            for page in pages:
                page.answers()
            for page in pages:
                self.count["closed by the server"] += page.over
                for message in page.messages:
                    self.judge(message)
        finally:
            for page in pages:
                page.close()

    def begin(self, pages: list[RawPage]) -> None:
        """As a host does it: bots on the free seats, and then the start; pages that see to their words get a game."""
        host = pages[0]
        for _ in range(20):
            for page in pages:
                page.take(0.01)
            if host.room:
                break
        for seat in host.room.get("seats", []):
            if seat["kind"] == "free":
                host.say({"type": "add_bot", "seat": seat["seat"], "bot": "random"})
        host.say({"type": "start"})
        for _ in range(10):
            for page in pages:
                page.take(0.01)

    def one(self, rng: Random, page: RawPage) -> None:
        luck = rng.random()
        self.count["messages"] += 1
        if luck < 0.003:
            page.send(strange_frames(rng))
            return
        message: Any = some_message(rng, page, page.guest)
        if page.legal and page.eye in page.to_act and luck > 0.5:
            message = {"type": "pick", "turn": page.turn, "pick": rng.randrange(page.legal)}
        if luck < 0.2:
            message = changed(rng, message)
        elif luck < 0.23:
            message = anything(rng)
        data = text_of(rng, message)
        if luck > 0.96:
            data = damaged(rng, data)
        page.send(frame(TEXT if rng.random() < 0.95 else BINARY, data))

    def judge(self, message: dict[str, Any]) -> None:
        self.count[message["type"]] += 1
        if message["type"] == "refused":
            sentence = message["sentence"]
            if FAILED in sentence:
                raise Finding("a message fails")
            if not sentence.strip() or "Traceback" in sentence or not sentence[0].isupper():
                raise Finding(f"a refusal is no sentence: {sentence[:100]!r}")
        if message["type"] == "gone" and not message["sentence"].strip():
            raise Finding("a page is closed without a sentence")


def strange_frames(rng: Random) -> bytes:
    """Frames that are no messages, or none at all."""
    out = b""
    for _ in range(rng.choice((1, 3, 100))):
        data = rng.randbytes(rng.choice((0, 1, 5, 125)))
        out += rng.choice(
            (
                frame(PING, data), frame(PONG, data), frame(TEXT, data, first=0), frame(0, data), frame(0, data, first=0),
                frame(rng.randrange(16), data, first=rng.choice((0x80, 0xC0, 0xF0))), frame(TEXT, data, mask=rng.randbytes(4)),
                frame(CLOSE, rng.choice((b"", b"\x03", b"\x03\xe8", b"\xff\xff", data))), b"\x81\x05hello", data,
                b"\x81\xff" + b"\x7f" + b"\xff" * 7, frame(TEXT, b"x" * 70_000), frame(PING, b"x" * 200),
            )
        )  # fmt: skip
    return out
