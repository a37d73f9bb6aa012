"""Statistics of a device: a fold over results and reviews, honest with few games; reviews are made once and kept."""

import asyncio
import random
import sqlite3
import threading
import time

import pytest
from headless import Visitor
from own_server import Site, serve
from test_history import played, result

from tepui.core import find
from tepui.core.refusal import BotFailed
from tepui.core.words import LANGUAGES
from tepui.server.bots import pool
from tepui.server.history import statistics
from tepui.server.reviews import queue as review_queue
from tepui.server.reviews import review as reviewing
from tepui.server.store.contract import ReviewSum, version_of

DEVICE = "anna"


def table(n: int, place: int, bots: tuple[str, ...] = ("casual",), game: str = "kryptx", person: int = 1):
    mine = result(f"r{n:03}", 0, device=DEVICE, person=person, place=place, ended=n, seats=1 + len(bots), game=game)
    seats = [
        result(f"r{n:03}", 1 + at, bot=bot, place=3 - place, ended=n, seats=1 + len(bots), game=game)
        for at, bot in enumerate(bots)
    ]
    return [mine, *seats]


def told(tables, sums=(), person: int = 1, language: str = "en"):
    games = statistics.played([one for seats in tables for one in seats], list(sums), DEVICE)
    return statistics.fold(games, person, language)


def test_places_streaks_and_levels() -> None:
    games = [table(n, place) for n, place in enumerate([1, 1, 2, 1, 1, 1, 2, 1])]
    games += [table(8, 1, ("casual+", "casual")), table(9, 2, ("expert", "casual")), table(10, 1, ())]
    found = told(games)
    of = found.of[0]
    assert (found.games, found.wins, found.longest) == (11, 8, 3)
    assert (of.longest, of.running, of.places) == (3, 1, [8, 3])
    assert [(one.level, one.seats, one.games, one.places) for one in of.groups] == [
        ("casual", 2, 8, [6, 2]),
        ("casual", 3, 1, [1]),
        ("mixed", 3, 1, [0, 1]),
        ("", 1, 1, [1]),
    ]


def test_a_game_that_a_bot_finished_counts_for_nobody_and_people_are_told_apart() -> None:
    kept = [result("r1", 0, device=DEVICE, bot="casual", place=1), result("r1", 1, bot="random", place=2)]
    found = told([kept, table(2, 1, person=2), table(3, 2)])
    assert [(one.person, one.games) for one in found.people] == [(1, 1), (2, 1)]
    assert (found.games, found.wins) == (1, 0)
    assert told([kept, table(2, 1, person=2)], person=2).wins == 1


def reviewed(n: int, luck: float, play: float, marks: dict[str, int], version: str = "") -> ReviewSum:
    return ReviewSum(f"r{n:03}", 0, version or version_of(find.game("kryptx")), "percent", True, luck, play, marks)


def test_few_games_say_nothing_and_many_come_with_what_they_may_be_off_by() -> None:
    games = [table(n, 1) for n in range(20)]
    few = told(games, [reviewed(n, 5, -4, {"ask": 2}) for n in range(9)]).of[0]
    assert (few.reviewed, few.luck, few.play, few.marks) == (9, None, None, [])
    sums = [reviewed(n, n - 4.5, -4, {"ask": 2, "missed": 1} if n else {"missed": 8}) for n in range(10)]
    sums += [reviewed(n, 900, -900, {"ask": 99}, "another version") for n in range(10, 20)]
    many = told(games, sums).of[0]
    assert many.reviewed == 10 and many.luck.value == 0 and many.luck.off == pytest.approx(1.91, abs=0.01)
    assert (many.play.value, many.play.off) == (-4, 0)
    assert [(one.text, one.times, one.games) for one in many.marks] == [
        ("A question that tells more", 18, 9),
        ("Calling Stop earlier", 17, 10),
    ]
    assert told(games, sums, language="de").of[0].marks[0].text == "Eine Frage, die mehr verrät"


@pytest.mark.parametrize("name", ["lost-code", "kryptx", "roll-and-write"])
def test_every_kind_that_a_review_marks_has_words_in_every_language(name: str) -> None:
    """Found in games of a bot that plays at random, which is marked for nearly everything."""
    from tepui.coach import review as reviewer
    from tepui.coach.review.walk import review
    from tepui.core.dealer import Dealer
    from tepui.core.table import Table

    game, kinds = find.game(name), set()
    for seed in range(4):
        chance, rng = Dealer(f"marks {seed}"), random.Random(seed)
        played = Table(game, game.setting(2), chance.choose)
        while not played.over:
            seat = played.to_act[0]
            played.pick(seat, rng.randrange(len(played.view(seat).codes())))
        kinds |= set(reviewer.marks_of(review(played.view(0))))
    assert kinds
    for language in LANGUAGES:
        words = {game.translated(reviewer.of(game).MARKS[kind], language) for kind in kinds}
        assert len(words) == len(kinds) and "" not in words, words


async def until_reviewed(anna: Visitor, games: int = 1) -> dict:
    async with asyncio.timeout(60):
        while (found := (await anna.get("/api/statistics"))["of"])[0]["reviewed"] < games:
            await asyncio.sleep(0.05)
    return found[0]


