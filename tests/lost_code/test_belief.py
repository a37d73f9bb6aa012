"""What the sheet can know is what trying every code against the rules themselves gives."""

import os
from itertools import product
from random import Random

import pytest
from lost_code.tables import (
    JIM,
    PURPLE,
    SETTINGS,
    WHEELS,
    YELLOW,
    jim_hears_of_purple_and_yellow,
    jims_table,
    some_table,
)

from tepui.core.position import TABLE, odds_of
from tepui.core.table import Table
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.actions import COLOURS, Exchange, Guess, Keep
from tepui.games.lost_code.belief import LostCodeBelief
from tepui.games.lost_code.coach import help


def by_brute_force(table: Table, seat: int) -> set[tuple[int, ...]]:
    """Every code with which the whole game, played again by the rules, looks the same to this seat.

    The present stones came in some deal or draw; each such move is replaced, the answers to this seat
    must still be the ones on offer, and nothing else may be impossible.
    """
    colours = table.truth.parts.colours
    came: dict[int, int] = {}  # by colour: the move that brought the present stone
    replayed = Table(GAME, table.setting)
    for number, (by, code) in enumerate(table.moves):
        if by == TABLE and codes.STONE <= code < codes.STONE_HIDDEN and replayed.truth.who == seat:
            came[replayed.truth.colour] = number
        replayed.replay(by, code)
    unseen = [
        [number for number in range(9) if table.look(seat).position.covered >> 9 * colour + number & 1]
        for colour in range(colours)
    ]
    return {code for code in product(*unseen) if looks_the_same(table, seat, came, code)}


def looks_the_same(table: Table, seat: int, came: dict[int, int], code: tuple[int, ...]) -> bool:
    stones = {move: codes.STONE + code[colour] for colour, move in came.items()}
    truth = GAME.start(table.setting)
    for number, (by, action) in enumerate(table.moves):
        if (
            by == TABLE
            and codes.ANSWER <= action < codes.UNCOVER
            and truth.who == seat
            and odds_of(truth)[0] != [action]
        ):
            return False
        truth.apply(by, stones.get(number, action))
    return True


EACH = int(os.environ.get("TEPUI_POSITIONS", "48")) // len(SETTINGS)  # of every setting; the long form asks for 10,000


@pytest.mark.once
@pytest.mark.parametrize(("seats", "options"), SETTINGS)
@pytest.mark.clause("LC-21", "LC-22")
def test_belief_is_what_trying_every_code_gives(seats: int, options: dict[str, bool]) -> None:
    for number in range(EACH):
        compare(Random(f"{seats} {options} {number}"), seats, options)


def compare(rng: Random, seats: int, options: dict[str, bool]) -> None:
    table = some_table(rng, seats, options, rng.randrange(70, 130))
    seat = rng.randrange(seats)
    belief = LostCodeBelief(table.view(seat))
    expected = by_brute_force(table, seat)
    assert belief.worlds() == len(expected)
    assert tuple(table.truth.stone(seat, colour) for colour in range(belief.parts.colours)) in expected
    for colour, shares in enumerate(belief.marginals()):
        for number, share in enumerate(shares):
            assert share == pytest.approx(sum(code[colour] == number for code in expected) / len(expected))
    dice = [rng.randrange(belief.parts.colours) for _ in range(3)]
    sums = belief.sums(dice)
    assert sums == [sum(sum(code[die] for die in dice) == total for code in expected) for total in range(25)]
    assert belief.sample(rng) in expected


def test_jim_crosses_out_purple_5_6_and_7() -> None:
    """LC-09: 2p + y is 1 to 5, and what the others hold is seen."""
    table = jims_table([0, 3, 6])
    jim_hears_of_purple_and_yellow(table)
    belief = LostCodeBelief(table.view(JIM))
    assert belief.candidates(PURPLE) == [0, 2]
    assert belief.candidates(YELLOW) == [1, 2, 4, 5]


@pytest.mark.parametrize(("yellows", "left"), [([0, 3, 6], [1]), ([2, 3, 6], [0, 1])])
def test_jims_old_purple_tells_him_his_yellow(yellows: list[int], left: list[int]) -> None:
    """LC-10, LC-11: the purple stone that leaves was a 2, so 4 + y was 1 to 5."""
    table = jims_table(yellows)
    jim_hears_of_purple_and_yellow(table)
    table.play(table.to_act[0], Keep())
    while table.truth.phase == codes.GUESSING:
        seat = table.to_act[0]
        table.play(seat, Guess(wheel=1, low=21) if seat == JIM else Guess(wheel=WHEELS[seat], low=0))
    before = LostCodeBelief(table.view(JIM))
    while table.to_act[0] != JIM:
        table.play(table.to_act[0], Exchange("red"))
    table.play(JIM, Exchange("purple"))
    belief = LostCodeBelief(table.view(JIM))
    assert belief.candidates(YELLOW) == left
    assert belief.candidates(PURPLE) == [0, 5, 6, 7]  # a fresh stone: 5, 6 and 7 are possible again, 2 is gone
    assert before.candidates(PURPLE) == [0, 2]
    then = table.view(JIM).past(60)
    assert LostCodeBelief(then).worlds() != belief.worlds()


def test_the_best_final_guess_follows_the_odds() -> None:
    """Spec 10: EV = 7p - 2, 4(p + q) - 2, 3(p + q + r) - 2; one beats two only if 3p > 4q."""
    belief = LostCodeBelief(jims_table([0, 3, 6]).view(JIM))
    assert belief.final_for([0, 0, 1.0, 0, 0, 0, 0, 0]) == ([2], 5)
    assert belief.final_for([0.2, 0.2, 0.2, 0.2, 0.2, 0, 0, 0]) == ([0, 1, 2], pytest.approx(9 / 5 - 2))
    assert belief.final_for([0, 0, 0, 0.5, 0, 0, 0.5, 0]) == ([3, 6], 2)
    assert belief.final_for([0, 0.6, 0.4, 0, 0, 0, 0, 0]) == ([1], pytest.approx(2.2))


def between_discard_and_draw() -> Table:
    """A game played again up to the moment when Jim's old blue stone lies open and no new one is drawn."""
    table = some_table(Random(3), 4, {}, 400)
    past = Table(GAME, table.setting)
    for by, code in table.moves:
        if past.truth.phase == codes.DRAWING and past.truth.who == JIM:
            return past
        past.replay(by, code)
    raise AssertionError("Jim never exchanged a stone")


def test_between_discard_and_draw_the_next_stone_is_any_unseen_one() -> None:
    table = between_discard_and_draw()
    view, colour = table.view(JIM), int(table.truth.colour)
    belief = LostCodeBelief(view)
    unseen = [number for number in range(8) if view.position.covered >> 9 * colour + number & 1]
    assert len(unseen) > 1
    assert belief.candidates(colour) == unseen
    assert belief.marginals()[colour] == [1 / len(unseen) if number in unseen else 0 for number in range(8)]


def test_a_cross_on_a_stone_that_has_left_is_no_contradiction() -> None:
    table = between_discard_and_draw()
    colour = COLOURS[table.truth.colour]
    shown = help.shown(table.view(JIM), "referee", {"cells": {f"{colour} {n}": "x" for n in range(8)}})
    assert shown is not None and not shown.clash and shown.empty == []
