"""What is kept on this device: each table as two texts, one for lists and one with its moves, handed to `Keeper`.

It takes and gives what the store of a server does (`server/store/contract.py`), so a room does not know the difference.
A text of a newer version, or a damaged one, stays as it is: whoever asks for it gets a sentence, and nothing is lost.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from math import inf
from typing import Any, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from tepui.coach.review import SeatReview, luck_of, marks_of, play_of
from tepui.core.words import N_
from tepui.server.people.identity import device_of
from tepui.server.refusals import Refused
from tepui.server.store import contract
from tepui.server.store.contract import UNKNOWN, Commit, Result, ReviewSum, Saved, TurnRow

FORMAT = 1
PERSON = "person"
NEWER = N_("This was kept by a newer version of Tepui. Load the newest version and try again.")
DAMAGED = N_("This file is damaged or not one of ours, so nothing was taken from it. Look for another copy.")
FULL = N_("This device has no room for it, so nothing was saved. Make room and try again.")
encode = msgspec.json.encode
T = TypeVar("T")


class Keeper(Protocol):
    """Where texts are kept by name, for ever: the browser's own database."""

    async def put(self, texts: dict[str, str | None]) -> None:
        """All of them or none; None: it is thrown away."""

    async def get(self, name: str) -> str | None: ...

    async def all(self) -> dict[str, str]:
        """Everything but the moves, which are many."""


class Person(msgspec.Struct, omit_defaults=True):
    """Whose device this is, and what the people at it are called."""

    device: str
    names: dict[str, str] = {}
    format: int = FORMAT


class Head(msgspec.Struct, omit_defaults=True):
    """A table in lists."""

    saved: Saved
    guests: list[str] = []
    turn: TurnRow = UNKNOWN
    results: list[Result] = []
    sums: list[ReviewSum] = []
    format: int = FORMAT


class Review(msgspec.Struct):
    version: str
    review: SeatReview


class Body(msgspec.Struct, omit_defaults=True):
    """What happened at it: who and what, said and noted."""

    moves: list[tuple[int, msgspec.Raw]] = []
    lines: list[tuple[str | None, str]] = []
    notes: list[tuple[int, str, msgspec.Raw]] = []
    reviews: dict[int, Review] = {}


class Bundle(msgspec.Struct):
    """Everything of this device in one file, for another one."""

    tepui: str
    person: Person
    tables: dict[str, tuple[Head, Body]]
    format: int = FORMAT


def read(text: str | bytes, kind: type[T]) -> T:
    """Such a text, or a sentence."""
    try:
        said = msgspec.json.decode(text)
        if isinstance(said, dict) and isinstance(said.get("format"), int) and said["format"] > FORMAT:
            raise Refused("trouble", NEWER)
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused("unclear", DAMAGED) from None


