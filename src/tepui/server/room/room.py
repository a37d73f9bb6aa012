"""One room: a table, the people and bots around it, and what each may know.

Everything that changes a room happens under its lock, in three steps: decide (a command gives a `Change`), save, tell.
What could not be saved did not happen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from msgspec.structs import replace

from tepui.bots import levels
from tepui.coach import help
from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.game import Setting, Value, no_secrets
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.bots.network import NetworkBots
from tepui.server.people.identity import device_of, speaker_of, tag_of
from tepui.server.refusals import Refused, words
from tepui.server.room import clocks, orders, sealed, seats, start
from tepui.server.room.audience import Audience
from tepui.server.room.bot_turns import BotTurns
from tepui.server.room.change import Change, Line
from tepui.server.room.chat import Chat
from tepui.server.room.delay import Delay
from tepui.server.room.help import Helping
from tepui.server.room.message import clock_message, room_message
from tepui.server.room.outcome import results_of
from tepui.server.room.page import CLOSED, Page
from tepui.server.room.sealed import is_sealed
from tepui.server.room.session import Damaged, GameSession, Row
from tepui.server.room.state import NETWORK, Chair, RoomState
from tepui.server.store.contract import KEPT_NOTES, Commit, Fenced, Marks, Saved, Unsure, trouble
from tepui.server.web.allowance import Allowance
from tepui.server.wire import messages

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.room")
OTHER_RULES = N_("This game was begun under other rules than are installed now, so it cannot go on.")
DAMAGED = N_("The moves of this table are damaged, so it cannot go on. The host can run tepui doctor.")
DOUBT = (Fenced, Unsure, asyncio.CancelledError)  # the disk may say something else than we know


class Room:
    def __init__(
        self, rooms: Rooms, saved: Saved, setting: Setting | None = None, published: bool = False, epoch: int = 0
    ) -> None:
        self.rooms = rooms
        self.epoch = epoch  # the number under which this process has it; every change names it
        self.id = saved.id
        self.tag = tag_of(saved.id)
        self.code = saved.code
        self.saved = saved
        self.game = find.game(saved.game)
        self.notes: dict[tuple[int, str], bytes] = {}  # by seat and who wrote them there
        self.helping = Helping(help.of(self.game), self.notes, self.tag)
        self.delay = Delay(rooms.time, self.show_late)
        self.audience = Audience(self.helping, self.game.secret is not no_secrets, self.delay)
        self.session: GameSession | None = None
        self.chat = Chat(self.id, rooms.time, self.game)
        self.options = msgspec.json.decode(saved.options, type=dict[str, Value])
        self.network = NetworkBots()
        self.published = published  # the seed that it shares with other tables
        state = msgspec.json.decode(saved.state, type=RoomState)
        if len(state.chairs) != saved.seats:
            raise ValueError(f"{saved.seats} seats, but {len(state.chairs)} chairs")
        self.adopt(state)
        self.lock = asyncio.Lock()
        self.used = self.rooms.time.monotonic()
        self.moved = 0.0
        self.name_changes = Allowance(0.5, 10.0)
        self.trouble: str | None = None
        self.turn = clocks.Turn()
        self._setting = setting  # None: not read yet
        self._reconstructed: bool | None = None  # the same
        self.bot_turns = BotTurns(self)
        self.limit: asyncio.TimerHandle | None = None  # until when they must be
        self.arriving: asyncio.TimerHandle | None = None  # until when a game without its host waits for who is away
        self.expiring: asyncio.Task[None] | None = None  # that time is over

    def adopt(self, state: RoomState) -> None:
        """A state that is on disk."""
        self.state = state
        self.delay.change(state.delay, self.session, self.chat.count)
        self.sealed = is_sealed(self)  # as the pages know it
        self.audience.adopt(state, self.sealed)
        self.network.adopt({chair.token for chair in state.chairs if chair.bot == NETWORK}, state.over)
        self.with_calls = any(chair.call_at for chair in state.chairs)
        self.with_orders = any(chair.orders for chair in state.chairs)
        self.with_bots = self.with_orders or any(chair.bot is not None for chair in state.chairs)

    # ---- opening: when someone comes, and again when something could not be saved

    async def read_talk(self) -> None:
        """What was said and written down here; ValueError if it cannot be read."""
        store, id = self.rooms.store, self.id
        notes, lines = await store.read(lambda: (store.notes(id), store.lines(id)))
        for marks in notes.values():
            msgspec.json.decode(marks)  # they go to pages as they are
        self.chat.read(lines)
        self.notes.clear()  # it is `helping`'s too
        self.notes.update(notes)

    async def new_session(self, state: RoomState) -> GameSession:
        """The table before its first move."""
        saved = self.saved
        if self._setting is None:
            self._setting = await self.rooms.setting(self.game, saved.seats, self.options, saved.parts)
        dealer = self.rooms.dealer(saved.seed, state.words, state.dealer)
        return GameSession(self.game, self._setting, dealer.choose, state.names)

    @property
    def reconstructed(self) -> bool:
        """Are some printed numbers of this table only our guess? With an owner's file, as soon as it is read."""
        if self._reconstructed is None and (self._setting is not None or self.saved.parts is None):
            parts = self.game.read_parts(None) if self._setting is None else self._setting.parts
            self._reconstructed = self.game.reconstructed(parts)
        return bool(self._reconstructed)

    async def open(self) -> None:
        """Stands where the moves on disk lead; called once, before anyone looks."""
        if self.state.started:
            await self._open_table()
            self.show_all()
        else:
            await self.do(start.after_restart)

    async def _open_table(self) -> None:
        store = self.rooms.store
        try:
            session = await self.new_session(self.state)
            await self.rooms.slow.run(lambda: session.replay(store.moves(self.id)))
            self.turn = clocks.turn_of(await store.read(store.turns.of, self.id))
        except Refused:  # it was only the disk
            raise
        except (Damaged, Refusal, ValueError) as error:
            log.error("a damaged room", extra={"room": self.tag, "error": str(error)})
            self.trouble = DAMAGED
            return
        self.session = session
        if self.saved.rules != self.game.rules and not self.state.over:
            self.trouble = OTHER_RULES
        elif self.state.phase != 2:
            await self._write(self.state, session, session.resume())
            for opened in self.rooms.events.opened:
                opened(self)
        if self.delay.seconds:
            self.delay.note(session, self.chat.count)
        session.offer()

    async def _not_saved(self, error: BaseException) -> NoReturn:
        """Disk and memory differ, nobody knows how far: the room is taken again, and opened from what is there.

        Taken again: a change of ours that is still on its way finds another number there, and is not made.
        """
        if self.rooms.loaded.get(self.id) is not self:
            raise error  # it was left, or nobody has seen it yet
        self.session = None
        try:
            self.saved, self.published, self.epoch = await self.rooms.take(self.id)
            self.adopt(msgspec.json.decode(self.saved.state, type=RoomState))
            await self.read_talk()
            if self.state.started:
                await self._open_table()
            if isinstance(error, DOUBT):
                self.tell_everything()
        except (Refusal, ValueError):  # another process has it, or the disk cannot be read: pages come back
            self.rooms.leave(self)
        if isinstance(error, Refused) or not isinstance(error, Exception):
            raise error
        log.error("a change was not saved", extra={"room": self.tag, "error": type(error).__name__})
        raise trouble(error) from None

    # ---- decide, save, tell

    async def do(self, decide: Callable[..., Change], *given: Any) -> None:
        """What someone has decided from what they see here, and nobody changes meanwhile."""
        async with self.lock:
            await self.commit(decide(self, *given))

    async def commit(self, change: Change) -> None:
        """Saved, then true, then sent to the pages: what could not be saved did not happen. The lock is held."""
        before, session, rows = self.state, change.session or self.session, change.rows
        state = before if change.state is None or change.state == before else change.state
        if rows is not None and session is not None and session.over:
            state = replace(state, over=True)
        if rows is not None and session is not None and self.with_orders:
            state = orders.after(state, session)
        lines = [(guest, replace(said, at=self.rooms.now())) for guest, said in change.lines]
        try:
            await self._write(state, session, rows or (), change.clocks, lines, change.note)
        except BaseException as error:
            if isinstance(error, DOUBT) or (rows is not None and change.session is None):
                await self._not_saved(error)
            raise
        self.used = self.rooms.time.monotonic()
        if state is not before:
            self.adopt(state)
        if rows is not None and session is not None:
            self.session, self.moved = session, self.used
            self.rooms.moves += len(rows)
            session.offer()
        if self.session is not None and self.delay.seconds and (rows is not None or lines):
            self.delay.note(self.session, self.chat.count + len(lines))
        if rows is not None or change.clocks is not None:
            for moved in self.rooms.events.moved:
                moved(self)
        if state.over and not before.over:
            for over in self.rooms.events.over:
                over(self)
        if rows is None or lines:
            await self._follow_up(change, before, lines)
        self._tell(change)
        for seat, chair in enumerate(before.chairs):
            if rows is not None and chair.orders != self.state.chairs[seat].orders:
                self.tell_own(seat)

    async def _write(
        self,
        state: RoomState,
        session: GameSession | None,
        rows: Sequence[Row] = (),
        given: clocks.Clocks | None = None,
        lines: Sequence[Line] = (),
        note: Marks | None = None,
    ) -> None:
        """All of it or nothing, and whose move it is then."""
        rooms, changed, turn = self.rooms, state is not self.state, None
        if session is not None and state.started:
            turn = clocks.next_turn(self.turn, state, session, rows, rooms.uptime, given)
        ended = None
        if session is not None and state.over and not self.state.over:
            ended = results_of(self.id, state, session, rooms.now())
        if rows or changed or turn is not None or lines or note is not None:
            commit = Commit(
                self.id,
                self.epoch,
                rows=rows,
                first=1 if session is None else session.turn - len(rows) + 1,
                fields=fields_of(state, rooms.now()) if changed else None,
                guests=state.guests if changed and state.guests != self.state.guests else None,
                turn=None if turn is None else turn.row(),
                ended=ended,
                lines=[(guest, msgspec.json.encode(said).decode()) for guest, said in lines],
                note=note,
            )
            await rooms.store.commit(commit)
        if turn is not None:
            self.turn = turn
            if turn.due is not None:
                rooms.deadlines.expect(turn.due)

    async def _follow_up(self, change: Change, before: RoomState, lines: list[Line]) -> None:
        """What is done when a change is on disk, before the pages hear of it."""
        self.chat.add(lines)
        if change.note is not None:
            self._keep(change.note, change.page)
        if change.forgets is not None:
            self.forget_words(change.forgets)
        if change.new_bot is not None:
            self.bot_turns.forget(change.new_bot)
        if self.state.banned is not None:
            self.stop()
        if before.promise is not None and self.state.promise is None:
            start.stop(self)
        if change.begins:
            await start.advance(self)
        if change.dismisses is not None:
            which, text, things = change.dismisses
            self.dismiss([page for page in self.audience.pages if which(page)], text, **things)
        if change.page is not None and change.answer is not None:
            change.page.tell(change.answer)

    def _tell(self, change: Change) -> None:
        if change.tell == "all":
            self.tell_everything()
        elif change.tell == "own" and change.page is not None:
            self.tell_own(self.seat(change.page))
        elif change.tell == "game":
            self.show_all()
        if change.tell == "room" or (change.tell == "game" and self.state.over):
            self.tell_room()

    @property
    def guests_here(self) -> set[str]:
        """Who has a page at this table."""
        return {page.guest for page in self.audience.pages}

    @property
    def devices_here(self) -> set[str]:
        return {device_of(guest) for guest in self.guests_here}

    def is_connected(self, chair: Chair) -> bool:
        """A person with a page here, or a network bot that waits or thinks."""
        if chair.bot == NETWORK:
            return self.network.visitor(chair.token).here
        return chair.kind == "person" and chair.device in self.devices_here

    @property
    def asked(self) -> messages.Asked | None:
        """May a move be taken back? Forgotten when the game goes on."""
        asked = self.state.asked
        if asked is None or self.session is None or asked.turn != self.session.turn:
            return None
        return messages.Asked(seat=asked.seat, agreed=list(asked.agreed))

    def playing(self, page: Page) -> tuple[int, GameSession]:
        if self.state.banned is not None:
            seats.require_not_banned(self.state)
        seat = self.audience.seat(page.guest, page.person)
        if seat is None:
            raise Refused("forbidden", N_("You have no seat in this game. You can only watch."))
        if self.trouble is not None:
            raise Refused("forbidden", self.trouble)
        if self.state.timed_out:
            raise Refused("forbidden", sealed.TIMED_OUT)
        if self.session is None:
            raise Refused("forbidden", N_("The game has not begun yet."))
        return seat, self.session

    # ---- what is said and written down

    def _keep(self, note: Marks, writer: Page | None) -> None:
        """Someone's marks at a seat; those of others who sat there stay theirs, and the oldest go."""
        seat, guest, marks = note
        self.notes.pop((seat, guest), None)
        self.notes[seat, guest] = marks
        for old in [key for key in self.notes if key[0] == seat][:-KEPT_NOTES]:
            del self.notes[old]
        for page in self.audience.pages:
            if self.audience.seat(page.guest, page.person) == seat:
                if page is not writer:
                    page.show_notes(seat, marks)
                self.show(page)

    def forget_words(self, guest: str) -> None:
        """What they wrote and said, also where they only watched."""
        for key in [key for key in self.notes if key[1] == guest]:
            del self.notes[key]
        self.chat.forget(guest)

    def speaker(self, who: str, host: str) -> str:
        """The device that this mark stands for, among those that have spoken, look, or are muted here."""
        known = {device_of(guest) for guest, _ in self.chat.lines if guest is not None}
        known |= self.devices_here | set(self.state.muted)
        known |= {look.device for look in self.state.looks}
        for device in known - {device_of(host)}:
            if speaker_of(self.id, device) == who:
                return device
        raise Refused("unclear", N_("Nobody here is known by that mark. Load the page again."))

    # ---- telling

    async def enter(self, page: Page) -> None:
        """A page is connected; it gets nothing before it says hello."""
        async with self.lock:
            try:
                seats.require_welcome(self.state, page.guest)
                sealed.require_seat(self, page.guest)
            except Refused as no:
                page.close(CLOSED, no.sentence(page.language))
                return
            self.used = self.rooms.time.monotonic()
            self.audience.pages[page] = None
            start.expect(self)
            self.tell_room()
            self.bot_turns.wake()

    async def exit(self, page: Page) -> None:
        self.audience.pages.pop(page, None)
        self.used = self.rooms.time.monotonic()
        async with self.lock:
            self.tell_room()

    def dismiss(self, pages: list[Page], text: str, **things: str) -> None:
        """These pages hear why, and are closed for good."""
        for page in pages:
            self.audience.pages.pop(page, None)
            page.close(CLOSED, words(page.language)(text, **things))

    def show_all(self) -> None:
        """Everyone's own view, and the bots are asked."""
        if self.session is not None:
            for page in self.audience.show(self.session):
                self.show_table(page)
            for page in self.audience.pages if self.turn.clocks is not None else ():
                self.show_clock(page)
            if self.with_bots:
                self.bot_turns.wake()

    def show_table(self, page: Page) -> None:
        """Who sits there, what is said, and what is agreed."""
        page.show_room(partial(room_message, self, page), self.audience.late(page.guest) is not None)

    def show(self, page: Page) -> None:
        if self.session is not None:
            self.audience.show(self.session, page)

    def show_whole(self, page: Page) -> None:
        """Everything there is for this page, which holds nothing."""
        self.audience.eye(page)
        self.show_table(page)
        marks = self.notes_of(page)
        if marks is not None and page.seat is not None:
            page.show_notes(page.seat, marks)
        page.show_whole()
        self.show_clock(page)
        self.show(page)

    def show_clock(self, page: Page) -> None:
        if self.turn.clocks is not None and self.audience.late(page.guest) is None:
            page.show_clock(partial(clock_message, self))

    def show_late(self) -> None:
        """Something is new for those who see everything later."""
        self.audience.adopt(self.state, self.sealed)
        for page in sorted(self.audience.pages, key=lambda page: not page.motion):
            if self.audience.late(page.guest) is not None:
                self.show_table(page)
                self.show(page)

    def notes_of(self, page: Page) -> bytes | None:
        """The marks of this person's seat; not those of someone who sat there before."""
        return None if page.seat is None else self.notes.get((page.seat, page.guest))

    def tell_room(self) -> None:
        for page in self.audience.pages:
            self.show_table(page)

    def tell_own(self, seat: int) -> None:
        """What is this seat's alone has changed: nobody else gets a message."""
        for page in self.audience.pages:
            if self.audience.seat(page.guest, page.person) == seat:
                self.show_table(page)
        self.bot_turns.wake()

    def tell_everything(self) -> None:
        self.tell_room()
        if self.session is not None:
            self.session.named(self.state.names)
        self.show_all()

    def change_name(self) -> None:
        """Someone's name changes: of a running game the whole story is sent again, so not too often."""
        if self.state.started and not self.name_changes.take(self.rooms.time.monotonic()):
            raise Refused("busy", N_("Names change too often at this table. Wait a moment."))

    def hears(self, guest: str) -> bool:
        """May they hear and say things here?"""
        return self.state.hears(guest) and not sealed.shut_to(self, guest)

    def seat(self, page: Page) -> int:
        seat = self.audience.seat(page.guest, page.person)
        if seat is None:
            raise Refused("forbidden", N_("You have no seat at this table. Sit down first."))
        return seat

    @property
    def bots(self) -> list[str]:
        return list(find.bots(self.game.name))

    @property
    def friend(self) -> str:
        """Who keeps the seat of someone who has left."""
        return levels.usual(self.game.bots, levels.FRIEND)

    @property
    def commitment(self) -> str:
        return commitment(self.saved.seed)

    def stop(self) -> None:
        """No bot is asked any more, and no word for the dice is waited for."""
        self.bot_turns.stop()
        self.delay.stop()
        start.stop(self)

    @property
    def idle(self) -> bool:
        people = self.audience.pages or self.network.waits
        return not people and not self.lock.locked() and not self.bot_turns.busy


def fields_of(state: RoomState, now: int) -> dict[str, Any]:
    return {
        "state": msgspec.json.encode(state).decode(),
        "listed": int(state.public),
        "phase": state.phase,
        "changed": now,
    }
