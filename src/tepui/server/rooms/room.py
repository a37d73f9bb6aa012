"""One room: a table, the people and bots around it, and what each may know.

Everything that changes a room happens under its lock, in three steps: decide, save, tell. What could
not be saved did not happen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from tepui.core import find, levels
from tepui.core.dealer import commitment
from tepui.core.game import Setting, Value
from tepui.core.words import N_
from tepui.server.http.guests import device_of, speaker_of, tag_of
from tepui.server.refusals import Refused, words
from tepui.server.rooms import absent, chat, clocks, dice, following, looking, seating, shared_chance, timing
from tepui.server.rooms.audience import Audience
from tepui.server.rooms.bot_turns import BotTurns
from tepui.server.rooms.bot_words import BotWords
from tepui.server.rooms.closed import closed
from tepui.server.rooms.game_session import GameSession, Row
from tepui.server.rooms.helping import Helping
from tepui.server.rooms.network_bots import NetworkBots
from tepui.server.rooms.outcome import results_of
from tepui.server.rooms.reviewing import Reviewing
from tepui.server.rooms.room_message import room_message
from tepui.server.rooms.room_state import RoomState
from tepui.server.storage.saved_room import Saved
from tepui.server.storage.talk import KEPT_NOTES
from tepui.server.storage.writer import Stale, Unsure
from tepui.server.wire import messages
from tepui.server.wire.allowance import Allowance
from tepui.server.wire.page import CLOSED, Page

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

T = TypeVar("T")
TRIES = 5  # to be the first


class Room:
    def __init__(self, rooms: Rooms, saved: Saved, setting: Setting | None = None, published: bool = False) -> None:
        self.rooms = rooms
        self.id = saved.id
        self.tag = tag_of(saved.id)
        self.code = saved.code
        self.saved = saved
        self.game = find.game(saved.game)
        self.version = self.newest = saved.version  # that we know; and that there is
        self.notes: dict[tuple[int, str], bytes] = {}  # by seat and who wrote them there
        self.helping = Helping(self.game.help, self.notes, self.tag)
        self.audience = Audience(self.helping)
        self.options = msgspec.json.decode(saved.options, type=dict[str, Value])
        self.network = NetworkBots()
        self.published = published  # the seed that it shares with other tables
        state = msgspec.json.decode(saved.state, type=RoomState)
        if len(state.chairs) != saved.seats:
            raise ValueError(f"{saved.seats} seats, but {len(state.chairs)} chairs")
        self.become(state)
        self.lock = asyncio.Lock()
        self.used = monotonic()
        self.moved = 0.0
        self.name_changes = Allowance(0.5, 10.0)
        self.trouble: str | None = None
        self.session: GameSession | None = None
        self.turn = timing.Turn()
        self.noted = False  # it is on disk
        self.called: tuple[int, ...] = ()  # who had to decide when people were last called
        self._setting = setting  # None: not read yet
        self._reconstructed: bool | None = None  # the same
        self.chat = chat.Chat(rooms.store, self.id)
        self.bot_turns = BotTurns(self)
        self.limit: asyncio.TimerHandle | None = None  # until when they must be
        self.arriving: asyncio.TimerHandle | None = None  # until when a game without its host waits for who is away
        self.expiring: asyncio.Task[None] | None = None  # that time is over
        self.said = BotWords(self)
        self.reviewing = Reviewing(self)

    def become(self, state: RoomState) -> None:
        """A state that is on disk."""
        self.state = state
        self.secret = closed(self)  # as the pages were last told
        self.audience.follow(state, self.secret)
        self.network.follow(state)
        self.with_calls = any(chair.call_at for chair in state.chairs)
        self.with_bots = any(chair.bot is not None for chair in state.chairs)

    # ---- opening

    async def read_talk(self) -> None:
        """What was said and written down here; ValueError if it cannot be read."""
        store, id = self.rooms.store, self.id
        notes, lines = await store.read(lambda: (store.talk.notes(id), store.talk.lines(id)))
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
            parts = self.game.parts(None) if self._setting is None else self._setting.parts
            self._reconstructed = self.game.reconstructed(parts)
        return bool(self._reconstructed)

    # ---- playing

    async def play(self, seat: int, turn: int, picks: list[int]) -> None:
        """The straight line: legal, on disk, told. The lock is held."""
        session = self.session
        assert session is not None
        rows = session.pick(seat, turn, picks)
        try:
            await self.write(session, rows)
        except Stale:
            if self.session is not None:
                self.session.go_on_from(session, seat)
            raise
        self.show_all()
        if self.state.over:
            self.tell_room()

    async def write(self, session: GameSession, rows: list[Row]) -> None:
        """On disk, or it did not happen."""
        state = replace(self.state, over=True) if session.over else self.state
        try:
            await self.append(session, rows, state)
        except BaseException as error:
            await following.not_saved(self, error)
        if session.over:
            self.become(state)
            self.rooms.review_queue.add([self.id])
            if state.series is not None:
                self.rooms.shared.look()
        self.moved = self.used = monotonic()
        self.rooms.moves += len(rows)
        session.offer()
        self.rooms.calls.moved(self)

    async def append(self, session: GameSession, rows: list[Row], state: RoomState) -> None:
        """On disk: the rows, whose move it is then, and the room's own fields if they change with it."""
        turn = timing.next_turn(self, state, session, rows)
        row = timing.row_to_write(self, turn)
        fields = None if state is self.state else fields_of(state)
        ended = results_of(self.id, state, session, int(time())) if state.over and not self.state.over else None
        if rows or row is not None:
            first = session.turn - len(rows) + 1
            await self.rooms.store.append(self.id, first, rows, fields, row, ended, self.version)
            self.version += self.rooms.store.shared
        self._timed(turn)

    def _timed(self, turn: timing.Turn | None) -> None:
        """Whose move it is now."""
        if turn is not None:
            self.turn, self.noted = turn, turn.clocks is not None or self.rooms.store.shared
            self.rooms.deadlines.expect(turn.due)

    async def decide(self, work: Callable[[], Awaitable[T]]) -> T:
        """Decides anew where another process was first, from what it has made of this room."""
        for _ in range(TRIES):
            try:
                return await work()
            except Unsure:
                raise
            except Stale:
                await asyncio.sleep(0)
        return await work()

    @property
    def guests_here(self) -> set[str]:
        """Who has a page at this table, in any process."""
        return {page.guest for page in self.audience.pages} | self.rooms.elsewhere.guests(self.id)

    @property
    def devices_here(self) -> set[str]:
        return {device_of(guest) for guest in self.guests_here}

    @property
    def asked(self) -> messages.Asked | None:
        """May a move be taken back? Forgotten when the game goes on."""
        asked = self.state.asked
        if asked is None or self.session is None or asked.turn != self.session.turn:
            return None
        return messages.Asked(seat=asked.seat, agreed=list(asked.agreed))

    def playing(self, page: Page) -> tuple[int, GameSession]:
        if self.state.shut is not None:
            seating.require_open(self.state)
        seat = self.audience.seat(page.guest, page.person)
        if seat is None:
            raise Refused("forbidden", N_("You have no seat in this game; you can only watch."))
        if self.trouble is not None:
            raise Refused("forbidden", self.trouble)
        if self.state.ended:
            raise Refused("forbidden", shared_chance.ENDED)
        if self.session is None:
            raise Refused("forbidden", N_("The game has not begun yet."))
        return seat, self.session

    # ---- coming and going

    async def begin(self, state: RoomState) -> None:
        """The first move is the table's; `dice.advance` alone calls this. The lock is held."""
        session = await self.new_session(state)
        rows = session.resume()
        state = replace(state, over=session.over)
        await self.append(session, rows, state)
        self.become(state)
        self.session = session
        self.moved = monotonic()
        session.offer()
        self.tell_everything()
        self.rooms.calls.moved(self)

    async def keep_notes(self, seat: int, guest: str, marks: bytes) -> None:
        """Somebody's marks at a seat; those of others who sat there stay theirs, and the oldest go."""
        await self.rooms.store.talk.note(self.id, seat, guest, marks)
        self.notes.pop((seat, guest), None)
        self.notes[seat, guest] = marks
        for old in [key for key in self.notes if key[0] == seat][:-KEPT_NOTES]:
            del self.notes[old]

    def speaker(self, who: str, host: str) -> str:
        """The device that this mark stands for, among those that have spoken, look, or are muted here."""
        known = {device_of(guest) for guest, _ in self.chat.lines if guest is not None}
        known |= self.devices_here | set(self.state.muted)
        known |= {look.device for look in self.state.looks}
        for device in known - {device_of(host)}:
            if speaker_of(self.id, device) == who:
                return device
        raise Refused("unclear", N_("Nobody here is known by that mark; load the page again."))

    # ---- telling

    async def enter(self, page: Page) -> None:
        """A page is connected; it is told nothing before it says hello."""
        async with self.lock:
            try:
                seating.require_welcome(self.state, page.guest)
            except Refused as no:
                page.close(CLOSED, no.sentence(page.language))
                return
            if shared_chance.shut_to(self, page.guest):
                self.dismiss([page], shared_chance.SHUT)
                return
            self.used = monotonic()
            self.audience.pages.add(page)
            dice.expect(self)
            self.tell_room()
            self.rooms.elsewhere.announce(self)
            self.bot_turns.wake()

    async def exit(self, page: Page) -> None:
        self.audience.pages.discard(page)
        self.used = monotonic()
        async with self.lock:
            self.tell_room()
            if self.rooms.loaded.get(self.id) is self:
                self.rooms.elsewhere.announce(self)

    def dismiss(self, pages: list[Page], text: str) -> None:
        """These pages are told why, and closed for good."""
        for page in pages:
            self.audience.pages.discard(page)
            page.close(CLOSED, words(page.language)(text))

    def show_all(self) -> None:
        """Everybody's own view, and the bots are asked."""
        if self.session is not None:
            self.audience.show(self.session)
            if self.turn.clocks is not None:
                for page in self.audience.pages:
                    page.show_clock(partial(timing.clock_message, self))
            if self.with_bots:
                self.bot_turns.wake()

    def show(self, page: Page) -> None:
        if self.session is not None:
            self.audience.show(self.session, page)

    def show_whole(self, page: Page) -> None:
        """Everything there is for this page, which holds nothing."""
        self.audience.eye(page)
        page.show_room(partial(room_message, self, page))
        marks = self.notes_of(page)
        if marks is not None and page.seat is not None:
            page.show_notes(page.seat, marks)
        page.show_whole()
        if self.turn.clocks is not None:
            page.show_clock(partial(timing.clock_message, self))
        self.show(page)

    def notes_of(self, page: Page) -> bytes | None:
        """The marks of this person's seat; not those of somebody who sat there before."""
        return None if page.seat is None else self.notes.get((page.seat, page.guest))

    def tell_room(self) -> None:
        for page in self.audience.pages:
            page.show_room(partial(room_message, self, page))

    def tell_everything(self) -> None:
        self.tell_room()
        if self.session is not None:
            self.session.named(self.state.names)
        self.show_all()

    def change_name(self) -> None:
        """Somebody's name changes: of a running game the whole story is told anew, so not too often."""
        if self.state.started and not self.name_changes.take():
            raise Refused("busy", N_("Names change too often at this table; wait a moment."))

    async def log(self, text: str, **things: str) -> None:
        """The room's own line in its chat."""
        await self.chat.notice(text, things)

    # ---- saving

    async def save(self, state: RoomState, told: clocks.Clocks | None = None) -> None:
        """On disk, then true; with clocks that were changed by somebody, not by a move."""
        wanted, before, state = state, self.state, looking.settled(dice.settled(self.state, state))
        state = absent.settled(before, state, self.rooms.uptime.now())
        turn = timing.next_turn(self, state, self.session, [], told)
        if state == before and turn is None:
            return
        guests = state.guests if state.guests != self.state.guests else None
        row = timing.row_to_write(self, turn)
        try:
            await self.rooms.store.save(self.id, fields_of(state), guests, row, self.version)
        except Stale:
            await following.follow(self)
            raise
        self.version += 1
        self.become(state)
        self._timed(turn)
        self.used = monotonic()
        if wanted.closed is not None and state.closed is None:
            dice.stop(self)
            await self.log(dice.CHANGED)
        for text, things in looking.notices(before, state):
            await self.log(text, **things)

    def hears(self, guest: str) -> bool:
        """May they hear and say things here?"""
        return self.state.hears(guest) and not shared_chance.shut_to(self, guest)

    def seat(self, page: Page) -> int:
        seat = self.audience.seat(page.guest, page.person)
        if seat is None:
            raise Refused("forbidden", N_("You have no seat at this table; sit down first."))
        return seat

    @property
    def bots(self) -> list[str]:
        return list(find.bots(self.game.name))

    @property
    def friend(self) -> str:
        """Who keeps the seat of somebody who has left."""
        return levels.usual(self.game.bots, levels.FRIEND)

    @property
    def commitment(self) -> str:
        return commitment(self.saved.seed)

    def stop(self) -> None:
        """No bot is asked any more, and no word for the dice is waited for."""
        self.bot_turns.stop()
        dice.stop(self)

    @property
    def idle(self) -> bool:
        people = self.audience.pages or self.network.waits
        return not people and not self.lock.locked() and not self.bot_turns.busy


def fields_of(state: RoomState) -> dict[str, Any]:
    return {
        "state": msgspec.json.encode(state).decode(),
        "listed": int(state.public),
        "phase": state.phase,
        "changed": int(time()),
    }
