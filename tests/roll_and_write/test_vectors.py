"""The rulebook's cases, RW-01 to RW-33, on the default sheet."""

import pytest
from roll_and_write.laid import Accelerate, Refuse, Skip, Take, can, circle, middle, numbers, play, roll, sheet, table

from tepui.core.bits import bit
from tepui.core.position import legal_codes
from tepui.games.roll_and_write.actions import say
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.rules import OVER, PASS, ROLL, RollAndWrite
from tepui.games.roll_and_write.sheet import ALL_BRIDGES, ARTEFACT_BRIDGE, REFUSAL_BRIDGE, Sheet

FULL = [1, 2, 3, 4, 5, 6, 7, 7, 7]
BLUE = NAMES.index("blue")


def after_dice(made: Sheet, colour: str, digit: int) -> RollAndWrite:
    """A lone player before this very pair."""
    return roll(table(made), f"{colour} {colour} {colour}", digit, digit, digit)


def fits(made: Sheet, colour: str, digit: int, use: str = "number") -> bool:
    return can(after_dice(made, colour, digit), 0, Take(colour, digit, use))


def entered(made: Sheet, colour: str, digit: int, use: str = "number") -> Sheet:
    return play(after_dice(made, colour, digit), 0, Take(colour, digit, use)).sheets[0]


@pytest.mark.clause("RW-08", "RW-14", "RW-22")
def test_rw_01_a_zero_marks_an_open_circle_and_the_pair_leaves_the_middle():
    game = roll(table(sheet(), sheet()), "red blue blue", 0, 4, 7)
    play(game, 0, Take("red", 0, "circle"))
    assert circle(game.sheets[0], "red") == "X"
    assert numbers(game.sheets[0], "red") == []
    assert middle(game) == ["blue", "blue", 4, 7]
    offered = {action.colour for action in (say(game, 1, c) for c in legal_codes(game, 1)) if isinstance(action, Take)}
    assert offered == {"blue"}


@pytest.mark.clause("RW-23")
def test_rw_02_a_marked_circle_takes_no_second_zero_but_a_number():
    marked = sheet(circles=("red",))
    assert not fits(marked, "red", 0, "circle")
    assert not fits(marked, "red", 0, "number")
    started = entered(marked, "red", 3)
    assert numbers(started, "red") == [3]
    assert circle(started, "red") == "X"


@pytest.mark.clause("RW-23", "RW-27")
def test_rw_03_the_first_number_strikes_the_circle_and_a_zero_is_then_a_ten():
    started = entered(sheet(), "green", 3)
    assert numbers(started, "green") == [3]
    assert circle(started, "green") == "struck"
    assert not fits(started, "green", 0, "circle")
    assert numbers(entered(started, "green", 0), "green") == [3, 10]


@pytest.mark.clause("RW-26")
def test_rw_04_numbers_never_fall():
    two = sheet(yellow=[2])
    assert not fits(two, "yellow", 1)
    assert numbers(entered(two, "yellow", 2), "yellow") == [2, 2]
    assert numbers(entered(two, "yellow", 0), "yellow") == [2, 10]


def test_rw_05_after_a_ten_only_a_ten():
    ten = sheet(purple=[3, 10])
    assert not fits(ten, "purple", 9)
    assert numbers(entered(ten, "purple", 0), "purple") == [3, 10, 10]


def at_an_arrow(**columns: list[int]) -> RollAndWrite:
    """A lone player has just filled the arrow in box 3 of red."""
    circles = columns.pop("circles", ())
    return play(after_dice(sheet(red=[1, 1], circles=circles, **columns), "red", 1), 0, Take("red", 1, "number"))


@pytest.mark.clause("RW-28", "RW-29")
def test_rw_06_an_acceleration_writes_the_last_number_again():
    game = play(at_an_arrow(green=[2]), 0, Accelerate("green"))
    assert numbers(game.sheets[0], "green") == [2, 2]


