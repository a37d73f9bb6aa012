"""Bots at a table: their names, levels and time; what they say when the game is over; and the next rung."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from headless import Page, Refused, Visitor
from people import evening, room_where

from tepui.bots import names
from tepui.bots.levels import forgot
from tepui.bots.lines import SeatLines
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.refusal import BotFailed
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.server.bots.pool import GRACE, OVERDUE, BotPool
from tepui.server.room import outcome, seats
from tepui.server.room.state import Chair, RoomState

# ---- names, faces, levels ----


def table_of(*chairs: Chair, **fields: Any) -> RoomState:
    return RoomState(chairs=chairs, host="anna", **fields)


def test_a_bot_is_never_called_like_anybody_else_at_the_table() -> None:
    state = table_of(Chair("anna", "Cacao"), Chair(), Chair(), Chair())
    for seat in (1, 2, 3):
        state = seats.add_bot(state, "anna", seat, "casual", False)
    assert state.names == ("Cacao", "Liana", "Bambu", "Nopal")
    assert [emblem for emblem, _ in seats.pieces(state)] == ["compass", "liana", "bambu", "nopal"]
    state = seats.rename(state, "anna", "Liana")
    assert state.names[0] == "Liana 2", "whoever comes later is told apart"


def test_a_bot_that_gets_another_level_keeps_its_name_and_one_of_an_old_table_keeps_its_own() -> None:
    old = msgspec.json.encode(table_of(Chair("anna", "Anna"), Chair(None, "Steady 2", "steady"), Chair()))
    state = msgspec.json.decode(old, type=RoomState)
    assert state.names[1] == "Steady 2" and seats.pieces(state)[1][0] == "lantern"
    state = seats.add_bot(state, "anna", 2, "beginner", False)
    assert seats.add_bot(state, "anna", 2, "master", False).chairs[2] == Chair(None, "Liana", "master")
    assert state.names[1] == "Steady 2"


def test_everybody_is_told_who_is_a_bot_and_how_strong(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="kryptx", seats=4, bots=["beginner+", "steady", "master"])
        for visitor in (anna, ben):
            page = await visitor.open(room)
            seats = (await page.until("room"))["seats"]
            assert [(seat["kind"], seat["bot"], seat["level"]) for seat in seats] == [
                ("person", None, None),
                ("bot", "beginner+", "beginner"),
                ("bot", "steady", None),
                ("bot", "master", "master"),
            ]
            assert {seat["name"] for seat in seats[1:]} <= set(names.PLANTS)
            assert page.room["offer"] is None
            plain = (await asyncio.to_thread(visitor.fetch, "GET", f"/plain/t/{room}")).decode()
            assert "(bot: beginner, a little stronger)" in plain and "(bot: master)" in plain

    evening(play, server.url)


def test_who_leaves_is_kept_a_seat_by_a_casual_bot(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="roll-and-write", seats=2)
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit")
        await room_where(host, lambda room: room["seats"][1]["kind"] == "person")
        await host.send(type="start")
        await room_where(page, lambda room: room["started"])
        await page.send(type="leave")
        await room_where(host, lambda room: room["seats"][1]["kind"] == "kept")
        assert host.room["seats"][1]["level"] == "casual"

    evening(play, server.url)


# ---- time ----


@pytest.mark.parametrize(("bot", "seconds"), [("beginner", 0.5), ("steady", 0.5), ("master", 2.5)])
def test_a_master_has_five_times_the_time_of_others_and_each_limit_is_kept(
    bot: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find.game("lost-code")
    view = Table(game, game.setting(2), Dealer("1").choose).view(0)
    asked: list[tuple[float, float]] = []
    timers: list[float] = []

    class Process:
        def ask(self, question: bytes, seconds: float) -> bytes:
            asked.append((json.loads(question.splitlines()[1])["seconds"], seconds))
            raise BotFailed("has other plans")

    async def play() -> None:
        pool, loop = BotPool(1, seconds=0.5), asyncio.get_running_loop()
        later = loop.call_later
        monkeypatch.setattr(loop, "call_later", lambda at, *what: timers.append(at) or later(at, *what))
        pool._start = Process  # type: ignore[method-assign,assignment]
        with pytest.raises(BotFailed):
            await pool.ask(bot, view, SeatLines(view), seed=1, room="", people=True)
        await pool.close()

    asyncio.run(asyncio.wait_for(play(), 60))
    assert asked == [(seconds, seconds + GRACE)] * 2
    assert timers.count(seconds + OVERDUE) == 2


# ---- what they say ----


async def play_out(page: Page) -> list[str]:
    """Presses a button in the middle until the game is over; every message before that, as it came."""
    heard: list[str] = []
    while True:
        message = await page.next()
        if page.view.get("over"):
            return heard
        heard.append(json.dumps(message, ensure_ascii=False))
        if message["type"] == "view" and page.view.get("must_act"):
            await page.pick(page.view, len(page.view["legal"]) // 2)


@pytest.mark.parametrize("name", ["lost-code", "kryptx"])
def test_what_a_bot_had_forgotten_is_told_when_the_game_is_over_and_never_before(server, name: str) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game=name, seats=2, bots=["beginner"], start=True)
        page = await anna.open(room)
        await room_where(page, lambda room: room["started"])
        for visitor in (anna, ben):
            with pytest.raises(Refused, match="when the game is over") as early:
                await visitor.get(f"/api/rooms/{room}/forgot")
            assert early.value.status == 403
        plain = [(await asyncio.to_thread(anna.fetch, "GET", f"/plain/t/{room}")).decode()]
        heard = await play_out(page)
        told = {}
        for language in ("en", "de", "fr", "it"):
            (said,) = await anna.get(f"/api/rooms/{room}/forgot?language={language}")
            assert said["seat"] == 1 and said["lines"]
            told[language] = said["lines"]
        assert len({tuple(lines) for lines in told.values()}) == 4
        for line in told["en"]:
            assert not any(line in text for text in [*heard, *plain])
        after = (await asyncio.to_thread(anna.fetch, "GET", f"/plain/t/{room}")).decode()
        assert all(line in after for line in told["en"])

    evening(play, server.url)


def test_what_it_says_is_what_its_own_view_holds(server) -> None:
    """The server asks a process that was told one seat's moves; here the same from the record, replayed."""

    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="lost-code", seats=2, bots=["casual"], start=True)
        page = await anna.open(room)
        await play_out(page)
        (said,) = await anna.get(f"/api/rooms/{room}/forgot")
        lines = (await asyncio.to_thread(anna.fetch, "GET", f"/api/rooms/{room}/record")).decode().splitlines()
        game = find.game("lost-code")
        table = Table(game, game.setting(2))
        decoder = decoder_of(game)
        for line in map(json.loads, lines):
            if "move" in line:
                by = 16 if line["by"] == "table" else line["by"]
                table.replay(by, game.hear(table.truth, by, decoder.decode(json.dumps(line["move"]))))
        assert said["lines"] == forgot(find.bot("lost-code", "casual"), table.view(1), "en")

    evening(play, server.url)


