"""Limits and courtesies of the server, each by the function that keeps it: what must not happen costs no wait here."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request

from tepui.server import app
from tepui.server.app import make_app
from tepui.server.calls.calls import Call, Called, Calls
from tepui.server.people.identity import Credential
from tepui.server.people.signatures import Signatures
from tepui.server.refusals import Refused
from tepui.server.room import absence, bot_turns, chat, clocks, seats
from tepui.server.room.state import Chair, RoomState
from tepui.server.rooms.messages import NewRoom
from tepui.server.settings import Settings
from tepui.server.threads import Threads
from tepui.server.web import guard
from tepui.server.web.allowance import Allowance
from tepui.server.web.route import Answered
from tepui.server.wire import messages

ANNA, BEN, CLEO, DORA = (letter * 32 for letter in "abcd")
DAY = 24 * 3600 * 1000
PLAYED = RoomState(
    chairs=(Chair(ANNA, "Anna"), Chair(BEN, "Ben"), Chair(CLEO, "Cleo"), Chair(DORA, "Dora", "steady")),
    host=ANNA,
    started=True,
)
QUICK = messages.ClockLimit(kind="bank", seconds=600, increment=10)
LONG = messages.ClockLimit(kind="move", seconds=clocks.SLOW, increment=0)


# ---- who is gone for long


@pytest.mark.parametrize(("clock", "limit"), [(None, 5 * 60_000), (QUICK, 5 * 60_000), (LONG, 3 * DAY)])
def test_a_seat_can_be_given_away_after_five_minutes_in_slow_games_after_three_days(clock: Any, limit: int) -> None:
    state = replace(PLAYED, clock=clock)
    assert not absence.is_gone(state, 3, limit - 1)
    assert absence.is_gone(state, 3, limit)
    assert not absence.is_gone(state, 0, limit), "who plays is not gone"
    assert not absence.is_gone(replace(state, over=True), 3, limit)


def test_all_who_play_must_agree_and_a_no_ends_the_question() -> None:
    first = absence.answer(PLAYED, ANNA, 3, True, DAY)
    assert absence.agreed_at(first, 3) == [0] and not first.chairs[3].open
    second = absence.answer(first, BEN, 3, True, DAY)
    assert absence.agreed_at(second, 3) == [0, 1] and not second.chairs[3].open
    assert absence.agreed_at(absence.answer(second, CLEO, 3, False, DAY), 3) is None
    third = absence.answer(second, CLEO, 3, True, DAY)
    assert third.chairs[3].open and third.chairs[3].guest is None
    assert third.chairs[3].link > PLAYED.chairs[3].link, "the link of whoever is gone leads nowhere"
    with pytest.raises(Refused, match="Only the others"):
        absence.answer(PLAYED, "e" * 32, 3, True, DAY)


# ---- private links


def test_the_private_link_of_a_seat_is_void_when_somebody_sits_down_or_leaves() -> None:
    empty = RoomState(chairs=(Chair(ANNA, "Anna"), Chair(link=4)), host=ANNA)
    sat = seats.sit(empty, BEN, "Ben", 1)
    assert sat.chairs[1].link > 4
    left = seats.vacate(sat, 1, "steady")
    assert left.chairs[1].guest is None and left.chairs[1].link > sat.chairs[1].link
    kept = seats.vacate(replace(sat, started=True), 1, "steady")
    assert kept.chairs[1].kind == "kept" and kept.chairs[1].link == sat.chairs[1].link, "it is still theirs"


# ---- chat


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    time = monotonic


def test_five_lines_in_ten_seconds_of_one_person() -> None:
    time = Clock()
    chatting = chat.Chat("room", time, None)  # type: ignore[arg-type]
    for _ in range(5):
        chatting.check_pace(ANNA)
    with pytest.raises(Refused, match="Not so fast"):
        chatting.check_pace(ANNA)
    chatting.check_pace(BEN)  # others may
    time.now += 9.9
    with pytest.raises(Refused, match="Not so fast"):
        chatting.check_pace(ANNA)
    time.now += 0.1
    chatting.check_pace(ANNA)


def test_a_hundred_lines_are_kept_and_each_has_a_length() -> None:
    chatting = chat.Chat("room", Clock(), None)  # type: ignore[arg-type]
    for n in range(300):
        chatting.add([(ANNA, chat.Said(n, f"line {n}", "Anna", 0))])
    assert len(chatting.lines) == 100 and chatting.lines[-1][1].text == "line 299"
    assert chat.tidy_line(" two \n words ") == "two words"
    assert len(chat.tidy_line("x" * messages.TEXT)) == messages.TEXT
    for bad in ("x" * (messages.TEXT + 1), " \n "):
        with pytest.raises(Refused, match="Say something of 1 to"):
            chat.tidy_line(bad)


# ---- bots


def test_bots_wait_for_the_pace_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    class Quick:
        """asyncio, in which nobody waits for a table's pace."""

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

        async def sleep(self, seconds: float) -> None:
            waited.append(seconds)
            await asyncio.sleep(0)

    monkeypatch.setattr(bot_turns, "asyncio", Quick())

    async def play() -> None:
        rooms = make_app(Settings(data=tmp_path, limited=False)).state.site.rooms
        room = await rooms.create(
            ANNA, NewRoom(game="shells", seats=2, bots=["random"] * 2, sit=False, start=True, pace=9000)
        )
        while not room.state.over and len(waited) < 3:
            await asyncio.sleep(0.01)
        await rooms.close()

    asyncio.run(asyncio.wait_for(play(), 300))
    assert len(waited) >= 2 and 0 < max(waited) <= 9.0 and max(waited) > 1.0, waited


