"""Games over days: a week with the clock moved by hand, holidays, and who is gone for long."""

import asyncio
from random import Random

from headless import Visitor
from own_server import Site
from people import kinds, play_picks, refused, room_where
from test_clocks import table_of_two, timed

from tepui.testing import HandTime

DAY = 24 * 3600


async def settled(room) -> None:
    """Bots have moved, and everything is on disk."""
    while room.bot_turns.busy or room.lock.locked():
        await asyncio.sleep(0.001)


def test_a_week_of_slow_games(tmp_path) -> None:
    """Six people's tables, looked at a few times a day; one of them never comes back, and a bot plays on for her."""
    time, rng = HandTime(), Random(20)

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        rooms, tables = site.app.state.site.rooms, []
        for _ in range(3):
            one, two = await table_of_two(anna, ben, clock="day")
            tables.append(one.id)
            await one.close()
            await two.close()
        for hour in range(0, 7 * 24, 6):
            await time.passed(6 * 3600)
            for id in tables:
                room = await rooms.room(id)
                for seat in room.turn.waiting or ():
                    gone = id == tables[0] and seat == 1 and hour > 24
                    if not gone and rng.random() < 0.95:
                        async with room.lock:
                            if room.turn.waiting and room.session.look(seat).must_act:
                                pick = rng.randrange(len(room.session.offered(seat).codes))
                                await play_picks(room, seat, room.session.turn, [pick])
                await settled(room)
            for id in [id for id, room in rooms.loaded.items() if room.idle and rng.random() < 0.5]:
                del rooms.loaded[id]  # asleep between two visits
        played = [len(rooms.store.moves(id)) for id in tables]
        assert min(played) > 20
        chairs = [[chair.kind for chair in (await rooms.room(id)).state.chairs] for id in tables]
        assert chairs[0] == ["person", "kept"]
        listed = await anna.get("/api/mine")
        assert all(one["slow"] for one in listed if not one["over"])
        assert all(0 < one["left"] <= DAY for one in listed if one["your_move"])

    timed(tmp_path, time, play)


def test_on_holiday_the_clock_stands_and_what_is_not_needed_is_kept(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, clock="day")
        first = one.clock["running"][0]
        mover, other, visitor = (one, two, anna) if first == 0 else (two, one, ben)
        await time.passed(6 * 3600)
        assert (await visitor.post("/api/holiday", {"days": 7})) == {"tables": 1}
        while not any(other.clock["away"]):
            await other.until("clock")
        assert other.clock["running"] == [] and other.clock["away"][first] == 7 * DAY
        assert other.clock["holiday"][first] == 14
        await time.passed(5 * DAY)
        await mover.send(type="holiday", days=0)
        while any(other.clock["away"]):
            await other.until("clock")
        assert other.clock["left"][first] == 18 * 3_600_000
        assert other.clock["holiday"][first] == 16
        assert "16 days of holiday left" in await refused(mover, type="holiday", days=17)
        assert "16 days" in await refused(mover, type="holiday", days=-1)
        assert "is on holiday for 7 days" in str(other.room["lines"])

    timed(tmp_path, time, play)


def test_who_is_gone_for_long_is_replaced_when_the_others_agree(tmp_path) -> None:
    time = HandTime()

    async def play(site: Site, anna: Visitor, ben: Visitor) -> None:
        one, two = await table_of_two(anna, ben, clock="none")
        assert "slow games" in await refused(one, type="holiday", days=3)
        await two.send(type="leave")
        await room_where(one, lambda room: kinds(room) == ["person", "kept"])
        assert "given away when everyone agrees" in await refused(one, type="free_seat", seat=1)
        assert "Wait a little" in await refused(one, type="replace", seat=1)
        assert "Only the others" in await refused(two, type="replace", seat=1)
        assert "no such seat" in await refused(one, type="replace", seat=9)
        await time.passed(300)
        await one.hello()
        await room_where(one, lambda room: room["seats"][1]["gone"])
        await one.send(type="replace", seat=1)
        await room_where(one, lambda room: room["seats"][1]["open"])
        assert "everyone agreed: the next player can have the seat" in str(one.room["lines"])
        async with Visitor(site.url) as cleo:
            page = await cleo.open(one.id)
            await page.send(type="sit")
            await room_where(page, lambda room: room["you"]["seat"] == 1)
        await two.hello()
        room = await room_where(two, lambda room: room["seats"][1]["kind"] == "person")
        assert room["you"]["kept"] is None

    timed(tmp_path, time, play)
