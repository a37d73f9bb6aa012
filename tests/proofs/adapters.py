"""Proves the adapters at length: other projects' own tests and the leak law, many games, all numbers of players.

The tests of tests/research with more cases: `TEPUI_ADAPTER_GAMES` (default 3), `TEPUI_ADAPTER_PAIRS` (default 60).
"""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "research"


def main() -> int:
    os.environ.setdefault("TEPUI_ADAPTER_GAMES", "3")
    os.environ.setdefault("TEPUI_ADAPTER_PAIRS", "60")
    files = [str(TESTS / name) for name in ("test_adapters.py", "test_no_leak.py")]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "--timeout=3600", *files]).returncode


if __name__ == "__main__":
    sys.exit(main())
