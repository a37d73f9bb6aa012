"""Taking back a move that nobody has learned from."""

from types import SimpleNamespace
from typing import Any

import pytest

from tepui.core import find
from tepui.core.position import AUDIENCE, TABLE, packed
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.takeback import may_take_back, take_back

ANNA, BILAL, CHIARA = 0, 1, 2


def no_chance(occasion: int, codes: list[int], weights: list[int]) -> int:
    raise AssertionError("nothing is left to chance in Shells")


def shells() -> Table:
    game = find.game("shells")
    return Table(game, game.setting(3), no_chance, ("Anna", "Bilal", "Chiara"))


def test_a_closed_fist_can_be_opened_again_while_others_choose() -> None:
    table = shells()
    before = packed(table.look(BILAL).position)
    table.play_code(ANNA, 4)
    assert may_take_back(table, ANNA)
    again = take_back(table, ANNA)
    assert again.moves == []
    assert packed(again.look(BILAL).position) == before
    again.play_code(ANNA, 2)
    assert again.look(ANNA).position.fists[ANNA] == 2


def test_what_the_others_did_meanwhile_stands() -> None:
    table = shells()
    table.play_code(ANNA, 4)
    table.play_code(CHIARA, 0)
    again = take_back(table, ANNA)
    assert again.moves == [(CHIARA, 0)]
    assert again.to_act == [ANNA, BILAL]
    assert again.look(AUDIENCE).moves == [(CHIARA, 5)]


def test_a_fist_that_is_open_stays_open() -> None:
    table = shells()
    for seat in (ANNA, BILAL, CHIARA):
        table.play_code(seat, seat)  # the last one opens them all
    assert not may_take_back(table, CHIARA)
    with pytest.raises(IllegalMove, match="cannot be taken back any more"):
        take_back(table, CHIARA)


def test_after_the_end_nothing_is_taken_back() -> None:
    table = shells()
    table.play_code(ANNA, 4)
    ended: Any = SimpleNamespace(moves=table.moves, over=True, replayed=table.replayed)
    assert may_take_back(table, ANNA) and not may_take_back(ended, ANNA)


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    table = shells()
    assert not may_take_back(table, ANNA)
    table.play_code(ANNA, 1)
    assert not may_take_back(table, BILAL)


def test_an_open_bet_has_been_seen() -> None:
    game = find.game("forehead")
    table = Table(game, game.setting(2), lambda occasion, codes, weights: codes[0])
    table.play_code(ANNA, 1)
    assert not may_take_back(table, ANNA)


def test_a_rung_bell_was_heard_though_nothing_else_was_on_offer() -> None:
    """Bilal may only ring, so all his alternatives look alike; but he could have kept still."""
    game = find.game("bell")
    table = Table(game, game.setting(2))
    for limit in (9, 0):
        table.replay(TABLE, limit)
    table.replay(BILAL, 1)
    assert not may_take_back(table, BILAL)
