"""The browser's types are those of the Python Structs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.once
def test_generated_types_are_current() -> None:
    command = [sys.executable, ROOT / "tools" / "browser_types.py", "check"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.once
def test_no_registry_host_in_the_lock() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text("utf-8")
