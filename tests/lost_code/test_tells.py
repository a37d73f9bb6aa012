"""Keen: others' guesses tell what their own eyes would have made them do; all of it follows from one view alone."""

from __future__ import annotations

from math import log2
from random import Random
from statistics import mean

import pytest
from lost_code.tables import BLUE, SETTINGS, some_table

from tepui.bots.contract import Bot, RandomBot, choose
from tepui.core.table import Table
from tepui.games.lost_code import GAME, codes
from tepui.games.lost_code.belief import times_of
from tepui.games.lost_code.belief.worlds import Codes
from tepui.games.lost_code.bots.expect import Expect
from tepui.games.lost_code.bots.steady import Keen, Steady
from tepui.games.lost_code.bots.tells import FINE, Tell, Tells

WITHOUT_TOKENS = [setting for setting in SETTINGS if not setting[1]["deadly_shortcut"]]


def played(seats: int, options: dict[str, bool], bots: list[Bot], seed: str, rounds: int = 99) -> Table:
    """A game up to the guesses of a round (or the end)."""
    rng = Random(seed)
    table = Table(GAME, GAME.setting(seats, options), lambda occasion, offered, weights: rng.choice(offered))
    while not table.over and not (table.truth.round == rounds and table.truth.phase == codes.GUESSING):  # type: ignore[attr-defined]
        seat = table.to_act[0]
        pick = choose(bots[seat], table.view(seat), 1.0, rng)
        assert pick is not None
        table.pick(seat, pick)
    return table


def code_of(table: Table, seat: int, colours: list[int]) -> int:
    return sum(int(table.truth.stone(seat, colour)) << 4 * colour for colour in colours)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seats", "options"), WITHOUT_TOKENS[::2])
def test_with_my_true_code_their_thoughts_are_their_own(seats: int, options: dict[str, bool]) -> None:
    """What a tell computes for the stones that I really have is what the guesser computes from their own view."""
    rng = Random(f"tells {seats} {options}")
    compared = 0
    while compared < 6:
        table = some_table(rng, seats, options, rng.randrange(30, 130))
        if table.truth.phase != codes.GUESSING:
            continue
        theirs = table.to_act[0]
        mine = (theirs + 1) % seats
        expect = Expect(table.view(theirs))
        dice = [int(expect.position.die(die)) for die in range(3)]
        tell = Tell(table.view(mine), theirs, table.view(theirs).codes()[0])
        tell.chances(code_of(table, mine, tell.matters))
        values = expect.guess(dice)
        for code in table.view(theirs).codes():
            assert float(tell.ahead.values[code - codes.GUESS]) == pytest.approx(values[code - codes.GUESS])
        compared += 1


@pytest.mark.once
@pytest.mark.parametrize("seats", GAME.seats)
def test_my_true_code_is_likelier_than_others_if_they_play_steadily(seats: int) -> None:
    """Over some games: its weight is well above that of a code picked blindly, and it is never lost."""
    gained = []
    for number in range(6):
        table = played(seats, {}, [Steady()] * seats, f"steady {seats} {number}", 4)
        view = table.view(0)
        expect = Keen().expect(view)
        truth = sum(int(table.truth.stone(0, colour)) << 4 * colour for colour in range(6))  # type: ignore[attr-defined]
        weight = expect.tables.weights[list(expect.tables.codes).index(truth)]
        assert weight > 0
        gained.append(log2(weight / expect.n * len(expect.tables.codes)))
    assert mean(gained) > 1.0  # bits


def test_whoever_plays_anyhow_tells_nothing() -> None:
    table = played(2, {}, [Steady(), RandomBot()], "anyhow", 7)
    expect = Keen().expect(table.view(0))
    assert min(expect.tables.weights) > 0.9 * FINE


@pytest.mark.once
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_keen_thinks_follows_from_its_view_alone(seats: int) -> None:
    """Remembered from round to round, or thought anew from the moves that this seat saw: the same values."""
    rng = Random(seats)
    table = Table(GAME, GAME.setting(seats), lambda occasion, offered, weights: rng.choice(offered))
    bots = [Keen() for _ in range(seats)]
    while not table.over:
        seat = table.to_act[0]
        view = table.view(seat)
        values = bots[seat].rank(view, 1.0, Random(1))
        if rng.random() < 0.3:
            assert Keen().rank(view.past(len(view.moves)), 1.0, Random(2)) == values
        assert values is not None
        table.pick(seat, values.index(max(values)))


