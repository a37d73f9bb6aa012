"""What befalls a server: which harms there are in a world its seed draws, and when each of them comes."""

import asyncio
from random import Random
from typing import TYPE_CHECKING

from simulation.network import Process

if TYPE_CHECKING:
    from simulation.world import World

HARMS = (
    "cut", "slow_lines", "kill", "vanish", "restart", "stop", "away", "one_away", "lost_before", "lost_after",
    "full", "refuses", "slow_disk", "clock", "unreached",
)  # fmt: skip
SHARED = ("one_away", "unreached", "away", "lost_before", "lost_after")  # there must be a database
DAY = 86_400


class Harms:
    def __init__(self, world: "World", rng: Random, kinds: list[str]) -> None:
        self.world, self.rng, self.kinds = world, rng, kinds
        self.over = False

    async def come(self) -> None:
        """One after the other, for as long as the evening lasts."""
        while self.kinds:
            await asyncio.sleep(self.rng.expovariate(1 / 6))
            if self.over:
                return
            kind = self.rng.choice(self.kinds)
            self.world.count(f"harm {kind}")
            self.world.log("harm", kind)
            await getattr(self, f"_{kind}")()

    async def end(self) -> None:
        """Everything is well again: whoever was stopped or ended is back."""
        self.over = True
        disk = self.world.disk
        disk.full = disk.refuses = False
        disk.lost_before = disk.lost_after = 0.0
        disk.slow, self.world.loop.latency = 0.003, 0.002
        disk.away.clear()
        for door in self.world.loop.doors.values():
            door.silent = door.body is not None and door.body.dead and door.silent
        for process in self.world.processes:
            process.go_on()
            if not process.up:
                await self._up(process)

    def _one(self) -> Process | None:
        up = [process for process in self.world.processes if process.up and process.life and not process.life.stopped]
        return self.rng.choice(up) if up else None

    async def _up(self, process: Process) -> None:
        while not process.up and not await process.start():
            await asyncio.sleep(1.0)
        self.world.log(process.name, "is up")

    async def _cut(self) -> None:
        lines = [line for process in self.world.processes for line in process.lines]
        if lines:
            self.rng.choice(lines).cut()

    async def _slow_lines(self) -> None:
        self.world.loop.latency = self.rng.choice((0.002, 0.05, 0.4))
        for process in self.world.processes:
            for line in process.lines:
                line.slow = self.rng.choice((0.01, 0.2, 1.0))

    async def _kill(self, silently: bool = False) -> None:
        process = self._one()
        if process is not None:
            process.kill(silently)
            self.world.log(process.name, "is killed")
            await asyncio.sleep(self.rng.uniform(0, 4))
            await self._up(process)

    async def _vanish(self) -> None:
        await self._kill(silently=True)

    async def _restart(self) -> None:
        process = self._one()
        if process is not None:
            await process.end()
            self.world.log(process.name, "has ended")
            await asyncio.sleep(self.rng.uniform(0, 2))
            await self._up(process)

    async def _stop(self) -> None:
        """For a moment, or until nobody believes in it any more; then it goes on as if nothing had been."""
        process = self._one()
        for _ in range(2000):  # best in the middle of a table's change, which it then makes too late
            busy = [one for one in self.world.processes if one.up and one.changes_a_table]
            if busy:
                process = busy[0]
                break
            await asyncio.sleep(0.002)
        if process is not None and process.up and not self.over:
            process.stop()
            self.world.log(process.name, "stands still")
            await asyncio.sleep(self.rng.choice((0.5, 4, 19, 26, 26)))  # it is believed for 15
            process.go_on()
            self.world.log(process.name, "goes on")

    async def _away(self) -> None:
        self.world.disk.away["*"] = None
        await asyncio.sleep(self.rng.choice((0.3, 2, 7, 18)))
        self.world.disk.away.pop("*", None)
        self.world.log("database", "is back")

    async def _one_away(self) -> None:
        process = self._one()
        if process is not None:
            self.world.disk.away[process.name] = None
            await asyncio.sleep(self.rng.choice((0.3, 2, 7, 22)))
            self.world.disk.away.pop(process.name, None)

    async def _lost_before(self) -> None:
        self.world.disk.lost_before = self.rng.choice((0.03, 0.2, 0.5))

    async def _lost_after(self) -> None:
        self.world.disk.lost_after = self.rng.choice((0.03, 0.2, 0.5))

    async def _full(self) -> None:
        self.world.disk.full = True
        await asyncio.sleep(self.rng.uniform(0.5, 6))
        self.world.disk.full = False

    async def _refuses(self) -> None:
        self.world.disk.refuses = True
        await asyncio.sleep(self.rng.uniform(0.1, 2))
        self.world.disk.refuses = False

    async def _slow_disk(self) -> None:
        self.world.disk.slow = self.rng.choice((0.003, 0.05, 0.5))

    async def _clock(self) -> None:
        """Somebody sets the time of day, on one machine."""
        self.rng.choice(self.world.processes).time.set_by += self.rng.choice((-DAY, -60, 3600, DAY, 40 * DAY))

    async def _unreached(self) -> None:
        """It lives, and cannot be called by the others."""
        process = self._one()
        doors = [door for door in self.world.loop.doors.values() if process is not None and door.body is process.life]
        for door in doors:
            door.silent = True
        await asyncio.sleep(self.rng.choice((2, 10, 30)))
        for door in doors:
            door.silent = False
