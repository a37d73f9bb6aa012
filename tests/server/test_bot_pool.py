"""The processes that think for all bots: who is served when, what a bad bot costs the others, and what is left over."""

import asyncio
import json
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tepui.bots.lines import SeatLines
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.refusal import BotFailed
from tepui.core.table import Table
from tepui.server.bots.pool import BotPool
from tepui.server.threads import FairQueue

FOREHEAD = find.game("forehead")
VIEW = Table(FOREHEAD, FOREHEAD.setting(5), Dealer("1").choose).view(0)
LONG = 600.0  # seconds: no test waits for them


def evening(play: Callable[[BotPool], Awaitable[None]], **how: float) -> BotPool:
    """With a pool of one process, unless it says otherwise; it is closed at the end."""

    async def whole() -> BotPool:
        pool = BotPool(**{"size": 1, "seconds": LONG, "grace": LONG, **how})  # type: ignore[arg-type]
        try:
            await play(pool)
        finally:
            await pool.close()
        return pool

    return asyncio.run(asyncio.wait_for(whole(), 240))


def ask(pool: BotPool, bot: str, room: str = "", people: bool = False, seed: int = 1) -> Awaitable[int | None]:
    return pool.ask(bot, VIEW, SeatLines(VIEW), seed=seed, room=room, people=people)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# ---- whose question is next ----


def test_tables_with_people_come_first_and_tables_of_a_kind_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.put(item, item[0])
    for item in ("x1", "x2", "y1"):
        queue.put(item, item[0], first=True)
    assert [queue.get() for _ in range(4)] == ["x1", "y1", "x2", "a1"]
    queue.put("z1", "z", first=True)
    assert [queue.get() for _ in range(7)] == ["z1", "b1", "c1", "a2", "b2", "a3", None]


def test_thirty_tables_of_bots_do_not_starve_a_person(bots) -> None:
    """They ask again and again; a person's bot is answered after the one that is thinking already."""

    async def play(pool: BotPool) -> None:
        answered = [0] * 30
        enough = asyncio.Event()

        def asked() -> int:
            return len((bots / "quick").read_text().split())

        async def table(number: int) -> None:
            while not enough.is_set():
                await ask(pool, "quick", room=f"bots {number}")
                answered[number] += 1

        tables = [asyncio.create_task(table(number)) for number in range(30)]
        for _ in range(10):
            await until(lambda: min(answered) > max(answered) - 2 and min(answered) > 0)
            before = asked()
            await ask(pool, "quick", room="anna", people=True)
            assert asked() - before <= 2, "hers, and one that was on its way"
        enough.set()
        await asyncio.gather(*tables)
        assert max(answered) - min(answered) <= 1, "they take turns"

    assert evening(play).restarts == 0


# ---- what a bad bot costs the others ----


def test_a_bot_that_hangs_delays_nobody_else(bots) -> None:
    async def play(pool: BotPool) -> None:
        hanging = asyncio.ensure_future(ask(pool, "hang", room="one"))
        await until((bots / "hangs").exists)
        assert await ask(pool, "quick", room="two") in range(5)
        assert not hanging.done()

    evening(play, seconds=0.1)  # but it has ten minutes of grace


def test_a_slow_bot_is_answered_and_its_process_is_not_kept_beside_another(bots) -> None:
    async def play(pool: BotPool) -> None:
        slow = asyncio.ensure_future(ask(pool, "gate", room="one"))
        await until((bots / "at the gate").exists)
        await ask(pool, "quick", room="two")
        (bots / "gate").touch()
        assert await slow in range(5)
        for _ in range(3):
            await ask(pool, "quick")
        assert len(set((bots / "quick").read_text().split())) == 1

    assert evening(play, seconds=0.1).restarts == 0


SENTENCES = {
    "crash": "the bot crash stopped without an answer. Seat",
    "rubbish": "the bot rubbish stopped without an answer (the bot valued 1 actions, but 5 are on offer",
    "greedy": "the bot greedy stopped without an answer (the bot crashed (MemoryError",
    "nobody": "the bot nobody stopped without an answer (there is no bot 'nobody' for forehead",
}


@pytest.mark.parametrize("bot", SENTENCES)
def test_a_bad_bot_fails_after_two_tries_with_a_sentence_and_the_next_is_served(bots, bot: str) -> None:
    async def play(pool: BotPool) -> None:
        with pytest.raises(BotFailed) as failed:
            await ask(pool, bot)
        assert str(failed.value).startswith(SENTENCES[bot])
        assert await ask(pool, "quick") in range(5)

    assert evening(play, memory=600).restarts == 2


def test_a_bot_that_is_never_in_time(bots) -> None:
    async def play(pool: BotPool) -> None:
        with pytest.raises(BotFailed, match="the bot hang did not answer in time"):
            await ask(pool, "hang")

    assert evening(play, seconds=0.1, grace=0.6).restarts == 2


def test_a_bot_that_crashes_once_is_asked_again(bots, caplog: pytest.LogCaptureFixture) -> None:
    async def play(pool: BotPool) -> None:
        assert await ask(pool, "once") in range(5)

    with caplog.at_level(logging.WARNING, "tepui.bot_pool"):
        assert evening(play).restarts == 1
    assert [record.error for record in caplog.records] == ["stopped without an answer"]  # type: ignore[attr-defined]


def test_a_process_that_died_while_it_rested_is_replaced(bots) -> None:
    async def play(pool: BotPool) -> None:
        await ask(pool, "quick")
        pid = int((bots / "quick").read_text())
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not running(pid))
        assert await ask(pool, "quick") in range(5)

    assert evening(play).restarts == 1


# ---- what is left over ----


def test_a_room_that_goes_takes_its_questions_along(bots) -> None:
    async def play(pool: BotPool) -> None:
        thinking = asyncio.ensure_future(ask(pool, "gate"))
        await until((bots / "at the gate").exists)
        waiting = asyncio.ensure_future(ask(pool, "spy"))
        await asyncio.sleep(0)
        for one in (waiting, thinking):
            one.cancel()
        (bots / "gate").touch()
        assert await ask(pool, "quick") in range(5)
        assert not (bots / "spy").exists(), "nobody waited for that answer any more"

    assert evening(play).restarts == 0, "a process may finish its thought, and is used again"


def test_a_closed_pool_leaves_no_process_and_nobody_who_waits(bots) -> None:
    async def play(pool: BotPool) -> None:
        await ask(pool, "spy")
        left = [asyncio.ensure_future(ask(pool, bot)) for bot in ("gate", "quick")]
        await until((bots / "at the gate").exists)
        await pool.close()
        await until(lambda: all(one.cancelled() for one in left))
        assert not (bots / "quick").exists()
        assert not running(json.loads((bots / "spy").read_text())["pid"])
        with pytest.raises(asyncio.CancelledError):
            await ask(pool, "quick")

    evening(play)


def test_the_same_view_and_seed_give_the_same_move(bots) -> None:
    async def play(pool: BotPool) -> None:
        for bot in ("quick", "random"):
            picks = [[await ask(pool, bot, seed=seed) for seed in range(12)] for _ in range(2)]
            assert picks[0] == picks[1] and len(set(picks[0])) > 1

    evening(play)
