"""Every address declares what it may cost, and something dear is known for each; `dev.py proofs costs` measures it."""

import asyncio
import http.client
import sys
from collections import Counter
from collections.abc import Iterable
from typing import get_args

import pytest
from dearest import REFUSED, Asked, Heap, copy_room, everything, heaped, played, said
from own_server import Site, serve
from test_addresses import addresses

from tepui.server.app import make_app
from tepui.server.refusals import Refused
from tepui.server.room import session as sessions
from tepui.server.settings import Settings
from tepui.server.web.address import THREAD
from tepui.server.web.guard import Rates
from tepui.server.wire import messages


def test_what_costs_more_than_others_is_declared_and_counts_as_several(tmp_path) -> None:
    app = make_app(Settings(data=tmp_path))
    dear = {one.path: one.thread for one in addresses(app) if one.thread != THREAD}
    assert dear == {"/api/history/export": 2000, "/api/rooms/{room}/what-if": 1500}  # made piece by piece

    async def evening(site: Site) -> None:
        rates: Rates = site.app.state.site.rates
        answers = Counter[int]()
        for _ in range(50):
            answers[await asyncio.to_thread(ask, site, "", Asked("GET /", "/api/history/export"))] += 1
        assert answers[200] in range(30, 36) and answers[429] == 50 - answers[200], answers
        assert rates.refused

    app.state.site.rooms.store.close()
    serve(tmp_path, evening)


def ask(site: Site, cookie: str, one: Asked) -> int:
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=300)
    head = {"Cookie": cookie, **({"Content-Type": one.kind} if one.kind else {})}
    try:
        line.request(one.address.partition(" ")[0], one.path, one.body or None, head)
        answer = line.getresponse()
        answer.read()
        return answer.status
    finally:
        line.close()


async def calls_on_the_loop(heap: Heap, one: Asked) -> int:
    """How many functions the loop's thread calls until this is answered: work that no clock measures."""
    count = 0

    def counting(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counting)
    try:
        await asyncio.to_thread(ask, heap.site, heap.anna.cookie, one)
    finally:
        sys.setprofile(None)
    return count


def firsts(found: Iterable[Asked]) -> list[Asked]:
    by_address: dict[str, Asked] = {}
    for one in found:
        by_address[one.address] = by_address.get(one.address) or one
    return list(by_address.values())


@pytest.mark.slow
def test_every_address_has_something_dear_and_looking_costs_the_loop_the_same_however_much_there_is(tmp_path) -> None:
    async def evening(site: Site) -> None:
        heap = await heaped(site, many=3, long=1)
        in_pieces = {f"{one.method} {one.path}" for one in addresses(site.app) if one.thread > THREAD}
        looks = [one for one in firsts(everything(heap)) if one.address.startswith("GET")]
        looks = [one for one in looks if one.address not in in_pieces]
        before: dict[str, int] = {}
        for _ in range(2):  # the first time templates and catalogues are read
            before = {one.address: await calls_on_the_loop(heap, one) for one in looks}
        for number, room in enumerate((*heap.over[:3], heap.running[0])):
            copy_room(heap.rooms, room, f"more{number}x", 400)
        for one in looks:
            now = await calls_on_the_loop(heap, one)
            assert now < 1.5 * before[one.address] + 2000, (one.address, before[one.address], now)
        answered: dict[str, int] = {}
        for one in everything(heap):
            if answered.get(one.address, 400) >= 400 and one.address not in REFUSED:
                answered[one.address] = await asyncio.to_thread(ask, site, heap.anna.cookie, one)
        known = {f"{one.method} {one.path}" for one in addresses(site.app)}
        assert known == answered.keys() | REFUSED.keys()
        assert not [address for address, status in answered.items() if status >= 400]

    serve(tmp_path, evening, limited=False, reviews=False, limit=580, idle=3600.0)


def test_every_message_has_something_dear() -> None:
    known = {kind.__struct_config__.tag for kind in get_args(messages.Incoming)}
    assert {one["type"] for one in said({"turn": 1})} == known


def test_a_table_does_not_become_longer_without_end(tmp_path, monkeypatch) -> None:
    """Whoever looks at it again reads all of it, also what was taken back."""

    async def evening(site: Site) -> None:
        rooms = site.app.state.site.rooms
        room = await played(rooms, "0" * 32, "kryptx", share=0.5)
        assert room.session is not None
        seat = room.session.table.moves[-1][0]
        monkeypatch.setattr(sessions, "LONGEST", room.session.turn - 1)
        with pytest.raises(Refused, match="Too many moves were taken back"):
            room.session.take_back(seat, agreed=True)
        monkeypatch.setattr(sessions, "LONGEST", room.session.turn)
        assert room.session.take_back(seat, agreed=True)

    serve(tmp_path, evening, limited=False)
