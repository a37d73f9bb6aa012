"""The store, on both its databases: what is written once, what is refused as stale, and what is read again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from tepui.server.refusals import Refused
from tepui.server.storage.saved_room import Saved
from tepui.server.storage.store import CodeTaken, Store
from tepui.server.storage.subscriptions import Subscription
from tepui.server.storage.writer import Stale

MOVE = (0, b'{"do":"pass"}')
ENDED = {"state": "{}", "listed": 0, "phase": 2, "changed": 7}
TURN = {"waiting": "0,1", "due": 5000, "stamp": 4000, "clocks": "{}"}
Evening = Callable[[Store], Awaitable[None]]
Spend = Callable[[Evening], None]


@pytest.fixture(params=["sqlite", "postgresql"])
def spend(request: pytest.FixtureRequest, tmp_path: Path) -> Spend:
    """An evening with an empty store of each kind."""

    def opened() -> Store:
        if request.param == "sqlite":
            return Store(tmp_path)
        from tepui.server.storage.postgres import PostgresStore

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


def test_a_number_is_written_once_and_its_neighbours_do_not_suffer(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await store.create(room("a"), [])
        await store.create(room("b"), [])
        told = await asyncio.gather(
            store.append("a", 1, [MOVE, MOVE], version=0),
            store.append("a", 2, [MOVE], version=0),
            store.append("b", 1, [MOVE], version=0),
            return_exceptions=True,
        )
        assert [type(one) for one in told] == [type(None), Stale, type(None)]
        assert [number for number, _, _ in store.moves("a")] == [1, 2] and len(store.moves("b")) == 1
        assert store.moves("a", after=1) == [(2, *MOVE)]

    spend(evening)


def test_moves_whose_turn_it_is_and_the_end_of_the_game_are_one_change(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await store.create(room("a"), [])
        await store.append("a", 1, [MOVE], None, TURN, version=0)
        with pytest.raises(Stale):
            await store.append("a", 1, [MOVE], ENDED, {**TURN, "waiting": "1"}, version=0)
        news = store.since("a", 0)
        assert news is not None and news.room.phase == 1 and news.turn.waiting == "0,1"
        await store.append("a", 2, [MOVE], ENDED, {**TURN, "due": None}, version=news.room.version)
        news = store.since("a", 1)
        assert news is not None and news.room.phase == 2 and news.moves == [(2, *MOVE)] and news.turn.due is None
        assert store.since("nowhere", 0) is None and store.turns.next_due() is None

    spend(evening)


def test_whoever_knows_an_older_version_of_a_room_does_not_change_it(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await store.create(room("a"), ["anna"])
        await store.save("a", {"changed": 2}, ["anna", "ben"], TURN, version=0)
        with pytest.raises(Stale):
            await store.save("a", {"changed": 3}, ["cleo"], None, version=0)
        found = store.room("a")
        assert found is not None and (found.changed, found.version) == (2, 1)
        assert [one.id for one in store.rooms_of("ben")] == ["a"] and store.rooms_of("cleo") == []

    spend(evening)


def test_two_tables_never_get_one_code(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        told = await asyncio.gather(*(store.create(room(f"r{n}", "ONE"), []) for n in range(5)), return_exceptions=True)
        assert [type(one) for one in told].count(CodeTaken) == 4
        assert len(store.rooms_of_code("ONE")) == 1

    spend(evening)


def test_what_is_said_and_written_down(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await store.create(room("a"), [])
        for n in range(4):
            await store.talk.say("a", "anna" if n % 2 else None, f"line {n}", 3)
        assert store.talk.lines("a") == [(2, "anna", "line 1"), (3, None, "line 2"), (4, "anna", "line 3")]
        for guest in ("anna", "ben", "cleo", "anna", "dora", "emil"):
            await store.talk.note("a", 0, guest, guest.encode())
        assert [guest for _, guest in store.talk.notes("a")] == ["cleo", "anna", "dora", "emil"]  # the oldest have gone

    spend(evening)


def test_a_person_and_everybody_at_the_same_device_are_forgotten(spend: Spend) -> None:
    device, other = "ab" * 16, "ab" * 15 + "ac"

    async def evening(store: Store) -> None:
        people = [device, f"{device}.2", other]
        await store.create(room("a"), people)
        for one in people:
            await store.greet(one, "Anna", 1)
            await store.greet(one, "Anne", 2)
            await store.talk.say("a", one, "hello", 10)
            await store.talk.note("a", 0, one, b"1")
        await store.subscriptions.put(Subscription("https://push/1", device, "k", "a", "en"))
        await store.subscriptions.put(Subscription("https://push/2", other, "k", "a", "de"))
        assert store.name_of(device) == "Anne" and store.subscriptions.devices() == {device, other}
        await store.forget(device)
        assert [store.name_of(one) for one in people] == [None, None, "Anne"]
        assert len(store.talk.lines("a")) == len(store.talk.notes("a")) == 1 and store.rooms_of(device) == []
        assert [one.endpoint for one in store.subscriptions.of(other)] == ["https://push/2"]
        assert store.subscriptions.devices() == {other}

    spend(evening)


def test_lists_and_tables_at_which_nobody_played(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        for n in range(4):
            await store.create(room(f"r{n}", phase=n % 2, listed=1, changed=n), ["anna"])
        assert [one.id for one in store.lobby()] == ["r3", "r2", "r1", "r0"]
        await store.unplayed.age(100)
        await store.save("r2", {"changed": 9})
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

        await store.create(room("a"), [])
        waiting = [store.talk.say("a", None, "before", 9), store.change(wrong), store.talk.say("a", None, "after", 9)]
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in told] == [type(None), Refused, type(None)]
        assert [line for _, _, line in store.talk.lines("a")] == ["before", "after"]

    spend(evening)


def test_what_gathers_shares_few_transactions(spend: Spend) -> None:
    async def evening(store: Store) -> None:
        await asyncio.gather(*(store.create(room(f"r{n}"), []) for n in range(100)))
        before = store.commits
        await asyncio.gather(*(store.append(f"r{n}", 1, [MOVE], None, TURN, version=0) for n in range(100)))
        assert store.commits - before < 30 and all(len(store.moves(f"r{n}")) == 1 for n in range(100))
        assert len(store.turns.due(6000, 500)) == 100

    spend(evening)


def test_a_change_is_heard_by_who_listens(database: str) -> None:
    from tepui.server.storage.postgres import PostgresStore

    async def evening() -> None:
        one, two = PostgresStore(database), PostgresStore(database)
        heard: asyncio.Queue[str] = asyncio.Queue()
        two.listen(heard.put_nowait, lambda: heard.put_nowait("again"))
        try:
            assert await heard.get() == "again"
            await one.create(room("a"), [])
            await one.append("a", 1, [MOVE], None, None, 0)
            assert await heard.get() == "room a 1"
            await one.talk.say("a", None, "hello", 9)
            assert await heard.get() == "talk a"
            with pytest.raises(Stale):  # and what was not done is not told
                await two.append("a", 1, [MOVE], None, None, 0)
            two.tell("beat me")
            assert await heard.get() == "beat me"
        finally:
            one.close()
            two.close()

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_time_goes_on_while_one_process_runs(database: str) -> None:
    from tepui.server.storage.postgres import PostgresStore

    async def evening() -> None:
        one, two = PostgresStore(database), PostgresStore(database)
        try:
            first, asked, heard = await one.beat(monotonic)
            await asyncio.sleep(0.2)
            second, asked_again, heard_again = await two.beat(monotonic)
            went_by = (second - first) / 1000  # by one clock, whoever asks
            assert asked_again - heard - 0.01 <= went_by <= heard_again - asked + 0.01
            kept = str(one.fact("clock"))
            one.remember("clock", f"{kept.split()[0]} {int(kept.split()[1]) - 3_600_000}")  # an hour without any
            third, *_ = await one.beat(monotonic)
            assert third == second
        finally:
            one.close()
            two.close()

    asyncio.run(asyncio.wait_for(evening(), 60))