def test_a_master_tells_its_reasons_to_a_pupil_of_the_teacher_only(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="lost-code", seats=2, bots=["beginner"], start=True)
        page = await anna.open(room)
        while not page.view.get("must_act"):
            await page.until("view")
        with pytest.raises(Refused, match="Choose that level of help first"):
            await anna.get(f"/api/rooms/{room}/weigh")
        with pytest.raises(Refused, match="nobody here"):
            await ben.get(f"/api/rooms/{room}/weigh")
        await page.send(type="help_me", level="teacher")
        await room_where(page, lambda room: room["seats"][0]["help"] == "teacher")
        reasons = await anna.get(f"/api/rooms/{room}/weigh")
        assert 1 <= len(reasons["lines"]) <= 3
        assert (await anna.get(f"/api/rooms/{room}/weigh?language=de"))["lines"] != reasons["lines"]
        await play_out(page)
        with pytest.raises(Refused, match="nothing for you to decide"):
            await anna.get(f"/api/rooms/{room}/weigh")

    evening(play, server.url)


# ---- the next rung ----

BOTS = list(find.bots("lost-code"))


def ended(state: RoomState, *places: int) -> Any:
    game = find.game("partners" if len(places) == 4 else "lost-code")
    table = SimpleNamespace(game=game, setting=game.setting(len(places)), places=lambda: list(places))
    session = SimpleNamespace(over=True, table=table)
    return SimpleNamespace(state=state, session=session, bots=BOTS)


