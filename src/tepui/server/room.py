"""One room: a table, the people and bots around it, and what each may hear.

Everything that changes a room happens under its lock, in three steps: decide, save, tell. What could
not be saved did not happen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from time import monotonic, time
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tepui.core import find
from tepui.core.dealer import Dealer, commitment
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server import chairs, messages, talk
from tepui.server.chairs import State
from tepui.server.eyes import Readers
from tepui.server.guests import tidy_name
from tepui.server.helping import Helping
from tepui.server.line import Line
from tepui.server.no import No, words
from tepui.server.store import Saved, trouble
from tepui.server.tabled import Damaged, Tabled
from tepui.server.thinking import Thinking

if TYPE_CHECKING:
    from tepui.server.hall import Hall

log = logging.getLogger("tepui.room")
WORD = 64


class Room:
    def __init__(self, hall: Hall, saved: Saved) -> None:
        self.hall = hall
        self.id = saved.id
        self.code = saved.code
        self.saved = saved
        self.game = find.game(saved.game)
        self.state = msgspec.json.decode(saved.state, type=State)
        self.lines: set[Line] = set()
        self.lock = asyncio.Lock()
        self.used = monotonic()
        self.moved = 0.0
        self.trouble: str | None = None
        self.tabled: Tabled | None = None
        self.readers = Readers(self.id)
        self.talk = talk.Talk(hall.store, self.id)
        self.notes: dict[int, tuple[str, bytes]] = hall.store.notes(self.id)
        self.thinking = Thinking(self)
        self.helping = Helping(self)

    # ---- opening

    async def open(self) -> None:
        """Stands where the moves on disk lead; called once, before anybody looks."""
        if self.state.started:
            await self._open_table()
            self._show_all()

    async def _open_table(self) -> None:
        saved = self.saved
        options = msgspec.json.decode(saved.options)
        try:
            setting = self.game.setting(saved.seats, options, saved.parts)
            dealer = Dealer(saved.seed, self.state.words)
            tabled = Tabled(self.game, setting, dealer, self.state.names)
            tabled.replay(self.hall.store.moves(self.id))
        except (Damaged, Refusal) as error:
            if isinstance(error, No):
                raise
            log.error("a damaged room", extra={"room": self.id, "error": str(error)})
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

    # ---- what people say to a room

    async def hear(self, line: Line, message: messages.In) -> None:
        """One message of one page; refusals go to this page only."""
        try:
            await HEARD[type(message)](self, line, message)
        except No as no:
            why: Any = "forbidden" if no.why == "absent" else no.why
            line.tell(messages.Refused(id=message.id, sentence=no.sentence(line.language), why=why))
        except Refusal as refusal:
            line.tell(messages.Refused(id=message.id, sentence=sentence(refusal, line.language), why="illegal"))

    async def hello(self, line: Line, message: messages.Hello) -> None:
        async with self.lock:
            line.language = message.language
            self._show_whole(line)

    async def pick(self, line: Line, message: messages.Pick) -> None:
        picks = message.pick if isinstance(message.pick, list) else [message.pick]
        if not 0 < len(picks) <= messages.CHAIN:
            raise No("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
        async with self.lock:
            seat, _ = self._playing(line)
            await self.play(seat, message.turn, picks)

    async def play(self, seat: int, turn: int, picks: list[int]) -> None:
        """The straight line: legal, on disk, told. The lock is held."""
        tabled = self.tabled
        assert tabled is not None
        rows = tabled.pick(seat, turn, picks)
        first = tabled.turn - len(rows) + 1
        try:
            if tabled.over:
                state = replace(self.state, over=True)
                await self.hall.store.append_and_save(self.id, first, rows, self._fields(state))
                self.state = state
            else:
                await self.hall.store.append(self.id, first, rows)
        except BaseException as error:
            await self._undo()
            if isinstance(error, No) or not isinstance(error, Exception):
                raise
            log.error("a move was not saved", extra={"room": self.id, "error": type(error).__name__})
            raise trouble(error) from None
        self.moved = self.used = monotonic()
        self.hall.counted(len(rows))
        tabled.offer()
        self._show_all()
        if self.state.over:
            self._tell_room()

    async def _undo(self) -> None:
        """The table is ahead of the disk: open it again from what is there."""
        self.readers.forget()
        self.tabled = None
        try:
            await self._open_table()
        except Refusal:
            self.trouble = N_("This server cannot read its disk; ask the host.")

    async def try_out(self, line: Line, message: messages.Try) -> None:
        if len(message.picks) > messages.CHAIN:
            raise No("unclear", N_("Send between 1 and {n} picks."), n=messages.CHAIN)
        async with self.lock:
            seat, tabled = self._playing(line)
            tabled.current(seat, message.turn)
            line.tell(self.readers.tried(tabled.look(seat), message.picks, line.language, message.id))

    def _playing(self, line: Line) -> tuple[int, Tabled]:
        seat = self.state.seat_of(line.guest)
        if seat is None:
            raise No("forbidden", N_("You have no seat in this game; you can only watch."))
        if self.trouble is not None:
            raise No("forbidden", self.trouble)
        if self.tabled is None:
            raise No("forbidden", N_("The game has not begun yet."))
        return seat, self.tabled

    async def note(self, line: Line, message: messages.Note) -> None:
        marks = msgspec.json.encode(message.marks)
        if len(marks) > messages.NOTES:
            raise No("unclear", N_("Your notes are too long to be kept; shorten them."))
        async with self.lock:
            seat = self.seat(line)
            await self.hall.store.note(self.id, seat, line.guest, marks)
            self.notes[seat] = (line.guest, marks)
            self.helping.show(line)
            for other in self.lines:
                if other is not line and other.guest == line.guest:
                    other.tell(messages.Notes(seat=seat, marks=message.marks))

    async def say(self, line: Line, message: messages.Say) -> None:
        async with self.lock:
            if line.guest in self.state.muted:
                raise No("forbidden", N_("The host has muted you at this table."))
            seat = self.state.seat_of(line.guest)
            name = line.name if seat is None else self.state.chairs[seat].name
            await self.talk.say(line.guest, name, seat, message.text)
            self._tell_room()

    async def take_back(self, line: Line, message: messages.TakeBack) -> None:
        self._playing(line)
        raise No("forbidden", N_("At this table no move is taken back."))

    async def answer(self, line: Line, message: messages.Answer) -> None:
        self._playing(line)
        raise No("forbidden", N_("Nobody has asked anything."))

    # ---- coming and going

    async def sit(self, line: Line, message: messages.Sit) -> None:
        if message.name is not None:
            await self._call(line, message.name)
        if message.word is not None and len(message.word) > WORD:
            raise No("unclear", N_("Your word for the dice is too long; {n} characters are enough."), n=WORD)
        async with self.lock:
            before = self.state.seat_of(line.guest)
            state = chairs.sit(self.state, line.guest, line.name, message.seat)
            if message.word and not state.started:
                state = replace(state, words=(*state.words[-15:], message.word))
            await self.save(state)
            seat = state.seat_of(line.guest)
            if seat is not None and before is None:
                await self._notice(N_("{name} sits down."), name=state.chairs[seat].name)
            self.tell_everything()

    async def leave(self, line: Line, message: messages.Leave) -> None:
        async with self.lock:
            seat = self.state.seat_of(line.guest)
            state = chairs.leave(self.state, line.guest, self.friend)
            await self.save(state)
            if seat is not None and not self.state.over:
                name = self.state.chairs[seat].name
                if state.started:
                    await self._notice(N_("{name} has left; a bot keeps the seat."), name=name)
            self.tell_everything()

    async def rename(self, line: Line, message: messages.Rename) -> None:
        await self._call(line, message.name)
        async with self.lock:
            await self.save(chairs.rename(self.state, line.guest, line.name))
            self.tell_everything()

    async def _call(self, line: Line, name: str) -> None:
        told = tidy_name(name)
        await self.hall.rename(line.guest, told)
        line.name = told

    async def add_bot(self, line: Line, message: messages.AddBot) -> None:
        async with self.lock:
            if message.bot not in self.bots:
                raise No("unclear", N_("There is no such bot for this game; choose one of the list."))
            chair = chairs.chair_at(self.state, message.seat)
            connected = chair.guest in {other.guest for other in self.lines}
            await self.save(chairs.add_bot(self.state, line.guest, message.seat, message.bot, connected))
            self.thinking.forget(message.seat)
            self.tell_everything()

    async def free_seat(self, line: Line, message: messages.FreeSeat) -> None:
        async with self.lock:
            await self.save(chairs.free_seat(self.state, line.guest, message.seat))
            self.tell_everything()

    async def kick(self, line: Line, message: messages.Kick) -> None:
        async with self.lock:
            whom = chairs.chair_at(self.state, message.seat)
            await self.save(chairs.kick(self.state, line.guest, message.seat, self.friend))
            await self._notice(N_("{name} was sent away by the host."), name=whom.name)
            self.dismiss(whom.guest, N_("The host has sent you away from this table; choose another."))
            self.tell_everything()

    async def mute(self, line: Line, message: messages.Mute) -> None:
        async with self.lock:
            await self.save(chairs.mute(self.state, line.guest, message.seat, message.on))
            self._tell_room()

    async def pace(self, line: Line, message: messages.Pace) -> None:
        async with self.lock:
            chairs.only_host(self.state, line.guest)
            if not 0 <= message.milliseconds <= 10_000:
                raise No("unclear", N_("A bot can wait 0 to 10000 milliseconds."))
            await self.save(replace(self.state, pace=message.milliseconds))
            self._tell_room()

    async def start(self, line: Line, message: messages.Start) -> None:
        async with self.lock:
            await self.begin(line.guest)

    async def begin(self, guest: str) -> None:
        """The first move is the table's. The lock is held."""
        state = chairs.start(self.state, guest)
        setting = self.game.setting(self.saved.seats, msgspec.json.decode(self.saved.options), self.saved.parts)
        tabled = Tabled(self.game, setting, Dealer(self.saved.seed, state.words), state.names)
        rows = tabled.go_on()
        state = replace(state, over=tabled.over)
        await self.hall.store.append_and_save(self.id, 1, rows, self._fields(state))
        self.state, self.tabled = state, tabled
        self.moved = monotonic()
        tabled.offer()
        self.tell_everything()

    async def give_link(self, line: Line, message: messages.GiveLink) -> None:
        async with self.lock:
            seat = self.seat(line) if message.seat is None else message.seat
            chair = chairs.chair_at(self.state, seat)
            if chair.guest != line.guest:
                chairs.only_host(self.state, line.guest)
            if chair.guest is None:
                raise No("forbidden", N_("Nobody sits there; send the table's own link."))
            number = chair.link + 1
            await self.save(chairs.put(self.state, seat, replace(chair, link=number)))
            link = f"{line.base}/d/{self.hall.signatures.link(self.id, seat, number)}"
            line.tell(messages.Link(id=message.id, seat=seat, link=link, qr=self.hall.qr(link)))

    async def move_seat(self, seat: int, number: int, guest: str) -> None:
        """A private link was opened on another device."""
        async with self.lock:
            old = chairs.chair_at(self.state, seat).guest
            state = chairs.move_seat(self.state, seat, number, guest)
            await self.save(state)
            if seat in self.notes:
                await self.hall.store.note(self.id, seat, guest, self.notes[seat][1])
                self.notes[seat] = (guest, self.notes[seat][1])
            if old != guest:
                self.dismiss(old, N_("This seat has moved to another device."))
            self.tell_everything()

    async def rematch(self, line: Line, message: messages.Rematch) -> None:
        async with self.lock:
            seat = self.seat(line)
            if not self.state.over:
                raise No("forbidden", N_("The game is not over yet."))
            if self.state.rematch is not None:
                self._tell_room()
                return
            wanted = tuple(sorted({*self.state.wanted, seat}))
            here = {other.guest for other in self.lines}
            waiting = [
                at
                for at, chair in enumerate(self.state.chairs)
                if chair.kind == "person" and chair.guest in here and at not in wanted
            ]
            state = replace(self.state, wanted=wanted)
            if not waiting:
                state = replace(state, rematch=await self.hall.rematch(self))
            await self.save(state)
            self._tell_room()

    async def ping(self, line: Line, message: messages.Ping) -> None:
        line.tell(messages.Pong(id=message.id))

    async def forget(self, guest: str) -> None:
        """A person wants to be forgotten: a bot plays on, the name is gone."""
        async with self.lock:
            await self.save(chairs.forget(self.state, guest, self.friend))
            self.notes = {seat: note for seat, note in self.notes.items() if note[0] != guest}
            self.talk.forget(guest)
            self.dismiss(guest, N_("You have been forgotten here, as you asked."))
            self.tell_everything()

    # ---- telling

    async def enter(self, line: Line) -> None:
        async with self.lock:
            if line.guest in self.state.kicked:
                line.dismiss(words(line.language)(N_("The host has sent you away from this table; choose another.")))
                return
            self.used = monotonic()
            self.lines.add(line)
            self._show_whole(line)
            self._tell_room(but=line)
            self.thinking.wake()

    async def exit(self, line: Line) -> None:
        self.lines.discard(line)
        self.used = monotonic()
        async with self.lock:
            self._tell_room()

    def dismiss(self, guest: str | None, text: str) -> None:
        for line in [line for line in self.lines if line.guest == guest]:
            self.lines.discard(line)
            line.dismiss(words(line.language)(text))

    def eye(self, line: Line) -> int | None:
        """Whose eyes this page looks through: its seat's, the audience's, all when the game is over; or none."""
        seat = line.seat = self.state.seat_of(line.guest)
        if seat is not None:
            return seat
        if self.state.over:
            return DEALER
        return AUDIENCE if self.state.watching else None

    def _show_all(self) -> None:
        """Everybody's own view, and the bots are asked."""
        tabled = self.tabled
        if tabled is None:
            return
        self.readers.follow(tabled.turn, self.state.names)
        for line in self.lines:
            eye = self.eye(line)
            if eye is not None:
                line.show(self.readers.text(tabled.look(eye), line.language))
                self.helping.show(line)
        self.thinking.wake()

    def _show_whole(self, line: Line) -> None:
        """Everything there is for this page."""
        eye = self.eye(line)
        line.show_room(self.message(line))
        if line.seat is not None and line.seat in self.notes:
            marks = msgspec.Raw(self.notes[line.seat][1])
            line.tell(messages.Notes(seat=line.seat, marks=marks))
        if self.tabled is not None and eye is not None:
            self.readers.follow(self.tabled.turn, self.state.names)
            line.show(self.readers.text(self.tabled.look(eye), line.language))
            self.helping.show(line)

    def _tell_room(self, but: Line | None = None) -> None:
        for line in self.lines:
            if line is not but:
                line.show_room(self.message(line))

    def tell_everything(self) -> None:
        self._tell_room()
        if self.tabled is not None:
            self.tabled.named(self.state.names)
        self._show_all()

    def message(self, line: Line) -> messages.Room:
        return talk.room_message(self, line)

    async def notice(self, text: str, **things: str) -> None:
        """The room's own line, from outside the lock."""
        async with self.lock:
            await self._notice(text, **things)
            self._tell_room()

    async def _notice(self, text: str, **things: str) -> None:
        await self.talk.notice(text, things)

    # ---- saving

    async def save(self, state: State) -> None:
        """On disk, then true."""
        if state == self.state:
            return
        guests = state.guests if state.guests != self.state.guests else None
        await self.hall.store.save(self.id, self._fields(state), guests)
        self.state = state
        self.used = monotonic()

    def _fields(self, state: State) -> dict[str, Any]:
        return fields_of(state)

    def seat(self, line: Line) -> int:
        seat = self.state.seat_of(line.guest)
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


