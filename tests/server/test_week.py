"""A week of slow games with the clock moved by hand: four tables, standing orders, calls, a holiday, and a restart.

Anna comes four times a day, Ben when he is called, Cleo never again after the first evening. They go from table to
table as the page offers them, and press what a random bot would; the house's bots play the other seats. Anna's orders
act while she is away.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

from headless import Page, Visitor
from own_server import Site, serve
from people import kinds, room_where
from receiver import Receiver

from tepui.cli import main
from tepui.testing import HandTime

HOURS = 3600
DAY = 24 * HOURS
GAMES = ("lost-code", "kryptx", "roll-and-write", "lost-code")  # Cleo sits at the last, Ben at the others
ORDERS = ("leave", "keep", "open", "place", "write-1", "climb", "refuse-bare")  # Anna’s, where a game has them


class Week:
    """What is known from one start of the server to the next."""

    def __init__(self) -> None:
        self.rng = Random(20)
        self.seconds = 1000.0
        self.tables: list[str] = []
        self.codes: list[str] = []
        self.cookies: dict[str, str] = {}
        self.moves: Counter[str] = Counter()
        self.calls: list[str] = []
        self.kept: set[str] = set()  # tables at which a bot had to play for Ben
        self.badges: list[int] = []  # the number on the app's icon, from one moment of a visit to the next
        self.obeyed: Counter[str] = Counter()  # what Anna's orders have done, as far as she has read of it
        self.away: Counter[str] = Counter()  # and of that, while she was not there
        self.renewed = 0  # orders that had ended, and were given again

    def visitor(self, site: Site, name: str) -> Visitor:
        visitor = Visitor(site.url)
        visitor.cookie = self.cookies.get(name, "")
        return visitor


async def set_up(week: Week, site: Site, receiver: Receiver) -> None:
    people = {name: week.visitor(site, name) for name in ("Anna", "Ben", "Cleo")}
    for name, visitor in people.items():
        await visitor.post("/api/me", {"name": name})
        week.cookies[name] = visitor.cookie
    for at, game in enumerate(GAMES):
        other = people["Cleo" if at == 3 else "Ben"]
        id = await people["Anna"].create(game=game, seats=3, bots=["random"], clock="day")
        one, two = await people["Anna"].open(id), await other.open(id)
        await two.send(type="sit")
        while kinds(one.room or {"seats": []}).count("person") < 2:
            await one.until("room")
        if other is people["Ben"]:
            await two.send(type="call_me", address=f"{receiver.url}/{at}")
        await one.send(type="start")
        await asyncio.gather(one.until("view"), two.until("view"))
        week.tables.append(id)
        week.codes.append(one.room["code"])
        await one.close()
        await two.close()


async def visit(week: Week, visitor: Visitor, orders: bool = False) -> None:
    """From one table to the next as the page offers them, each once: the one that has waited longest comes first."""
    been: set[str] = set()
    while True:
        told = await visitor.get("/api/mine")
        waiting = sorted((one for one in told if one["your_move"]), key=lambda one: one["changed"])  # play/waiting.ts
        week.badges.append(len(waiting))
        next_one = next((one["room"] for one in waiting if one["room"] not in been), None)
        if next_one is None:
            return
        been.add(next_one)
        page: Page = await visitor.open(next_one)
        await page.until("view")
        if orders:
            week.away[next_one] += obeyed(page) - week.obeyed[next_one]
        while page.view["must_act"]:
            if orders:
                await give_all(week, page)
            await page.pick(page.view, week.rng.randrange(len(page.view["legal"])))
            await page.until("view")
            week.moves[next_one] += 1
        if orders:
            week.obeyed[next_one] = obeyed(page)
        await page.close()


def obeyed(page: Page) -> int:
    return sum("standing order of Anna" in line["text"] for line in page.room["lines"])


async def give_all(week: Week, page: Page) -> None:
    """Those that count no more are given again; each answers for itself alone."""
    for one in page.room["you"]["orders"]:
        if one["order"] in ORDERS and not one["given"]:
            week.renewed += bool(one["ended"])
            await page.send(type="order", order=one["order"], on=True)
            await room_where(page, partial(counts, one["order"]))


def counts(order: str, room: dict) -> bool:
    return any(one["given"] for one in room["you"]["orders"] if one["order"] == order)


async def quiet(site: Site) -> None:
    """Bots have moved, calls are made, and pages that were closed are gone."""
    rooms = site.app.state.site.rooms
    while site.app.state.site.calls._queues or any(
        room.bot_turns.busy or room.lock.locked() or room.audience.pages for room in rooms.loaded.values()
    ):
        await asyncio.sleep(0.002)


async def hours_pass(week: Week, site: Site, time: HandTime, hours: int) -> None:
    """An hour at a time, for whoever has to be called then."""
    for _ in range(hours):
        await time.passed(HOURS)
        week.seconds = time.seconds
        await quiet(site)


async def told_truly(week: Week, site: Site) -> None:
    """Anna's list says of exactly those tables that they wait for her where the rules ask her."""
    rooms, told = site.app.state.site.rooms, await week.visitor(site, "Anna").get("/api/mine")
    asked = set()
    for id in week.tables:
        room = await rooms.room(id)
        seat = room.state.names.index("Anna")
        if not room.state.over and seat in room.session.table.to_act:
            asked.add(id)
    assert {one["room"] for one in told if one["your_move"]} == asked


