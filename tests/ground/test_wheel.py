"""The wheel installs into a clean environment, plays and serves, built with a compiler and Node, and without."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".tools/uv/bin/uv").exists(), reason="the set-up had to do without uv")
def test_the_wheel_plays_with_compiled_rules_and_without() -> None:
    script = ROOT / "tools" / "try_wheel.py"
    answer = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=500)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "forehead compiled" in answer.stdout and "forehead interpreted" in answer.stdout
    assert "served the full page" in answer.stdout and "served the plain page" in answer.stdout
