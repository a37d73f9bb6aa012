"""The worked examples of the rulebook and our own, with the players' names. LC-nn: the specification's numbers."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from tepui.core.position import AUDIENCE, TABLE, odds_of
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import Draw, Exchange, Guess, Keep, Leave, Take, Turn, Write


@pytest.mark.clause("LC-34", "LC-35", "LC-36")
def test_yvonne_sets_9_to_15_and_hears_right(scene: Any) -> None:  # LC-01
    game = scene("Yvonne Jim Diana", {"Yvonne": "y4 b6 r2"}).roll("yellow blue red").keep()
    game.does("Yvonne", Guess(7, 9))
    game.guess("Jim", 10, right=True).guess("Diana", 5, right=True)
    assert game.answer("Yvonne") == ("right", [(9, 15)])
    assert game.space("Yvonne") == 2


@pytest.mark.parametrize(
    ("stones", "answer", "note"),
    [("y1 b5 r2", "lower", (0, 8)), ("y7 b6 r3", "higher", (16, 21))],
)
@pytest.mark.clause("LC-39", "LC-41")
def test_yvonne_sets_9_to_15_and_misses(scene: Any, stones: str, answer: str, note: tuple[int, int]) -> None:  # LC-02
    game = scene("Yvonne Jim Diana", {"Yvonne": stones}).roll("yellow blue red").keep()
    game.does("Yvonne", Guess(7, 9)).guess("Jim", 10, right=True).guess("Diana", 5, right=True)
    assert game.answer("Yvonne") == (answer, [note])
    assert game.space("Yvonne") == 0
    assert game.turn() == "Yvonne"
    assert [type(action) for action in game.view("Yvonne").legal()] == [Exchange] * 6


@pytest.mark.clause("LC-33")
def test_no_blank_may_show(scene: Any) -> None:  # LC-03
    game = scene("Yvonne Jim").roll("yellow blue red").keep()
    assert not game.refused("Yvonne", Guess(7, 15))
    assert "blank" in game.refused("Yvonne", Guess(7, 16))
    game = scene("Yvonne Jim", x_race=True).roll("yellow blue red").keep()
    assert not game.refused("Yvonne", Guess(7, 18))
    assert "blank" in game.refused("Yvonne", Guess(7, 19))


@pytest.mark.clause("LC-29", "LC-38", "LC-FR-1")
def test_jim_counts_purple_twice_and_moves_2(scene: Any) -> None:  # LC-04
    game = scene("Jim Yvonne", {"Jim": "p2 y1"}, stacks={3: "Jim", 9: "Yvonne"})
    game.roll("purple purple yellow").keep().does("Jim", Guess(5, 1)).guess("Yvonne", 10, right=True)
    assert game.answer("Jim") == ("right", [(1, 5)])
    assert game.space("Jim") == 5


@pytest.mark.clause("LC-42", "LC-43")
def test_diana_sets_20_to_21_and_hears_lower(scene: Any) -> None:  # LC-05
    game = scene("Diana Jim", {"Diana": "b5 y6 r7"}).roll("blue yellow red").keep()
    game.does("Diana", Guess(2, 20)).guess("Jim", 10, right=True)
    assert game.answer("Diana") == ("lower", [(0, 19)])
    assert game.space("Diana") == 0
    assert game.turn() == "Diana"


@pytest.mark.parametrize(("x_race", "stone", "total"), [(False, "b7", 21), (True, "b8", 24)])
@pytest.mark.clause("LC-07", "LC-28")
def test_three_blue_dice_count_the_stone_three_times(scene: Any, x_race: bool, stone: str, total: int) -> None:  # LC-06
    game = scene("Jim Diana", {"Jim": stone}, x_race=x_race).roll("blue blue blue").keep()
    game.does("Jim", Guess(1, total)).guess("Diana", 10, right=True)
    assert game.answer("Jim") == ("right", [(total, total)])


@pytest.mark.clause("LC-40")
def test_the_smallest_wheel_hears_no_direction(scene: Any) -> None:  # LC-07
    game = scene("Jim Diana", {"Jim": "b4 y4 r5"}).roll("blue yellow red").keep()
    game.does("Jim", Guess(1, 12)).guess("Diana", 10, right=True)
    assert game.answer("Jim") == ("wrong", [(0, 11), (13, 21)])


def test_the_smallest_wheel_at_the_edge_leaves_one_range(scene: Any) -> None:
    game = scene("Jim Diana", {"Jim": "b4 y4 r5"}).roll("blue yellow red").keep()
    game.does("Jim", Guess(1, 0)).guess("Diana", 10, right=True)
    assert game.answer("Jim") == ("wrong", [(1, 21)])


@pytest.mark.clause("LC-31")
def test_a_wheel_can_be_taken_once_a_round(scene: Any) -> None:  # LC-08
    game = scene("Jim Diana").roll("blue yellow red").keep().does("Jim", Guess(7, 3))
    assert "taken" in game.refused("Diana", Guess(7, 5))
    assert not game.refused("Diana", Guess(5, 5))


@pytest.mark.clause("LC-46", "LC-49", "LC-52")
def test_a_shown_stone_is_written_back_into_earlier_rows(scene: Any) -> None:  # LC-09, LC-10
    """Jim has purple 2 and yellow 1; two rounds later he knows that purple counted 4 in the first."""
    others = {"Yvonne": "p1 y0", "Diana": "p3 y3", "Chris": "p4 y6"}
    game = scene("Jim Yvonne Diana Chris", {"Jim": "p2 y1 g5 k5", **others})
    game.roll("purple purple yellow").keep().does("Jim", Guess(5, 1))
    for name, size in (("Yvonne", 10), ("Diana", 7), ("Chris", 4)):
        game.guess(name, size, right=True)
    assert game.answer("Jim") == ("right", [(1, 5)])
    game.roll("purple green pink").keep()
    while game.truth.phase == codes.GUESSING:
        name = game.turn()
        game.guess(name, {"Jim": 2, "Yvonne": 10, "Diana": 7, "Chris": 4}[name], right=name != "Jim")
    game.does("Jim", Exchange("purple"), draws=6)
    first, second = (row.guesses[0] for row in game.view("Jim").notebook.rows)
    assert [(note.colour, note.number, note.times) for note in first.known] == [("purple", 2, 2)]
    assert first.known_sum == 4
    assert [(note.number, note.times) for note in second.known] == [(2, 1)]
    seen = game.view("Jim").picture().seen[2]
    assert [number for number in range(8) if seen[number] is None] == [0, 5, 6, 7]  # 5, 6, 7 are possible again
    assert game.truth.pile(2) == 2


def test_a_stone_drawn_later_is_not_written_into_rows_before_it(scene: Any) -> None:
    game = scene("Jim Yvonne", {"Jim": "p2 y1 r0"}).roll("purple yellow red").keep()
    game.guess("Jim", 2, right=False).guess("Yvonne", 10, right=True).does("Jim", Exchange("purple"), draws=3)
    game.roll("purple blue red").keep()
    for _ in range(2):
        game.guess(game.turn(), {"Jim": 2, "Yvonne": 10}[game.turn()], right=game.turn() == "Yvonne")
    game.does("Jim", Exchange("purple"))
    first, second = (row.guesses[0].known for row in game.view("Jim").notebook.rows)
    assert [note.number for note in first] == [2]
    assert [note.number for note in second] == [3]


def write_finals(game: Any, guesses: dict[str, dict[str, tuple[int, ...]]]) -> None:
    """Everyone writes; nothing where nothing is said."""
    while game.truth.phase == codes.WRITING:
        seat = game.table.to_act[0]
        name = game.names[seat]
        colour = GAME.say(game.truth, seat, codes.WRITE).colour
        game.does(name, Write(colour, guesses.get(name, {}).get(colour, ())))


def last_round(game: Any) -> Any:
    """Plays a last round in which nobody moves: all miss, and there is nothing to exchange."""
    game.roll("blue yellow green").keep()
    while game.truth.phase == codes.GUESSING:
        free = next(wheel for wheel in range(7) if not game.truth.taken >> wheel & 1)
        game.guess(game.turn(), game.truth.parts.sizes[free], right=False)
    return game


DIANA = "b1 y1 p1 g1 k1 r1"
HITS = {"blue": (1, 2), "yellow": (1,), "purple": (0, 1), "green": (1, 2, 3), "pink": (1,), "red": (4,)}


@pytest.mark.clause("LC-54", "LC-55", "LC-61")
def test_dianas_final_guesses_are_worth_13_in_one_move(scene: Any) -> None:  # LC-12
    game = scene("Diana Jim", {"Diana": DIANA}, stacks={3: "Diana", 40: "Jim"}, round=10, piles={})
    write_finals(last_round(game), {"Diana": HITS})
    assert game.space("Diana") == 3 + 2 + 5 + 2 + 1 + 5 - 2
    picture = game.view("Jim").picture()
    assert picture.totals == [13, -12]
    assert [final.points for final in picture.finals[0]] == [2, 5, 2, 1, 5, -2]
    assert picture.places == [2, 1]


@pytest.mark.clause("LC-56", "LC-58")
def test_nothing_written_costs_12(scene: Any) -> None:  # LC-13
    game = scene("Diana Jim", {"Diana": DIANA}, stacks={3: "Diana", 40: "Jim"}, round=10, piles={})
    write_finals(last_round(game), {})
    assert game.space("Diana") == -9


def offered(scene: Any, **more: Any) -> Any:
    game = scene("Jim Diana Zoe", {"Diana": "p1"}, round=6, deadly_shortcut=True, **more)
    return game.roll("purple purple blue")


@pytest.mark.clause("LC-66", "LC-67", "LC-68", "LC-73", "LC-74")
def test_diana_takes_the_token_that_jim_left(scene: Any) -> None:  # LC-14
    game = offered(scene).leave()
    assert game.turn() == "Diana"
    game.does("Diana", Take((1, 2)))
    assert game.turn() == "Jim"  # Zoe is not asked; the roller may still turn a die
    assert not game.refused("Jim", Turn(0, "green"))
    assert [token.by for token in game.view("Zoe").picture().tokens] == [None, None, 1, None, None, None]
    assert game.view("Zoe").picture().finals[1][2].numbers is None
    assert game.view("Diana").picture().finals[1][2].numbers == [1, 2]
    game.keep()
    for name, size in (("Jim", 10), ("Diana", 7), ("Zoe", 5)):
        game.guess(name, size, right=True)
    assert all(token.gone or token.by == 1 for token in game.view("Jim").picture().tokens)
    game.roll("yellow yellow red")  # LC-15: round 7 of 9, the tokens are gone
    assert game.truth.phase == codes.TURNING


@pytest.mark.parametrize(
    ("numbers", "stone", "points"),
    [((1, 2), 1, 4), ((1, 2), 3, -4), ((1,), 1, 10), ((1,), 3, -4), ((0, 1, 2), 1, 2), ((0, 1, 2), 3, -4)],
)
@pytest.mark.clause("LC-69", "LC-70")
def test_a_token_doubles_the_final_guess(
    scene: Any, numbers: tuple[int, ...], stone: int, points: int
) -> None:  # LC-16, LC-35
    """Diana holds purple 1 when she takes the token, and perhaps exchanges it later: the stone at the end counts."""
    game = offered(scene, stacks={0: "Jim", 1: "Diana", 2: "Zoe"}, piles={"purple": 1}).leave()
    game.does("Diana", Take(numbers)).keep()
    for name, size in (("Jim", 10), ("Diana", 7), ("Zoe", 5)):
        game.guess(name, size, right=name != "Diana" or stone == 1)
    if stone != 1:
        game.does("Diana", Exchange("purple"), draws=3)
    for _ in range(3):
        last_round(game)
        game.exchange_all()
    write_finals(game, {})
    purple = game.view("Jim").picture().finals[1][2]
    assert (purple.fixed, purple.points) == (True, points)


def test_a_fixed_colour_is_not_written_again(scene: Any) -> None:
    game = offered(scene, piles={}).leave().does("Diana", Take((1,))).keep()
    for name, size in (("Jim", 10), ("Diana", 7), ("Zoe", 5)):
        game.guess(name, size, right=True)
    for _ in range(3):
        last_round(game)
    game.does("Diana", Write("blue", ())).does("Diana", Write("yellow", (3, 4)))
    assert game.refused("Diana", Write("purple", (7,)))
    assert {action.colour for action in game.view("Diana").legal()} == {"green"}


@pytest.mark.clause("LC-72")
def test_a_roller_who_takes_the_token_turns_no_die(scene: Any) -> None:  # LC-17
    game = offered(scene).does("Jim", Take((4,)))
    assert game.truth.phase == codes.GUESSING
    game = scene("Jim Diana", deadly_shortcut=True, introductory=True).roll("blue blue red").does("Jim", Take((4,)))
    assert game.truth.phase == codes.RECOLOURING
    assert {(action.die, action.colour) for action in game.view("Jim").legal()} == {
        (2, colour) for colour in ("blue", "yellow", "purple", "green", "pink")
    }


@pytest.mark.clause("LC-11", "LC-27", "LC-IT-5")
def test_red_dice_are_turned_in_the_introductory_game(scene: Any) -> None:  # LC-18
    game = scene("Jim Diana", introductory=True).roll("red blue red")
    assert game.refused("Jim", Turn(0, "red"))
    assert game.refused("Jim", Keep())
    assert game.refused("Jim", Turn(2, "blue"))  # the first red die first
    game.does("Jim", Turn(0, "green")).does("Jim", Turn(2, "green"))
    assert game.truth.phase == codes.GUESSING


def test_two_red_dice_offer_no_token_in_the_introductory_game(scene: Any) -> None:
    game = scene("Jim Diana", introductory=True, deadly_shortcut=True).roll("red red blue")
    assert game.truth.phase == codes.RECOLOURING
    game.does("Jim", Turn(0, "blue")).does("Jim", Turn(1, "blue"))  # a pair of one's own making neither
    assert game.truth.phase == codes.GUESSING


@pytest.mark.clause("LC-26")
def test_a_die_is_not_turned_to_what_it_shows(scene: Any) -> None:
    game = scene("Jim Diana").roll("red blue red")
    assert game.refused("Jim", Turn(0, "red"))
    assert len(game.view("Jim").legal()) == 1 + 3 * 5


# ---- the curse ----


def check(game: Any, **guesses: tuple[int, bool]) -> Any:
    """Everybody guesses in this order: a wheel, and whether it is right."""
    game.roll("blue yellow green").keep()
    for name, (size, right) in guesses.items():
        assert game.turn() == name
        game.guess(name, size, right=right)
    return game


@pytest.mark.clause("LC-05", "LC-75", "LC-76", "LC-85")
def test_diana_reaches_9_and_takes_the_curse(scene: Any) -> None:  # LC-19
    game = scene("Yvonne Jim Diana", stacks={0: "Yvonne", 1: "Jim", 5: "Diana"}, curse=True)
    check(game, Yvonne=(10, True), Jim=(7, True), Diana=(2, True))
    assert game.space("Diana") == 9
    assert game.cursed() == "Diana"


FOUR = "Yvonne Jim Chris Diana"


@pytest.mark.parametrize(("start", "end"), [(7, {2: "Yvonne", 3: "Jim", 10: "Diana", 11: "Chris"}),
                                            (6, {2: "Yvonne", 3: "Jim", 10: "Chris Diana"}),
                                            (8, {2: "Yvonne", 3: "Jim", 10: "Diana", 12: "Chris"})])  # fmt: skip
@pytest.mark.clause("LC-77", "LC-78", "LC-79")
def test_cursed_diana_gains_by_misses_and_pays_for_her_own(
    scene: Any, start: int, end: dict[int, str]
) -> None:  # LC-20, LC-21
    stacks = {2: "Yvonne", 3: "Jim", start: "Chris", 9: "Diana"}
    game = scene(FOUR, stacks=stacks, cursed="Diana", curse=True)
    check(game, Yvonne=(7, False), Jim=(5, False), Chris=(2, True), Diana=(10, False))
    assert game.stacks() == end
    game.exchange_all()
    assert game.cursed() == "Chris"
    assert len(game.view("Jim").notebook.rows[-1].swaps) == 3  # Diana exchanges too


@pytest.mark.clause("LC-81")
def test_the_curse_leaves_when_chris_stands_on_14(scene: Any) -> None:  # LC-22
    stacks = {2: "Yvonne", 3: "Jim", 9: "Diana", 10: "Chris"}
    game = scene("Yvonne Jim Diana Chris", stacks=stacks, cursed="Chris", curse=True)
    check(game, Yvonne=(10, True), Jim=(7, True), Diana=(5, True), Chris=(2, True))
    assert game.space("Chris") == 14
    assert game.view("Jim").picture().curse.gone


def test_only_misses_after_the_curse_was_taken_count(scene: Any) -> None:  # LC-23
    stacks = {3: "Anna", 4: "Ben", 5: "Cleo", 6: "Dora"}
    game = scene("Anna Ben Cleo Dora", stacks=stacks, curse=True)
    check(game, Anna=(2, True), Ben=(10, False), Cleo=(3, True), Dora=(7, False))
    assert (game.space("Anna"), game.space("Cleo")) == (9, 8)
    game.exchange_all()
    assert game.cursed() == "Anna"


@pytest.mark.clause("LC-45", "LC-80", "LC-FR-2")
def test_the_track_as_it_stands_orders_the_exchanges(scene: Any) -> None:  # LC-24
    stacks = {2: "Anna", 5: "Cleo", 8: "Ben", 9: "Dora"}
    game = scene("Anna Cleo Ben Dora", stacks=stacks, cursed="Dora", curse=True)
    check(game, Anna=(10, True), Cleo=(2, True), Ben=(7, False), Dora=(5, False))
    assert game.stacks() == {3: "Anna", 8: "Ben Dora", 9: "Cleo"}
    assert game.turn() == "Dora"
    game.does("Dora", Exchange("blue"))
    assert game.turn() == "Ben"
    game.does("Ben", Exchange("blue"))
    assert game.cursed() == "Cleo"


@pytest.mark.clause("LC-82", "LC-84")
def test_a_curse_once_taken_stays_with_the_leader_below_7(scene: Any) -> None:  # LC-25
    game = scene("Anna Ben", stacks={1: "Anna", 6: "Ben"}, cursed="Ben", curse=True)
    check(game, Anna=(10, True), Ben=(2, False)).exchange_all()
    assert game.stacks() == {2: "Anna Ben"}
    assert game.cursed() == "Anna"  # the bottom piece leads


@pytest.mark.clause("LC-83")
def test_the_last_round_is_free_of_the_curse(scene: Any) -> None:  # LC-26
    stacks = {2: "Yvonne", 3: "Jim", 7: "Chris", 9: "Diana"}
    game = scene(FOUR, stacks=stacks, cursed="Diana", round=7, curse=True)
    check(game, Yvonne=(10, True), Jim=(7, True), Chris=(5, True), Diana=(4, True))
    assert (game.truth.round, game.cursed()) == (8, None)
    assert game.view("Jim").picture().curse.gone


@pytest.mark.clause("LC-IT-3")
def test_a_curse_that_nobody_took_leaves_too(scene: Any) -> None:
    game = scene("Anna Ben", stacks={1: "Anna", 3: "Ben"}, round=9, curse=True)
    check(game, Anna=(10, True), Ben=(7, True))
    assert game.view("Anna").picture().curse.gone


@pytest.mark.parametrize(("start", "gone"), [(10, False), (11, True)])
@pytest.mark.clause("LC-81")
def test_the_curse_leaves_on_13_not_on_12(scene: Any, start: int, gone: bool) -> None:  # LC-33
    game = scene("Anna Ben", stacks={1: "Anna", start: "Ben"}, cursed="Ben", curse=True)
    check(game, Anna=(10, True), Ben=(7, True))
    assert game.view("Anna").picture().curse.gone is gone


def test_a_piece_that_fell_back_from_13_keeps_the_curse_in_the_game(scene: Any) -> None:  # LC-34
    game = scene("Anna Ben", stacks={1: "Anna", 12: "Ben"}, cursed="Ben", curse=True)
    check(game, Anna=(7, False), Ben=(10, False)).exchange_all()
    assert game.space("Ben") == 12
    assert game.cursed() == "Ben"


def test_a_cursed_piece_can_fall_below_0(scene: Any) -> None:  # LC-37
    game = scene("Anna Ben", stacks={0: "Anna", 1: "Ben"}, cursed="Ben", curse=True)
    check(game, Anna=(10, True), Ben=(7, False))
    assert game.space("Ben") == -1


def test_from_6_to_13_in_one_round(scene: Any) -> None:  # LC-38
    game = scene("Anna Ben", stacks={6: "Anna", 8: "Ben"}, curse=True)
    game.roll("blue yellow green").keep().guess("Anna", 1, right=True).guess("Ben", 2, right=False)
    assert game.space("Anna") == 13
    assert game.truth.curse == 0  # taken at once ...
    game.exchange_all()
    assert game.view("Anna").picture().curse.gone  # ... and gone at the end of the round


# ---- exchanges ----


@pytest.mark.clause("LC-48", "LC-IT-4")
def test_nobody_exchanges_when_all_piles_are_empty(scene: Any) -> None:  # LC-27
    game = check(scene("Anna Ben", piles={}), Anna=(10, False), Ben=(7, False))
    assert (game.truth.round, game.truth.phase) == (2, codes.ROLLING)


@pytest.mark.clause("LC-48", "LC-IT-4")
def test_the_last_stone_goes_to_the_first_who_must_exchange(scene: Any) -> None:  # LC-28
    game = check(scene("Anna Ben", piles={"green": 1}), Anna=(10, False), Ben=(7, False))
    assert game.view("Anna").legal() == [Exchange("green")]
    assert "green" not in game.refused("Anna", Exchange("blue"))
    assert "blue" in game.refused("Anna", Exchange("blue"))
    game.does("Anna", Exchange("green"))
    assert (game.truth.round, game.truth.phase) == (2, codes.ROLLING)


def test_the_exchange_takes_place_in_the_last_round_too(scene: Any) -> None:  # LC-36
    game = check(scene("Anna Ben", round=10), Anna=(10, False), Ben=(7, True))
    assert game.turn() == "Anna"
    game.does("Anna", Exchange("red"))
    assert game.truth.phase == codes.WRITING


@pytest.mark.clause("LC-19", "LC-47", "LC-50")
def test_the_owner_does_not_see_the_stone_drawn(scene: Any) -> None:  # LC-39
    game = check(scene("Anna Ben Cleo"), Anna=(10, False), Ben=(7, True), Cleo=(5, True))
    game.does("Anna", Exchange("red"), draws=0)
    told = {name: GAME.say(*before_draw(game, name)) for name in ("Anna", "Ben", "Cleo")}
    assert told["Anna"] == Draw(0, "red", None)
    assert told["Ben"] == told["Cleo"] == Draw(0, "red", 0)
    assert game.view("Anna").picture().logs[0].numbers == [None] * 6
    assert game.view("Ben").picture().logs[0].numbers[5] == 0
    assert game.table.look(AUDIENCE).picture().logs[0].numbers[5] is None
    for eye in (0, 1, 2, AUDIENCE):
        swap = game.table.look(eye).notebook.rows[-1].swaps[-1]
        assert swap.number == 7  # what was laid open is open to all


def before_draw(game: Any, name: str) -> tuple[Any, int, int]:
    """Her view just before the stone was drawn, and what she was then told."""
    view = game.view(name)
    again = GAME.start(view.setting)
    for by, code in view.moves[:-1]:
        again.apply(by, code)
    return again, *view.moves[-1]


# ---- length, set-up, the three dice ----


@pytest.mark.parametrize(("names", "rounds"), [("A B", 10), ("A B C", 9), ("A B C D", 8)])
@pytest.mark.clause("LC-23", "LC-53")
def test_rounds_by_number_of_players(scene: Any, names: str, rounds: int) -> None:  # LC-29
    game = scene(names)
    while game.truth.phase != codes.WRITING:
        last_round(game)
        game.exchange_all()
    assert len(game.view("A").notebook.rows) == rounds


@pytest.mark.clause("LC-01", "LC-12", "LC-20")
def test_two_neutral_logs_with_two_players(scene: Any) -> None:  # LC-31
    game = scene("Anna Ben")
    before = [game.view("Anna").picture().logs[log].numbers for log in (2, 3)]
    assert before == [game.view("Ben").picture().logs[log].numbers for log in (2, 3)]
    assert all(number is not None for numbers in before for number in numbers)
    while game.truth.phase != codes.WRITING:
        last_round(game)
        game.exchange_all()
    assert before == [game.view("Anna").picture().logs[log].numbers for log in (2, 3)]
    assert [log.owner for log in game.view("Ben").picture().logs] == [0, 1, None, None]


@pytest.mark.clause("LC-04", "LC-65")
def test_three_of_a_kind_offer_one_token(scene: Any) -> None:  # LC-32
    game = scene("Anna Ben", deadly_shortcut=True).roll("purple purple purple")
    assert game.view("Ben").picture().choice.colour == "purple"
    assert game.view("Ben").picture().rows[-1].token == "purple"
    game.leave().leave()
    assert game.truth.phase == codes.TURNING
    assert not game.view("Ben").picture().tokens[2].gone
    assert game.view("Ben").picture().rows[-1].token_by is None


def test_no_number_is_no_token_guess(scene: Any) -> None:
    game = scene("Anna Ben", deadly_shortcut=True).roll("purple purple purple")
    assert game.refused("Anna", Take(()))
    assert game.refused("Anna", Take((1, 2, 3, 4)))
    assert game.refused("Anna", Take((1, 8)))
    assert not game.refused("Anna", Take((1, 7)))
    assert len(game.view("Anna").legal()) == 92 + 1
    game = scene("Anna Ben", deadly_shortcut=True, x_race=True).roll("purple purple purple")
    assert not game.refused("Anna", Take((1, 8)))
    assert len(game.view("Anna").legal()) == 129 + 1


@pytest.mark.clause("LC-71", "LC-IT-2")
def test_the_tokens_come_before_the_die_is_turned(scene: Any) -> None:
    game = scene("Anna Ben", deadly_shortcut=True).roll("purple green green").leave().leave()
    game.does("Anna", Turn(1, "purple"))  # a new pair offers nothing
    assert game.truth.phase == codes.GUESSING


@pytest.mark.parametrize(
    ("anna", "ben", "stack", "winner"),
    [(8, 6, {18: "Anna Ben"}, "Anna"), (2, 0, {12: "Ben Anna"}, "Ben"), (1, -1, {11: "Anna Ben"}, "Anna")],
)
@pytest.mark.clause("LC-57", "LC-59", "LC-60")
def test_a_shared_space_at_the_end(
    scene: Any, anna: int, ben: int, stack: dict[int, str], winner: str
) -> None:  # LC-30, T7, T8, T9
    def six(total: int) -> tuple[int, ...]:
        """What six final guesses of this total are worth one by one."""
        return next(row for row in combinations_with_replacement((5, 2, 1, -2), 6) if sum(row) == total)

    game = scene("Anna Ben", {"Anna": DIANA, "Ben": "b2 y2 p2 g2 k2 r2"}, {10: "Anna", 12: "Ben"}, round=10, piles={})
    last_round(game)
    colours = list(HITS)
    own = {name: dict(zip(colours, six(total), strict=True)) for name, total in (("Anna", anna), ("Ben", ben))}
    real = {"Anna": 1, "Ben": 2}
    guesses = {
        name: {
            colour: () if worth == -2 else tuple(sorted((real[name], *{5: (), 2: (7,), 1: (6, 7)}[worth])))
            for colour, worth in worths.items()
        }
        for name, worths in own.items()
    }
    write_finals(game, guesses)
    assert game.stacks() == stack
    assert game.names[game.table.places().index(1)] == winner
    assert game.table.places() == ([1, 2] if winner == "Anna" else [2, 1])


def test_the_answer_is_forced_on_the_truth_and_open_on_the_own_view(scene: Any) -> None:
    game = scene("Jim Diana", {"Jim": "b4 y4 r5"}).roll("blue yellow red").keep()
    game.happens(0, Guess(7, 3))
    game.happens(1, Guess(1, 3))
    assert odds_of(game.truth) == ([codes.ANSWER + codes.HIGHER], [1])
    assert odds_of(game.position(1))[0] == [codes.ANSWER + codes.HIGHER]
    every = [codes.ANSWER + answer for answer in (codes.RIGHT, codes.LOWER, codes.HIGHER)]
    assert odds_of(game.position(0))[0] == every
    assert odds_of(game.position(AUDIENCE))[0] == every
    game.happens_code(TABLE, codes.ANSWER + codes.HIGHER)
    assert odds_of(game.position(1))[0] == [codes.ANSWER + codes.RIGHT, codes.ANSWER + codes.WRONG]


def test_leaving_a_token_that_is_not_on_offer(scene: Any) -> None:
    game = scene("Jim Diana").roll("blue yellow red")
    assert game.refused("Jim", Leave())
