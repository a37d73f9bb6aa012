"""A room decides, commits, tells: what a command gives is a value, and what could not be saved did not happen."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tepui.server.app import make_app
from tepui.server.room import commands, seats
from tepui.server.room.change import CHANGED, with_consequences
from tepui.server.room.page import Page
from tepui.server.room.state import Chair, Promise, Replacing, RoomState
from tepui.server.room.watching import Look
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.store import writer
from tepui.server.wire import messages

ANNA, BEN = f"{1:032x}", f"{2:032x}"
TWO = RoomState(chairs=(Chair(ANNA, "Anna"), Chair(BEN, "Ben")), host=ANNA)
PLAYED = replace(TWO, started=True)


def test_since_when_a_bot_keeps_a_seat_is_noted_once() -> None:
    kept, said = with_consequences(PLAYED, seats.vacate(PLAYED, 1, "steady"), 700)
    assert kept.chairs[1].kept_since == 700 and not said
    assert with_consequences(kept, replace(kept, pace=0), 900)[0].chairs[1].kept_since == 700


def test_whoever_is_back_is_not_replaced() -> None:
    gone = replace(seats.vacate(PLAYED, 1, "steady"), replacing=(Replacing(1, (ANNA,)),))
    back, _ = with_consequences(gone, seats.sit(gone, BEN, "Ben", None), 5)
    assert back.replacing == ()


def test_a_promise_is_void_when_somebody_goes_and_the_table_hears_it() -> None:
    promise = Promise(line="{}", names=("Anna", "Ben"), salts=("", ""), guests=(ANNA, BEN))
    bound = (Chair(ANNA, "Anna", commitment="a"), Chair(BEN, "Ben", commitment="b"))
    before = replace(TWO, chairs=bound, starting=True, promise=promise)
    after, said = with_consequences(before, seats.leave(before, BEN, "steady"), 5)
    assert after.promise is None and not after.starting and [one.commitment for one in after.chairs] == ["", ""]
    assert [line.text for _, line in said] == [CHANGED]


def test_who_looks_through_a_players_eyes_has_looked() -> None:
    before = replace(PLAYED, looks=(Look("c" * 32, "Cleo", 0, (ANNA,)),))
    agreed = replace(before, looks=(replace(before.looks[0], agreed=(ANNA, BEN)),))
    after, said = with_consequences(before, agreed, 5)
    assert after.looks[0].looked and "now sees what" in said[0][1].text


def test_a_command_reads_and_gives_and_does_nothing() -> None:
    """Without a loop, a disk or a page that listens."""
    uptime = SimpleNamespace(now=lambda: 5)
    room: Any = SimpleNamespace(state=PLAYED, friend="steady", rooms=SimpleNamespace(uptime=uptime))
    page = Page(ANNA, "Anna", "en")
    change = commands.kick(room, page, messages.Kick(seat=1))
    assert room.state is PLAYED and change.state is not None and BEN in change.state.kicked
    assert change.dismisses is not None and change.dismisses.pages(Page(BEN, "Ben", "en"))
    assert not change.dismisses.pages(page) and not page.answers


@pytest.mark.parametrize("broken", ["put_line", "put_sitters"])
def test_a_change_and_the_line_about_it_are_saved_together_or_not_at_all(tmp_path, monkeypatch, broken: str) -> None:
    async def evening() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        room = await rooms.create(ANNA, NewRoom(game="forehead", seats=2))
        page = Page(BEN, "Ben", "en")

        def fails(*_: object) -> None:
            raise OSError("database or disk is full")

        with monkeypatch.context() as broke:
            broke.setattr(writer, broken, fails)
            await commands.handle(room, page, messages.Sit(seat=1))
            assert [type(one) for one in page.answers] == [messages.RefusedMessage]
            assert room.state.seat_of(BEN) is None and room.chat.lines == []
            assert rooms.store.lines(room.id) == [] and rooms.store.rooms_of(BEN) == []
        await commands.handle(room, page, messages.Sit(seat=1))
        assert room.state.seat_of(BEN) == 1 and len(rooms.store.lines(room.id)) == len(room.chat.lines) == 1
        await rooms.close()

    asyncio.run(evening())
