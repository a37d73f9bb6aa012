"""The straight line of a pick: taken when nothing is in its way, and nothing is lost or locked when something fails."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tepui.server.http.app import make_app
from tepui.server.rooms.handlers import hear
from tepui.server.rooms.room import Room
from tepui.server.settings import Settings
from tepui.server.wire import messages
from tepui.server.wire.page import Line
from tepui.server.wire.sockets import Sockets


class Ear:
    """The end of a wire: what was sent to a page."""

    full = False

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def write(self, texts: list[list[bytes]]) -> None:
        self.heard += [msgspec.json.decode(b"".join(text)) for text in texts]

    def hang_up(self, code: int) -> None:
        self.heard.append(code)

    def of(self, kind: str) -> list[Any]:
        return [message for message in self.heard if isinstance(message, dict) and message["type"] == kind]


class Evening:
    """A table for two, begun, with a page for each."""

    def __init__(self, sockets: Sockets, room: Room, lines: list[Line], ears: list[Ear]) -> None:
        self.sockets, self.room, self.lines, self.ears = sockets, room, lines, ears

    @property
    def mover(self) -> int:
        assert self.room.session is not None
        return next(seat for seat in (0, 1) if self.room.session.look(seat).must_act)

    def pick(self, seat: int | None = None, turn: int | None = None, pick: int = 0) -> bool:
        assert self.room.session is not None
        said = {"type": "pick", "turn": self.room.session.turn if turn is None else turn, "pick": pick, "id": 7}
        line = self.lines[self.mover if seat is None else seat]
        return self.sockets._at_once(self.room, line, msgspec.json.encode(said))

    async def rest(self) -> None:
        """Until nobody is busy with the table any more."""
        for _ in range(1000):
            await asyncio.sleep(0.002)
            if not self.room.lock.locked():
                await asyncio.sleep(0)
                return
        raise AssertionError("the table stayed locked")


def evening(folder: Path, play: Callable[[Evening], Awaitable[None]]) -> None:
    async def whole() -> None:
        app = make_app(Settings(data=folder))
        rooms = app.state.site.rooms
        room = await rooms.create("a" * 32, messages.NewRoom(game="lost-code", seats=2))
        ears = [Ear(), Ear()]
        lines = [Line(letter * 32, letter, "en", ear) for letter, ear in zip("ab", ears, strict=True)]
        for line in lines:
            await room.enter(line)
        await hear(room, lines[1], messages.Sit())
        await hear(room, lines[0], messages.Start())
        await asyncio.sleep(0)
        for ear in ears:
            ear.heard.clear()
        try:
            await asyncio.wait_for(play(Evening(app.state.sockets, room, lines, ears)), 30)
        finally:
            await rooms.close()

    asyncio.run(whole())


def test_both_see_a_move_that_is_on_disk(tmp_path: Path) -> None:
    async def play(table: Evening) -> None:
        for _ in range(5):
            assert table.pick()
            await table.rest()
        turns = [[view["turn"] for view in ear.of("view")] for ear in table.ears]
        assert turns[0] == turns[1] == sorted(turns[0]) and len(turns[0]) == 5
        assert len(table.room.rooms.store.moves(table.room.id)) == turns[0][-1]
        assert table.sockets.heard == 5

    evening(tmp_path, play)


def test_what_cannot_go_at_once_is_left_to_the_general_way(tmp_path: Path) -> None:
    async def play(table: Evening) -> None:
        assert not table.pick(pick=250)  # no such action: the general way says so
        assert not table.pick(seat=1 - table.mover)
        assert not table.pick(turn=0)
        line = table.lines[table.mover]
        for text in (
            b'{"type":"say","text":"\\"pick\\""}',
            b'{"type":"pick"',
            b'{"type":"pick","pick":0}',
            b'\xff"pick"',
        ):
            assert not table.sockets._at_once(table.room, line, text)
        line.busy = True  # an earlier message of this page is not done with
        assert not table.pick()
        line.busy = False
        async with table.room.lock:
            assert not table.pick()
        assert table.pick()
        assert not table.pick(seat=0) and not table.pick(seat=1)  # that one is not on disk yet
        await table.rest()
        assert not any(ear.of("refused") for ear in table.ears)

    evening(tmp_path, play)


def test_too_many_messages_are_not_let_past(tmp_path: Path) -> None:
    async def play(table: Evening) -> None:
        line = table.lines[table.mover]
        while line.may_speak():
            pass
        assert not table.pick()

    evening(tmp_path, play)


def test_a_move_that_could_not_be_saved_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Evening) -> None:
        room, mover = table.room, table.mover
        assert room.session is not None
        turn, moves = room.session.turn, len(room.session.table.moves)

        def full(*things: Any) -> None:
            asyncio.get_running_loop().call_soon(things[-1], sqlite3.OperationalError("database or disk is full"))

        monkeypatch.setattr(room.rooms.store, "append_then", full)
        assert table.pick()
        await table.rest()
        monkeypatch.undo()
        [refused] = table.ears[mover].of("refused")
        assert refused["id"] == 7 and refused["why"] == "trouble" and "full" in refused["sentence"]
        assert not table.ears[1 - mover].heard
        assert room.session.turn == turn and len(room.session.table.moves) == moves
        assert table.pick()
        await table.rest()
        assert len(table.ears[1 - mover].of("view")) == 1

    evening(tmp_path, play)


def test_a_mistake_in_telling_does_not_lock_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Evening) -> None:
        room, mover = table.room, table.mover
        monkeypatch.setattr(room, "show_all", lambda: 1 / 0)
        assert table.pick()
        await table.rest()
        monkeypatch.undo()
        assert "went wrong" in table.ears[mover].of("refused")[0]["sentence"]
        assert table.pick()  # the move itself was saved, and the game goes on
        await table.rest()
        assert table.ears[0].of("view")[-1]["turn"] == len(room.rooms.store.moves(room.id))

    evening(tmp_path, play)
