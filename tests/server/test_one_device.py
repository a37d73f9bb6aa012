"""Several people at one device, and a device that is only a screen: whose eyes each page gets; over real sockets."""

import asyncio
import json
import re
import urllib.parse
import urllib.request

import pytest
from headless import Page, Refused, Visitor
from people import evening, refused, room_where

from tepui.core import find
from tepui.core.record import parse
from tepui.core.verify import verify


async def family(anna: Visitor, game: str = "lost-code", watching: bool = True) -> tuple[str, Page]:
    """Anna, Ben and Cleo share Anna's tablet; the game is on."""
    room = await anna.create(game=game, seats=3, watching=watching)
    tablet = await anna.open(room)
    await tablet.send(type="sit", person=2, name="Ben", seat=1)
    await tablet.send(type="sit", person=3, name="Cleo")
    await room_where(tablet, lambda told: len(told["you"]["people"]) == 3)
    assert [seat["name"] for seat in tablet.room["seats"]][1:] == ["Ben", "Cleo"]
    assert tablet.room["you"]["seat"] == 0 and tablet.room["you"]["host"]
    await tablet.send(type="start")
    await tablet.until("view")
    return room, tablet


async def quiet(page: Page) -> list[str]:
    """Every text that came until the answer to a ping."""
    assert page.socket is not None
    await page.send(type="ping", id=77)
    texts = []
    while True:
        text = str(await page.recv())
        texts.append(text)
        if json.loads(text).get("id") == 77:
            return texts


async def held_by_who_moves(anna: Visitor, room: str, tablet: Page) -> Page:
    """The tablet in the hands of whoever is to move."""
    held = await anna.open(room, tablet.view["to_act"][0] + 1, motion=True)
    await held.next_view()
    return held


async def told_after(page: Page, turn: int) -> list[dict]:
    """What this page is told until it knows of a move after this turn."""
    told = []
    while page.view["turn"] <= turn:
        told.append(json.loads(await page.recv()))
        if told[-1]["type"] == "view":
            page.moments, page.view = page.board_after(told[-1])
        elif told[-1]["type"] == "room":
            page.room = told[-1]
    return told


def is_neutral(page: Page, told: list[dict], seat: int) -> bool:
    """Nobody looks at this page any more, and of this seat's code it was told nothing that does not lie open."""
    views = [one for one in told if one["type"] == "view"]
    assert {one["type"] for one in told} == {"room", "view"}
    assert {view["eye"] for view in views} == {"audience"} and not any(view["legal"] for view in views)
    assert page.room["you"]["seat"] is None and page.room["you"]["person"] is None
    pictures = [moment["picture"] for view in views for moment in view["moments"] if "picture" in moment]
    for picture in pictures:
        assert "hand" not in picture or picture["hand"] is None or picture["hand"] == []
        assert all(stand["open"] or stand["card"] is None for stand in picture["players"][seat]["stands"])
    return len(pictures) > 0


def test_whoever_has_moved_looks_no_more(server) -> None:
    """Kryptx: one's own code is gone from the page with one's last move, before anybody takes the device."""

    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room, tablet = await family(anna, "kryptx")
        movers = []
        while len(movers) < 6:
            held = await held_by_who_moves(anna, room, tablet)
            seat = held.view["eye"]
            assert all(stand["card"] for stand in held.view["picture"]["players"][seat]["stands"])
            await held.send(type="note", marks="mine")
            while held.view["eye"] == seat:
                assert held.view["must_act"]
                turn = held.view["turn"]
                await held.pick(held.view, 0)
                told = await told_after(held, turn)
            assert is_neutral(held, told, seat)
            while tablet.view["turn"] < held.view["turn"]:
                await tablet.next_view()
            assert held.view["picture"] == tablet.view["picture"] and held.view["journal"] == tablet.view["journal"]
            assert "no seat" in await refused(held, type="pick", turn=held.view["turn"], pick=0)
            assert "no seat" in await refused(held, type="note", marks="x")
            again = await anna.open(room, seat + 1)  # who wants to write something down lifts their own curtain again
            assert (await again.next_view())["eye"] == seat
            await again.close()
            await held.close()
            movers.append(seat)
        assert set(movers) == {0, 1, 2}

    evening(play, server.url)


