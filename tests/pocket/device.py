"""A device without a server, as its page sees it: what it keeps, what it asks, and a person who plays there."""

from __future__ import annotations

import asyncio
import hashlib
import json
from random import Random
from typing import Any

from tepui.local.pocket import Pocket
from tepui.server.outside import Chance

PATIENCE = 60  # seconds
BASE = "http://device.example"


class Box:
    """The browser's own database, in memory; `full`: it takes no more."""

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self.full = False

    async def put(self, texts: dict[str, str | None]) -> None:
        if self.full:
            raise OSError("QuotaExceededError")
        for name, text in texts.items():
            if text is None:
                self.texts.pop(name, None)
            else:
                self.texts[name] = text

    async def get(self, name: str) -> str | None:
        return self.texts.get(name)

    async def all(self) -> dict[str, str]:
        return {name: text for name, text in self.texts.items() if not name.startswith("body/")}


class Device:
    def __init__(self, pocket: Pocket) -> None:
        self.pocket = pocket

    @classmethod
    async def on(cls, box: Box, seed: str = "a device") -> Device:
        return cls(await Pocket.open(box, BASE, chance=Chance(Random(seed))))

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.pocket.http(method, path, "" if body is None else json.dumps(body))
        assert answer.status < 300, (path, answer)
        return json.loads(answer.data) if answer.kind == "application/json" and answer.data else answer.data

    async def refused(self, method: str, path: str, body: Any = None) -> str:
        answer = await self.pocket.http(method, path, "" if body is None else json.dumps(body))
        assert answer.status >= 400, (path, answer)
        return json.loads(answer.data)["sentence"]

    async def table(self, game: str, bots: tuple[str, ...] = ("beginner", "casual"), **more: Any) -> str:
        wanted = {"game": game, "seats": 1 + len(bots), "bots": list(bots), "start": True, "pace": 0, **more}
        return (await self.ask("POST", "/api/rooms", wanted))["room"]

    async def sit(self, room: str, person: int | None = None) -> Seat:
        seat = Seat(self, room, person)
        await seat.open()
        return seat


class Seat:
    """One page at one table: it binds itself to a word for the dice, opens it, and plays by chance of its own."""

    numbers = iter(range(10**9))

    def __init__(self, device: Device, room: str, person: int | None = None) -> None:
        self.device, self.id, self.who = device, room, person
        self.number = next(Seat.numbers)
        self.heard: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.room: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.over = False
        self.said: set[str] = set()
        self.rng = Random(0)

    async def open(self) -> None:
        who = "" if self.who is None else f"?person={self.who}"
        await self.device.pocket.connect(self.number, f"/api/rooms/{self.id}/socket{who}", self.hear)
        self.say(type="hello", language="en", motion=False)

    def say(self, **message: Any) -> None:
        self.device.pocket.say(self.number, json.dumps(message))

    def hear(self, text: str | int) -> None:
        message = {"type": "closed", "code": text} if isinstance(text, int) else json.loads(text)
        self.heard.append(message)
        if message["type"] == "room":
            self.room = message
            self.attend(message)
        if message["type"] == "view":
            self.view = message
            self.over = "places" in message
        self.news.set()

    def attend(self, room: dict[str, Any]) -> None:
        for one in room["you"]["people"] if not room["started"] else ():
            word = f"word of {one['person']} at {self.id}"
            hash, key = hashlib.sha256(word.encode()).hexdigest(), f"{one['person']} {room['promise']}"
            if key not in self.said:
                self.said.add(key)
                said = {"type": "commit", "hash": hash} if room["promise"] is None else {"type": "open", "word": word}
                self.say(**said, person=one["person"])

    async def until(self, true: Any) -> None:
        while not true():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def get(self, kind: str, **message: Any) -> dict[str, Any]:
        """The next message of this kind after what is said."""
        at = len(self.heard)
        self.say(**message)
        await self.until(lambda: any(one["type"] == kind for one in self.heard[at:]))
        return next(one for one in self.heard[at:] if one["type"] == kind)

    @property
    def must(self) -> bool:
        seat, moments = self.room.get("you", {}).get("seat"), self.view.get("moments") or [{}]
        return bool(self.view.get("legal")) and seat in (moments[-1].get("to_act") or [])

    async def play(self, moves: int = 10**6) -> None:
        """So many decisions, or to the end."""
        while not self.over and moves:
            await self.until(lambda: self.over or self.must)
            if not self.over:
                before, moves = self.view, moves - 1
                self.say(type="pick", turn=before["turn"], pick=self.rng.randrange(len(before["legal"])))
                await self.until(lambda before=before: self.view is not before)

    async def close(self) -> None:
        await self.device.pocket.disconnect(self.number)
