"""`tepui doctor --machine`: which rules run, why, and what to install, each in a sentence."""

import os
import subprocess
import sys

import pytest

from tepui import _switch, machine
from tepui.cli import main
from tepui.compile import CannotCompile


def doctor(**environment: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tepui.cli", "doctor", "--machine"]
    env = {**os.environ, "TEPUI_INTERPRETED": "", **environment}
    answer = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in answer.stderr
    return answer.returncode, answer.stdout


@pytest.mark.skipif(_switch.why != "", reason=f"{_switch.why}. Run `python3 dev.py setup`")
def test_it_says_that_the_rules_run_compiled() -> None:
    _, said = doctor()
    assert "fine   Tepui's rules run compiled" in said and "the game forehead runs" in said


def test_it_says_why_they_run_interpreted_and_what_to_do() -> None:
    code, said = doctor(TEPUI_INTERPRETED="1")
    assert code == 1
    assert "interpreted: TEPUI_INTERPRETED=1 asks for it" in said and "unset TEPUI_INTERPRETED" in said
    assert "the game forehead runs interpreted" in said


def test_it_says_what_is_missing_to_compile(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> list[str]:
        raise CannotCompile("there is no C compiler (cc). Install one, for instance `apt install gcc`")

    monkeypatch.setattr(machine, "compiler_flags", none)
    assert main(["doctor", "--machine"]) == 1
    assert "wrong  games cannot be compiled here: there is no C compiler" in capsys.readouterr().out
