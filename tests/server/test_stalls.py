"""One request must not stop the table: the event loop goes on while something slow is done for somebody."""

import asyncio
from collections.abc import Awaitable, Callable
from time import thread_time

import pytest

from tepui.core.refusal import BadParts
from tepui.core.words import N_
from tepui.server.http.app import make_app
from tepui.server.refusals import Refused
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings
from tepui.server.threads import Threads
from tepui.server.wire import messages

ANNA = "0" * 32


class StallMeter:
    """The longest work that the loop's own thread did in one go, in CPU seconds: other processes do not count."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def __aenter__(self) -> "StallMeter":
        self._task = asyncio.create_task(self._beat())
        await asyncio.sleep(0.05)
        self.longest = 0.0
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0.01)
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            before = thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, thread_time() - before)


def in_rooms(tmp_path, evening: Callable[[Rooms], Awaitable[None]]) -> None:
    async def whole() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        try:
            await evening(rooms)
        finally:
            await rooms.close()

    asyncio.run(asyncio.wait_for(whole(), 120))


def test_a_parts_file_is_read_beside_the_loop(tmp_path, monkeypatch) -> None:
    """The worst file that is still read: dotted keys as long as they may be."""
    text = "".join(f"{'a.' * 29}{number} = 1\n" for number in range(240))

    async def evening(rooms: Rooms) -> None:
        new = messages.NewRoom(game="kryptx", seats=2, parts=text)
        with pytest.raises(BadParts):
            await rooms.create(ANNA, new)
        async with StallMeter() as meter:
            refused = await asyncio.gather(*(rooms.create(ANNA, new) for _ in range(15)), return_exceptions=True)
        assert all(isinstance(one, BadParts) for one in refused)
        assert meter.longest < 0.05  # on the loop they took half a second together

    in_rooms(tmp_path, evening)


def test_too_many_parts_files_at_once_are_refused_with_a_sentence(tmp_path) -> None:
    text = "".join(f"{'a.' * 29}{number} = 1\n" for number in range(240))

    async def evening(rooms: Rooms) -> None:
        new = messages.NewRoom(game="kryptx", seats=2, parts=text)
        refused = await asyncio.gather(*(rooms.create(ANNA, new) for _ in range(60)), return_exceptions=True)
        busy = [one for one in refused if isinstance(one, Refused)]
        assert busy and {one.why for one in busy} == {"busy"}
        assert all(isinstance(one, Refused | BadParts) for one in refused)

    in_rooms(tmp_path, evening)


def test_who_waits_too_long_for_a_thread_is_refused_and_the_thread_is_not_used_twice() -> None:
    async def evening() -> None:
        done, threads = asyncio.Event(), Threads("test", size=1, seconds=0.2, queue=1)
        loop = asyncio.get_running_loop()

        def stuck() -> None:
            asyncio.run_coroutine_threadsafe(done.wait(), loop).result()

        for _ in range(2):
            with pytest.raises(Refused, match="too much to do"):
                await threads.run(stuck)
        done.set()
        while True:
            try:
                assert await threads.run(lambda: 7) == 7
                break
            except Refused:
                await asyncio.sleep(0.01)
        threads.close()

    asyncio.run(asyncio.wait_for(evening(), 20))


def test_the_sentences_about_parts_files_are_translated() -> None:
    from tepui.core import parts_text
    from tepui.server.rooms.handlers import sentence

    for name in ("TOO_LONG", "LONG_LINE", "BRACKETS", "DOTS", "TEXTS"):
        text = N_(getattr(parts_text, name))
        told = {sentence(BadParts(text), language) for language in ("en", "fr", "it", "de")}
        assert len(told) == 4, text
