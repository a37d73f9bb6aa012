"""An evening on two processes that are harmed while it goes on: nothing that anybody was told may be lost or doubled.

The two players of each table sit at different processes, each of which reaches PostgreSQL by a cable of its own. A harm
is: a process killed -9 and started again, or stopped and let go on when nobody believes in it any more; PostgreSQL
restarted or killed -9; both cables cut or held up for a while, or one of them; a process that lives and cannot be
called by the other; or two of these at once. After each one every table must go on by itself.
"""

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
from headless import Page, Refused, Visitor
from postgres import Cable, Postgres
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tepui.core import find
from tepui.core.record import parse
from tepui.core.verify import verify

GAMES = ("lost-code", "roll-and-write", "kryptx")
CLOCK = "30m+1s"
BANK, INCREMENT = 30 * 60_000, 1000
SLACK = 8000  # milliseconds that a process may not know yet what the other has saved, while the cable is cut
LATE = 25_000  # milliseconds: a process that was stopped tells late what it had heard, and the next at once after it
QUIET = 20  # seconds without a message after which a page is opened again
AFTER = 150  # seconds for a table to go on after a harm, on a busy machine
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


class Process:
    """One `tepui serve`, always on the same port, started again as often as it takes."""

    def __init__(self, folder: Path, name: str, address: str) -> None:
        self.log = folder / f"{name}.log"
        self.address = address
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.starts = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", str(self.port), "--pace", "0", "--no-limits", "--jobs", "1"]
        command = [sys.executable, "-m", "tepui.cli", *words, "--database", self.address]
        for _ in range(30):  # the database may be away just now: then it says so and ends
            with self.log.open("a") as log:
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ)
            assert self.process.stdout is not None
            found = re.search(r"http://127.0.0.1:(\d+)", self.process.stdout.readline())
            if found:
                self.port = int(found[1])
                self.starts += 1
                return
            self.process.wait()
            time.sleep(0.5)
        raise AssertionError(self.log.read_text()[-2000:])

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Clocks:
    """What the clocks of one table have shown, at either process: nobody pays more than the time that went by."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.seen: dict[tuple[int, int], tuple[float, int]] = {}  # by who looks, and seat
        self.looks = 0

    def look(self, told: dict, by: int, moves: list[int]) -> None:
        """`moves`: how many each seat has made, as far as this page knows."""
        now = time.monotonic()
        self.looks += 1
        for seat, left in enumerate(told["left"]):
            earned = BANK + INCREMENT * (moves[seat] + 1)  # a clock may come before the view that goes with it
            assert left <= earned, f"seat {seat} was given time: {left} of {earned}"
            assert BANK - left <= 1000 * (now - self.begun) + SLACK, f"seat {seat} paid for more than the whole game"
            if (last := self.seen.get((by, seat))) is not None:
                went_by = 1000 * (now - last[0])
                assert left >= last[1] - went_by - LATE, f"seat {seat} paid too much: {last[1]} -> {left} in {went_by}"
            self.seen[by, seat] = now, left


class Player:
    """A page that plays at random and comes back by itself; it remembers all that it was ever told."""

    def __init__(self, visitor: Visitor, seat: int, rng: random.Random) -> None:
        self.visitor, self.seat, self.rng = visitor, seat, rng
        self.journal: list[tuple[int, str]] = []
        self.presses = 0
        self.looks = 0
        self.comebacks = 0
        self.refusals: dict[str, int] = {}

    async def play(self, room: str, clocks: Clocks) -> None:
        while True:
            try:
                page = await self.visitor.open(room)
                self.comebacks += 1
                await self.sit_through(page, clocks)
                return
            except GONE:
                await asyncio.sleep(0.2)
            finally:
                self.visitor.pages.clear()

    async def sit_through(self, page: Page, clocks: Clocks) -> None:
        try:
            await self.following(page, "view", clocks)
            while True:
                self.look(page.view)
                if page.view["over"]:
                    return
                if page.view["legal"] and (page.view["must_act"] or self.rng.random() < 0.05):
                    self.presses += 1
                    await page.pick(page.view, self.rng.randrange(len(page.view["legal"])))
                message = await self.following(page, "view", clocks, "refused")
                if message["type"] == "refused" and message["why"] == "trouble":
                    await asyncio.sleep(0.3)  # a person reads the sentence, and tries again
        finally:
            with contextlib.suppress(*GONE):
                await page.close()

    async def following(self, page: Page, kind: str, clocks: Clocks, other: str = "") -> dict:
        while True:
            message = await page.next(QUIET)
            if message["type"] == "clock":
                clocks.look(message, self.seat, [sum(by == seat for by, _ in self.journal) for seat in range(2)])
            if message["type"] == "refused":
                self.refusals[message["why"]] = self.refusals.get(message["why"], 0) + 1
                assert message["why"] in ("stale", "illegal", "trouble", "busy"), message
            assert message["type"] != "gone", message
            if message["type"] in (kind, other):
                return message

    def look(self, view: dict) -> None:
        """What was told before is still there, once, and in its place; and nobody moved for this player."""
        self.looks += 1
        told = [(entry["by"], entry["action"]) for entry in view["journal"]]
        assert [entry["n"] for entry in view["journal"]] == list(range(1, len(told) + 1))
        assert told[: len(self.journal)] == self.journal, "a told move is missing"
        assert sum(by == self.seat for by, _ in told) <= self.presses, "a move was doubled"
        self.journal = told


class Harmed:
    def __init__(
        self, folder: Path, postgres: Postgres, seed: int, tables: int, games: tuple[str, ...] = GAMES
    ) -> None:
        self.among = games
        self.rng = random.Random(seed)
        self.postgres = postgres
        self.cables = [Cable(postgres), Cable(postgres)]
        self.database = postgres.database()
        self.processes = [
            Process(folder, name, cable.address(self.database)) for name, cable in zip("ab", self.cables, strict=True)
        ]
        self.tables = tables
        self.progress = [0] * tables  # views that somebody at that table was told
        self.done: dict[str, int] = {}
        self.games = self.moves = self.comebacks = self.clock_looks = 0
        self.refusals: dict[str, int] = {}
        self.ending = False

    async def evening(self, harms: int) -> None:
        """Raises whatever did not hold."""
        await asyncio.gather(*(asyncio.to_thread(process.start) for process in self.processes))
        playing = [asyncio.create_task(self.table(at)) for at in range(self.tables)]
        harming = asyncio.create_task(self.harm(harms))
        try:
            await asyncio.wait([*playing, harming], return_when=asyncio.FIRST_EXCEPTION)
            for task in [*playing, harming]:
                if task.done():
                    task.result()
            await asyncio.gather(*playing, harming)
        finally:
            for task in [*playing, harming]:
                task.cancel()
            await asyncio.to_thread(self.close)

    async def table(self, at: int) -> None:
        """One game after the other, each to its end, and its record is verified."""
        rng = random.Random(self.rng.random())
        while not self.ending:
            game = self.among[(at + self.games) % len(self.among)]
            clocks = Clocks()
            room, players = await self.begin(game, rng)
            for player in players:
                self.watch(at, player)
            await asyncio.gather(*(player.play(room, clocks) for player in players))
            await self.verified(room, game, players)
            self.games += 1
            self.moves += len(players[0].journal)
            self.comebacks += sum(player.comebacks - 1 for player in players)
            self.clock_looks += clocks.looks
            for player in players:
                for why, n in player.refusals.items():
                    self.refusals[why] = self.refusals.get(why, 0) + n

    def watch(self, at: int, player: Player) -> None:
        look = player.look

        def counted(view: dict) -> None:
            look(view)
            self.progress[at] += 1

        player.look = counted  # type: ignore[method-assign]

    async def begin(self, game: str, rng: random.Random) -> tuple[str, list[Player]]:
        """Anna sets it up at one process, Ben comes to it at the other; whatever happens meanwhile is tried again."""
        while True:
            try:
                async with asyncio.timeout(60):
                    anna, ben = (Visitor(process.url) for process in self.processes)
                    for one in (anna, ben):
                        await one.get("/api/me")
                    room = await anna.create(game=game, seats=2, clock=CLOCK)
                    host, page = await anna.open(room), await ben.open(room)
                    await page.send(type="sit")
                    while not all(seat["kind"] == "person" for seat in host.room.get("seats", [{"kind": ""}])):
                        await host.until("room")
                    await host.send(type="start")
                    await host.until("view")
                    await host.close()
                    await page.close()
                    return room, [
                        Player(one, seat, random.Random(rng.random())) for seat, one in enumerate((anna, ben))
                    ]
            except (*GONE, Refused):
                await asyncio.sleep(0.3)

    async def verified(self, room: str, game: str, players: list[Player]) -> None:
        data = await self.patient(self.rng.choice(players).visitor, room)
        record = parse(data)
        verify(record, find.game(game))
        for player in players:
            made = sum(by == player.seat for by, _ in record.moves)
            assert made == sum(by == player.seat for by, _ in player.journal), (room, game)

    async def patient(self, visitor: Visitor, room: str) -> bytes:
        while True:
            try:
                return await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room}/record")
            except (*GONE, Refused):
                await asyncio.sleep(0.3)

    # ---- harm

    async def harm(self, harms: int) -> None:
        kinds = {
            "a process killed": self.kill_process,
            "a process killed, both ways": self.kill_and_cut,
            "PostgreSQL restarted": self.restart,
            "PostgreSQL killed": self.crash,
            "the cables cut": self.cut,
            "the cables held up": self.hold,
            "one cable cut": self.cut_one,
            "a process stopped": self.stop_process,
            "a process out of reach": self.out_of_reach,
        }
        order: list[str] = []
        for n in range(harms):
            await self.all_go_on(n)
            await asyncio.sleep(self.rng.random() * 0.5)  # in the middle of anything
            order = order or self.rng.sample([*kinds, "a process killed", "the cables cut"], len(kinds) + 2)
            kind = order.pop()
            await kinds[kind]()
            self.done[kind] = self.done.get(kind, 0) + 1
        await self.all_go_on(harms)
        self.ending = True

    async def all_go_on(self, n: int) -> None:
        """Every table is told something new, or begins anew."""
        before = [*self.progress]
        try:
            async with asyncio.timeout(AFTER):
                while not all(now > then for now, then in zip(self.progress, before, strict=True)):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            stuck = [at for at, then in enumerate(before) if self.progress[at] == then]
            raise AssertionError(f"tables {stuck} did not go on after harm {n} ({self.done})") from None

    async def kill_process(self) -> None:
        process = self.rng.choice(self.processes)
        process.kill()
        await asyncio.to_thread(process.start)

    async def kill_and_cut(self) -> None:
        process = self.rng.choice(self.processes)
        self.cut_all()
        process.kill()
        await asyncio.sleep(self.rng.random())
        self.mend()
        await asyncio.to_thread(process.start)

    async def stop_process(self) -> None:
        """For longer than its lease, every other time."""
        process = self.rng.choice(self.processes).process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.rng.random() * 35)
        process.send_signal(signal.SIGCONT)

    async def out_of_reach(self) -> None:
        """It reaches PostgreSQL and the other process; the other cannot call it, and takes its tables after a while."""
        asked = "SELECT id, address FROM processes ORDER BY until DESC, id"
        with psycopg.connect(self.database, autocommit=True) as connection:
            process, address = self.rng.choice(connection.execute(asked).fetchall()[:2])
            place = "UPDATE processes SET address = %s WHERE id = %s"
            connection.execute(place, ("nowhere@127.0.0.1:1", process))
            await asyncio.sleep(self.rng.random() * 40)
            connection.execute(place, (address, process))

    async def restart(self) -> None:
        await asyncio.to_thread(self.postgres.restart)

    async def crash(self) -> None:
        await asyncio.to_thread(self.postgres.restart, signal.SIGKILL)

    async def cut(self) -> None:
        self.cut_all()
        await asyncio.sleep(self.rng.random() * 3)
        self.mend()

    async def cut_one(self) -> None:
        """For longer than its lease, every other time."""
        cable = self.rng.choice(self.cables)
        cable.cut()
        await asyncio.sleep(self.rng.random() * 35)
        cable.mend()

    async def hold(self) -> None:
        for cable in self.cables:
            cable.hold()
        await asyncio.sleep(self.rng.random() * 3)
        self.mend()

    def cut_all(self) -> None:
        for cable in self.cables:
            cable.cut()

    def mend(self) -> None:
        for cable in self.cables:
            cable.mend()

    def close(self) -> None:
        self.mend()
        for process in self.processes:
            if process.process is not None:
                process.process.send_signal(signal.SIGCONT)
            process.stop()
        for cable in self.cables:
            cable.close()

    def told(self) -> str:
        harms = ", ".join(f"{kind} {n}" for kind, n in sorted(self.done.items()))
        return (
            f"{sum(self.done.values())} harms ({harms}); {self.games} games to their end, every record verified, "
            f"{self.moves} moves, none lost or doubled. Pages came back by themselves {self.comebacks} times; "
            f"{self.clock_looks} looks at clocks, all fair. Refusals {self.refusals}"
        )
