"""Proves that nothing a stranger sends costs more than it may: the dearest request to every address, every message.

    python3 dev.py proofs costs                    prints the table of docs/security.md, a few minutes
    python3 dev.py proofs costs --only /api/mine   the addresses and messages whose names hold this

Processor time is counted, of the loop and of the busiest thread beside it, so that other work on the machine hardly
matters. A server with much behind it is asked (`tests/server/dearest.py`): thousands of tables in every list, a past of
8,000 rows, an evening of 49 rounds, 60 pages at a table. What is above its budget is asked three times more, and the
best of the four counts, because a collection of rubbish or another process may come in between.
"""

import argparse
import asyncio
import http.client
import json
import selectors
import socket
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from dearest import FOR_EACH_TABLE, Asked, Heap, everything, heaped, said
from own_server import TEXT, Site, frame, serve
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tepui.server.web.address import LOOP, THREAD
from tepui.server.web.route import Answered

MANY, LONG, PAGES = 3000, 60, 60
QUIET = 0.0004  # seconds of work in a beat of the loop when nobody asks for anything
Cost = tuple[float, float]  # milliseconds: on the loop, in a thread


class Clocks:
    """What every thread of this process has worked, but for the one that asks."""

    def __init__(self, loop: int) -> None:
        self.loop, self.own = loop, {threading.current_thread()}

    def now(self) -> dict[int, float]:
        found = {}
        for thread in threading.enumerate():
            if thread.ident is not None and thread not in self.own:
                try:
                    found[thread.ident] = time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
                except (OSError, ProcessLookupError):
                    continue
        return found

    def cost(self, work: Callable[[], object]) -> Cost:
        """From before it is asked until all is quiet again."""
        before = self.now()
        work()
        now = self.now()
        until = time.monotonic() + 3
        while time.monotonic() < until:
            time.sleep(0.02)
            last, now = now, self.now()
            if all(spent - last.get(thread, 0.0) < QUIET for thread, spent in now.items()):
                break
        spent = {thread: (total - before.get(thread, 0.0)) * 1000 for thread, total in now.items()}
        loop = spent.pop(self.loop, 0.0)
        return loop, max(spent.values(), default=0.0)


class Costs:
    def __init__(self, clocks: Clocks) -> None:
        self.clocks = clocks
        self.budgets: dict[str, Cost] = {}
        self.worst: dict[str, dict[str, tuple[float, str]]] = defaultdict(dict)  # by name, "loop" and "thread"
        self.times = 0

    def measure(self, name: str, what: str, budget: Cost, work: Callable[[], object]) -> None:
        self.budgets[name] = budget
        loop, thread = self.clocks.cost(work)
        for _ in range(3):
            if loop <= budget[0] and thread <= budget[1]:
                break
            again = self.clocks.cost(work)
            loop, thread = min(loop, again[0]), min(thread, again[1])
        self.times += 1
        for key, spent in (("loop", loop), ("thread", thread)):
            if spent > self.worst[name].get(key, (0.0, ""))[0]:
                self.worst[name][key] = spent, what
        if loop > budget[0] or thread > budget[1]:
            print(f"{name}: {loop:.1f} ms on the loop, {thread:.1f} in a thread: {what}", file=sys.stderr, flush=True)


def ask(site: Site, cookie: str, one: Asked) -> int:
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
    head = {"Cookie": cookie, **({"Content-Type": one.kind} if one.kind else {})}
    try:
        line.request(one.address.partition(" ")[0], one.path, one.body or None, head)
        answer = line.getresponse()
        answer.read()
        return answer.status
    except (http.client.HTTPException, OSError):
        return 0
    finally:
        line.close()