def three(bot: str, other: str | None = None, **fields: Any) -> RoomState:
    chairs = Chair("anna", "Anna"), Chair(None, "Cacao", bot), Chair(None, "Coco", other or bot)
    return table_of(*chairs, started=True, over=True, **fields)


@pytest.mark.parametrize(
    ("bot", "run", "places", "offered"),
    [
        ("casual", 0, (1, 2, 3), None),  # one win is luck
        ("casual", 1, (1, 2, 3), "casual+"),
        ("casual", 2, (1, 2, 3), "casual+"),  # asked again by who has not taken it
        ("casual", -1, (3, 1, 2), "beginner++"),
        ("casual", 0, (3, 1, 2), "beginner++"),  # last of three: a gentler one at once
        ("casual", 1, (3, 1, 2), None),  # a win, then a loss
        ("casual", 1, (2, 1, 3), None),  # in between: nothing is clear
        ("casual", 1, (1, 1, 3), None),  # a tie
        ("beginner", -1, (3, 1, 2), None),  # there is nobody weaker
        ("master", 1, (1, 2, 3), None),
        ("steady", 1, (1, 2, 3), None),  # not on the ladder
    ],
)
def test_the_next_rung_after_clear_wins_or_losses(bot: str, run: int, places: tuple[int, ...], offered) -> None:
    assert outcome.offer(ended(three(bot, run=run), *places)) == offered


def test_a_partner_is_no_opponent() -> None:
    chairs = Chair("anna", "Anna"), *(Chair(None, name, "casual") for name in ("Cacao", "Coco", "Ceiba"))
    state = table_of(*chairs, started=True, over=True, run=1)
    assert outcome.offer(ended(state, 1, 2, 1, 2)) == "casual+"


def test_only_bots_of_one_rung_and_only_a_host_who_plays_count() -> None:
    assert outcome.offer(ended(three("casual", "expert", run=1), 1, 2, 3)) is None
    watching = table_of(Chair("ben", "Ben"), Chair(None, "Cacao", "casual"), started=True, over=True, run=1)
    assert outcome.offer(ended(watching, 1, 2)) is None
    running = ended(three("casual", run=1), 1, 2, 3)
    running.state = msgspec.structs.replace(running.state, over=False)
    assert outcome.offer(running) is None


def test_a_rematch_takes_the_count_along_and_begins_anew_with_other_bots() -> None:
    room = ended(three("casual", run=1), 1, 2, 3)
    assert outcome.for_rematch(room, None) == (room.state.chairs, 2)
    chairs, run = outcome.for_rematch(room, "casual+")
    assert [(chair.name, chair.bot) for chair in chairs] == [("Anna", None), ("Cacao", "casual+"), ("Coco", "casual+")]
    assert run == 0


def test_only_the_host_chooses_the_bots_of_a_rematch(server) -> None:
    async def play(anna: Visitor, ben: Visitor, cleo: Visitor) -> None:
        room = await anna.create(game="roll-and-write", seats=3, bots=["beginner"])
        host, page = await anna.open(room), await ben.open(room)
        await page.send(type="sit")
        await room_where(host, lambda room: all(seat["kind"] != "free" for seat in room["seats"]))
        await host.send(type="start")
        await asyncio.gather(play_out(host), play_out(page))
        await room_where(host, lambda room: room["over"])
        await page.send(type="rematch", bot="master", id=1)
        assert "Only the host" in (await page.until("refused"))["sentence"]
        await host.send(type="rematch", bot="nobody", id=2)
        assert "no such bot" in (await host.until("refused"))["sentence"]
        await host.send(type="rematch", bot="casual")
        await room_where(page, lambda room: room["rematch_wanted"])
        await page.send(type="rematch")
        told = await room_where(page, lambda room: room["rematch"])
        again = await ben.open(told["rematch"].rpartition("/")[2])
        seats = (await again.until("room"))["seats"]
        assert sorted((seat["kind"], seat["bot"]) for seat in seats if seat["kind"] == "bot") == [("bot", "casual")]
        assert page.room["offer"] is None, "what is offered to the host is told to the host"

    evening(play, server.url)
