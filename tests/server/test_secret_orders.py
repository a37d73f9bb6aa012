"""Standing orders by paired worlds: nobody hears of another's before it acts, and none knows more than its owner."""

import asyncio
from random import Random
from typing import Any

import pytest
from headless import Visitor
from test_secrets import World, here

from tepui.core import find, orders
from tepui.core.game import Game
from tepui.core.position import AUDIENCE, TABLE
from tepui.laws.finding import Asked
from tepui.laws.pairs import Pair
from tepui.laws.walk import eyes_of, fresh_table, some_setting
from tepui.server.room import commands
from tepui.server.room import orders as standing
from tepui.server.room.page import Page
from tepui.server.room.room import Room
from tepui.server.wire import messages

GAMES = [name for name in find.names() if orders.of(find.game(name))]
MOVES = 40  # of a game that is played on the wire


class Ordering(World):
    """Before each move one of the others gives or revokes an order, in one of the two worlds."""

    giving = False
    given = 0

    async def disturb(self, page: Any, room: Room, rng: Random, hear_until: Any, heard: list[str]) -> None:
        one, seat, on = rng.choice(orders.of(self.game)), rng.randrange(self.setting.seats), rng.random() < 0.7
        if self.giving and seat != self.eye and not room.state.over:
            asker = Page(room.state.chairs[seat].guest or "", "", "en")
            await room.do(commands.order, asker, messages.Order(order=one.name, on=on))
            self.given += 1


async def compare(game: Game, pairs: int) -> int:
    given = 0
    async with here() as (url, rooms), Visitor(url) as visitor:
        for n in range(pairs):
            rng = Random(n)
            setting = some_setting(game, rng, Asked())
            eye = rng.choice([eye for eye in eyes_of(setting) if eye < TABLE or eye == AUDIENCE])
            moves, chance = Pair(game, setting, eye, rng).branches[-1].one[:MOVES], rng.random()
            without, with_orders = (Ordering(url, rooms, visitor, game, setting, eye) for _ in range(2))
            with_orders.giving = True
            assert await without.tell(moves, Random(chance)) == await with_orders.tell(moves, Random(chance))
            given += with_orders.given
    return given


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is one where orders are offered; they never act, for the moves are a script's."""
    monkeypatch.setattr(standing, "offered", lambda room: orders.of(room.game))
    monkeypatch.setattr(standing, "due", lambda room, seat: None)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("name", GAMES)
def test_others_get_the_same_bytes_whether_an_order_stands_or_not(name: str) -> None:
    assert asyncio.run(compare(find.game(name), 2)) > 0


@pytest.mark.usefixtures("slow")
def test_a_table_that_lets_others_hear_of_it_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "tell_own", lambda room, seat: room.tell_room())
    with pytest.raises(AssertionError):
        asyncio.run(compare(find.game("kryptx"), 2))


def choices(game: Game, pairs: int) -> tuple[int, int]:
    """How often an order chose, and in how many of these moments the two worlds differed."""
    chose = apart = 0
    for n in range(pairs):
        rng = Random(n)
        setting = some_setting(game, rng, Asked())
        eye = rng.randrange(setting.seats)
        branch = max(Pair(game, setting, eye, rng).branches, key=lambda branch: len(branch.kinds))
        one, other = fresh_table(game, setting), fresh_table(game, setting)
        for at, (left, right) in enumerate(zip(branch.one, branch.other, strict=True)):
            mine, its = one.view(eye), other.view(eye)
            assert orders.landmark(mine) == orders.landmark(its)
            for order in orders.of(game) if mine.must_act else ():
                pick = orders.choice(order, mine)
                assert pick == orders.choice(order, its), f"{order.name} knows more than its owner: pair {n}, move {at}"
                chose += pick is not None
                apart += pick is not None and branch.one[:at] != branch.other[:at]
            one.replay(*left)
            other.replay(*right)
    return chose, apart


@pytest.mark.parametrize("name", GAMES)
def test_an_order_chooses_the_same_in_worlds_that_its_owner_cannot_tell_apart(name: str) -> None:
    chose, apart = choices(find.game(name), 12)
    assert chose > 0
    assert apart > 0 or name == "roll-and-write"  # where nothing is hidden
