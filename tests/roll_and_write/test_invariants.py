"""What holds in every game, J-1 to J-12, checked move by move in games at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from roll_and_write.laid import numbers

from tepui.core.bits import bit, count
from tepui.core.playout import Rng, play_out
from tepui.core.position import TABLE, TABLE_BIT, legal_codes, odds_of, packed, zeros
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.parts_file import NAMES
from tepui.games.roll_and_write.picture import dice
from tepui.games.roll_and_write.rules import ACCELERATE, CHOOSE, OVER, PASS, RollAndWrite
from tepui.games.roll_and_write.sheet import ALL_BRIDGES, Sheet

GAMES = 12
TABLES = [(seats, together) for seats in GAME.seats for together in (False, True)]
BOUND = 73


def new(seats: int, together: bool = False) -> RollAndWrite:
    game = GAME.start(GAME.setting(seats, {"together": together}))
    assert isinstance(game, RollAndWrite)
    return game


def random_game(seats: int, together: bool, seed: int) -> Iterator[tuple[RollAndWrite, int, int, RollAndWrite]]:
    """Each move: the position before it, who, the code, and the position after."""
    print(f"seats {seats}, together {together}, seed {seed}")
    rng = Random(seed)
    game = new(seats, together)
    while who := game.to_act():
        before = game.clone()
        if who & TABLE_BIT:
            by, code = TABLE, rng.choice(odds_of(game)[0])
        else:
            by = rng.choice([seat for seat in range(seats) if who >> seat & 1])
            code = rng.choice(legal_codes(game, by))
        game.apply(by, code)
        yield before, by, code, game


def sheet_holds(sheet: Sheet) -> None:
    found = 0
    for colour, name in enumerate(NAMES):
        written = numbers(sheet, name)
        height = sheet.height(colour)
        assert written == sorted(written), "J-1: numbers never fall"
        assert len(written) == min(height, 9), "J-1, J-3: a top needs nine numbers"
        assert all(1 <= number <= 10 for number in written), "J-1"
        found += count(sheet.parts.artefacts >> 10 * colour & bit(height) - 1)
        assert bool(sheet.passed >> colour & 1) == (height >= 7), "a bridge is passed with box 7"
    assert sheet.artefacts == min(9, found), "J-4: artefact boxes filled and tops taken"
    assert bool(sheet.passed >> 6 & 1) == (sheet.artefacts >= 7)
    assert bool(sheet.passed >> 7 & 1) == (sheet.refusals >= 7)
    assert -680 <= sheet.score() <= 930, "J-11"


def grows(old: Sheet, new: Sheet) -> None:
    for colour, name in enumerate(NAMES):
        before, after = numbers(old, name), numbers(new, name)
        assert after[: len(before)] == before, "J-1: what is written stays"
        assert not old.circled(colour) or new.circled(colour), "J-2: a mark stays"
        if new.circled(colour) and not old.circled(colour):
            assert before == after == [], "J-2: marked only before the first number"
    assert new.artefacts >= old.artefacts
    assert new.refusals >= old.refusals


@pytest.mark.parametrize(("seats", "together"), TABLES)
@pytest.mark.clause("RW-21", "RW-25")
def test_j_1_to_4_and_11_sheets_stay_sound_and_only_grow(seats: int, together: bool):
    for seed in range(GAMES):
        for before, by, _, game in random_game(seats, together, seed):
            if by != TABLE:
                sheet_holds(game.sheets[by])
                grows(before.sheets[by], game.sheets[by])


@pytest.mark.parametrize(("seats", "together"), TABLES)
@pytest.mark.clause("RW-13", "RW-15", "RW-18")
def test_j_5_6_7_10_one_answer_a_turn_and_the_dice_that_are_left(seats: int, together: bool):
    arrows = count(new(seats).parts.arrows)
    for seed in range(GAMES):
        refusals = [0] * seats
        answers: dict[tuple[int, int], int] = {}
        accelerations: dict[tuple[int, int], int] = {}
        last_turn = 1
        for before, by, code, game in random_game(seats, together, seed):
            last_turn = before.turn
            if by == TABLE:
                continue
            if before.phase == ACCELERATE:
                accelerations[before.turn, by] = accelerations.get((before.turn, by), 0) + (code != PASS)
                assert accelerations[before.turn, by] <= arrows, "J-10"
                continue
            assert before.phase == CHOOSE
            answers[before.turn, by] = answers.get((before.turn, by), 0) + 1
            refusals[by] += code == PASS
            assert game.sheets[by].refusals == min(9, refusals[by]), "J-5"
            left = [die for die in dice(before) if not die.taken]
            if by == before.roller:
                assert len(left) == 6
            else:
                assert sorted(die.digit is None for die in left) == sorted([True, False] * (len(left) // 2)), "J-7"
                assert len(left) == (4 if before.taken else 6), "J-7"
        assert answers == {(t, seat): 1 for t in range(1, last_turn + 1) for seat in range(seats)}, "J-6"


@pytest.mark.parametrize(("seats", "together"), TABLES)
def test_j_8_and_12_bridges_pay_the_turn_of_their_first_passing_and_the_end_is_the_end(seats: int, together: bool):
    for seed in range(GAMES):
        due: dict[int, int] = {}  # bridge -> seats that passed it in its first turn
        passing = [0] * seats
        for before, by, _, game in random_game(seats, together, seed):
            if by != TABLE:
                passing[by] |= game.sheets[by].passed & ~before.sheets[by].passed
            if by != TABLE and game.turn == before.turn and game.phase != OVER:
                continue
            for b in range(8):
                who = sum(1 << seat for seat in range(seats) if passing[seat] >> b & 1)
                if who and b not in due:
                    due[b] = who
            passing = [0] * seats
            paid = {b: sum(1 << s for s in range(seats) if game.sheets[s].bonus >> b & 1) for b in range(8)}
            assert paid == {b: due.get(b, 0) for b in range(8)}, "J-8"
            over = len(due) == 8 or all(sheet.exhausted() for sheet in game.sheets)
            assert over == (game.phase == OVER), "J-12"
        assert game.phase == OVER


@pytest.mark.clause("RW-40")
def test_j_9_the_order_of_the_others_changes_nobodys_result():
    for seed in range(60):
        print("seed", seed)
        rng = Random(seed)
        game = new(4, together=True)
        for _ in range(rng.randrange(150)):  # somewhere into a game
            who = game.to_act()
            if who & TABLE_BIT:
                game.apply(TABLE, rng.choice(odds_of(game)[0]))
            elif who:
                seat = rng.choice([s for s in range(4) if who >> s & 1])
                game.apply(seat, rng.choice(legal_codes(game, seat)))
        while game.to_act() and count(game.to_act()) != 3:  # to the moment when three others owe
            who = game.to_act()
            if who & TABLE_BIT:
                game.apply(TABLE, rng.choice(odds_of(game)[0]))
            else:
                seat = rng.choice([s for s in range(4) if who >> s & 1])
                game.apply(seat, rng.choice(legal_codes(game, seat)))
        if not game.to_act():
            continue
        ends = set()
        for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]):
            twin = game.clone()
            for seat in order:
                own = Random(seed * 10 + seat)  # the same answers of this seat in every order
                turn = twin.turn
                while twin.turn == turn and twin.to_act() >> seat & 1:
                    twin.apply(seat, own.choice(legal_codes(twin, seat)))
            ends.add(packed(twin))
        assert len(ends) == 1


def stalling_turns(seats: int, seed: int) -> int:
    """Everyone tries to keep the game going: no bridge and no refusal while anything else is possible."""
    rng = Random(seed)
    game = new(seats)
    while who := game.to_act():
        if who & TABLE_BIT:
            game.apply(TABLE, rng.choice(odds_of(game)[0]))
            continue
        seat = next(s for s in range(seats) if who >> s & 1)
        options = []
        for code in legal_codes(game, seat):
            twin = game.clone()
            twin.apply(seat, code)
            old, after = game.sheets[seat], twin.sheets[seat]
            cost = 10 * count(after.passed & ~old.passed) + 8 * (after.refusals - old.refusals)
            cost += count(old.fits) - count(after.fits)  # keep room
            options.append((cost + 2 * (game.phase == ACCELERATE and code != PASS), rng.random(), code))
        game.apply(seat, min(options)[2])
    return game.turn


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_game_ends_within_73_turns_even_if_all_stall(seats: int):
    turns = [stalling_turns(seats, seed) for seed in range(20)]
    print("turns of stalling games, seeds 0 to 19:", turns)
    assert max(turns) <= BOUND
    assert max(turns) > 36, "these players do stall"


def test_random_games_end_within_the_bound_and_last_nine_turns_at_least():
    out, weights = zeros(256), zeros(256)
    for seed in range(300):
        game = new(1 + seed % 5, together=seed % 2 == 1)
        play_out(game, Rng(seed), out, weights)
        assert 9 <= game.turn <= BOUND, f"seed {seed}"
        assert game.bridges == ALL_BRIDGES or all(sheet.exhausted() for sheet in game.sheets), f"seed {seed}"


def test_the_bound_is_tight_a_lone_player_and_obliging_dice():
    """Six refusals, all 66 entries without an acceleration, then a seventh refusal is all that is left."""
    game = new(1)
    game.apply(TABLE, 0)

    def turn(colour: int, digit: int, code: int) -> None:
        for face in (colour, colour, colour, digit, digit, digit):
            game.apply(TABLE, face)
        game.apply(0, code)
        if game.phase == ACCELERATE:
            game.apply(0, PASS)

    for _ in range(6):
        turn(0, 0, PASS)
    for colour in range(6):
        for digit in (0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1):
            turn(colour, digit, 1 + 10 * colour + digit)
    assert game.turn == BOUND
    for face in (0, 0, 0, 1, 1, 1):
        game.apply(TABLE, face)
    assert legal_codes(game, 0) == [PASS]
    game.apply(0, PASS)
    assert game.phase == OVER
    assert game.score(0) == 6 * 100 + 100 + 60 + 8 * 20


def test_nine_refusals_by_everyone_is_the_shortest_game():
    game = new(3)
    while who := game.to_act():
        if who & TABLE_BIT:
            game.apply(TABLE, 0)
        else:
            game.apply(count((who & -who) - 1), PASS)
    assert game.turn == 9
    assert [game.score(seat) for seat in range(3)] == [20, 20, 20]
