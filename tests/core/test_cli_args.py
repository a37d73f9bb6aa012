"""The words after a command: what they mean, and what is said when they mean nothing."""

import sys
from pathlib import Path

import pytest

from tepui.cli_args import Parser, language_for, moment_of, seat_of
from tepui.core import find
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import Record, parse
from tepui.core.refusal import UnknownName

sys.path.insert(0, str(Path(__file__).parent))
from recorded import recorded


@pytest.fixture
def record() -> Record:
    return parse(recorded(find.game("shells"), seats=2))


def test_a_mistake_is_a_refusal_that_names_the_way_out() -> None:
    parser = Parser("replay", "Look at a game again.")
    parser.add_argument("--at", type=int)
    with pytest.raises(UnknownName, match=r"this is no number: 'soon'. `tepui replay --help` shows"):
        parser.parse_args(["--at", "soon"])


def test_an_eye_is_a_seat_by_number_or_name_the_audience_or_all(record: Record) -> None:
    words = ("1", "2", "anna", "BEN", "audience", "All")
    assert [seat_of(word, record, audience=True) for word in words] == [
        0,
        1,
        0,
        1,
        AUDIENCE,
        DEALER,
    ]
    with pytest.raises(UnknownName, match=r"nobody at this table is 'Cleo'. --seat can be 1, 2, Anna, Ben, audience"):
        seat_of("Cleo", record, audience=True)


def test_a_moment_lies_within_the_record(record: Record) -> None:
    last = len(record.moves)
    assert [moment_of(at, record) for at in (None, 0, last)] == [None, 0, last]
    for at in (-1, last + 1):
        with pytest.raises(UnknownName, match=rf"Choose --at 0 to {last}, not {at}"):
            moment_of(at, record)


def test_the_language_asked_for_or_that_of_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find.game("lost-code")
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert (language_for(game, "it"), language_for(game, None)) == ("it", "en")
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert language_for(game, None) == "fr"
    monkeypatch.setenv("LC_ALL", "C")
    assert language_for(game, None) == "en"
    with pytest.raises(UnknownName, match=r"not 'nl'. Choose one of these"):
        language_for(game, "nl")
