"""Every address of the server: strange paths, fields, heads and bodies, raw bytes, halves of requests."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import quote

from fuzz.door import Finding
from fuzz.files_door import parts_text
from fuzz.mutations import TEXTS, anything, changed, damaged, text_of
from fuzz.raw_page import PATIENCE, Guest, Line
from fuzz.said import some_message
from fuzz.target import FAILED, ServerDoor
from msgspec import inspect as inspected
from msgspec.inspect import type_info
from starlette.routing import Mount

from tepui import server
from tepui.coach.lessons import walk as lessons
from tepui.core import find
from tepui.server.app import make_app
from tepui.server.settings import Settings
from tepui.server.web.address import Fields
from tepui.server.web.route import Answered

NO_REQUEST = b"Invalid HTTP request received."
HANGING = 60.0  # seconds after which every silent connection is closed
HOSTS = ("x", "x", "x", "evil.example")
BAD_HOSTS = ("", "[::1", "x" * 300, "a:b:c")
ADDRESSES = ("", "x", "::1%x", "1,2,3")
LANGUAGES = ("de", "fr;q=x", "it-IT;q=0.5,en;q=nan", "*", "é" * 90, ",;q=1" * 50, "de;q=1e999")
ORIGINS = ("http://x", "http://evil.example", "null", "http://[", "http://x:99999999", "x" * 99)
COOKIES = ("", "tepui=", "tepui=" + "a" * 300, "tepui=é; tepui=b", "language=xx; language=de")
TYPES = ("", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-99")
ENDS = ("/", "//", "/..", "/%2e%2e/%2e%2e/key", "%00", "%ff", ";a", "?", "#x")
METHODS = ("POST", "PUT", "HEAD", "OPTIONS", "DELETE", "X")
HEADERS = (
    ("Range", "bytes=5-2"), ("Range", "bytes=0-9,2-3"), ("If-None-Match", "*"), ("If-Modified-Since", "x"),
    ("Expect", "100-continue"), ("Accept-Encoding", "br;q=0, gzip;q=x"), ("Sec-Fetch-Site", "cross-site"),
    ("Upgrade", "websocket"), ("Upgrade", "h2c"), ("X-Forwarded-Proto", "\x80"),
)  # fmt: skip
TOKENS = ("x", "eyJ4IjoxfQ.x", "WyJ4IiwxLDFd.aaaa", "." * 200, "%F0%9F%8C%B4")
FILES = ("x", "index.html", "../app.py", "%2e%2e%2fapp.py", "main.js")
VALUES = ("0", "1", "7", "-1", "all", "audience", "9" * 5000, "fr", "٣", "2026-11-17", "5-x", "csv", "json", "teacher")
DATES = ("2026-11-17", "0001-01-01", "9999-12-31", "2026-02-30", "2026-11-17T00", "20261117", "2026-W47-2")
ASKED = re.compile(r"""(?:asked|query_params\.get)\("(\w+)"|asked\["(\w+)"\]""")  # behind the ? of an address
SERVER = Path(server.__file__).parent


class Http(ServerDoor):
    """Every address of the server, with strange paths, fields, heads and bodies; raw bytes; halves of requests."""

    name = "HTTP"

    def __init__(self) -> None:
        super().__init__()
        with tempfile.TemporaryDirectory() as folder:
            app = make_app(Settings(data=Path(folder)))
            found = [route for route in app.routes if isinstance(route, Answered)]
            self.routes = [(one.path, sorted(one.methods or ["GET"])) for one in found]
            bodies = {one.path: one.address.body for one in found}  # what each reads
            self.bodies = {path: body for path, body in bodies.items() if body not in (None, Fields)}
            self.routes += [("/assets/{file}", ["GET"]) for route in app.routes if isinstance(route, Mount)]
            app.state.site.rooms.store.close()
        found = [
            name for file in SERVER.rglob("*.py") for pair in ASKED.findall(file.read_text("utf-8")) for name in pair
        ]
        self.queries = sorted({*found, "x"} - {""})
        self.codes = ["TAPIR-MANGO-47"]
        self.lessons = [lesson for name in self.games for lesson in lessons.of(find.game(name))]
        self.hanging: list[Line] = []
        self.closing.callback(lambda: [line.close() for line in self.hanging])

    def attack(self, rng: Random) -> None:
        guest = rng.choice(self.target.strangers)
        if rng.random() < 0.05 or len(self.rooms) < 3:
            self.new_room(rng, guest)
        if rng.random() < 0.02 or len(self.codes) < 2:
            self.new_evening(rng, guest)
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
        own = answer.body != NO_REQUEST  # the parser's own sentence, before any address is known
        if plain and api and own and answer.status >= 400:
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
        method = rng.choice(methods if rng.random() < 0.85 else METHODS)
        path = re.sub(r"\{(\w+)(:path)?\}", lambda found: self.part(rng, found[1]), template)
        path += rng.choice(ENDS) if rng.random() < 0.1 else ""
        names = rng.choices(self.queries, k=rng.choice((0, 0, 1, 3)))
        asked = form((name, rng.choice((*VALUES, str(anything(rng, 0))[:60]))) for name in names)
        kind, body = self.body(rng, template, method)
        fields, good = self.head(rng, guest)
        if kind:
            fields.append(("Content-Type", kind))
        luck = rng.random()
        if body and luck < 0.07:
            fields.append(("Transfer-Encoding", "chunked"))
            body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces(rng, body)) + b"0\r\n\r\n"
        elif body and luck < 0.15:
            good = False
            fields.append(("Content-Length", rng.choice((str(len(body) + 9), "-1", "x", "9" * 30, "0"))))
        elif body or luck > 0.9:
            fields.append(("Content-Length", str(len(body))))
        head = f"{method} {path}{'?' + asked if asked else ''} HTTP/1.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in fields)
        good = good and method not in ("HEAD", "X") and "#" not in path and "%00" not in path
        return head.encode("utf-8", "replace") + b"\r\n" + body, good, path.startswith("/api/")

    def head(self, rng: Random, guest: Guest) -> tuple[list[tuple[str, str]], bool]:
        """Fields of a head; whether they ask for an answer of the server itself."""
        host = rng.choice(HOSTS if rng.random() < 0.6 else BAD_HOSTS)
        address = guest.address if rng.random() < 0.97 else rng.choice(ADDRESSES)
        fields = [("Host", host), ("X-Forwarded-For", address), ("Connection", "close")]
        bad_cookie = damaged(rng, guest.cookie.encode()).decode("latin-1")
        cookie = guest.cookie if rng.random() < 0.7 else rng.choice((*COOKIES, bad_cookie))
        if cookie:
            fields.append(("Cookie", re.sub(r"[\r\n\0]", "", cookie)))
        if rng.random() < 0.3:
            fields.append(("Accept-Language", rng.choice(LANGUAGES)))
        if rng.random() < 0.15:
            fields.append(("Origin", rng.choice(ORIGINS)))
        if rng.random() < 0.15:
            fields.append(rng.choice(HEADERS))
        return fields, host in HOSTS and fields[-1][0] not in ("Upgrade", "Expect")

    def part(self, rng: Random, name: str) -> str:
        if rng.random() < 0.1:
            return quote(str(rng.choice((*TEXTS, "x" * 5000)))[:6000].encode("utf-8", "replace"), safe="")
        if name == "room":
            return rng.choice((self.target.room, *self.rooms))
        if name == "game":
            return rng.choice(self.games)
        some = {"token": TOKENS, "code": self.codes, "date": DATES, "lesson": self.lessons}
        return rng.choice(some.get(name, FILES))

    def new_evening(self, rng: Random, guest: Guest) -> None:
        new = {"game": rng.choice(self.games), "tables": 2, "bot": "random"}
        answer = self.target.ask(guest, "POST", "/api/evenings", new)
        if answer.status == 201:
            self.codes = [*self.codes[-4:], json.loads(answer.body)["code"]]

    def body(self, rng: Random, template: str, method: str) -> tuple[str, bytes]:
        if method in ("GET", "HEAD", "DELETE") and rng.random() < 0.9:
            return "", b""
        luck = rng.random()
        kind = "application/json" if template.startswith("/api/") else "application/x-www-form-urlencoded"
        if luck < 0.1:
            kind = rng.choice(TYPES)
        if luck > 0.93:
            return kind, rng.randbytes(rng.choice((1, 50, 70_000)))
        if template.startswith("/api/"):
            game = rng.choice(self.games)
            new = {"game": game, "seats": 2, "bots": ["random"], "start": True, "options": {}, "parts": None}
            code = {"code": rng.choice(("TAPIR-MANGO-47", "puma", "9" * 50))}
            known: dict[str, Any] = {"/api/rooms": new, "/api/join": code, "/api/me": {"name": "Eve"}}
            kinds = self.bodies.get(template)
            thing = known.get(template) or (
                of_type(rng, type_info(kinds)) if kinds else {"parts": self.parts(rng, game)}
            )
            if template == "/api/rooms" and rng.random() < 0.3:
                thing["parts"] = self.parts(rng, game)
            if rng.random() < 0.6:
                thing = changed(rng, thing)
            data = text_of(rng, thing)
            return kind, damaged(rng, data) if rng.random() < 0.2 else data
        fields = [(name, str(value)) for name, value in {**some_message(rng), **self.form(rng)}.items()]
        if rng.random() < 0.3:
            fields.append((rng.choice(TEXTS), str(anything(rng, 1))[:5000]))
        text = form(fields).encode()
        return kind, text if rng.random() < 0.85 else damaged(rng, text)

    def form(self, rng: Random) -> dict[str, Any]:
        """Fields of the forms on the plain pages."""
        if rng.random() < 0.6:
            return {}
        return {
            "game": rng.choice(self.games), "seats": rng.choice((1, 2, 3, "x", -1, "9" * 5000)),
            "how": "bots", "bot": "random", "option.x": "1", "sure": "1" if rng.random() < 0.2 else "",
            "code": "TAPIR-MANGO-47", "name": str(anything(rng, 0))[:50], "language": rng.choice(("de", "xx")),
            "back": rng.choice(("/plain/", "//evil.example", "http://[")),
        }  # fmt: skip

    def parts(self, rng: Random, name: str) -> Any:
        game = find.game(name)
        if game.parts is None or rng.random() < 0.1:
            return anything(rng, 1)
        return parts_text(rng, game.parts.own_text())


def of_type(rng: Random, kind: Any, deep: int = 0) -> Any:
    """Something that an address with this body would read."""
    match kind:
        case inspected.StructType():
            fields = [one for one in kind.fields if one.required or rng.random() < 0.6]
            return {one.encode_name: of_type(rng, one.type, deep + 1) for one in fields}
        case inspected.ListType():
            return [of_type(rng, kind.item_type, deep + 1) for _ in range(rng.choice((0, 1, 3, 40 if deep < 2 else 2)))]
        case inspected.DictType():
            return {
                str(rng.choice(TEXTS)): of_type(rng, kind.value_type, deep + 1) for _ in range(rng.choice((0, 1, 3)))
            }
        case inspected.LiteralType():
            return rng.choice(kind.values)
        case inspected.UnionType():
            return of_type(rng, rng.choice(kind.types), deep)
        case inspected.NoneType():
            return None
        case inspected.BoolType():
            return rng.random() < 0.5
        case inspected.IntType():
            return rng.choice((0, 1, 2, 3, 7, -1, 10**6))
        case inspected.StrType():
            return rng.choice(("lost-code", "kryptx", "random", "Anna", "TAPIR-MANGO-47", *TEXTS))
    return anything(rng, 1)


def pieces(rng: Random, data: bytes) -> Iterator[bytes]:
    while data:
        size = rng.choice((1, 7, 100, 70_000))
        yield data[:size]
        data = data[size:]


def form(fields: Iterable[tuple[str, str]]) -> str:
    quoted = ([quote(one.encode("utf-8", "replace"), safe="") for one in pair] for pair in fields)
    return "&".join(f"{name}={value}" for name, value in quoted)
