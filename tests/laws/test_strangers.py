"""The little games keep every law."""

import sys
from pathlib import Path

import pytest

from tepui.core.game import Game
from tepui.laws import LAWS, laws

STRANGERS = Path(__file__).parent.parent / "strangers"


def stranger(name: str) -> Game:
    """A little game straight from its folder, installed or not."""
    folder = str(STRANGERS / name / "src")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    game: Game = __import__(name).GAME
    return game


@pytest.mark.parametrize("name", ["forehead"])
def test_a_little_game_keeps_every_law(name: str) -> None:
    findings = laws(stranger(name), games=60)
    assert [finding.law for finding in findings] == list(LAWS)
    assert all(finding.cases for finding in findings)
