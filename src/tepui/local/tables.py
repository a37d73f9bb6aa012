"""The tables of one device, its bots, and what a room or a feature of the server asks of `Rooms` and `Site`."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from random import Random
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from tepui.bots import levels
from tepui.bots.contract import choose
from tepui.coach.review import SeatReview, walk
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import Refusal
from tepui.core.view import View
from tepui.core.words import N_
from tepui.local.shelf import Body, Head, Shelf
from tepui.server.history.history import PersonHistory
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME, Chance, Time
from tepui.server.people import identity
from tepui.server.refusals import Refused
from tepui.server.room import seats
from tepui.server.room.change import FORGOTTEN, Change
from tepui.server.room.page import MOVED
from tepui.server.room.room import Room
from tepui.server.rooms import new_tables
from tepui.server.rooms.events import Events
from tepui.server.rooms.lobby import Lobby
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.store.contract import Saved
from tepui.server.uptime import Uptime

T = TypeVar("T")


class Here:
    """Work that a server does beside its loop: a worker of a page has only this one."""

    async def run(self, work: Callable[[], T], network: str = "") -> T:
        return work()


class Bots:
    """They think in this very process and at once: a view that is asked about goes on with its game."""

    def __init__(self) -> None:
        self._minds: dict[tuple[str, str, str, int], Any] = {}  # by game, bot, table and seat

    async def ask(self, bot: str, view: View, lines: object, *, seed: int, room: str, people: bool) -> int | None:
        key = view.game.name, bot, room, view.eye
        mind = self._minds.setdefault(key, find.bot(view.game.name, bot))
        return choose(mind, view, levels.seconds_for(bot), Random(seed))

    async def say(self, bot: str, view: View, what: str, language: str, *, room: str) -> list[str]:
        say = {"forgot": levels.forgot, "explain": levels.explain}[what]
        return say(find.bot(view.game.name, bot), view, language)

    async def review(self, view: View, *, room: str) -> SeatReview:
        await asyncio.sleep(0)
        return walk.review(view)

    def leave(self, room: str) -> None:
        self._minds = {key: mind for key, mind in self._minds.items() if key[2] != room}


class Deadlines:
    def expect(self, due: int | None) -> None:
        """No clock runs here: bots do not mind, and people who share a device see each other."""


class Waiting:
    """A review is made when someone looks at it: nothing is reckoned here behind a player's back."""

    def add(self, rooms: Iterable[str]) -> None: ...

    def waiting(self, among: Iterable[str]) -> int:
        return 0


class Tables:
    """As `server/rooms/rooms.py`, for the people at one device."""

    notice = None

    def __init__(self, shelf: Shelf, time: Time = SYSTEM_TIME, chance: Chance = SYSTEM_CHANCE) -> None:
        self.store, self.time, self.chance = shelf, time, chance
        self.settings = Settings(reviews=False)
        self.uptime = Uptime(time, 0)
        self.bot_pool, self.deadlines, self.events = Bots(), Deadlines(), Events()
        self.slow = self.parts_reader = Here()
        self.dealer = Dealer
        self.loaded: dict[str, Room] = {}
        self.moves = 0
        self.server = cast(Any, self)  # for what is written for a server's rooms, and asks no more than is here
        self.lobby = Lobby(self.server)

    @property
    def device(self) -> str:
        return self.store.person.device

    def now(self) -> int:
        return int(self.time.time())

    async def name_of(self, guest: str) -> str:
        return self.store.name_of(guest) or identity.animal(guest)

    async def rename(self, guest: str, name: str) -> None:
        await self.store.greet(guest, name)

    async def setting(
        self, game: Game, seats: int | None, options: dict[str, Value], parts: str | None = None
    ) -> Setting:
        return game.setting(seats, options, parts)

    async def create(self, guest: str, new: NewRoom) -> Room:
        game = find.game(new.game)
        setting = game.setting(new.seats, new.options, new.parts)
        alone = replace(new, public=False, clock="none")
        state = new_tables.state_of(alone, setting, guest, await self.name_of(guest), self.settings)
        return await self._set_up(game, setting, state, new.start)

    async def rematch(self, old: Room, bot: str | None) -> Room:
        return await self._set_up(old.game, *new_tables.state_after(old, bot), start=True)

    async def _set_up(self, game: Game, setting: Setting, state: Any, start: bool) -> Room:
        if start:
            state = seats.start(state, state.host)
        saved = new_tables.saved_of(game, setting, state, self.chance, self.now())
        await self.store.keep(saved.id, Head(saved, state.guests), Body())
        room = self.loaded[saved.id] = Room(self.server, saved, setting)
        if start:
            await room.do(lambda room: Change(begins=True, tell="nobody"))
        return room

    async def take(self, id: str) -> tuple[Saved, bool, int]:
        saved = await self.store.wake(id)
        if saved is None:
            raise Refused("absent", N_("There is no such table on this device."))
        return saved, False, 0

    async def room(self, id: str) -> Room:
        if id not in self.loaded:
            saved, _, _ = await self.take(id)
            try:
                room = Room(self.server, saved)
                await room.read_talk()
            except (Refusal, ValueError, RecursionError):
                raise Refused("trouble", N_("This table is damaged, so it cannot be opened.")) from None
            await room.open()
            self.loaded[id] = room
        return self.loaded[id]

    async def room_for(self, id: str, guest: str) -> Room:
        return await self.room(id)

    def leave(self, room: Room) -> None:
        self.loaded.pop(room.id, None)
        self.bot_pool.leave(room.tag)
        room.stop()
        for page in room.audience.pages:
            page.close(MOVED)

    def leave_idle(self) -> None:
        """Tables that nobody looks at: one device has little memory."""
        for room in [room for room in self.loaded.values() if room.idle]:
            self.leave(room)
            self.store.bodies.pop(room.id, None)

    async def at(self, id: str, errand: str, device: str) -> None:
        """After a history was deleted: nobody else is at a table of this device who would still need it."""
        await self.store.delete([id])

    async def forget(self, guest: str) -> None:
        """Nothing on this device names anyone any more."""
        for room in list(self.loaded.values()):
            room.dismiss(list(room.audience.pages), FORGOTTEN)
            self.leave(room)
        await self.store.clear(self.chance.hex(16))


class Site:
    """What a request can reach, as `server/site.py` has it."""

    def __init__(self, tables: Tables) -> None:
        self.rooms, self.reviews, self.coach, self.tries = tables, Waiting(), tables.slow, None
        self.history = PersonHistory(cast(Any, tables))

    def today(self) -> date:
        return datetime.fromtimestamp(self.rooms.time.time(), UTC).date()
