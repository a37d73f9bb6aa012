"""Time and chance come from outside, and only from here: a test hands in a clock of its own, and chance by a number."""

import asyncio
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import Protocol, TypeVar

from tepui.core.dealer import SEED_BYTES

T = TypeVar("T")


class Time(Protocol):
    """Two clocks, and waiting by the first; whatever only waits (`asyncio.sleep`) goes by the clock of its loop."""

    def monotonic(self) -> float:
        """Only goes forward; seconds since whenever."""

    def time(self) -> float:
        """Of day, which someone may set: seconds since 1970."""

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Until the event is set, or so many seconds are over."""


class SystemTime:
    monotonic = staticmethod(time.monotonic)
    time = staticmethod(time.time)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), seconds)


class Chance:
    """Ids, codes, tokens, keys and seeds: nobody can guess them, unless `source` follows from a number."""

    def __init__(self, source: Random | None = None) -> None:
        self._source = source or SystemRandom()

    def bytes(self, n: int) -> bytes:
        return self._source.randbytes(n)

    def hex(self, n: int) -> str:
        """Of so many bytes."""
        return self.bytes(n).hex()

    def seed(self) -> str:
        """Of a table's dice."""
        return self.hex(SEED_BYTES)

    def text(self, n: int) -> str:
        """So many bytes, for an address or a header."""
        return urlsafe_b64encode(self.bytes(n)).rstrip(b"=").decode()

    def choice(self, among: Sequence[T]) -> T:
        return self._source.choice(among)

    def sample(self, among: Sequence[T], n: int) -> list[T]:
        return self._source.sample(among, n)


SYSTEM_TIME = SystemTime()
SYSTEM_CHANCE = Chance()


def stamp(clock: Time = SYSTEM_TIME) -> str:
    """When it is here, for the name of a file."""
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(clock.time()))