# ---- calls


class Table:
    """A room as whoever calls people sees it."""

    def __init__(self, waiting: tuple[int, ...], devices: set[str], banned: str | None = None) -> None:
        chairs = tuple(replace(chair, call_at="https://example.org/x") for chair in PLAYED.chairs)
        self.id, self.state, self.with_calls = "room", replace(PLAYED, chairs=chairs, banned=banned), True
        self.guests_here = self.devices_here = devices
        self.waiting, self.reminded = waiting, ()
        offer = SimpleNamespace(turn=5, codes=[1])
        self.session = SimpleNamespace(offered=lambda seat: offer, look=lambda seat: SimpleNamespace(must_act=True))
        self.turn = SimpleNamespace(clocks=None)


def calling(monkeypatch: pytest.MonkeyPatch, room: Table) -> tuple[Calls, list[int]]:
    calls, made = Calls.__new__(Calls), []
    calls.devices, calls._called = set(), WeakKeyDictionary()
    calls.rooms = SimpleNamespace(loaded={"room": room})  # type: ignore[assignment]
    monkeypatch.setattr("tepui.server.calls.calls.awaited", lambda room: Called(room.waiting, room.reminded))
    monkeypatch.setattr(Calls, "call", lambda self, room, seat: made.append(seat))
    return calls, made


def test_who_looks_or_was_called_before_is_not_called_and_a_reminder_comes_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room: Any = Table((1,), {ANNA})
    calls, made = calling(monkeypatch, room)
    calls.opened(room)
    room.waiting = (0, 1, 2)
    calls.moved(room)
    assert made == [2], "Anna looks, and Ben was called before this table was opened"
    calls.moved(room)
    assert made == [2], "nobody is called twice"
    room.reminded = (0, 1)
    calls.moved(room)
    calls.moved(room)
    assert made == [2, 1], "little of a long time is left: once more, unless they look"


@pytest.mark.parametrize(("banned", "turn", "due"), [(None, 5, True), ("spam", 5, False), (None, 4, False)])
def test_a_call_is_due_while_it_is_that_move_at_an_open_table(
    monkeypatch: pytest.MonkeyPatch, banned: str | None, turn: int, due: bool
) -> None:
    calls, _ = calling(monkeypatch, Table((0,), set(), banned))
    asked = Call("room", 0, turn, "https://example.org/x", "who", b"", {})
    assert asyncio.run(calls._is_due(asked)) is due
    kept = Call("room", 3, turn, "https://example.org/x", "who", b"", {})
    assert asyncio.run(calls._is_due(kept)) is False, "a bot keeps that seat"


# ---- HTTP


def request(*headers: tuple[str, str], parts: tuple[bytes, ...] = (), host: str = "203.0.113.9") -> Request:
    sent = iter([*parts, b""])

    async def receive() -> dict[str, Any]:
        part = next(sent)
        return {"type": "http.request", "body": part, "more_body": bool(part)}

    lines = [(b"host", b"tepui.example"), *((name.encode(), value.encode()) for name, value in headers)]
    scope = {"type": "http", "scheme": "https", "headers": lines, "client": (host, 1), "path": "/", "method": "POST"}
    return Request(scope, receive)


