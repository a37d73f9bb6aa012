"""People who do everything that a person can: each decides by chance of their own, and keeps at it."""

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed

from simulation.network import Device, OpenPage
from tepui.bots import program
from tepui.coach.help import LEVELS
from tepui.testing import Refused

if TYPE_CHECKING:
    from simulation.world import World

GONE = (ConnectionClosed, OSError, EOFError)
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Finn")
DEEDS = (
    "say", "note", "rename", "take_back", "answer", "leave", "lose_line", "second_page", "piece", "pace", "help_me",
    "look", "let_look", "mute", "kick", "replace", "give_link", "holiday", "ping", "lists", "call_me", "new_device",
    "invite_bot", "everywhere_holiday", "sleep", "come_back", "wrong_pick", "press_twice",
)  # fmt: skip


class Person:
    def __init__(self, world: "World", name: str, rng: Random) -> None:
        self.world, self.name, self.rng = world, name, rng
        self.address = f"10.0.0.{1 + NAMES.index(name)}"
        self.device = self.new_device()
        self.deeds = [one for one in (*DEEDS, "lose_device") if one in world.deeds]
        self.rooms: dict[str, None] = {}  # where they play
        self.pages: dict[OpenPage, None] = {}
        self.finished: dict[str, None] = {}
        self.pressed: dict[str, int] = {}  # by room: at which turn they have pressed last
        self.picks: dict[tuple[str, int], set[int]] = {}  # by room and seat: at which turns
        self.sent_away: dict[str, None] = {}
        self.waits: dict[OpenPage, float] = {}  # since when, for the answer to a pick
        self.away = 0.0  # seconds that they stay away from a page that they close
        self.restless = rng.uniform(0.01, 0.12)
        self.quick = rng.choice((0.15, 0.4, 1.0))  # seconds over a move, on average

    def new_device(self) -> Device:
        device = Device(self.world.processes, Random(self.rng.random()), self._hear, self.address)
        device.sent = self.world.said
        return device

    def _hear(self, page: OpenPage, text: str) -> None:
        if text.startswith(('{"type":"view"', '{"type":"refused"')) and page in self.waits:
            self.world.oracle.answered(self.world.loop.now - self.waits.pop(page))
        if text.startswith('{"type":"gone"'):
            self.sent_away[page.id] = None
        self.world.oracle.hear(self, page, text)

    # ---- coming to a table

    async def arrive(self) -> None:
        """For the first time."""
        while True:
            try:
                await self.device.get("/api/me")
                if self.rng.random() < 0.7:
                    await self.device.post("/api/me", {"name": self.name})
                return
            except (*GONE, Refused):
                await asyncio.sleep(0.3)

    async def attend(self, room: str) -> None:
        """Until the game is over there, or they are sent away; a lost line is opened again."""
        self.rooms[room] = None
        while room not in self.sent_away:
            try:
                page = await self.device.open(room)
                self.pages[page] = None
                self.pressed.pop(room, None)  # it may not have arrived
                try:
                    await self._at(page)
                    return
                finally:
                    del self.pages[page]
                    await page.close()
            except GONE:
                await asyncio.sleep(0.1 + self.rng.random())
                while self.away > 0 and not self.world.resting:
                    self.away -= 0.5
                    await asyncio.sleep(0.5)

    async def _at(self, page: OpenPage) -> None:
        silent = 0
        while True:
            try:
                message = await page.next(1.0 + 3 * self.rng.random())
                silent = 0
            except TimeoutError:
                message, silent = {"type": ""}, silent + 1
            if message["type"] == "gone":
                self.sent_away[page.id] = None
                return
            if message["type"] == "refused":
                self.pressed.pop(page.id, None)
                self.world.count(f"refused {message['why']}")
            if message["type"] == "token":
                self.world.spawn(NetworkBot(self, page.id, message["token"], Random(self.rng.random())).live())
            if silent > 3 and not self.world.resting:  # nothing for so long: a person would load the page again
                raise OSError
            if not self.world.resting and page.room:
                await self._act(page)

    async def _act(self, page: OpenPage) -> None:
        room, view, rng = page.room, page.view, self.rng
        rematch = (room["rematch"] or "").rpartition("/")[2]  # it is an address
        if rematch and rematch not in self.rooms and len(self.world.tables) < self.world.most_tables:
            self.world.tables[rematch] = room["game"]
            self.world.spawn(self.attend(rematch))
        if not room["started"]:
            await self._wait(page)
        elif room["over"]:
            self.finished[page.id] = None
            wanted = rematch or room["you"]["seat"] in (None, *room["rematch_wanted"])
            if not wanted and rng.random() < 0.3 and "rematch" in self.world.deeds:
                await page.send(type="rematch")
        elif view:
            if room["you"]["kept"] is not None and rng.random() < 0.5:
                await page.send(type="sit")
            waits = view["must_act"] and self.pressed.get(page.id) != view["turn"]
            if view["legal"] and (waits or (view["may_act"] and rng.random() < 0.1)):
                await asyncio.sleep(rng.expovariate(1 / self.quick))
                await self._pick(page)
        if "take_back" in self.deeds and view and not room["over"]:
            if room["asked"] and rng.random() < 0.5:
                await page.send(type="answer", yes=True)
            elif rng.random() < 0.04:
                await self._do(page, "take_back")
        if "call_me" in self.deeds and view and not room["over"] and rng.random() < 0.03:
            await self._do(page, "call_me")
        if self.world.plan.slow and view and room["you"]["orders"] and rng.random() < 0.05:
            await self._do(page, "order")
        if self.deeds and rng.random() < self.restless:
            await self._do(page, rng.choice(self.deeds))

    async def _wait(self, page: OpenPage) -> None:
        """Before the game: sit down; the host calls bots for who does not come, and begins."""
        room, rng = page.room, self.rng
        free = [seat["seat"] for seat in room["seats"] if seat["kind"] == "free"]
        if room["you"]["seat"] is None and room["you"]["kept"] is None and free:
            if rng.random() < 0.8:
                await page.send(type="sit", seat=rng.choice([*free, None]))
        elif room["you"]["host"] and not room["starting"]:
            if not free:
                await page.send(type="start")
            elif rng.random() < 0.25:
                await page.send(type="add_bot", seat=rng.choice(free), bot=rng.choice(room["bots"][:2] or ["random"]))

    async def _pick(self, page: OpenPage, chosen: int | None = None) -> None:
        view = page.view
        if page.room["you"]["seat"] is None or not view["legal"]:
            return
        self.pressed[page.id] = view["turn"]
        key = page.id, page.room["you"]["seat"]
        self.picks.setdefault(key, set()).add(view["turn"])
        self.waits.setdefault(page, self.world.loop.now)
        await page.pick(view, self.rng.randrange(len(view["legal"])) if chosen is None else chosen)

    # ---- everything else

    async def _do(self, page: OpenPage, deed: str) -> None:
        self.world.count(deed)
        self.world.log(self.name, deed)
        with suppress(Refused, ConnectionError):
            await getattr(self, f"_do_{deed}")(page)

    async def _do_order(self, page: OpenPage) -> None:
        """Given, or revoked."""
        one = self.rng.choice(page.room["you"]["orders"])
        await page.send(type="order", order=one["order"], on=not one["given"] or self.rng.random() < 0.5)

    async def _do_say(self, page: OpenPage) -> None:
        await page.send(type="say", text=self.rng.choice(("Well played!", "Hm.", "One moment", "é✓")))

    async def _do_note(self, page: OpenPage) -> None:
        await page.send(type="note", marks={"n": self.rng.randrange(1000)})

    async def _do_rename(self, page: OpenPage) -> None:
        if self.rng.random() < 0.5:
            await page.send(type="rename", name=self.name + str(self.rng.randrange(9)))
        else:
            await self.device.post("/api/me", {"name": self.name + str(self.rng.randrange(9))})

    async def _do_take_back(self, page: OpenPage) -> None:
        self.pressed.pop(page.id, None)
        await page.send(type="take_back")

    async def _do_answer(self, page: OpenPage) -> None:
        self.pressed.pop(page.id, None)
        await page.send(type="answer", yes=self.rng.random() < 0.8)

    async def _do_leave(self, page: OpenPage) -> None:
        await page.send(type="leave")

    async def _do_lose_line(self, page: OpenPage) -> None:
        await page.lose_line()

    async def _do_second_page(self, page: OpenPage) -> None:
        if len(self.pages) < 4:
            self.world.spawn(self.attend(page.id))

    async def _do_piece(self, page: OpenPage) -> None:
        await page.send(type="piece", emblem=page.room["seats"][0]["emblem"], colour="teal")

    async def _do_pace(self, page: OpenPage) -> None:
        await page.send(type="pace", milliseconds=self.rng.choice((0, 500, 2000)))

    async def _do_help_me(self, page: OpenPage) -> None:
        await page.send(type="help_me", level=self.rng.choice(LEVELS))

    async def _do_look(self, page: OpenPage) -> None:
        await page.send(type="look", seat=self.rng.choice((None, 0, 1)))

    async def _do_let_look(self, page: OpenPage) -> None:
        for one in page.room["looks"]:
            await page.send(type="let_look", who=one["who"], yes=self.rng.random() < 0.7)

    async def _do_mute(self, page: OpenPage) -> None:
        await page.send(type="mute", seat=self.rng.randrange(len(page.room["seats"])), on=self.rng.random() < 0.5)

    async def _do_kick(self, page: OpenPage) -> None:
        if self.rng.random() < 0.2:
            await page.send(type="kick", seat=self.rng.randrange(len(page.room["seats"])))

    async def _do_replace(self, page: OpenPage) -> None:
        await page.send(type="replace", seat=self.rng.randrange(len(page.room["seats"])), yes=self.rng.random() < 0.8)

    async def _do_give_link(self, page: OpenPage) -> None:
        await page.send(type="give_link")

    async def _do_holiday(self, page: OpenPage) -> None:
        await page.send(type="holiday", days=self.rng.choice((0, 1, 3)))

    async def _do_everywhere_holiday(self, page: OpenPage) -> None:
        await self.device.post("/api/holiday", {"days": self.rng.choice((0, 1))})

    async def _do_ping(self, page: OpenPage) -> None:
        await page.send(type="ping", id=7)

    async def _do_lists(self, page: OpenPage) -> None:
        for path in self.rng.sample(("/api/mine", "/api/lobby", "/api/history", "/api/devices", "/api/me"), 2):
            await self.device.get(path)

    async def _do_call_me(self, page: OpenPage) -> None:
        """And now and then they go, and wait to be called."""
        await page.send(type="call_me", address=f"http://192.0.2.9:8080/{self.name}", form="json")
        if self.rng.random() < 0.7:
            await asyncio.sleep(0.15)
            self.away = self.rng.choice((8.0, 20.0))
            raise OSError

    async def _do_new_device(self, page: OpenPage) -> None:
        """The same person on another device, from now on at all their tables."""
        self.device = await self._another()
        self.world.log(self.name, "is on another device, too")

    async def _another(self) -> Device:
        link = (await self.device.post("/api/devices/link", {}))["link"]
        other = self.new_device()
        await other.fetch_it("POST", link[len("http://tepui.test") :])
        other.words = self.device.words
        return other

    async def _do_lose_device(self, page: OpenPage) -> None:
        """A phone that was left on a train: it is removed, whoever has it now."""
        lost = await self._another()
        [one] = [one for one in await lost.get("/api/devices") if one["here"]]
        await self.device.fetch_it("DELETE", f"/api/devices/{one['id']}")
        self.world.removed.append(lost.cookie)

    async def _do_invite_bot(self, page: OpenPage) -> None:
        seats = page.room["seats"]
        free = [seat["seat"] for seat in seats if seat["kind"] in ("free", "bot")]
        if free and page.room["you"]["host"]:
            await page.send(type="invite_bot", seat=self.rng.choice(free))

    async def _do_sleep(self, page: OpenPage) -> None:
        """Long enough for a short clock to run out; a page whose line is lost comes back by itself."""
        until = self.world.loop.now + self.rng.choice((3, 8, 20))
        while self.world.loop.now < until and not self.world.resting and not page.socket.gone:
            await asyncio.sleep(0.5)

    async def _do_come_back(self, page: OpenPage) -> None:
        raise OSError

    async def _do_wrong_pick(self, page: OpenPage) -> None:
        if page.view:
            await self._pick(page, 10_000)

    async def _do_press_twice(self, page: OpenPage) -> None:
        if page.view and page.view["must_act"]:
            for _ in range(2):
                await self._pick(page)


