"""How a game begins: words for the dice, bound, promised and opened; over real sockets."""

import asyncio
import hashlib
import sys
import urllib.parse
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from headless import Page, Visitor, Word
from msgspec.structs import replace
from people import finish, refused, room_where
from test_secrets import here

from tepui.core import find
from tepui.core.record import Record, parse
from tepui.core.verify import Noted, verify
from tepui.server.room import state as room_state
from tepui.server.room.change import change_to
from tepui.server.rooms.rooms import Rooms

Evening = Callable[[Rooms, Visitor, Visitor], Awaitable[None]]


def spend(evening: Evening, opening: float = 15.0) -> None:
    async def go() -> None:
        async with here(opening) as (url, rooms), Visitor(url) as anna, Visitor(url) as ben:
            await evening(rooms, anna, ben)

    asyncio.run(asyncio.wait_for(go(), 60))


async def two(anna: Visitor, ben: Visitor, **new: object) -> tuple[Page, Page]:
    """Anna has set up a table and Ben sits at it; the third seat is a bot's."""
    room = await anna.create(game="forehead", seats=3, **new)
    host = await anna.open(room)
    guest = await ben.open(room)
    await guest.send(type="sit", seat=1, name="Ben")
    await host.send(type="add_bot", seat=2, bot="random")
    await room_where(host, lambda told: bool(told["seats"][0]["commitment"] and told["seats"][1]["commitment"]))
    return host, guest


async def played(*pages: Page) -> None:
    """To the end, whoever is to move takes the first choice."""
    for page in pages:
        while not page.view:
            await page.next()
    await finish(*pages)
    for page in pages:
        await room_where(page, lambda told: told["over"])


async def record_of(visitor: Visitor, room: str) -> Record:
    return parse(await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room}/record"))


def word_of(visitor: Visitor, page: Page, person: int = 1) -> Word:
    return visitor.words[page.id, person]


def lines_of(page: Page) -> str:
    return "\n".join(line["text"] for line in page.room["lines"])


def test_two_pages_and_a_bot() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        hashes = [word_of(one, page).hash for one, page in ((anna, host), (ben, guest))]
        assert [seat["commitment"] for seat in host.room["seats"]] == [*hashes, None]  # everybody sees everybody's
        assert host.room["promise"] is None and host.room["rounds"] == 0
        await host.send(type="start")
        await room_where(guest, lambda told: told["promise"] is not None and not told["started"])  # bound, then opened
        await played(host, guest)
        record = await record_of(anna, host.id)
        for visitor, page in ((anna, host), (ben, guest)):
            word = word_of(visitor, page)
            assert word.promise == page.room["promise"] == record.promise
            assert "nobody could have chosen" in verify(
                record, find.game("forehead"), Noted(word.text, word.promise, record.seal)
            )
        assert record.header.words[2] == "" and record.header.bots == (None, None, "random")
        assert record.header.commitments == (*hashes, None)
        assert guest.view["turn"] == len(record.steps)  # what a page counts: no take-back was inserted

    spend(evening)


def test_a_list_that_is_closed_stays_as_it_is() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        guest.opens = False
        assert "No word" in await refused(guest, type="open", word="x")
        await host.send(type="start")
        await room_where(guest, lambda told: told["promise"] is not None)
        assert "closed" in await refused(guest, type="commit", hash="0" * 64)
        assert "not the word" in await refused(guest, type="open", word="another")
        assert not (await rooms.room(host.id)).state.started
        await guest.send(type="open", word=word_of(ben, guest).text)
        await room_where(guest, lambda told: told["started"])
        await guest.send(type="commit", hash=word_of(ben, guest).hash)  # of a second page, which was slower: nothing
        assert "begun already" in await refused(guest, type="commit", hash="0" * 64)
        assert "No word" in await refused(guest, type="open", word="x")

    spend(evening)


def test_no_hash_and_too_long_a_word() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, _guest = await two(anna, ben)
        for hash in ("", "0" * 63, "G" * 64):
            assert "SHA-256" in await refused(host, type="commit", hash=hash)
        assert "too long" in await refused(host, type="open", word="x" * 201)
        assert "Sit down" in await refused(host, type="commit", hash="0" * 64, person=2)
        assert "Sit down" in await refused(host, type="open", word="x", person=2)

    spend(evening)


