"""Duplicate evenings: several tables of one game with the same chance, round after round.

The host opens an evening; people choose a table and a seat; the host starts a round, and bots sit where nobody does.
When its last table is over the round is open to all, everyone moves on by one seat, and the next can begin. What
someone did is compared with the same seat at the other tables: points minus the average of the others there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from tepui.core import find
from tepui.core.dealer import commitment
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.duplicate import evening_state as evening
from tepui.server.duplicate import messages as wire
from tepui.server.duplicate.evening_state import EveningState, Sitter, Tables, seat_of
from tepui.server.duplicate.rows import TAKEN, Series, SharedTable, Taken
from tepui.server.refusals import Refused
from tepui.server.room.state import RoomState
from tepui.server.rooms import table_codes
from tepui.server.rooms.new_tables import shared

if TYPE_CHECKING:
    from tepui.server.duplicate.series import SharedChance

MOST_TABLES = 12
LONGEST = 24 * 3600  # seconds for a round; then its last tables are closed
TRIES = 20


def series_of(code: str, number: int) -> str:
    return f"evening {code} {number}"


class Evenings:
    def __init__(self, shared: SharedChance) -> None:
        self.shared = shared

    # ---- on disk

    async def state(self, code: str, device: str = "") -> tuple[str, str, EveningState]:
        """Its code as it is kept, its state as it is written, and read.

        A code lasts a day after anything has changed there: then it is known to this device only if it took part.
        """
        tidy = table_codes.tidy_code(code)
        text, changed = await self.shared.rooms.store.read(self.shared.rows.evening, tidy) if tidy else (None, 0)
        if text is not None:
            state = msgspec.json.decode(text, type=EveningState)
            took_part = device == state.host or seat_of(state, device) is not None
            if not device or changed >= self.shared.now() - table_codes.VALID or took_part:
                return tidy, text, state
        raise Refused("absent", N_("There is no evening with this code. Check it, or ask the host for the link."))

    async def path_of(self, code: str) -> str:
        """Of the evening with this code; nothing if there is none, or its code has expired."""
        _, changed = await self.shared.rooms.store.read(self.shared.rows.evening, code)
        return f"/evening/{code}" if changed >= self.shared.now() - table_codes.VALID else ""

    async def change(self, code: str, how: Callable[[EveningState], EveningState]) -> EveningState:
        """The next state; if someone else was faster, of what they have made of it."""
        for _ in range(TRIES):
            code, before, state = await self.state(code)
            after = how(state)
            if after == state:
                return state
            with suppress(Taken):
                text = msgspec.json.encode(after).decode()
                await self.shared.rows.save_evening(code, before, text, self.shared.now())
                return after
        raise Refused("busy", N_("Too much is happening here at once. Try again."))

    async def open(self, device: str, new: wire.NewEvening) -> str:
        rooms, game = self.shared.rooms, find.game(new.game)
        setting = await rooms.setting(game, new.seats, new.options, new.parts)
        if not 2 <= new.tables <= MOST_TABLES:
            raise Refused("unclear", N_("An evening has 2 to {n} tables."), n=MOST_TABLES)
        if new.bot not in find.bots(game.name):
            raise Refused("unclear", N_("There is no such bot for this game. Choose one of the list."))
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
            code = table_codes.new_code(self.shared.rooms.chance)
            if await rooms.store.read(rooms.store.rooms_of_code, code):
                continue
            with suppress(*TAKEN):
                await self.shared.rows.open_evening(code, text, self.shared.now())
                return code
        raise Refused("busy", N_("There are too many tables on this server now. Try again later."))

    async def forget(self, device: str) -> None:
        rooms = self.shared.rooms
        for code in await rooms.slow.run(partial(self.shared.rows.evenings_of, device)):
            await self.change(code, lambda state: evening.forgotten(state, device))

    # ---- what people do

    async def act(self, code: str, device: str, act: wire.EveningAct, limit: Callable[[int], None]) -> None:
        """`limit` refuses if so many tables are more than this device may open now."""
        await self.state(code, device)
        if act.do == "sit":
            who = Sitter(device, await self.shared.rooms.name_of(device))
            await self.change(code, lambda state: evening.sit(state, who, act.table, act.seat))
        elif act.do == "leave":
            await self.change(code, lambda state: evening.leave(state, device))
        else:
            code, _, state = await self.state(code)
            if state.host != device:
                raise Refused("forbidden", N_("Only the host of this evening can do that. Ask the host."))
            if act.do == "start":
                limit(len(state.plan))
                await self._start(code)
            elif act.do == "end":
                await self._end(code, state)
            else:
                await self._let_bot(code, state, act.table, act.seat)

    async def _start(self, code: str) -> None:
        """The next round, then its tables; those that a crash leaves out are set up by `settle`."""
        code, _, state = await self.state(code)
        number = state.round + 1
        evening.start(state, number)
        await self.shared.rooms.require_new()
        series = await self.shared.opened("evening", series_of(code, number), state.game)
        await self._set_tables(series, await self.change(code, lambda state: evening.start(state, number)))

    async def _set_tables(self, series: Series, state: EveningState) -> None:
        """Those that are not there yet."""
        setting = await self.shared.rooms.setting(find.game(state.game), state.seats, state.options, state.parts)
        for table, row in enumerate(state.plan):
            with suppress(*TAKEN):
                people = [None if who is None else (who.device, who.name) for who in row]
                seated = shared(people, state.bot, self.shared.rooms.settings.pace if any(row) else 0)
                await self.shared.create(series, str(table + 1), setting, seated)

    async def _end(self, code: str, state: EveningState) -> None:
        """The host does not wait any longer: what is not over does not count."""
        store = self.shared.rooms.store
        series = await store.read(self.shared.rows.of, series_of(code, state.round))
        if not state.running or series is None:
            raise Refused("forbidden", N_("No round is running."))
        await self._close(code, series)

    async def _let_bot(self, code: str, state: EveningState, table: int, seat: int) -> None:
        """A bot plays for someone who is not there; they take their seat back when they come."""
        rooms = self.shared.rooms
        store, id = rooms.store, series_of(code, state.round)
        found = await store.read(self.shared.rows.table, id, str(table + 1)) if state.running else None
        if found is None or not 0 <= seat < state.seats:
            raise Refused("unclear", N_("There is no such seat. Choose one that is there."))
        await rooms.at(found.room, "let_bot", seat, state.bot)

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
        tables = await rooms.slow.run(partial(self.shared.rows.tables, one.id))
        if len(tables) < len(state.plan):
            await self._set_tables(one, state)
            return
        running = [table for table in tables if table.phase < 2]
        if not running or self.shared.now() >= one.opened + LONGEST:
            await self._close(code, one)
            return
        for table in running:
            if not await rooms.is_awake(table.room):  # bots go on there after a restart, also where nobody looks
                with suppress(Refused):
                    await rooms.room(table.room)

    async def _close(self, code: str, one: Series) -> None:
        number = int(one.id.split(" ")[2])
        await self.shared.end_all(one)
        await self.change(code, lambda now: evening.next_round(now) if now.running and now.round == number else now)
        await self.shared.publish(one)

    # ---- telling

    async def page_of(self, said: str, device: str, base: str) -> Callable[[], wire.Evening]:
        """The rounds are read and put together by whoever calls the result: there may be hundreds of tables."""
        code, _, state = await self.state(said, device)
        rooms, game = self.shared.rooms, find.game(state.game)
        name, here = await rooms.name_of(device), await self._here(code, state)

        def made() -> wire.Evening:
            ids = [series_of(code, number) for number in range(1, state.round + 1)]
            found = self.shared.rows.several(ids)
            rounds = [self._round(number, *found[id], device, here) for number, id in enumerate(ids, 1)]
            running = rounds[-1][0] if state.running and rounds else None
            yours = [one.room for one in running.tables if one.yours] if running is not None else []
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
                name=name,
                round=state.round,
                running=state.running,
                plan=[[None if who is None else who.name for who in row] for row in state.plan],
                your_table=None if seat is None else seat[0],
                your_seat=None if seat is None else seat[1],
                your_room=yours[0] if yours else None,
                rounds=[one for one, _ in rounds],
                standings=evening.standings([tables for _, tables in rounds], device),
            )

        return made

    async def _here(self, code: str, state: EveningState) -> set[tuple[str, str]]:
        """(room, device) of those who look at a table of the running round now."""
        rooms, found = self.shared.rooms, set()
        if state.running:
            tables = await rooms.slow.run(partial(self.shared.rows.running, series_of(code, state.round)))
            for table in tables:
                if await rooms.is_awake(table.room):
                    found |= {(table.room, device) for device in await rooms.at(table.room, "here")}
        return found

    def _round(
        self, number: int, series: Series, tables: list[SharedTable], device: str, here: set[tuple[str, str]]
    ) -> tuple[wire.EveningRound, Tables]:
        found = sorted(tables, key=lambda table: int(table.mark))
        results, open_ = [table.results for table in found], series.published > 0
        running = [table.room for table in found if not table.results]
        states = self.shared.rooms.store.results.states(running)
        shown = [
            self._table(table, states.get(table.room, ""), differences, open_, device, here)
            for table, differences in zip(found, evening.compared(results), strict=True)
        ]
        seed = series.seed if open_ else None
        return wire.EveningRound(number=number, hash=commitment(series.seed), seed=seed, tables=shown), results

    def _table(
        self,
        table: SharedTable,
        saved: str,
        differences: list[float | None],
        open_: bool,
        device: str,
        here: set[tuple[str, str]],
    ) -> wire.EveningTable:
        """A table of a round, without anything that lies on it. When it is over its result says all of this."""
        results = table.results
        if results:
            devices = [one.device for one in results]
            seats = [
                wire.EveningSeat(name=one.name, bot=one.bot is not None, points=one.score, difference=difference)
                for one, difference in zip(results, differences, strict=True)
            ]
        else:
            chairs = msgspec.json.decode(saved, type=RoomState).chairs
            devices = [one.device for one in chairs]
            away = [one.kind == "person" and (table.room, one.device) not in here for one in chairs]
            seats = [
                wire.EveningSeat(name=one.name, bot=one.kind in ("bot", "kept"), away=gone and table.phase < 2)
                for one, gone in zip(chairs, away, strict=True)
            ]
        mine = device in devices
        return wire.EveningTable(
            number=int(table.mark),
            room=table.room if open_ or mine else None,
            yours=mine,
            over=bool(results),
            ended=not results and table.phase == 2,
            seats=seats,
        )
