"""What a learner reads: as long as the layout says, own things first, and nothing that the eyes do not see."""

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tepui.core import find
from tepui.core.observe import LARGEST, MOST, PIECES, SMALLEST
from tepui.core.position import packed
from tepui.laws.walk import eyes_of, fresh_table, moments

GAMES = ("bell", "forehead", "kryptx", "lost-code", "roll-and-write", "shells")


@pytest.mark.parametrize("name", GAMES)
def test_every_observation_of_a_game_is_as_long_as_its_layout(name: str) -> None:
    game = find.game(name)
    for seats in game.seats:
        setting = game.setting(seats)
        size = sum(game.layout(setting).values())
        table = fresh_table(game, setting)
        for _ in moments(table, Random(seats)):
            for eye in eyes_of(setting):
                row = table.look(eye).observation()
                assert len(row) == size or not game.has("observe")
                assert all(SMALLEST <= number <= LARGEST for number in row)


def test_packed_fields_can_be_put_together_again() -> None:
    game = find.game("bell")
    table = fresh_table(game, game.setting(3))
    for _ in moments(table, Random(1)):
        view = table.look(2)
        row = view.observation()
        pieces = [row[1 + at : 1 + at + PIECES] for at in range(0, len(row) - 1, PIECES)]
        assert row[0] == 2
        assert tuple(sum(p << 15 * k for k, p in enumerate(field)) for field in pieces) == packed(view.position)


def test_nothing_is_left_of_what_was_on_the_paper_before() -> None:
    """`observe` writes every number itself: a used sheet gives the same row as a clean one."""
    for name in GAMES:
        game = find.game(name)
        setting = game.setting(game.seats[-1])
        table = fresh_table(game, setting)
        for _ in moments(table, Random(5)):
            for eye in eyes_of(setting):
                used = vec[i64]([7] * MOST)
                n = game.observe(table.look(eye).position, eye, used)
                assert [used[i] for i in range(n)] == table.look(eye).observation()


def part(name: str, seats: int, row: list[int], word: str) -> list[int]:
    """The numbers of the first entry of the layout that begins so."""
    game, at = find.game(name), 0
    for entry, size in game.layout(game.setting(seats)).items():
        if entry.startswith(word):
            return row[at : at + size]
        at += size
    raise KeyError(word)


def test_dice_of_roll_and_write_leave_the_middle_with_the_pair() -> None:
    game = find.game("roll-and-write")
    table = fresh_table(game, game.setting(2))
    for code in (1, 2, 2, 5, 7, 7, 0):  # Ben begins; two yellows, an orange ... then 7, 7, 0
        table.replay(16, code)
    row = table.look(1).observation()
    assert part("roll-and-write", 2, row, "who rolls") == [1, 0]
    assert part("roll-and-write", 2, row, "dice in the middle by colour") == [0, 0, 2, 0, 0, 1]
    table.replay(1, 1 + 10 * 2 + 7)
    row = table.look(0).observation()
    assert part("roll-and-write", 2, row, "dice in the middle by colour") == [0, 0, 1, 0, 0, 1]
    assert part("roll-and-write", 2, row, "dice in the middle by digit") == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert part("roll-and-write", 2, row, "colour the roller took") == [0, 0, 1, 0, 0, 0]
    assert part("roll-and-write", 2, row, "sheet of the 1. to the left: per colour")[6:9] == [1, 0, 7]
    assert part("roll-and-write", 2, row, "own sheet: per colour")[6:9] == [0, 0, 1]


def test_own_stones_of_the_lost_code_are_seen_from_behind_by_their_owner_alone() -> None:
    game = find.game("lost-code")
    table = fresh_table(game, game.setting(3))
    for n, _ in enumerate(moments(table, Random(3))):
        if n == 40:
            break
    rows = [part("lost-code", 3, table.look(seat).observation(), "by log") for seat in range(3)]
    for seat in range(3):
        assert rows[seat][:6] == [-1] * 6
        assert -1 not in rows[seat][6:]
    assert rows[0][6:12] == rows[2][12:18]  # seat 1: the next of seat 0, the one after next of seat 2


def test_the_code_of_kryptx_lies_on_its_owners_own_stands_first() -> None:
    game = find.game("kryptx")
    table = fresh_table(game, game.setting(4))
    for n, _ in enumerate(moments(table, Random(3))):
        if n == 9:
            break
    for seat in range(4):
        where = part("kryptx", 4, table.look(seat).observation(), "where each card lies")
        code = [card for _, card in table.moves[1 + 2 * seat : 3 + 2 * seat]]
        assert [where[card] for card in code] == [16, 17]
        assert sum(1 for place in where if place >= 16) == 2
