"""How changes reach the disk: in groups, whole or not at all, and a locked file keeps nobody but its writer waiting."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from tepui.server.refusals import Refused
from tepui.server.store.contract import Commit, Saved
from tepui.server.store.store import FILE, Store

MOVE = [(0, b'{"do":"pass"}')]


def with_store(folder: Path, what: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(folder)
        try:
            await asyncio.wait_for(what(store), 60)
        finally:
            store.close()

    asyncio.run(run())


def test_the_last_move_and_the_end_of_the_game_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    ended = {"state": "{}", "listed": 0, "phase": 2, "changed": 7}

    async def writing(store: Store) -> None:
        await store.create(Saved("here", "code", "lost-code", 1, 2, "{}", None, "seed", "{}", 0, 1, 1, 1), [])
        await store.commit(Commit("here", rows=MOVE, fields=ended))
        with pytest.raises(IntegrityError):  # that move is there already
            await store.commit(Commit("here", rows=MOVE, fields={**ended, "phase": 1}))
        with pytest.raises(IntegrityError):  # and here the room has no such phase
            await store.commit(Commit("here", rows=MOVE, first=2, fields={**ended, "phase": None}))
        found = store.room("here")
        assert found is not None and found.phase == 2 and len(store.moves("here")) == 1

    with_store(tmp_path, writing)


def test_what_gathers_while_the_disk_is_busy_shares_one_transaction(tmp_path: Path) -> None:
    async def writing(store: Store) -> None:
        busy, free = threading.Event(), threading.Event()

        def slow(connection: Connection) -> None:
            busy.set()
            free.wait(30)

        first = store.change(slow)
        await asyncio.to_thread(busy.wait, 30)
        before = store.writer.commits
        others = [store.commit(Commit(f"room {n}", rows=MOVE)) for n in range(20)]
        assert not first.done()
        free.set()
        await asyncio.gather(first, *others)
        assert store.writer.commits - before == 2 and store.writer.written >= 21

    with_store(tmp_path, writing)


def test_one_bad_change_does_not_take_its_neighbours_with_it(tmp_path: Path) -> None:
    async def writing(store: Store) -> None:
        def wrong(connection: Connection) -> None:
            raise ZeroDivisionError

        waiting = [
            store.commit(Commit("a", rows=MOVE)),
            store.commit(Commit("a", rows=MOVE)),
            store.change(wrong),
            store.commit(Commit("b", rows=MOVE)),
        ]
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(error) for error in told] == [type(None), IntegrityError, Refused, type(None)]
        assert len(store.moves("a")) == len(store.moves("b")) == 1

    with_store(tmp_path, writing)


def test_a_file_locked_by_somebody_else_does_not_stop_the_server(tmp_path: Path) -> None:
    async def writing(store: Store) -> None:
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        moves = store.commit(Commit("here", rows=MOVE))
        assert store.room("nowhere") is None  # what is asked is answered meanwhile
        done, waiting = await asyncio.wait([moves], timeout=0.2)
        assert not done and waiting
        other.execute("ROLLBACK")
        other.close()
        await moves
        assert len(store.moves("here")) == 1

    with_store(tmp_path, writing)


def test_the_log_begins_anew_instead_of_growing(tmp_path: Path) -> None:
    async def writing(store: Store) -> None:
        sizes = []
        for n in range(3000):
            await store.commit(Commit("long", rows=MOVE, first=n + 1))
            if n % 500 == 499:
                sizes.append((tmp_path / f"{FILE}-wal").stat().st_size)
        assert max(sizes) < 6_000_000, sizes  # a thousand pages of 4 kB, and some

    with_store(tmp_path, writing)


def test_what_is_waiting_at_the_end_is_written(tmp_path: Path) -> None:
    async def writing() -> None:
        store = Store(tmp_path)
        for n in range(5):
            store.commit(Commit("last", rows=MOVE, first=n + 1))
        store.close()

    asyncio.run(writing())
    with sqlite3.connect(tmp_path / FILE) as file:
        assert file.execute("SELECT count(*) FROM moves").fetchone() == (5,)
