"""True overload: messages come three times as fast as the server can deal with them, whether it answers or not.

.venv/bin/python bench/overload.py                       three times the capacity for ten seconds
.venv/bin/python bench/overload.py --times 5 --seconds 30 --json

First the capacity is measured: every page sends its next message when the last is answered. Then messages are sent by
the clock, whatever has become of those before (an open loop: a queue would grow without end), and each is timed from
the moment at which it was due. Beside them a calm page sends a ping ten times a second, and somebody asks for the lobby
five times a second. Afterwards it is measured how long it takes until the calm page is answered as before.
Everything goes over loopback; every table claims an address of its own, as behind a proxy. The server has its limits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from server import memory
from thin import Browser, Message, ThinPage

GAMES = ("lost-code", "kryptx", "roll-and-write")
PICKS = 0.1  # of the messages of a page that owes a move; with the others it looks around, so that games last
LOOKS = 0.4  # of those: all is told anew, as after a reload; the rest try something out
TICK = 0.005
LONGEST = 60.0  # seconds that anything may take


class Caller(ThinPage):
    """A page that sends by the clock, and notes how long each answer took from the moment when it was due."""

    def __init__(self, *things: Any) -> None:
        super().__init__(*things)
        self.times: list[float] = []
        self.refusals: Counter[str] = Counter()
        self.rng = random.Random(1)
        self.due: dict[int, float] = {}  # what is not answered yet
        self.looking: list[int] = []  # messages that the next view answers
        self.sent = 0
        self.again = False  # send the next one when the last is answered

    def call(self, due: float) -> None:
        """A pick now and then, else a look around."""
        self.sent += 1
        self.due[self.sent] = due
        if self.owes_move and self.choices and self.rng.random() < PICKS:
            self.owes_move = False
            self.looking.append(self.sent)
            pick = self.rng.randrange(self.choices)
            self._send({"type": "pick", "turn": self.turn, "pick": pick, "id": self.sent})
        elif self.rng.random() < LOOKS:
            self.looking.append(self.sent)
            self._send({"type": "hello", "language": "en", "motion": False, "id": self.sent})
        else:
            self._send({"type": "try", "turn": self.turn, "try": [], "id": self.sent})

    def ping(self) -> None:
        self.sent += 1
        self.due[self.sent] = time.monotonic()
        self._send({"type": "ping", "id": self.sent})

    def _hear(self, message: Message) -> None:
        answered = message.id
        if message.type == "refused":
            self.refusals[message.sentence] += 1
            if answered is None and self.due:  # it was not even read: the oldest is meant
                answered = next(iter(self.due))
        elif message.type not in ("tried", "pong"):
            super()._hear(message)
            if message.type == "view":  # one may answer several
                for one in self.looking:
                    self._answered(one)
                self.looking.clear()
        if answered is not None:
            self._answered(answered)

    def _answered(self, number: int) -> None:
        begun = self.due.pop(number, None)
        if begun is not None:
            self.times.append(time.monotonic() - begun)
            if self.again:
                asyncio.get_running_loop().call_soon(self.call, time.monotonic())


@contextmanager
def serving(data: Path) -> Iterator[tuple[str, int]]:
    command = [sys.executable, "-m", "tepui.cli", "serve", "--no-browser", "--port", "0", "--data", str(data)]
    with subprocess.Popen([*command, "--pace", "10000"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://127.0.0.1:\d+", process.stdout.readline())
            if not found:
                raise SystemExit("the server does not start")
            yield found[0], process.pid
        finally:
            process.terminate()


async def table(url: str, number: int) -> list[Caller]:
    """Two people, each with a page, at a table of their own; the game has begun."""
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    people = [Browser(url, "new", False, address) for _ in range(2)]
    begun = asyncio.Event()
    started = False

    def changed(page: ThinPage) -> None:
        nonlocal started
        if len(pages) == 2 and page is pages[0] and page.all_seated and not started:
            started = True
            page.start()
        if len(pages) == 2 and all(one.turn >= 0 for one in pages):
            begun.set()

    pages: list[ThinPage] = []
    room = await people[0].create_room(game=GAMES[number % len(GAMES)], seats=2)
    for person in people:
        pages.append(await person.open(room, changed, Caller))  # noqa: PERF401
    pages[1].sit()
    async with asyncio.timeout(LONGEST):
        await begun.wait()
    for person in people:
        person.close()
    return [page for page in pages if isinstance(page, Caller)]


def share(times: list[float], part: float) -> float:
    """In milliseconds."""
    return round(sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000, 1) if times else 0.0


def told(pages: list[Caller]) -> dict[str, Any]:
    times = [one for page in pages for one in page.times]
    refusals = sum((page.refusals for page in pages), Counter[str]())
    return {
        "sent": sum(page.sent for page in pages),
        "answered": len(times),
        "refused": sum(refusals.values()),
        "unanswered": sum(len(page.due) for page in pages),
        "p50": share(times, 0.5),
        "p99": share(times, 0.99),
        "max": share(times, 1.0),
        "sentences": dict(refusals.most_common(4)),
    }


def forget(pages: list[Caller]) -> None:
    for page in pages:
        page.times, page.refusals, page.due, page.looking = [], Counter(), {}, []
        page.sent = 0


async def capacity(pages: list[Caller], seconds: float) -> float:
    """Messages a second when every page waits for its answers."""
    for page in pages:
        page.again = True
        page.call(time.monotonic())
    await asyncio.sleep(1.0)
    before, begun = sum(len(page.times) for page in pages), time.monotonic()
    await asyncio.sleep(seconds)
    found = (sum(len(page.times) for page in pages) - before) / (time.monotonic() - begun)
    for page in pages:
        page.again = False
    await asyncio.sleep(1.0)
    return found


async def flood(pages: list[Caller], rate: float, seconds: float) -> None:
    """By the clock."""
    begun = time.monotonic()
    sent = 0
    while (now := time.monotonic() - begun) < seconds:
        while sent < now * rate:
            pages[sent % len(pages)].call(begun + sent / rate)
            sent += 1
        await asyncio.sleep(TICK)


async def pings(page: Caller) -> None:
    while True:
        page.ping()
        await asyncio.sleep(0.1)


async def lobby(url: str, times: list[float], statuses: Counter[str]) -> None:
    """Somebody new asks for a list; every time by a new connection."""
    host, port = url.removeprefix("http://").split(":")

    async def ask() -> None:
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /api/lobby HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        statuses[(await reader.readline()).split()[1].decode()] += 1
        times.append(time.monotonic() - begun)
        writer.close()

    asking = set()
    try:
        while True:
            task = asyncio.create_task(ask())
            asking.add(task)
            task.add_done_callback(asking.discard)
            await asyncio.sleep(0.2)
    finally:
        await asyncio.gather(*asking, return_exceptions=True)


async def recovery(page: Caller, usual: float) -> float:
    """Seconds until ten pings in a row are answered as quickly as before, or in 50 ms."""
    begun, good = time.monotonic(), 0
    first = begun
    while good < 10:
        page.times.clear()
        page.ping()
        asked = time.monotonic()
        while not page.times:
            await asyncio.sleep(0.001)
            if time.monotonic() - asked > LONGEST:
                return LONGEST
        if page.times[0] < max(0.05, 3 * usual):
            good += 1
        else:
            good, first = 0, time.monotonic()
        await asyncio.sleep(0.02)
    return first - begun


async def measure(url: str, pid: int, asked: argparse.Namespace) -> dict[str, Any]:
    pages: list[Caller] = []
    for first in range(0, asked.tables, 10):
        some = range(first, min(asked.tables, first + 10))
        for two in await asyncio.gather(*(table(url, number) for number in some)):
            pages += two
    calm = (await table(url, 60_000))[0]
    most = await capacity(pages, asked.measure)
    forget(pages)
    resting = asyncio.create_task(pings(calm))
    await asyncio.sleep(2.0)
    before, usual = told([calm]), share(calm.times, 0.5) / 1000
    forget([calm])
    times: list[float] = []
    statuses: Counter[str] = Counter()
    asking = asyncio.create_task(lobby(url, times, statuses))
    memory_before = memory(pid)
    await flood(pages, most * asked.times, asked.seconds)
    resting.cancel()
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    found = {
        "capacity": round(most),
        "rate": round(most * asked.times),
        "calm before": before,
        "flood": told(pages),
        "calm": told([calm]),
        "lobby": {"statuses": dict(statuses), "p50": share(times, 0.5), "max": share(times, 1.0)},
        "memory": {"before": round(memory_before), "after": round(memory(pid))},
    }
    found["recovery"] = round(await recovery(calm, usual), 2)
    found["closed"] = sum(page.closed for page in pages)
    return found


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--tables", type=int, default=300)
    words.add_argument("--times", type=float, default=3.0, help="of the capacity")
    words.add_argument("--seconds", type=float, default=10.0)
    words.add_argument("--measure", type=float, default=4.0, help="seconds in which the capacity is measured")
    words.add_argument("--json", action="store_true")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as (url, pid):
        found = asyncio.run(measure(url, pid, asked))
    if asked.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:12} {value}")


if __name__ == "__main__":
    main()