def test_a_claim_runs_on_what_everyone_may_see(server) -> None:
    """Stop! in one's own turn: everyone leans over the device, though the turn is not over."""

    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room, tablet = await family(anna, "kryptx")
        while tablet.view["picture"]["phase"] == "opening":
            held = await held_by_who_moves(anna, room, tablet)
            while held.view["must_act"]:
                turn = held.view["turn"]
                await held.pick(held.view, 0)
                await told_after(held, turn)
            await held.close()
            while tablet.view["turn"] < held.view["turn"]:
                await tablet.next_view()
        held = await held_by_who_moves(anna, room, tablet)
        seat, turn = held.view["eye"], held.view["turn"]
        stop = next(at for at, one in enumerate(held.view["legal"]) if one["action"]["do"] == "stop")
        stands = sum(len(one["stands"]) for at, one in enumerate(held.view["picture"]["players"]) if at != seat)
        await held.send(type="pick", turn=turn, pick=[stop, *[0] * stands], aloud=True)
        told = await told_after(held, turn)
        assert held.view["picture"]["claims"][0]["reds"] > 0 and held.view["to_act"] == [seat]
        assert is_neutral(held, told, seat)

    evening(play, server.url)


def test_the_device_looks_through_nobodys_eyes_until_somebody_says_who_they_are(server) -> None:
    async def play(anna: Visitor, zoe: Visitor, _: Visitor) -> None:
        room, tablet = await family(anna)
        assert tablet.view["eye"] == "audience" and not tablet.view["legal"]
        await room_where(tablet, lambda told: told["you"]["seat"] is None)
        assert tablet.room["you"]["people"] == [{"person": n + 1, "seat": n, "kept": False} for n in range(3)]
        assert tablet.room["secrets"] is True
        for person in (1, 2, 3):
            page = await anna.open(room, person)
            view = await page.next_view()
            assert view["eye"] == person - 1
            assert page.room["you"]["seat"] == person - 1 and page.room["you"]["person"] == person
        again = await anna.open(room)  # reloaded
        assert (await again.next_view())["eye"] == "audience"
        assert "no seat" in await refused(tablet, type="pick", turn=tablet.view["turn"], pick=0)
        assert "no seat" in await refused(tablet, type="note", marks="x")
        assert all(seat["connected"] for seat in tablet.room["seats"])
        watcher = await zoe.open(room)
        await watcher.next_view()
        assert watcher.room["watchers"] == 1 and watcher.room["you"]["people"] == []
        assert all(seat["shared"] for seat in watcher.room["seats"])  # everybody may know it

    evening(play, server.url)


def test_the_device_gets_the_same_bytes_as_a_stranger_who_watches(server) -> None:
    async def play(anna: Visitor, zoe: Visitor, _: Visitor) -> None:
        room, tablet = await family(anna)
        stranger = await zoe.open(room)
        await stranger.next_view()
        await quiet(tablet)
        await quiet(stranger)
        compared = 0
        for _move in range(25):
            page = await held_by_who_moves(anna, room, tablet)
            await page.send(type="note", marks={"seat": page.view["eye"]})
            turn = page.view["turn"]
            await page.pick(page.view, 0)
            await told_after(page, turn)
            await page.close()
            views = []
            for looking in (tablet, stranger):
                texts = await quiet(looking)
                assert {json.loads(text)["type"] for text in texts} <= {"view", "room", "pong"}
                views.append([text for text in texts if text.startswith('{"type":"view"')])
                for text in views[-1]:
                    looking.moments, looking.view = looking.board_after(json.loads(text))
            assert views[0] == views[1] and views[0]
            compared += len(views[0])
        assert compared >= 20

    evening(play, server.url)