@pytest.mark.clause("RW-32")
def test_rw_07_an_acceleration_starts_an_expedition_with_a_one():
    game = play(at_an_arrow(), 0, Accelerate("green"))
    assert numbers(game.sheets[0], "green") == [1]
    assert circle(game.sheets[0], "green") == "struck"


def test_rw_08_an_acceleration_leaves_a_marked_circle_marked():
    game = play(at_an_arrow(circles=("green",)), 0, Accelerate("green"))
    assert numbers(game.sheets[0], "green") == [1]
    assert circle(game.sheets[0], "green") == "X"
    assert fits(game.sheets[0], "green", 0), "on its way now: a 0 is a 10"


@pytest.mark.clause("RW-31")
def test_rw_09_an_acceleration_never_marks_a_circle():
    game = at_an_arrow()
    assert not can(game, 0, Take("green", 0, "circle"))
    assert {type(say(game, 0, code)) for code in legal_codes(game, 0)} == {Skip, Accelerate}


@pytest.mark.clause("RW-30")
def test_rw_10_a_chain_of_accelerations():
    made = sheet(red=[1, 1], orange=[2, 4, 5], blue=[3, 3, 3, 3, 3])
    assert made.artefacts == 2
    chain = [Accelerate("orange"), Accelerate("orange"), Accelerate("blue"), Accelerate("blue")]
    game = play(after_dice(made, "red", 3), 0, Take("red", 3, "number"), *chain)
    done = game.sheets[0]
    assert numbers(done, "red") == [1, 1, 3]
    assert numbers(done, "orange") == [2, 4, 5, 5, 5]
    assert numbers(done, "blue") == [3] * 7
    assert done.passed == bit(BLUE)
    assert done.artefacts == 2
    assert game.phase == ROLL, "the chain ends"


def full_column(last: int = 7) -> Sheet:
    made = sheet(red=[*FULL[:6], last, last, last])
    made.artefacts = 3
    return made


@pytest.mark.parametrize("digit", [7, 8, 0])
def test_rw_11_a_full_column_takes_its_top_artefact(digit: int):
    top = entered(full_column(), "red", digit, "top")
    assert top.height(0) == 10
    assert top.artefacts == 4


def test_rw_11_but_not_with_a_lower_number():
    assert not fits(full_column(), "red", 6, "top")


@pytest.mark.clause("RW-34")
def test_rw_12_the_top_is_taken_once():
    done = entered(full_column(), "red", 7, "top")
    assert not any(fits(done, "red", digit, use) for digit in range(10) for use in ("circle", "number", "top"))
    game = play(after_dice(sheet(red=FULL, tops=("red",), purple=[1, 1]), "purple", 1), 0, Take("purple", 1, "number"))
    assert not can(game, 0, Accelerate("red"))
    assert can(game, 0, Accelerate("green"))


@pytest.mark.clause("RW-35")
def test_rw_13_an_acceleration_takes_the_top_without_a_number():
    made = sheet(red=[*FULL[:8], 10], purple=[1, 1])
    found = made.artefacts
    game = play(after_dice(made, "purple", 1), 0, Take("purple", 1, "number"), Accelerate("red"))
    assert game.sheets[0].height(0) == 10
    assert game.sheets[0].artefacts == found + 1


@pytest.mark.clause("RW-33")
def test_rw_14_nine_artefacts_are_enough():
    made = sheet(orange=[1, 1])
    made.artefacts = 9
    done = entered(made, "orange", 1)
    assert done.artefacts == 9
    assert done.passed == 0


def test_rw_15_with_everything_complete_only_a_refusal_is_left():
    made = sheet(tops=NAMES, **dict.fromkeys(NAMES, FULL))
    game = table(made)
    game.bridges = 0
    roll(game, "red green blue", 0, 5, 9)
    assert legal_codes(game, 0) == [PASS]
    assert say(game, 0, PASS) == Refuse()


