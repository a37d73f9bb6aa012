"""The bots at one table: who is asked in which order, whose call is served first, and where their chance comes from."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.server.app import make_app
from tepui.server.room.room import Room
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings


class Pool:
    """Bots whose answers the test gives, in the order that it likes."""

    def __init__(self) -> None:
        self.asked: dict[int, tuple[View, asyncio.Future[int | None]]] = {}  # by seat, in the order of asking
        self.seeds: list[int] = []
        self.people: set[bool] = set()

    async def ask(self, bot: str, view: View, lines: Any, *, seed: int, room: str, people: bool) -> int | None:
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.asked[view.eye] = view, answer
        self.seeds.append(seed)
        self.people.add(people)
        try:
            return await answer
        finally:
            del self.asked[view.eye]

    def answer(self, seat: int, code: int | None = None) -> None:
        view, answer = self.asked[seat]
        answer.set_result(None if code is None else view.codes().index(code))

    def answer_any(self, seat: int) -> None:
        """A move that is no call."""
        self.answer(seat, next(code for code in self.asked[seat][0].codes() if code != k.STOP))

    async def close(self) -> None:
        pass


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


async def quiet() -> None:
    """Whatever can happen now has happened."""
    for _ in range(50):
        await asyncio.sleep(0)


async def at_the_first_window(data: Any) -> tuple[Room, Pool]:
    """Kryptx with three bots, all cards placed: from now on everybody may call Stop."""
    rooms = make_app(Settings(data=data, limited=False, pace=0)).state.site.rooms
    pool = rooms.bot_pool = Pool()
    new = NewRoom(game="kryptx", seats=3, bots=["steady"] * 3, sit=False, start=True)
    room = await rooms.create("0" * 32, new)
    while True:
        await until(lambda: bool(pool.asked))
        await quiet()  # all that are asked at this moment
        if len(pool.asked) == 3:
            break
        turn = room.session.turn
        pool.answer_any(next(iter(pool.asked)))
        await until(lambda turn=turn: room.session.turn > turn)
    return room, pool


def moves_of_players(room: Room) -> list[tuple[int, int]]:
    return [move for move in room.session.table.moves if move[0] < 3]


def test_whoever_must_act_is_asked_first_and_then_clockwise(tmp_path) -> None:
    async def play() -> None:
        room, pool = await at_the_first_window(tmp_path)
        (active,) = room.session.table.to_act
        assert list(pool.asked) == [(active + step) % 3 for step in range(3)]
        assert pool.people == {False}, "nobody but bots sits there"
        await room.rooms.close()

    asyncio.run(asyncio.wait_for(play(), 120))


@pytest.mark.parametrize("callers", [(0, 1, 2), (1, 2), (2,), ()])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_calls_are_served_in_the_order_of_asking_and_other_moves_last(tmp_path, callers, order) -> None:
    """Kryptx, R-13, whoever is the quickest to answer. 0 is whoever must act, 1 and 2 sit clockwise from there."""

    async def play() -> None:
        room, pool = await at_the_first_window(tmp_path)
        (active,) = room.session.table.to_act
        before = len(moves_of_players(room))
        for step in order:
            seat = (active + step) % 3
            await quiet()
            if len(moves_of_players(room)) > before:
                break  # it has been decided: the rest need not be asked
            if step in callers:
                pool.answer(seat, k.STOP)
            elif step == 0:
                pool.answer_any(seat)
            else:
                pool.answer(seat, None)
        await until(lambda: len(moves_of_players(room)) > before)
        by, code = moves_of_players(room)[before]
        assert by == (active + min(callers, default=0)) % 3
        assert (code == k.STOP) == bool(callers)
        await room.rooms.close()

    asyncio.run(asyncio.wait_for(play(), 120))


def test_the_bots_chance_follows_from_the_table_and_the_moment(tmp_path) -> None:
    async def play() -> None:
        room, pool = await at_the_first_window(tmp_path)
        seen = len(pool.seeds)
        assert len(set(pool.seeds)) == seen, "another seat or another moment, another seed"
        room.bot_turns.stop()
        await until(lambda: not room.bot_turns.busy)
        room.bot_turns.wake()
        await until(lambda: len(pool.seeds) == seen + 3)
        assert pool.seeds[-3:] == pool.seeds[seen - 3 : seen], "asked again, the same view has the same chance"
        await room.rooms.close()

    asyncio.run(asyncio.wait_for(play(), 120))
