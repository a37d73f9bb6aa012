"""Who is at the same tables in other processes: told by each process, believed while it goes on telling.

A process tells which guests have a page at each table it holds, whenever that changes; and every few seconds that it is
alive. One that falls silent is gone, with all its guests. With SQLite there is one process, and nobody is elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING

from tepui.core.bot_network import Said
from tepui.core.refusal import Refusal
from tepui.server.rooms import following

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.elsewhere")
BEAT = 5.0  # seconds
SILENT = 13.0  # seconds after which a process is gone
MOST = 150  # guests of one table that are told
SOON = 0.02  # seconds in which a change of our own is noted
LONGEST = 4000  # bytes of a bot's answer
BOT = "bot:"  # a network bot that asks there, by its seat


class Elsewhere:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.process = secrets.token_hex(4)
        self._alive: dict[str, float] = {}  # other processes: when they last said something
        self._there: dict[str, dict[str, frozenset[str]]] = {}  # by room and process
        self._tasks: set[asyncio.Task[None]] = set()

    # ---- who is there

    def guests(self, room: str) -> set[str]:
        return {guest for some in self._there.get(room, {}).values() for guest in some}

    def has_bot(self, room: str, seat: int) -> bool:
        """Does the network bot of this seat ask at another process?"""
        return f"{BOT}{seat}" in self.guests(room)

    def place(self, room: str) -> int:
        """Which of the processes that hold this room asks its house bots first: 0 is now, the others a little later."""
        among = self._there.get(room)
        if not among:
            return 0
        mine = order(self.process, room)
        return sum(order(process, room) < mine for process in among)

    # ---- telling

    def announce(self, room: Room) -> None:
        """Who is at this table here."""
        if self.rooms.store.shared:
            pages = sorted({page.guest for page in room.audience.pages}, key=lambda one: one not in room.state.guests)
            bots = [f"{BOT}{seat}" for seat, chair in enumerate(room.state.chairs) if room.network.is_here(chair)]
            self.rooms.store.tell(f"here {self.process} {room.id} {','.join([*bots, *pages[:MOST]])}")

    def opened(self, room: Room) -> None:
        """This process holds the table too from now on: who else?"""
        if self.rooms.store.shared:
            self.rooms.store.tell(f"who {self.process} {room.id}")
            self.announce(room)

    def pass_on(self, room: Room, seat: int, said: Said) -> None:
        """The answer of a network bot to a question that was not asked here."""
        answer = bytes(said.answer).decode(errors="replace")  # what is no text cannot be played there either
        if self.rooms.store.shared and said.question is not None and len(answer.encode()) < LONGEST:
            self.rooms.store.tell(f"answer {self.process} {room.id} {seat} {said.question} {answer}")

    def left(self, room: Room) -> None:
        """This process holds it no longer."""
        self._there.pop(room.id, None)
        if self.rooms.store.shared:
            self.rooms.store.tell(f"left {self.process} {room.id}")

    async def beat_for_ever(self) -> None:
        """Time goes by the database's clock, which is the same for all."""
        while self.rooms.store.shared:
            with suppress(Refusal):
                await self.beat()
            self._bury()
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        uptime = self.rooms.uptime
        told = self.rooms.store.beat(uptime.time.monotonic)
        if told is not None:
            uptime.follow(*await told)
            self.rooms.store.tell(f"beat {self.process}")

    # ---- hearing

    def again(self) -> None:
        """We listen, first or again: whatever this process holds is read anew."""
        self._start(self._all_anew())

    async def _all_anew(self) -> None:
        rooms = self.rooms
        with suppress(Refusal):
            await self.beat()
        rooms.forget_names()
        rooms.shared.look()
        with suppress(Refusal):
            await rooms.calls.read_devices()
        for room in [*rooms.loaded.values()]:
            self.opened(room)
            await self._follow(room, talk=True)

    def heard(self, said: str) -> None:
        kind, _, rest = said.partition(" ")
        words = rest.split(" ")
        if kind == "room":
            self._room_changed(words[0], int(words[1]))
        elif kind == "talk":
            if (room := self.rooms.loaded.get(words[0])) is not None:
                self._start(self._follow(room, talk=True))
        elif kind == "name":
            self.rooms.forget_names(words[0])
        elif kind == "devices":
            self._start(self._devices())
        elif kind == "series":
            self.rooms.shared.look()
        elif kind == "removed":
            self.rooms.devices.close_pages(words[0])
        elif kind == "draining":
            self.rooms.tell_draining(words[0] == "1")
        elif kind == "forgot":
            self.rooms.forgotten(words[0])
        elif words[0] != self.process:
            self._neighbour(kind, *rest.split(" ", 2))

    def _room_changed(self, id: str, version: int) -> None:
        room = self.rooms.loaded.get(id)
        if room is None:
            self.rooms.changed_while_opening(id)
        elif version > room.version:
            room.newest = max(room.newest, version)
            if room.lock.locked():  # our own change, most likely: it is looked at when that is done
                asyncio.get_running_loop().call_later(SOON, self._look_again, room)
            else:
                self._start(self._follow(room))

    def _look_again(self, room: Room) -> None:
        if room.newest > room.version:
            self._start(self._follow(room))

    def _neighbour(self, kind: str, process: str, id: str = "", told: str = "") -> None:
        self._alive[process] = monotonic()
        room = self.rooms.loaded.get(id)
        if room is None:
            return
        if kind == "answer":
            seat, number, answer = told.split(" ", 2)
            room.network.visitor(room.state.chairs[int(seat)]).line.take(int(number), answer.encode())
            return
        if kind == "left":
            self._there.get(id, {}).pop(process, None)
        elif kind == "who":
            self.announce(room)
            return
        elif kind == "here":
            guests = frozenset(one for one in told.split(",") if one)
            if self._there.setdefault(id, {}).get(process) == guests:
                return
            self._there[id][process] = guests
            if room.network.moved_on({int(one[len(BOT) :]) for one in guests if one.startswith(BOT)}, room.state):
                self.announce(room)  # otherwise it would be here for ever, for all but us
        following.neighbours_changed(room)

    def _bury(self) -> None:
        """Processes that have fallen silent are gone."""
        now = monotonic()
        gone = {process for process, last in self._alive.items() if now - last > SILENT}
        for process in gone:
            del self._alive[process]
        for id, among in self._there.items():
            if gone & among.keys():
                for process in gone:
                    among.pop(process, None)
                if (room := self.rooms.loaded.get(id)) is not None:
                    following.neighbours_changed(room)

    async def _devices(self) -> None:
        with suppress(Refusal):
            await self.rooms.calls.read_devices()

    async def _follow(self, room: Room, talk: bool = False) -> None:
        try:
            await following.catch_up(room, talk)
        except Refusal as refusal:  # the database: we are told when it is back
            log.info("cannot follow", extra={"room": room.tag, "error": str(refusal)})

    def _start(self, what: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()


def order(process: str, room: str) -> bytes:
    """Another one at every table, so that no process asks all the bots."""
    return sha256(f"{process} {room}".encode()).digest()
