"""Duplicate evenings: several tables of one game with the same chance, round after round.

The host opens an evening; people choose a table and a seat; the host starts a round, and bots sit where nobody does.
When its last table is over the round is open to all, everybody moves on by one seat, and the next can begin. What
somebody did is compared with the same seat at the other tables: points minus the average of the others there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.game import Setting
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.http import table_codes
from tepui.server.refusals import Refused
from tepui.server.rooms import seating
from tepui.server.rooms.evening_standings import Compared, compared, standings
from tepui.server.rooms.evening_state import RUNNING, EveningState, Sitter, forgotten, leave, next_round, seat_of, sit
from tepui.server.rooms.room_state import Chair, RoomState, put
from tepui.server.storage.series import Result, Series, SharedTable, Taken
from tepui.server.wire import shared_chance as wire

if TYPE_CHECKING:
    from tepui.server.rooms.room import Room
    from tepui.server.rooms.series import SharedChance

MOST_TABLES = 12
MOST_ROUNDS = 50
LONGEST = 24 * 3600  # seconds for a round; then its last tables are closed
TRIES = 20


async def let_bot(room: Room, seat: int, bot: str) -> None:
    async with room.lock:
        chair = room.state.chairs[seat]
        if chair.kind != "person" or chair.device in room.devices_here:
            raise Refused("forbidden", N_("That player is at the table; a bot plays only for someone who is away."))
        await room.save(put(room.state, seat, replace(chair, bot=bot)))
        room.tell_everything()


class Evenings:
    def __init__(self, shared: SharedChance) -> None:
        self.shared = shared
        self._woken: set[str] = set()  # rounds whose tables were in memory since this process began

    def series_of(self, code: str, number: int) -> str:
        return f"evening {code} {number}"

    # ---- on disk

    async def state(self, code: str) -> tuple[str, str, EveningState]:
        """Its code as it is kept, its state as it is written, and read."""
        tidy = table_codes.tidy_code(code)
        store = self.shared.rooms.store
        text = await store.read(store.series.evening, tidy) if tidy else None
        if text is None:
            raise Refused("absent", N_("There is no evening with this code; check it, or ask the host for the link."))
        return tidy, text, msgspec.json.decode(text, type=EveningState)

    async def change(self, code: str, how: Callable[[EveningState], EveningState]) -> EveningState:
        """The next state; if somebody else was faster, of what they have made of it."""
        for _ in range(TRIES):
            code, before, state = await self.state(code)
            after = how(state)
            if after == state:
                return state
            with suppress(Taken):
                text = msgspec.json.encode(after).decode()
                await self.shared.rooms.store.series.save_evening(code, before, text, self.shared.now())
                return after
        raise Refused("busy", N_("Too much is happening here at once; try again."))

    async def open(self, device: str, new: wire.NewEvening) -> str:
        rooms, game = self.shared.rooms, find.game(new.game)
        setting = await rooms.setting(game, new.seats, new.options, new.parts)
        if not 2 <= new.tables <= MOST_TABLES:
            raise Refused("unclear", N_("An evening has 2 to {n} tables."), n=MOST_TABLES)
        if new.bot not in find.bots(game.name):
            raise Refused("unclear", N_("There is no such bot for this game; choose one of the list."))
        state = EveningState(
            game=game.name,
            seats=setting.seats,
            options=setting.options,
            parts=setting.parts_text,
            bot=new.bot,
            host=device,
            host_name=await rooms.name_of(device),
            plan=((None,) * setting.seats,) * new.tables,
        )
        text = msgspec.json.encode(state).decode()
        for _ in range(TRIES):
            code = table_codes.new_code()
            if await rooms.store.read(rooms.store.rooms_of_code, code):
                continue
            with suppress(Taken):
                await rooms.store.series.open_evening(code, text, self.shared.now())
                return code
        raise Refused("busy", N_("There are too many tables on this server now; try again later."))

    async def forget(self, device: str) -> None:
        rooms = self.shared.rooms
        for code in await rooms.slow.run(partial(rooms.store.series.evenings_of, device)):
            await self.change(code, lambda state: forgotten(state, device))

    # ---- what people do

    async def act(self, code: str, device: str, act: wire.EveningAct) -> None:
        if act.do == "sit":
            who = Sitter(device, await self.shared.rooms.name_of(device))
            await self.change(code, lambda state: sit(state, who, act.table, act.seat))
        elif act.do == "leave":
            await self.change(code, lambda state: leave(state, device))
        else:
            code, _, state = await self.state(code)
            if state.host != device:
                raise Refused("forbidden", N_("Only the host of this evening can do that; ask the host."))
            if act.do == "start":
                await self._start(code)
            elif act.do == "end":
                await self._end(code, state)
            else:
                await self._let_bot(code, state, act.table, act.seat)

    async def _start(self, code: str) -> None:
        """The next round, then its tables; those that a crash leaves out are set up by `settle`."""
        code, before, state = await self.state(code)
        if state.running:
            raise Refused("forbidden", RUNNING)
        if not any(who for row in state.plan for who in row):
            raise Refused("forbidden", N_("Nobody has a seat yet; choose one, or wait for someone."))
        if state.round >= MOST_ROUNDS:
            raise Refused("forbidden", N_("An evening has {n} rounds at most; open a new one."), n=MOST_ROUNDS)
        rooms, number = self.shared.rooms, state.round + 1
        await rooms.require_new()
        setting = await rooms.setting(find.game(state.game), state.seats, state.options, state.parts)
        series = await self.shared.opened("evening", self.series_of(code, number), state.game)
        after = msgspec.json.encode(replace(state, round=number, running=True)).decode()
        try:
            await rooms.store.series.save_evening(code, before, after, self.shared.now())
        except Taken:
            raise Refused("stale", N_("Someone has just changed a seat; look again and start.")) from None
        await self._set_tables(series, state, setting)
        rooms.store.tell("series")  # every process knows from now on who is at these tables

    async def _set_tables(self, series: Series, state: EveningState, setting: Setting) -> None:
        """Those that are not there yet."""
        for table, row in enumerate(state.plan):
            with suppress(Taken):
                await self.shared.rooms.create_shared(series, str(table + 1), setting, self._seated(state, row))

    def _seated(self, state: EveningState, row: tuple[Sitter | None, ...]) -> RoomState:
        alone = not any(row)
        seated = RoomState(
            chairs=(Chair(),) * state.seats,
            host="",
            watching=False,
            sharing=False,
            help="referee",
            pace=0 if alone else self.shared.rooms.settings.pace,
        )
        for seat, who in enumerate(row):
            if who is not None:
                seated = seating.sit(seated, who.device, who.name, seat)
        for seat, who in enumerate(row):
            if who is None:
                seated = seating.add_bot(seated, "", seat, state.bot, False)
        return seated

    async def _end(self, code: str, state: EveningState) -> None:
        """The host does not wait any longer: what is not over does not count."""
        store = self.shared.rooms.store
        series = await store.read(store.series.of, self.series_of(code, state.round))
        if not state.running or series is None:
            raise Refused("forbidden", N_("No round is running."))
        await self._close(code, series)

    async def _let_bot(self, code: str, state: EveningState, table: int, seat: int) -> None:
        """A bot plays for somebody who is not there; they take their seat back when they come."""
        rooms = self.shared.rooms
        store, id = rooms.store, self.series_of(code, state.round)
        found = await store.read(store.series.table, id, str(table + 1)) if state.running else None
        if found is None or not 0 <= seat < state.seats:
            raise Refused("unclear", N_("There is no such seat; choose one that is there."))
        room = await rooms.room(found.room)
        await room.decide(partial(let_bot, room, seat, state.bot))

    # ---- when a round is over

    async def settle(self, one: Series) -> None:
        """Publishes a round's seed when its last table is over, and gets the next round ready."""
        _, code, number = one.id.split(" ")
        rooms = self.shared.rooms
        try:
            code, _, state = await self.state(code)
        except Refusal:
            return
        if state.round < int(number):
            return  # it is just being set up
        if not state.running or state.round > int(number):
            await self.shared.publish(one)  # whoever closed it was cut off
            return
        tables = await rooms.slow.run(partial(rooms.store.series.tables, one.id))
        if len(tables) < len(state.plan):
            setting = await rooms.setting(find.game(state.game), state.seats, state.options, state.parts)
            await self._set_tables(one, state, setting)
            return
        running = [table for table in tables if table.phase < 2]
        if not running or self.shared.now() >= one.opened + LONGEST:
            await self._close(code, one)
        elif one.id not in self._woken:  # after a restart bots go on there, also where nobody looks
            self._woken = {*sorted(self._woken)[-100:], one.id}
            for table in running:
                with suppress(Refused):
                    await rooms.room(table.room)

    async def _close(self, code: str, one: Series) -> None:
        number = int(one.id.split(" ")[2])
        await self.shared.end_all(one)
        await self.change(code, lambda now: next_round(now) if now.running and now.round == number else now)
        await self.shared.publish(one)

    # ---- telling

    async def told(self, said: str, device: str, base: str) -> wire.Evening:
        code, _, state = await self.state(said)
        rooms = self.shared.rooms
        game = find.game(state.game)
        rounds = [await self._round(code, number, device) for number in range(1, state.round + 1)]
        results = [tables for _, tables in rounds]
        running = rounds[-1][0] if state.running and rounds else None
        seat = seat_of(state, device)
        return wire.Evening(
            code=code,
            link=f"{base}/evening/{code}",
            game=game.name,
            title=game.title,
            options=state.options,
            bot=state.bot,
            host_name=state.host_name,
            host=state.host == device,
            name=await rooms.name_of(device),
            round=state.round,
            running=state.running,
            plan=[[None if who is None else who.name for who in row] for row in state.plan],
            your_table=None if seat is None else seat[0],
            your_seat=None if seat is None else seat[1],
            your_room=next((one.room for one in running.tables if one.yours), None) if running is not None else None,
            rounds=[one for one, _ in rounds],
            standings=standings(results, device),
        )

    async def _round(self, code: str, number: int, device: str) -> tuple[wire.EveningRound, list[Result | None]]:
        rooms = self.shared.rooms
        series = await rooms.store.read(rooms.store.series.of, self.series_of(code, number))
        if series is None:
            return wire.EveningRound(number=number, hash="", seed=None, tables=[]), []
        found = await rooms.slow.run(partial(rooms.store.series.tables, series.id))
        found.sort(key=lambda table: int(table.mark))
        results = [table.result for table in found]
        open_ = series.published > 0
        tables = [
            await self._table(table, differences, open_, device)
            for table, differences in zip(found, compared(results), strict=True)
        ]
        told = wire.EveningRound(
            number=number, hash=commitment(series.seed), seed=series.seed if open_ else None, tables=tables
        )
        return told, results

    async def _table(
        self, table: SharedTable, differences: Compared | None, open_: bool, device: str
    ) -> wire.EveningTable:
        """A table of a round, without anything that lies on it."""
        rooms, result = self.shared.rooms, table.result
        room = rooms.loaded.get(table.room)
        if room is not None:
            state = room.state
        else:
            saved = await rooms.store.read(rooms.store.room, table.room)
            state = (
                msgspec.json.decode(saved.state, type=RoomState) if saved is not None else RoomState(chairs=(), host="")
            )
        here = room.devices_here if room is not None else set()
        mine = any(chair.device == device for chair in state.chairs)
        return wire.EveningTable(
            number=int(table.mark),
            room=table.room if open_ or mine else None,
            yours=mine,
            over=result is not None,
            ended=result is None and table.phase == 2,
            seats=[
                wire.EveningSeat(
                    name=chair.name,
                    bot=chair.kind in ("bot", "kept"),
                    away=chair.kind == "person" and chair.device not in here and table.phase < 2,
                    points=None if result is None else result.scores[seat],
                    difference=None if differences is None else differences[seat],
                )
                for seat, chair in enumerate(state.chairs)
            ],
        )