class Crowd:
    """Pages that look on in every language, and read whatever comes, in a thread of their own."""

    def __init__(self, site: Site, room: str, clocks: Clocks, number: int) -> None:
        self.lines, self.open = selectors.DefaultSelector(), True
        for at in range(number):
            line = socket.create_connection(("127.0.0.1", site.port))
            line.sendall(
                f"GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            language = ("en", "de", "fr", "it")[at % 4]
            time.sleep(0.01)
            line.sendall(frame(TEXT, json.dumps({"type": "hello", "language": language, "motion": True}).encode()))
            self.lines.register(line, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        clocks.own.add(self.thread)

    def read(self) -> None:
        while self.open:
            for key, _ in self.lines.select(0.2):
                if not key.fileobj.recv(1 << 20):  # type: ignore[union-attr]
                    self.lines.unregister(key.fileobj)

    def close(self) -> None:
        self.open = False
        self.thread.join()
        for key in list(self.lines.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


class Anna:
    """Her page at a table, opened again if it was closed."""

    def __init__(self, heap: Heap, room: str, clocks: Clocks) -> None:
        self.address = f"ws://127.0.0.1:{heap.site.port}/api/rooms/{room}/socket"
        self.cookie, self.clocks = heap.anna.cookie, clocks
        self.open()

    def open(self) -> None:
        before = set(threading.enumerate())
        self.line = connect(self.address, additional_headers={"cookie": self.cookie}, max_size=None)
        self.page = self.line.__enter__()
        self.clocks.own |= set(threading.enumerate()) - before
        self.page.send('{"type":"hello"}')
        self.view: dict[str, Any] = {}
        while self.view.get("type") != "view":
            self.view = json.loads(self.page.recv(timeout=60))

    def say(self, text: str) -> None:
        """And wait until it is dealt with: messages are heard one after the other."""
        self.page.send(text)
        self.page.send('{"type":"ping","id":77}')
        with suppress(ConnectionClosed):
            while json.loads(self.page.recv(timeout=60)) != {"type": "pong", "id": 77}:
                pass


def sockets(heap: Heap, costs: Costs, only: str) -> None:
    for room in heap.running:
        crowd = Crowd(heap.site, room, costs.clocks, PAGES)
        anna = Anna(heap, room, costs.clocks)
        for message in said(anna.view):
            name, text = f"message {message['type']}", json.dumps(message)
            if only in name and len(text) < 65_000:
                costs.measure(name, text[:80], (LOOP, THREAD), partial(anna.say, text))
                if anna.page.state.name != "OPEN":
                    anna.open()
        anna.page.close()
        crowd.close()


def measured(site: Site, heap: Heap, loop: int, only: str) -> Costs:
    clocks = Clocks(loop)
    costs = Costs(clocks)
    if not only or "message" in only:
        sockets(heap, costs, only)
    warm: set[str] = set()
    declared = {
        f"{one.address.method} {one.address.path}": one.address.thread
        for one in site.app.routes
        if isinstance(one, Answered)
    }
    for one in everything(heap):
        if only in one.address:
            cookie = heap.ben.cookie if one.address in FOR_EACH_TABLE else heap.anna.cookie
            if one.address not in warm:  # the first time templates, catalogues and lists are read
                warm.add(one.address)
                ask(site, cookie, one)
            what = f"{one.path[:60]} {one.body[:60].decode(errors='replace')}"
            thread = declared[one.address]  # what may cost more counts as so many requests, and is made in pieces
            budget = (LOOP * thread / THREAD, float(thread))
            costs.measure(one.address, what, budget, partial(ask, site, cookie, one))
    return costs


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--only", default="", help="addresses and messages whose names hold this")
    words.add_argument("--all", action="store_true", help="print every row, not only those above a tenth of the budget")
    asked = words.parse_args()
    found: list[Costs] = []

    async def evening(site: Site) -> None:
        heap = await heaped(site, MANY, LONG)
        found.append(await asyncio.to_thread(measured, site, heap, threading.get_ident(), asked.only))

    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        serve(Path(folder), evening, limited=False, limit=3600, reviews=False, idle=3600.0)
    (costs,) = found
    rows = [(name, *(kinds.get(key, (0.0, "")) for key in ("loop", "thread"))) for name, kinds in costs.worst.items()]
    over = 0
    print("| address or message | loop, ms | thread, ms |\n|---|---|---|")
    for name, loop, thread in sorted(rows, key=lambda row: -max(row[1][0] / 20, row[2][0] / 100)):
        most = costs.budgets[name]
        dear = loop[0] > most[0] or thread[0] > most[1]
        over += dear
        if dear or asked.all or loop[0] > 4 or thread[0] > 20:
            print(f"| `{name}` | {loop[0]:.1f} | {thread[0]:.1f} |" + (f" {loop[1]} / {thread[1]}" if dear else ""))
    print(
        f"{len(rows)} addresses and messages, {costs.times} requests, {over} above what they may cost, "
        f"{time.monotonic() - begun:.0f} s"
    )
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
