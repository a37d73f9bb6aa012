"""Bots win honestly: certain claims never fail, and counting beats chance."""

from random import Random
from typing import Any

import pytest

from tepui.bots.contract import choose
from tepui.bots.self_play import interrupted
from tepui.core.table import Table
from tepui.core.view import View
from tepui.games.kryptx import GAME
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.levels import LEVELS, NEWCOMER, Player
from tepui.games.kryptx.bots.steady import RandomKryptx, Steady


def play(bots: list[Any], seed: int, pro: bool = False) -> Table:
    """Bots are asked as everywhere: the active player first, then clockwise; what is no call comes last (3.8)."""
    rng = Random(seed)
    setting = GAME.setting(len(bots), {"pro": pro})
    table = Table(GAME, setting, lambda occasion, codes, weights: rng.choice(codes))

    def ask(seat: int) -> int | None:
        return choose(bots[seat], table.view(seat), 1.0, rng)

    while not table.over:
        (must,) = table.to_act
        pick = ask(must)
        assert pick is not None
        table.pick(*interrupted(table, must, pick, ask))
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("pro", [False, True])
def test_random_stops_only_when_certain(seats: int, pro: bool) -> None:
    for seed in range(4):
        table = play([RandomKryptx() for _ in range(seats)], seed, pro)
        assert len(table.truth.claims) == 0, f"a certain claim failed with seed {seed}"
        assert table.truth.winner >= 0 or not table.truth.cards_left()


@pytest.mark.parametrize(("seats", "games", "least"), [(2, 24, 0.75), (3, 20, 0.5), (4, 20, 0.38)])
def test_steady_beats_random(seats: int, games: int, least: float) -> None:
    won = 0
    for seed in range(games):
        mine = seed % seats
        bots: list[Any] = [RandomKryptx() for _ in range(seats)]
        bots[mine] = Steady()
        won += play(bots, seed).truth.winner == mine
    assert won / games >= least, f"{won} of {games}"


@pytest.mark.proof
def test_somebody_after_the_lesson_wins_a_third_with_two_beginners() -> None:
    """`python bench/kryptx.py newcomer 300` measures it with more games."""
    won = 0
    for seed in range(60):
        bots: list[Any] = [LEVELS["beginner"]() for _ in range(3)]
        bots[seed % 3] = Player(NEWCOMER)
        won += play(bots, seed).truth.winner == seed % 3
    assert won >= 20, f"{won} of 60"


def test_who_reads_each_stand_by_itself_knows_less_and_nothing_false() -> None:
    table = play([Steady(), Steady(), Steady()], 3)
    for moves in range(20, len(table.moves), 7):
        view = View(GAME, table.setting, 0, table.names)
        for by, code in table.view(0).moves[:moves]:
            view.observe(by, code)
        whole, alone = KryptxBelief(view), KryptxBelief(view, alone=True)
        assert alone.worlds() >= whole.worlds()
        for stand in alone.stands:
            assert sum(alone.puzzle.cards(stand)) == alone.worlds()
            assert whole.possible(stand) & ~alone.possible(stand) == 0
        assert alone.best[0] < 1 or alone.claim() == whole.claim()


def test_what_a_placement_gives_away_is_what_the_others_can_count() -> None:
    """Before and after a real placement, the bits that were announced are the bits that are gone."""
    rng = Random(6)
    table = Table(GAME, GAME.setting(4), lambda occasion, codes, weights: rng.choice(codes))
    for _ in range(60):
        if table.over:
            break
        (seat,) = table.to_act
        code = rng.choice([code for code in table.look(seat).codes() if code != 0])
        before = Exposed(table.view(seat))
        if code >= 300:
            told = before.gives(*divmod(code - 300, 5))
            worlds = {other: before.worlds(before.candidates(other)) for other in before.others}
            table.play_code(seat, code)
            after = Exposed(table.view(seat))
            for other, bits in told.items():
                left = after.worlds(after.candidates(other))
                assert worlds[other] == pytest.approx(left * 2**bits)
        else:
            table.play_code(seat, code)
