"""No byte of one seat's help reaches another: the same game with and without help, and all that others hear.

Real sockets. In one room the neighbour plays by pencil; in the other the teacher helps them and proves a mark before
every move. A second player and a watcher must receive the same bytes, but for the neighbour's level, which is public.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from headless import Page, Visitor
from people import play_picks
from test_secrets import Script, begun, here, neutral

from tepui.coach.help import HelpLevel
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.game import Game, Setting
from tepui.core.table import Table
from tepui.server.room.state import Chair, RoomState
from tepui.server.rooms.rooms import Rooms

SEED = 7
CLAIMS = {
    "lost-code": {"colour": "blue", "number": 5},
    "kryptx": {"stand": "E", "number": 7},
}


def some_moves(game: Game, setting: Setting, length: int) -> list[tuple[int, int]]:
    rng = Random(SEED)
    table = Table(game, setting, Dealer(f"help {SEED}").choose)
    while not table.over and len(table.moves) < length:
        seat = table.to_act[0]
        table.pick(seat, rng.randrange(len(table.look(seat).codes())))
    return list(table.moves)


class Ear:
    """An open page, and every text that reached it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []

    async def until(self, *kinds: str, turn: int = 0) -> None:
        while True:
            assert self.page.socket is not None
            text = str(await self.page.recv())
            self.heard.append(text)
            message = json.loads(text)
            if message["type"] in kinds and message.get("turn", turn) >= turn:
                return

    def knows_the_watcher(self) -> bool:
        """The last that this page was told of the room counts everybody who came."""
        return any(json.loads(text).get("watchers") == 1 for text in self.heard)

    def kinds(self) -> set[str]:
        return {json.loads(text)["type"] for text in self.heard}


async def evening(
    rooms: Rooms, url: str, game: Game, setting: Setting, moves: list[tuple[int, int]], level: HelpLevel
) -> dict[str, list[str]]:
    """What the neighbour (seat 0), the other player (seat 1) and a watcher hear."""
    async with Visitor(url) as ben, Visitor(url) as anna, Visitor(url) as watcher:
        guests = [rooms.signatures.read(one.cookie.partition("=")[2]).guest for one in (ben, anna)]
        guests += [f"{seat:032x}" for seat in range(2, setting.seats)]
        names = ("Ben", "Anna", "Cleo", "Dora")
        chairs = [Chair(guest, names[seat], help="pencil") for seat, guest in enumerate(guests)]
        chairs[0] = Chair(guests[0], names[0], help=level)
        rooms.dealer = lambda seed, words, version: Script(game, setting, moves)  # type: ignore[assignment,return-value]
        state = RoomState(chairs=tuple(chairs), host=str(guests[0]), host_name="Ben", pace=0)
        room = await begun(rooms, game, setting, state)
        session = room.session
        assert session is not None
        ears = {"neighbour": Ear(await ben.open(room.id))}
        await ears["neighbour"].until("view", turn=session.turn)
        ears["player"] = Ear(await anna.open(room.id))
        await ears["player"].until("view", turn=session.turn)
        ears["watcher"] = Ear(await watcher.open(room.id))
        await ears["watcher"].until("view", turn=session.turn)
        for ear in ears.values():
            while not ear.knows_the_watcher():
                await ear.until("room")
            ear.heard.clear()
        while len(session.table.moves) < len(moves):
            if level == "teacher":
                await ben.pages[0].send(type="why", claim=CLAIMS[game.name], id=1)
                await ears["neighbour"].until("because", "refused")
            by, code = moves[len(session.table.moves)]
            index, turn = session.look(by).codes().index(code), session.turn
            async with room.lock:
                await play_picks(room, by, turn, [index])
            for ear in ears.values():
                await ear.until("view", turn=turn + 1)
        told = {
            name: [neutral(text, room.id, room.code, room.commitment) for text in ear.heard]
            for name, ear in ears.items()
        }
        assert not any("help" in json.loads(text) for text in ears["watcher"].heard if '"type":"view"' in text)
        assert "because" not in ears["player"].kinds() | ears["watcher"].kinds()
        return told


@pytest.mark.parametrize("name", [name for name in CLAIMS if name in find.names()])
def test_others_hear_the_same_whether_or_not_a_seat_is_helped(name: str) -> None:
    game = find.game(name)
    setting = game.setting(min(n for n in game.seats if n >= 2))
    moves = some_moves(game, setting, 120)

    async def both() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        async with here() as (url, rooms):
            alone = await evening(rooms, url, game, setting, moves, "pencil")
            return alone, await evening(rooms, url, game, setting, moves, "teacher")

    alone, helped = asyncio.run(both())
    print(f"{name}, seed {SEED}: {len(helped['player'])} and {len(helped['watcher'])} messages compared")
    assert len(helped["player"]) > 20 and len(helped["watcher"]) > 10
    for eyes in ("player", "watcher"):
        level = [
            text.replace('"help":"teacher"', '"help":"pencil"', 1) if '"type":"room"' in text else text
            for text in helped[eyes]
        ]
        for text, other in zip(level, alone[eyes], strict=True):
            assert text == other
    assert sum("because" in text for text in helped["neighbour"]) > 5, "or nothing was tried"
    assert sum(map(len, helped["neighbour"])) > sum(map(len, alone["neighbour"])), "the neighbour was helped"
