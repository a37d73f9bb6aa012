"""Rooms: coming, going, bots, links, chat, watching, rematch; over real sockets."""

import asyncio
import gc
import re
import weakref

import pytest
from headless import Refused, Visitor
from own_server import Site, serve
from people import evening, finish, kinds, refused, room_where
from test_clocks import table_of_two

from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.record import parse
from tepui.core.verify import verify
from tepui.server.app import make_app
from tepui.server.room.session import GameSession
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings


def test_friends_join_by_link_and_by_code_and_the_host_starts(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        made = await anna.post("/api/rooms", {"game": "forehead", "seats": 3})
        host = await anna.open(made["room"])
        await room_where(host, lambda room: room["you"]["host"])
        assert re.fullmatch(r"[A-Z]+-[A-Z]+-[2-9]{2}", made["code"])
        assert made["link"] == f"{server.url}/t/{made['room']}"
        found = await ben.post("/api/join", {"code": f" {made['code'][:-2].lower()} {made['code'][-2:]}"})
        assert found["room"] == made["room"]
        page = await ben.open(found["room"])
        assert "Only the host" in await refused(page, type="start")
        await page.send(type="sit", name="  Ben <b>& co</b> ")
        await room_where(page, lambda room: room["you"]["seat"] == 1)
        assert page.room["seats"][1]["name"] == "Ben <b>& co</b>"
        assert "seat is still free" in await refused(host, type="start")
        await host.send(type="add_bot", seat=2, bot="random")
        await room_where(host, lambda room: kinds(room) == ["person", "person", "bot"])
        assert host.room["commitment"]
        await host.send(type="start")
        view = await page.until("view")
        assert view["eye"] == 1 and view["names"][1] == "Ben <b>& co</b>"
        assert "taken" in await refused(await cleo.open(made["room"]), type="sit", seat=2)
        await finish(host, page)
        data = cleo.fetch("GET", f"/api/rooms/{made['room']}/record")
        verify(parse(data), find.game("forehead"))

    evening(play, server.url)


def test_a_pick_is_the_seats_own_and_a_stale_one_is_refused(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit")
        await room_where(host, lambda room: kinds(room) == ["person"] * 2)
        watcher = await cleo.open(room)
        await host.send(type="start")
        first = await host.until("view")
        await page.until("view")
        assert (await watcher.until("view"))["eye"] == "audience"
        assert "no seat" in await refused(watcher, type="pick", turn=first["turn"], pick=0)
        assert "not possible now" in await refused(page, type="pick", turn=first["turn"], pick=0)
        assert "not possible now" in await refused(host, type="pick", turn=first["turn"], pick=99)
        assert "moved on" in await refused(host, type="pick", turn=first["turn"] + 5, pick=0)
        await host.pick(first, 1)
        await host.pick(first, 1)  # the same frame twice
        assert "moved on" in (await host.until("refused"))["sentence"]
        view = await page.until("view")
        assert [entry["by"] for entry in view["journal"]] == ["table", "table", 0]
        await page.send(type="try", turn=view["turn"], id=4, **{"try": [0]})
        tried = await page.until("tried")
        assert tried["id"] == 4 and tried["view"]["turn"] == view["turn"]
        assert [moment["entry"]["by"] for moment in tried["view"]["moments"]] == [1]

    evening(play, server.url)


def test_a_leavers_seat_is_kept_by_a_bot_and_given_back(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit", name="Ben")
        await room_where(host, lambda room: kinds(room) == ["person"] * 2)
        await host.send(type="start")
        await host.until("view")
        await page.send(type="leave")
        await room_where(host, lambda room: kinds(room) == ["person", "kept"])
        assert host.room["seats"][1]["name"] == "Ben"
        assert "keeps the seat" in host.room["lines"][-1]["text"]
        assert "A person sits there" not in await refused(await cleo.open(room), type="sit", seat=1)
        await page.send(type="sit")
        await room_where(host, lambda room: kinds(room) == ["person", "person"])
        await finish(host, page)

    evening(play, server.url)


def test_the_host_gives_a_bots_seat_away_in_the_middle_of_the_game(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
        host, page = await anna.open(room), await ben.open(room)
        assert "Every seat is taken" in await refused(page, type="sit")
        await room_where(host, lambda room: room["started"])  # before that the seat would be nobody's
        await host.send(type="free_seat", seat=1)
        await room_where(page, lambda room: room["seats"][1]["open"])
        await page.send(type="sit")
        await room_where(page, lambda room: room["you"]["seat"] == 1)
        view = await page.until("view")
        assert view["eye"] == 1
        await finish(host, page)

    evening(play, server.url)


def test_a_private_link_moves_a_seat_once_and_the_host_can_issue_it_anew(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit", name="Ben")
        await room_where(host, lambda room: kinds(room) == ["person"] * 2)
        assert "Only the host" in await refused(page, type="give_link", seat=0)
        await page.send(type="give_link", id=5)
        first = await page.until("link")
        assert first["id"] == 5 and first["qr"].startswith("<svg")
        await host.send(type="give_link", seat=1)
        second = await host.until("link")
        path = first["link"].removeprefix(server.url)
        with pytest.raises(Refused) as old:
            await asyncio.to_thread(cleo.fetch, "POST", path, {})
        assert "used or replaced" in str(old.value)
        path = second["link"].removeprefix(server.url)
        asks = await asyncio.to_thread(cleo.fetch, "GET", path)
        assert b"Ben" in asks and b"<form" in asks  # opening it alone moves nothing
        await asyncio.to_thread(cleo.fetch, "POST", path, {})
        assert "another device" in (await page.until("gone"))["sentence"]
        phone = await cleo.open(room)
        await room_where(phone, lambda room: room["you"]["seat"] == 1)
        with pytest.raises(Refused):
            await asyncio.to_thread(ben.fetch, "POST", path, {})

    evening(play, server.url)


def test_kicked_and_muted(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit", name="Ben")
        await room_where(host, lambda room: kinds(room) == ["person"] * 2)
        await page.send(type="say", text="<script>alert(1)</script>")
        await room_where(host, lambda room: room["lines"] and room["lines"][-1]["name"] == "Ben")
        assert host.room["lines"][-1]["text"] == "<script>alert(1)</script>"
        await host.send(type="mute", seat=1)
        await room_where(page, lambda room: room["you"]["muted"])
        assert "muted" in await refused(page, type="say", text="hello")
        assert "Only the host" in await refused(page, type="kick", seat=0)
        await host.send(type="kick", seat=1)
        assert "sent you away" in (await page.until("gone"))["sentence"]
        again = await ben.open(room)
        assert "sent you away" in (await again.until("gone"))["sentence"]

    evening(play, server.url)


@pytest.mark.clause("KX-05", "KX-23", "LC-08", "LC-09", "LC-14")
def test_notes_are_private_saved_and_shared_between_ones_own_pages(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
        one, two, other = await anna.open(room), await anna.open(room), await ben.open(room)
        await one.until("view")
        await two.until("view")
        await one.send(type="note", marks={"pencil": ["7?"]})
        assert (await two.until("notes"))["marks"] == {"pencil": ["7?"]}
        assert "too long" in await refused(one, type="note", marks="x" * 40_000)
        assert "no seat" in await refused(other, type="note", marks=1)
        three = await anna.open(room)
        assert (await three.until("notes"))["marks"] == {"pencil": ["7?"]}
        await other.send(type="hello", language="de")
        while (await other.next())["type"] != "view":
            assert "7?" not in str(other.room)

    evening(play, server.url)


def test_words_follow_the_language_of_each_page(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="roll-and-write", seats=2, bots=["random"], start=True)
        page = await anna.open(room)
        while not (english := await page.until("view"))["must_act"]:
            pass
        await page.send(type="hello", language="de")
        german = await page.until("view")
        assert german["prompt"] != english["prompt"]
        assert german["picture"] == english["picture"]

    evening(play, server.url)


def test_watching_can_be_forbidden_and_opens_at_the_end(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2, bots=["random"], start=True, watching=False)
        page, watcher = await anna.open(room), await ben.open(room)
        await watcher.until("room")
        assert not watcher.room["you"]["may_watch"]
        with pytest.raises(Refused):
            await ben.get(f"/api/rooms/{room}/replay")
        with pytest.raises(Refused):
            await ben.get(f"/api/rooms/{room}/record")
        await page.until("view")
        await finish(page)
        assert (await watcher.until("view"))["eye"] == "all"
        replay = await ben.get(f"/api/rooms/{room}/replay?eye=all")
        assert len(replay["moments"]) == replay["moves"] + 1
        assert replay["moments"][1]["entry"]["action"]["number"] is not None
        mine = await ben.get(f"/api/rooms/{room}/replay?eye=0")
        assert mine["moments"][1]["entry"]["action"]["number"] is None

    evening(play, server.url)


def test_a_rematch_rotates_the_seats(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=3, bots=["random"])
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit", name="Ben")
        await room_where(host, lambda room: kinds(room) == ["person", "bot", "person"])
        await host.send(type="start")
        await host.until("view")
        assert "not over" in await refused(host, type="rematch")
        await finish(host, page)
        await host.send(type="rematch")
        await room_where(page, lambda room: room["rematch_wanted"] == [0])
        assert page.room["rematch"] is None
        await page.send(type="rematch")
        await room_where(page, lambda room: room["rematch"])
        again, _ = [await one.open(page.room["rematch"].rpartition("/")[2]) for one in (ben, anna)]
        await room_where(again, lambda room: room["started"])
        assert kinds(again.room) == ["bot", "person", "person"]
        assert again.room["you"]["seat"] == 1

    evening(play, server.url)


def test_lobby_your_games_and_being_forgotten(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        hidden = await anna.create(game="forehead", seats=2)
        public = await anna.create(game="forehead", seats=2, public=True)
        listed = [room["room"] for room in await ben.get("/api/lobby")]
        assert public in listed and hidden not in listed
        assert {room["room"] for room in await anna.get("/api/mine")} == {hidden, public}
        assert await ben.get("/api/mine") == []
        page = await anna.open(hidden)
        await page.send(type="rename", name="Anna")
        await room_where(page, lambda room: room["seats"][0]["name"] == "Anna")
        assert (await anna.get("/api/me"))["name"] == "Anna"
        await page.send(type="say", text="I was here")
        await room_where(page, lambda room: room["lines"])
        await anna.ask("DELETE", "/api/me")
        assert "deleted" in (await page.until("gone"))["sentence"]
        seen = await ben.open(hidden)
        await seen.until("room")
        assert "Anna" not in str(seen.room) and "I was here" not in str(seen.room)

    evening(play, server.url)


def test_taking_back_asks_the_others_once_they_have_learned_from_it(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit", name="Ben")
        await room_where(host, lambda room: kinds(room) == ["person"] * 2)
        await host.send(type="start")
        view = await host.until("view")
        await host.pick(view, 1)
        await host.until("view")
        await host.send(type="take_back")
        await room_where(page, lambda room: room["asked"])
        assert page.room["asked"] == {"seat": 0, "agreed": [0]}
        await page.send(type="answer", yes=False)
        await room_where(host, lambda room: room["lines"] and "rather play on" in room["lines"][-1]["text"])
        await host.send(type="take_back")
        await room_where(page, lambda room: room["asked"])
        await page.send(type="answer", yes=True)
        back = await host.until("view")
        assert back["must_act"] and len(back["journal"]) == 2 and back["turn"] > view["turn"]
        assert "moved on" in await refused(host, type="pick", turn=view["turn"], pick=0)
        page.view = {}
        await finish(host, page)
        data = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room}/record")
        assert b'"back":2' in data
        verify(parse(data), find.game("forehead"))

    evening(play, server.url)


def test_nobody_is_asked_to_forget_an_answer() -> None:
    """After another one's move and the table's answer to it nothing before that is taken back."""
    game = find.game("roll-and-write")
    session = GameSession(game, game.setting(2), Dealer("answered").choose, ("Anna", "Ben"))
    session.resume()
    first, second = session.table.to_act[0], 1 - session.table.to_act[0]
    for seat, learned in ((first, False), (second, True)):
        while session.table.to_act == [seat]:
            session.offer()
            session.pick(seat, session.turn, [len(session.look(seat).codes()) - 1])
        assert session.answered(first) is learned
    assert not session.answered(second)


def test_a_room_that_leaves_memory_is_gone_at_once(tmp_path) -> None:
    """Without a search for rings: after thousands of tables that is what keeps the server small."""

    async def evening() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False, idle=0.0)).state.site.rooms
        room = await rooms.create("0" * 32, NewRoom(game="lost-code", seats=2, bots=["random"], start=True))
        room.bot_turns.stop()
        left = weakref.ref(room)
        del room
        await asyncio.sleep(0.05)
        gc.disable()
        try:
            await rooms.sweep()
            assert not rooms.loaded and left() is None
        finally:
            gc.enable()
            await rooms.close()

    asyncio.run(evening())


def test_a_game_that_begins_without_a_deal_goes_on_after_a_restart(tmp_path) -> None:
    """Nothing is written with its first position but that it has begun; no clock notes whose move it is."""
    kept = {}

    async def begin(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            one, two = await table_of_two(anna, ben, game="shells", clock="none")
            mover = one if one.view["must_act"] else two
            await mover.pick(mover.view, 0)
            await mover.until("view")
            kept.update(room=one.id, turn=mover.view["turn"], cookies=(anna.cookie, ben.cookie))

    async def go_on(site: Site) -> None:
        async with Visitor(site.url) as anna, Visitor(site.url) as ben:
            anna.cookie, ben.cookie = kept["cookies"]
            pages = [await visitor.open(kept["room"]) for visitor in (anna, ben)]
            for page in pages:
                await page.until("room")
                assert page.room["started"]
                assert (await page.until("view"))["turn"] == kept["turn"]
            await finish(*pages)
            data = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{kept['room']}/record")
            verify(parse(data), find.game("shells"))

    serve(tmp_path, begin, limited=False)
    serve(tmp_path, go_on, limited=False)