@pytest.mark.clause("RW-17")
def test_rw_16_after_the_rollers_refusal_all_six_dice_stay():
    game = roll(table(sheet(), sheet()), "red blue green", 1, 4, 7)
    play(game, 0, Refuse())
    assert game.sheets[0].refusals == 1
    pairs = [say(game, 1, code) for code in legal_codes(game, 1)]
    assert len([pair for pair in pairs if isinstance(pair, Take)]) == 9


@pytest.mark.clause("RW-16")
def test_rw_17_two_players_take_the_same_pair():
    game = roll(table(sheet(), sheet(), sheet()), "red blue green", 1, 4, 7)
    play(game, 0, Take("red", 1, "number"))
    play(game, 1, Take("blue", 4, "number"))
    play(game, 2, Take("blue", 4, "number"))
    assert numbers(game.sheets[1], "blue") == numbers(game.sheets[2], "blue") == [4]


@pytest.mark.clause("RW-19")
def test_rw_18_the_ninth_refusal_exhausts():
    made = sheet(refusals=8)
    assert made.score() == 70
    made.refuse()
    assert made.exhausted()
    assert made.score() == 0


@pytest.mark.clause("RW-36")
def test_rw_19_then_refusals_are_free():
    made = sheet(refusals=9)
    made.refuse()
    assert made.refusals == 9
    assert made.exhausted()


@pytest.mark.clause("RW-38")
def test_rw_20_a_bridge_pays_all_who_pass_it_in_that_turn():
    six = sheet(blue=[1, 1, 1, 1, 1, 1])
    game = roll(table(six, six, six), "blue blue red", 1, 1, 2)
    play(game, 0, Take("blue", 1, "number"))
    play(game, 1, Refuse())
    before = game.sheets[0].score()
    play(game, 2, Take("blue", 1, "number"))
    assert [made.bonus for made in game.sheets] == [bit(BLUE), 0, bit(BLUE)]
    assert game.sheets[0].score() == before + 20
    play(roll(game, "blue blue blue", 1, 1, 1), 1, Take("blue", 1, "number"))
    play(play(game, 2, Refuse()), 0, Refuse())
    assert game.sheets[1].passed == bit(BLUE)
    assert game.sheets[1].bonus == 0


@pytest.mark.clause("RW-37", "RW-53")
def test_rw_21_the_seventh_refusal_passes_the_refusal_bridge_for_good():
    game = roll(table(sheet(refusals=6), sheet()), "red red red", 1, 1, 1)
    play(play(game, 0, Refuse()), 1, Take("red", 1, "number"))
    assert game.sheets[0].bonus == bit(REFUSAL_BRIDGE)
    game.sheets[0].refuse()
    game.sheets[0].refuse()
    assert game.sheets[0].exhausted()
    assert game.sheets[0].score() == 20


@pytest.mark.clause("RW-49")
def test_rw_22_a_lone_circle_costs_a_hundred():
    assert sheet(circles=("red",)).score() == -100


@pytest.mark.clause("RW-48")
def test_rw_23_an_untouched_expedition_is_nothing():
    assert sheet().score() == 0


@pytest.mark.clause("RW-24", "RW-46", "RW-47")
def test_rw_24_three_numbers_with_and_without_circle():
    assert sheet(red=[1, 1, 1], circles=("red",)).expedition(0) == -20
    assert sheet(red=[1, 1, 1]).expedition(0) == -10


@pytest.mark.clause("RW-24", "RW-47", "RW-50")
def test_rw_25_nine_numbers_doubled_and_the_bridge_is_not():
    made = sheet(red=FULL, circles=("red",))
    assert made.expedition(0) == 100
    without = made.score()
    made.bonus = bit(0)
    assert made.score() == without + 20


