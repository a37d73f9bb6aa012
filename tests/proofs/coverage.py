"""Proves that the tests reach at least 95 % of the core's lines: both passes of the suite, counted (twice as slow).

python3 dev.py proofs coverage
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLOOR = 95  # percent
WITHOUT = "--ignore=tests/browser"  # what a browser reaches of the core, the others reach too


def main() -> int:
    (ROOT / ".work" / "coverage").unlink(missing_ok=True)
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "--cov"]
    passes = (
        ([WITHOUT, "--cov-report="], "0"),  # what is compiled is not counted here
        (["-m", "not once", "--cov-append", "--cov-report=term", f"--cov-fail-under={FLOOR}"], "1"),
    )
    codes = []
    for options, interpreted in passes:
        env = {**os.environ, "TEPUI_INTERPRETED": interpreted}
        codes.append(subprocess.run([*pytest, *options], cwd=ROOT, env=env).returncode)
    return max(codes)


if __name__ == "__main__":
    raise SystemExit(main())
