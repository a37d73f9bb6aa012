"""Nothing that was told is ever lost: kill -9, bad lines, two tabs, and an evening with all of it.

TEPUI_KILLS=200 TEPUI_TABLES=20 runs the long form. Every test prints its seed. What happens next waits for what was
told, never for a time; the limits are for a machine that is busy with other things.
"""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import pytest
from headless import Page, Refused, Visitor
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tepui.core import find
from tepui.core.record import parse
from tepui.core.verify import verify

KILLS = int(os.environ.get("TEPUI_KILLS", "3"))
PATIENCE = 600 + 60 * KILLS  # a killed server needs seconds to be back
QUIET = 60  # seconds without a message after which a player opens the page again
TABLES = int(os.environ.get("TEPUI_TABLES", "4"))
SEED = int(os.environ.get("TEPUI_SEED", "1"))
GAMES = ("lost-code", "forehead", "shells", "roll-and-write", "bell", "kryptx")


class Player:
    """A page that plays at random and comes back by itself; it remembers all that it was ever told."""

    def __init__(self, visitor: Visitor, rng: random.Random, bad_line: float = 0.0) -> None:
        self.visitor, self.rng, self.bad_line = visitor, rng, bad_line
        self.journal: list[dict] = []
        self.moves = 0
        self.looks = 0  # views that it was told
        self.comebacks = 0
        self.fair = {"stale", "illegal"}  # why a click may be refused

    async def play(self, room: str) -> None:
        """Until the game is over."""
        while True:
            try:
                page = await self.visitor.open(room)
                self.comebacks += 1
                await self.sit_through(page)
                return
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                continue
            finally:
                self.visitor.pages.clear()

    async def sit_through(self, page: Page) -> None:
        await page.until("view")
        while True:
            self.look(page.view)
            if page.view["over"]:
                await page.close()
                return
            if page.view["legal"] and (page.view["must_act"] or self.rng.random() < 0.1):
                await self.press(page)
            message = await page.next(QUIET)
            while message["type"] != "view":
                if message["type"] == "refused":
                    assert message["why"] in self.fair, message
                    page.view = page.view if message["why"] == "illegal" else {**page.view, "must_act": False}
                    break
                message = await page.next(QUIET)

    async def press(self, page: Page) -> None:
        """Sometimes the click is lost, doubled or late, or the line breaks."""
        view, pick = page.view, self.rng.randrange(len(page.view["legal"]))
        luck = self.rng.random() / self.bad_line if self.bad_line else 1.0
        if luck < 0.2:
            await page.lose_line()  # the click never arrives
        elif luck < 0.4:
            await page.pick(view, pick)
            await page.lose_line()  # it may have arrived
        elif luck < 0.6:
            await page.pick(view, pick)
            await page.pick(view, pick)  # twice
        elif luck < 0.8:
            await asyncio.sleep(self.rng.random() / 20)  # late: that is the trouble itself, nothing waits for it
            await page.pick(view, pick)
        else:
            await page.pick(view, pick)
        self.moves += 1

    def look(self, view: dict) -> None:
        """What was told before is still there, once, and in its place."""
        told = view["journal"]
        self.looks += 1
        if view["eye"] == "audience":
            return  # the seat has been left for a moment
        assert [entry["n"] for entry in told] == list(range(1, len(told) + 1))
        before = [(entry["by"], entry["action"]) for entry in self.journal]
        assert [(entry["by"], entry["action"]) for entry in told[: len(before)]] == before, "a told move is missing"
        self.journal = told


async def table(url: str, rng: random.Random, bad_line: float = 0.0) -> tuple[str, str, list[Player]]:
    """A new table of two people and a bot or two, begun."""
    game = rng.choice(GAMES)
    anna, ben = Visitor(url), Visitor(url)
    for person in (anna, ben):
        await patient(person.get, "/api/me")
    seats = max(2, min(rng.choice((2, 3, 4)), max(find.game(game).seats)))
    bots = [rng.choice(list(find.bots(game))) for _ in range(seats - 2)]
    room = str((await patient(anna.post, "/api/rooms", {"game": game, "seats": seats, "bots": bots}))["room"])
    host = await anna.open(room)
    page = await ben.open(room)
    await page.send(type="sit")
    while not all(seat["kind"] != "free" for seat in host.room.get("seats", [{"kind": "free"}])):
        await host.until("room")
    await host.send(type="start")
    await host.until("view")
    await host.close()
    await page.close()
    players = [Player(person, random.Random(rng.random()), bad_line) for person in (anna, ben)]
    return room, game, players