def test_a_body_has_64_kilobytes_however_it_comes() -> None:
    whole = tuple(b"x" * 1024 for _ in range(64))
    assert len(asyncio.run(guard.body_of(request(parts=whole)))) == 64 * 1024
    with pytest.raises(Refused, match="too long for this server"):
        asyncio.run(guard.body_of(request(parts=(*whole, b"x"))))


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ([], True),
        ([("sec-fetch-site", "none")], True),
        ([("sec-fetch-site", "same-origin")], True),
        ([("sec-fetch-site", "same-site")], False),
        ([("sec-fetch-site", "cross-site")], False),
        ([("origin", "https://tepui.example")], True),
        ([("origin", "https://other.tepui.example")], False),
        ([("origin", "null")], False),
        ([("origin", "https://tepui.example:8443")], False),
    ],
)
def test_only_our_own_pages_change_something(headers: list[tuple[str, str]], ours: bool) -> None:
    assert guard.same_origin(request(*headers)) is ours


def test_what_is_no_file_is_never_kept_by_a_cache() -> None:
    async def answered(kept: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
        sent: list[Any] = []

        async def inner(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": kept})

        async def send(message: Any) -> None:
            sent.append(message)

        await guard.Headers(inner)({"type": "http"}, None, send)  # type: ignore[arg-type]
        return dict(sent[0]["headers"])

    plain = asyncio.run(answered([]))
    assert plain[b"cache-control"] == b"no-store" and plain[b"x-frame-options"] == b"DENY"
    assert asyncio.run(answered([(b"cache-control", b"max-age=9")]))[b"cache-control"] == b"max-age=9"


def test_the_metrics_are_for_this_machine() -> None:
    def asker(host: str) -> Any:
        site = SimpleNamespace(metrics=SimpleNamespace(text=lambda: "tepui 1"))
        return SimpleNamespace(site=site, client=SimpleNamespace(host=host))

    for host in ("127.0.0.1", "::1"):
        assert b"tepui 1" in asyncio.run(app.metrics(asker(host))).body
    for host in ("203.0.113.9", "10.0.0.7", "127.0.0.2", "testclient"):
        with pytest.raises(Refused, match="Only the machine of this server"):
            asyncio.run(app.metrics(asker(host)))


def test_what_one_network_may_ask_in_a_minute_comes_back_evenly() -> None:
    time = Clock()
    rates = guard.Rates(True, time.monotonic)
    for _ in range(10):
        rates.check("join", "203.0.113.9")
    with pytest.raises(Refused, match="Too many requests"):
        rates.check("join", "203.0.113.9")
    rates.check("join", "203.0.113.10")
    rates.check("room", "203.0.113.9")
    time.now += 6  # a tenth of a minute: one of ten
    rates.check("join", "203.0.113.9")
    with pytest.raises(Refused, match="Too many requests"):
        rates.check("join", "203.0.113.9")
    assert rates.refused == 2
    for n in range(10):
        rates.check("join", f"2001:db8::{n}")
    with pytest.raises(Refused, match="Too many requests"):
        rates.check("join", "2001:db8::ffff:1")  # the same /64


def test_every_address_that_works_hard_or_guesses_has_a_limit(tmp_path: Path) -> None:
    made = make_app(Settings(data=tmp_path))
    limits = {(one.address.method, one.path): one.address.limit for one in made.routes if isinstance(one, Answered)}
    made.state.site.rooms.store.close()
    companion = {limit for (method, path), limit in limits.items() if "/companion" in path and method == "POST"}
    assert companion == {"coach"}
    assert limits["POST", "/api/join"] == "join" and limits["POST", "/api/rooms"] == "room"


def test_an_allowance_lets_a_burst_through_and_then_its_rate() -> None:
    allowance = Allowance(rate=2.0, burst=3.0)
    assert [allowance.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [allowance.take(10.5), allowance.take(10.5)] == [True, False]
    assert [allowance.take(100.0) for _ in range(4)] == [True, True, True, False], "it does not gather for ever"


def test_one_network_fills_a_quarter_of_the_queue_and_leaves_the_rest_to_others() -> None:
    async def evening() -> None:
        threads, go = Threads("test", size=1, seconds=60, queue=8), threading.Event()

        async def ask(*networks: str) -> list[asyncio.Task[bool]]:
            asked = [asyncio.create_task(threads.run(go.wait, network)) for network in networks]
            await asyncio.sleep(0)
            return asked

        try:
            waiting = await ask(*["one"] * (1 + 8 // 4))
            refused = await ask("one")
            waiting += await ask(*["two", "three"] * 3)
            refused += await ask("four")  # now the queue is full
            assert not any(task.done() for task in waiting)
            assert all(task.done() and isinstance(task.exception(), Refused) for task in refused), "at once"
        finally:
            go.set()
        assert all(await asyncio.gather(*waiting))
        threads.close()

    asyncio.run(asyncio.wait_for(evening(), 120))


def test_a_name_is_told_apart_from_the_others_at_the_table() -> None:
    state = RoomState(chairs=(Chair(ANNA, "Toucan"), Chair(), Chair()), host=ANNA)
    two = seats.sit(state, BEN, "Toucan", None)
    assert two.chairs[1].name == "Toucan 2"
    assert seats.sit(two, CLEO, "Toucan", None).chairs[2].name == "Toucan 3"


def test_nobody_sits_where_somebody_sits_or_after_being_sent_away() -> None:
    state = RoomState(chairs=(Chair(ANNA, "Anna"), Chair()), host=ANNA)
    with pytest.raises(Refused, match="That seat is taken"):
        seats.sit(state, BEN, "Ben", 0)
    with pytest.raises(Refused, match="sent you away"):
        seats.sit(replace(state, kicked=(BEN,)), BEN, "Ben", 1)
    with pytest.raises(Refused, match="have closed this table"):
        seats.sit(replace(state, banned="spam"), BEN, "Ben", 1)
    with pytest.raises(Refused, match="a device of their own"):
        seats.sit(replace(state, sharing=False), f"{ANNA}.2", "Ben", 1)
    full = RoomState(chairs=(Chair(ANNA, "Anna"),), host=ANNA)
    with pytest.raises(Refused, match="Every seat is taken"):
        seats.sit(full, BEN, "Ben", None)


def test_a_cookie_is_read_as_it_was_sent_and_only_so_far() -> None:
    assert guard.cookie_of(HTTPConnection(request(("cookie", "a=1; tepui = x ;b=2")).scope), "tepui") == "x"
    assert len(guard.cookie_of(HTTPConnection(request(("cookie", "tepui=" + "x" * 5000)).scope), "tepui")) == 200
    assert guard.cookie_of(HTTPConnection(request().scope), "tepui") == ""


# ---- slow games


def test_who_has_a_quarter_of_a_long_time_left_is_reminded_and_nobody_in_a_quick_game() -> None:
    day = messages.ClockLimit(kind="move", seconds=24 * 3600, increment=0)
    running = clocks.advanced(clocks.begun(day, 2), day, 1000, [0], [], {})
    assert clocks.reminder(running, day, 0) == clocks.due(running, day) == 1000 + DAY * 3 // 4
    assert clocks.reminder(running, day, 1) is None, "it is not their move"
    assert clocks.reminder(replace(running, reminded=(0,)), day, 0) is None
    quick = clocks.advanced(clocks.begun(QUICK, 2), QUICK, 1000, [0], [], {})
    assert clocks.reminder(quick, QUICK, 0) is None and clocks.due(quick, QUICK) == 1000 + 600_000


def test_a_holiday_has_21_days_in_a_game_and_what_was_not_needed_comes_back() -> None:
    begun = clocks.begun(LONG, 2)
    with pytest.raises(Refused, match="days of holiday left"):
        clocks.go_away(begun, 0, 0, 22)
    away = clocks.go_away(begun, 0, 0, 14)
    with pytest.raises(Refused, match="days of holiday left"):
        clocks.go_away(away, 0, 14 * DAY, 8)
    back = clocks.go_away(away, 0, 4 * DAY, 0)
    assert back.holiday[0] == 17 * DAY and back.away[0] == 0


# ---- who somebody is


def test_only_what_this_server_has_signed_says_who_somebody_is_or_opens_a_seat() -> None:
    ours, others = Signatures(b"k" * 32), Signatures(b"o" * 32)
    anna = Credential(ANNA, "")
    assert ours.read(ours.cookie(anna)) == anna
    name, _, sign = ours.cookie(anna).rpartition(".")
    for forged in (others.cookie(anna), f"{BEN}.{sign}", name, f"{name}.", f"{name}.x", "", None, "x" * 5000):
        assert ours.read(forged) is None, forged
    assert ours.seat(ours.link("room", 1, 3)) == ("room", 1, 3)
    for forged in (others.link("room", 1, 3), ours.link("room", 1, 3)[:-1], "", "x.y"):
        with pytest.raises(Refused, match="not whole"):
            ours.seat(forged)