class Shelf:
    """The store of one device: lists are in memory, the moves of a table once someone comes to it."""

    shared = False

    def __init__(self, keeper: Keeper, person: Person, heads: dict[str, Head]) -> None:
        self.keeper, self.person, self.heads = keeper, person, heads
        self.bodies: dict[str, Body] = {}
        self.turns, self.results, self.reviews = Turns(self), Results(self), Reviews(self)

    @classmethod
    async def open(cls, keeper: Keeper, newcomer: str) -> Self:
        texts = await keeper.all()
        kept = texts.pop(PERSON, None)
        heads: dict[str, Head] = {}
        for name, text in texts.items():
            try:
                heads[name.removeprefix("head/")] = read(text, Head)
            except Refused:
                continue  # it stays where it is: `wake` says why it cannot be opened
        try:
            return cls(keeper, read(kept or "", Person), heads)
        except Refused as no:
            if no.text == NEWER:
                raise  # so are its tables: it waits for that version
        devices = [device_of(guest) for head in heads.values() for guest in head.guests]
        shelf = cls(keeper, Person([*devices, newcomer][0]), heads)
        with suppress(Refused):  # without room for it, the tables say next time whose device it is
            await shelf.put({PERSON: encode(shelf.person).decode()})
        return shelf

    async def put(self, texts: dict[str, str | None]) -> None:
        try:
            await self.keeper.put(texts)
        except Exception as error:  # whatever the browser says
            raise Refused("trouble", FULL) from error

    async def keep(self, room: str, head: Head, body: Body | None = None) -> None:
        """On the device first, then in memory: what could not be kept did not happen."""
        texts: dict[str, str | None] = {f"head/{room}": encode(head).decode()}
        if body is not None:
            texts[f"body/{room}"] = encode(body).decode()
        await self.put(texts)
        self.heads[room] = head
        if body is not None:
            self.bodies[room] = body

    async def wake(self, room: str) -> Saved | None:
        """A table whose moves are wanted."""
        if room not in self.heads and (text := await self.keeper.get(f"head/{room}")) is not None:
            read(text, Head)  # says why it is not in the list
        if room in self.heads and room not in self.bodies:
            self.bodies[room] = read(await self.keeper.get(f"body/{room}") or "", Body)
        return self.room(room)

    # ---- what a room asks

    async def read(self, work: Callable[..., T], *words: Any) -> T:
        return work(*words)

    def room(self, room: str) -> Saved | None:
        return self.heads[room].saved if room in self.heads else None

    def moves(self, room: str) -> list[tuple[int, int, bytes]]:
        return [(number, who, bytes(action)) for number, (who, action) in enumerate(self.bodies[room].moves, 1)]

    def lines(self, room: str) -> list[tuple[int, str | None, str]]:
        return [(number, guest, line) for number, (guest, line) in enumerate(self.bodies[room].lines, 1)]

    def notes(self, room: str) -> dict[tuple[int, str], bytes]:
        return {(seat, guest): bytes(marks) for seat, guest, marks in self.bodies[room].notes}

    async def commit(self, commit: Commit) -> None:
        head, body = self.heads[commit.room], self.bodies[commit.room]
        if commit.rows:
            if commit.first != len(body.moves) + 1:
                raise contract.unreadable()
            body = replace(body, moves=[*body.moves, *((who, msgspec.Raw(action)) for who, action in commit.rows)])
        if commit.lines:
            body = replace(body, lines=[*body.lines, *commit.lines][-contract.KEPT_LINES :])
        if commit.note is not None:
            seat, guest, marks = commit.note
            here = [one for one in body.notes if one[0] == seat and one[1] != guest][1 - contract.KEPT_NOTES :]
            others = [one for one in body.notes if one[0] != seat]
            body = replace(body, notes=[*others, *here, (seat, guest, msgspec.Raw(marks))])
        if commit.fields is not None:
            head = replace(head, saved=replace(head.saved, **commit.fields))
        if commit.guests is not None:
            head = replace(head, guests=list(commit.guests))
        if commit.turn is not None:
            head = replace(head, turn=commit.turn)
        if commit.ended is not None:
            head = replace(head, results=list(commit.ended))
        await self.keep(commit.room, head, None if body is self.bodies[commit.room] else body)

    # ---- people and lists

    def name_of(self, guest: str) -> str | None:
        return self.person.names.get(guest)

    async def greet(self, guest: str, name: str) -> None:
        person = replace(self.person, names={**self.person.names, guest: name})
        await self.put({PERSON: encode(person).decode()})
        self.person = person

    def rooms_of(self, device: str, over: int = 50, most: int = 5000) -> list[Saved]:
        mine = [head.saved for head in self.heads.values() if device in map(device_of, head.guests)]
        mine.sort(key=lambda saved: -saved.changed)
        ended = [saved for saved in mine if saved.phase == 2][:over]
        return [saved for saved in mine if saved.phase < 2 or saved in ended]

    def published_of(self, ids: Collection[str]) -> set[str]:
        return set()

    async def delete(self, rooms: Iterable[str]) -> None:
        gone = list(rooms)
        await self.put({f"{kind}/{room}": None for room in gone for kind in ("head", "body")})
        for room in gone:
            self.heads.pop(room, None)
            self.bodies.pop(room, None)

    async def clear(self, newcomer: str) -> None:
        """Everything goes, and someone new sits at this device."""
        await self.delete(list(self.heads))
        person = Person(newcomer)
        await self.put({PERSON: encode(person).decode()})
        self.person = person

    # ---- to another device and back

    async def export(self) -> bytes:
        tables = {}
        for room, head in self.heads.items():
            with suppress(Refused):  # one that cannot be read keeps none of the others here
                await self.wake(room)
                tables[room] = head, self.bodies[room]
        return encode(Bundle("kept on a device", self.person, tables))

    async def take(self, text: str) -> int:
        """The tables of such a file that are not here, or have gone on there; how many. They are this device's then."""
        bundle = read(text, Bundle)
        told = encode(bundle).replace(bundle.person.device.encode(), self.person.device.encode())
        mine = msgspec.json.decode(told, type=Bundle)
        new = {room: one for room, one in mine.tables.items() if len(one[1].moves) > await self.moves_here(room)}
        person = replace(self.person, names={**mine.person.names, **self.person.names})
        texts = {f"head/{room}": encode(head).decode() for room, (head, _) in new.items()}
        texts |= {f"body/{room}": encode(body).decode() for room, (_, body) in new.items()}
        await self.put({**texts, PERSON: encode(person).decode()})
        self.person = person
        self.heads |= {room: head for room, (head, _) in new.items()}
        self.bodies |= {room: body for room, (_, body) in new.items()}
        return len(new)

    async def moves_here(self, room: str) -> float:
        """How much of a table this device has: nothing of a damaged one, and more than any file of a newer one."""
        try:
            return -1 if await self.wake(room) is None else len(self.bodies[room].moves)
        except Refused as no:
            return inf if no.text == NEWER else -1


