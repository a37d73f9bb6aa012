"""All the rooms: set up, found, opened from disk when someone comes, and out of memory when nobody is left."""

import asyncio
import ctypes
import logging
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.bots.pool import BotPool
from tepui.server.outside import SYSTEM_CHANCE, SYSTEM_TIME, Chance, Time
from tepui.server.people import identity
from tepui.server.people import rows as device_rows
from tepui.server.people.signatures import Signatures
from tepui.server.processes.errands import Errands
from tepui.server.processes.inner import Inner
from tepui.server.processes.neighbours import Neighbours
from tepui.server.refusals import Refused
from tepui.server.room import sealed
from tepui.server.room import seats as seating
from tepui.server.room.change import FORGOTTEN, Change
from tepui.server.room.page import MOVED
from tepui.server.room.room import DAMAGED, Room
from tepui.server.room.state import RoomState
from tepui.server.rooms import new_tables, table_codes
from tepui.server.rooms.deadlines import Deadlines
from tepui.server.rooms.events import Events
from tepui.server.rooms.lobby import Lobby
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.store import schema
from tepui.server.store.contract import OtherOwner, Saved
from tepui.server.store.store import CodeTaken, Store
from tepui.server.threads import TOO_MUCH, Threads
from tepui.server.uptime import Uptime

log = logging.getLogger("tepui.rooms")
ROOM_ID = re.compile("[a-z0-9]{1,32}")  # a database is not asked for anything else
SWEEP = 20.0
MANY = 50  # rooms
KEPT = 30 * 24 * 3600  # a table at which no game has begun; time that the server ran
CLEAR = 3600.0  # seconds between looking for such tables
TRIES = 20  # to find a free table code
DRAINING = "draining"  # a fact: no new tables
NO_NEW = N_("This server takes no new tables now, because it will be restarted soon. Games that have begun go on.")
SOON = N_("This server will be restarted soon. Every move is saved, and your game goes on afterwards.")
Also = Callable[..., None]  # of a connection and `room`, the id of the new table


