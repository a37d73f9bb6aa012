"""One request must not stop the table: the event loop goes on while something slow is done for somebody."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from time import thread_time

import pytest
from headless import Visitor, Word
from own_server import Site, serve

from tepui.core import find
from tepui.core.refusal import BadParts, BotFailed
from tepui.core.view import View
from tepui.core.words import N_
from tepui.server.app import make_app
from tepui.server.refusals import Refused
from tepui.server.reviews import review as reviewing
from tepui.server.reviews.review import review_at
from tepui.server.room.change import Change
from tepui.server.room.commands import handle
from tepui.server.room.page import Page
from tepui.server.room.room import Room
from tepui.server.room.session import BACK
from tepui.server.rooms.messages import NewRoom
from tepui.server.rooms.rooms import Rooms
from tepui.server.settings import Settings
from tepui.server.store.contract import Commit
from tepui.server.threads import Threads
from tepui.server.wire import messages

ANNA = "0" * 32


class StallMeter:
    """The longest work that the loop's own thread did in one go, in CPU seconds: other processes do not count."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def __aenter__(self) -> "StallMeter":
        self._task = asyncio.create_task(self._beat())
        await asyncio.sleep(0.05)
        self.longest = 0.0
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0.01)
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            before = thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, thread_time() - before)


def in_rooms(tmp_path, evening: Callable[[Rooms], Awaitable[None]]) -> None:
    async def whole() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        try:
            await evening(rooms)
        finally:
            await rooms.close()

    asyncio.run(asyncio.wait_for(whole(), 120))


def test_a_parts_file_is_read_beside_the_loop(tmp_path, monkeypatch) -> None:
    """The worst file that is still read: dotted keys as long as they may be."""
    text = "".join(f"{'a.' * 29}{number} = 1\n" for number in range(240))

    async def evening(rooms: Rooms) -> None:
        new = NewRoom(game="kryptx", seats=2, parts=text)
        with pytest.raises(BadParts):
            await rooms.create(ANNA, new)
        async with StallMeter() as meter:
            refused = await asyncio.gather(*(rooms.create(ANNA, new) for _ in range(15)), return_exceptions=True)
        assert all(isinstance(one, BadParts) for one in refused)
        assert meter.longest < 0.05  # on the loop they took half a second together

    in_rooms(tmp_path, evening)


def test_too_many_parts_files_at_once_are_refused_with_a_sentence(tmp_path) -> None:
    text = "".join(f"{'a.' * 29}{number} = 1\n" for number in range(240))

    async def evening(rooms: Rooms) -> None:
        new = NewRoom(game="kryptx", seats=2, parts=text)
        refused = await asyncio.gather(*(rooms.create(ANNA, new) for _ in range(60)), return_exceptions=True)
        busy = [one for one in refused if isinstance(one, Refused)]
        assert busy and {one.why for one in busy} == {"busy"}
        assert all(isinstance(one, Refused | BadParts) for one in refused)

    in_rooms(tmp_path, evening)


async def played(rooms: Rooms, game: str, again: int = 0) -> Room:
    """A game to its end by first choices; taken back to its beginning and played again so often, on disk."""
    room = await rooms.create(ANNA, NewRoom(game=game, seats=2, bots=["random"], pace=10_000))
    page, word = Page(ANNA, "Anna", "en"), Word("a word")
    for said in (messages.CommitWord(hash=word.hash), messages.Start(), messages.Open(word=word.text)):
        await handle(room, page, said)
    room.bot_turns.stop()
    room.with_bots = False
    session = room.session
    assert session is not None
    while not session.over:
        seat = session.table.to_act[0]
        await room.commit(Change(rows=session.pick(seat, session.turn, [0]), tell="nobody"))
    rows = [(who, action) for _, who, action in rooms.store.moves(room.id)]
    once = [(BACK, b'{"back":0}'), *rows]
    for time in range(again):
        await rooms.store.commit(Commit(room.id, rows=once, first=len(rows) + 1 + time * len(once)))
    return room


def test_a_room_with_a_long_past_is_opened_beside_the_loop(tmp_path) -> None:
    async def evening(rooms: Rooms) -> None:
        room = await played(rooms, "lost-code", again=200)
        rows, id = len(rooms.store.moves(room.id)), room.id
        assert rows > 20_000
        rooms.loaded.clear()
        async with StallMeter() as meter:
            opened = await rooms.room(id)
        assert opened.session is not None and opened.session.turn == rows and opened.trouble is None
        assert meter.longest < 0.03  # on the loop it took ten times as long
        rooms.loaded.clear()
        async with StallMeter() as meter:
            assert [one.over for one in await rooms.lobby.mine(ANNA, "")] == [True]
        assert meter.longest < 0.03

    in_rooms(tmp_path, evening)


