"""The room's lock can be taken without waiting, but never past somebody who waits."""

import asyncio

from tepui.server.rooms.lock import Lock


def test_taken_at_once_or_not_at_all() -> None:
    async def run() -> None:
        lock = Lock()
        assert lock.take() and lock.locked()
        assert not lock.take()
        lock.release()
        async with lock:
            assert not lock.take()
        assert lock.take()

    asyncio.run(run())


def test_whoever_waits_comes_first() -> None:
    async def run() -> None:
        lock, order = Lock(), []

        async def wait(name: str) -> None:
            async with lock:
                order.append(name)

        assert lock.take()
        waiting = [asyncio.create_task(wait(name)) for name in "ab"]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take()  # free, but promised to a
        await asyncio.gather(*waiting)
        assert order == ["a", "b"]
        assert lock.take()  # and nothing is left behind by the attempt
        lock.release()
        await asyncio.wait_for(wait("c"), 1)

    asyncio.run(run())
