"""`tepui play --text`: a view as compact text, an answer as a number."""

import os
import subprocess
import sys
from pathlib import Path

TEPUI = Path(sys.executable).with_name("tepui")


def played(folder: Path, *words: str, typed: str) -> str:
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "LANG": "C.UTF-8"}
    answer = subprocess.run(
        [str(TEPUI), "play", *words], cwd=folder, env=env, input=typed, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer
    return answer.stdout


def test_each_decision_is_a_block_of_text_that_ends_with_numbered_choices(tmp_path: Path) -> None:
    shown = played(tmp_path, "forehead", "--seats", "2", "--text", "--seed", "1", typed="7\nno\n0\n")
    assert "Forehead: Toucan, Cacao (random). You are Toucan.\n1. Toucan gets a number that is hidden here.\n" in shown
    assert "Where does your number rank?\n0 Bet that nobody has a higher number\n1 Bet that 1 player" in shown
    assert shown.count("that is not a number from 0 to 1") == 2
    assert "3. Toucan bets on rank 1." in shown


def test_only_what_is_new_is_told_and_an_empty_line_lets_an_interrupt_pass(tmp_path: Path) -> None:
    shown = played(tmp_path, "bell", "--seats", "2", "--text", "--seed", "1", typed="\n0\n" * 60)
    assert "(or an empty line)" in shown
    assert shown.count("\n1. ") == 1  # no move is told twice
