"""Paired worlds under fire: two games that differ only in secrets answer whatever a page says with the same bytes.

The worlds are those of tests/server/test_secrets.py. Between the moves the chosen eyes send messages of every kind that
leaves the game alone, whole and damaged, the same in both worlds, and ask for replays through every eye.
"""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from fuzz.door import Door, Finding
from fuzz.mutations import anything, changed, text_of
from server.test_secrets import Page, Visitor, World, here

from tepui.coach.help import LEVELS
from tepui.core import find
from tepui.core.position import AUDIENCE, TABLE
from tepui.laws.finding import Asked
from tepui.laws.pairs import Branch, Pair
from tepui.laws.walk import eyes_of, some_setting
from tepui.server.room.room import Room


def disturbance(rng: Random, turn: int, legal: int) -> Any:
    """Something to say that changes neither the moves nor who sits where: also damaged, no seat is sent away."""
    pick = rng.randrange(legal + 2)
    message = rng.choice(
        (
            {"type": "try", "turn": turn, "try": [pick], "help": True},
            {"type": "try", "turn": turn, "try": [pick, rng.randrange(5), 0], "help": rng.random() < 0.5},
            {"type": "pick", "turn": turn, "pick": 250 + pick},
            {"type": "pick", "turn": turn - 1 - pick, "pick": 300},
            {"type": "note", "marks": rng.choice(({"a": 1}, anything(rng)))},
            {"type": "help_me", "level": rng.choice(LEVELS)},
            {"type": "why", "claim": rng.choice(({"colour": pick, "value": pick}, {"log": 0}, {"seat": 0, "n": pick}))},
            {"type": "hello", "language": rng.choice(("en", "de", "fr")), "motion": rng.random() < 0.5},
            {"type": "open", "word": "x"}, {"type": "commit", "hash": "0" * 64}, {"type": "sit", "seat": pick},
            {"type": "start"}, {"type": "kick", "seat": 9},
        )
    )  # fmt: skip
    kind = message["type"]
    if kind != "pick" and rng.random() < 0.4:
        whole, message = message, changed(rng, message)
        if kind == "kick" and isinstance(message, dict) and message.get("seat") in range(9):
            return whole  # a bot would play there, and leave the script of its world
    return message if isinstance(message, dict) and message.get("type") == kind else {"type": kind}


def standing(room: Room) -> tuple[object, ...]:
    """What no disturbance may change: the game, how far it is, and who plays."""
    session = room.session
    assert session is not None
    return session.table, session.turn, [(chair.guest, chair.bot) for chair in room.state.chairs]


class Noisy(World):
    async def disturb(
        self, page: Page, room: Room, rng: Random, hear_until: Callable[..., Awaitable[None]], heard: list[str]
    ) -> None:
        session = room.session
        assert session is not None and page.socket is not None
        for _ in range(rng.choice((0, 1, 3))):
            legal = len(session.look(self.eye).offered()) if self.eye < TABLE else 0
            said = text_of(rng, disturbance(rng, session.turn, legal))
            if len(said) > 60_000:
                continue
            await page.socket.send(said.decode("utf-8", "replace"))
            await page.send(type="ping")
            before = standing(room)
            await hear_until("pong")
            if standing(room) != before:
                raise Finding(f"what was to change nothing changed the table: {said[:200]!r}")
        if rng.random() < 0.2:
            eye = rng.choice(("", "all", "audience", "0", "1", "2", "x"))
            path = f"/api/rooms/{room.id}/{rng.choice(('replay', 'replay', 'record', 'review'))}?eye={eye}"
            heard.append((await asyncio.to_thread(self.get, path)).replace(room.id, "ROOM"))

    def get(self, path: str) -> str:
        request = urllib.request.Request(f"{self.url}{path}", headers={"cookie": self.visitor.cookie})
        try:
            with urllib.request.urlopen(request) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return f"{error.code} {error.read().decode()}"


class Pairs(Door):
    """All games with secrets."""

    name = "paired worlds"

    def __init__(self) -> None:
        super().__init__()
        self.runner = self.closing.enter_context(asyncio.Runner())
        self.stack = AsyncExitStack()
        self.closing.callback(lambda: self.runner.run(self.stack.aclose()))
        self.url, self.rooms, self.visitor = self.runner.run(self.open())
        self.games = [find.game(name) for name in find.names()]

    async def open(self) -> tuple[str, Any, Visitor]:
        url, rooms = await self.stack.enter_async_context(here())
        return url, rooms, await self.stack.enter_async_context(Visitor(url))

    def try_case(self, rng: Random) -> None:
        self.runner.run(asyncio.wait_for(self.pair(rng), 120))

    async def pair(self, rng: Random) -> None:
        game = rng.choice(self.games)
        setting = some_setting(game, rng, Asked())
        eye = rng.choice([eye for eye in eyes_of(setting) if eye < TABLE or eye == AUDIENCE])
        branch: Branch = max(Pair(game, setting, eye, rng).branches, key=lambda branch: len(branch.kinds))
        chance = rng.random()
        world = Noisy(self.url, self.rooms, self.visitor, game, setting, eye)
        one = await world.tell(branch.one, Random(chance))
        other = await world.tell(branch.other, Random(chance))
        for left, right in zip(one, other, strict=False):
            if left != right:
                raise Finding(f"{game.name}, eye {eye}: two worlds are told different things: {apart(left, right)}")
        if len(one) != len(other):
            raise Finding(f"{game.name}, eye {eye}: one world was told more")
        self.count["that differ"] += branch.one != branch.other
        self.count["messages"] += len(one)


def apart(left: str, right: str) -> str:
    at = next((at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other), 0)
    return f"{left[max(0, at - 60) : at + 40]!r} and {right[max(0, at - 60) : at + 40]!r}"