@pytest.mark.parametrize("path", ["/plain/t/{}", "/api/rooms/{}/replay?to=5", "/api/rooms/{}/record"])
def test_what_is_told_again_is_told_beside_the_loop(tmp_path, monkeypatch, path: str) -> None:
    """By a game whose words take their time: half a second for the whole of it."""
    words = find.game("lost-code").words

    class Slow:
        def __getattr__(self, name: str) -> object:
            return getattr(words, name)

        def journal(self, *told: object) -> str:
            until = thread_time() + 0.005
            while thread_time() < until:
                pass
            return words.journal(*told)  # type: ignore[arg-type]

    async def evening(site: Site) -> None:
        rooms = site.app.state.site.rooms
        room = await played(rooms, "lost-code")
        object.__setattr__(room.game, "words", Slow())
        try:
            async with StallMeter() as meter:
                told = await asyncio.to_thread(Visitor(site.url).fetch, "GET", path.format(room.id))
            assert len(told) > 5_000
            assert meter.longest < 0.1
        finally:
            object.__setattr__(room.game, "words", words)

    serve(tmp_path, evening, limited=False)


@pytest.mark.parametrize("path", ["/plain/t/{}", "/api/rooms/{}/replay?from=40", "/api/rooms/{}/record"])
def test_a_long_game_is_told_again_beside_the_loop(tmp_path, path: str) -> None:
    """More than 20,000 rows; after the first time nothing of it need be opened or compiled."""

    async def evening(site: Site) -> None:
        room = await played(site.app.state.site.rooms, "lost-code", again=200)
        visitor = Visitor(site.url)
        await asyncio.to_thread(visitor.fetch, "GET", path.format(room.id))
        async with StallMeter() as meter:
            told = await asyncio.to_thread(visitor.fetch, "GET", path.format(room.id))
        assert len(told) > 5_000
        assert meter.longest < 0.03

    serve(tmp_path, evening, limited=False)


def test_a_review_is_made_beside_the_loop(tmp_path) -> None:
    """By the processes that think for bots; only sentences are made here, in a thread."""

    async def evening(site: Site) -> None:
        room = await played(site.app.state.site.rooms, "lost-code")
        visitor = Visitor(site.url)
        async with StallMeter() as meter:
            review = json.loads(await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room.id}/review"))
            while review["state"] == "working":
                review = json.loads(await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room.id}/review"))
        assert (review["state"], review["done"]) == ("done", 2)
        assert sum(part["value"] for part in review["told"]["parts"]) == pytest.approx(
            review["told"]["result"], abs=0.02
        )
        assert [total["seat"] for total in review["totals"]] == [0, 1]
        assert meter.longest < 0.1
        german = json.loads(
            await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room.id}/review?seat=1&language=de")
        )
        assert (german["seat"], german["told"]["parts"][0]["label"]) == (1, "Am Anfang zu erwarten")

    serve(tmp_path, evening, limited=False)


def test_a_review_can_be_stopped_and_goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    async def evening(rooms: Rooms) -> None:
        room = await played(rooms, "lost-code")
        ask, begun, go = rooms.bot_pool.review, asyncio.Event(), asyncio.Event()

        async def slow(view: View, *, room: str) -> object:
            if view.eye == 1:
                begun.set()
                await go.wait()
            return await ask(view, room=room)

        monkeypatch.setattr(rooms.bot_pool, "review", slow)
        monkeypatch.setattr(reviewing, "WAIT", 0.05)
        told = await review_at(room).tell(ANNA, None, "0", "en")
        await asyncio.wait_for(begun.wait(), 120)
        told = await review_at(room).tell(ANNA, None, "0", "en")
        assert (told.state, told.done, told.told is not None) == (
            "working",
            1,
            True,
        )  # the asked one first
        review_at(room).stop()
        while review_at(room).working:
            await asyncio.sleep(0)
        go.set()
        async with asyncio.timeout(120):  # what was being made is kept, though nobody waits for it
            while 1 not in review_at(room)._found:
                await asyncio.sleep(0.002)
        monkeypatch.setattr(reviewing, "WAIT", 30.0)
        told = await review_at(room).tell(ANNA, None, "0", "en")
        assert (told.state, told.done) == ("done", 2)

    in_rooms(tmp_path, evening)


