"""The Lost Code keeps every law (the short form; `tepui laws lost-code --games 2000` is the long one)."""

import pytest

from tepui.core import find
from tepui.laws import LAWS, laws


@pytest.mark.once  # it compares interpreted and compiled itself
@pytest.mark.slow
def test_the_lost_code_keeps_every_law() -> None:
    findings = laws(find.game("lost-code"), games=40)
    assert [finding.law for finding in findings] == list(LAWS)
    assert {finding.law for finding in findings if not finding.cases} <= {"interpreted and compiled agree"}