def test_who_does_not_open_in_time() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        guest.opens = False
        first = word_of(anna, host)
        await host.send(type="start")
        await room_where(host, lambda told: "Ben did not open in time" in str(told["lines"]))
        await room_where(host, lambda told: told["promise"] is None and not told["starting"])
        guest.opens = True
        await room_where(host, lambda told: bool(told["seats"][0]["commitment"] and told["seats"][1]["commitment"]))
        assert word_of(anna, host).text != first.text  # it was opened: never again
        rooms.settings.opening = 15.0
        await host.send(type="start")
        await room_where(host, lambda told: told["started"])
        assert host.room["rounds"] == 2 and "promise number 2" in lines_of(host)
        await played(host, guest)
        record = await record_of(anna, host.id)
        assert record.header.tries == 2
        assert first.text not in record.header.words and word_of(anna, host).text in record.header.words

    spend(evening, opening=0.3)


def test_several_people_at_one_device_have_a_word_each() -> None:
    async def evening(rooms: Rooms, anna: Visitor, _: Visitor) -> None:
        room = await anna.create(game="forehead", seats=3)
        tablet = await anna.open(room)
        await tablet.send(type="sit", person=2, name="Ben")
        await tablet.send(type="sit", person=3, name="Cleo")
        await room_where(tablet, lambda told: all(seat["commitment"] for seat in told["seats"]))
        await tablet.send(type="start")
        await room_where(tablet, lambda told: told["started"])
        words = (await rooms.room(room)).state.words
        assert words == tuple(word_of(anna, tablet, person).text for person in (1, 2, 3)) and len(set(words)) == 3

    spend(evening)


def test_a_rematch_has_words_of_its_own() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        await host.send(type="start")
        await played(host, guest)
        await host.send(type="rematch")
        await guest.send(type="rematch")
        told = await room_where(host, lambda told: told["rematch"] is not None)
        again = [await one.open(told["rematch"].rpartition("/")[2]) for one in (anna, ben)]
        await played(*again)
        old, new = await record_of(anna, host.id), await record_of(anna, again[0].id)
        assert set(new.header.words) & set(old.header.words) == {""}
        assert word_of(ben, again[1]).text in new.header.words and new.header.commitment != old.header.commitment

    spend(evening)


def test_a_rematch_without_its_host_does_not_wait_without_end() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        rooms.settings.arriving = 0.3
        host, guest = await two(anna, ben)
        await host.send(type="start")
        await played(host, guest)
        await host.close()
        await room_where(guest, lambda told: not told["seats"][0]["connected"])
        await guest.send(type="rematch")
        told = await room_where(guest, lambda told: told["rematch"] is not None)
        again = await ben.open(told["rematch"].rpartition("/")[2])
        await room_where(again, lambda told: told["started"])
        assert sorted(seat["kind"] for seat in again.room["seats"]) == ["bot", "kept", "person"]
        assert any("did not come, and the host is away" in line["text"] for line in again.room["lines"])
        late = await anna.open(again.id)
        await late.send(type="sit")  # her seat was kept for her, and so was the table
        await room_where(late, lambda told: told["you"]["seat"] is not None and told["you"]["host"])

    spend(evening)


def test_a_host_who_is_there_decides_about_who_is_away() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        rooms.settings.arriving = 0.05
        host, guest = await two(anna, ben)
        await guest.close()
        await room_where(host, lambda told: not told["seats"][1]["connected"])
        room = await rooms.room(host.id)
        state = room_state.put(room.state, 1, replace(room.state.chairs[1], commitment=""))
        await room.do(lambda room: change_to(room, state, tell="nobody"))
        await host.send(type="start")
        await room_where(host, lambda told: told["starting"])
        for _ in range(3):  # so often it was looked who is there
            before = room.arriving
            assert before is not None
            while room.arriving is before or room.arriving is None:
                await asyncio.sleep(0.01)
        assert room.state.starting and room.state.chairs[1].kind == "person"

    spend(evening)


def test_whoever_is_not_there_is_waited_for_or_gives_way_to_a_bot() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        room = await anna.create(game="forehead", seats=2)
        host = await anna.open(room)
        guest = await ben.open(room)
        await guest.send(type="sit")
        await room_where(host, lambda told: told["seats"][1]["commitment"])
        await guest.close()
        await room_where(host, lambda told: not told["seats"][1]["connected"])
        state = (await rooms.room(room)).state
        await host.send(type="start")
        await room_where(host, lambda told: told["promise"] is not None)  # Ben is bound, and does not come
        await room_where(host, lambda told: "did not open in time" in str(told["lines"]))
        await host.send(type="start")
        await room_where(host, lambda told: told["starting"])
        assert not (await rooms.room(room)).state.started and state.rounds == 0
        await host.send(type="add_bot", seat=1, bot="random")
        await room_where(host, lambda told: told["started"])
        assert host.room["seats"][1]["kind"] == "kept"
        back = await ben.open(room)
        await back.send(type="sit")
        await room_where(back, lambda told: told["you"]["seat"] == 1)  # late: the list stays as it was
        assert (await rooms.room(room)).state.words[1] == ""

    spend(evening, opening=0.3)


