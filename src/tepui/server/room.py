"""One room: a table, the people and bots around it, and what each may hear.

Everything that changes a room happens under its lock, in three steps: decide, save, tell. What could
not be saved did not happen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from msgspec.structs import replace

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server import chairs, messages, seating, talk
from tepui.server.chairs import State
from tepui.server.guests import device_of, tag_of
from tepui.server.helping import Helping
from tepui.server.line import Line
from tepui.server.lock import Lock
from tepui.server.no import No, words
from tepui.server.showing import Showing
from tepui.server.store import Saved, settle
from tepui.server.tabled import Damaged, Row, Tabled
from tepui.server.thinking import Thinking
from tepui.server.writer import Done, trouble

if TYPE_CHECKING:
    from tepui.server.hall import Hall

log = logging.getLogger("tepui.room")


Failed = Callable[[Exception], None]


class Room:
    def __init__(self, hall: Hall, saved: Saved) -> None:
        self.hall = hall
        self.id = saved.id
        self.tag = tag_of(saved.id)
        self.code = saved.code
        self.saved = saved
        self.game = find.game(saved.game)
        self.notes: dict[int, tuple[str, bytes]] = hall.store.notes(self.id)
        self.helping = Helping(self.game.help, self.notes, self.tag)
        self.showing = Showing(self.id, self.helping)
        self.lines = self.showing.lines
        self.readers = self.showing.readers
        self.state = msgspec.json.decode(saved.state, type=State)
        self.lock = Lock()
        self.used = monotonic()
        self.moved = 0.0
        self.trouble: str | None = None
        self.asked: messages.Asked | None = None  # may a move be taken back? Forgotten when the game goes on
        self.tabled: Tabled | None = None
        self.talk = talk.Talk(hall.store, self.id)
        self.thinking = Thinking(self)

    @property
    def state(self) -> State:
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        self.showing.follow(state)
        self.with_bots = any(chair.bot is not None for chair in state.chairs)

    # ---- opening

    async def open(self) -> None:
        """Stands where the moves on disk lead; called once, before anybody looks."""
        if self.state.started:
            await self._open_table()
            self.show_all()

    async def _open_table(self) -> None:
        saved = self.saved
        options = msgspec.json.decode(saved.options)
        try:
            setting = self.game.setting(saved.seats, options, saved.parts)
            dealer = self.hall.dealer(saved.seed, self.state.words)
            tabled = Tabled(self.game, setting, dealer.choose, self.state.names)
            tabled.replay(self.hall.store.moves(self.id))
        except (Damaged, Refusal) as error:
            if isinstance(error, No):
                raise
            log.error("a damaged room", extra={"room": self.tag, "error": str(error)})
            self.trouble = N_("The moves of this table are damaged, so it cannot go on; the host can run tepui doctor.")
            return
        self.tabled = tabled
        if saved.rules != self.game.rules and not self.state.over:
            self.trouble = N_("This game was begun under other rules than are installed now, so it cannot go on.")
            tabled.offer()
            return
        if not self.state.over:
            rows = tabled.go_on()
            if rows:
                await self.hall.store.append(self.id, tabled.turn - len(rows) + 1, rows)
        tabled.offer()

    # ---- playing

    async def play(self, seat: int, turn: int, picks: list[int]) -> None:
        """The straight line: legal, on disk, told. The lock is held."""
        tabled = self.tabled
        assert tabled is not None
        rows = tabled.pick(seat, turn, picks)
        await self.written(tabled, rows)
        self._played()

    def pick_at_once(self, line: Line, pick: messages.Pick, failed: Failed) -> bool:
        """The same line for a pick that has to wait for nothing but the disk; False: let it be heard in its turn.

        What is refused is heard in its turn too, and then it is told why.
        """
        if not self.lock.take():
            return False
        try:
            seat, tabled = self.playing(line)
            rows = tabled.pick(seat, pick.turn, pick.picks)
        except Refusal:
            self.lock.release()
            return False
        except BaseException:
            self.lock.release()
            raise
        done = partial(self._picked, tabled, rows, failed)
        try:
            self._save_moves(tabled, rows, done)
        except Exception as error:
            done(error)
        return True

    def _picked(self, tabled: Tabled, rows: list[Row], failed: Failed, error: BaseException | None) -> None:
        if error is not None:
            self._undoing = asyncio.get_running_loop().create_task(self._not_picked(error, failed))
            return
        try:
            self._saved(tabled, rows)
            self._played()
        except Exception as mistake:
            failed(mistake)
        finally:
            self.lock.release()

    async def _not_picked(self, error: BaseException, failed: Failed) -> None:
        try:
            await self._not_saved(error)
        except Exception as told:
            failed(told)
        finally:
            self.lock.release()

    def _played(self) -> None:
        self.asked = None
        self.show_all()
        if self.state.over:
            self.tell_room()

    async def written(self, tabled: Tabled, rows: list[Row]) -> None:
        """On disk, or it did not happen."""
        saving: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._save_moves(tabled, rows, partial(settle, saving))
            await saving
        except BaseException as error:
            await self._not_saved(error)
        self._saved(tabled, rows)

    def _save_moves(self, tabled: Tabled, rows: list[Row], done: Done) -> None:
        fields = fields_of(replace(self.state, over=True)) if tabled.over else None
        self.hall.store.append_then(self.id, tabled.turn - len(rows) + 1, rows, fields, done)

    def _saved(self, tabled: Tabled, rows: list[Row]) -> None:
        if tabled.over:
            self.state = replace(self.state, over=True)
        self.moved = self.used = monotonic()
        self.hall.moves += len(rows)
        tabled.offer()

    async def _not_saved(self, error: BaseException) -> NoReturn:
        await self._undo()
        if isinstance(error, No) or not isinstance(error, Exception):
            raise error
        log.error("a move was not saved", extra={"room": self.tag, "error": type(error).__name__})
        raise trouble(error) from None

    async def _undo(self) -> None:
        """The table is ahead of the disk: open it again from what is there."""
        self.readers.forget()
        self.tabled = None
        try:
            await self._open_table()
        except Refusal:  # the disk cannot even be read: out of memory with it; pages come back and try again
            self.hall.rooms.pop(self.id, None)
            for line in self.lines:
                line.close(1012)

    def playing(self, line: Line) -> tuple[int, Tabled]:
        seat = self.showing.seat(line.guest, line.person)
        if seat is None:
            raise No("forbidden", N_("You have no seat in this game; you can only watch."))
        if self.trouble is not None:
            raise No("forbidden", self.trouble)
        if self.tabled is None:
            raise No("forbidden", N_("The game has not begun yet."))
        return seat, self.tabled

    # ---- coming and going

    async def begin(self, guest: str) -> None:
        """The first move is the table's. The lock is held."""
        state = chairs.start(self.state, guest)
        setting = self.game.setting(self.saved.seats, msgspec.json.decode(self.saved.options), self.saved.parts)
        dealer = self.hall.dealer(self.saved.seed, state.words)
        tabled = Tabled(self.game, setting, dealer.choose, state.names)
        rows = tabled.go_on()
        state = replace(state, over=tabled.over)
        await self.hall.store.append(self.id, 1, rows, fields_of(state))
        self.state, self.tabled = state, tabled
        self.moved = monotonic()
        tabled.offer()
        self.tell_everything()

    async def move_seat(self, seat: int, number: int, guest: str) -> None:
        """A private link was opened on another device."""
        async with self.lock:
            old = chairs.chair_at(self.state, seat).guest
            state = chairs.move_seat(self.state, seat, number, guest)
            await self.save(state)
            if seat in self.notes:
                await self.hall.store.note(self.id, seat, guest, self.notes[seat][1])
                self.notes[seat] = (guest, self.notes[seat][1])
            if old != guest and old is not None:
                others = self.state.seats_at(device_of(old))  # who share the old device and play on there
                self.dismiss(
                    [line for line in self.lines if line.guest == old and (line.person or not others)],
                    N_("This seat has moved to another device."),
                )
            self.tell_everything()

    async def forget(self, guest: str) -> None:
        """A person wants to be forgotten: a bot plays on, the name is gone."""
        async with self.lock:
            await self.save(chairs.forget(self.state, guest, self.friend))
            for seat in [seat for seat, note in self.notes.items() if note[0] == guest]:
                del self.notes[seat]
            self.talk.forget(guest)
            gone = [line for line in self.lines if line.guest == guest]
            self.dismiss(gone, N_("You have been forgotten here, as you asked."))
            self.tell_everything()

    # ---- telling

    async def enter(self, line: Line) -> None:
        async with self.lock:
            if self.state.is_kicked(line.guest):
                line.dismiss(words(line.language)(N_("The host has sent you away from this table; choose another.")))
                return
            self.used = monotonic()
            self.lines.add(line)
            self.show_whole(line)
            self.tell_room(but=line)
            self.thinking.wake()

    async def exit(self, line: Line) -> None:
        self.lines.discard(line)
        self.used = monotonic()
        async with self.lock:
            self.tell_room()

    def send_away(self, device: str | None, text: str) -> None:
        self.dismiss([line for line in self.lines if device_of(line.guest) == device], text)

    def dismiss(self, lines: list[Line], text: str) -> None:
        for line in lines:
            self.lines.discard(line)
            line.dismiss(words(line.language)(text))

    def eye(self, line: Line) -> int | None:
        return self.showing.eye(line)

    def show_all(self) -> None:
        """Everybody's own view, and the bots are asked."""
        if self.tabled is not None:
            self.showing.show_all(self.tabled)
            if self.with_bots:
                self.thinking.wake()

    def show_whole(self, line: Line) -> None:
        """Everything there is for this page."""
        self.eye(line)
        line.show_room(self.message(line))
        marks = self.notes_of(line)
        if marks is not None and line.seat is not None:
            line.tell(messages.Notes(seat=line.seat, marks=msgspec.Raw(marks)))
        if self.tabled is not None:
            self.showing.show(self.tabled, line)

    def notes_of(self, line: Line) -> bytes | None:
        """The marks of this person's seat; not those of somebody who sat there before."""
        if line.seat is None or line.seat not in self.notes:
            return None
        guest, marks = self.notes[line.seat]
        return marks if guest == line.guest else None

    def tell_room(self, but: Line | None = None) -> None:
        for line in self.lines:
            if line is not but:
                line.show_room(self.message(line))

    def tell_everything(self) -> None:
        self.tell_room()
        if self.tabled is not None:
            self.tabled.named(self.state.names)
        self.show_all()

    def message(self, line: Line) -> messages.Room:
        return seating.told(self, line)

    async def log(self, text: str, **things: str) -> None:
        """The room's own line in its chat."""
        await self.talk.notice(text, things)

    # ---- saving

    async def save(self, state: State) -> None:
        """On disk, then true."""
        if state == self.state:
            return
        guests = state.guests if state.guests != self.state.guests else None
        await self.hall.store.save(self.id, fields_of(state), guests)
        self.state = state
        self.used = monotonic()

    def seat(self, line: Line) -> int:
        seat = self.showing.seat(line.guest, line.person)
        if seat is None:
            raise No("forbidden", N_("You have no seat at this table; sit down first."))
        return seat

    @property
    def bots(self) -> list[str]:
        return list(find.bots(self.game.name))

    @property
    def friend(self) -> str:
        """Who keeps the seat of somebody who has left."""
        return next(iter(self.game.bots), "random")

    @property
    def commitment(self) -> str:
        return commitment(self.saved.seed)

    @property
    def idle(self) -> bool:
        return not self.lines and not self.lock.locked() and not self.thinking.busy


def fields_of(state: State) -> dict[str, Any]:
    return {
        "state": msgspec.json.encode(state).decode(),
        "listed": int(state.public),
        "phase": state.phase,
        "changed": int(time()),
    }
