"""`tepui rules`: how a game is played, to read in a terminal."""

import pytest

from tepui.cli import main
from tepui.commands.games import wrap


def test_the_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lost-code", "--language", "de"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The Lost Code\n") and "EINE RUNDE" in out
    assert "**" not in out and max(map(len, out.splitlines())) <= 88


def test_lines_are_broken_and_lists_stay_together() -> None:
    assert wrap("First **bold** line.\n\n## A round\n- one two three\n- four\n", 10) == (
        "First bold\nline.\n\nA ROUND\n\n- one two\n  three\n- four"
    )


def test_a_game_without_any_and_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "forehead"]) == 2
    assert "brings no rules to read" in capsys.readouterr().err
    assert main(["rules", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
