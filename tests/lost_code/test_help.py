"""The three levels of help tell what they should, from the seat's own view, and nothing more."""

from random import Random

import pytest
from lost_code.tables import BLUE, JIM, PURPLE, jim_hears_of_purple_and_yellow, jims_table, some_table

from tepui.core.position import AUDIENCE
from tepui.core.refusal import IllegalMove
from tepui.core.table import Table
from tepui.core.words import LANGUAGES
from tepui.games.lost_code import GAME
from tepui.games.lost_code.coach import help
from tepui.games.lost_code.coach.help import Shown


@pytest.fixture
def table() -> Table:
    table = jims_table([0, 3, 6])
    jim_hears_of_purple_and_yellow(table)
    return table


def shown(table: Table, level: str, marks: object = None) -> Shown:
    found = help.shown(table.view(JIM), level, marks)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_the_pencil_and_the_audience_get_nothing(table: Table) -> None:
    assert help.shown(table.view(JIM), "pencil", None) is None
    assert help.shown(table.view(AUDIENCE), "teacher", None) is None
    assert help.as_text(table.view(JIM), "pencil", "en") == ""


def test_the_referee_sends_no_chance_to_the_page(table: Table) -> None:
    referee = shown(table, "referee")
    assert (referee.clash, referee.empty) == (False, [])
    assert referee.worlds is referee.shares is referee.sums is referee.best is referee.bits is None


def test_the_referee_hears_when_the_pencil_contradicts_what_was_seen(table: Table) -> None:
    """2p + y is 1 to 5 and Jim's purple is 0 or 2: crossing out both leaves numbers, but no code."""
    crossed = {"cells": {"purple 0": "x", "purple 2": "x"}}
    assert shown(table, "referee", crossed).clash
    assert shown(table, "referee", crossed).empty == []
    whole = {"cells": {f"blue {number}": "x" for number in range(8)}}
    assert shown(table, "referee", whole).empty == ["blue"]
    assert not shown(table, "referee", {"cells": {"purple 0": "o"}}).clash


@pytest.mark.parametrize(
    "marks", [None, 3, [], {"cells": 4}, {"cells": {"purple": "x", "mauve 3": "x", "blue ９９": 1}}]
)
def test_rubbish_for_marks_is_no_marks(table: Table, marks: object) -> None:
    assert not shown(table, "referee", marks).clash


def test_the_teacher_knows_the_chances(table: Table) -> None:
    teacher = shown(table, "teacher")
    assert teacher.shares is not None and teacher.sums is not None and teacher.best is not None
    assert teacher.shares[PURPLE] == [0.8, 0, 0.2, 0, 0, 0, 0, 0]
    assert sum(teacher.shares[BLUE]) == pytest.approx(1, abs=0.001)
    assert sum(teacher.sums) == pytest.approx(1, abs=0.01)
    assert teacher.best[PURPLE].numbers == [0]


def test_the_proof_in_four_languages(table: Table) -> None:
    claim = {"colour": "purple", "number": 5}
    view = table.view(JIM)
    assert help.why(view, claim, "en") == [
        "Round 1: purple + purple + yellow = 1–5.",
        "So your stone, purple, cannot be 5.",
    ]
    for language in LANGUAGES[1:]:
        assert len(set(help.why(view, claim, language)) - set(help.why(view, claim, "en"))) == 2
    assert help.why(view, {"colour": "purple", "number": 2}, "en") == ["Your stone, purple, can still be 2."]


@pytest.mark.parametrize("claim", [None, {}, {"colour": "mauve", "number": 1}, {"colour": "blue", "number": 8}])
def test_a_claim_that_means_nothing_is_refused(table: Table, claim: object) -> None:
    with pytest.raises(IllegalMove, match=r"[Aa]sk about"):
        help.why(table.view(JIM), claim, "en")


def test_help_is_the_same_in_worlds_that_look_the_same() -> None:
    """Two games that differ only in what a seat cannot see: it is helped alike, to the last digit."""
    from tepui.games.lost_code import codes

    rng = Random(3)
    compared = 0
    for _ in range(60):
        table = some_table(rng, 3, {}, 40)
        twin = Table(GAME, table.setting)
        swap: dict[int, int] = {}
        for by, code in table.moves:
            truth = twin.truth
            own = by == 16 and codes.STONE <= code < codes.STONE_HIDDEN and truth.who == 0
            if own:
                other = [n for n in range(8) if table.look(0).position.covered >> (9 * truth.colour + n) & 1]
                swap[truth.colour] = codes.STONE + rng.choice(other)
                code = swap[truth.colour]
            twin.replay(by, code)
        if twin.look(0).moves == table.look(0).moves:
            compared += 1
            assert help.shown(twin.view(0), "teacher", None) == help.shown(table.view(0), "teacher", None)
    assert compared > 20
