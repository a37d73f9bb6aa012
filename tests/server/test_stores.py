"""The store, on both its databases: what is written once, who may change a room, and what is read again."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from tepui.server.calls.rows import Subscription, Subscriptions
from tepui.server.refusals import Refused
from tepui.server.store import schema
from tepui.server.store.contract import KEPT_LINES, Commit, Fenced, Marks, OtherOwner, Saved, TurnRow
from tepui.server.store.store import FILE, CodeTaken, Store, engine_for

MOVE = (0, b'{"do":"pass"}')
ENDED = {"state": "{}", "listed": 0, "phase": 2, "changed": 7}
TURN = TurnRow("0,1", due=5000, stamp=4000, clocks="{}")
Evening = Callable[[Store], Awaitable[None]]
Spend = Callable[[Evening], None]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_of_every_earlier_version_opens(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for version in range(1, len(schema.VERSIONS)):
        if kind == "sqlite":
            (tmp_path / str(version)).mkdir()
            engine = engine_for(tmp_path / str(version) / FILE)
        else:
            from tepui.server.store import postgres

            address = request.getfixturevalue("postgres").database()
            engine = postgres.engine_for(address)
        with engine.begin() as connection:
            schema.migrate(connection, schema.VERSIONS[:version])
            values = "'a', 'ABC', 'lost-code', 1, 2, '{}', NULL, 'seed', '{}', 0, 1, 1, 1"
            names = ", ".join(Saved.__struct_fields__)
            connection.exec_driver_sql(f"INSERT INTO rooms ({names}) VALUES ({values})")
        engine.dispose()
        store = Store(tmp_path / str(version)) if kind == "sqlite" else postgres.PostgresStore(address)
        assert store.room("a") == room("a", "ABC")
        columns = {column["name"] for column in inspect(store.engine).get_columns("rooms")}
        assert columns == {*Saved.__struct_fields__}  # a process of an older version cannot change it any more
        store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def spend(request: pytest.FixtureRequest, tmp_path: Path) -> Spend:
    """An evening with an empty store of each kind."""

    def opened() -> Store:
        if request.param == "sqlite":
            return Store(tmp_path)
        from tepui.server.store.postgres import PostgresStore

        return PostgresStore(request.getfixturevalue("database"))

    def whole(what: Evening) -> None:
        async def run() -> None:
            store = opened()
            try:
                await asyncio.wait_for(what(store), 60)
            finally:
                store.close()

        asyncio.run(run())

    return whole


def room(id: str, code: str = "", **more: Any) -> Saved:
    told: dict[str, Any] = {"state": "{}", "listed": 0, "phase": 1, "created": 1, "changed": 1, **more}
    return Saved(id, code or id.upper(), "lost-code", 1, 2, "{}", None, "seed", **told)


async def made(store: Store, *ids: str) -> int:
    """Rooms of this process; the number under which it has them."""
    for id in ids:
        await store.create(room(id), ["anna"])
    return int(store.shared)


def test_a_number_is_written_once_and_its_neighbours_do_not_suffer(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        epoch = await made(store, "a", "b")
        results = await asyncio.gather(
            store.commit(Commit("a", epoch=epoch, rows=[MOVE, MOVE])),
            store.commit(Commit("a", epoch=epoch, rows=[MOVE], first=2)),
            store.commit(Commit("b", epoch=epoch, rows=[MOVE])),
            return_exceptions=True,
        )
        assert results[0] is results[2] is None and isinstance(results[1], Fenced | IntegrityError)
        assert [number for number, _, _ in store.moves("a")] == [1, 2] and len(store.moves("b")) == 1
        assert store.moves("a", after=1) == [(2, *MOVE)]

    spend(evening)


def test_moves_whose_turn_it_is_and_the_end_of_the_game_are_one_change(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        epoch = await made(store, "a")
        await store.commit(Commit("a", epoch=epoch, rows=[MOVE], turn=TURN))
        with pytest.raises((Fenced, IntegrityError)):
            await store.commit(Commit("a", epoch=epoch, rows=[MOVE], fields=ENDED, turn=TURN._replace(waiting="1")))
        assert store.room("a").phase == 1 and store.turns.of("a").waiting == "0,1"
        await store.commit(Commit("a", epoch=epoch, rows=[MOVE], first=2, fields=ENDED, turn=TURN._replace(due=None)))
        assert store.room("a").phase == 2 and store.moves("a", after=1) == [(2, *MOVE)]
        assert store.turns.of("a").due is None and store.turns.next_due() is None and store.room("nowhere") is None

    spend(evening)


def test_two_tables_never_get_one_code(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        told = await asyncio.gather(*(store.create(room(f"r{n}", "ONE"), []) for n in range(5)), return_exceptions=True)
        assert [type(one) for one in told].count(CodeTaken) == 4
        assert len(store.rooms_of_code("ONE")) == 1

    spend(evening)


def test_what_is_said_and_written_down(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        epoch = await made(store, "a")
        lines = [("anna" if n % 2 else None, f"line {n}") for n in range(KEPT_LINES + 3)]
        await store.commit(Commit("a", epoch=epoch, lines=lines[:-1]))
        await store.commit(Commit("a", epoch=epoch, lines=lines[-1:]))
        assert store.lines("a") == [(n, *line) for n, line in enumerate(lines, 1)][3:]
        for guest in ("anna", "ben", "cleo", "anna", "dora", "emil"):
            await store.commit(Commit("a", epoch=epoch, note=Marks(0, guest, guest.encode())))
        assert [guest for _, guest in store.notes("a")] == ["cleo", "anna", "dora", "emil"]  # the oldest have gone

    spend(evening)


def test_a_person_and_everybody_at_the_same_device_are_forgotten(spend: Spend) -> None:
    device, other = "ab" * 16, "ab" * 15 + "ac"

    async def evening(store: Store) -> None:
        people = [device, f"{device}.2", other]
        await store.create(room("a"), people)
        for one in people:
            await store.greet(one, "Anna", 1)
            await store.greet(one, "Anne", 2)
            await store.commit(Commit("a", epoch=int(store.shared), lines=[(one, "hello")]))
            await store.commit(Commit("a", epoch=int(store.shared), note=Marks(0, one, b"1")))
        await Subscriptions(store).put(Subscription("https://push/1", device, "k", "a", "en"))
        await Subscriptions(store).put(Subscription("https://push/2", other, "k", "a", "de"))
        assert store.name_of(device) == "Anne" and Subscriptions(store).devices() == {device, other}
        await store.forget(device, lambda connection: None)
        assert [store.name_of(one) for one in people] == [None, None, "Anne"]
        assert len(store.lines("a")) == len(store.notes("a")) == 1 and store.rooms_of(device) == []
        assert [one.endpoint for one in Subscriptions(store).of(other)] == ["https://push/2"]
        assert Subscriptions(store).devices() == {other}

    spend(evening)


def test_lists_and_tables_at_which_nobody_played(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        for n in range(4):
            await store.create(room(f"r{n}", phase=n % 2, listed=1, changed=n), ["anna"])
        assert [one.id for one in store.lobby()] == ["r3", "r2", "r1", "r0"]
        await store.unplayed.age(100)
        await store.commit(Commit("r2", fields={"changed": 9}, epoch=int(store.shared)))
        await store.unplayed.age(100)
        assert store.unplayed.idle_for(100) == ["r0"]
        await store.delete(["r0"])
        assert store.room("r0") is None and store.unplayed.idle_for(100) == []

    spend(evening)


def test_a_fact_that_is_decided_once(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        assert store.fact("push") is None
        assert store.once("push", "first") == store.once("push", "second") == store.fact("push") == "first"
        store.remember("push", "third")
        assert store.once("push", "fourth") == "third"

    spend(evening)


def test_one_bad_change_does_not_take_its_neighbours_with_it(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        def wrong(connection: Connection) -> None:
            raise ZeroDivisionError

        epoch = await made(store, "a")
        before, after = (Commit("a", epoch=epoch, lines=[(None, line)]) for line in ("before", "after"))
        waiting = [store.commit(before), store.change(wrong), store.commit(after)]
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in told] == [type(None), Refused, type(None)]
        assert [line for _, _, line in store.lines("a")] == ["before", "after"]

    spend(evening)


def test_what_gathers_shares_few_transactions(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await asyncio.gather(*(store.create(room(f"r{n}"), []) for n in range(100)))
        before = store.writer.commits
        await asyncio.gather(
            *(store.commit(Commit(f"r{n}", epoch=int(store.shared), rows=[MOVE], turn=TURN)) for n in range(100))
        )
        assert store.writer.commits - before < 30 and all(len(store.moves(f"r{n}")) == 1 for n in range(100))
        assert len(store.turns.due(6000, 500)) == 100

    spend(evening)


def two_processes(database: str, evening: Callable[[Any, Any], Awaitable[None]]) -> None:
    """Two stores, both alive."""
    from tepui.server.store.postgres import PostgresStore

    async def run() -> None:
        one, two = PostgresStore(database), PostgresStore(database)
        try:
            await one.beat(monotonic, "m@127.0.0.1:1")
            await two.beat(monotonic, "m@127.0.0.1:2")
            await asyncio.wait_for(evening(one, two), 60)
        finally:
            one.close()
            two.close()

    asyncio.run(run())


async def dies(store: Any) -> None:
    """Its lease is over, as far as anybody else knows."""
    end = "UPDATE processes SET until = 0 WHERE id = %s"
    await store.change(lambda connection: connection.exec_driver_sql(end, (store.process,)))


def test_a_room_has_one_owner_while_that_process_lives(database: str) -> None:
    async def evening(one: Any, two: Any) -> None:
        assert await made(one, "a") == 1
        with pytest.raises(OtherOwner) as other:
            await two.own("a")
        assert (other.value.room, other.value.peer.process) == ("a", one.process)
        assert other.value.peer.address == "m@127.0.0.1:1" and two.owner("a") == other.value.peer
        assert [peer.process for peer in two.peers()] == [one.process] and one.owner("a") is None
        assert await one.own("a") == 2  # again, in doubt: what was on its way under 1 comes too late
        one.release({"a": 1})  # an older number releases nothing
        await one.beat(monotonic, "m@127.0.0.1:1")
        with pytest.raises(OtherOwner):
            await two.own("a")
        one.release({"a": 2})
        await one.beat(monotonic, "m@127.0.0.1:1")  # after it, in the same queue
        assert await two.own("a") == 3 and two.ours() == {"a": 3} and one.ours() == {}
        assert await two.own("nowhere") is None
        taken = await asyncio.gather(one.own("a"), one.own("a", [two.owner("a") or ""]), return_exceptions=True)
        assert [type(each) for each in taken] == [OtherOwner, OtherOwner]
        [lease] = [peer.lease for peer in one.peers()]
        assert await one.own("a", [lease]) == 4  # it was called, and nobody answered
        await one.beat(monotonic, "m@127.0.0.1:1")
        with pytest.raises(OtherOwner):  # who renews its lease lives again
            await two.own("a", [f"{one.process} 1"])
        await one.delete(["a"])
        assert await one.own("a") is None and one.ours() == {}

    two_processes(database, evening)


def test_a_process_that_was_believed_dead_changes_nothing_any_more(database: str) -> None:
    async def evening(one: Any, two: Any) -> None:
        await made(one, "a", "b")
        await one.commit(Commit("a", epoch=1, rows=[MOVE], turn=TURN))
        await dies(one)
        assert two.due_here(6000, 9) == ["a"] and await two.own("a") == 2
        for change in (
            lambda: one.commit(Commit("a", epoch=1, rows=[MOVE], first=2)),
            lambda: one.commit(Commit("a", epoch=1, rows=[MOVE], first=2, fields=ENDED)),
            lambda: one.commit(Commit("a", fields={"changed": 9}, guests=["cleo"], epoch=1)),
            lambda: one.commit(Commit("a", epoch=1, lines=[(None, "hello")])),
            lambda: one.commit(Commit("a", epoch=1, note=Marks(0, "anna", b"1"))),
        ):
            with pytest.raises(Fenced):
                await change()
        assert len(two.moves("a")) == 1 and two.room("a").changed == 1 and two.lines("a") == []
        assert two.rooms_of("cleo") == [] and two.notes("a") == {}
        # An old change and a new one of the same room, in one statement: each by its own number.
        results = await asyncio.gather(
            two.commit(Commit("a", epoch=1, rows=[MOVE], first=2)),
            two.commit(Commit("a", epoch=2, rows=[MOVE], first=2)),
            one.commit(Commit("b", epoch=1, rows=[MOVE])),  # which nobody has taken
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [Fenced, type(None), type(None)]
        assert len(two.moves("a")) == 2
        assert (await one.beat(monotonic, "m@127.0.0.1:1")).lapsed and one.ours() == {"b": 1}
        assert not (await one.beat(monotonic, "m@127.0.0.1:1")).lapsed
        assert one.due_here(6000, 9) == [] and two.due_here(6000, 9) == ["a"]

    two_processes(database, evening)


def test_a_room_is_taken_only_after_a_change_that_is_on_its_way(database: str) -> None:
    """And whoever takes it reads what that change has made."""

    async def evening(one: Any, two: Any) -> None:
        from tepui.server.store.postgres_writer import fence

        await made(one, "a")
        await dies(one)
        begun, go_on = threading.Event(), threading.Event()

        def slow(connection: Connection) -> None:
            fence(connection, Commit("a", epoch=1))
            begun.set()
            go_on.wait(30)
            connection.execute(schema.rooms.update().values(changed=7))

        change = one.change(slow)
        await asyncio.to_thread(begun.wait, 30)
        taking = asyncio.create_task(two.own("a"))
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%%INTO owners%%'"
        while not two._asked(waits)[0][0]:
            assert not taking.done()
            await asyncio.sleep(0.01)
        go_on.set()
        assert await taking == 2 and two.room("a").changed == 7
        await change

    two_processes(database, evening)


def test_moves_that_a_copy_of_the_database_has_lost_are_noticed(database: str) -> None:
    """After a failover to a copy that was behind: nothing is written over the gap."""

    async def evening(one: Any, two: Any) -> None:
        epoch = await made(one, "a")
        await one.commit(Commit("a", epoch=epoch, rows=[MOVE, MOVE, MOVE]))
        await one.change(lambda connection: connection.exec_driver_sql("DELETE FROM moves WHERE number > 1"))
        for fields in (None, ENDED):
            with pytest.raises(Fenced):
                await one.commit(Commit("a", epoch=epoch, rows=[MOVE], first=4, fields=fields))
        await one.commit(Commit("a", epoch=await one.own("a"), rows=[MOVE], first=2))
        assert [number for number, _, _ in one.moves("a")] == [1, 2]

    two_processes(database, evening)


def until_waiting(store: Store, transactions: int) -> None:
    """So many transactions wait for somebody else's."""
    asked = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while True:
        with store.engine.connect() as connection:
            if (connection.scalar(asked) or 0) >= transactions:
                return
        sleep(0.002)


