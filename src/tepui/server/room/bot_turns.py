"""The bots at one table: asked when they have something to decide, one thought per seat at a time; so are orders.

Where chance is shared with other tables, equal choices must give equal games, however fast anyone is. So there bots
answer before people do; and of several who must decide at the same time one is asked after the other.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tepui.bots.contract import asking_order, is_call
from tepui.bots.lines import SeatLines
from tepui.core.position import AUDIENCE
from tepui.core.refusal import BotFailed
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.bots.network import seed_of
from tepui.server.refusals import Refused
from tepui.server.room import orders
from tepui.server.room import state as room_state
from tepui.server.room.change import NOTHING, Change, change_to, notice
from tepui.server.room.session import GameSession
from tepui.server.store.contract import Fenced, Unsure

if TYPE_CHECKING:
    from tepui.server.room.room import Room

log = logging.getLogger("tepui.bots")
FAILED = N_("{name}, a network bot, gave no answer that can be played in time. A house bot moves for it meanwhile.")
RETRY = 5.0  # seconds after which a move that could not be saved is tried again


class Thought:
    """A bot that was asked, and those who were asked before it."""

    def __init__(self, seat: int, must_act: bool, before: list[Thought]) -> None:
        self.seat = seat
        self.must_act = must_act
        self.before = before
        self.served = asyncio.Event()  # it does not call, or its call has been played
        self.task: asyncio.Task[None] | None = None
        self.far_since: int | None = None  # the turn at which a network bot was asked, while its answer is awaited
        self.recalled = False

    def recall(self) -> None:
        """A network bot may take long over a question that nobody asks any more: it is asked again."""
        if self.far_since is not None and self.task is not None:
            self.recalled = True
            self.task.cancel()


class OfRoom:
    """What is kept with a room does not keep it alive: one that leaves memory is gone without a search for rings."""

    def __init__(self, room: Room) -> None:
        self._room = weakref.ref(room)

    @property
    def room(self) -> Room:
        room = self._room()
        assert room is not None
        return room


class BotTurns(OfRoom):
    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._thoughts: dict[int, Thought] = {}
        self._lines: dict[int, SeatLines] = {}
        self._passed: dict[int, int] = {}  # seat -> turn at which its bot let an interrupt pass
        self._quiet = asyncio.Event()  # nobody thinks
        self._quiet.set()

    @property
    def busy(self) -> bool:
        return bool(self._thoughts)

    async def have_answered(self) -> None:
        while self.busy:
            await self._quiet.wait()

    def forget(self, seat: int) -> None:
        """Another bot sits there now."""
        self._passed.pop(seat, None)
        if seat in self._thoughts:
            self._thoughts[seat].recall()

    def wake(self) -> None:
        """Asks every bot that has something to decide and is not thinking already, whoever must act first."""
        room = self.room
        session = room.session
        if session is None or room.trouble is not None or room.state.phase == 2:
            return
        for thought in self._thoughts.values():
            changed = session.turn if not thought.must_act else session.offered(thought.seat).turn
            if thought.far_since is not None and changed > thought.far_since:
                thought.recall()
        shared = room.state.series is not None
        if shared and self._thoughts:
            return  # all of them are asked about one moment, then about the next
        for seat in asking_order(session.look(AUDIENCE)):
            chair = room.state.chairs[seat]
            if seat in self._thoughts or (chair.bot is None and orders.due(room, seat) is None):
                continue
            offer = session.offered(seat)
            if not offer.codes or self._passed.get(seat) == session.turn:
                continue
            must_act = session.look(seat).must_act
            if not must_act and chair.bot == "random" and "random" not in room.game.bots:
                continue  # it never interrupts, unless the game has a `random` of its own
            if shared and must_act and any(other.must_act for other in self._thoughts.values()):
                continue
            thought = self._thoughts[seat] = Thought(seat, must_act, list(self._thoughts.values()))
            thought.task = asyncio.get_running_loop().create_task(self._think(thought))
            thought.task.add_done_callback(partial(self._thought, thought))
            self._quiet.clear()

    def _thought(self, thought: Thought, task: asyncio.Task[None]) -> None:
        thought.served.set()
        thought.before.clear()  # otherwise each would keep all that ever came before it
        del self._thoughts[thought.seat]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a bot's move failed", extra={"room": self.room.tag, "error": type(error).__name__})
        elif not task.cancelled() or thought.recalled:
            self.wake()
        if not self._thoughts:
            self._quiet.set()

    async def _think(self, thought: Thought) -> None:
        room, seat = self.room, thought.seat
        session = room.session
        bot = room.state.chairs[seat].bot
        if session is None:
            return
        wait = room.moved + room.state.pace / 1000 - room.rooms.time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        if bot is None:
            await self._play(thought, partial(orders.carry_out, seat=seat))
            return
        turn = session.turn
        view = session.look(seat)
        codes = view.offered()
        if not codes:
            return  # while it waited someone moved, and there is nothing to interrupt any more
        try:
            if bot == room_state.NETWORK:
                pick = await self._ask_far_away(thought, turn, view)
            else:
                pick = await self._ask(bot, seat, view)
        except BotFailed as failed:
            await self._replace(seat, bot, failed)
            return
        if pick is None:
            if room.state.chairs[seat].bot == bot:
                self._passed[seat] = turn
            return
        await self._in_turn(thought, session, codes[pick])

        def played(room: Room) -> Change:
            still = room.session is session and room.state.chairs[seat].bot == bot and not room.state.timed_out
            if not still or not session.offered(seat).turn <= turn:
                return NOTHING  # the game has moved on, or a person sits there now: it is asked again
            return Change(rows=session.pick(seat, turn, [pick]), tell="game")

        await self._play(thought, played)

    async def _play(self, thought: Thought, decide: Callable[[Room], Change]) -> None:
        try:
            await self.room.do(decide)
        except (Fenced, Unsure):
            return  # the table was opened again, and who moves there is asked again
        except Refused as no:
            if no.why != "trouble":
                raise
            thought.served.set()
            await asyncio.sleep(RETRY)  # the disk is full: it waits for better times

    async def _ask(self, bot: str, seat: int, view: View) -> int | None:
        room = self.room
        return await room.rooms.bot_pool.ask(
            bot,
            view,
            self._lines_of(seat, view),
            seed=seed_of(f"bots {len(view.moves)} {view.eye} {room.saved.seed}"),  # the same view, the same move
            room=room.tag,
            people=any(line.seat is not None for line in room.audience.pages),
        )

    async def _ask_far_away(self, thought: Thought, turn: int, view: View) -> int | None:
        """A network bot's pick; one that has none now is helped out by a house bot, and keeps its seat."""
        room, seat = self.room, thought.seat
        chair = room.state.chairs[seat]
        try:
            thought.far_since = turn
            return await room.network.ask(chair.token, turn, view, self._lines_of(seat, view), room.saved.seed)
        except BotFailed as failed:
            log.info("a network bot failed", extra={"room": room.tag, "error": failed.why})
            if room.network.is_news(chair.token):
                await room.do(lambda room: Change(lines=(notice(FAILED, name=chair.name),), tell="room"))
        finally:
            thought.far_since = None
        return await self._ask(room.friend, seat, view)

    async def _in_turn(self, thought: Thought, session: GameSession, code: int) -> None:
        """Calls are served in the order of asking (Kryptx, R-13); any other move closes the window, and comes last."""
        if not thought.must_act or is_call(session.table, thought.seat, code):
            waits_for = thought.before
        else:
            thought.served.set()
            waits_for = [other for other in self._thoughts.values() if not other.must_act]
        for other in waits_for:
            await other.served.wait()

    def _lines_of(self, seat: int, view: View) -> SeatLines:
        lines = self._lines.get(seat)
        if lines is None or not lines.goes_on(view):  # first asked, a move was taken back, another name
            lines = self._lines[seat] = SeatLines(view)
        return lines

    async def _replace(self, seat: int, bot: str, failed: BotFailed) -> None:
        """It crashed or hung twice: `random` plays on, and everyone hears of it."""
        room = self.room
        log.warning("a bot was replaced", extra={"room": room.tag, "bot": bot, "error": str(failed)})

        def with_random(room: Room) -> Change:
            chair = room.state.chairs[seat]
            if chair.bot != bot:
                return NOTHING
            text = N_("The bot {bot} failed. A random bot plays on for {name}.")
            state = room_state.put(room.state, seat, replace(chair, bot="random"))
            return change_to(room, state, notice(text, bot=bot, name=chair.name))

        await room.do(with_random)

    def stop(self) -> None:
        for thought in self._thoughts.values():
            if thought.task is not None:
                thought.task.cancel()
