"""Who may have which seat, look through whose eyes and how long: each by the function that decides it."""

import pytest
from msgspec.structs import replace

from tepui.server.refusals import Refused
from tepui.server.room import clocks, seats, watching
from tepui.server.room.state import NETWORK, Chair, RoomState
from tepui.server.wire.messages import ClockLimit

ANNA, BEN, CLEO, DORA = (letter * 32 for letter in "abcd")
WAITING = RoomState(chairs=(Chair(ANNA, "Anna"), Chair(BEN, "Ben"), Chair()), host=ANNA)
PLAYED = RoomState(
    chairs=(Chair(ANNA, "Anna"), Chair(BEN, "Ben"), Chair(None, "Kiwi", "random")), host=ANNA, started=True
)
BANK = ClockLimit(kind="bank", seconds=600, increment=10)


def refused(what, *words) -> bool:
    with pytest.raises(Refused):
        what(*words)
    return True


def test_only_the_host_seats_bots_and_begins_and_not_with_a_free_seat() -> None:
    assert refused(seats.add_bot, WAITING, BEN, 2, "random", False)
    assert refused(seats.start, WAITING, ANNA), "a seat is free"
    full = seats.add_bot(WAITING, ANNA, 2, "random", False)
    assert refused(seats.start, full, BEN)
    assert seats.start(full, ANNA).starting
    assert refused(seats.start, replace(full, started=True), ANNA), "it has begun"
    assert refused(seats.add_bot, PLAYED, ANNA, 1, "random", True), "Ben is here"
    assert seats.add_bot(PLAYED, ANNA, 1, "random", False).chairs[1].kind == "kept"


def test_who_leaves_a_game_is_kept_a_seat_which_the_host_cannot_give_away() -> None:
    left = seats.leave(PLAYED, BEN, "random")
    assert left.chairs[1].kind == "kept" and left.chairs[1].guest == BEN
    assert refused(seats.free_seat, left, ANNA, 1)
    assert seats.free_seat(PLAYED, ANNA, 2).chairs[2].open


def test_who_is_sent_away_goes_with_the_whole_device_and_nobody_takes_the_seat_unasked() -> None:
    both = replace(WAITING, chairs=(Chair(ANNA, "Anna"), Chair(BEN, "Ben"), Chair(f"{BEN}.2", "Bea")))
    away = seats.kick(both, ANNA, 1, "random")
    assert [chair.kind for chair in away.chairs[1:]] == [Chair(reserved=True).kind] * 2 and away.chairs[1].reserved
    assert refused(seats.kick, both, ANNA, 0, "random"), "not the host"
    many = replace(both, kicked=tuple(map(str, range(seats.MOST_KICKED))))
    assert BEN in seats.kick(many, ANNA, 1, "random").kicked, "the oldest is forgotten, not the newest"
    assert seats.mute(seats.mute(both, BEN, True), BEN, False).muted == ()


def test_a_private_link_moves_a_seat_once_and_the_host_with_it() -> None:
    moved = seats.move_seat(PLAYED, 0, PLAYED.chairs[0].link, CLEO)
    assert moved.host == CLEO and moved.chairs[0].guest == CLEO
    assert refused(seats.move_seat, moved, 0, PLAYED.chairs[0].link, DORA), "it was used"
    called = replace(PLAYED, chairs=(replace(PLAYED.chairs[0], call_at="http://a/"), *PLAYED.chairs[1:]))
    assert seats.move_seat(called, 0, 0, CLEO).chairs[0].call_at == "", "another person"
    own = replace(called, chairs=(replace(called.chairs[0], own_link=True), *called.chairs[1:]))
    assert seats.move_seat(own, 0, 0, CLEO).chairs[0].call_at == "http://a/", "the same on another device"


def test_a_device_that_is_removed_leaves_no_link_and_no_token() -> None:
    bots = replace(PLAYED, chairs=(*PLAYED.chairs[:2], Chair(None, "Robot", NETWORK, token="secret")))
    ended = seats.end_links(bots, ANNA)
    assert ended.chairs[0].link == bots.chairs[0].link + 1 and ended.chairs[2].token != "secret"
    assert seats.end_links(bots, BEN).chairs[2].token == "secret", "the host's bot"


def test_who_wants_to_be_forgotten_leaves_no_name() -> None:
    assert "Ben" not in str(seats.forget(replace(PLAYED, over=True), BEN, "random").chairs)
    assert "Ben" not in str(seats.forget(WAITING, BEN, "random").chairs)


def test_a_watcher_sees_a_hand_when_all_have_said_yes_and_never_after_a_no() -> None:
    asked = watching.ask(PLAYED, CLEO, "Cleo", 0)
    one = watching.answer(asked, ANNA, CLEO, True)
    assert not watching.granted(one, watching.of(one, CLEO))
    both = watching.answer(one, BEN, CLEO, True)
    assert watching.granted(both, watching.of(both, CLEO))
    other = watching.ask(both, CLEO, "Cleo", 1)
    assert not watching.granted(other, watching.of(other, CLEO)), "that was another hand"
    no = watching.answer(both, BEN, CLEO, False)
    assert not watching.granted(no, watching.of(no, CLEO)) and refused(watching.ask, no, CLEO, "Cleo", 0)
    assert refused(watching.ask, PLAYED, BEN, "Ben", 0), "who plays"


def test_a_clock_gives_for_each_move_once_and_takes_what_has_passed() -> None:
    begun = clocks.advanced(clocks.begun(BANK, 2), BANK, 0, [0], [], {})
    assert begun.since == (0, None) and clocks.remaining(begun, 0, 5000) == 595_000
    later = replace(begun, since=(9000, None))
    assert clocks.remaining(later, 0, 5000) == 600_000, "not asked yet"
    moved = clocks.advanced(begun, BANK, 5000, [1], [0], {0: 1})
    assert moved.left[0] == 605_000
    again = clocks.advanced(clocks.advanced(moved, BANK, 5000, [0], [], {}), BANK, 6000, [1], [0], {0: 1})
    assert again.left[0] == 604_000, "a move that takes another's place"
    graced = clocks.reconnecting(begun, 0, 600_000)
    assert clocks.advanced(graced, BANK, 601_000, [1], [0], {0: 1}).left[0] == 10_000, "the grace is not kept"
    empty = replace(moved, left=(0, 600_000))
    assert clocks.advanced(empty, BANK, 5000, [0], [1], {0: 1, 1: 1}).left[0] == 60_000, "who is back has a tenth"


def test_a_clock_is_five_seconds_at_least_and_has_holidays_only_in_slow_games() -> None:
    assert refused(clocks.parse, f"{clocks.SHORTEST - 1}s") and clocks.parse(f"{clocks.SHORTEST}s") is not None
    assert clocks.begun(BANK, 1).holiday == (0,)
    slow = clocks.begun(ClockLimit(kind="move", seconds=clocks.SLOW, increment=0), 1)
    gone = clocks.go_away(slow, 0, 0, 1)
    assert gone.holiday[0] == slow.holiday[0] - clocks.DAY * 1000
