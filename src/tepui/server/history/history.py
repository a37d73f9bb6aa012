"""The finished games of one device: listed from their results, which are on disk; no table is opened for it."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from tepui.core import find
from tepui.core.game import Game
from tepui.core.refusal import Refusal
from tepui.core.words import N_
from tepui.server.history import messages as wire
from tepui.server.refusals import Refused
from tepui.server.room.sealed import sealed_on_disk
from tepui.server.room.state import RoomState
from tepui.server.store.contract import Result, ReviewSum

if TYPE_CHECKING:
    from tepui.server.rooms.rooms import Rooms

PAGE = 30  # games
PIECE = 250  # games of a file to keep
SOME = 50  # tables that are deleted, or looked for, at a time
DELETED = N_("This table has been deleted.")


def installed(name: str) -> Game | None:
    with suppress(Refusal):
        return find.game(name)
    return None


class PersonHistory:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._store = rooms.store

    # ---- telling

    def page(self, device: str, game: str, before: str) -> wire.History:
        """In a thread: it may be long."""
        found = self._store.results.page(device, game, parsed(before), PAGE + 1)
        shown = [game for game in found[:PAGE] if game]
        shut = self._closed([one[0].room for one in shown])
        last = shown[-1][0] if len(found) > PAGE and shown else None
        return wire.History(
            games=[game_of(one, device, one[0].room in shut) for one in shown],
            next="" if last is None else f"{last.ended}-{last.room}",
            counts=[
                wire.HistoryCount(game=name, title=getattr(installed(name), "title", name), games=n)
                for name, n in sorted(self._store.results.count(device).items(), key=lambda pair: -pair[1])
            ],
        )

    def _closed(self, rooms: list[str]) -> set[str]:
        states = {}
        for id, state in self._store.results.states(rooms).items():
            with suppress(ValueError, RecursionError):
                states[id] = msgspec.json.decode(state, type=RoomState)
        return sealed_on_disk(self._store, states)

    # ---- a file to keep

    async def export(self, device: str, form: str) -> AsyncIterator[bytes]:
        """Piece by piece, so that nobody else's work waits for all of it."""
        head, then, end = b"[", b",", b"\n]\n"
        if form == "csv":
            head, then, end = b"ended,game,table,you,place,sides,points,players,others,bots,luck,play\r\n", b"", b""
        before: tuple[int, str] | None = None
        while piece := await self.rooms.slow.run(partial(self._store.results.page, device, "", before, PIECE)):
            before = piece[-1][0].ended, piece[-1][0].room
            yield head + await self.rooms.slow.run(partial(self._export, device, form, piece))
            head = then
        yield end if before is not None else head + end

    def _export(self, device: str, form: str, games: list[list[Result]]) -> bytes:
        rooms = [game[0].room for game in games]
        sums = {(one.room, one.seat): one for one in self._store.reviews.sums_of(device, rooms)}
        if form == "json":
            text = msgspec.json.format(msgspec.json.encode([exported(game, device, sums) for game in games]))
            return text.removeprefix(b"[").removesuffix(b"\n]")
        out = io.StringIO()
        for game in games:
            csv.writer(out).writerows(csv_rows(game, device, sums))
        return out.getvalue().encode()

    # ---- deleting

    async def delete(self, device: str) -> None:
        """Games in which nobody else played go altogether; at the others this device's people are no longer named."""
        alone = await self.rooms.slow.run(partial(self._store.results.alone, device))
        shut = await self.rooms.slow.run(partial(self._closed, alone))
        gone = [id for id in alone if id not in shut]
        for first in range(0, len(gone), SOME):
            some = gone[first : first + SOME]
            await self._store.delete(some)
            for id in some:
                room = self.rooms.loaded.pop(id, None)
                if room is not None:
                    room.dismiss(list(room.audience.pages), DELETED)
        for saved in await self.rooms.slow.run(partial(self._store.rooms_of, device, 100_000, 0)):
            await self.rooms.at(saved.id, "forget", device)
        await self._store.results.forget(device)


def parsed(before: str) -> tuple[int, str] | None:
    """Where the next page begins, as the last one said."""
    if not before:
        return None
    ended, _, room = before[:60].partition("-")
    if not (ended.isascii() and ended.isdigit() and len(ended) < 16 and room.isprintable()):
        raise Refused("unclear", N_("There is no such page of the history. Begin with the first."))
    return int(ended), room


def game_of(results: list[Result], device: str, shut: bool) -> wire.HistoryGame:
    first = results[0]
    game = installed(first.game)
    return wire.HistoryGame(
        room=first.room,
        game=first.game,
        title=first.game if game is None else game.title,
        ended=first.ended,
        sides=first.sides,
        closed=shut,
        review=game is not None and game.has("review"),
        seats=[
            wire.HistorySeat(name=one.name, bot=one.bot, place=one.place, score=one.score, yours=one.device == device)
            for one in sorted(results, key=lambda one: (one.place, one.seat))
        ],
    )


def exported(game: list[Result], device: str, sums: dict[tuple[str, int], ReviewSum]) -> dict[str, object]:
    first = game[0]
    return {
        "ended": when(first.ended),
        "game": first.game,
        "table": first.room,
        "seats": [
            {
                "seat": one.seat + 1,
                "name": one.name,
                "yours": one.device == device,
                "bot": one.bot,
                "place": one.place,
                "points": one.score,
                "review": sums.get((one.room, one.seat)),
            }
            for one in game
        ],
    }


def csv_rows(game: list[Result], device: str, sums: dict[tuple[str, int], ReviewSum]) -> Iterable[list[object]]:
    for mine in [one for one in game if one.device == device]:
        others = [one for one in game if one is not mine]
        names = ", ".join(one.name for one in others)
        bots = ", ".join(one.bot for one in others if one.bot)
        review = sums.get((mine.room, mine.seat))
        luck: list[object] = ["", ""] if review is None else [review.luck, review.play]
        row: list[object] = [when(mine.ended), mine.game, mine.room, harmless(mine.name), mine.place, mine.sides]
        yield [*row, mine.score, mine.seats, harmless(names), bots, *luck]


def harmless(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def when(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