def test_a_replay_in_the_middle_of_the_game_knows_who_asks(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room, _tablet = await family(anna)
        address = f"/api/rooms/{room}/replay"
        assert (await anna.get(address))["eye"] == "audience"
        assert (await anna.get(f"{address}?person=2"))["eye"] == 1
        assert (await anna.get(f"{address}?person=2&eye=1"))["eye"] == 1
        for query in ("?eye=0", "?eye=all", "?person=2&eye=0", "?person=0&eye=0"):
            with pytest.raises(Refused, match="your own view"):
                await anna.get(address + query)

    evening(play, server.url)


def test_where_nobody_may_watch_the_players_own_device_still_may(server) -> None:
    async def play(anna: Visitor, zoe: Visitor, _: Visitor) -> None:
        room, tablet = await family(anna, watching=False)
        assert tablet.view["eye"] == "audience"
        screen = await anna.open(room, 0)
        assert (await screen.next_view())["eye"] == "audience"
        stranger = await zoe.open(room, 0)
        await stranger.until("room")
        assert not any('"view"' in text for text in await quiet(stranger))

    evening(play, server.url)


def test_a_screen_beside_a_players_own_page(server) -> None:
    """One person, one laptop with a seat, and the same browser on the big screen."""

    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room = await anna.create(game="lost-code", seats=3, bots=["random", "random"], start=True)
        page, screen = await anna.open(room), await anna.open(room, 0)
        assert (await page.next_view())["eye"] == 0
        assert (await screen.next_view())["eye"] == "audience"
        assert screen.room["you"]["seat"] is None
        assert "no seat" in await refused(screen, type="pick", turn=screen.view["turn"], pick=0)

    evening(play, server.url)


def test_a_whole_game_at_one_device_and_a_rematch_that_one_of_them_asks_for(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room, tablet = await family(anna, "forehead")
        while not tablet.view["over"]:
            seat = tablet.view["to_act"][0]
            person = next(one["person"] for one in tablet.room["you"]["people"] if one["seat"] == seat)
            held = await anna.open(room, person)
            view = await held.next_view()
            await held.pick(view, 0)
            await held.next_view()
            await held.close()
            while tablet.view["turn"] < held.view["turn"]:
                await tablet.next_view()
        data = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room}/record")
        verify(parse(data), find.game("forehead"))
        await room_where(tablet, lambda told: told["over"] and told["you"]["seat"] == 0)  # nothing is hidden any more
        await tablet.send(type="rematch")
        await room_where(tablet, lambda told: told["rematch"] is not None)
        assert tablet.room["rematch_wanted"] == [0, 1, 2]
        again = await anna.open(tablet.room["rematch"].rpartition("/")[2])
        assert (await again.next_view())["eye"] == "audience"
        assert sorted(one["person"] for one in again.room["you"]["people"]) == [1, 2, 3]

    evening(play, server.url)


def test_who_shares_a_device_is_sent_away_and_muted_together(server) -> None:
    async def play(anna: Visitor, zoe: Visitor, _: Visitor) -> None:
        room = await anna.create(game="forehead", seats=4)
        host = await anna.open(room)
        tablet = await zoe.open(room)
        for person in (1, 2):
            await tablet.send(type="sit", person=person, name=f"Person {person}")
        await room_where(host, lambda told: [seat["kind"] for seat in told["seats"]].count("person") == 3)
        assert [seat["shared"] for seat in host.room["seats"]] == [False, True, True, False]
        await host.send(type="mute", seat=2)
        second = await zoe.open(room, 2)
        await room_where(second, lambda told: told["you"]["muted"])
        assert "muted" in await refused(second, type="say", text="hello")
        assert "Nobody sits there" in await refused(host, type="kick", seat=0)
        await host.send(type="kick", seat=2)
        await tablet.until("gone")
        await second.until("gone")
        await room_where(host, lambda told: [seat["kind"] for seat in told["seats"]].count("free") == 3)
        for person in (None, 3):
            page = await zoe.open(room, person)
            assert "sent you away" in (await page.until("gone"))["sentence"]

    evening(play, server.url)


def test_one_after_the_other_gets_a_device_of_their_own(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room, tablet = await family(anna, watching=False)
        for person, phone in ((2, ben), (1, cleo)):
            held = await anna.open(room, person)
            await held.next_view()
            await held.send(type="give_link", id=5)
            link = (await held.until("link"))["link"]
            await asyncio.to_thread(phone.fetch, "POST", link.removeprefix(server.url), {})
            await held.until("gone")
            assert (await (await phone.open(room)).next_view())["eye"] == person - 1
        await room_where(tablet, lambda told: len(told["you"]["people"]) == 1)
        assert not tablet.gone and tablet.view["eye"] == "audience"
        again = await anna.open(room)  # the device itself has no seat any more, but somebody at it has
        assert (await again.next_view())["eye"] == "audience"

    evening(play, server.url)


def test_one_of_them_leaves_and_comes_back(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room, tablet = await family(anna)
        held = await anna.open(room, 2)
        await held.next_view()
        await held.send(type="leave")
        await room_where(held, lambda told: told["you"]["seat"] is None and told["you"]["kept"] == 1)
        await room_where(tablet, lambda told: told["you"]["people"][1]["kept"])
        assert tablet.room["you"]["kept"] is None and tablet.room["seats"][1]["kind"] == "kept"
        await held.send(type="sit")
        await room_where(held, lambda told: told["you"]["seat"] == 1 and told["you"]["kept"] is None)

    evening(play, server.url)


def test_before_the_start_somebody_leaves_again_and_forgetting_forgets_all_of_them(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room = await anna.create(game="forehead", seats=3)
        tablet = await anna.open(room)
        await tablet.send(type="sit", person=2, name="Ben")
        await room_where(tablet, lambda told: len(told["you"]["people"]) == 2)
        await tablet.send(type="leave", person=2)
        await room_where(tablet, lambda told: len(told["you"]["people"]) == 1 and told["you"]["seat"] == 0)
        await tablet.send(type="sit", person=2)
        await room_where(tablet, lambda told: told["seats"][1]["name"] == "Ben")  # the name is remembered
        assert "no such person" in await refused(tablet, type="sit", person=9)
        assert "no such person" in await refused(tablet, type="leave", person=0)
        await anna.ask("DELETE", "/api/me")
        await tablet.until("gone")
        look = await anna.open(room)
        await look.until("room")
        assert [seat["kind"] for seat in look.room["seats"]] == ["free", "free", "free"]

    evening(play, server.url)


@pytest.mark.parametrize("said", ["9", "-1", "two", "", "1;2", "²"])
def test_a_person_that_cannot_be(server, said: str) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2, bots=["random"], start=True)
        page = Page(anna, room)
        page.person = said  # type: ignore[assignment]
        await page.connect()
        assert "Say who you are" in (await page.until("gone"))["sentence"]

    evening(play, server.url)


def plain(anna: Visitor, path: str, **fields: str) -> str:
    """A plain page; with fields, the one that follows the form."""
    data = urllib.parse.urlencode(fields).encode() if fields else None
    request = urllib.request.Request(anna.url + path, data, {"cookie": anna.cookie})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return str(answer.read().decode())


def test_the_plain_page_of_a_shared_device(server) -> None:
    async def play(anna: Visitor, _: Visitor, __: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        path = f"/plain/t/{room}"
        before = await asyncio.to_thread(plain, anna, path)
        assert "Seat a person at this device" in before
        named = await asyncio.to_thread(plain, anna, path, type="sit", person="2", seat="1", name="Ben")
        assert "Ben" in named and "Several people" not in named
        nobody = await asyncio.to_thread(plain, anna, path, type="start")
        assert "I am Ben" in nobody and 'id="moves"' not in nobody and "My notes" not in nobody
        assert 'data-socket="/api/rooms/' + room + '/socket"' in nobody
        for person in ("1", "2"):  # everybody bets once
            held = await asyncio.to_thread(plain, anna, f"{path}?person={person}")
            assert f'/socket?person={person}"' in held and "Hide, and pass the device on" in held
            turn = re.search(r'name="turn" value="(\d+)"', held)
            assert turn
            fields = {"type": "pick", "turn": turn[1], "pick": "0"}
            after = await asyncio.to_thread(plain, anna, f"{path}?person={person}", **fields)
            assert 'role="alert"' not in after and "Hide, and pass the device on" not in after
        assert "Result" in await asyncio.to_thread(plain, anna, path)

    evening(play, server.url)
