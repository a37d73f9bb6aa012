"""The bots at one table: asked when they have something to decide, one thought per seat at a time."""

from __future__ import annotations

import asyncio
import logging
import weakref
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.core.refusal import BotFailed, Refusal
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.refusals import Refused
from tepui.server.rooms import seating
from tepui.server.rooms.bot_pool import Heard

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room

log = logging.getLogger("tepui.bots")
RETRY = 5.0  # seconds after which a move that could not be saved is tried again


class BotTurns:
    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)  # a room that leaves memory is gone at once, without a search for rings
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._heard: dict[int, Heard] = {}
        self._passed: dict[int, int] = {}  # seat -> turn at which its bot let an interrupt pass

    @property
    def room(self) -> Room:
        room = self._room()
        assert room is not None
        return room

    @property
    def busy(self) -> bool:
        return bool(self._thoughts)

    def forget(self, seat: int) -> None:
        self._passed.pop(seat, None)

    def wake(self) -> None:
        """Asks every bot that has something to decide and is not thinking already."""
        room = self.room
        session = room.session
        if session is None or room.trouble is not None or room.state.over:
            return
        for seat, chair in enumerate(room.state.chairs):
            if chair.bot is None or seat in self._thoughts:
                continue
            offer = session.offered(seat)
            if not offer.codes or self._passed.get(seat) == session.turn:
                continue
            if not session.look(seat).must_act and chair.bot == "random" and "random" not in room.game.bots:
                continue  # it never interrupts, unless the game has a `random` of its own
            task = asyncio.get_running_loop().create_task(self._think(seat))
            self._thoughts[seat] = task
            task.add_done_callback(partial(self._thought, seat))

    def _thought(self, seat: int, task: asyncio.Task[None]) -> None:
        del self._thoughts[seat]
        if not task.cancelled():
            error = task.exception()
            if error is not None:
                log.error("a bot's move failed", extra={"room": self.room.tag, "error": type(error).__name__})
                return
            self.wake()

    async def _think(self, seat: int) -> None:
        room = self.room
        session = room.session
        bot = room.state.chairs[seat].bot
        if session is None or bot is None:
            return
        wait = room.moved + room.state.pace / 1000 - monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        turn = session.turn
        try:
            view = session.look(seat)
            pick = await room.rooms.workers.ask(bot, view, self._hears(seat, view), room.tag)
        except BotFailed as failed:
            await self._replace(seat, bot, failed)
            return
        async with room.lock:
            still = room.session is session and room.state.chairs[seat].bot == bot
            if not still or not session.offered(seat).turn <= turn:
                return  # the game has moved on, or a person sits there now: it is asked anew
            if pick is None:
                self._passed[seat] = turn
                return
            try:
                await room.play(seat, turn, [pick])
                return
            except Refused as no:
                if no.why != "trouble":
                    raise
            except Refusal as refusal:
                log.error("a bot's pick was refused", extra={"room": room.tag, "bot": bot, "error": str(refusal)})
                raise
        await asyncio.sleep(RETRY)  # the disk is full: the bot waits for better times

    def _hears(self, seat: int, view: View) -> Heard:
        heard = self._heard.get(seat)
        if heard is None or not heard.told.goes_on(view):  # first asked, a move was taken back, another name
            heard = self._heard[seat] = Heard(view)
        return heard

    async def _replace(self, seat: int, bot: str, failed: BotFailed) -> None:
        """It crashed or hung twice: `random` plays on, and everybody is told."""
        room = self.room
        log.warning("a bot was replaced", extra={"room": room.tag, "bot": bot, "error": str(failed)})
        async with room.lock:
            chair = room.state.chairs[seat]
            if chair.bot != bot:
                return
            state = seating.put(room.state, seat, replace(chair, bot="random"))
            await room.save(state)
            await room.log(N_("The bot {bot} failed; random plays on for {name}."), bot=bot, name=chair.name)
            room.tell_everything()

    def stop(self) -> None:
        for task in self._thoughts.values():
            task.cancel()
