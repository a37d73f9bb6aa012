"""The steady bot: its expectations are those of counting one by one, and it plays well in every setting."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from tepui.bots.contract import Bot, RandomBot, choose
from tepui.core import find
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import Exchange, Guess, Take, Turn
from tepui.games.lost_code.belief import the_game
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.steady import Steady

OPTIONS = ("introductory", "x_race", "deadly_shortcut", "curse")


def play(seats: int, options: dict[str, bool], bots: list[Bot], seed: int, until: int | None = None) -> Table:
    """A game (up to so many decisions) with these bots."""
    print(f"seed {seed}")
    rng = Random(seed)
    table = Table(GAME, GAME.setting(seats, options), lambda _, found, weights: rng.choices(found, weights)[0])
    decisions = 0
    while not table.over and decisions != until:
        seat = table.to_act[0]
        pick = choose(bots[seat], table.look(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
        decisions += 1
    return table


def test_jim_knows_what_the_example_says(scene: Any) -> None:  # LC-09, LC-10
    others = {"Yvonne": "p1 y0", "Diana": "p3 y3", "Chris": "p4 y6"}
    game = scene("Jim Yvonne Diana Chris", {"Jim": "p2 y1 g5 k5", **others})
    game.roll("purple purple yellow").keep().does("Jim", Guess(5, 1))
    for name, size in (("Yvonne", 10), ("Diana", 7), ("Chris", 4)):
        game.guess(name, size, right=True)
    game.roll("purple green pink")
    assert pairs(game.view("Jim")) == {(0, 1), (0, 2), (0, 4), (0, 5), (2, 1)}
    game.keep()
    while game.truth.phase == codes.GUESSING:
        name = game.turn()
        game.guess(name, {"Jim": 2, "Yvonne": 10, "Diana": 7, "Chris": 4}[name], right=name != "Jim")
    game.does("Jim", Exchange("purple"), draws=6)
    assert {yellow for _, yellow in pairs(game.view("Jim"))} == {1}
    assert {purple for purple, _ in pairs(game.view("Jim"))} == {0, 5, 6, 7}


def test_jim_is_less_sure_if_he_has_not_seen_yellow_0(scene: Any) -> None:  # LC-11
    others = {"Yvonne": "p1 y2", "Diana": "p3 y3", "Chris": "p4 y6"}
    game = scene("Jim Yvonne Diana Chris", {"Jim": "p2 y1 g5 k5", **others})
    game.roll("purple purple yellow").keep().does("Jim", Guess(5, 1))
    for name, size in (("Yvonne", 10), ("Diana", 7), ("Chris", 4)):
        game.guess(name, size, right=True)
    game.roll("purple green pink").keep()
    while game.truth.phase == codes.GUESSING:
        name = game.turn()
        game.guess(name, {"Jim": 2, "Yvonne": 10, "Diana": 7, "Chris": 4}[name], right=name != "Jim")
    game.does("Jim", Exchange("purple"), draws=6)
    assert {yellow for _, yellow in pairs(game.view("Jim"))} == {0, 1}


def pairs(view: View) -> set[tuple[int, int]]:
    """What purple and yellow can be together."""
    return {(code >> 8 & 15, code >> 4 & 15) for code in Expect(view).tables.codes}


def guess_value(expect: Expect, dice: list[int], wheel: int, low: int) -> float:
    """One setting counted code by code, without a table."""
    parts, eye, position = expect.parts, expect.eye, expect.position
    high = low + parts.sizes[wheel] - 1
    groups: dict[str, list[tuple[int, ...]]] = {}
    for packed in expect.tables.codes:
        code = tuple(packed >> 4 * colour & 15 for colour in range(expect.colours))
        total = sum(code[die] for die in dice)
        answer = "right" if low <= total <= high else "lower" if total < low else "higher"
        groups.setdefault("wrong" if wheel == 0 and answer != "right" else answer, []).append(code)
    value = 0.0
    for answer, those in groups.items():
        worth = [best_final(expect, [code[colour] for code in those], colour) for colour in range(expect.colours)]
        after = sum(worth)
        if answer == "right":
            after += parts.points[wheel]
        else:
            if position.curse == eye:
                after -= parts.points[wheel]
            if expect.open:
                after -= min(worth[colour] - expect.fresh[colour] for colour in expect.open)
        value += after * len(those) / expect.n
    return value


def best_final(expect: Expect, numbers: list[int], colour: int) -> float:
    shares = sorted((numbers.count(number) / len(numbers) for number in set(numbers)), reverse=True)
    worth = {1: 5, 2: 2, 3: 1}
    return max(sum(shares[:n]) * worth[n] - 2 * (1 - sum(shares[:n])) for n in (1, 2, 3))


@pytest.mark.parametrize("seed", range(4))
def test_a_guess_is_worth_what_counting_says(seed: int) -> None:
    table = play(3, {"curse": seed % 2 == 1}, [RandomBot()] * 3, seed, until=26 + seed)
    seat = table.truth.who  # type: ignore[attr-defined]
    expect = Expect(table.look(seat))
    dice = [0, 2, 2]
    values = expect.guess(dice)
    for wheel, low in ((0, 4), (1, 9), (3, 7), (5, 9), (6, 5)):
        assert values[wheel * codes.LOWS + low] == pytest.approx(guess_value(expect, dice, wheel, low))


def test_final_guesses_follow_the_odds() -> None:
    """One number beats two if 3 p1 > 4 p2 (section 10 of the specification)."""
    table = play(2, {}, [RandomBot()] * 2, 3, until=30)
    expect = Expect(table.look(0))
    shares = [n / expect.n for n in expect.tally[0]]
    one = max(expect.write(0, 1 << number) for number in range(8))
    assert one == pytest.approx(7 * max(shares) - 2)
    assert expect.write(0, 0) == -2
    assert expect.write(0, 0b111) == pytest.approx(3 * sum(shares[:3]) - 2)


def test_a_token_is_taken_for_what_is_known_and_left_for_what_is_not(scene: Any) -> None:
    for sure in (False, True):
        game = scene("Jim Diana", {"Jim": "p0 b0"}, deadly_shortcut=True)
        if sure:  # three purple dice make 0: the stone is a 0
            game.roll("purple purple blue").leave().leave().does("Jim", Turn(2, "purple"))
            game.does("Jim", Guess(1, 0)).guess("Diana", 10, right=True)
        game.roll("purple purple blue")
        if game.turn() == "Diana":
            game.leave()
        view = game.view("Jim")
        values = Steady().rank(view, 1.0, Random(1))
        best = view.legal()[values.index(max(values))]
        assert isinstance(best, Take) is sure


@pytest.mark.parametrize(("number", "chosen"), list(enumerate(product((False, True), repeat=4))))
def test_steady_beats_random_in_every_setting(number: int, chosen: tuple[bool, ...]) -> None:
    seats = 2 + number % 3
    bots: list[Bot] = [Steady(), *[RandomBot()] * (seats - 1)]
    table = play(seats, dict(zip(OPTIONS, chosen, strict=True)), bots, number)
    assert table.places()[0] == 1
    assert table.scores()[0] > 15


def test_a_bot_that_need_not_act_says_so() -> None:
    table = play(3, {}, [RandomBot()] * 3, 1, until=1)
    waiting = next(seat for seat in range(3) if seat not in table.to_act)
    assert Steady().rank(table.look(waiting), 1.0, Random(1)) is None


def test_the_bots_are_found() -> None:
    assert set(find.bots("lost-code")) >= {"random", "steady"}
    assert the_game(play(2, {}, [RandomBot()] * 2, 1, until=1).look(0)).round == 1