class Rooms:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        signatures: Signatures,
        bot_pool: BotPool,
        time: Time = SYSTEM_TIME,
        chance: Chance = SYSTEM_CHANCE,
        threads: type[Threads] = Threads,
    ) -> None:
        self.settings = settings
        self.store = store
        self.signatures = signatures
        self.bot_pool = bot_pool
        self.time = time
        self.chance = chance
        self.started = time.monotonic()
        self.uptime = Uptime(time, store.turns.uptime())
        self.neighbours = Neighbours(self)
        self.inner = Inner(self)
        self.deadlines = Deadlines(self)
        self.lobby = Lobby(self)
        self.events = Events()
        self.errands = Errands(self)
        self.loaded: dict[str, Room] = {}
        self.moves = 0  # made and saved, the table's included
        self.notice: str | None = None  # what all pages show
        self.slow = threads("slow", size=2, seconds=20)
        self.parts_reader = threads("parts", size=1, seconds=5, queue=20)  # of its own: a game's reader may get stuck
        self.dealer: Callable[[str, tuple[str, ...], int], Dealer] = Dealer
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def now(self) -> int:
        """The time of day, in seconds."""
        return int(self.time.time())

    # ---- people

    def newcomer(self) -> identity.Credential:
        return identity.Credential(identity.new_guest(self.chance))

    async def name_of(self, guest: str) -> str:
        """The name a person goes by; a newcomer is some animal until they say otherwise."""
        return await self.store.read(self.store.name_of, guest) or identity.animal(guest)

    async def rename(self, guest: str, name: str) -> None:
        await self.store.greet(guest, name, self.now())

    async def forget(self, guest: str) -> None:
        """Nothing on this server names this person any more."""
        for forget in self.events.forgets:
            await forget(guest)
        for saved in await self.slow.run(partial(self.store.rooms_of, guest, 100_000, 100_000)):
            await self.at(saved.id, "forget", guest)
        await self.store.forget(guest, partial(device_rows.forget, guest=guest))
        self.forgotten(guest)
        if not await self.neighbours.tell("forgotten", guest):
            raise Refused("busy", TOO_MUCH)

    def forgotten(self, guest: str) -> None:
        """Nothing in memory either, in any process."""
        for forgotten in self.events.forgotten:
            forgotten(guest)
        for room in self.loaded.values():  # what was said by someone who only watched
            said = {one for one, _ in room.chat.lines if one is not None} | {one for _, one in room.notes}
            for one in {one for one in said if identity.device_of(one) == guest}:
                room.forget_words(one)
            theirs = [page for page in room.audience.pages if identity.device_of(page.guest) == guest]
            room.dismiss(theirs, FORGOTTEN)

    # ---- rooms

    async def setting(
        self, game: Game, seats: int | None, options: dict[str, Value], parts: str | None = None
    ) -> Setting:
        """A checked setting; a parts file is read by a thread, because it may be anyone's."""
        if parts is None:
            return game.setting(seats, options)
        return await self.parts_reader.run(partial(game.setting, seats, options, parts))

    async def create(self, guest: str, new: NewRoom) -> Room:
        game = find.game(new.game)
        setting = await self.setting(game, new.seats, new.options, new.parts)
        name = await self.name_of(guest)
        await self.store.greet(guest, name, self.now())  # who sits somewhere keeps their name
        state = new_tables.state_of(new, setting, guest, name, self.settings)
        return await self.set_up(game, setting, state, start=new.start)

    async def set_up(
        self,
        game: Game,
        setting: Setting,
        state: RoomState,
        start: bool = False,
        seed: str = "",
        also: Also | None = None,
    ) -> Room:
        """`seed`: of chance that is not its own. `also` is written with it, or declines it."""
        await self.require_new()
        if start:
            state = seating.start(state, state.host)
        saved = new_tables.saved_of(game, setting, state, self.chance, self.now(), seed)
        return await self.once(saved.id, partial(self._made, saved, setting, state, start, also))

    async def _made(self, saved: Saved, setting: Setting, state: RoomState, start: bool, also: Also | None) -> Room:
        """On disk under a code that no other living table has; the one writer decides between two at the same time."""
        more = None if also is None else partial(also, room=saved.id)
        for _ in range(TRIES):
            saved = msgspec.structs.replace(saved, code=table_codes.new_code(self.chance))
            with suppress(CodeTaken):
                await self.store.create(saved, state.guests, self.now() - table_codes.VALID, more)
                break
        else:
            raise Refused("busy", N_("There are too many tables on this server now. Try again later."))
        room = self.loaded[saved.id] = Room(self, saved, setting, epoch=1)
        if start:
            await room.do(lambda room: Change(begins=True, tell="nobody"))
        return room

    async def rematch(self, old: Room, bot: str | None) -> Room:
        setting, state = new_tables.state_after(old, bot)
        return await self.set_up(old.game, setting, state, start=True)

    async def at(self, id: str, errand: str, *arguments: Any) -> Any:
        """Something to be done at that table, in whichever process it lives."""
        for _ in range(TRIES):
            try:
                return await self.errands.run(id, errand, arguments)
            except OtherOwner as owner:
                done, answer = await self.inner.errand(owner, errand, arguments)
                if done:
                    return answer
        raise Refused("busy", TOO_MUCH)

    async def is_awake(self, id: str) -> bool:
        """Is it in the memory of any process?"""
        return id in self.loaded or await self.store.read(self.store.owner, id) is not None

    def leave(self, room: Room) -> None:
        """It is not ours, or not as it stands on disk: pages come back, to whoever has it then."""
        if self.loaded.get(room.id) is room:
            del self.loaded[room.id]
        room.stop()
        for page in room.audience.pages:
            page.close(MOVED)

    async def leave_lost(self) -> None:
        """Rooms that others have taken, because we were silent or could not be reached."""
        held = {id: room.epoch for id, room in self.loaded.items()}
        ours = await self.store.read(self.store.ours)
        for room in [*self.loaded.values()]:
            if held.get(room.id) == room.epoch != ours.get(room.id):  # and it was not opened, or taken again, meanwhile
                self.leave(room)

    async def room_for(self, id: str, guest: str) -> Room:
        """For anyone whom its host has not sent away, and who would not learn too much."""
        room = await self.room(id)
        seating.require_welcome(room.state, guest)
        sealed.require_seat(room, guest)
        return room

    async def room(self, id: str) -> Room:
        """The room of that id, opened if it was asleep; `OtherOwner` if another process has it."""
        found = self.loaded.get(id)
        if found is not None:
            found.used = self.time.monotonic()  # not out of memory while someone is on the way to it
            return found
        return await self.once(id, partial(self._open, id))

    async def once(self, id: str, work: Callable[[], Coroutine[None, None, Room]]) -> Room:
        """Whoever else asks for this room meanwhile waits for the same one."""
        opening = self._opening.get(id)
        if opening is None:
            opening = self._opening[id] = asyncio.get_running_loop().create_task(work())
            opening.add_done_callback(partial(self._opened, id))
        return await asyncio.shield(opening)

    def _opened(self, id: str, opening: asyncio.Task[Room]) -> None:
        self._opening.pop(id, None)
        if not opening.cancelled():
            opening.exception()  # whoever asked has heard it, if they are still there

    async def take(self, id: str) -> tuple[Saved, bool, int]:
        """As it stands on disk, whether the seed it shares is published, and the number under which we have it now."""
        epoch = await self.store.own(id, self.inner.void(id)) if ROOM_ID.fullmatch(id) else None
        try:
            read = partial(self.store.read, lambda: (self.store.room(id), self.store.is_published(id)))
            saved, published = await read() if epoch is not None else (None, False)
        except ValueError as error:
            raise damaged(id, error) from None
        if saved is None or epoch is None:
            raise Refused("absent", N_("There is no such table. Check the link or ask for a new one."))
        return saved, published, epoch

    async def _open(self, id: str) -> Room:
        saved, published, epoch = await self.take(id)
        try:
            room = Room(self, saved, published=published, epoch=epoch)
            await room.read_talk()
        except Refused:
            raise
        except (ValueError, RecursionError) as error:
            raise damaged(saved.id, error) from None
        except Refusal as refusal:  # the game is not installed any more
            log.error("a room cannot be opened", extra={"room": identity.tag_of(saved.id), "error": str(refusal)})
            raise Refused("absent", N_("The game of this table is not installed on this server any more.")) from None
        await room.open()
        self.loaded[saved.id] = room
        return room

    # ---- before a restart

    async def draining(self) -> bool:
        """Are no new tables taken? A fact on disk, because several processes may serve the same tables."""
        return await self.store.read(self.store.fact, DRAINING) == "1"

    async def require_new(self) -> None:
        if await self.draining():
            raise Refused("trouble", NO_NEW)

    async def drain(self, on: bool) -> None:
        """No new tables until it is over, or the server has been started again; open pages show it."""
        await self.store.change(lambda connection: schema.remember(connection, DRAINING, "1" if on else "0"))
        self.tell_draining(on)

    def tell_draining(self, on: bool) -> None:
        if on != (self.notice is not None):
            self.notice = SOON if on else None
            for room in self.loaded.values():
                room.tell_room()

    # ---- going to sleep

    async def sweep_for_ever(self) -> None:
        counted = self.time.monotonic()
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle))
            await self.sweep()
            with suppress(Refused):  # the disk: others say so
                self.tell_draining(await self.draining())  # another process may have decided it
            ran = int(self.time.monotonic() - counted)
            if ran >= CLEAR:
                counted += ran
                try:
                    await self.clear(ran)
                except Refusal as refusal:  # the disk: it is tried again in an hour
                    log.warning("old tables could not be cleared away", extra={"error": str(refusal)})

    async def clear(self, ran: int) -> int:
        """Deletes tables that were set up and never played at, when nobody has done anything there for a month.

        The month is time that the server ran, by the clock that only goes forward: `ran` seconds since the last call.
        """
        await self.store.unplayed.age(ran, self.uptime.now() if self.uptime.is_shared else None)
        cleared = 0
        while True:
            old = await self.store.read(self.store.unplayed.idle_for, KEPT)
            old = [id for id in old if id not in self.loaded and id not in self._opening]
            if not old:
                return cleared
            await self.store.delete(old)
            cleared += len(old)

    async def sweep(self) -> None:
        """Rooms that nobody looks at leave memory, some at a time, so that nobody waits for it; after many the system
        gets their memory back."""
        until, swept = self.time.monotonic() - self.settings.idle, 0
        while idle := [id for id, room in self.loaded.items() if room.used < until and room.idle][:MANY]:
            self.store.release({id: self.loaded.pop(id).epoch for id in idle})
            swept += len(idle)
            await asyncio.sleep(0)
        if swept >= MANY:
            await self.slow.run(give_memory_back)

    async def close(self) -> None:
        """Games go on after a restart: everything is on disk already."""
        for room in self.loaded.values():
            room.stop()
        self.inner.close()
        self.store.release({room.id: room.epoch for room in self.loaded.values()})
        self.slow.close()
        self.parts_reader.close()
        await self.bot_pool.close()
        self.store.close()


def give_memory_back() -> None:
    """To the system, after many have left: the allocator keeps it otherwise, for the next rush."""
    with suppress(OSError, AttributeError, TypeError):  # it is glibc's; some milliseconds, without Python's lock
        ctypes.CDLL(None).malloc_trim(0)


def damaged(room: str, error: Exception) -> Refused:
    """What is said of a room that cannot be read; its host reads more in the log."""
    log.error("a damaged room", extra={"room": identity.tag_of(room), "error": str(error)})
    return Refused("trouble", DAMAGED)
