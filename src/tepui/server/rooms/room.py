"""One room: a table, the people and bots around it, and what each may know.

Everything that changes a room happens under its lock, in three steps: decide, save, tell. What could
not be saved did not happen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from tepui.core import find, levels
from tepui.core.dealer import commitment
from tepui.core.game import Setting, Value
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.http.guests import device_of, speaker_of, tag_of
from tepui.server.refusals import Refused, words
from tepui.server.rooms import absent, chat, clocks, dice, looking, room_state, seating, shared_chance, timing
from tepui.server.rooms.audience import Audience
from tepui.server.rooms.bot_turns import BotTurns
from tepui.server.rooms.bot_words import BotWords
from tepui.server.rooms.closed import closed
from tepui.server.rooms.game_session import Damaged, GameSession, Row
from tepui.server.rooms.helping import Helping
from tepui.server.rooms.network_bots import NetworkBots
from tepui.server.rooms.outcome import results_of
from tepui.server.rooms.reviewing import Reviewing
from tepui.server.rooms.room_message import room_message
from tepui.server.rooms.room_state import RoomState
from tepui.server.storage.store import KEPT_NOTES, News, Saved
from tepui.server.storage.writer import Stale, Unsure, trouble
from tepui.server.wire import messages
from tepui.server.wire.allowance import Allowance
from tepui.server.wire.page import CLOSED, Page

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

log = logging.getLogger("tepui.room")
T = TypeVar("T")
TRIES = 5  # to be the first
OTHER_RULES = N_("This game was begun under other rules than are installed now, so it cannot go on.")
DAMAGED = N_("The moves of this table are damaged, so it cannot go on; the host can run tepui doctor.")


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
        notes, lines = await store.read(lambda: (store.notes(id), store.lines(id)))
        for marks in notes.values():
            msgspec.json.decode(marks)  # they go to pages as they are
        self.chat.read(lines)
        self.notes.clear()  # it is `helping`'s too
        self.notes.update(notes)

    async def open(self) -> None:
        """Stands where the moves on disk lead; called once, before anybody looks."""
        if self.rooms.store.shared:  # all of it as it stands together: others may be playing here just now
            async with self.lock:
                await self.follow()
        elif self.state.started:
            await self._open_table()
            self.show_all()
        else:
            async with self.lock:
                await dice.woken(self)

    async def _open_table(self) -> None:
        saved = self.saved
        try:
            session = await self._new_session(self.state)
            await self.rooms.slow.run(lambda: session.replay(self.rooms.store.moves(self.id)))
            row = await self.rooms.store.read(self.rooms.store.turns.of, self.id)
            self.turn, self.noted = timing.read(row), row is not None
        except (Damaged, Refusal, ValueError) as error:
            if isinstance(error, Refused):
                raise
            log.error("a damaged room", extra={"room": self.tag, "error": str(error)})
            self.trouble = DAMAGED
            return
        self.session = session
        if saved.rules != self.game.rules and not self.state.over:
            self.trouble = OTHER_RULES
            session.offer()
            return
        if self.state.phase != 2:
            await self._append(session, session.resume(), self.state)
            self.rooms.calls.follow(self)
        session.offer()

    async def _new_session(self, state: RoomState) -> GameSession:
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
            await self._append(session, rows, state)
        except BaseException as error:
            await self._not_saved(error)
        if session.over:
            self.become(state)
            self.rooms.review_queue.add([self.id])
            if state.series is not None:
                self.rooms.shared.look()
        self.moved = self.used = monotonic()
        self.rooms.moves += len(rows)
        session.offer()
        self.rooms.calls.moved(self)

    async def _append(self, session: GameSession, rows: list[Row], state: RoomState) -> None:
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

    async def _not_saved(self, error: BaseException) -> NoReturn:
        """The table is ahead of the disk: open it again from what is there."""
        self.session = None
        try:
            if self.rooms.store.shared:
                await self.follow()
            else:
                await self._open_table()
        except Refusal:  # the disk cannot even be read: out of memory with it; pages come back and try again
            self.rooms.loaded.pop(self.id, None)
            self.bot_turns.stop()
            dice.stop(self)
            for page in self.audience.pages:
                page.close(1012)
        if isinstance(error, Refused) or not isinstance(error, Exception):
            raise error
        log.error("a move was not saved", extra={"room": self.tag, "error": type(error).__name__})
        raise trouble(error) from None

    # ---- what other processes have changed

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

    async def catch_up(self, talk: bool = False) -> None:
        """Another process has changed something here."""
        async with self.lock:
            if self.rooms.loaded.get(self.id) is not self:
                return
            if talk:
                await self._hear_talk()
            if self.newest > self.version or talk:
                await self.follow()

    async def follow(self) -> None:
        """As it stands on disk, and everybody here is told. The lock is held."""
        session, before, store = self.session, self.state, self.rooms.store
        news = await store.read(store.since, self.id, 0 if session is None else session.turn)
        if news is None:
            self._gone()
        if news.room.version == self.version and session is not None and not news.moves:
            return
        self.saved, self.version = news.room, news.room.version
        self.newest = max(self.newest, self.version)
        state = msgspec.json.decode(news.room.state, type=RoomState)
        self.become(state)
        if state.started:
            await self._follow_game(session, news)
        self._dismiss_who_left(before, state)
        self._stop_if_shut()
        self.rooms.calls.follow(self)
        if state == before and session is not None:
            self.show_all()
        else:
            self.tell_everything()
        if not state.started:
            await dice.followed(self)

    async def _follow_game(self, session: GameSession | None, news: News) -> None:
        try:
            if session is None or not session.follow(news.moves):
                session = await self._new_session(self.state)
                await self.rooms.slow.run(partial(session.replay, await self._all_moves(news)))
                same = self.saved.rules == self.game.rules
                if same and self.state.phase != 2 and session.resume():
                    raise Damaged("the table's own moves are missing")
                session.offer()
            self.turn, self.noted = timing.read(news.turn), True
        except (Damaged, Refusal, ValueError) as error:
            if isinstance(error, Refused):
                raise
            log.error("a damaged room", extra={"room": self.tag, "error": str(error)})
            self.trouble = DAMAGED
            return
        if news.moves:
            self.moved = monotonic()
        self.session = session
        if self.saved.rules != self.game.rules and not self.state.over:
            self.trouble = OTHER_RULES
        self.rooms.deadlines.expect(self.turn.due)

    async def _all_moves(self, news: News) -> list[tuple[int, int, bytes]]:
        """From the first on, up to those that are new."""
        if not news.moves or news.moves[0][0] == 1:
            return news.moves
        found = await self.rooms.store.read(self.rooms.store.moves, self.id)
        return found[: news.moves[-1][0]]

    async def _hear_talk(self) -> None:
        before = dict(self.notes)
        with suppress(ValueError):
            await self.read_talk()
        for page in self.audience.pages:
            marks = self.notes_of(page)
            if page.seat is not None and marks is not None and marks != before.get((page.seat, page.guest)):
                page.show_notes(page.seat, marks)
                self.show(page)
        self.tell_room()

    def _dismiss_who_left(self, before: RoomState, state: RoomState) -> None:
        """Another process sent somebody away, or moved a seat to another device."""
        self.dismiss([page for page in self.audience.pages if state.is_kicked(page.guest)], seating.SENT_AWAY)
        for was, chair in zip(before.chairs, state.chairs, strict=True):
            if was.guest is not None and chair.guest is not None and was.guest != chair.guest:
                self._moved_away(was.guest)

    def _moved_away(self, old: str) -> None:
        others = self.state.seats_at(device_of(old))  # who share the old device and play on there
        self.dismiss(
            [page for page in self.audience.pages if page.guest == old and (page.person or not others)],
            N_("This seat has moved to another device."),
        )

    def _gone(self) -> NoReturn:
        self.rooms.loaded.pop(self.id, None)
        self.bot_turns.stop()
        dice.stop(self)
        no = Refused("absent", N_("There is no such table; check the link or ask for a new one."))
        self.dismiss([*self.audience.pages], no.text)
        raise no

    def neighbours_changed(self) -> None:
        """Somebody came to this table in another process, or left it there."""
        self.tell_room()
        dice.expect(self)
        if self.with_bots:
            self.bot_turns.wake()

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
        session = await self._new_session(state)
        rows = session.resume()
        state = replace(state, over=session.over)
        await self._append(session, rows, state)
        self.become(state)
        self.session = session
        self.moved = monotonic()
        session.offer()
        self.tell_everything()
        self.rooms.calls.moved(self)

    async def move_seat(self, seat: int, number: int, guest: str) -> None:
        """A private link was opened on another device."""
        await self.decide(lambda: self._move_seat(seat, number, guest))

    async def _move_seat(self, seat: int, number: int, guest: str) -> None:
        async with self.lock:
            if self.state.series is not None:
                raise Refused("forbidden", shared_chance.NOT_HERE)
            chair = room_state.chair_at(self.state, seat)
            old, hosted = chair.guest, chair.guest == self.state.host
            state = seating.move_seat(self.state, seat, number, guest)
            await self.save(state)
            if old != guest and old is not None:
                marks = self.notes.get((seat, old))
                if (
                    marks is not None and chair.own_link
                ):  # they wanted to go on elsewhere; the host's link gives no notes
                    await self.keep_notes(seat, guest, marks)
                text = N_("The seat of {name}, the host, was taken over on another device.")
                if not hosted:
                    text = N_("The seat of {name} was taken over on another device.")
                await self.log(text, name=chair.name)
                self._moved_away(old)
            self.tell_everything()

    async def forget(self, guest: str) -> None:
        """A person wants to be forgotten: a bot plays on, the name is gone."""
        await self.decide(lambda: self._forget(guest))

    async def _forget(self, guest: str) -> None:
        async with self.lock:
            await self.save(seating.forget(self.state, guest, self.friend))
            self.forget_words(guest)
            self.dismiss_forgotten(guest)
            self.tell_everything()

    async def shut(self, why: str | None) -> None:
        """Whoever runs the server closes this table, and everybody there is told; None: it is open again.

        Nothing is lost and nothing is told of the game: neither its seed nor its moves.
        """

        async def work() -> None:
            async with self.lock:
                await self.save(replace(self.state, shut=why))
                self._stop_if_shut()

        await self.decide(work)

    def _stop_if_shut(self) -> None:
        """Bots stop, and every page of this process is told why and closed. The lock is held."""
        try:
            seating.require_open(self.state)
        except Refused as no:
            self.bot_turns.stop()
            dice.stop(self)
            for page in self.audience.pages:
                page.close(CLOSED, no.sentence(page.language))
            self.audience.pages.clear()

    def dismiss_forgotten(self, guest: str) -> None:
        gone = [page for page in self.audience.pages if page.guest == guest]
        self.dismiss(gone, N_("Your data has been deleted."))

    def forget_words(self, guest: str) -> None:
        """What they wrote and said, also where they only watched."""
        for key in [key for key in self.notes if key[1] == guest]:
            del self.notes[key]
        self.chat.forget(guest)

    async def keep_notes(self, seat: int, guest: str, marks: bytes) -> None:
        """Somebody's marks at a seat; those of others who sat there stay theirs, and the oldest go."""
        await self.rooms.store.note(self.id, seat, guest, marks)
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
            await self.follow()
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
