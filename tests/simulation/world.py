"""One number, one world: which games, people, processes and harms there are, and all that happens to them."""

import asyncio
import contextlib
import gc
import logging
import os
import shutil
import sys
import tempfile
import traceback
from collections import Counter, deque
from collections.abc import Coroutine, Iterator
from contextvars import Context
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from simulation.harms import HARMS, Harms
from simulation.hostile import Stranger
from simulation.loop import Loop
from simulation.network import Device, Process
from simulation.oracles import Broken, Oracle
from simulation.people import DEEDS, GONE, NAMES, Person
from simulation.store import Database, Disk
from tepui.core import find
from tepui.testing import Refused

GAMES = ("forehead", "bell", "letter", "shells", "hanabi", "partners", "kryptx", "lost-code", "roll-and-write")
CLOCKS = ("", "", "10s+1s", "30s", "5s/move", "5m+2s", "3d/move")
REST = 10.0


@dataclass
class Plan:
    """What the seed draws; a shrinker takes people, then harms away."""

    seed: int
    people: int
    harms: list[str]
    deeds: list[str]
    games: list[str]
    processes: int
    shared: bool = True  # over one database; otherwise one process over one file
    seconds: float = 25.0  # that people live before everything comes to rest
    stranger: bool = False  # somebody means harm
    slow: bool = False  # all games are slow, and people leave standing orders
    without: list[str] = field(default_factory=list)  # what was taken away, for the command

    @classmethod
    def of(cls, seed: int) -> "Plan":
        rng = Random(f"plan {seed}")
        shared = rng.random() < 0.65
        kinds = [
            kind
            for kind in HARMS
            if shared or kind not in ("one_away", "unreached", "away", "lost_before", "lost_after")
        ]
        there = [name for name in GAMES if name in find.names()]
        plan = cls(
            seed,
            people=rng.choice((2, 2, 3, 4)),
            harms=sorted(rng.sample(kinds, rng.choice((0, 1, 2, 3, 5)))),
            deeds=sorted(rng.sample((*DEEDS, "rematch", "daily", "evening"), rng.choice((3, 8, 16)))),
            games=rng.sample(there, rng.choice((1, 1, 2))),
            processes=rng.choice((2, 2, 3)) if shared else 1,
            shared=shared,
            seconds=rng.choice((15.0, 25.0, 45.0)),
        )
        if "stop" in plan.harms:
            plan.seconds = 60.0  # long enough for others to take its tables, and to play on
        plan.stranger = rng.random() < 0.25
        if plan.stranger:
            plan.deeds.append("lose_device")
        plan.slow = seed % 7 == 0
        if plan.slow:
            plan.games = rng.sample(("kryptx", "lost-code", "roll-and-write"), 2)
            plan.deeds += [one for one in ("take_back",) if one not in plan.deeds]
        return plan

    @property
    def command(self) -> str:
        without = "".join(f" --without {one}" for one in self.without)
        return f"python3 dev.py simulate --seed {self.seed}{without}"


