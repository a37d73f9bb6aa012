"""Faults that a server like this could have: each is put in, and some world must find it.

A number of worlds proves nothing; that they find what is wrong does. Each fault is small: a line that somebody might
well write, or forget.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from tepui.core.dealer import Dealer
from tepui.server.calls.calls import Calls
from tepui.server.people.devices import PersonDevices
from tepui.server.people.identity import credential_of
from tepui.server.people.signatures import Signatures
from tepui.server.processes.neighbours import Neighbours
from tepui.server.room import clocks, commands, orders, seats
from tepui.server.room.audience import Audience
from tepui.server.room.room import Room
from tepui.server.room.session import GameSession
from tepui.server.rooms.deadlines import Deadlines
from tepui.server.rooms.rooms import Rooms
from tepui.server.store import postgres, postgres_writer, writer
from tepui.server.store.contract import Unsure
from tepui.server.uptime import Uptime
from tepui.server.web.allowance import Allowance
from tepui.server.web.guard import Rates
from tepui.server.wire import messages

Patches = list[Any]
FAULTS: dict[str, Callable[[], Patches]] = {}


def fault(make: Callable[[], Patches]) -> Callable[[], Patches]:
    FAULTS[make.__name__] = make
    return make


@contextmanager
def planted(name: str) -> Iterator[None]:
    with ExitStack() as stack:
        for one in FAULTS[name]():
            stack.enter_context(one)
        yield


def changed(how: Callable[[Any], Any]) -> Patches:
    """What is written of a room is not what was decided."""
    write = writer.write
    return [patch.object(writer, "write", lambda commit, connection: write(how(commit), connection))]


# ---- storage


@fault
def told_before_it_is_written() -> Patches:
    """A move is shown while it is still on its way to the disk."""
    save = Room._write

    async def hasty(self: Any, *words: Any) -> None:
        asyncio.get_running_loop().create_task(save(self, *words)).add_done_callback(lambda done: done.exception())

    return [patch.object(Room, "_write", hasty)]


@fault
def a_full_disk_is_no_failure() -> Patches:
    return [patch.object(where, "failure", lambda error: None) for where in (writer, postgres_writer)]


@fault
def a_lost_commit_counts_as_made() -> Patches:
    by_itself = postgres_writer.PostgresWriter._by_itself

    def hopeful(self: Any, job: Any) -> Any:
        done, error = by_itself(self, job)
        return done, None if isinstance(error, Unsure) else error

    return [patch.object(postgres_writer.PostgresWriter, "_by_itself", hopeful)]


@fault
def what_could_not_be_saved_stays_in_memory() -> Patches:
    async def not_saved(self: Any, error: BaseException) -> None:
        raise error

    return [patch.object(Room, "_not_saved", not_saved)]


@fault
def doubt_does_not_read_the_chat_again() -> Patches:
    read = Room.read_talk

    async def once(self: Any) -> None:
        if self.rooms.loaded.get(self.id) is not self:
            await read(self)

    return [patch.object(Room, "read_talk", once)]


@fault
def chat_is_not_saved() -> Patches:
    return changed(lambda commit: replace(commit, lines=()))


@fault
def who_sits_there_is_not_saved() -> Patches:
    return changed(lambda commit: replace(commit, guests=None))


@fault
def the_end_is_not_saved() -> Patches:
    """The last move is on disk, that the game is over is not."""
    return changed(lambda commit: replace(commit, fields=None) if (commit.fields or {}).get("phase") == 2 else commit)


# ---- leases


@fault
def no_fence() -> Patches:
    return [patch.object(postgres_writer, "fence", lambda *_: None)]


@fault
def taken_under_the_same_number() -> Patches:
    return [patch.object(postgres, "OWN", postgres.OWN.replace("had.epoch + 1", "had.epoch"))]


@fault
def pages_of_a_table_that_was_lost_are_not_sent_away() -> Patches:
    def leave(self: Any, room: Any) -> None:
        if self.loaded.get(room.id) is room:
            del self.loaded[room.id]
        room.stop()

    return [patch.object(Rooms, "leave", leave)]


@fault
def no_beat() -> Patches:
    """A process renews its lease only once: after fifteen seconds nobody believes in it."""
    beat = Neighbours.beat

    async def once(self: Any) -> bool:
        return True if self._beats else await beat(self)

    return [patch.object(Neighbours, "beat", once)]


# ---- clocks


@fault
def an_increment_is_given_again_and_again() -> Patches:
    advanced = clocks.advanced

    def generous(given: Any, limit: Any, now: int, waiting: Any, moved: Any, back: bool = False) -> Any:
        made = advanced(given, limit, now, waiting, moved, back)
        return replace(made, left=tuple(left + 9000 for left in made.left)) if moved else made

    return [patch.object(clocks, "advanced", generous)]


@fault
def the_time_that_a_server_was_away_is_charged() -> Patches:
    begin = Uptime.__init__

    def late(self: Any, time: Any, before: int) -> None:
        begin(self, time, before + 30_000 * (before > 0))

    return [patch.object(Uptime, "__init__", late)]


@fault
def nobody_looks_whose_time_is_up() -> Patches:
    async def nothing(self: Any, id: str, now: int) -> None:
        await asyncio.sleep(1)

    return [patch.object(Deadlines, "_wake", nothing)]


@fault
def whose_move_it_is_is_not_saved() -> Patches:
    return changed(lambda commit: replace(commit, turn=None) if commit.first > 1 else commit)


# ---- seats and picks


@fault
def a_person_may_have_two_seats() -> Patches:
    sit = seats.sit

    def twice(state: Any, guest: str, name: str, seat: int | None, *more: Any) -> Any:
        have = state.seat_of(guest)
        made = sit(state, guest, name, seat, *more)
        if have is not None and made is not state:
            made = replace(made, chairs=(*made.chairs[:have], state.chairs[have], *made.chairs[have + 1 :]))
        return made

    return [patch.object(seats, "sit", twice)]


@fault
def a_pick_counts_twice() -> Patches:
    pick = commands.pick

    async def again(room: Any, page: Any, message: Any) -> None:
        await pick(room, page, message)
        session = room.session
        if session is not None and not session.over and page.seat in session.table.to_act:
            await pick(room, page, replace(message, turn=session.turn, pick=0))

    return [patch.dict(commands.OTHERS, {messages.Pick: again})]


@fault
def an_order_survives_a_take_back() -> Patches:
    mark = orders.mark
    return [patch.object(orders, "mark", lambda session, seat: (0, *mark(session, seat)[1:]))]


# ---- calls


@fault
def a_call_that_has_arrived_is_made_again() -> Patches:
    delivered = Calls._delivered

    async def doubtful(self: Any, call: Any) -> bool:
        await delivered(self, call)
        return False

    return [patch.object(Calls, "_delivered", doubtful)]


# ---- strangers


@fault
def a_removed_device_is_served() -> Patches:
    return [patch.object(PersonDevices, "_counts", lambda self, credential, found: True)]


@fault
def a_forged_cookie_is_believed() -> Patches:
    """Who it names is read, and its seal is not."""
    return [patch.object(Signatures, "read", lambda self, cookie: credential_of((cookie or "").rpartition(".")[0]))]


@fault
def whoever_says_a_players_words_plays() -> Patches:
    """A stranger who repeats what a player has sent moves in their place."""
    playing = Room.playing

    def anyone(self: Any, page: Any) -> Any:
        if page.seat is None and self.session is not None and not self.session.over and self.session.table.to_act:
            return self.session.table.to_act[0], self.session
        return playing(self, page)

    return [patch.object(Room, "playing", anyone)]


@fault
def a_pick_of_the_past_is_played() -> Patches:
    """What was sent twice, or too late, is played in the position that there is now."""
    meant = GameSession._meant
    return [patch.object(GameSession, "_meant", lambda self, seat, turn, pick: meant(self, seat, self.turn, pick))]


@fault
def a_flood_is_heard_to_its_end() -> Patches:
    return [patch.object(Allowance, "take", lambda *_: True)]


@fault
def tables_without_end() -> Patches:
    return [patch.object(Rates, "check", lambda *_: None)]


# ---- telling


@fault
def now_and_then_a_move_is_not_told() -> Patches:
    show_all, count = Room.show_all, [0]

    def forgetful(self: Any) -> None:
        count[0] += 1
        if count[0] % 7:
            show_all(self)

    return [patch.object(Room, "show_all", forgetful)]


@fault
def a_take_back_is_not_told() -> Patches:
    without = commands.without_moves
    return [
        patch.object(commands, "without_moves", lambda *words, **more: without(*words, **more)._replace(tell="nobody"))
    ]


@fault
def watchers_look_through_the_first_players_eyes() -> Patches:
    eye = Audience.eye

    def curious(self: Any, page: Any) -> int | None:
        found = eye(self, page)
        return 0 if found is not None and page.seat is None else found

    return [patch.object(Audience, "eye", curious)]


@fault
def a_table_is_dealt_with_other_words() -> Patches:
    resume = GameSession.resume

    def another(self: Any) -> Any:
        if self.turn == 0:
            self.chance = Dealer("another seed", (), 1).choose
        return resume(self)

    return [patch.object(GameSession, "resume", another)]
