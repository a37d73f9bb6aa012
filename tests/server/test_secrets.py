"""Paired worlds on the wire: two games that differ only in secrets send the same bytes.

Real sockets, real pages. A pair comes from the law of that name; each of its worlds is played in a room of its own,
the table's moves given by a script instead of a dealer, and everything that reaches the chosen eyes is compared.
TEPUI_PAIRS=10000 runs as many.
"""

import asyncio
import os
import re
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import uvicorn

try:
    from uvloop import new_event_loop  # what the server itself runs on, where there is one
except ImportError:
    from asyncio import new_event_loop

sys.path.insert(0, str(Path(__file__).parent))  # also for the fuzzers, which start elsewhere

from headless import Page, Visitor
from people import play_picks

from tepui.coach.help import LEVELS
from tepui.coach.story import Story
from tepui.core import find
from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, TABLE, odds_of
from tepui.laws.finding import Asked
from tepui.laws.pairs import Branch, Pair
from tepui.laws.walk import eyes_of, some_setting
from tepui.server.app import make_app
from tepui.server.room import seats
from tepui.server.room import start as dice
from tepui.server.room.change import change_to
from tepui.server.room.room import Room
from tepui.server.room.state import Chair, RoomState
from tepui.server.rooms.rooms import Rooms
from tepui.server.serve import listen, uvicorn_config
from tepui.server.settings import Settings

PAIRS = int(os.environ.get("TEPUI_PAIRS", "24"))
SEED = int(os.environ.get("TEPUI_SEED", "1"))
SHARE = {"roll-and-write": 0.25, "shells": 4}  # nothing is hidden there; little differs there
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
GAMES = [
    name for name in ("lost-code", "roll-and-write", "kryptx", "forehead", "bell", "shells") if name in find.names()
]


class Kind(msgspec.Struct):
    """What is read of a message to know which one it is; all of it is compared."""

    type: str
    turn: int | None = None


kind_of = msgspec.json.Decoder(Kind).decode


class Script:
    """A dealer who deals what is written: the table's choices of one world, in order."""

    def __init__(self, game: Game, setting: Setting, moves: list[tuple[int, int]]) -> None:
        truth = game.start(setting)
        self.left = []
        for by, code in moves:
            if by == TABLE and len(odds_of(truth)[0]) > 1:
                self.left.append(code)
            truth.apply(by, code)
        self.left.reverse()

    def choose(self, occasion: int, codes: list[int], weights: list[int]) -> int:
        return self.left.pop() if self.left else codes[0]