class Turns:
    """Whose move it is at each table."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def of(self, room: str) -> TurnRow | None:
        return self.of_device("").get(room)

    def of_device(self, device: str) -> dict[str, TurnRow]:
        return {room: head.turn for room, head in self.shelf.heads.items() if head.turn != UNKNOWN}


class Results:
    """How its games ended: all of them are this device's."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def _games(self, game: str = "") -> list[list[Result]]:
        heads = self.shelf.heads.values()
        found = [head.results for head in heads if head.results and game in ("", head.saved.game)]
        return sorted(found, key=lambda one: (one[0].ended, one[0].room), reverse=True)

    def of_device(self, device: str, most: int) -> list[Result]:
        return [one for game in reversed(self._games()[:most]) for one in game]

    def page(self, device: str, game: str, before: tuple[int, str] | None, limit: int) -> list[list[Result]]:
        found = self._games(game)
        return [one for one in found if before is None or (one[0].ended, one[0].room) < before][:limit]

    def count(self, device: str) -> Counter[str]:
        return Counter(game[0].game for game in self._games())

    def alone(self, device: str) -> list[str]:
        return [game[0].room for game in self._games()]

    def states(self, rooms: Sequence[str]) -> dict[str, str]:
        return {}

    async def forget(self, device: str) -> None:
        """Nothing is kept here for others: what was this device's is deleted already."""


class Reviews:
    """Finished games looked at again, made once."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def of(self, room: str, version: str) -> dict[int, SeatReview]:
        found = self.shelf.bodies[room].reviews.items()
        return {seat: one.review for seat, one in found if one.version == version}

    async def keep(self, room: str, version: str, one: SeatReview) -> None:
        if await self.shelf.wake(room) is None:
            return  # it was deleted meanwhile
        head, body = self.shelf.heads[room], self.shelf.bodies[room]
        body = replace(body, reviews={**body.reviews, one.seat: Review(version, one)})
        new = ReviewSum(room, one.seat, version, one.unit, one.summed, luck_of(one), play_of(one), marks_of(one))
        await self.shelf.keep(
            room, replace(head, sums=[*(old for old in head.sums if old.seat != one.seat), new]), body
        )

    def sums_of(self, device: str, rooms: Sequence[str]) -> list[ReviewSum]:
        return [one for room in rooms for one in self.shelf.heads[room].sums]

    def newest_of(self, device: str, most: int) -> list[ReviewSum]:
        return self.sums_of(device, list(self.shelf.heads))
