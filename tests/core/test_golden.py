"""Golden games: old records are told for ever with the same views, and proven while the rules are the same."""

import json
import sys
from pathlib import Path

import pytest

from tepui.core import find
from tepui.core.record import read
from tepui.core.verify import verify

RECORDS = Path(__file__).parents[1] / "records"
sys.path.insert(0, str(RECORDS))
from make import fingerprints  # noqa: E402

GOLDEN = sorted(RECORDS.glob("*.jsonl"))


def test_there_are_golden_games() -> None:
    assert {path.name.rsplit("-", 2)[0] for path in GOLDEN} >= {"forehead"}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_view_is_what_it_was(path: Path) -> None:
    assert fingerprints(path.read_bytes()) == json.loads(path.with_suffix(".views.json").read_text())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_it_is_proven_while_the_rules_are_the_same(path: Path) -> None:
    record = read(path)
    game = find.game(record.header.game)
    if record.header.rules == game.rules:
        assert "every roll and deal follows from the seed" in verify(record, game)