async def patient(ask, *words):
    """The server may just be starting again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(OSError, Refused):
                return await ask(*words)
            await asyncio.sleep(0.05)


async def so_far(players: list[Player], views: int, broken: Callable[[], bool] = lambda: False) -> None:
    """Until these players were told so many more views, or something else has ended."""
    due = sum(player.looks for player in players) + views
    async with asyncio.timeout(PATIENCE):
        while sum(player.looks for player in players) < due and not broken():
            await asyncio.sleep(0.005)


async def check(room: str, game: str, players: list[Player]) -> None:
    """The record proves itself, and says what everybody was told."""
    visitor = players[0].visitor
    data = await asyncio.to_thread(visitor.fetch, "GET", f"/api/rooms/{room}/record")
    record = parse(data)
    assert "follows from the seed" in verify(record, find.game(game))
    assert all(len(player.journal) == len(record.moves) for player in players)


@pytest.mark.timeout(2 * PATIENCE)
def test_kill_minus_nine_at_random_moments_loses_and_doubles_nothing(start, tmp_path) -> None:
    print(f"seed {SEED}, {KILLS} kills, {TABLES} tables")
    rng = random.Random(SEED)
    server = start(tmp_path / "data", "--pace", "0", "--no-limits", "--bot-seconds", "0.1").start()
    games = 0
    everybody: list[Player] = []

    async def evening() -> None:
        nonlocal games
        done = False

        async def tables(dice: random.Random) -> None:
            nonlocal games
            while not done:
                try:
                    room, game, players = await asyncio.wait_for(table(server.url, dice), 2 * QUIET)
                except (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError):
                    continue  # killed while the table was being set up: a new one
                everybody.extend(players)
                await asyncio.wait_for(asyncio.gather(*(player.play(room) for player in players)), PATIENCE)
                await patient(check, room, game, players)
                games += 1

        playing = [asyncio.create_task(tables(random.Random(rng.random()))) for _ in range(TABLES)]
        for _ in range(KILLS):
            await so_far(everybody, rng.randrange(1, 400), lambda: any(task.done() for task in playing))
            await asyncio.sleep(rng.random() / 100)  # anywhere within a move
            server.kill()
            await asyncio.to_thread(server.start)
            for task in playing:
                if task.done():
                    task.result()
        done = True
        await asyncio.gather(*playing)

    asyncio.run(evening())
    print(f"{games} games finished and verified, {sum(player.looks for player in everybody)} views told")
    assert games >= 1


@pytest.mark.proof
def test_bad_lines_lost_doubled_and_late_clicks(server) -> None:
    print(f"seed {SEED}")

    async def evening() -> None:
        async def one(dice: random.Random) -> None:
            room, game, players = await table(server.url, dice, bad_line=0.3)
            await asyncio.gather(*(player.play(room) for player in players))
            await check(room, game, players)

        await asyncio.gather(*(one(random.Random(SEED + i)) for i in range(TABLES)))

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))


def test_two_tabs_of_one_seat_press_at_once_and_one_move_is_made(server) -> None:
    async def evening() -> None:
        async with Visitor(server.url) as anna, Visitor(server.url) as ben:
            room = await anna.create(game="forehead", seats=2)
            guest = await ben.open(room)
            await guest.send(type="sit")
            while guest.room.get("you", {}).get("seat") != 1:
                await guest.until("room")
            one, two = await anna.open(room), await anna.open(room)
            await one.send(type="start")
            left, right = await one.until("view"), await two.until("view")
            assert left == right
            await asyncio.gather(one.pick(left, 0), two.pick(right, 1))
            refused: list[dict[str, object]] = []
            for tab in (one, two):
                await tab.send(type="ping")
                while (answer := await tab.next())["type"] != "pong":
                    refused += [answer] if answer["type"] == "refused" else []
            assert len(refused) == 1, refused
            for tab in (one, two, guest):
                await tab.send(type="hello")
                assert len((await tab.until("view"))["journal"]) in (2, 3)
                await tab.send(type="hello")
                assert len((await tab.until("view"))["journal"]) == 3

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))


def test_a_click_in_flight_while_anothers_secret_choice_arrives_is_accepted(server) -> None:
    """Shells: everybody chooses a fist at the same time; Ben's choice comes first, Anna's old turn still counts."""

    async def evening() -> None:
        async with Visitor(server.url) as anna, Visitor(server.url) as ben:
            room = await anna.create(game="shells", seats=2)
            host, page = await anna.open(room), await ben.open(room)
            await page.send(type="sit")
            while page.room.get("you", {}).get("seat") != 1:
                await page.until("room")
            await host.send(type="start")
            old, view = await host.until("view"), await page.until("view")
            assert old["must_act"] and view["must_act"]
            await page.pick(view, 0)
            new = await host.until("view")
            assert new["turn"] > old["turn"]
            await host.pick(old, 1)
            assert (await host.until("view"))["turn"] > new["turn"]

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))


@pytest.mark.proof
def test_an_evening(start, tmp_path) -> None:
    """Two people and two bots; one reloads, one loses the line, one leaves and comes back, the server dies twice."""
    print(f"seed {SEED}")
    server = start(tmp_path / "data", "--pace", "30", "--no-limits", "--bot-seconds", "0.1").start()

    async def evening() -> None:
        anna, ben = Visitor(server.url), Visitor(server.url, "de")
        await anna.get("/api/me")
        await ben.get("/api/me")
        bots = [list(find.bots("lost-code"))[-1], "random"]
        room = await anna.create(game="lost-code", seats=4, bots=bots, pace=30)
        host, page = await anna.open(room), await ben.open(room)
        await host.send(type="rename", name="Anna")
        await page.send(type="sit", name="Ben")
        while [seat["kind"] for seat in host.room.get("seats", [])] != ["person", "bot", "bot", "person"]:
            await host.until("room")
        await host.send(type="start")
        await host.until("view")
        await page.close()
        players = [Player(anna, random.Random(SEED)), Player(ben, random.Random(SEED + 1))]
        playing = asyncio.gather(*(player.play(room) for player in players))
        await so_far(players, 4, playing.done)
        await host.lose_line()
        await so_far(players, 4, playing.done)
        server.kill()
        await asyncio.to_thread(server.start)
        other = await ben.open(room)
        players[1].fair.add("forbidden")  # a click of the one tab may cross the other's leaving
        await other.send(type="leave")
        while other.room.get("seats", [{}])[-1].get("kind") != "kept":
            await other.until("room")
        await other.send(type="sit")
        while other.room["seats"][-1]["kind"] != "person":
            await other.until("room")
        await so_far(players, 4, playing.done)
        assert await asyncio.to_thread(server.stop) == 0, "a server that is asked to stop stops in order"
        await asyncio.to_thread(server.start)
        await so_far(players, 4, playing.done)
        server.kill()
        await asyncio.to_thread(server.start)
        await asyncio.wait_for(playing, PATIENCE)
        await check(room, "lost-code", players)
        assert all(player.comebacks >= 3 for player in players)

    asyncio.run(evening())


def test_a_server_that_is_ended_while_it_begins_ends(tmp_path) -> None:
    """It is told so between its greeting and its first request, while it loads the games."""
    code = (
        "import os, signal\n"
        "from tepui.cli import main\n"
        "from tepui.core import find\n"
        "games = find.games\n"
        "find.games = lambda: os.kill(os.getpid(), signal.SIGTERM) or games()\n"
        f"main(['serve', '--no-browser', '--port', '0', '--data', {str(tmp_path)!r}])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0 and "Every move is saved" in ended.stdout, ended
