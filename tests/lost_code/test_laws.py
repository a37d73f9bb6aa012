"""The Lost Code keeps every law (the short form; `tepui laws lost-code --games 2000` is the long one)."""

import pytest

from tepui.core import find
from tepui.laws import LAWS, laws


@pytest.mark.once  # it compares interpreted and compiled itself
@pytest.mark.parametrize("games", [12, pytest.param(100, marks=pytest.mark.proof)])
def test_the_lost_code_keeps_every_law(games: int) -> None:
    findings = laws(find.game("lost-code"), games=games)
    assert [finding.law for finding in findings] == list(LAWS)
    assert {finding.law for finding in findings if not finding.cases} <= {"interpreted and compiled agree"}
