"""One POST to an address that someone gave us: https, no private network, no redirect, and an end to waiting.

The name is looked up once, its addresses are checked, and one of those is connected to: a name that changes its mind
between the check and the connection leads nowhere else. Names that nobody answers for keep few of the threads that look
them up, whoever gave them to us.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.threads import Threads

if TYPE_CHECKING:
    import ssl

LONGEST = 1000  # characters of an address
SECONDS = 10.0
HEAD = 16 * 1024  # bytes of an answer that are read
PUBLIC = IPv6Network("2000::/3")  # all that has ever been given out; what is private within it Python knows, but for:
DOCUMENTS = IPv6Network("3fff::/20")
LOOK_UP_SECONDS = 5.0
LEFT_ALONE = 600.0  # seconds that a name which took longer is not looked up
LOOK_UPS = 16  # at the same time
EACH = 2  # of them for one person
MOST_SLOW = 1000
BAD = N_("An address to be called at begins with https:// and is at most {n} characters long. Check it.")


class Unreachable(Exception):
    """It was not delivered: the reason is for the log, and names nobody."""


def checked(url: str, anywhere: bool) -> SplitResult:
    """`anywhere`: whoever runs this server allows http and private networks."""
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or 0 < parts.port < 65536
    except ValueError:
        raise Refused("unclear", BAD, n=LONGEST) from None
    plain = url.isascii() and url.isprintable() and " " not in url
    schemes = ("https", "http") if anywhere else ("https",)
    fits = len(url) <= LONGEST and parts.scheme in schemes and bool(parts.hostname) and port_is_fine
    if not plain or not fits or parts.username is not None or parts.password is not None:
        raise Refused("unclear", BAD, n=LONGEST)
    return parts


def is_public(address: str) -> bool:
    """An address of the internet; those that carry another one inside are not."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and (ip not in PUBLIC or ip in DOCUMENTS or ip.sixtofour or ip.teredo):
        return False
    return ip.is_global and not ip.is_multicast


class Names:
    """Where names lead, looked up in threads of their own: the loop's own few would be everyone's."""

    def __init__(self, threads: type[Threads] = Threads) -> None:
        self.threads = threads("names", LOOK_UPS, LOOK_UP_SECONDS, each=EACH)
        self.slow: dict[str, float] = {}  # those that took too long, and when
        self._asked: set[str] = set()

    async def addresses(self, host: str, port: int, anywhere: bool, who: str) -> list[str]:
        """`who`: the person who gave us this name."""
        now = asyncio.get_running_loop().time
        if host in self._asked or now() < self.slow.get(host, -LEFT_ALONE) + LEFT_ALONE:
            raise Unreachable("a name that takes too long")
        try:
            found = await self.threads.run(partial(self._look_up, host, port), who)
        except Refused:
            if host in self._asked:  # it was this one that took so long, and not those before it
                if len(self.slow) >= MOST_SLOW:
                    self.slow.clear()
                self.slow[host] = now()
            raise Unreachable("a name that takes too long") from None
        except (OSError, UnicodeError):
            raise Unreachable("unknown name") from None
        if not anywhere and not all(map(is_public, found)):
            raise Unreachable("private network")
        return found

    def _look_up(self, host: str, port: int) -> list[str]:
        self._asked.add(host)
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            return list(dict.fromkeys(str(one[4][0]) for one in found))
        finally:
            self._asked.discard(host)


async def post(
    url: str, headers: dict[str, str], body: bytes, anywhere: bool, tls: ssl.SSLContext, names: Names, who: str
) -> int:
    """The status of the answer, whatever it is: nothing is followed, and nothing else is read."""
    parts = checked(url, anywhere)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = [f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", f"Content-Length: {len(body)}", "Connection: close"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    try:
        async with asyncio.timeout(SECONDS):
            found = await names.addresses(host, port, anywhere, who)
            context, named = (tls, host) if secure else (None, None)
            reader, writer = await asyncio.open_connection(
                found[0], port, ssl=context, server_hostname=named, limit=HEAD
            )
            try:
                writer.write("\r\n".join([*head, "", ""]).encode() + body)
                await writer.drain()
                return int((await reader.readuntil(b"\n")).split()[1])
            finally:
                with suppress(OSError, RuntimeError):
                    writer.transport.abort()
    except (IndexError, asyncio.LimitOverrunError):
        raise Unreachable("no answer that can be read") from None
    except (OSError, asyncio.IncompleteReadError, ValueError, TimeoutError) as error:
        raise Unreachable(type(error).__name__) from None