def test_a_review_that_fails_says_so_and_one_of_a_running_game_is_refused(tmp_path, monkeypatch) -> None:
    async def evening(rooms: Rooms) -> None:
        room = await played(rooms, "kryptx")

        async def fails(view: View, *, room: str) -> object:
            raise BotFailed("crashed")

        monkeypatch.setattr(rooms.bot_pool, "review", fails)
        told = await review_at(room).tell(ANNA, None, "", "en")
        assert (told.state, told.told, told.trouble) == ("stopped", None, "The review could not be made: crashed.")
        running = await rooms.create(ANNA, NewRoom(game="kryptx", seats=2, bots=["casual"], start=True))
        with pytest.raises(Refused, match="when the game is over"):
            await review_at(running).tell(ANNA, None, "", "en")

    in_rooms(tmp_path, evening)


def test_the_lobby_is_read_from_its_index(tmp_path) -> None:
    """However many public tables strangers set up."""

    async def evening(rooms: Rooms) -> None:
        first = await rooms.create(ANNA, NewRoom(game="forehead", seats=2, public=True))
        with rooms.store.engine.connect() as connection, connection.begin():
            connection.exec_driver_sql(
                "INSERT INTO rooms WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999) "
                "SELECT 'x' || i, code, game, rules, seats, options, parts, seed, state, 1, i % 3, 0, i "
                "FROM rooms, n"
            )
        await rooms.lobby.public(ANNA, "")
        async with StallMeter() as meter:
            listed = await rooms.lobby.public(ANNA, "")
        assert listed[0].room == first.id and [one.changed for one in listed[1:4]] == [99_999, 99_997, 99_996]
        assert len(listed) == 50 and meter.longest < 0.04

    in_rooms(tmp_path, evening)


def test_names_do_not_change_all_the_time(tmp_path) -> None:
    """After each the whole story is told anew, through every pair of eyes and in every language."""

    async def evening(rooms: Rooms) -> None:
        room = await played(rooms, "forehead")
        page = Page(ANNA, "Anna", "en")
        for number in range(30):
            await handle(room, page, messages.Rename(name=f"Anna {number}"))
        assert 15 <= len(page.answers) <= 20
        assert {answer.why for answer in page.answers} == {"busy"}

    in_rooms(tmp_path, evening)


def test_who_waits_too_long_for_a_thread_is_refused_and_the_thread_is_not_used_twice() -> None:
    async def evening() -> None:
        done, threads = asyncio.Event(), Threads("test", size=1, seconds=0.2, queue=1)
        loop = asyncio.get_running_loop()

        def stuck() -> None:
            asyncio.run_coroutine_threadsafe(done.wait(), loop).result()

        for _ in range(2):
            with pytest.raises(Refused, match="too much to do"):
                await threads.run(stuck)
        done.set()
        while True:
            try:
                assert await threads.run(lambda: 7) == 7
                break
            except Refused:
                await asyncio.sleep(0.01)
        threads.close()

    asyncio.run(asyncio.wait_for(evening(), 120))


def test_the_sentences_about_parts_files_are_translated() -> None:
    from tepui.core import parts
    from tepui.server.refusals import sentence

    for name in ("TOO_LONG", "LONG_LINE", "BRACKETS", "DOTS", "TEXTS"):
        text = N_(getattr(parts, name))
        told = {sentence(parts.Complaint(text), language) for language in ("en", "fr", "it", "de")}
        assert len(told) == 4, text


def test_a_seat_that_has_just_moved_is_offered_nothing_until_that_is_on_disk(tmp_path) -> None:
    """A bot may be woken meanwhile: a take-back leaves every seat without an offer until it is written."""

    async def evening(rooms: Rooms) -> None:
        room = await rooms.create(ANNA, NewRoom(game="forehead", seats=2, sit=False, bots=["random"] * 2))
        await handle(room, Page(ANNA, "Anna", "en"), messages.Start())
        session = room.session
        assert session is not None
        room.bot_turns.stop()
        session.pick(session.table.to_act[0], session.turn, [0])
        session.take_back(0, agreed=True)
        assert [session.offered(seat).codes for seat in (0, 1)] == [[], []]
        room.bot_turns.wake()
        room.bot_turns.stop()

    in_rooms(tmp_path, evening)
