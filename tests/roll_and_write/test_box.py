"""The sheet of Roll & Write as it is printed, and how a game begins."""

from random import Random

import pytest

from tepui.core.position import AUDIENCE
from tepui.core.table import Table
from tepui.games.roll_and_write import GAME
from tepui.games.roll_and_write.catalogue import CATALOGUE
from tepui.games.roll_and_write.parts_file import load
from tepui.games.roll_and_write.picture import printed
from tepui.games.roll_and_write.words import letters

SEATS = 3


@pytest.mark.clause("RW-01", "RW-02", "RW-03", "RW-04", "RW-05", "RW-06", "RW-09")
def test_the_printed_sheet() -> None:
    """Six expeditions in their order, each with a letter; ladders from -50 to 50, 100 and 70; eight bridges of 20."""
    sheet = printed(load(None))
    assert sheet.colours == ("red", "orange", "yellow", "green", "blue", "purple")
    assert len({letters(CATALOGUE.language("en"))[colour] for colour in sheet.colours}) == 6
    assert sheet.expedition == (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
    assert sheet.artefact[9] == 100 and sheet.refusal[8:] == (70, 0)
    assert sheet.bonus == 20


@pytest.mark.clause("RW-10", "RW-11", "RW-12", "RW-20")
def test_the_first_is_drawn_by_lot_then_clockwise_and_all_sheets_lie_open() -> None:
    firsts = set()
    for seed in range(30):
        rng = Random(seed)
        table = Table(GAME, GAME.setting(SEATS), lambda occasion, offered, weights, rng=rng: rng.choice(offered))
        first = table.to_act[0]
        firsts.add(first)
        turns: list[int] = []
        turn = -1
        while len(turns) < 4:
            if turn != table.truth.turn:
                turn = int(table.truth.turn)
                turns.append(table.to_act[0])  # whoever rolled chooses first
            seat = table.to_act[0]
            table.pick(seat, len(table.view(seat).legal()) - 1)
        assert turns == [(first + n) % SEATS for n in range(4)]
        assert table.view(AUDIENCE).picture().sheets == table.view(0).picture().sheets
    assert firsts == set(range(SEATS))
