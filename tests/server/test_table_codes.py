"""Table codes: easy to say, hard to mistake or to guess, and no two living tables have the same."""

import asyncio
import re
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from tepui.server.app import make_app
from tepui.server.outside import Chance
from tepui.server.refusals import Refused
from tepui.server.rooms import table_codes
from tepui.server.rooms.messages import NewRoom
from tepui.server.rooms.table_codes import WORDS, new_code, tidy_code
from tepui.server.settings import Settings
from tepui.server.store.contract import Commit
from tepui.server.store.store import CodeTaken
from tepui.server.web.guard import Rates, network_of
from tepui.testing import HandTime

ANNA = "0" * 32
NEW = NewRoom(game="forehead", seats=2)


def distance(one: str, other: str) -> int:
    """Letters to change, add or leave out."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def test_no_two_words_look_alike() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(re.fullmatch("[A-Z]{4,9}", word) for word in WORDS)
    assert len({word[:4] for word in WORDS}) == len(WORDS)
    assert [pair for pair in combinations(WORDS, 2) if distance(*pair) < 3] == []
    together = Counter(first + second for first, second in product(WORDS, WORDS))
    assert max(together.values()) == 1


def test_a_code_is_two_words_and_two_digits_and_found_however_it_is_typed() -> None:
    chance = Chance(Random(3))
    for _ in range(200):
        code = new_code(chance)
        assert re.fullmatch("[A-Z]{4,9}-[A-Z]{4,9}-[2-9]{2}", code) and len(code) <= 24
        for said in (code, code.lower(), code.replace("-", " "), code.replace("-", ""), f" {code.title()} "):
            assert tidy_code(said) == code
    assert tidy_code("tucan 42") == "TUCAN42"  # of a table that was set up before
    assert tidy_code("") == tidy_code("-") == ""


def test_no_two_living_tables_have_the_same_code(tmp_path, monkeypatch) -> None:
    """Three codes are left, and five tables are set up at once."""
    left = iter(["A", "A", "B", "A", "B", "C", *"ABC" * 50])
    monkeypatch.setattr(table_codes, "new_code", lambda chance: next(left))

    async def evening() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        made = await asyncio.gather(*(rooms.create(ANNA, NEW) for _ in range(5)), return_exceptions=True)
        codes = [room.code for room in made if not isinstance(room, Exception)]
        assert sorted(codes) == ["A", "B", "C"]
        refused = [error for error in made if isinstance(error, Exception)]
        assert all(isinstance(error, Refused) and "too many tables" in str(error) for error in refused)
        # the code of a table that is over is free again, but not on the same day
        [one] = [room for room in made if getattr(room, "code", "") == "A"]
        await rooms.store.commit(Commit(one.id, fields={"phase": 2}))
        with pytest.raises(Refused):
            await rooms.create(ANNA, NEW)
        await rooms.store.commit(Commit(one.id, fields={"changed": 1}))
        again = await rooms.create(ANNA, NEW)
        assert again.code == "A" and (await rooms.lobby.join("a", "")).room == again.id
        await rooms.close()

    asyncio.run(evening())


def test_the_one_writer_decides(tmp_path) -> None:
    async def evening() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        room = await rooms.create(ANNA, NEW)
        with pytest.raises(CodeTaken):
            await rooms.store.create(room.saved, [])
        await rooms.close()

    asyncio.run(evening())


def test_a_clock_that_jumps_does_not_end_the_code_of_a_table_where_somebody_is(tmp_path) -> None:
    async def evening() -> None:
        time = HandTime()
        rooms = make_app(Settings(data=tmp_path, limited=False), time).state.site.rooms
        room = await rooms.create(ANNA, NEW)
        time.midnight += 40 * 24 * 3600
        assert (await rooms.lobby.join(room.code, "")).room == room.id
        del rooms.loaded[room.id]
        with pytest.raises(Refused, match="codes expire after a day"):
            await rooms.lobby.join(room.code, "")
        await rooms.close()

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_is_an_address_or_a_64(address: str, network: str) -> None:
    assert network_of(address) == network


def guesses(rates: Rates, address: str, tries: int = 100) -> int:
    """How many of them are let through."""
    through = 0
    for n in range(tries):
        try:
            rates.check("join", address.format(n=f"{n:x}"))
            through += 1
        except Refused:
            pass
    return through


def test_guessing_is_limited_per_64_and_by_the_clock_that_only_goes_forward() -> None:
    now = 1000.0
    rates = Rates(True, lambda: now)
    assert guesses(rates, "2001:db8:0:1::{n}") == 10
    assert guesses(rates, "2001:db8:0:2::{n}") == 10  # the neighbours
    now += 30.0
    assert guesses(rates, "2001:db8:0:1:{n}::") == 5
    now += 3600.0
    assert guesses(rates, "2001:db8:0:1::{n}") == 10


def test_the_counts_themselves_are_limited(monkeypatch) -> None:
    monkeypatch.setattr(Rates, "MOST", 100)
    rates = Rates(True, lambda: 1000.0)
    for n in range(1000):
        rates.check("page", f"10.0.{n // 256}.{n % 256}")
    assert len(rates._counted) == 100
