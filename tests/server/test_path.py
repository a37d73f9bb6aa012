"""The way of a pick through the server stands in ARCHITECTURE.md as it is, and stays short."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.once
def test_the_functions_that_a_pick_passes_are_those_of_the_table_and_few() -> None:
    told = subprocess.run(
        [sys.executable, "bench/hops.py", "--check"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, told.stdout + told.stderr