class NetworkBot:
    """A program of somebody that plays a seat over the network."""

    def __init__(self, owner: Person, room: str, token: str, rng: Random) -> None:
        self.owner, self.room, self.rng = owner, room, rng
        self.device = Device(owner.world.processes, Random(rng.random()), lambda *_: None)
        self.headers = [(b"authorization", f"Bearer {token}".encode())]

    async def live(self) -> None:
        import io

        import msgspec

        from tepui.core import find

        said: dict[str, Any] = {}
        while not self.owner.world.resting:
            try:
                path = f"/api/rooms/{self.room}/bot"
                asked = msgspec.json.decode(await self.device.fetch_it("POST", path, said, self.headers) or b"{}")
            except Refused as refused:
                if refused.status in (403, 404):
                    return
                said = {}
                await asyncio.sleep(1.0)
                continue
            except GONE:
                said = {}
                await asyncio.sleep(0.5)
                continue
            said = {}
            if "over" in asked:
                return
            if "question" in asked and self.rng.random() < 0.9:
                answer = io.BytesIO()
                lines = b"\n".join(msgspec.json.encode(asked[name]) for name in ("start", "ask")) + b"\n"
                program.serve(io.BytesIO(lines), answer, lambda start: find.bot(start.game, "random"))
                said = {"question": asked["question"], "answer": msgspec.json.decode(answer.getvalue())}
            else:
                await asyncio.sleep(1.0)
