"""What is in the box of The Lost Code, and how it is laid out before the first roll."""

from random import Random

import pytest
from lost_code.tables import SETTINGS, some_table

from tepui.core.position import DEALER
from tepui.core.table import Table
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import Exchange, Guess
from tepui.games.lost_code.parts import BOXED, LOGS
from tepui.games.lost_code.parts_file import load


@pytest.mark.parametrize("x_race", [False, True])
@pytest.mark.clause("LC-02", "LC-03", "LC-15", "LC-63", "LC-64", "LC-IT-1")
def test_stones_and_wheels(x_race: bool) -> None:
    """54 stones, 0 to 8 in six colours, the 8 only in the X-Race; seven wheels, whose other side goes up to 24."""
    parts = load(None).parts(4, {"x_race": x_race})
    assert parts.colours == 6 and parts.numbers == (9 if x_race else 8)
    assert len(parts.sizes) == 7 and parts.top == (24 if x_race else 21) == 3 * (parts.numbers - 1)
    assert max(size + parts.settings(wheel) - 2 for wheel, size in enumerate(parts.sizes)) == parts.top


@pytest.mark.clause("LC-06")
def test_a_piece_belongs_to_one_player_and_no_other_piece_moves_with_it() -> None:
    for seat in range(4):
        track = some_table(Random(seat), 4, {}, 0).truth.track.copy()
        track.move(seat, 3)
        assert [track.space(piece) for piece in range(4)] == [3 if piece == seat else 0 for piece in range(4)]


@pytest.mark.clause("LC-13")
def test_everyone_has_one_piece_and_they_are_stacked_by_lot_on_0() -> None:
    stacks = set()
    for seed in range(40):
        truth = some_table(Random(seed), 4, {}, 0).truth
        assert truth.track.pieces == 4 and [truth.track.space(seat) for seat in range(4)] == [0] * 4
        stacks.add(tuple((truth.order >> 4 * place) & 15 for place in range(4)))
    assert len(stacks) > 12 and all(sorted(stack) == [0, 1, 2, 3] for stack in stacks)


@pytest.mark.parametrize(("seats", "options"), SETTINGS[::7])
@pytest.mark.clause("LC-16", "LC-17", "LC-18")
def test_one_stone_of_each_colour_stays_in_the_box_and_one_stands_in_each_log(
    seats: int, options: dict[str, bool]
) -> None:
    truth = some_table(Random(7), seats, options, 0).truth
    for colour in range(truth.parts.colours):
        dealt = [truth.stone(log, colour) for log in range(LOGS)]
        assert len(set(dealt)) == LOGS
        assert truth.piles >> 4 * colour & 15 == truth.parts.numbers - LOGS - BOXED


@pytest.mark.clause("LC-25", "LC-30")
def test_the_last_piece_rolls_and_of_two_on_a_space_the_upper_one() -> None:
    """All on 0: whoever was put down last is on top, and so behind."""
    order = iter([2, 0, 3, 1])

    def chance(occasion: int, offered: list[int], weights: list[int]) -> int:
        return codes.STACK + next(order) if offered[0] >= codes.STACK and offered[0] < codes.STONE else offered[0]

    table = Table(GAME, GAME.setting(4), chance)
    assert [(table.truth.order >> 4 * place) & 15 for place in range(4)] == [1, 3, 0, 2]
    assert table.to_act == [1]


@pytest.mark.clause("LC-51")
def test_all_wheels_are_back_in_the_next_round() -> None:
    table = Table(GAME, GAME.setting(2), lambda occasion, offered, weights: offered[0])
    wheels = lambda: {move.wheel for move in table.view(table.to_act[0]).legal() if isinstance(move, Guess)}  # noqa: E731
    rounds = []
    while len(rounds) < 2:
        seat = table.to_act[0]
        if table.truth.phase == codes.GUESSING and len(wheels()) == 7 and table.truth.round not in rounds:
            rounds.append(int(table.truth.round))
        if table.truth.phase == codes.EXCHANGING:
            table.play(seat, next(move for move in table.view(seat).legal() if isinstance(move, Exchange)))
        else:
            table.pick(seat, 0)
    assert rounds[1] == rounds[0] + 1
    assert table.look(DEALER).position.round == rounds[1]
