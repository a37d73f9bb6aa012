"""A table's host sets the highest level of help; players choose up to it."""

import pytest

from tepui.coach.help import level_of
from tepui.core.refusal import UnknownName


def test_a_level_up_to_the_highest_is_granted() -> None:
    assert level_of("teacher") == "teacher"
    assert level_of("pencil", "referee") == "pencil"


@pytest.mark.parametrize(("name", "highest"), [("teacher", "referee"), ("oracle", "teacher"), ("referee", "pencil")])
def test_a_level_above_it_or_none_at_all_is_refused_with_what_there_is(name: str, highest: str) -> None:
    with pytest.raises(UnknownName, match="pencil"):
        level_of(name, highest)  # type: ignore[arg-type]