def test_one_keen_may_sit_at_two_tables() -> None:
    """A game that does not go on from the remembered one is thought from its beginning."""
    bot = Keen()
    one, other = (played(2, {}, [Steady()] * 2, seed, 5) for seed in ("one", "other"))
    seats = [table.to_act[0] for table in (one, other)]
    alone = [Keen().rank(table.view(seat), 1.0, Random(1)) for table, seat in zip((one, other), seats, strict=True)]
    for _ in range(2):
        for table, seat, values in zip((one, other), seats, alone, strict=True):
            assert bot.rank(table.view(seat), 1.0, Random(1)) == values


def test_a_stone_that_left_is_seen_as_it_was() -> None:
    """Their guess was made before my exchange: my old stone counts, not the one that came."""
    for number in range(40):
        table = played(2, {}, [RandomBot(), Steady()], f"left {number}", 4)
        view = table.view(0)
        tells = Tells(view)
        tells.hear(view)
        for tell in tells.found:
            for colour in tell.matters:
                left = [gone for gone in view.notebook.gone[0] if gone.colour == "blue" and gone.round >= tell.round]
                if colour == BLUE and left:
                    stones, known = tells.seen_then(view, tell)
                    assert known & 15 == left[0].number and not stones & 15
                    return
    pytest.fail("choose other seeds")


@pytest.mark.parametrize("dice", [[0, 0, 1], [5, 5, 5], [0, 2, 4]])
def test_stones_that_nothing_counts_are_not_listed_but_count(dice: list[int]) -> None:
    """After one round: every setting is worth the same as with all codes listed and weighed alike."""
    table = played(3, {}, [Steady()] * 3, "free", 2)
    expect = Expect(table.view(table.to_act[0]))
    alike = Expect(table.view(table.to_act[0]))
    alike.weigh([7] * alike.n)
    assert 0 < expect.codes.list_bound(times_of(dice), 1 << 16) <= expect.n
    assert expect.guess(dice) == pytest.approx(alike.guess(dice))


def test_a_weight_of_two_is_two_codes() -> None:
    """Two stones that nothing counts, one with a number twice as likely."""
    table = played(2, {}, [Steady()] * 2, "weights", 3)
    view = table.view(table.to_act[0])
    expect = Expect(view)
    stones = [[code >> 4 * colour & 15 for colour in range(6)] for code in expect.tables.codes]
    lowest = min(code[0] for code in stones)
    expect.weigh([1 + (code[0] == lowest) for code in stones])
    doubled = stones + [code for code in stones if code[0] == lowest]
    assert expect.n == len(doubled)
    for colour in range(6):
        assert expect.tally[colour] == [sum(code[colour] == number for code in doubled) for number in range(9)]
    sums = [sum(code[:3]) for code in doubled]
    expect.ahead.look(expect.codes, times_of([0, 1, 2]))
    assert int(expect.ahead.n) == expect.n
    hits = [sums.count(total) for total in range(22)]
    assert [int(expect.ahead.by_sum[total + 1]) for total in range(22)] == hits


@pytest.mark.once
@pytest.mark.parametrize("seats", GAME.seats)
def test_keen_plays_a_whole_game_with_all_options(seats: int) -> None:
    options = {option.name: True for option in GAME.options}
    table = played(seats, options, [Keen() for _ in range(seats)], f"all {seats}")
    assert min(table.scores()) > 0


@pytest.mark.once
def test_keen_beats_steady() -> None:
    """A few pairs; `tepui arena` plays a thousand."""
    difference = 0
    for number in range(4):
        for bots in ([Keen(), Steady()], [Steady(), Keen()]):
            one, other = played(2, {}, bots, f"pair {number}").scores()
            difference += one - other if isinstance(bots[0], Keen) else other - one
    assert difference > 0


def test_free_stones_are_those_in_no_row_and_on_no_die() -> None:
    notes = Codes(6)
    notes.counts(notes.row(0b1110), 2, 1)
    assert notes.free(times_of([0, 0, 4])) == 0b101010