def test_a_game_is_reviewed_by_itself_and_kept(tmp_path, monkeypatch) -> None:
    kept: list[str] = []

    async def before(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await played(anna, "kryptx")
            assert (await until_reviewed(anna))["recent"][0]["luck"] is not None
            told = await anna.get(f"/api/rooms/{room}/review?seat=0")
            while told["state"] == "working":
                told = await anna.get(f"/api/rooms/{room}/review?seat=0")
            kept.extend([anna.cookie, room, str(told)])

    async def after(site: Site) -> None:
        anna = Visitor(site.url)
        anna.cookie = kept[0]
        again = await anna.get(f"/api/rooms/{kept[1]}/review?seat=0")
        assert str(again) == kept[2] and not asked
        german = await anna.get(f"/api/rooms/{kept[1]}/review?seat=0&language=de")
        assert german["told"]["parts"][0]["label"] != again["told"]["parts"][0]["label"] and not asked

    async def newer(site: Site) -> None:
        anna = Visitor(site.url)
        anna.cookie = kept[0]
        await anna.get(f"/api/rooms/{kept[1]}/review?seat=0")
        assert asked  # what is on disk says something else
        await until_reviewed(anna)

    async def newer_by_itself(site: Site) -> None:
        anna = Visitor(site.url)
        anna.cookie = kept[0]
        assert (await anna.get("/api/statistics"))["of"][0]["reviewed"] == 0
        await until_reviewed(anna)
        assert asked

    serve(tmp_path, before, limited=False)
    asked: list[str] = []
    real = pool.BotPool.review

    async def noted(self, view, **words):
        asked.append(view.game.name)
        return await real(self, view, **words)

    monkeypatch.setattr(pool.BotPool, "review", noted)
    serve(tmp_path, after, limited=False)
    with sqlite3.connect(tmp_path / "tepui.sqlite") as base:
        base.execute("UPDATE reviews SET version = '0.1.1'")
    serve(tmp_path, newer, limited=False)
    asked.clear()
    with sqlite3.connect(tmp_path / "tepui.sqlite") as base:
        base.execute("UPDATE reviews SET version = '0.1.1'")
    serve(tmp_path, newer_by_itself, limited=False)


def test_a_review_that_ends_while_it_is_told_is_asked_for_again(tmp_path, monkeypatch) -> None:
    """The last seat is done while the first is put into words: not "stopped", or the page would stay so."""
    real, made, telling = reviewing.in_sentences, pool.BotPool.review, threading.Event()

    async def held(self, view, **words):
        found = await made(self, view, **words)
        while view.eye and not telling.is_set():
            await asyncio.sleep(0.01)
        return found

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await played(anna, "kryptx")
            seats = reviewing.review_at(await site.app.state.site.rooms.room(room))

            def slowly(view, *words):
                telling.set()
                end = time.monotonic() + 60
                while seats.working and time.monotonic() < end:
                    time.sleep(0.01)
                return real(view, *words)

            monkeypatch.setattr(reviewing, "in_sentences", slowly)
            monkeypatch.setattr(pool.BotPool, "review", held)
            states = []
            while not states or states[-1] == "working":
                states.append((await anna.get(f"/api/rooms/{room}/review?seat=0"))["state"])
            assert states == ["working", "done"]

    serve(tmp_path, evening, limited=False, reviews=False)


def test_a_host_can_switch_it_off(tmp_path) -> None:
    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            await played(anna, "kryptx")
            told = await anna.get("/api/statistics")
            assert told["reviewing"] == 0 and told["of"][0]["reviewable"]
            assert not site.app.state.site.reviews.waiting([told["of"][0]["recent"][0]["room"]])

    serve(tmp_path, evening, limited=False, reviews=False)


def test_a_flood_of_endings_holds_no_table_up(tmp_path, monkeypatch) -> None:
    """Reviews that never end: games against bots go on beside them, because they have a process of their own."""
    stuck = asyncio.Event()
    nice: list[int] = []

    async def hanging(self, view, **words):
        nice.append(self.nice)
        await stuck.wait()
        raise BotFailed("over")

    monkeypatch.setattr(pool.BotPool, "review", hanging)
    monkeypatch.setattr(review_queue, "MOST", 5)

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            queue = site.app.state.site.reviews
            for _ in range(3):
                await played(anna, "kryptx", bots=["casual"])
            queue.add(f"room{n}" for n in range(100))
            assert queue.waiting(f"room{n}" for n in range(100)) == 5
            await played(anna, "kryptx", bots=["casual"])
            assert nice == [19]
            stuck.set()

    serve(tmp_path, evening, limited=False)


def test_a_review_that_fails_is_not_tried_again_and_again(tmp_path, monkeypatch) -> None:
    tried: list[str] = []

    async def failing(self, view, **words):
        tried.append(view.game.name)
        raise BotFailed("no")

    monkeypatch.setattr(pool.BotPool, "review", failing)

    async def evening(site: Site) -> None:
        async with Visitor(site.url) as anna:
            room = await played(anna, "kryptx")
            queue = site.app.state.site.reviews
            async with asyncio.timeout(120):
                while queue.waiting([room]):
                    await asyncio.sleep(0.02)
            for _ in range(3):
                assert (await anna.get("/api/statistics"))["reviewing"] == 0
            assert tried == ["kryptx"]

    serve(tmp_path, evening, limited=False)