Days = Callable[[Week, Site, HandTime, Receiver], Awaitable[None]]


def at(week: Week, folder: Path, days: Days) -> None:
    """From one start of the server to its end."""
    time = HandTime()
    time.seconds = week.seconds

    async def evening(site: Site) -> None:
        async with Receiver() as receiver:
            await days(week, site, time, receiver)
            week.calls += [body.decode() for _, _, body in receiver.got]

    serve(folder, evening, time, limited=False, calls_anywhere=True)


def test_a_week_of_slow_games_with_calls_a_holiday_and_a_restart(tmp_path: Path, capsys) -> None:
    week = Week()

    async def monday_to_wednesday(week: Week, site: Site, time: HandTime, receiver: Receiver) -> None:
        await set_up(week, site, receiver)
        for _ in range(3 * 4):
            await hours_pass(week, site, time, 6)
            await told_truly(week, site)
            await visit(week, week.visitor(site, "Anna"), orders=True)
            await quiet(site)
            told = len(receiver.got)
            if told and week.rng.random() < 0.7:  # a call is heard when the phone is at hand
                await visit(week, week.visitor(site, "Ben"))
            await quiet(site)
        rooms = site.app.state.site.rooms
        week.kept = {id for id in week.tables if kinds_at(await rooms.room(id)).count("kept")}
        assert week.tables[3] in week.kept  # Cleo's time was up on Tuesday
        bodies = Counter(body.decode() for _, _, body in receiver.got)
        titles = {f"{code}: Your move" for code in week.codes[:3]}
        assert {body.rpartition(", ")[2] for body in bodies} <= titles
        assert len(bodies) == 3

    async def holiday(week: Week, site: Site, time: HandTime, receiver: Receiver) -> None:
        """Ben has come back everywhere and goes away for three days: no clock of his runs, no bot takes his seat."""
        rooms, ben, anna = site.app.state.site.rooms, week.visitor(site, "Ben"), week.visitor(site, "Anna")
        for id in week.tables[:3]:
            page = await ben.open(id)
            await page.until("view")
            if page.room["you"]["kept"] is not None:
                await page.send(type="sit")
                while page.room["you"]["seat"] is None:
                    await page.until("room")
            await page.close()
        await quiet(site)
        running = [id for id in week.tables[:3] if not (await rooms.room(id)).state.over]
        assert running, "all games of the week are over before its end"
        assert (await ben.post("/api/holiday", {"days": 3})) == {"tables": len(running)}
        before = [(await rooms.room(id)).session.turn for id in running]
        for _ in range(11):
            await hours_pass(week, site, time, 6)
            await told_truly(week, site)
            await visit(week, anna, orders=True)
            await quiet(site)
        for id in running:
            assert "kept" not in kinds_at(await rooms.room(id))
        await time.passed(DAY)  # the holiday is over, and half a day more
        assert sum(before) <= sum([(await rooms.room(id)).session.turn for id in running])

    at(week, tmp_path, monday_to_wednesday)
    made = dict(week.moves)
    at(week, tmp_path, holiday)
    assert all(week.moves[id] >= made.get(id, 0) for id in week.tables)
    assert sum(week.moves.values()) > 40, week.moves
    assert max(week.badges) >= 2 and 0 in week.badges, week.badges
    assert sum(week.away.values()) > 3, week.away
    assert week.renewed > 0
    assert main(["doctor", "--data", str(tmp_path)]) == 0


def kinds_at(room) -> list[str]:
    return [chair.kind for chair in room.state.chairs]
