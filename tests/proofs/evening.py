"""Proves that one real evening of each game can be typed in on a phone, in as many taps as were promised.

A recorded game is entered through the browser from the deal to the last stone, with a wrong answer that is found and
mended, a line that is lost in the middle, and a reload without it. It takes about four minutes.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EVENING = "tests/browser/test_companion.py::test_one_real_evening"


def main() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-s", "--tb=short", EVENING]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "TEPUI_EVENINGS": "1"})


if __name__ == "__main__":
    main()
