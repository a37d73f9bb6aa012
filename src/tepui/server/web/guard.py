"""Who may come in, and under which conditions: cookies, origins, headers, sizes and rates."""

import asyncio
import re
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from socket import gethostname
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tepui.core.words import N_
from tepui.server.refusals import Refused, preferred
from tepui.server.web.allowance import Allowance

BODY = 64 * 1024
BODY_SECONDS = 15.0
COOKIES = 200  # of one request that are looked at, and characters of one that are read
HOST = re.compile(r"([\w.~-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?", re.ASCII)
AT_HOME = (".local", ".localhost", ".lan", ".home.arpa", ".internal")
OWN_NAME = gethostname().lower()
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-src 'self'; "  # a board that a game brings: it can go nowhere else (boards.py)
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Of the worker that runs the games on a device: Python is WebAssembly there.
WASM_CSP = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # the private part of a link stays here
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]


class Headers:
    """Every answer carries them; what is not a file says that it must not be kept."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                said = {name for name, _ in headers}  # the frame of a board has a stricter policy of its own
                headers += [header for header in HEADERS if header[0] not in said]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, sent)


def base_of(connection: HTTPConnection, url: str = "") -> str:
    """The address under which this page knows the server."""
    if url:
        return url
    scope = connection.scope
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    host = connection.headers.get("host", "")
    if not HOST.fullmatch(host):  # whatever it is, links with it would lead nowhere
        name, port = scope.get("server") or ("localhost", None)
        host = name if port is None else f"{name}:{port}"
    return f"{scheme}://{host}"


def require_own_name(connection: HTTPConnection, url: str = "") -> None:
    """A name that someone else's DNS leads here would make their page one of ours. Addresses and names of a home's own
    network lead nowhere else; of the internet's names only that of `--url` is ours, or what this machine is called."""
    found = HOST.fullmatch(connection.headers.get("host", "").lower())
    if found is None or "." not in found[1] or found[1].startswith("[") or found[1].endswith(AT_HOME):
        return
    try:
        ip_address(found[1])
    except ValueError:
        if found[1] not in (parts_of(url).hostname, OWN_NAME):
            text = N_("This server does not go by the name {name}. The person who runs it can add it with --url.")
            raise Refused("forbidden", text, name=found[1][:80]) from None


def parts_of(address: str) -> SplitResult:
    """An address in its parts; all are empty if it is none, for a stranger may send anything."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def same_origin(connection: HTTPConnection, url: str = "") -> bool:
    """Not another site's page: its Origin, where a browser sends one, is ours."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    ours = {parts_of(base_of(connection, url)).netloc.lower(), connection.headers.get("host", "").lower()}
    return parts_of(origin).netloc.lower() in ours - {""}


def require_same_origin(connection: HTTPConnection, url: str = "") -> None:
    if not same_origin(connection, url):
        raise Refused("forbidden", N_("This came from another site. Open this server's own page."))


async def body_of(request: Request) -> bytes:
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > BODY:
                    raise Refused("unclear", N_("That is too long for this server. Shorten it."))
                parts.append(part)
    except TimeoutError:
        raise Refused("unclear", N_("That took too long to arrive. Try again with a better connection.")) from None
    return b"".join(parts)


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """As it was sent: ours have no quotes, and to unquote what a stranger sends takes Python's own reader seconds."""
    for part in connection.headers.get("cookie", "").split(";", COOKIES):
        found, _, value = part.partition("=")
        if found.strip() == name:
            return value.strip()[:COOKIES]
    return ""


def language_of(connection: HTTPConnection) -> str:
    """Asked for in the address, else chosen before, else the browser's."""
    from_query = connection.query_params.get("language", "")
    return preferred(from_query or cookie_of(connection, "language") or connection.headers.get("accept-language", ""))


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def network_of(address: str) -> str:
    """Who counts as one: an address, of IPv6 the whole /64, because whoever has one address of it has all of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return address


class Rates:
    """How often one network may do what in a minute, by the clock that only goes forward."""

    MOST = 50_000  # networks that are remembered

    def __init__(self, on: bool, clock: Callable[[], float]) -> None:
        self.on = on
        self._clock = clock
        self.refused = 0
        self._most = {"page": 600, "room": 30, "join": 10, "socket": 120, "bot": 3000, "token": 20}
        self._most |= {"admin": 10, "coach": 240}
        self._counted: dict[tuple[str, str], Allowance] = {}

    def check(self, what: str, address: str, takes: int = 1) -> None:
        """What is used up comes back evenly, all of it in a minute."""
        if not self.on:
            return
        key = what, network_of(address)
        allowance = self._counted.pop(key, None) or Allowance(self._most[what] / 60, self._most[what])
        self._counted[key] = allowance  # at the end: the first are those that were longest quiet
        if len(self._counted) > self.MOST:
            del self._counted[next(iter(self._counted))]
        if not allowance.take(self._clock(), takes):
            self.refused += 1
            raise Refused("busy", N_("Too many requests from your address. Wait a minute."))

    def give_back(self, what: str, address: str) -> None:
        """It was no guess."""
        if found := self._counted.get((what, network_of(address))):
            found.give_back()