@pytest.mark.clause("RW-51", "RW-52")
def test_rw_26_nine_artefacts_eight_and_nine_refusals():
    made = sheet()
    made.artefacts = 9
    assert made.score() == 100
    assert sheet(refusals=8).score() == 70
    assert sheet(refusals=9).score() == 0


@pytest.mark.clause("RW-43")
def test_rw_27_all_exhausted_ends_the_game():
    game = roll(table(sheet(refusals=9), sheet(refusals=8)), "red red red", 1, 1, 1)
    play(play(game, 0, Refuse()), 1, Refuse())
    assert game.phase == OVER
    assert game.bridges != ALL_BRIDGES


@pytest.mark.clause("RW-44")
def test_rw_28_the_eighth_bridge_ends_the_game_after_the_whole_turn():
    game = table(sheet(blue=[1] * 6), sheet(), sheet())
    game.bridges = ALL_BRIDGES & ~bit(BLUE)
    roll(game, "blue blue blue", 1, 1, 1)
    play(game, 0, Take("blue", 1, "number"))
    assert game.to_act() == bit(1)
    play(game, 1, Refuse())
    assert game.to_act() == bit(2)
    play(game, 2, Refuse())
    assert game.to_act() == 0


@pytest.mark.clause("RW-54")
def test_rw_29_equal_totals_share_the_victory():
    game = table(sheet(), sheet(), sheet())
    for seat, refusals in enumerate((8, 8, 7)):
        game.sheets[seat].refusals = refusals
    game.phase = OVER
    assert [game.score(seat) for seat in range(3)] == [70, 70, 60]
    assert [game.place(seat) for seat in range(3)] == [1, 1, 3]


@pytest.mark.clause("RW-42")
def test_rw_30_the_exhausted_play_on():
    game = roll(table(sheet(refusals=9), sheet()), "red red red", 1, 1, 1)
    play(game, 0, Take("red", 1, "number"))
    play(game, 1, Refuse())
    play(roll(game, "red red red", 1, 1, 1), 1, Refuse())
    play(game, 0, Take("red", 1, "number"))
    assert numbers(game.sheets[0], "red") == [1, 1]


@pytest.mark.clause("RW-07", "RW-45")
def test_rw_31_the_sample_sheet_adds_up_to_425():
    heights = {"orange": 3, "yellow": 7, "green": 8, "blue": 8, "purple": 9}
    columns = {name: [1] * height for name, height in heights.items()}
    made = sheet(circles=("orange", "blue", "purple"), refusals=8, **columns)
    made.artefacts = 7
    made.bonus = bit(0) | bit(1) | bit(2) | bit(7)
    assert [made.expedition(colour) for colour in range(6)] == [0, -20, 30, 35, 70, 100]
    assert made.score() == 425


@pytest.mark.parametrize("by", ["dice", "acceleration"])
@pytest.mark.clause("RW-37")
def test_rw_32_the_seventh_artefact_passes_its_bridge_whatever_found_it(by: str):
    made = sheet(red=FULL, purple=[1, 1])
    made.artefacts = 6
    made.passed = 0
    if by == "dice":
        done = entered(made, "red", 9, "top")
    else:
        game = after_dice(made, "purple", 1)
        done = play(game, 0, Take("purple", 1, "number"), Accelerate("red")).sheets[0]
    assert done.artefacts == 7
    assert done.passed & bit(ARTEFACT_BRIDGE)


def test_rw_33_together_only_the_one_with_an_arrow_until_it_is_answered():
    game = table(sheet(), sheet(), sheet(red=[1, 1]), together=True)
    roll(game, "red red red", 1, 1, 1)
    assert game.to_act() == bit(0)
    play(game, 0, Refuse())
    assert game.to_act() == bit(1) | bit(2)
    play(game, 2, Take("red", 1, "number"))
    assert game.to_act() == bit(2)
    assert legal_codes(game, 1) == []
    play(game, 2, Skip())
    assert game.to_act() == bit(1)
