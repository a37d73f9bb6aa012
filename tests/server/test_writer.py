"""How changes reach the disk: a quick one is written to on the spot, a slow or locked one keeps nobody waiting."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from tepui.server.storage import writer
from tepui.server.storage.store import FILE, Saved, Store

Rows = list[tuple[int, bytes]]
MOVE: Rows = [(0, b'{"do":"pass"}')]


def with_store(folder: Path, what: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(folder)
        try:
            await asyncio.wait_for(what(store), 60)
        finally:
            store.close()

    asyncio.run(run())


async def trusted(store: Store) -> None:
    """Enough groups that the disk is known to be quick."""
    store._writer._slow = 1
    await store.append("warm", 1, MOVE)
    assert store._writer._slow <= 0


def test_a_quick_disk_is_written_to_on_the_spot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0)

    async def writing(store: Store) -> None:
        for n in range(writer.PATIENCE):
            assert store._writer._slow > 0
            await store.append("first", n + 1, MOVE)
        assert store._writer._slow == 0
        with_thread: list[object] = []
        monkeypatch.setattr(store._writer, "_write_group", lambda work, _: with_thread.append(work))
        seen: list[int] = []

        def done(error: BaseException | None) -> None:
            assert error is None
            with sqlite3.connect(tmp_path / FILE) as other:  # it is there already, for everybody
                seen.extend(other.execute("SELECT count(*) FROM moves WHERE room = 'here'").fetchone())

        store.append_then("here", 1, [*MOVE, *MOVE], None, done)
        assert seen == []  # together with whatever else is heard now
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert seen == [2] and with_thread == []
        monkeypatch.undo()

    with_store(tmp_path, writing)


def test_the_last_move_and_the_end_of_the_game_are_written_together_on_the_spot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0)
    ended = {"state": "{}", "listed": 0, "phase": 2, "changed": 7}

    def phase() -> int:
        with sqlite3.connect(tmp_path / FILE) as other:
            return int(other.execute("SELECT phase FROM rooms WHERE id = 'here'").fetchone()[0])

    async def writing(store: Store) -> None:
        room = Saved("here", "code", "lost-code", 1, 2, "{}", None, "seed", "{}", 0, 1, 1, 1)
        await store.create(room, [])
        await trusted(store)
        with_thread: list[object] = []
        told: list[BaseException | None] = []
        with monkeypatch.context() as here:
            here.setattr(store._writer, "_write_group", lambda work, _: with_thread.append(work))
            store.append_then("here", 1, MOVE, ended, told.append)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert told == [None] and with_thread == [] and phase() == 2
        with pytest.raises(IntegrityError):  # both or neither: that move is there already
            await store.append("here", 1, MOVE, {**ended, "phase": 1})
        with pytest.raises(IntegrityError):  # and here the room has no such phase
            await store.append("here", 2, MOVE, {**ended, "phase": None})
        assert phase() == 2 and len(store.moves("here")) == 1

    with_store(tmp_path, writing)


def test_after_a_slow_write_the_thread_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def writing(store: Store) -> None:
        monkeypatch.setattr(writer, "QUICK", 60.0)
        await trusted(store)
        monkeypatch.setattr(writer, "QUICK", -1.0)  # whatever it takes is too long
        await store.append("here", 1, MOVE)
        assert store._writer._slow == writer.PATIENCE
        await store.append("here", 2, MOVE)
        assert [number for number, _, _ in store.moves("here")] == [1, 2]

    with_store(tmp_path, writing)


def test_a_file_locked_by_somebody_else_keeps_only_the_moves_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0)

    async def writing(store: Store) -> None:
        await trusted(store)
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        moves = store.append("here", 1, MOVE)
        longest = 0.0
        for _ in range(20):  # the server goes on meanwhile
            begin = time.monotonic()
            await asyncio.sleep(0.02)
            longest = max(longest, time.monotonic() - begin)
        assert longest < 1.0 and not moves.done()
        other.execute("ROLLBACK")
        other.close()
        await moves
        assert len(store.moves("here")) == 1

    with_store(tmp_path, writing)


def test_a_number_is_written_once_on_the_spot_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0)

    async def writing(store: Store) -> None:
        await trusted(store)
        first, again, other = store.append("a", 1, MOVE), store.append("a", 1, MOVE), store.append("b", 1, MOVE)
        told = await asyncio.gather(first, again, other, return_exceptions=True)
        assert [type(error).__name__ for error in told] == ["NoneType", "IntegrityError", "NoneType"]
        assert len(store.moves("a")) == len(store.moves("b")) == 1

    with_store(tmp_path, writing)


def test_the_log_begins_anew_instead_of_growing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "QUICK", 60.0)

    async def writing(store: Store) -> None:
        await trusted(store)
        sizes = []
        for n in range(6 * writer.TIDY):
            await store.append("long", n + 1, MOVE)
            if n % writer.TIDY == 0:
                await asyncio.sleep(0.05)
                sizes.append((tmp_path / f"{FILE}-wal").stat().st_size)
        assert max(sizes) < 2.5 * sizes[2], sizes

    with_store(tmp_path, writing)


def test_one_who_stumbles_over_the_news_does_not_keep_it_from_the_others(tmp_path: Path) -> None:
    async def writing(store: Store) -> None:
        def stumble(error: BaseException | None) -> None:
            raise RuntimeError("a mistake")

        store.append_then("a", 1, MOVE, None, stumble)
        await store.append("b", 1, MOVE)
        await store.append("c", 1, MOVE)

    with_store(tmp_path, writing)


def test_what_is_waiting_at_the_end_is_written(tmp_path: Path) -> None:
    async def writing() -> None:
        store = Store(tmp_path)
        futures = [store.append("last", n + 1, MOVE) for n in range(5)]
        store.close()
        await asyncio.sleep(0)
        assert not any(future.done() and future.exception() for future in futures)

    asyncio.run(writing())
    with sqlite3.connect(tmp_path / FILE) as file:
        assert file.execute("SELECT count(*) FROM moves").fetchone() == (5,)