def test_a_page_without_scripts_has_no_word_and_is_told_so() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        def plain(fields: dict[str, str] | None) -> str:
            data = None if fields is None else urllib.parse.urlencode(fields).encode()
            asked = urllib.request.Request(f"{ben.url}/plain/t/{room}", data, {"cookie": ben.cookie})
            with urllib.request.urlopen(asked) as answer:
                return str(answer.read().decode())

        room = await anna.create(game="forehead", seats=2)
        host = await anna.open(room)
        shown = await asyncio.to_thread(plain, {"type": "sit"})
        assert "not promised that nobody has chosen them" in shown
        await host.send(type="start")
        await room_where(host, lambda told: told["started"])
        assert "has a page without scripts, and so no word for the dice" in lines_of(host)
        assert (await rooms.room(room)).state.words == (word_of(anna, host).text, "")

    spend(evening)


def test_a_restart_while_words_are_opened() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        guest.opens = False
        first = word_of(anna, host).text
        await host.send(type="start")
        await room_where(guest, lambda told: told["promise"] is not None)
        await room_where(host, lambda told: told["promise"] is not None)
        while not rooms.loaded[host.id].state.chairs[0].word:  # opened, and on disk
            await asyncio.sleep(0.01)
        await host.close()
        await guest.close()
        room = rooms.loaded.pop(host.id)  # as after a restart: only what is on disk is left
        assert room.limit is not None
        room.limit.cancel()
        pages = [await one.open(host.id) for one in (anna, ben)]
        await room_where(pages[0], lambda told: told["started"])  # the host need not start again
        assert "restarted while" in lines_of(pages[0]) and first not in (await rooms.room(host.id)).state.words

    spend(evening)


def test_somebody_who_comes_or_goes_while_words_are_opened() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        guest.opens = False
        await host.send(type="start")
        await room_where(guest, lambda told: told["promise"] is not None)
        await guest.send(type="rename", name="Benno")
        await room_where(host, lambda told: "all are made again" in str(told["lines"]) and told["promise"] is None)
        assert (await rooms.room(host.id)).limit is None
        guest.opens = True
        await room_where(host, lambda told: bool(told["seats"][1]["commitment"]))
        await host.send(type="start")
        await room_where(host, lambda told: told["started"])

    spend(evening)


def test_names_of_later_and_forgotten_names_leave_the_promise_as_it_was() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        await host.send(type="start")
        await room_where(guest, lambda told: told["started"])
        await host.send(type="rename", name="Somebody else")
        await played(host, guest)
        record = await record_of(anna, host.id)
        assert record.header.names[1] == "Ben" and "Somebody else" not in record.header.names
        await asyncio.to_thread(ben.fetch, "DELETE", "/api/me")
        record = await record_of(anna, host.id)
        assert record.header.names[1] == "?" and record.header.salts[1] == ""
        told = verify(record, find.game("forehead"), Noted(word_of(anna, host).text, host.room["promise"]))
        assert "proven by your word" in told and "not proven: who sat in seat 2" in told

    spend(evening)


def test_a_game_that_began_before_there_were_promises_keeps_its_record() -> None:
    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        await host.send(type="start")
        await room_where(guest, lambda told: told["started"])
        room = await rooms.room(host.id)
        await room.do(
            lambda room: change_to(room, replace(room.state, promise=None, rounds=0, dealer=1), tell="nobody")
        )
        await played(host, guest)
        record = await record_of(anna, host.id)
        assert record.header.tepui == 1 and host.room["promise"] is None
        assert verify(record, find.game("forehead")).endswith("every roll and deal follows from the seed")

    spend(evening)


def test_a_host_who_adds_a_word_is_found_out() -> None:
    """The attack of old, by the server itself: a word is put in when all others are open."""

    async def evening(rooms: Rooms, anna: Visitor, ben: Visitor) -> None:
        host, guest = await two(anna, ben)
        await host.send(type="start")
        await played(host, guest)
        data = await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{host.id}/record")
        header = parse(data).header
        added = hashlib.sha256(b"searched for").hexdigest()
        lie = data.replace(b"null]", f'"{added}"]'.encode(), 1)
        assert lie != data and header.commitments[2] is None
        assert hashlib.sha256(lie.splitlines()[0].rpartition(b',"sum"')[0] + b"}").hexdigest() != host.room["promise"]

    spend(evening)
