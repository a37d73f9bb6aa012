"""All the rooms: set up, found, opened from disk when somebody comes, and out of memory when nobody is left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic, time

import msgspec
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from tepui.core import find
from tepui.core.dealer import Dealer, new_seed
from tepui.core.game import Game, Setting, Value
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server import memory
from tepui.server.calls.calls import Calls
from tepui.server.http import guests, table_codes
from tepui.server.refusals import Refused
from tepui.server.rooms import clocks, departures, dice, following, next_rung, seating, timing
from tepui.server.rooms.bot_pool import BotPool
from tepui.server.rooms.deadlines import Deadlines
from tepui.server.rooms.devices import PersonDevices
from tepui.server.rooms.elsewhere import Elsewhere
from tepui.server.rooms.history import History
from tepui.server.rooms.lobby import Lobby
from tepui.server.rooms.review_queue import ReviewQueue
from tepui.server.rooms.room import Room, fields_of
from tepui.server.rooms.room_state import Chair, RoomState
from tepui.server.rooms.series import SharedChance
from tepui.server.settings import Settings
from tepui.server.storage import schema
from tepui.server.storage.saved_room import Saved
from tepui.server.storage.series import Series, declined
from tepui.server.storage.store import CodeTaken, Store
from tepui.server.storage.writer import Stale
from tepui.server.threads import Threads
from tepui.server.uptime import SystemTime, Time, Uptime
from tepui.server.wire.lobby import NewRoom

log = logging.getLogger("tepui.rooms")
SWEEP = 20.0
MANY = 50  # rooms
KEPT = 30 * 24 * 3600  # a table at which no game has begun; time that the server ran
CLEAR = 3600.0  # seconds between looking for such tables
TRIES = 20  # to find a free table code
DRAINING = "draining"  # a fact: no new tables
NO_NEW = N_("This server takes no new tables now, because it will be restarted soon. Games that have begun go on.")
SOON = N_("This server will be restarted soon. Every move is saved, and your game goes on afterwards.")


class Rooms:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        signatures: guests.Signatures,
        bot_pool: BotPool,
        time: Time | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.signatures = signatures
        self.bot_pool = bot_pool
        self.uptime = Uptime(time or SystemTime(), store.turns.uptime())
        self.elsewhere = Elsewhere(self)
        self.deadlines = Deadlines(self)
        self.calls = Calls(self)
        self.shared = SharedChance(self)
        self.lobby = Lobby(self)
        self.history = History(self)
        self.devices = PersonDevices(self)
        self.review_queue = ReviewQueue(self)
        self.loaded: dict[str, Room] = {}
        self.moves = 0  # made and saved, the table's included
        self.notice: str | None = None  # what all pages are told
        self.slow = Threads("slow", size=2, seconds=20)
        self.parts_reader = Threads("parts", size=1, seconds=5, queue=20)  # of its own: a game's reader may get stuck
        self.dealer: Callable[[str, tuple[str, ...], int], Dealer] = Dealer
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._changed: set[str] = set()  # rooms that another process changed while they were opened here
        self._names: dict[str, str] = {}

    # ---- people

    async def name_of(self, guest: str) -> str:
        """The name a person goes by; a newcomer is some animal until they say otherwise."""
        name = self._names.get(guest)
        if name is None:
            name = await self.store.read(self.store.name_of, guest) or guests.animal(guest)
            if len(self._names) > 20_000:
                self._names.clear()
            name = self._names.setdefault(guest, name)
        return name

    async def rename(self, guest: str, name: str) -> None:
        await self.store.greet(guest, name, int(time()))
        self._names[guest] = name

    def forget_names(self, guest: str | None = None) -> None:
        """Another process knows better; of a newcomer nobody does, and an animal stays the same animal."""
        if guest is None:
            self._names.clear()
        else:
            self._names.pop(guest, None)

    async def forget(self, guest: str) -> None:
        """Nothing on this server names this person any more."""
        await self.shared.forget(guest)
        for saved in await self.slow.run(partial(self.store.rooms_of, guest, 100_000, 100_000)):
            room = await self.room(saved.id)
            for one in [one for one in room.state.guests if guests.device_of(one) == guest]:
                await departures.forget(room, one)
        await self.store.forget(guest)
        self.forgotten(guest)

    def forgotten(self, guest: str) -> None:
        """Nothing in memory either, in any process."""
        self.calls.devices.discard(guest)
        for room in self.loaded.values():  # what was said by somebody who only watched
            said = {one for one, _ in room.chat.lines if one is not None} | {one for _, one in room.notes}
            for one in {one for one in said if guests.device_of(one) == guest}:
                departures.forget_words(room, one)
            for page in [page for page in room.audience.pages if guests.device_of(page.guest) == guest]:
                departures.dismiss_forgotten(room, page.guest)
        for person in range(1, guests.MOST_PEOPLE + 1):
            self._names.pop(guests.person_of(guest, person), None)

    # ---- rooms

    async def setting(
        self, game: Game, seats: int | None, options: dict[str, Value], parts: str | None = None
    ) -> Setting:
        """A checked setting; a parts file is read by a thread, because it may be anybody's."""
        if parts is None:
            return game.setting(seats, options)
        return await self.parts_reader.run(partial(game.setting, seats, options, parts))

    async def create(self, guest: str, new: NewRoom) -> Room:
        game = find.game(new.game)
        setting = await self.setting(game, new.seats, new.options, new.parts)
        name = await self.name_of(guest)
        await self.store.greet(guest, name, int(time()))  # who sits somewhere keeps their name
        there = find.bots(game.name)
        state = RoomState(
            chairs=(Chair(),) * setting.seats,
            host=guest,
            host_name=name,
            public=new.public,
            watching=new.watching,
            sharing=new.sharing,
            clock=clocks.parse(self.settings.clock if new.clock is None else new.clock),
            pace=self.settings.pace if new.pace is None else max(0, min(10_000, new.pace)),
        )
        if new.sit:
            state = seating.sit(state, guest, name, 0, new.emblem, new.colour)
        for bot in new.bots:
            if bot not in there:
                raise Refused("unclear", N_("There is no such bot for this game; choose one of the list."))
            if not state.free:
                raise Refused("unclear", N_("There are more players than seats; take fewer bots."))
            state = seating.add_bot(state, guest, state.free[0], bot, False)
        return await self._set_up(game.name, game.rules, setting, state, start=new.start)

    async def create_shared(self, series: Series, mark: str, setting: Setting, state: RoomState) -> Room:
        """A table that plays with the chance of a series; `Taken` if there is one for this mark."""
        for guest in state.guests:
            await self.store.greet(guest, await self.name_of(guest), int(time()))
        game, state = find.game(series.game), replace(state, series=series.id)
        return await self._set_up(game.name, game.rules, setting, state, True, (series, mark))

    async def _set_up(
        self,
        game: str,
        rules: int,
        setting: Setting,
        state: RoomState,
        start: bool,
        shares: tuple[Series, str] | None = None,
    ) -> Room:
        await self.require_new()
        if start:
            state = seating.start(state, state.host)
        saved = Saved(
            id=guests.new_room_id(),
            code="",
            game=game,
            rules=rules,
            seats=setting.seats,
            options=msgspec.json.encode(setting.options).decode(),
            parts=setting.parts_text,
            seed=new_seed() if shares is None else shares[0].seed,
            created=int(time()),
            **fields_of(state),
        )
        saved = await self._with_code(saved, state.guests, None if shares is None else (shares[0].id, shares[1]))
        room = self.loaded[saved.id] = Room(self, saved, setting)
        if start:
            async with room.lock:
                try:
                    await dice.advance(room)
                except Stale:  # a table of a series: who sits there came by another process, and began it
                    await following.follow(room)
        self.elsewhere.opened(room)
        return room

    async def _with_code(self, saved: Saved, people: list[str], shares: tuple[str, str] | None = None) -> Saved:
        """On disk under a code that no other living table has; the one writer decides between two at the same time."""
        for _ in range(TRIES):
            saved = msgspec.structs.replace(saved, code=table_codes.new_code())
            with suppress(CodeTaken):
                await declined(self.store.create(saved, people, int(time()) - table_codes.VALID, shares))
                return saved
        raise Refused("busy", N_("There are too many tables on this server now; try again later."))

    async def rematch(self, old: Room, wanted: RoomState) -> None:
        """The same people and bots around a new table, everybody one seat further; the bots as strong as is wanted.

        Two processes may have the last yes at the same moment: one table is enough, and the other is taken away again.
        """
        chairs, run = next_rung.for_rematch(old, wanted.wanted_bot)
        state = RoomState(
            chairs=seating.rotated(chairs, old.friend),
            run=run,
            host=old.state.host,
            host_name=old.state.host_name,
            public=old.state.public,
            watching=old.state.watching,
            sharing=old.state.sharing,
            pace=old.state.pace,
            clock=old.state.clock,
            kicked=old.state.kicked,
            muted=old.state.muted,
        )
        session = old.session
        if session is None:
            raise Refused("forbidden", N_("This table cannot be played again; set up a new one."))
        room = await self._set_up(old.game.name, old.game.rules, session.setting, state, start=True)
        try:
            await old.save(msgspec.structs.replace(wanted, rematch=room.id))
        except Stale:
            self.loaded.pop(room.id, None)
            room.stop()
            await self.store.delete([room.id])
            raise

    async def room(self, id: str) -> Room:
        """The room of that id, opened if it was asleep."""
        found = self.loaded.get(id)
        if found is not None:
            found.used = monotonic()  # not out of memory while somebody is on the way to it
            return found
        opening = self._opening.get(id)
        if opening is None:
            opening = self._opening[id] = asyncio.get_running_loop().create_task(self._found(id))
            opening.add_done_callback(partial(self._opened, id))
        return await asyncio.shield(opening)

    def _opened(self, id: str, opening: asyncio.Task[Room]) -> None:
        self._opening.pop(id, None)
        if not opening.cancelled():
            opening.exception()  # whoever asked has heard it, if they are still there

    async def _found(self, id: str) -> Room:
        try:
            saved, published = await self.store.read(self._saved, id) if len(id) <= 32 else (None, False)
        except ValueError as error:
            raise damaged(id, error) from None
        if saved is None:
            raise Refused("absent", following.ABSENT)
        room = await self._open(saved, published)
        if id in self._changed:
            self._changed.discard(id)
            room.newest = room.version + 1
            await following.catch_up(room, talk=True)
        self.elsewhere.opened(room)
        return room

    def _saved(self, id: str) -> tuple[Saved | None, bool]:
        """A room on disk, and whether the seed that it shares with others is published."""
        return self.store.room(id), self.store.series.is_published(id)

    def changed_while_opening(self, id: str) -> None:
        if id in self._opening:
            self._changed.add(id)

    async def _open(self, saved: Saved, published: bool) -> Room:
        try:
            room = Room(self, saved, published=published)
            await room.read_talk()
        except Refused:
            raise
        except (ValueError, RecursionError) as error:
            raise damaged(saved.id, error) from None
        except Refusal as refusal:  # the game is not installed any more
            log.error("a room cannot be opened", extra={"room": guests.tag_of(saved.id), "error": str(refusal)})
            raise Refused("absent", N_("The game of this table is not installed on this server any more.")) from None
        await following.open_room(room)
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
        """No new tables until it is over, or the server has been started again; open pages are told."""
        value = "1" if on else "0"

        def work(connection: Connection) -> None:
            schema.remember(connection, DRAINING, value)
            self.store.announce(connection, f"{DRAINING} {value}")

        await self.store.change(work)
        self.tell_draining(on)

    def tell_draining(self, on: bool) -> None:
        if on != (self.notice is not None):
            self.notice = SOON if on else None
            for room in self.loaded.values():
                room.tell_room()

    # ---- going to sleep

    async def sweep_for_ever(self) -> None:
        counted = monotonic()
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle))
            await self.sweep_all()
            with suppress(Refused):  # the disk: others say so
                self.tell_draining(await self.draining())  # another process may have been told
            ran = int(monotonic() - counted)
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
        await self.store.unplayed.age(ran, self.uptime.now() if self.store.shared else None)
        cleared = 0
        while True:
            old = await self.store.read(self.store.unplayed.idle_for, KEPT)
            old = [id for id in old if id not in self.loaded and id not in self._opening]
            if not old:
                return cleared
            await self.store.delete(old)
            cleared += len(old)

    async def sweep_all(self) -> None:
        """Some at a time, so that nobody waits for it; after many the system gets their memory back."""
        swept = 0
        while some := self.sweep():
            swept += some
            await asyncio.sleep(0)
        if swept >= MANY:
            await self.slow.run(memory.give_back)

    def sweep(self) -> int:
        """Rooms that nobody looks at leave memory; how many did."""
        until = monotonic() - self.settings.idle
        idle = [id for id, room in self.loaded.items() if room.used < until and room.idle][:MANY]
        leaving = [self.loaded.pop(id) for id in idle]
        self._note_turns(leaving)
        for room in leaving:
            self.elsewhere.left(room)
        return len(idle)

    def _note_turns(self, leaving: list[Room]) -> None:
        """Whose move it is at each, for the lists of whoever plays there; if it fails, the table itself is asked."""
        new = [
            (room.id, timing.present(room).row())
            for room in leaving
            if not (room.noted or self.store.shared) and room.session is not None and not room.state.over
        ]
        if new:
            self.store.turns.note(new).add_done_callback(lambda done: done.cancelled() or done.exception())

    async def close(self) -> None:
        """Games go on after a restart: everything is on disk already."""
        for room in self.loaded.values():
            room.stop()
            self.elsewhere.left(room)
        self._note_turns(list(self.loaded.values()))
        self.elsewhere.close()
        self.calls.close()
        self.slow.close()
        self.parts_reader.close()
        await self.review_queue.close()
        await self.bot_pool.close()
        self.store.close()


def damaged(room: str, error: Exception) -> Refused:
    """What is said of a room that cannot be read; its host reads more in the log."""
    log.error("a damaged room", extra={"room": guests.tag_of(room), "error": str(error)})
    return Refused("trouble", following.DAMAGED)
