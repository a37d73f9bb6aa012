"""Proves what waits, starts many processes or needs PostgreSQL for long: everything marked `proof` but the pages.

python3 dev.py proofs server [pytest options]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> int:
    how = ["-n", "2", "--dist", "worksteal", "-m", "proof", "--ignore=tests/browser"]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *how, *sys.argv[1:]], cwd=ROOT).returncode


if __name__ == "__main__":
    raise SystemExit(main())