def sentence(refusal: Refusal, language: str) -> str:
    """A refusal of the core in the reader's language, as far as it has been translated."""
    text = str(refusal)
    told = words(language)(text) if "{" not in text else text
    return told[:1].upper() + told[1:]


Heard = Callable[[Any, Line, Any], Coroutine[Any, Any, None] | Awaitable[None]]
HEARD: dict[type[messages.In], Heard] = {
    messages.Hello: Room.hello,
    messages.Pick: Room.pick,
    messages.Try: Room.try_out,
    messages.Note: Room.note,
    messages.TakeBack: Room.take_back,
    messages.Answer: Room.answer,
    messages.Say: Room.say,
    messages.Sit: Room.sit,
    messages.Leave: Room.leave,
    messages.Rename: Room.rename,
    messages.AddBot: Room.add_bot,
    messages.FreeSeat: Room.free_seat,
    messages.Start: Room.start,
    messages.Kick: Room.kick,
    messages.Mute: Room.mute,
    messages.Pace: Room.pace,
    messages.GiveLink: Room.give_link,
    messages.HelpMe: lambda room, line, message: room.helping.choose(line, message),
    messages.HelpAtMost: lambda room, line, message: room.helping.limit(line, message),
    messages.Why: lambda room, line, message: room.helping.why(line, message),
    messages.Rematch: Room.rematch,
    messages.Ping: Room.ping,
}
