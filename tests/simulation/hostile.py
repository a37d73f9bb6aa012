"""A stranger who means harm: floods, forged seats, stale cookies, removed devices, messages that others have sent.

What they are told is looked at like anybody's; besides, they never have a seat, and nobody else waits for them.
"""

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from simulation.network import Device, OpenPage
from simulation.people import GONE
from tepui.testing import Refused

if TYPE_CHECKING:
    from simulation.world import World

ADDRESS = "10.6.6.6"
DEEDS = ("flood", "many_pages", "forge", "another_person", "removed", "replay", "pry", "many_tables")
BURST = 300
JUNK = (
    "",
    "{",
    '{"type":"hello"}',
    '{"type":"pick","turn":-1,"pick":[]}',
    '["pick"]',
    '{"type":"nothing"}',
    "9" * 4000,
)
# Nobody who may not play gets further than a refusal with any of these.
WORDS: tuple[dict[str, Any], ...] = (
    {"type": "leave"}, {"type": "take_back"}, {"type": "answer", "yes": True}, {"type": "start"}, {"type": "rematch"},
    {"type": "kick", "seat": 0}, {"type": "free_seat", "seat": 0}, {"type": "add_bot", "seat": 0, "bot": "random"},
    {"type": "invite_bot", "seat": 1}, {"type": "give_link", "seat": 0}, {"type": "holiday", "days": 3},
    {"type": "pace", "milliseconds": 9000}, {"type": "note", "marks": {"n": 1}},
    {"type": "help_me", "level": "teacher"}, {"type": "why", "claim": {}}, {"type": "try", "turn": 1, "try": [0]},
    {"type": "replace", "seat": 0, "yes": True}, {"type": "let_look", "who": "0", "yes": True},
    {"type": "open", "word": "mine"}, {"type": "mute", "seat": 0, "on": True},
)  # fmt: skip


class Stranger:
    name = "Stranger"

    def __init__(self, world: "World", rng: Random) -> None:
        self.world, self.rng = world, rng
        self.device = self.new_device()
        self.refused = self.slowed = 0  # messages, and those because there were too many

    def new_device(self, cookie: str = "") -> Device:
        device = Device(self.world.processes, Random(self.rng.random()), self._hear, ADDRESS)
        device.cookie, device.stranger = cookie, True
        return device

    def _hear(self, page: OpenPage, text: str) -> None:
        self.refused += '"type":"refused"' in text
        self.slowed += "Slow down" in text
        self.world.oracle.hear(self, page, text)

    async def live(self) -> None:
        while not self.world.resting:
            await asyncio.sleep(self.rng.expovariate(1 / 1.5))
            if not self.world.tables or self.world.resting:
                continue
            deed = self.rng.choice(DEEDS)
            self.world.count(f"stranger {deed}")
            self.world.log(self.name, deed)
            with suppress(*GONE, Refused, ConnectionError):
                await getattr(self, f"_{deed}")(self.rng.choice([*self.world.tables]))

    async def _say(self, device: Device, room: str, person: int | None = None, *, more: Any = ()) -> None:
        """A page, and everything that a player could say there."""
        page = await device.open(room, person)
        try:
            for message in (*more, *self.rng.sample(WORDS, 6)):
                await page.send(**message)
            for turn in range(3):
                await page.send(type="pick", turn=(page.turn or 0) + turn, pick=0)
            await asyncio.sleep(1.0)
        finally:
            await page.close()

    async def _flood(self, room: str) -> None:
        page, before = await self.device.open(room), (self.refused, self.slowed)
        try:
            for n in range(BURST):
                text = self.rng.choice((*JUNK, '{"type":"say","text":"ha"}', '{"type":"ping","id":1}'))
                await page.socket.send(text if n % 3 else json.dumps(self.rng.choice(WORDS)))  # type: ignore[union-attr]
            await asyncio.sleep(3.0)
            heard, slowed = self.refused - before[0], self.slowed - before[1]
            self.world.oracle.require(slowed > 0 or heard < BURST // 2, "a flood is slowed down", heard=heard)
        finally:
            await page.close()

    async def _many_pages(self, room: str) -> None:
        pages: list[OpenPage] = []
        try:
            pages += [await self.device.open(room) for _ in range(40)]
            await asyncio.sleep(2.0)
        finally:
            for page in pages:
                await page.close()

    async def _forge(self, room: str) -> None:
        """A cookie of somebody, changed in one place; their name under one's own seal."""
        theirs = self.rng.choice(self.world.people).device.cookie
        await self.device.get("/api/me")
        at = self.rng.randrange(len("tepui="), len(theirs))
        changed = theirs[:at] + self.rng.choice("abcxyz019") + theirs[at + 1 :]
        for cookie in (changed, theirs.rpartition(".")[0] + "." + self.device.cookie.rpartition(".")[2], theirs + "x"):
            if cookie != theirs:
                await self._is_nobody(self.new_device(cookie), room)

    async def _removed(self, room: str) -> None:
        """What was found on a phone that its owner has removed."""
        if self.world.removed:
            await self._is_nobody(self.new_device(self.rng.choice(self.world.removed)), room)

    async def _is_nobody(self, device: Device, room: str) -> None:
        mine = await device.get("/api/mine")
        self.world.oracle.require(not mine, "a forged or removed cookie is nobody's", mine=mine)
        await self._say(device, room)

    async def _another_person(self, room: str) -> None:
        await self._say(self.device, room, self.rng.choice((0, 1, 2, 8)))

    async def _replay(self, room: str) -> None:
        """Word for word what somebody has said at that table."""
        said = [message for at, message in self.world.said if at == room][-20:]
        await self._say(self.device, room, more=[one for one in said if one["type"] != "sit"])

    async def _pry(self, room: str) -> None:
        """What is nobody's business as long as a game goes on."""
        for path in ("record", "replay"):
            with suppress(Refused):
                text = await self.device.fetch_it("GET", f"/api/rooms/{room}/{path}")
                public = self.world.oracle.is_over(room) or b'"eye":"audience"' in text
                self.world.oracle.require(public, "a running game is closed to strangers", path=path, text=text[:99])

    async def _many_tables(self, room: str) -> None:
        for _ in range(31):
            await self.device.post("/api/rooms", {"game": "forehead", "seats": 2})
        one = len(self.world.processes) == 1 and not self.world.plan.harms  # each process counts for itself
        self.world.oracle.require(not one, "new tables are limited")
