"""Proves in Chromium what takes too long for every run: whole games by every hand, every page in every size.

python3 dev.py proofs browser [pytest options]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> int:
    how = ["-n", "2", "--dist", "worksteal", "-m", "proof"]
    command = [sys.executable, "-m", "pytest", "-q", *how, *(sys.argv[1:] or ["tests/browser"])]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    raise SystemExit(main())
