"""A rule that mypyc compiles wrongly is noticed: interpreted and compiled rules play the same games."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tepui import _switch

FOREHEAD = Path(__file__).parent.parent / "strangers" / "forehead"


def tepui(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which finds packages in that folder too."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "tepui.cli", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def twin(folder: Path, before: str, after: str) -> None:
    """Forehead under another name, with one line of its rules changed."""
    package = folder / "src" / "shifty"
    package.mkdir(parents=True)
    for file in (FOREHEAD / "src" / "forehead").glob("*.py"):
        text = file.read_text("utf-8").replace("forehead.", "shifty.").replace('name="forehead"', 'name="shifty"')
        if file.name == "rules.py":
            assert before in text
            text = text.replace(before, after)
        (package / file.name).write_text(text, "utf-8")
    project = (FOREHEAD / "pyproject.toml").read_text("utf-8").replace("forehead", "shifty")
    (folder / "pyproject.toml").write_text(project, "utf-8")


@pytest.mark.proof
@pytest.mark.once
@pytest.mark.skipif(bool(_switch.why), reason="nothing is compiled here")
def test_a_literal_that_is_shifted_in_32_bits_is_noticed(tmp_path: Path) -> None:
    # Right in Python; compiled, the literal left of << is a 32-bit number, and nothing is left of it beyond bit 31.
    twin(tmp_path, "seen |= bit(self.numbers[seat])", "seen |= (i64(1) << (self.numbers[seat] + 28)) >> 28")
    compiled = tepui("compile", str(tmp_path), folder=tmp_path / "src")
    assert compiled.returncode == 0, compiled.stderr
    words = ["laws", "shifty:GAME", "--games", "10", "--law", "interpreted and compiled agree", "--jobs", "1"]
    found = tepui(*words, folder=tmp_path / "src")
    assert found.returncode == 1, found.stdout + found.stderr
    assert re.search(r"compiled and interpreted rules differ at step \d+ of the game of seed \d+", found.stdout)


def test_rules_that_cannot_be_found_by_another_process_are_named(tmp_path: Path) -> None:
    found = tepui("laws", "shifty:GAME", folder=tmp_path)
    assert found.returncode == 2
    assert "there is no game at 'shifty:GAME'" in found.stderr


def test_a_game_that_is_not_installed_keeps_the_laws_from_a_line_of_python(tmp_path: Path) -> None:
    """There it is held by `__main__`, which is another module in another process."""
    twin(tmp_path, "class Forehead", "class Forehead")
    line = "from shifty import GAME; from tepui import laws; laws(GAME, 2, only=['agree', 'true']); print('kept')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    found = subprocess.run([sys.executable, "-c", line], env=environment, capture_output=True, text=True, timeout=300)
    assert found.stdout == "kept\n", found.stderr
