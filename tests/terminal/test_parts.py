"""`tepui parts GAME` prints a file that the game itself reads as its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tepui.core import find

TEPUI = Path(sys.executable).with_name("tepui")


@pytest.mark.parametrize("name", ["lost-code", "roll-and-write", "kryptx"])
def test_what_is_printed_is_what_the_game_plays_with(name: str) -> None:
    shown = subprocess.run([str(TEPUI), "parts", name], capture_output=True, text=True, check=True).stdout
    game = find.game(name)
    assert game.printed is not None
    assert game.printed(game.read_parts(shown)) == game.printed(game.read_parts(None))


def test_a_game_without_printed_numbers_says_so() -> None:
    answer = subprocess.run([str(TEPUI), "parts", "forehead"], capture_output=True, text=True)
    assert answer.returncode == 2 and "no printed numbers" in answer.stderr
