"""How many connections one address may hold open, whatever it says on them; and who does not read is cut off."""

from asyncio import AbstractEventLoop, BaseTransport, TimerHandle, Transport
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network

from tepui.server.web.guard import network_of

UNREAD_SECONDS = 20.0  # that anyone may leave more than 64 kB waiting
LOOPBACK = ("127.", "::/64")  # a proxy on this machine speaks for many


class CutOff:
    """A protocol of uvicorn's whose connection is aborted when the other end does not read."""

    loop: AbstractEventLoop
    transport: Transport
    _unread: TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._has_read()
        super().resume_writing()  # type: ignore[misc]

    def _has_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Connections:
    def __init__(self, per_address: int | None, proxies: Sequence[str] = ()) -> None:
        self.per_address = per_address  # None: no limit
        self.proxies = [ip_network(one) for one in proxies]
        self._open: Counter[str] = Counter()

    def enter(self, transport: BaseTransport) -> bool:
        """Counts this one; may it stay?"""
        address = address_of(transport)
        self._open[address] += 1
        if self.per_address is None or self._open[address] <= self.per_address:
            return True
        return address.startswith(LOOPBACK) or self._speaks_for_many(transport)

    def _speaks_for_many(self, transport: BaseTransport) -> bool:
        peer = transport.get_extra_info("peername")
        with suppress(ValueError, TypeError):
            return any(ip_address(peer[0]) in one for one in self.proxies)
        return False

    def leave(self, transport: BaseTransport) -> None:
        address = address_of(transport)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def address_of(transport: BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return network_of(str(peer[0])) if isinstance(peer, tuple) else "?"