@asynccontextmanager
async def here(opening: float = 15.0) -> AsyncIterator[tuple[str, Rooms]]:
    """A server in this process, on a real port, over a real file."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as folder:
        app = make_app(Settings(data=Path(folder), pace=0, limited=False, idle=5.0, opening=opening))
        listening = listen("127.0.0.1", 0)
        server = uvicorn.Server(uvicorn_config(app))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.site.rooms
        finally:
            server.should_exit = True
            await serving


def neutral(text: str, room: str, code: str, commitment: str) -> str:
    """Without what differs between any two rooms."""
    text = text.replace(room, "ROOM").replace(code, "CODE").replace(commitment, "SEED")
    text = re.sub(r'"promise":"[0-9a-f]{64}"', '"promise":"PROMISE"', text)
    return re.sub(r'"at":\d+', '"at":0', text)


async def begun(rooms: Rooms, game: Game, setting: Setting, state: RoomState) -> Room:
    """A game whose people bring no words for the dice: it begins at once."""
    room = await rooms.set_up(game, setting, state, start=False)
    for device in {chair.device for chair in state.chairs if chair.device is not None}:
        await room.do(dice.page_without_scripts, device)
    await room.do(lambda room: change_to(room, seats.start(room.state, state.host), begins=True, tell="nobody"))
    return room


class World:
    """One world of a pair, played in a room; what its eyes receive."""

    def __init__(self, url: str, rooms: Rooms, visitor: Visitor, game: Game, setting: Setting, eye: int) -> None:
        self.url, self.rooms, self.visitor, self.game = url, rooms, visitor, game
        self.setting, self.eye = setting, eye

    async def tell(self, moves: list[tuple[int, int]], rng: Random) -> list[str]:
        """Every byte that reaches these eyes while those moves are made."""
        rooms, eye = self.rooms, self.eye
        me = rooms.signatures.read(self.visitor.cookie.partition("=")[2]).guest
        assert me is not None
        guests = [me if seat == eye else f"{seat:032x}" for seat in range(self.setting.seats)]
        levels = [rng.choice(LEVELS) for _ in guests]  # whatever help is switched on, by these eyes or by others
        chairs = tuple(Chair(guest, NAMES[seat], help=levels[seat]) for seat, guest in enumerate(guests))
        rooms.dealer = lambda seed, words, version: Script(self.game, self.setting, moves)  # type: ignore[assignment,return-value]
        state = RoomState(chairs=chairs, host=guests[0], host_name="Anna", pace=0)
        room = await begun(rooms, self.game, self.setting, state)
        page = await self.visitor.open(room.id, motion=rng.random() < 0.5)
        heard: list[str] = []

        async def hear_until(kind: str, turn: int = 0) -> None:
            while True:
                assert page.socket is not None
                text = await page.recv(10)
                assert isinstance(text, str)
                heard.append(neutral(text, room.id, room.code, room.commitment))
                message = kind_of(text)
                if message.type == kind and (message.turn is None or message.turn >= turn):
                    return

        session = room.session
        assert session is not None
        await hear_until("view", session.turn)
        if len(session.table.moves) > len(moves):
            heard.clear()  # the table went on beyond the pair
        while len(session.table.moves) < len(moves):
            by, code = moves[len(session.table.moves)]
            assert by != TABLE
            await self.disturb(page, room, rng, hear_until, heard)
            index, turn = session.look(by).codes().index(code), session.turn
            if by == eye:
                await page.send(type="try", turn=session.turn, **{"try": [index]})
                await hear_until("tried")
                await page.send(type="pick", turn=session.turn, pick=index)
            else:
                await page.send(type="pick", turn=session.turn, pick=250)  # what is refused tells nothing either
                await hear_until("refused")
                async with room.lock:
                    await play_picks(room, by, session.turn, [index])
            await hear_until("view", turn + 1)
            if len(session.table.moves) > len(moves) or (room.state.over and eye == AUDIENCE):
                del heard[-1 - room.state.over :]  # beyond the pair; or the end, when watchers see everything
                break
            if rng.random() < 0.05:
                heard.append(neutral(await asyncio.to_thread(self.html, room.id), room.id, room.code, room.commitment))
        await page.close()
        self.visitor.pages.remove(page)
        rooms.loaded.pop(room.id, None)
        return heard

    async def disturb(self, page: Page, room: Room, rng: Random, hear_until: Any, heard: list[str]) -> None:
        """Before each move; tests/fuzz says strange things here."""

    def html(self, room: str) -> str:
        request = urllib.request.Request(f"{self.url}/plain/t/{room}", headers={"cookie": self.visitor.cookie})
        with urllib.request.urlopen(request) as answer:
            return str(answer.read().decode())


async def compare(game: Game, pairs: int, seed: int) -> Counter[str]:
    told: Counter[str] = Counter()
    async with here() as (url, rooms), Visitor(url) as visitor:
        for n in range(pairs):
            rng = Random(seed * 1_000_003 + n)
            setting = some_setting(game, rng, Asked())
            eye = rng.choice([eye for eye in eyes_of(setting) if eye < TABLE or eye == AUDIENCE])
            pair = Pair(game, setting, eye, rng)
            branch: Branch = max(pair.branches, key=lambda branch: len(branch.kinds))
            dice = rng.random()
            world = World(url, rooms, visitor, game, setting, eye)
            one = await world.tell(branch.one, Random(dice))
            other = await world.tell(branch.other, Random(dice))
            for at, (left, right) in enumerate(zip(one, other, strict=False)):
                assert left == right, f"{game.name}, seed {seed}, pair {n}, eye {eye}: message {at} differs"
            assert len(one) == len(other), f"{game.name}, seed {seed}, pair {n}, eye {eye}: one world was told more"
            told["pairs"] += 1
            told["that differ"] += branch.one != branch.other
            told["messages"] += len(one)
            told["bytes"] += sum(map(len, one))
            for kind, here_, there in zip(branch.kinds, branch.one, branch.other, strict=True):
                if here_ != there:
                    told[f"secret {kind.partition(':')[0]}"] += 1
    return told


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_differ_in_secrets_send_the_same_bytes(name: str) -> None:
    pairs = max(1, int(PAIRS / len(GAMES) * SHARE.get(name, 1)))
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        told = runner.run(compare(find.game(name), pairs, SEED))
    print(f"{name}, seed {SEED}: {dict(told)}")
    assert told["messages"] > 0
    assert told["that differ"] > 0 or name == "roll-and-write"  # where nothing is hidden


def test_a_leaking_room_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a view carried anything of the truth, this test would see it."""
    everything: list[Rooms] = []
    original, honest = Rooms.__init__, Story.text

    def noted(self: Rooms, *things: object) -> None:
        original(self, *things)  # type: ignore[arg-type]
        everything.append(self)

    def leaking(story: Story, *how: Any) -> bytes:
        text = honest(story, *how)
        [session] = [
            room.session
            for room in everything[0].loaded.values()
            if room.session is not None and room.session.look(story.view.eye).moves is story.moves
        ]
        return text[:-1] + b',"leak":%d}' % sum(code for _, code in session.table.moves)

    monkeypatch.setattr(Rooms, "__init__", noted)
    monkeypatch.setattr(Story, "text", leaking)
    with pytest.raises(AssertionError, match="differs"):
        asyncio.run(compare(find.game("forehead"), 30, 1))
