"""`tepui doctor --exposed URL`: what a stranger meets at this address: TLS, the proxy, headers, limits, open doors.

It is asked as a stranger asks, and changes nothing there but one visitor's own limit for guesses, for a minute.
"""

import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from tepui.core.refusal import Refusal
from tepui.server.outside import SYSTEM_TIME
from tepui.server.web.guard import AT_HOME, BODY, HEADERS

SECONDS = 20.0
SOON = 14  # days for which a certificate should still be good
GUESSES, TRIES = "/api/join", 12  # wrong codes: ten a minute are allowed
STRANGER = "https://stranger.example"
TRUST = "Start it with --url and, if the proxy is on another machine, with --proxy ADDRESS"
SOCKET = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
SOCKET["Sec-WebSocket-Key"] = "MDEyMzQ1Njc4OWFiY2RlZg=="
JSON = {"Content-Type": "application/json"}
NONE: Mapping[str, str] = {}


class Unanswered(Refusal):
    """Nothing can be said of this address: the sentence says why."""


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Place:
    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url if "//" in url else f"https://{url}")
            self.port = parts.port
        except ValueError:
            raise Unanswered(f"{url} is no address. Write it like https://tepui.example.org") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise Unanswered(f"{url} is no address of a server. Write it like https://tepui.example.org")
        self.secure, self.name, self.netloc = parts.scheme == "https", parts.hostname, parts.netloc
        self.home = parts.hostname == "localhost" or parts.hostname.endswith(AT_HOME)
        with suppress(ValueError):
            self.home = self.home or ip_address(parts.hostname).is_private

    def ask(
        self, path: str, body: bytes | None = None, heads: Mapping[str, str] = NONE, secure: bool | None = None
    ) -> Answer:
        kind = HTTPSConnection if (self.secure if secure is None else secure) else HTTPConnection
        with closing(kind(self.name, self.port if secure is None else None, timeout=SECONDS)) as line:
            line.request("GET" if body is None else "POST", path, body, {"Host": self.netloc, **heads})
            answer = line.getresponse()
            if answer.status == 429 and path != GUESSES:
                raise ValueError("it has too much to do now")
            return Answer(answer.status, answer.msg, b"" if answer.status == 101 else answer.read(1_000_000))

    def days(self) -> float:
        """That its certificate is still good."""
        line = HTTPSConnection(self.name, self.port, timeout=SECONDS, context=ssl.create_default_context())
        with closing(line):
            line.connect()
            until = (line.sock.getpeercert() or {})["notAfter"]
        return (ssl.cert_time_to_seconds(str(until)) - SYSTEM_TIME.time()) / 86400


def findings(url: str) -> Iterator[tuple[str, str]]:
    """(what was looked at, what to do about it or nothing)."""
    place = Place(url)
    try:
        first = place.ask("/healthz")
    except ssl.SSLError as error:
        yield "https", f"no browser trusts it ({error.reason or error}). Let the proxy renew its certificate"
        return
    except (OSError, HTTPException) as error:
        raise Unanswered(f"{url} cannot be asked ({error}). Does the server run, and is the address right?") from None
    well = first.status == 200 and first.body.strip() == b"ok"
    yield "it answers, and can read its data", "" if well else f"/healthz says {first.status}. See the server's log"
    for look in (_tls, _headers, _cookie, _names, _doors, _limits, _socket):
        try:
            yield from look(place)
        except (OSError, HTTPException, ValueError) as error:
            yield look.__name__.strip("_"), f"it could not be looked at ({error}). Try again"


def _tls(place: Place) -> Iterator[tuple[str, str]]:
    if not place.secure:
        yield "http", "" if place.home else "everyone on the way reads along. Put https in front of it (docs/host.md)"
        return
    days = place.days()
    yield f"https, days left: {days:.0f}", "" if days > SOON else "renew the certificate now"
    try:
        plain = place.ask("/", secure=False)
        leads = plain.status in (301, 302, 307, 308) and plain.headers.get("location", "").startswith("https://")
        yield "http leads to https", "" if leads else "let the proxy redirect http to https, or close port 80"
    except (OSError, HTTPException):
        yield "http is closed", ""


def _headers(place: Place) -> Iterator[tuple[str, str]]:
    for path in ("/", "/api/games"):
        found = place.ask(path).headers
        wrong = [name.decode() for name, value in HEADERS if found.get(name.decode(), "").encode() != value]
        trouble = f"the proxy drops or changes {', '.join(wrong)}. Let it pass on what the server says"
        yield f"headers of {path}", trouble if wrong else ""


def _cookie(place: Place) -> Iterator[tuple[str, str]]:
    answer = place.ask("/api/me")
    if answer.status != 200:
        raise ValueError(f"/api/me says {answer.status}")
    cookie = answer.headers.get("set-cookie", "").lower()
    wanted = ("httponly", "samesite", *(("secure",) if place.secure else ()))
    missing = [one for one in wanted if one not in cookie]
    yield "its cookie", f"it lacks {', '.join(missing)}. {TRUST}" if missing else ""


def _names(place: Place) -> Iterator[tuple[str, str]]:
    other = place.ask("/api/games", heads={"Host": "stranger.example"}).status
    yield "another name in Host", "it is answered. Start the server with --url" if other == 200 else ""
    site = place.ask("/api/me", b'{"name":"Eve"}', {**JSON, "Origin": STRANGER}).status
    yield "a page of another site", "" if site == 403 else f"it may speak for a visitor ({site}). {TRUST}"


def _doors(place: Place) -> Iterator[tuple[str, str]]:
    metrics = place.ask("/metrics").status == 200 and not place.home
    trouble = "strangers can read it: the proxy passes it on as this machine. Let it refuse /metrics"
    yield "/metrics", trouble if metrics else ""
    asks = b'name="token"' in place.ask("/admin").body
    yield "/admin", "" if asks else "it does not ask for the token. Let the proxy pass on only this server's own pages"
    listed = len(json.loads(place.ask("/api/lobby").body))
    yield f"a stranger sees {listed} public tables, and no other", ""


def _limits(place: Place) -> Iterator[tuple[str, str]]:
    """As someone who claims another address each time; this machine itself is believed."""
    wrong, here = b'{"code":"TAPIR-TAPIR-11"}', place.name in ("localhost", "127.0.0.1", "::1")
    claims = [{} if here else {"X-Forwarded-For": f"203.0.113.{number}"} for number in range(TRIES)]
    said = [place.ask(GUESSES, wrong, {**JSON, **claim}).status for claim in claims]
    trouble = "a client with another address each time guesses without end. Let the proxy set X-Forwarded-For itself"
    if len(set(said)) == 1 and 404 in said:
        yield "guessing table codes", f"{trouble}, and leave out --no-limits"
    else:
        yield "guessing table codes is slow", ""
    try:
        large = place.ask("/api/me", b'{"name":"' + b"x" * BODY + b'"}', JSON).status
    except OSError:  # closed before it had come
        large = 413
    yield "bodies are bounded", "" if 400 <= large < 500 else f"one above 64 kB is taken ({large}). Is this Tepui?"


def _socket(place: Place) -> Iterator[tuple[str, str]]:
    status = place.ask("/api/rooms/x/socket", heads=SOCKET).status
    trouble = f"the proxy does not pass them on ({status}). Games will not move (docs/host.md)"
    yield "WebSockets", "" if status == 101 else trouble