class World:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = Random(plan.seed)
        self.loop = Loop(Random(self.rng.random()))
        self.folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        self.disk = Disk(Random(self.rng.random()))
        self.database = Database(self.loop, self.disk) if plan.shared else None
        self.deeds = set(plan.deeds)
        self.processes: list[Process] = []
        for name in "abc"[: plan.processes]:
            folder = self.folder / name
            folder.mkdir()
            self.processes.append(Process(name, folder, self.loop, Random(self.rng.random()), self.disk, self.database))
            self.processes[-1].limited = plan.stranger
            self.processes[-1].settings = {
                "pace": 0,
                "opening": 5.0,
                "arriving": 6.0,
                "idle": self.rng.choice((2.0, 120.0)),
            }
        self.oracle = Oracle(self)
        self.disk.written = self.oracle.written_by
        self.people: list[Person] = []
        self.removed: list[str] = []  # cookies of devices that were removed
        self.said: deque[tuple[str, dict[str, Any]]] = deque(maxlen=200)  # by room: what people have sent
        self.tables: dict[str, str] = {}  # by room: the game
        self.most_tables = len(plan.games) + 2
        self.resting = False
        self.counts: Counter[str] = Counter()
        self.events: list[tuple[float, str, str]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.failure: BaseException | None = None
        self.failed = asyncio.Event()
        self._raw: Any = None

    # ---- what others ask

    @property
    def harmed(self) -> int:
        return sum(n for name, n in self.counts.items() if name.startswith("harm"))

    @property
    def slowest(self) -> float:
        """Seconds that a message may have been on its way."""
        return 12.0 if "slow_lines" in self.plan.harms or "stop" in self.plan.harms else 1.5

    def raw(self) -> Any:
        """The database, past everybody."""
        if self._raw is None:
            if self.database is not None:
                self._raw = self.database.engine.raw_connection().driver_connection
            else:
                import sqlite3

                self._raw = sqlite3.connect(self.folder / "a" / "tepui.sqlite", isolation_level=None)
        return self._raw

    def guests_of(self, device: Device) -> list[str]:
        from tepui.server.people.identity import credential_of

        text = device.cookie.removeprefix("tepui=").split(".")[0]
        known = credential_of(text)
        return [] if known is None else [known.guest, *(f"{known.guest}.{n}" for n in range(2, 9))]

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def log(self, who: str, what: str) -> None:
        self.events.append((self.loop.now - 1000, who, what))

    def spawn(self, what: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = Context().run(self.loop.create_task, what)
        self.tasks.append(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None and self.failure is None:
            self.failure = task.exception()
            self.failed.set()

    def complain(self, loop: Any, context: dict[str, Any]) -> None:
        """Something failed in a callback: a broken promise, or a bug of this world."""
        error = context.get("exception")
        if error is not None and self.failure is None and not isinstance(error, asyncio.CancelledError):
            self.failure = error
            self.failed.set()

    # ---- an evening

    async def live(self) -> None:
        self.loop.open_door("192.0.2.9", 8080, lambda: Receiver(self))
        for process in self.processes:
            if not await process.start():
                raise Broken(f"process {process.name} did not begin")
        for n in range(self.plan.people):
            self.people.append(Person(self, NAMES[n], Random(self.rng.random())))
            await self.people[-1].arrive()
        harms = Harms(self, Random(self.rng.random()), self.plan.harms)
        self.spawn(harms.come())
        for n, game in enumerate(self.plan.games):
            self.spawn(self.tables_of(game, n, Random(self.rng.random())))
        if self.plan.stranger:
            self.spawn(Stranger(self, Random(f"stranger {self.plan.seed}")).live())
        if "daily" in self.deeds:
            self.spawn(self.daily(Random(self.rng.random())))
        if "evening" in self.deeds:
            self.spawn(self.evening(Random(self.rng.random())))
        await self.pass_(self.plan.seconds)
        self.resting = True
        self.log("world", "comes to rest")
        await harms.end()
        await self.pass_(REST + (20.0 if self.slowest > 2 or "vanish" in self.plan.harms else 0.0))
        before = self.oracle.written()
        await self.pass_(self.slowest)  # bots may still play: what they have just done is on its way
        await self.oracle.rest(before)
        self.count("tables")
        self.counts["tables"] = len(self.tables)

    async def pass_(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.failed.wait(), seconds)
        if self.failure is not None:
            raise self.failure

    async def again(self, what: Any) -> Any:
        """Until it is done: the server may be away."""
        while True:
            try:
                return await what()
            except GONE:
                await asyncio.sleep(0.5)
            except Refused as refused:
                if refused.status not in (429, 503, 500, 409) or self.resting:
                    return None
                await asyncio.sleep(0.5)

    async def tables_of(self, game: str, n: int, rng: Random) -> None:
        """One after the other, as long as the evening lasts."""
        while not self.resting:
            room = await self.table(game, n, rng)
            while room is None or not self.oracle.is_over(room):
                await asyncio.sleep(1.0)
            if len(self.tables) >= self.most_tables:
                return

    async def table(self, game: str, n: int, rng: Random) -> str | None:
        host = self.people[n % len(self.people)]
        lowest, highest = find.game(game).seats[0], find.game(game).seats[-1]
        seats = min(highest, max(lowest, rng.choice((2, 3))))
        new = {
            "game": game,
            "seats": seats,
            "clock": "3d/move" if self.plan.slow else rng.choice(CLOCKS),
            "public": rng.random() < 0.3,
        }
        made = await self.again(lambda: host.device.post("/api/rooms", new))
        if made is None:
            return None
        self.tables[made["room"]] = game
        self.log(host.name, f"sets up {game}")
        for person in self.people:
            if person is host or rng.random() < 0.9:
                self.spawn(person.attend(made["room"]))
        return str(made["room"])

    async def daily(self, rng: Random) -> None:
        await asyncio.sleep(3)
        for person in self.people[:2]:
            made = await self.again(lambda person=person: person.device.post("/api/daily/forehead", {}))
            if made is not None:
                self.tables[made["room"]] = "forehead"
                self.spawn(person.attend(made["room"]))

    async def evening(self, rng: Random) -> None:
        """Two tables, one chance."""
        host = self.people[0]
        await asyncio.sleep(2)
        new = {"game": "forehead", "seats": 2, "tables": 2, "bot": "random"}
        made = await self.again(lambda: host.device.post("/api/evenings", new))
        if made is None:
            return
        path = f"/api/evenings/{made['code']}"
        for n, person in enumerate(self.people):
            sit = {"do": "sit", "table": n % 2, "seat": n // 2 % 2}
            await self.again(lambda person=person, sit=sit: person.device.post(path, sit))
        told = await self.again(lambda: host.device.post(path, {"do": "start"}))
        self.count("evenings")
        for person in self.people:
            mine = await self.again(lambda person=person: person.device.get("/api/mine")) or []
            for one in mine:
                if one["room"] not in self.tables and one["game"] == "forehead" and told is not None:
                    self.tables[one["room"]] = "forehead"
                if one["room"] in self.tables and one["room"] not in person.rooms:
                    self.spawn(person.attend(one["room"]))

    # ---- from outside

    def run(self) -> None:
        self.loop.set_exception_handler(self.complain)
        asyncio.set_event_loop(self.loop)

        async def aside(work: Any, *words: Any, **_: Any) -> Any:
            return work(*words)

        try:
            with patch("anyio.to_thread.run_sync", aside):  # the framework has threads of its own
                self.loop.run_until_complete(asyncio.wait_for(self.live(), 1800))  # nobody waits for ever
            if self.failure is not None:
                raise self.failure
        finally:
            self.clear_away()

    def clear_away(self) -> None:
        """Whatever is left ends without a word: its `finally` has nothing to say any more."""
        for process in self.processes:
            for life in process.lives:
                life.dead = True
        with quiet():
            self.loop._ready.clear()
            self.loop._scheduled.clear()
            asyncio.set_event_loop(None)
            for task in asyncio.all_tasks(self.loop):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
            self.loop.close()
            del self.disk.written  # SQLAlchemy keeps an engine's listeners: they hold nothing of this world any more
            if self.database is not None:
                self.database.close()
            shutil.rmtree(self.folder, ignore_errors=True)


class Receiver(asyncio.Protocol):
    """Whoever is called when it is their move; not always at home."""

    def __init__(self, world: World) -> None:
        self.world = world

    def connection_made(self, transport: Any) -> None:
        self.transport, self.data = transport, b""

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, found, body = self.data.partition(b"\r\n\r\n")
        if found and len(body) >= int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]):
            status = self.world.rng.choice((200, 204, 201, 503))
            self.world.count(f"call {status}")
            self.world.oracle.called(head.split()[1].decode(), body, status)
            self.transport.write(f"HTTP/1.1 {status} well\r\n\r\n".encode())
            self.transport.close()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        yield
    finally:
        sys.unraisablehook = hook


@dataclass
class Outcome:
    plan: Plan
    digest: str
    counts: Counter[str]
    events: list[tuple[float, str, str]]
    lived: float
    failure: str = ""  # which promise was broken, or what went wrong in the world itself
    trace: str = ""


first = True


def live(plan: Plan) -> Outcome:
    """One world from its beginning to its end."""
    if not os.environ.get("TEPUI_LOG"):
        logging.disable(logging.CRITICAL)
    gc.disable()
    world = World(plan)
    failure = trace = ""
    try:
        world.run()
    except Exception as error:
        failure = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        trace = "".join(traceback.format_exception(error))
    world.counts["messages"] = world.oracle.heard
    world.counts["moves"] = sum(len(game.rows) for game in world.oracle.games.values())
    outcome = Outcome(
        plan, world.oracle.digest.hexdigest()[:16], world.counts, world.events, world.loop.now - 1000, failure, trace
    )
    global first
    with quiet():  # what is left of its processes is cleared away, and has nothing to say any more
        world.failure = None
        del world
        gc.collect()
    if first:
        gc.freeze()  # games and modules: they need not be looked through again and again
        first = False
    logging.disable(logging.NOTSET)
    return outcome
