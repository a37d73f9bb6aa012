"""The dearest that a stranger can ask for, at every address and over a socket, of a server with much behind it.

What is asked for comes from the routes and from the list of messages, so nothing new is left out: every field once as
large as 60 kB let it be. Where size is not what costs, `BODIES`, `QUERIES` and `SAID` know better.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from random import Random
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from headless import Visitor, Word
from msgspec import inspect as kinds
from own_server import Site
from receiver import PushBrowser

from tepui.coach import puzzles
from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.messages import LessonAnswer
from tepui.coach.lessons.step import taken
from tepui.core import find
from tepui.server.duplicate.evening_state import EveningState, Sitter
from tepui.server.room.change import Change
from tepui.server.room.commands import handle
from tepui.server.room.page import Page
from tepui.server.room.replays import record
from tepui.server.room.room import Room
from tepui.server.room.session import BACK
from tepui.server.rooms.messages import NewRoom
from tepui.server.rooms.rooms import Rooms
from tepui.server.store.contract import Commit
from tepui.server.web.address import Address, Fields
from tepui.server.web.route import Answered
from tepui.server.wire import messages

GAMES = ("lost-code", "kryptx", "roll-and-write")
# They do something at each of a person's tables, one after the other: measured with one, for each costs a new table.
FOR_EACH_TABLE = ("DELETE /api/me", "POST /plain/forget", "DELETE /api/history", "POST /api/holiday")
REFUSED = {  # addresses at which nothing that a stranger knows is accepted
    "GET /d/{token}": "a private link", "POST /d/{token}": "the same", "GET /me/{token}": "the same",
    "POST /me/{token}": "the same", "DELETE /api/devices/{id}": "one's own device only",
    "POST /api/rooms/{room}/bot": "a token", "POST /admin/enter": "the token", "POST /admin/table": "the token",
    "POST /admin/drain": "the token", "POST /admin/doctor": "the token", "POST /admin/backup": "the token",
    "POST /admin/delete": "the token",
    "GET /api/rooms/{room}/weigh": "a pupil whose move it is",
    "GET /board/{game}": "our games bring none", "GET /board/{game}/board.js": "the same",
    "GET /pocket/": "where Node has built it", "GET /pocket/files.json": "the same", "GET /pocket/{file}": "the same",
}  # fmt: skip
LARGE = 60_000  # characters: a body may have 64 kB
PARTS = "".join(f"{'a.' * 29}{number} = 1\n" for number in range(240))  # the slowest file that is still read


@dataclass
class Heap:
    """A server, and what strangers have heaped up there."""

    site: Site
    anna: Visitor
    ben: Visitor  # has one table
    guest: str = ""
    over: list[str] = field(default_factory=list)  # finished tables of Anna, one of them with a long past
    running: list[str] = field(default_factory=list)  # hers, one for each game, at which she is to move
    evening: str = ""
    rounds: str = ""  # the code of an evening that has had many
    day: str = ""
    lines: dict[str, list[list[int]]] = field(default_factory=dict)  # by game: a lesson, as far as it goes

    @property
    def rooms(self) -> Rooms:
        rooms: Rooms = self.site.app.state.site.rooms
        return rooms


async def heaped(site: Site, many: int, long: int) -> Heap:
    """`many` tables in every list; the past of one table is `long` whole games that were taken back."""
    heap = Heap(site, Visitor(site.url), Visitor(site.url))
    await heap.ben.create(game="kryptx", seats=2, bots=["random"], start=True, pace=10_000, clock="day")
    await heap.anna.post("/api/me", {"name": "Anna"})
    known = site.app.state.site.devices.who(heap.anna.cookie.partition("=")[2])
    heap.guest = known.credential.guest
    rooms = heap.rooms
    for name in GAMES:
        heap.over.append((await played(rooms, heap.guest, name)).id)
        heap.running.append((await played(rooms, heap.guest, name, share=0.6)).id)
    heap.over.append((await played(rooms, heap.guest, "lost-code", again=long)).id)
    public = await rooms.create(heap.guest, NewRoom(game="kryptx", public=True))
    heap.evening = (await evening(heap, rounds=0))["code"]
    heap.rounds = (await evening(heap, rounds=min(49, many)))["code"]
    today = datetime.fromtimestamp(rooms.now(), UTC).date()
    heap.day = (today - timedelta(1)).isoformat()
    copy_room(rooms, public.id, "l", many)
    copy_room(rooms, heap.running[0], "r", many)
    change(rooms, "INSERT INTO turns SELECT id, '0', NULL, 0, NULL FROM rooms WHERE id LIKE 'r%' AND phase = 1")
    for at, name in enumerate(GAMES):
        copy_room(rooms, heap.over[at], f"h{at}", many)
        for day, published in ((heap.day, 1), (today.isoformat(), 0)):
            share(rooms, f"daily {name} {day}", "daily", name, f"d{at}{published}", heap.over[at], many, published)
    for name in GAMES:
        lesson, line = next(iter(lessons.of(find.game(name)).values())), []
        for _ in range(200):
            step = taken(lesson, LessonAnswer(line=line, do="show"), "en")
            if step.line == line:
                break
            line = step.line
        heap.lines[name] = line
    return heap


async def played(rooms: Rooms, guest: str, game: str, share: float = 1.0, again: int = 0) -> Room:
    """A game by first choices, to its end or nearly; taken back to its beginning and played again so often, on disk."""
    seats = max(find.game(game).seats)
    bots = ["random"] * (seats - 1)
    room = await rooms.create(guest, NewRoom(game=game, seats=seats, bots=bots, pace=10_000))
    page, word = Page(guest, "Anna", "en"), Word("a word")
    for said in (messages.CommitWord(hash=word.hash), messages.Start(), messages.Open(word=word.text)):
        await handle(room, page, said)
    room.bot_turns.stop()
    session, picks = room.session, 0
    assert session is not None
    enough = {"lost-code": 150, "kryptx": 60, "roll-and-write": 60}[game]
    while not session.over and (share == 1 or picks < enough or 0 not in session.table.to_act):
        seat = next(iter(session.table.to_act))
        await room.commit(Change(rows=session.pick(seat, session.turn, [0]), tell="nobody"))
        picks += 1
    room.bot_turns.stop()
    rows = [(who, action) for _, who, action in rooms.store.moves(room.id)]
    once = [(BACK, b'{"back":0}'), *rows]
    for time in range(again):
        await rooms.store.commit(Commit(room.id, rows=once, first=len(rows) + 1 + time * len(once)))
    if again:
        rooms.loaded.pop(room.id)
    return room


async def evening(heap: Heap, rounds: int) -> dict[str, Any]:
    """Of twelve full tables; its rounds are copies of a game that was played."""
    seats = max(find.game("lost-code").seats)
    asked = {"game": "lost-code", "seats": seats, "tables": 12, "bot": "random"}
    opened: dict[str, Any] = await heap.anna.post("/api/evenings", asked)
    code = opened["code"]
    rows = heap.site.app.state.site.shared.rows
    text, _ = rows.evening(code)
    state = msgspec.json.decode(text, type=EveningState)
    people = tuple(
        (Sitter(heap.guest, "Anna"), *(None,) * (seats - 1)) if n == 0 else row for n, row in enumerate(state.plan)
    )
    state = msgspec.structs.replace(state, round=rounds, plan=people)
    await rows.save_evening(code, text, msgspec.json.encode(state).decode(), heap.rooms.now())
    for number in range(1, rounds + 1):
        share(heap.rooms, f"evening {code} {number}", "evening", "lost-code", f"e{number}x", heap.over[0], 12, 1)
    return opened


def change(rooms: Rooms, statement: str, *values: object) -> None:
    with rooms.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(statement, values)


def copy_room(rooms: Rooms, room: str, name: str, many: int) -> None:
    """The table, its result and who sat there, so often."""
    count = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})"
    for table, columns in (
        ("rooms", "code, game, rules, seats, options, parts, seed, state, listed, phase, created, changed"),
        ("results", "seat, game, ended, seats, sides, device, person, name, bot, place, score"),
    ):
        own = "id" if table == "rooms" else "room"
        change(
            rooms, f"INSERT INTO {table} {count} SELECT '{name}' || i, {columns} FROM {table}, n WHERE {own} = ?", room
        )
    change(rooms, f"INSERT INTO sitters {count} SELECT guest, '{name}' || i FROM sitters, n WHERE room = ?", room)


def share(rooms: Rooms, id: str, kind: str, game: str, name: str, room: str, many: int, published: int) -> None:
    """A series whose tables are copies of one."""
    copy_room(rooms, room, name, many)
    change(rooms, "DELETE FROM sitters WHERE room LIKE ?", f"{name}%")
    change(rooms, "INSERT INTO series VALUES (?, ?, ?, ?, 1, ?)", id, kind, game, "a seed", published)
    count = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})"
    change(rooms, f"INSERT INTO series_tables {count} SELECT '{name}' || i, ?, i FROM n", id)


# ---- over HTTP


@dataclass
class Asked:
    address: str  # METHOD /path/{as}/declared
    path: str
    body: bytes = b""
    kind: str = ""


@cache
def companions(game: str) -> list[Any]:
    """Whole games as one seat saw them, and with an entry that does not fit, late: what was meant is looked for."""
    from coach.typing_in import at_random, typed

    one, found = find.game(game), []
    setting = one.setting(max(one.seats))
    for seed in range(3):
        kept = typed(at_random(one, setting, f"dear {seed}").view(0))
        rng = Random(seed)
        for at in (None, *(rng.randrange(len(kept.entries) * 3 // 4, len(kept.entries)) for _ in range(3))):
            entries = [
                {"by": "table" if e.by >= len(kept.names) else e.by, "action": msgspec.to_builtins(e.action)}
                for e in kept.entries
            ]
            if at is not None:
                entries[at] = {"by": entries[at]["by"], "action": rng.choice(entries)["action"]}
            asked = {"seats": setting.seats, "names": list(kept.names), "eye": 0, "help": "teacher", "depth": "referee"}
            found.append(
                {**asked, "entries": entries, "claim": {"pick": 0, "colour": "blue", "number": 3, "stand": "A"}}
            )
    return found


def bodies(heap: Heap, address: Address, game: str) -> Iterator[Any]:
    """Of this address, what is known to be dear, and then every field as large as it may be."""
    path = address.path
    seats = max(find.game(game).seats)
    if "/companion" in path:
        yield from companions(game)
    if path == "/api/rooms":
        new = {"game": game, "seats": seats, "bots": ["random"] * (seats - 1), "start": True, "pace": 10_000}
        yield from (new, {**new, "parts": PARTS}, {**new, "sit": False, "bots": ["random"] * seats})
    if path == "/api/records":
        yield from ({"record": record(heap.rooms.loaded[room], "").decode()} for room in heap.over[: len(GAMES)])
    if path == "/plain/rooms":
        yield {"game": game, "seats": str(seats), "how": "bots", "bot": "random"}
    if "/lessons/" in path:
        yield from ({"line": heap.lines[game], "do": do, "picks": [0] * 64} for do in ("show", "try", "answer", "back"))
    if path.endswith("/puzzle"):
        yield from ({"do": do, "picks": [0] * 64, "claim": {}, "tries": 1} for do in ("show", "try", "answer"))
    if path.endswith("/what-if"):
        for level in ("beginner", "master"):  # to the end of the game, where one pick more is refused
            yield from ({"move": 0, "level": level, "seed": "s" * 64, "line": [[0]] * n} for n in (0, 1, 60))
    own = find.game(game).parts
    if path == "/api/games/{game}/parts":
        yield from ({"parts": text} for text in (PARTS, own and own.own_text()))
    if path in ("/api/evenings/{code}", "/plain/evening/{code}"):
        yield from ({"do": do} for do in ("sit", "start", "end", "leave"))
    if path == "/api/evenings":
        new = {"game": game, "seats": seats, "tables": 12, "bot": "random"}
        yield from (new, {**new, "parts": PARTS}, {**new, "parts": own and own.own_text()})
    if path == "/plain/t/{room}":
        yield from ({"type": "say", "text": "é" * 300}, {"type": "rename", "name": "Eve"}, {"type": "take_back"})
    if path in KNOWN:
        yield KNOWN[path]
    if path.endswith("/join"):
        yield {"code": heap.rooms.loaded[heap.running[0]].code}
    if path == "/api/push":
        yield {**PushBrowser().subscription("https://example.org/push"), "language": "de"}
    yield from largest(address.body)


def largest(body: Any) -> Iterator[Any]:
    """One field at a time takes all the room there is."""
    if body is Fields:
        yield from ({"x": "x" * LARGE}, {"x" * n: "x" for n in range(1, 300)}, {"type": "say", "text": "x" * LARGE})
        return
    info = kinds.type_info(body)
    if isinstance(info, kinds.StructType):
        for one in info.fields:
            for value in of_type(one.type, LARGE):
                small = {other.encode_name: next(of_type(other.type, 1)) for other in info.fields if other.required}
                yield {**small, one.encode_name: value}


def of_type(kind: Any, size: int) -> Iterator[Any]:
    match kind:
        case kinds.StrType():
            yield "x" * size
        case kinds.IntType() | kinds.FloatType():
            yield 10**15 if size > 1 else 1
        case kinds.BoolType():
            yield True
        case kinds.LiteralType():
            yield kind.values[0]
        case kinds.ListType():
            item = next(of_type(kind.item_type, 1))
            yield [item] * (size // (len(json.dumps(item)) + 2))
        case kinds.DictType():
            value = next(of_type(kind.value_type, 1))
            yield {f"{n:06}": value for n in range(size // (len(json.dumps(value)) + 12))}
        case kinds.StructType():
            yield {one.encode_name: next(of_type(one.type, 1)) for one in kind.fields if one.required}
        case kinds.UnionType():
            for one in kind.types:
                yield from of_type(one, size)
        case kinds.NoneType():
            yield None
        case _:
            yield {"cells": {f"{n:06}": "x" for n in range(size // 16)}}
            yield json.loads("[" * min(400, size) + "]" * min(400, size))


KNOWN: dict[str, Any] = {
    "/api/holiday": {"days": 3},
    "/api/me": {"name": "Anna"},
    "/plain/name": {"name": "Anna"},
    "/plain/forget": {"sure": "1"},
}
QUERIES = {
    "/api/rooms/{room}/replay": ("?to=99&eye=0", "?from=100&eye=0", "?from=0&eye=all"),
    "/api/rooms/{room}/review": ("?seat=0", "?seat=1&language=de"),
    "/api/rooms/{room}/puzzles": ("?seat=0", "?seat=1"),
    "/api/history": ("", "?game=kryptx"),
    "/api/history/export": ("?form=json", "?form=csv"),
}


def puzzles_of(heap: Heap, room: str) -> tuple[str, ...]:
    session = heap.rooms.loaded[room].session if room in heap.rooms.loaded else None
    found = puzzles.find(session.table.view(0)) if session is not None and session.over else []
    return tuple(f"?seat=0&move={one.move}&kind={one.kind}" for one in found[:2]) or ("",)


def everything(heap: Heap) -> Iterator[Asked]:
    """Every address of the server with everything dear; what changes most comes last."""
    found = [route.address for route in heap.site.app.routes if isinstance(route, Answered)]
    last = ("/api/me", "/plain/forget", "/api/history")  # they delete
    for one in sorted(found, key=lambda one: (one.method != "GET", one.path in last, one.method == "DELETE")):
        games = GAMES if "{game}" in one.path or one.path in ("/api/rooms", "/plain/rooms") else GAMES[:1]
        for game in games:
            rooms = [*heap.over, *heap.running] if "{room}" in one.path else [""]
            lesson = next(iter(lessons.of(find.game(game))))
            for room in rooms:
                codes = [heap.evening, heap.rounds] if "{code}" in one.path else [""]
                for code in codes:
                    values = {"room": room, "game": game, "code": code, "date": heap.day, "lesson": lesson, "rest": "x"}
                    path = re.sub(
                        r"\{(\w+)(:path)?\}", lambda found, values=values: values.get(found[1], "x" * 200), one.path
                    )
                    first = (room, code, game) == (rooms[0], codes[0], GAMES[0])
                    queries = QUERIES.get(one.path, ("?" + "x" * 7000, "") if first else ("",))
                    if one.path == "/api/rooms/{room}/puzzle":
                        queries = puzzles_of(heap, room)
                    for query in queries:
                        asked = partial(Asked, f"{one.method} {one.path}", path + query)
                        if one.body is None:
                            yield asked()
                        elif not query.startswith("?x"):
                            for body in bodies(heap, one, game):
                                yield encoded(asked, one, body)


def encoded(asked: Any, one: Address, body: Any) -> Asked:
    if one.body is Fields:
        made: Asked = asked(urlencode(body).encode(), "application/x-www-form-urlencoded")
    else:
        made = asked(json.dumps(body).encode(), "application/json")
    return made


# ---- over a socket

LATE = ("sit", "kick", "free_seat", "replace", "rematch", "start", "leave", "take_back")  # after them less is possible


def said(view: dict[str, Any], level: str = "teacher") -> Iterator[dict[str, Any]]:
    """Every message with every field as large as it may be, and what is known to be dear at a running table."""
    yield {"type": "help_at_most", "level": level}
    yield {"type": "help_me", "level": level}
    turn = view["turn"]
    for motion in (False, True):
        for language in ("en", "de", "fr", "it"):
            yield {"type": "hello", "language": language, "motion": motion}
    yield from ({"type": "try", "turn": turn, "try": [pick] * n, "help": True} for pick in (0, 3) for n in (1, 2, 64))
    for colour in ("blue", "yellow", "green"):
        for number in (None, 0, 3, 8):
            yield {"type": "why", "claim": {"colour": colour, "number": number, "stand": "A", "pick": 0}}
    yield {"type": "say", "text": "é" * 300}
    yield from ({"type": "rename", "name": name} for name in ("Eve", "E" * 24))
    yield {"type": "note", "marks": {"cells": {f"blue {n}": "x" for n in range(2000)}}}
    for kind in sorted(get_args(messages.Incoming), key=lambda kind: kind.__struct_config__.tag in LATE):
        for fields in ({}, *largest(kind)):
            yield {**fields, "type": kind.__struct_config__.tag}
    yield {"type": "pick", "turn": turn, "pick": 0}