def test_the_clock_of_two_processes_that_beat_at_once_does_not_go_back(database: str) -> None:
    async def evening(one: Any, two: Any) -> None:
        one.remember("clock", f"7200000 {str(one.fact('clock')).split()[1]}")  # for two hours
        holds = threading.Event()

        def slow() -> float:
            """Asked in the middle of a beat."""
            holds.set()
            until_waiting(two, 1)
            return monotonic()

        first = asyncio.create_task(one.beat(slow, "1"))
        await asyncio.to_thread(holds.wait)
        second = asyncio.create_task(two.beat(monotonic, "2"))
        assert 7_200_000 <= (await first).ran <= (await second).ran

    two_processes(database, evening)


def test_an_hour_that_is_noted_while_another_process_notes_one_is_added_to_it(database: str) -> None:
    from tepui.server.store.postgres import PostgresStore

    async def evening(one: Any, two: Any) -> None:
        third = PostgresStore(database)
        try:
            await one.unplayed.age(3600, 3_600_000)
            with third.engine.begin() as connection:
                connection.execute(text("LOCK TABLE facts IN SHARE MODE"))  # nobody can write there now
                noted = []
                for waiting, store in enumerate((one, two), 1):
                    noted.append(store.unplayed.age(3600, (1 + waiting) * 3_600_000))
                    await asyncio.to_thread(until_waiting, third, waiting)
            await asyncio.gather(*noted)
            assert one.fact("uptime") == str(3 * 3600)
        finally:
            third.close()

    two_processes(database, evening)


def test_time_goes_on_while_one_process_runs(database: str) -> None:
    async def evening(one: Any, two: Any) -> None:
        first, asked, heard, _ = await one.beat(monotonic, "1")
        await asyncio.sleep(0.2)
        second, asked_again, heard_again, _ = await two.beat(monotonic, "2")
        went_by = (second - first) / 1000  # by one clock, whoever asks
        assert asked_again - heard - 0.01 <= went_by <= heard_again - asked + 0.01
        kept = str(one.fact("clock"))
        one.remember("clock", f"{kept.split()[0]} {int(kept.split()[1]) - 3_600_000}")  # an hour without any
        assert (await one.beat(monotonic, "1")).ran == second

    two_processes(database, evening)
